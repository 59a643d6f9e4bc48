#include "solve/batch/long_chain.hpp"

#include <algorithm>
#include <bit>

namespace taut {
namespace {

constexpr auto lanes = static_cast<std::size_t>(kernel_lanes);
// A stretch is worth the time that another thread takes to notice, and the eight interfaces that it adds.
constexpr std::size_t fewest_rods_a_stretch = 4096;
constexpr std::size_t most_stretches = 32;

ChainUnit cut_into_lanes(std::size_t rods, std::int32_t first_particle, std::span<const double> weights,
                         std::span<const double> inverse_squares) {
  ChainUnit unit;
  unit.rods = static_cast<int>(rods);
  unit.constants.resize(rods + 1);
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    const std::size_t begin = lane * rods;
    unit.first_particle[lane] = first_particle + static_cast<std::int32_t>(begin);
    for (std::size_t k = 0; k <= rods; ++k) unit.constants[k].weight[lane] = weights[begin + k];
    for (std::size_t k = 0; k < rods; ++k) unit.constants[k].inverse_square[lane] = inverse_squares[begin + k];
  }
  return unit;
}

}  // namespace

// A power of two is shared evenly by two, four or eight threads.
ChainCut::ChainCut(std::size_t n)
    : stretches(std::bit_floor(std::clamp<std::size_t>(n / fewest_rods_a_stretch, 1, most_stretches))),
      rods(n / lanes),
      tail(n % lanes) {}

LongChain::LongChain(std::int32_t first_particle, std::span<const double> weights,
                     std::span<const double> inverse_squares)
    : cut(inverse_squares.size()),
      unit(cut_into_lanes(cut.rods, first_particle, weights, inverse_squares)),
      tail(first_particle + static_cast<std::int32_t>(lanes * cut.rods), weights.subspan(lanes * cut.rods),
           inverse_squares.subspan(lanes * cut.rods)) {}

void LongChain::prepare(LongChainScratch& scratch) const {
  scratch.lanes.resize(unit.rods);
  const auto make_room = [](auto& array, std::size_t size) { array.resize(std::max(array.size(), size)); };
  make_room(scratch.stretches, cut.stretches);
  make_room(scratch.tail, cut.tail);
  make_room(scratch.interface, lanes * cut.stretches + cut.tail);
}

}  // namespace taut

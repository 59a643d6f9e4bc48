// Answers to forces in lanes: the same bits on every instruction set. What they are is compared with solves column by
// column in tests/unit/response/ensemble_test.cpp.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "base/direction.hpp"
#include "solve/kernels/kernel_table.hpp"

namespace taut {
namespace {

using Lane = std::array<double, kernel_lanes>;
using Vectors = std::array<Lane, 3>;

std::vector<Vectors> random_bonds(std::size_t count) {
  std::vector<Vectors> bonds(count);
  for (std::size_t k = 0; k < count; ++k)
    for (std::size_t lane = 0; lane < kernel_lanes; ++lane) {
      const Vec3 u = random_direction(9, lane, k, 3);
      for (int axis = 0; axis < 3; ++axis) bonds[k][static_cast<std::size_t>(axis)][lane] = u[axis];
    }
  return bonds;
}

RodResponseUnit::Line* lines(std::vector<Lane>& of) { return reinterpret_cast<RodResponseUnit::Line*>(of.data()); }
template <class To>
To* vectors(std::vector<Vectors>& of) {
  return reinterpret_cast<To*>(of.data());
}

// A ring of rods between beads of several weights, eliminated in order: rod k joins beads k and k + 1, and the last
// column fills in.
RodResponseProgram ring_program(std::size_t rods) {
  const auto weight = [&](std::size_t bead) { return 1.0 / (1.0 + 0.37 * static_cast<double>(bead % rods)); };
  RodResponseProgram program;
  program.rods = rods;
  program.entries_begin = program.updates_begin = program.terms_begin = {0};
  const auto last = static_cast<std::int32_t>(rods) - 1;
  for (std::size_t k = 0; k < rods; ++k) {
    const auto next = static_cast<std::int32_t>(k) + 1;
    program.diagonal.push_back(weight(k) + weight(k + 1));
    if (next <= last) program.entries.push_back({next, -weight(k + 1)});
    if (next < last) program.entries.push_back({last, k == 0 ? -weight(0) : 0.0});
    program.entries_begin.push_back(program.entries.size());
  }
  for (std::size_t k = 0; k < rods; ++k) {
    const auto begin = static_cast<std::int32_t>(program.entries_begin[k]);
    const auto end = static_cast<std::int32_t>(program.entries_begin[k + 1]);
    for (std::int32_t e = begin; e < end; ++e)
      program.updates.push_back({-1 - program.entries[static_cast<std::size_t>(e)].row, e, e});
    if (end - begin == 2) {  // of the next rod's entry in the last row, which is its only one if it is the last but one
      const auto after = static_cast<std::int32_t>(program.entries_begin[k + 2]);
      program.updates.push_back({after - 1, begin, begin + 1});
    }
    program.updates_begin.push_back(program.updates.size());
  }
  for (std::size_t p = 0; p < rods; ++p) {  // each bead with itself, as its two rods have it
    const std::size_t before = (p + rods - 1) % rods;
    program.pairs.push_back({3.0 * weight(p), weight(p) * weight(p)});
    for (const auto& [a, b] : {std::pair{p, p}, {before, before}, {before, p}, {p, before}})
      program.terms.push_back({static_cast<std::int32_t>(std::min(a, b) * rods + std::max(a, b)), a == b ? 1.0 : -1.0});
    program.terms_begin.push_back(program.terms.size());
  }
  return program;
}

std::vector<Lane> rod_traces(const KernelTable& kernels) {
  constexpr std::size_t rods = 11;
  const RodResponseProgram program = ring_program(rods);
  std::vector<Vectors> bonds = random_bonds(rods);
  std::vector<Lane> pivots(rods), factor(program.entries.size()), z(rods * rods), traces(program.pairs.size()),
      least(1);
  kernels.rod_response(program, {vectors<const RodResponseUnit::Vectors>(bonds), lines(pivots), lines(factor), lines(z),
                                 lines(traces), lines(least)});
  traces.push_back(least[0]);
  return traces;
}

std::vector<Lane> chain_traces(const KernelTable& kernels) {
  constexpr std::size_t beads = 17, distance = 5;
  std::vector<double> weights;
  for (std::size_t k = 0; k < beads; ++k) weights.push_back(k == 0 ? 0.0 : 1.0 / (1.0 + 0.21 * static_cast<double>(k)));
  std::vector<Vectors> bonds = random_bonds(beads - 1), p(beads), q(beads);
  std::vector<Lane> t(beads), z(beads), traces(beads * (distance + 1));
  kernels.chain_response({beads, distance, 3.0, weights.data(), vectors<const ChainResponseUnit::Vectors>(bonds),
                          lines(t), lines(z), vectors<ChainResponseUnit::Vectors>(p),
                          vectors<ChainResponseUnit::Vectors>(q), lines(traces)});
  return traces;
}

TEST(RodResponse, IsTheSameOnEveryInstructionSet) {
  const std::vector<Lane> scalar = rod_traces(*kernels_here().front());
  for (const KernelTable* kernels : kernels_here()) EXPECT_EQ(rod_traces(*kernels), scalar) << kernels->name;
}

// Directions that do not close make a matrix like any other: the traces sum up to coordinates less rods, weighted.
TEST(RodResponse, KeepsTheTraceOfARing) {
  const std::vector<Lane> traces = rod_traces(*kernels_here().back());
  for (std::size_t lane = 0; lane < kernel_lanes; ++lane) {
    double sum = 0.0;
    for (std::size_t p = 0; p < 11; ++p) sum += (1.0 + 0.37 * static_cast<double>(p)) * traces[p][lane];
    EXPECT_NEAR(sum, 33.0 - 11.0, 1e-11);
  }
}

TEST(ChainResponse, IsTheSameOnEveryInstructionSet) {
  const std::vector<Lane> scalar = chain_traces(*kernels_here().front());
  for (const KernelTable* kernels : kernels_here()) EXPECT_EQ(chain_traces(*kernels), scalar) << kernels->name;
}

}  // namespace
}  // namespace taut

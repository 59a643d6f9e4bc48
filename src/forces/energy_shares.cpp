// The potential energy, term by term on the books of one particle each, and which particles a term ties together: what
// tells parts of a system that feel nothing of each other.
#include <algorithm>

#include "taut/forces.hpp"

namespace taut {

std::int32_t ForceField::first_that_moves(const std::vector<std::int32_t>& particles) const {
  const auto moves = [this](std::int32_t p) { return inverse_masses_[static_cast<std::size_t>(p)] > 0.0; };
  return *std::find_if(particles.begin(), particles.end(), moves);
}

void ForceField::add_energy_shares(const Vec3* position, double time, double* shares, double* scratch) const noexcept {
  for (std::size_t i = 0; i < masses_.size(); ++i) shares[i] -= masses_[i] * dot(gravity_, position[i]);
  for (const Constant& constant : constants_)
    shares[constant.particle] -= dot(constant.force, position[constant.particle]);
  for (const Spring& spring : springs_)
    shares[inverse_masses_[static_cast<std::size_t>(spring.i)] > 0.0 ? spring.i : spring.j] +=
        energy_of(spring, position);
  for (const Potential& potential : potentials_)
    shares[first_that_moves(potential.particles)] += energy_of(potential, position, time, scratch);
}

std::vector<std::pair<std::int32_t, std::int32_t>> ForceField::ties() const {
  std::vector<std::pair<std::int32_t, std::int32_t>> ties;
  const auto tie = [&](std::int32_t i, std::int32_t j) {
    const auto moves = [this](std::int32_t p) { return inverse_masses_[static_cast<std::size_t>(p)] > 0.0; };
    if (moves(i) && moves(j) && i != j) ties.emplace_back(i, j);
  };
  for (const Spring& spring : springs_) tie(spring.i, spring.j);
  for (const Potential& potential : potentials_)
    for (const std::int32_t p : potential.particles) tie(first_that_moves(potential.particles), p);
  return ties;
}

}  // namespace taut

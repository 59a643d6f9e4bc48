// The potential energy, term by term on the books of one particle each, and which particles a term ties together: what
// tells parts of a system that feel nothing of each other. Pair forces tie all of them.
#include <algorithm>

#include "forces/pair_forces.hpp"
#include "taut/forces.hpp"

namespace taut {

std::int32_t ForceField::first_that_moves(std::span<const std::int32_t> particles) const {
  const auto found = std::find_if(particles.begin(), particles.end(), [this](std::int32_t p) { return moves(p); });
  return found == particles.end() ? particles.front() : *found;
}

template <class Take>
void ForceField::for_each_term(Take&& take) const {
  for (const Spring& s : springs_) take(std::array{s.i, s.j}, s);
  for (const Angle& a : angles_) take(std::array{a.a, a.b, a.c}, a);
  for (const Dihedral& d : dihedrals_) take(std::array{d.a, d.b, d.c, d.d}, d);
}

void ForceField::add_energy_shares(const Vec3* position, double time, double* shares,
                                   ForceWorkspace& work) const noexcept {
  double* const scratch = work.scratch_.data();
  for (std::size_t i = 0; i < masses_.size(); ++i) shares[i] -= masses_[i] * dot(gravity_, position[i]);
  for (const Constant& constant : constants_)
    shares[constant.particle] -= dot(constant.force, position[constant.particle]);
  for_each_term([&](const auto& particles, const auto& term) {
    shares[first_that_moves(particles)] += energy_of(term, position);
  });
  for (const Potential& potential : potentials_)
    shares[first_that_moves(potential.particles)] += energy_of(potential, position, time, scratch);
  for (const Torque& torque : torques_)
    shares[first_that_moves(torque.particles())] += energy_of(torque, position, time, scratch);
  if (!pairs_) return;
  const auto moving = std::find_if(masses_.begin(), masses_.end(), [](double m) { return m > 0.0; });
  const auto [dispersion, coulomb] = pairs_->energies(position, *work.pairs_);
  if (moving != masses_.end()) shares[moving - masses_.begin()] += dispersion + coulomb;
}

std::vector<std::pair<std::int32_t, std::int32_t>> ForceField::bonds() const {
  std::vector<std::pair<std::int32_t, std::int32_t>> bonds;
  for_each_term([&](const auto& particles, const auto& /*term*/) {
    for (std::size_t k = 1; k < particles.size(); ++k) bonds.emplace_back(particles[0], particles[k]);
  });
  for (const Torque& torque : torques_)
    for (std::size_t k = 1; k < torque.count; ++k) bonds.emplace_back(torque.particle[0], torque.particle[k]);
  return bonds;
}

std::vector<std::pair<std::int32_t, std::int32_t>> ForceField::ties() const {
  std::vector<std::pair<std::int32_t, std::int32_t>> ties;
  const auto tie = [&](std::span<const std::int32_t> particles) {
    const std::int32_t first = first_that_moves(particles);
    for (const std::int32_t p : particles)
      if (moves(p) && p != first) ties.emplace_back(first, p);
  };
  for_each_term([&](const auto& particles, const auto& /*term*/) { tie(particles); });
  for (const Potential& potential : potentials_) tie(potential.particles);
  for (const Torque& torque : torques_) tie(torque.particles());
  if (!pairs_) return ties;
  std::vector<std::int32_t> all(masses_.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::int32_t>(i);
  tie(all);
  return ties;
}

}  // namespace taut

// What acts between two particles, from their types and charges. With s = r^2:
//   Lennard-Jones  U = a / s^6 - b / s^3 - shift,  a = 4 epsilon sigma^12, b = 4 epsilon sigma^6, below its cut-off
//   Coulomb        see coulomb.hpp
// Parameters of unequal types: sigma by the arithmetic (Lorentz) or geometric mean, epsilon by the geometric
// (Berthelot).
#pragma once

#include <cstdint>
#include <vector>

#include "forces/coulomb.hpp"
#include "model/checks.hpp"

namespace taut {

struct LennardJonesLaw {
  double a = 0.0, b = 0.0, cutoff_squared = 0.0, shift = 0.0;
};

// A function of s and its derivatives.
struct RadialTerms {
  double value = 0.0, first = 0.0, second = 0.0;
};

class PairTable {
 public:
  static Expected<PairTable> make(const Model& model, const PairForcesSpec& spec);

  int kinds() const { return kinds_; }                             // types, and one for particles without
  const std::vector<std::int32_t>& kind() const { return kind_; }  // one a particle
  bool has_dispersion(std::int32_t kind) const { return attracts_[static_cast<std::size_t>(kind)]; }
  const std::vector<double>& charge() const { return charge_; }  // times the root of the constant
  const LennardJonesLaw& lennard_jones(std::int32_t k, std::int32_t l) const {
    return laws_[static_cast<std::size_t>(k * kinds_ + l)];
  }
  const CoulombLaw& coulomb() const { return coulomb_; }
  double cutoff() const { return cutoff_; }  // the largest
  double self_energy() const { return self_energy_; }

  RadialTerms dispersion(std::size_t i, std::size_t j, double s) const;
  RadialTerms coulomb(std::size_t i, std::size_t j, double s) const;

 private:
  int kinds_ = 1;
  std::vector<std::int32_t> kind_;
  std::vector<bool> attracts_;
  std::vector<double> charge_;
  std::vector<LennardJonesLaw> laws_;
  CoulombLaw coulomb_;
  double cutoff_ = 0.0, self_energy_ = 0.0;
  friend struct PairTableAssembly;
};

}  // namespace taut

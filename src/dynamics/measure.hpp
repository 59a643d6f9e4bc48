// The potential that changes what random motion samples [fixman1974]: motion in the metric of some masses has the
// density sqrt(det A) of those masses in generalised coordinates, so that
//   (kT/2) ln det A                    makes it even there, as stiff springs in the place of constraints do
//   (kT/2) (ln det A - ln det A')      makes it that of other masses
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "solve/log_determinant.hpp"
#include "taut/integrate.hpp"

namespace taut {

class MeasurePotential {
 public:
  MeasurePotential(const Plan& plan, double temperature) : plan_(plan), half_(0.5 * temperature) {}

  // Adds sign (kT/2) ln det A with the inverse masses of this model. A single rod has a constant one.
  void add(const Model& model, double sign);
  bool empty() const { return terms_.empty(); }

  // False where some A is singular; forces of its component are left out.
  bool add_forces(const Configuration& at, Vec3* force);
  void add_energies(const Configuration& at, std::span<double> energies);  // by component; there not a number

 private:
  struct Term {
    std::size_t component;
    double factor;
    std::unique_ptr<LogDeterminant> determinant;
  };
  const Plan& plan_;
  double half_;
  std::vector<Term> terms_;
};

}  // namespace taut

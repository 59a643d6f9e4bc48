// Angles, dihedrals and pair forces, checked and added.
#include <array>
#include <numbers>

#include "forces/assembly.hpp"
#include "forces/pair_forces.hpp"

namespace taut {
namespace {

// As a polynomial of cos phi; with psi = phi - 180 degrees, cos psi = -cos phi.
std::array<double, 6> powers_of(const DihedralSpec& spec) {
  std::array<double, 6> p = {};
  if (spec.form == DihedralForm::ryckaert_bellemans) {
    for (std::size_t n = 0; n < spec.coefficients.size(); ++n) p[n] = (n % 2 == 0 ? 1.0 : -1.0) * spec.coefficients[n];
    return p;
  }
  std::array<double, 4> k = {};
  for (std::size_t n = 0; n < spec.coefficients.size(); ++n) k[n] = 0.5 * spec.coefficients[n];
  // cos 2x = 2 c^2 - 1, cos 3x = 4 c^3 - 3 c, cos 4x = 8 c^4 - 8 c^2 + 1
  p = {k[0] + 2.0 * k[1] + k[2], k[0] - 3.0 * k[2], -2.0 * k[1] + 8.0 * k[3], 4.0 * k[2], -8.0 * k[3], 0.0};
  return p;
}

}  // namespace

Problem ForceAssembly::add(const AngleForceSpec& spec, const Place& place) {
  if (auto problem = check_particles(place, "between", std::array{spec.a, spec.b, spec.c})) return problem;
  if (auto problem = check_positive(place, "stiffness", spec.stiffness)) return problem;
  if (!(spec.degrees > 0.0 && spec.degrees <= 180.0))
    return place.error("degrees", "found " + number(spec.degrees) + ", expected more than 0 and at most 180");
  field.angles_.push_back({spec.a, spec.b, spec.c, spec.stiffness, spec.degrees * std::numbers::pi / 180.0});
  return {};
}

Problem ForceAssembly::add(const DihedralSpec& spec, const Place& place) {
  if (auto problem = check_particles(place, "between", std::array{spec.a, spec.b, spec.c, spec.d})) return problem;
  const std::size_t most = spec.form == DihedralForm::opls ? 4 : 6;
  if (spec.coefficients.empty() || spec.coefficients.size() > most)
    return place.error("coefficients", "found " + std::to_string(spec.coefficients.size()) + ", expected 1 to " +
                                           std::to_string(most) + " numbers");
  for (const double c : spec.coefficients)
    if (auto problem = check_finite(place, "coefficients", c)) return problem;
  field.dihedrals_.push_back({spec.a, spec.b, spec.c, spec.d, powers_of(spec)});
  return {};
}

Problem ForceAssembly::add_pairs(const ForceSpecs& specs) {
  if (!specs.pairs) return {};
  Expected<PairTable> table = PairTable::make(model, *specs.pairs);
  if (!table) return table.error();
  const Vec3& box = model.box();
  for (int axis = 0; axis < 3; ++axis)
    if (box[axis] > 0.0 && box[axis] < 2.0 * table->cutoff())
      return Error{"box.lengths", "found " + number(box[axis]) + ", expected at least " +
                                      number(2.0 * table->cutoff()) +
                                      ", twice the cut-off, or a particle would act on two images of another"};
  field.pairs_ = std::make_shared<const PairForces>(model, std::move(*table),
                                                    find_exclusions(model, specs.springs, *specs.pairs), *specs.pairs);
  return {};
}

}  // namespace taut

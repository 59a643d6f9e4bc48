// Rigid water in a program that owns its arrays and its integrator: velocity Verlet (RATTLE) by hand.
#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

#include "taut/project.hpp"

int main() {
  constexpr double oh = 0.09572, hh = 0.15139, step = 0.002;  // nm, ps
  constexpr std::array<double, 3> box = {2.0, 2.0, 2.0};
  std::vector<double> r, v, inverse_masses;
  std::vector<taut::Distance> bonds;
  for (int k = 0; k < 64; ++k) {  // on a lattice, all the same way up
    const double x = 0.5 * (k % 4) + 0.1, y = 0.5 * (k / 4 % 4) + 0.1, z = 0.5 * (k / 16) + 0.1;
    const double height = std::sqrt(oh * oh - hh * hh / 4);
    r.insert(r.end(), {x, y, z, x + hh / 2, y + height, z, x - hh / 2, y + height, z});
    inverse_masses.insert(inverse_masses.end(), {1 / 15.999, 1 / 1.008, 1 / 1.008});
    const int o = 3 * k;
    bonds.insert(bonds.end(), {{o, o + 1, oh}, {o, o + 2, oh}, {o + 1, o + 2, hh}});
  }
  v.resize(r.size());
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = std::sin(7.0 * static_cast<double>(i));  // anything

  auto constraints =
      taut::Projector::make(r, inverse_masses, bonds, {.tolerance = 1e-12, .box = box, .multipliers = true}).value();
  for (const taut::ProjectorGroup& group : constraints.groups())
    std::printf("%lld x %s by %s: %s\n", static_cast<long long>(group.count), group.kind.c_str(), group.method.c_str(),
                group.reason.c_str());

  if (!constraints.velocities(r.data(), v.data()).converged) return 1;
  const auto kinetic = [&] {
    double sum = 0.0;
    for (std::size_t i = 0; i < v.size(); ++i) sum += 0.5 * v[i] * v[i] / inverse_masses[i / 3];
    return sum;
  };
  const double before = kinetic();
  std::vector<double> reference;
  for (int n = 0; n < 1000; ++n) {  // no forces here; kicks would go before and after
    reference = r;
    for (std::size_t i = 0; i < r.size(); ++i) r[i] += step * v[i];
    // On the constraints again, along the bonds at the start of the step; v gets the same impulse.
    const taut::SolveReport positions = constraints.positions(reference.data(), r.data(), v.data(), 1.0 / step);
    if (!positions.converged) {
      std::printf("step %d: bond %d\n", n, positions.worst_row);
      return 1;
    }
    if (!constraints.velocities(r.data(), v.data()).converged) return 1;
  }
  const double after = kinetic();
  std::printf("kinetic energy %.6f, after 1000 steps %.6f\n", before, after);
  return std::abs(after - before) < 1e-3 * before ? 0 : 1;
}

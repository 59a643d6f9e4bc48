// peer_openmm PLATFORM TOLERANCE UNITS < SYSTEM: nanoseconds a unit of OpenMM's applyConstraints, as JSON.
// SYSTEM is "particles constraints", then a line "mass x y z" a particle, then "i j length" a constraint. Positions are
// set anew before each call; only the call is timed, in processor time.
#include <OpenMM.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <vector>

#include "measurement.hpp"

namespace {

using OpenMM::Vec3;

struct Rod {
  int i, j;
  double length;
};

struct Input {
  OpenMM::System system;
  std::vector<Vec3> positions;
  std::vector<Rod> rods;
};

void read(std::istream& in, Input& input) {
  std::size_t particles = 0, rods = 0;
  in >> particles >> rods;
  input.positions.resize(particles);
  input.rods.resize(rods);
  for (Vec3& r : input.positions) {
    double mass = 0.0;
    in >> mass >> r[0] >> r[1] >> r[2];
    input.system.addParticle(mass);
  }
  for (Rod& rod : input.rods) {
    in >> rod.i >> rod.j >> rod.length;
    input.system.addConstraint(rod.i, rod.j, rod.length);
  }
  if (!in) throw std::runtime_error("the system ends early, or holds what is not a number");
}

double largest_error(const Input& input, const std::vector<Vec3>& r) {
  double largest = 0.0;
  for (const Rod& rod : input.rods) {
    const Vec3 d = r[static_cast<std::size_t>(rod.j)] - r[static_cast<std::size_t>(rod.i)];
    largest = std::max(largest, std::abs(std::sqrt(d.dot(d)) / rod.length - 1.0));
  }
  return largest;
}

OpenMM::Platform& platform(const std::string& name) {
  if (name == "CPU")
    OpenMM::Platform::loadPluginLibrary(OpenMM::Platform::getDefaultPluginsDirectory() + "/libOpenMMCPU.so");
  OpenMM::Platform& found = OpenMM::Platform::getPlatformByName(name);
  if (name == "CPU") found.setPropertyDefaultValue("Threads", "1");
  return found;
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 4) return 2;
  const double tolerance = std::atof(argv[2]), units = std::atof(argv[3]);
  Input input;
  read(std::cin, input);
  OpenMM::VerletIntegrator integrator(0.002);
  integrator.setConstraintTolerance(tolerance);
  OpenMM::Context context(input.system, integrator, platform(argv[1]));
  const double seconds =
      peers::fastest([&] { context.setPositions(input.positions); }, [&] { context.applyConstraints(tolerance); });
  const double error = largest_error(input, context.getState(OpenMM::State::Positions).getPositions());
  peers::print(OpenMM::Platform::getOpenMMVersion(), 1e9 * seconds / units, error);
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}

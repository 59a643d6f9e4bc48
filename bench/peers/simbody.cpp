// peer_simbody LINKS STEPS STEP: nanoseconds a link and step of Simbody's Verlet for a chain of pins, as JSON, with the
// largest error of the energy in these steps, relative to what the chain gains between horizontal and hanging.
#include <Simbody.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "measurement.hpp"

namespace {

// Point masses of 1 at the ends of massless rods of length 1, horizontal and at rest.
class Chain {
 public:
  explicit Chain(int links) : matter_(system_), forces_(system_) {
    const SimTK::Force::UniformGravity gravity(forces_, matter_, SimTK::Vec3(0.0, -9.81, 0.0));
    const SimTK::Body::Rigid bead(SimTK::MassProperties(1.0, SimTK::Vec3(0.0), SimTK::Inertia(0.0)));
    SimTK::MobilizedBody last = matter_.Ground();
    for (int k = 0; k < links; ++k)
      last = SimTK::MobilizedBody::Pin(last, SimTK::Transform(), bead, SimTK::Transform(SimTK::Vec3(-1.0, 0.0, 0.0)));
    start_ = system_.realizeTopology();
  }

  SimTK::MultibodySystem& system() { return system_; }
  const SimTK::State& start() const { return start_; }
  double energy(const SimTK::State& state) const {
    system_.realize(state, SimTK::Stage::Dynamics);
    return system_.calcEnergy(state);
  }

 private:
  SimTK::MultibodySystem system_;
  SimTK::SimbodyMatterSubsystem matter_;
  SimTK::GeneralForceSubsystem forces_;
  SimTK::State start_;
};

class Run {
 public:
  Run(Chain& chain, double step) : integrator_(chain.system()), stepper_(chain.system(), integrator_) {
    integrator_.setFixedStepSize(step);
    stepper_.initialize(chain.start());
  }
  void to(double time) { stepper_.stepTo(time); }
  const SimTK::State& state() const { return stepper_.getState(); }

 private:
  SimTK::VerletIntegrator integrator_;
  SimTK::TimeStepper stepper_;
};

double largest_energy_error(Chain& chain, int links, int steps, double step) {
  constexpr int every = 10;
  Run run(chain, step);
  const double start = chain.energy(chain.start()), scale = 9.81 * links * (links + 1) / 2.0;
  double largest = 0.0;
  for (int k = every; k <= steps; k += every) {
    run.to(k * step);
    largest = std::max(largest, std::abs(chain.energy(run.state()) - start) / scale);
  }
  return largest;
}

std::string version() {
  int major = 0, minor = 0, build = 0;
  SimTK_version_simbody(&major, &minor, &build);
  return std::to_string(major) + "." + std::to_string(minor);
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 4) return 2;
  const int links = std::atoi(argv[1]), steps = std::atoi(argv[2]);
  const double step = std::atof(argv[3]);
  Chain chain(links);
  std::unique_ptr<Run> run;
  const double seconds =
      peers::fastest([&] { run = std::make_unique<Run>(chain, step); }, [&] { run->to(steps * step); });
  peers::print(version(), 1e9 * seconds / steps / links, largest_energy_error(chain, links, steps, step));
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}

// No memory is asked for after the set-up, whatever the integrator, solver and constraints: this file replaces the
// global operator new of its program by one that counts.
#include <atomic>
#include <cstdlib>
#include <new>

#include "support/ensembles.hpp"
#include "support/melt.hpp"
#include "support/systems.hpp"
#include "taut/flow.hpp"

namespace {

std::atomic<long> allocations = 0;

void* counted(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void* counted(std::size_t size, std::align_val_t align) {
  ++allocations;
  const auto boundary = static_cast<std::size_t>(align);
  if (void* memory = std::aligned_alloc(boundary, (size + boundary - 1) / boundary * boundary)) return memory;
  throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t size) { return counted(size); }
void* operator new[](std::size_t size) { return counted(size); }
void* operator new(std::size_t size, std::align_val_t align) { return counted(size, align); }
void* operator new[](std::size_t size, std::align_val_t align) { return counted(size, align); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {  // sorting asks for memory this way
  ++allocations;
  return std::malloc(size);
}
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

namespace taut::test {
namespace {

// How many a piece of work makes.
template <class Work>
long allocations_of(Work&& work) {
  const long before = allocations;
  work();
  return allocations - before;
}

TEST(Allocations, AreCounted) {
  EXPECT_GT(allocations_of([] {
              std::vector<double> some(100);
              EXPECT_EQ(some.size(), 100u);
            }),
            0);
  struct alignas(64) Line {
    double value[8];
  };
  EXPECT_GT(allocations_of([] {
              std::vector<Line> some(100);
              EXPECT_EQ(some.size(), 100u);
            }),
            0);
}

class NoAllocation : public testing::TestWithParam<std::tuple<NamedSystem, IntegratorMethod>> {};

TEST_P(NoAllocation, InTheStepLoop) {
  const auto& [named, method] = GetParam();
  for (const SolverMethod solver : methods_for(named.system.model.build().value())) {
    SCOPED_TRACE(solver_name(solver));
    const System system = suited_to(method, named.system);
    Simulation s = Simulation::started(system, {.method = method, .step = 1e-3}, {.method = solver});
    std::vector<double> forces(static_cast<std::size_t>(s.model->row_count()));
    EXPECT_EQ(allocations_of([&] {
                s.step(20);
                s.energy();
                static_cast<void>(s.integrator->violations(s.state));
                static_cast<void>(s.integrator->constraint_forces(s.state, forces));
              }),
              0);
  }
}

INSTANTIATE_TEST_SUITE_P(, NoAllocation,
                         testing::Combine(testing::ValuesIn(every_kind()), testing::ValuesIn(constrained_methods())),
                         [](const auto& instance) {
                           return std::get<0>(instance.param).name + "_" +
                                  test_name(integrator_info(std::get<1>(instance.param)).name);
                         });

TEST(NoAllocationEither, InRandomMotion) {
  for (const NamedSystem& named : every_kind()) {
    if (named.name == "shaken_pivot" || named.name == "breathing_circle") continue;  // refused: they depend on t
    SCOPED_TRACE(named.name);
    System still = named.system, damped = named.system;
    still.forces = {};
    damped.forces.drags = {{.on = {}, .coefficient = 2.0}};
    const auto steps = [](const System& system, const IntegratorOptions& options) {
      Simulation s = Simulation::started(system, options, {.tolerance = 1e-10});
      return allocations_of([&] { s.step(5); });
    };
    constexpr double step = 1e-3, kick = 1e-3, temperature = 1e-3;
    EXPECT_EQ(steps(still, {.method = IntegratorMethod::random_walk, .step = step, .kick = kick}), 0);
    for (const Measure measure : {Measure::rigid, Measure::uniform}) {
      const auto with = [&](IntegratorMethod method) {
        return IntegratorOptions{.method = method, .step = step, .temperature = temperature, .measure = measure};
      };
      EXPECT_EQ(steps(damped, with(IntegratorMethod::brownian)), 0);
      EXPECT_EQ(steps(damped, with(IntegratorMethod::langevin)), 0);
      EXPECT_EQ(steps(named.system, with(IntegratorMethod::hmc)), 0);
    }
  }
}

TEST(NoAllocationEither, WithDragDashpotAndFormulaForces) {
  System system = make_pendulum({.degrees = {30.0, 45.0}});
  system.forces.drags = {{.on = {}, .coefficient = 0.5}};
  system.forces.springs = {{.i = 0, .j = 2, .stiffness = 20.0, .rest_length = 1.5, .damping = 3.0}};
  system.forces.formulas = {{.on = 2, .force = {"sin(t) - x", "0", ""}}};
  system.forces.potentials = {{.on = {1, 2}, .energy = "(x1 - x2)^2"}};
  Simulation s = Simulation::started(system, {.step = 1e-3});
  EXPECT_EQ(allocations_of([&] { s.step(20); }), 0);
}

// Two mechanisms, friction that takes several iterations.
TEST(NoAllocationEither, WithTorques) {
  System system = make_pendulum({.degrees = {30.0, 45.0, 80.0}});
  system.forces.torques = {{.between = {0, 1, 2}, .energy = "cos(q)*t", .stiffness = 2.0, .damping = 3.0},
                           {.between = {1, 2, 3}, .torque = "sin(t) - q - w*abs(w)"}};
  const Model one = system.model.build().value(), two = one.repeated(2);
  const ForceField forces = ForceField::make(two, repeated(system.forces, one.size(), 2)).value();
  const Plan plan = Plan::make(two, tight()).value();
  Integrator integrator = Integrator::make(two, forces, plan, {.step = 1e-3}).value();
  State state = initial_state(two);
  ASSERT_TRUE(integrator.start(state).ok());
  EXPECT_EQ(allocations_of([&] {
              for (int k = 0; k < 20; ++k) EXPECT_TRUE(integrator.step(state).ok());
            }),
            0);
}

TEST(NoAllocationEither, InTheClosedForm) {
  for (const Stabilisation against : {Stabilisation::baumgarte, Stabilisation::projection})
    for (const NamedSystem& named : every_kind()) {
      SCOPED_TRACE(named.name);
      Simulation s = Simulation::started(
          named.system, {.method = IntegratorMethod::closed_form, .step = 1e-3, .order = 8, .stabilisation = against});
      EXPECT_EQ(allocations_of([&] { s.step(5); }), 0);
    }
}

// A whip with a long step: many steps are halved, some more than once.
TEST(NoAllocationEither, InASubdividedStep) {
  for (const IntegratorMethod method : {IntegratorMethod::rattle, IntegratorMethod::shake, IntegratorMethod::suzuki4}) {
    SCOPED_TRACE(integrator_info(method).name);
    Simulation s = Simulation::started(make_whip(20), {.method = method, .step = 0.1});
    int subdivided = 0;
    EXPECT_EQ(allocations_of([&] {
                for (int k = 0; k < 50; ++k) {
                  const StepReport report = s.integrator->step(s.state);
                  if (!report.ok()) break;
                  subdivided += report.subdivided ? 1 : 0;
                }
              }),
              0);
    EXPECT_GT(subdivided, 0);
  }
}

// Pendulums and molecules side by side, in several blocks.
System make_bundles() {
  const Shape cluster = tetrahedron();
  System system = Ensemble(LinkageMaker(1).several(200, [&, k = 0](LinkageMaker& make) mutable {
                    return k++ < 150 ? make.pendulum(3) : make.molecule(cluster.places, cluster.rods);
                  })).system;
  system.forces.gravity = {0.0, -g, 0.0};
  return system;
}

TEST(NoAllocationEither, InBundlesAndThreads) {
  for (const int threads : {1, 2})
    for (const IntegratorMethod method : constrained_methods()) {
      SCOPED_TRACE(integrator_info(method).name);
      const System system = suited_to(method, make_bundles());
      Simulation s = Simulation::started(system, {.method = method, .step = 2e-3, .threads = threads});
      ASSERT_FALSE(s.plan->bundles().empty());
      std::vector<double> forces(static_cast<std::size_t>(s.model->row_count()));
      EXPECT_EQ(allocations_of([&] {
                  s.step(5);
                  static_cast<void>(s.integrator->violations(s.state));
                  static_cast<void>(s.integrator->constraint_forces(s.state, forces));
                }),
                0);
    }
}

TEST(NoAllocationEither, InASubdividedStepOfBundlesAndThreads) {
  for (const int threads : {1, 2}) {
    Simulation s = Simulation::started(make_bundles(), {.step = 0.1, .threads = threads});
    EXPECT_EQ(allocations_of([&] { s.step(5); }), 0);
    EXPECT_TRUE(s.subdivided);
  }
}

// Stiffness of springs and potentials is the exception: ForceField::stiffness returns a list.
TEST(Allocations, NoneToCarryTangentVectors) {
  Simulation s = Simulation::started(make_pendulum({.degrees = {90.0, 20.0, 60.0}}), {.step = 1e-3});
  Flow flow = Flow::make(*s.model, *s.forces, *s.plan, s.options, 3).value();
  ASSERT_TRUE(flow.place(s.state).converged);
  const auto step = [&] { EXPECT_TRUE(flow.advance(s.state, s.state.time + 1e-3, 1e-3).ok()); };
  step();
  EXPECT_EQ(allocations_of([&] {
              for (int k = 0; k < 10; ++k) step();
              for (TangentVector& vector : flow.tangents()) flow.project(vector);
            }),
            0);
}

TEST(Allocations, PairForcesAndThermostatsMakeNoneOnceTheListIsWarm) {
  for (const ThermostatMethod method :
       {ThermostatMethod::rescale, ThermostatMethod::andersen, ThermostatMethod::nose_hoover}) {
    Simulation s = Simulation::started(
        melt(), {.step = 0.005, .thermostat = {.method = method, .temperature = 1.0, .time_constant = 0.05}}, {});
    s.step(200);
    EXPECT_EQ(allocations_of([&] { s.step(200); }), 0);
  }
}

TEST(Allocations, ABoxThatChangesMakesNoneOnceItWasThatLarge) {
  Simulation s = Simulation::started(
      melt(),
      {.step = 0.005,
       .thermostat = {.method = ThermostatMethod::rescale, .temperature = 1.0, .time_constant = 0.05},
       .barostat = {.method = BarostatMethod::cell_rescaling,
                    .pressure = 1.0,
                    .compressibility = 0.2,
                    .time_constant = 0.1,
                    .every = 5}},
      {});
  s.step(400);
  EXPECT_EQ(allocations_of([&] { s.step(400); }), 0);
}

}  // namespace
}  // namespace taut::test

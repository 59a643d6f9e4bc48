// The number of threads changes no bit of a motion, nor of what is reported about it.
#include "solve/partition.hpp"
#include "support/ensembles.hpp"

namespace taut::test {
namespace {

// Some hundred double pendulums and free chains, by turns.
std::vector<Linkage> linkages() {
  return LinkageMaker(21).several(
      400, [k = 0](LinkageMaker& make) mutable { return k++ % 24 < 16 ? make.pendulum(2) : make.chain(4); });
}

System plain() {
  System system = Ensemble(linkages()).system;
  system.forces.gravity = {0.0, -g, 0.0};
  return system;
}

// Between every seventh particle and the next of them, in other linkages mostly.
System with_springs() {
  System system = plain();
  for (int i = 10; i + 7 < system.model.size(); i += 7)
    system.forces.springs.push_back({.i = i, .j = i + 7, .stiffness = 20.0, .rest_length = 0.7});
  return system;
}

System with_drag() {
  System system = plain();
  system.forces.drags = {{.on = {}, .coefficient = 0.5}};
  return system;
}

System with_driven_anchors() {
  std::vector<Linkage> all = linkages();
  for (std::size_t c = 0; c < all.size(); c += 3) {
    ParticleSpec& anchor = all[c].particles.front();
    if (!anchor.fixed) continue;
    const std::string x = std::to_string(anchor.position.x);
    anchor.path = {x + " + 0.1*sin(9*t)", "", ""};
    anchor.position.x = std::stod(x);
    anchor.velocity = {};
  }
  System system = Ensemble(all).system;
  system.forces.gravity = {0.0, -g, 0.0};
  return system;
}

System with_free_particles() {
  std::vector<Linkage> all = linkages();
  LinkageMaker make(22);
  for (std::size_t c = 0; c < all.size(); c += 4) all[c].particles.push_back({.velocity = make.vector()});
  for (int k = 0; k < 700; ++k) all.back().particles.push_back({.velocity = make.vector()});
  System system = Ensemble(all).system;
  system.forces.gravity = {0.0, -g, 0.0};
  return system;
}

System interleaved() {
  System system = Ensemble(linkages(), Memory::interleaved).system;
  system.forces.gravity = {0.0, -g, 0.0};
  return system;
}

struct Case {
  NamedSystem named;
  IntegratorMethod method = IntegratorMethod::rattle;
  double step = 2e-3;
  friend void PrintTo(const Case& c, std::ostream* out) { *out << c.named.name; }
};

std::vector<Case> cases() {
  return {{{"plain", plain()}},
          {{"springs", with_springs()}},
          {{"drag", with_drag()}},
          {{"driven_anchors", with_driven_anchors()}},
          {{"free_particles", with_free_particles()}},
          {{"interleaved", interleaved()}},
          {{"long_steps", plain()}, IntegratorMethod::rattle, 0.1},
          {{"long_steps_and_springs", with_springs()}, IntegratorMethod::rattle, 0.1},
          {{"yoshida4", plain()}, IntegratorMethod::yoshida4},
          {{"suzuki4", with_springs()}, IntegratorMethod::suzuki4},
          {{"shake", plain()}, IntegratorMethod::shake},
          {{"shake_driven_anchors", with_driven_anchors()}, IntegratorMethod::shake}};
}

TEST(ThreadedSystems, HaveBlocksToShareOut) {
  for (const System& system : {plain(), with_driven_anchors(), with_free_particles()}) {
    const Model model = system.model.build().value();
    EXPECT_GE(partition(model, Plan::make(model, {}).value()).size(), 4u);
  }
}

class Threads : public testing::TestWithParam<Case> {
 protected:
  Simulation with(int threads) const {
    const Case& c = GetParam();
    return Simulation::started(c.named.system, {.method = c.method, .step = c.step, .threads = threads});
  }
};

TEST_P(Threads, ChangeNoBitAndNoReport) {
  Simulation one = with(1), two = with(2), three = with(3);
  bool subdivided = false;
  for (int k = 0; k < 40; ++k) {
    const StepReport report = one.integrator->step(one.state);
    ASSERT_TRUE(is_same(report, two.integrator->step(two.state))) << one.integrator->explain(report);
    ASSERT_TRUE(is_same(report, three.integrator->step(three.state))) << one.integrator->explain(report);
    ASSERT_TRUE(is_same(one.state, two.state)) << "at step " << k;
    ASSERT_TRUE(is_same(one.state, three.state)) << "at step " << k;
    ASSERT_TRUE(report.ok()) << one.integrator->explain(report);
    subdivided |= report.subdivided;
  }
  EXPECT_EQ(subdivided, GetParam().step > 0.05);
  EXPECT_EQ(one.constraint_forces(), two.constraint_forces());
}

// A run that goes on with other threads goes on bit for bit.
TEST_P(Threads, MayChangeOnTheWay) {
  Simulation one = with(1), two = with(2);
  one.step(7);
  State continued = one.state;
  ASSERT_TRUE(two.integrator->resume(continued, one.integrator->memory()).converged);
  one.step(5);
  for (int k = 0; k < 5; ++k) ASSERT_TRUE(two.integrator->step(continued).ok());
  EXPECT_TRUE(is_same(one.state, continued));
}

INSTANTIATE_TEST_SUITE_P(, Threads, testing::ValuesIn(cases()),
                         [](const auto& tested) { return tested.param.named.name; });

}  // namespace
}  // namespace taut::test

// The solvers of a plan's bundles, asked as a run asks them, with one instruction set or another.
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "solve/bundle_solver.hpp"
#include "solve/kernels/kernel_table.hpp"
#include "solve/whole_stage.hpp"
#include "support/ensembles.hpp"

namespace taut::test {

struct Solved {
  SolveReport linearised, position, velocity;
  std::vector<Vec3> u, dv, projected;
  std::vector<double> multipliers;        // of a solve with the factor
  std::vector<std::vector<Vec3>> staged;  // positions and velocities after a whole stage, if the solver takes one
  std::vector<std::vector<Vec3>> moved;   // the same after a whole move
};

// Three steps from different trial velocities with one solver, as a run asks it. What lies in the plane z = 0 stays
// there.
class Asked {
 public:
  Asked(const Model& model, const Plan& plan, std::uint32_t seed, double speed) : model_(model), plan_(plan) {
    LinkageMaker make(seed);
    for (int step = 0; step < 3; ++step) {
      trial_.emplace_back();
      for (const double w : model.inverse_masses()) trial_.back().push_back(w > 0.0 ? speed * make.vector() : Vec3{});
    }
    for (int i = 0; i < model.size(); ++i) low_.push_back(1e-18 * make.vector());
    const auto is_flat = [](const Vec3& r) { return r.z == 0.0; };
    if (!std::all_of(model.positions().begin(), model.positions().end(), is_flat)) return;
    for (std::vector<Vec3>& trial : trial_)
      for (Vec3& v : trial) v.z = 0.0;
    for (Vec3& low : low_) low.z = 0.0;
  }

  std::vector<Solved> of(const KernelTable& kernels) const {
    BundleMaker maker(model_, plan_.options(), kernels);
    maker.begin_block();
    std::vector<Solved> all;
    for (const std::vector<std::int32_t>& bundle : plan_.bundles()) {
      std::vector<const Component*> components;
      for (const std::int32_t c : bundle) components.push_back(&plan_.components()[static_cast<std::size_t>(c)]);
      const std::unique_ptr<Solver> solver = maker.make(components);
      for (std::size_t step = 0; step < trial_.size(); ++step) all.push_back(ask(*solver, step));
    }
    return all;
  }

 private:
  static constexpr double h = 0.01;

  Solved ask(Solver& solver, std::size_t step) const {
    const std::vector<Vec3>& trial = trial_[step];
    Solved solved;
    solved.linearised = solver.linearise({model_.positions().data(), low_.data(), 0.0});
    solved.u = trial;
    solved.dv = solved.projected = std::vector<Vec3>(trial.size());
    solved.position = solver.solve_positions(solved.u.data(), solved.dv.data(), h, h * static_cast<double>(step));
    solved.velocity = solver.solve_velocities(trial.data(), solved.projected.data(), h);
    solved.multipliers.assign(solver.rows().size(), 1.0);
    static_cast<void>(solver.solve(solved.multipliers.data(), h));
    if (WholeStage* stage = solver.whole_stage()) {
      take_stage(*stage, step, solved);
      static_cast<void>(solver.linearise({model_.positions().data(), low_.data(), 0.0}));
      solver.forget(Ahead::far);
      take_move(*stage, step, solved);
    }
    return solved;
  }

  void take_stage(WholeStage& stage, std::size_t step, Solved& solved) const {
    const std::vector<Vec3>&trial = trial_[step], &acceleration = trial_[(step + 1) % trial_.size()];
    std::vector<Vec3> failed = trial;
    solved.staged = {model_.positions(), low_, trial, low_};
    stage.prepare(acceleration.data(), model_.positions().data(), low_.data());
    stage.take_stage({model_.positions().data(), low_.data(), trial.data(), low_.data(), solved.staged[0].data(),
                      solved.staged[1].data(), solved.staged[2].data(), solved.staged[3].data(), failed.data()},
                     h, h * static_cast<double>(step), solved.position, solved.velocity);
  }

  void take_move(WholeStage& stage, std::size_t step, Solved& solved) const {
    solved.moved = {model_.positions(), low_, trial_[step]};
    const SolveReport report = stage.take_move({model_.positions().data(), low_.data(), solved.moved[0].data(),
                                                solved.moved[1].data(), solved.moved[2].data()},
                                               h, h * static_cast<double>(step));
    include(solved.position, report);
  }

  const Model& model_;
  const Plan& plan_;
  std::vector<std::vector<Vec3>> trial_;
  std::vector<Vec3> low_;
};

inline bool is_same_bits(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(Vec3)) == 0;
}

// What differs, in words; nothing where all bits are the same.
inline std::string difference(const Solved& a, const Solved& b) {
  if (!is_same(a.linearised, b.linearised)) return "reports of the factor";
  if (!is_same(a.position, b.position)) return "reports of positions";
  if (!is_same(a.velocity, b.velocity)) return "reports of velocities";
  if (!is_same_bits(a.u, b.u)) return "positions";
  if (!is_same_bits(a.dv, b.dv)) return "impulses";
  if (!is_same_bits(a.projected, b.projected)) return "velocities";
  if (a.staged.size() != b.staged.size()) return "stages";
  for (std::size_t k = 0; k < a.staged.size(); ++k)
    if (!is_same_bits(a.staged[k], b.staged[k])) return "a whole stage";
  for (std::size_t k = 0; k < a.moved.size(); ++k)
    if (!is_same_bits(a.moved[k], b.moved[k])) return "a whole move";
  return a.multipliers == b.multipliers ? "" : "multipliers";
}

}  // namespace taut::test

// The integrators there are, and what follows from the options of one.
#include "taut/integrate.hpp"

namespace taut {

const std::vector<IntegratorInfo>& built_in_integrators() {
  static const std::vector<IntegratorInfo> table = {
      {IntegratorMethod::verlet, "verlet", 2, 1, "velocity Verlet, for systems without constraints"},
      {IntegratorMethod::shake, "shake", 2, 1,
       "Verlet in positions with constraints; velocities recovered by projection"},
      {IntegratorMethod::rattle, "rattle", 2, 1, "velocity Verlet with constraints on positions and velocities"},
      {IntegratorMethod::yoshida4, "yoshida4", 4, 3, "order 4 from three RATTLE steps"},
      {IntegratorMethod::suzuki4, "suzuki4", 4, 5, "order 4 from five, with smaller errors than yoshida4"},
      {IntegratorMethod::yoshida6, "yoshida6", 6, 7, "order 6 from seven"},
      {IntegratorMethod::kahan_li6, "kahan-li6", 6, 9, "order 6 from nine, with smaller errors than yoshida6"},
      {IntegratorMethod::kahan_li8, "kahan-li8", 8, 17, "order 8 from seventeen: a few 1e-15 on smooth motion"},
      {IntegratorMethod::closed_form,
       "closed-form",
       4,
       4,
       "accelerations in closed form by Runge-Kutta (order 2, 4 or 8); constraints drift unless stabilised",
       {2, 4, 8}},
      {IntegratorMethod::overdamped,
       "overdamped",
       2,
       2,
       "motion without inertia against drag, projected (order 1 or 2); energy falls",
       {1, 2}},
      {IntegratorMethod::quasistatic, "quasistatic", 0, 1,
       "the equilibrium for the load at each time, without inertia and drag"},
      {IntegratorMethod::random_walk, "random-walk", 1, 1,
       "random kicks, projected along the gradients before them; samples the rigid density as they get small"},
      {IntegratorMethod::brownian, "brownian", 1, 1, "forces, drag and heat without inertia; samples exp(-U/kT)"},
      {IntegratorMethod::langevin, "langevin", 2, 1, "forces, drag and heat with inertia, by g-BAOAB"},
      {IntegratorMethod::hmc, "hmc", 2, 1,
       "hybrid Monte Carlo: motion from random velocities, accepted or rejected; exp(-U/kT) at any step"},
  };
  return table;
}

const IntegratorInfo& integrator_info(IntegratorMethod method) {
  const std::vector<IntegratorInfo>& table = built_in_integrators();
  for (const IntegratorInfo& info : table)
    if (info.method == method) return info;
  return table.front();
}

int integrator_order(const IntegratorOptions& options) {
  return options.order > 0 ? options.order : integrator_info(options.method).order;
}

double baumgarte_rate(const IntegratorOptions& options) {
  return options.baumgarte != 0.0 ? options.baumgarte : 0.1 / options.step;
}

bool has_inertia(IntegratorMethod method) {
  return method != IntegratorMethod::overdamped && method != IntegratorMethod::quasistatic &&
         method != IntegratorMethod::random_walk && method != IntegratorMethod::brownian;
}

bool is_random(IntegratorMethod method) {
  return has_moves(method) || method == IntegratorMethod::brownian || method == IntegratorMethod::langevin;
}

bool has_moves(IntegratorMethod method) {
  return method == IntegratorMethod::random_walk || method == IntegratorMethod::hmc;
}

int integrator_substeps(const IntegratorOptions& options) {
  return options.substeps > 0 ? options.substeps : options.method == IntegratorMethod::hmc ? 10 : 1;
}

}  // namespace taut

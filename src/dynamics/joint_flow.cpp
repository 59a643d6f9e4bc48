#include "dynamics/joint_flow.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "solve/disjoint_sets.hpp"

namespace taut {
namespace {

constexpr auto none = static_cast<std::size_t>(-1);

// (e^z - 1 - z) / z^2
double phi2(double z) {
  if (std::abs(z) > 0.3) return (std::expm1(z) - z) / (z * z);
  constexpr int terms = 14;
  double sum = 0.0;
  for (int n = terms; n > 2; --n) sum = (1.0 + sum) * z / n;
  return 0.5 * (1.0 + sum);
}

}  // namespace

JointFlow::JointFlow(const Model& model, const ForceField& forces, const Plan& plan, ForceWorkspace& workspace)
    : model_(model),
      forces_(forces),
      size_(static_cast<std::size_t>(model.size())),
      force_(size_),
      workspace_(workspace) {
  find_mechanisms(plan);
  std::size_t most = 0;
  for (const Mechanism& mechanism : mechanisms_) most = std::max(most, mechanism.count);
  pushed_.resize(most * size_);
  for (std::vector<double>* array : {&rate_, &after_, &middle_, &pull_, &torque_, &torque_size_, &slope_, &root_,
                                     &impulse_, &total_, &work_, &term_, &next_})
    array->resize(most);
  matrix_.resize(most * most);
  modes_.reserve(most);
}

// Joints that share a component of constraints, or a particle, belong together.
void JointFlow::find_mechanisms(const Plan& plan) {
  const auto moves = [&](std::int32_t p) { return model_.inverse_masses()[static_cast<std::size_t>(p)] > 0.0; };
  DisjointSets sets(size_);
  const auto join = [&](std::span<const std::int32_t> particles) {
    std::int32_t first = -1;
    for (const std::int32_t p : particles) {
      if (!moves(p)) continue;
      if (first < 0) first = p;
      sets.join(first, p);
    }
    return first;
  };
  for (const Component& component : plan.components()) join(component.particles);
  std::vector<std::pair<std::int32_t, std::size_t>> joints;  // a particle of each
  for (std::size_t k = 0; k < forces_.rate_torques(); ++k) joints.emplace_back(join(forces_.joint_particles(k)), k);
  for (auto& [particle, k] : joints) particle = sets.find(particle);
  std::sort(joints.begin(), joints.end());
  std::vector<std::size_t> mechanism_of(size_, none);
  for (const auto& [root, k] : joints) {
    std::size_t& m = mechanism_of[static_cast<std::size_t>(root)];
    if (m == none) {
      m = mechanisms_.size();
      mechanisms_.push_back({joints_.size(), 0, {}, {}});
    }
    joints_.push_back({k});
    ++mechanisms_[m].count;
  }
  for (Mechanism& mechanism : mechanisms_) mechanism.inertia.resize(mechanism.count * mechanism.count);
  for (std::int32_t p = 0; p < model_.size(); ++p)
    if (const std::size_t m = mechanism_of[static_cast<std::size_t>(sets.find(p))]; m != none && moves(p))
      mechanisms_[m].particles.push_back(p);
}

SolveReport JointFlow::take(const Configuration& at, ConstraintSet& constraints) {
  time_ = at.time;
  for (Joint& joint : joints_) look(joint, at.position);
  SolveReport report;
  for (std::size_t slot = 0; slot * size_ < pushed_.size(); ++slot) include(report, push(slot, constraints));
  for (Mechanism& mechanism : mechanisms_) take_inertia(mechanism);
  return report;
}

void JointFlow::look(Joint& joint, const Vec3* position) const {
  constexpr double epsilon = std::numeric_limits<double>::epsilon();
  joint.at = forces_.joint(joint.torque, position);
  joint.rounding = 0.0;
  const std::span<const std::int32_t> particles = forces_.joint_particles(joint.torque);
  for (std::size_t k = 0; k < particles.size(); ++k)
    joint.rounding += epsilon * norm(joint.at.slope[k]) * norm(position[particles[k]]);
}

// g of one joint of every mechanism at once. They are pushed as far as their slope is long, as solvers that iterate
// measure what is left by lengths.
SolveReport JointFlow::push(std::size_t slot, ConstraintSet& constraints) {
  const std::vector<double>& w = model_.inverse_masses();
  Vec3* const g = pushed_.data() + slot * size_;
  std::fill_n(g, size_, Vec3{});
  const auto each = [&](auto&& action) {
    for (const Mechanism& mechanism : mechanisms_)
      if (slot < mechanism.count) action(mechanism, joints_[mechanism.first + slot]);
  };
  each([&](const Mechanism&, Joint& joint) {
    const std::span<const std::int32_t> particles = forces_.joint_particles(joint.torque);
    double steepest = 0.0, farthest = 0.0;
    for (std::size_t k = 0; k < particles.size(); ++k) {
      steepest = std::max(steepest, norm(joint.at.slope[k]));
      farthest = std::max(farthest, w[static_cast<std::size_t>(particles[k])] * norm(joint.at.slope[k]));
    }
    joint.scale = farthest > 0.0 ? 1.0 / (steepest * farthest) : 1.0;
    for (std::size_t k = 0; k < particles.size(); ++k)
      g[particles[k]] += joint.scale * w[static_cast<std::size_t>(particles[k])] * joint.at.slope[k];
  });
  std::copy_n(g, size_, force_.begin());
  const SolveReport report = constraints.subtract_impulses(
      1.0, g, [&](const Solver& solver, double* x) { solver.apply_jacobian(force_.data(), x); });
  each([&](const Mechanism& mechanism, const Joint& joint) {
    for (const std::int32_t p : mechanism.particles) g[p] *= 1.0 / joint.scale;
  });
  return report;
}

double JointFlow::rate_of(const Joint& joint, const Vec3* velocity) const {
  const std::span<const std::int32_t> particles = forces_.joint_particles(joint.torque);
  double rate = 0.0;
  for (std::size_t k = 0; k < particles.size(); ++k) rate += dot(joint.at.slope[k], velocity[particles[k]]);
  return rate;
}

void JointFlow::take_inertia(Mechanism& mechanism) {
  const std::size_t n = mechanism.count;
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t l = 0; l < n; ++l) mechanism.inertia[k * n + l] = rate_of(joints_[mechanism.first + k], pushed(l));
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t l = 0; l < k; ++l) {
      double &below = mechanism.inertia[k * n + l], &above = mechanism.inertia[l * n + k];
      below = above = 0.5 * (below + above);
    }
}

void JointFlow::flow(const std::vector<Vec3>& acceleration, double duration, std::vector<Vec3>& u,
                     std::vector<Vec3>& dv, StageReport& report) {
  constexpr int most_halvings = 12;
  for (const Mechanism& mechanism : mechanisms_) {
    begin(mechanism, acceleration, duration, u.data());
    if (!advance(mechanism, duration, most_halvings)) {
      const bool lost = !std::all_of(after_.begin(), after_.end(), [](double w) { return std::isfinite(w); });
      report.velocity.converged = false;
      report.velocity.failure = lost ? SolveFailure::not_finite : SolveFailure::not_converged;
      if (lost) report.particle = mechanism.particles.front();
      return;
    }
    for (std::size_t k = 0; k < mechanism.count; ++k)
      for (const std::int32_t p : mechanism.particles) {
        const Vec3 change = total_[k] * pushed(k)[p];
        u[p] += change;
        dv[p] += change;
      }
  }
}

// Rates and accelerations of the joints at the start of a flow that has been taken to its end but for the torques.
void JointFlow::begin(const Mechanism& mechanism, const std::vector<Vec3>& acceleration, double duration,
                      const Vec3* u) {
  for (std::size_t k = 0; k < mechanism.count; ++k) {
    pull_[k] = 0.0;
    for (const std::int32_t p : mechanism.particles)
      pull_[k] += model_.masses()[static_cast<std::size_t>(p)] * dot(pushed(k)[p], acceleration[p]);
    rate_[k] = rate_of(joints_[mechanism.first + k], u) - duration * pull_[k];
    total_[k] = 0.0;
  }
}

bool JointFlow::advance(const Mechanism& mechanism, double duration, int halvings) {
  if (step(mechanism, duration)) {
    for (std::size_t k = 0; k < mechanism.count; ++k) {
      rate_[k] = after_[k];
      total_[k] += impulse_[k];
    }
    return true;
  }
  return halvings > 0 && advance(mechanism, 0.5 * duration, halvings - 1) &&
         advance(mechanism, 0.5 * duration, halvings - 1);
}

// Whether the rates in the middle are found: to the rounding of what they are made of or, where a formula loses more
// than that, to what changes no place.
bool JointFlow::step(const Mechanism& mechanism, double duration) {
  constexpr int most_iterations = 30;
  constexpr double found = 1e-14;
  const std::size_t n = mechanism.count;
  std::copy_n(rate_.begin(), n, middle_.begin());
  std::fill_n(after_.begin(), n, HUGE_VAL);
  std::fill_n(root_.begin(), n, -1.0);
  bool unseen = false;
  for (int iteration = 0; iteration < most_iterations; ++iteration) {
    std::copy_n(after_.begin(), n, work_.begin());
    linearise(mechanism);
    const double size = solve(mechanism, duration);
    double change = 0.0;
    unseen = true;
    for (std::size_t k = 0; k < n; ++k) {
      if (!std::isfinite(after_[k])) return false;
      const double moved = std::abs(after_[k] - work_[k]);
      change = std::max(change, moved);
      unseen = unseen && moved * std::abs(duration) <= joints_[mechanism.first + k].rounding;
      middle_[k] = 0.5 * (rate_[k] + after_[k]);
    }
    if (change <= found * size) return true;
  }
  return unseen;
}

// b, R, and R S R where R is new.
void JointFlow::linearise(const Mechanism& mechanism) {
  const std::size_t n = mechanism.count;
  bool changed = false;
  for (std::size_t k = 0; k < n; ++k) {
    const Joint& joint = joints_[mechanism.first + k];
    const RateTorque torque = forces_.rate_torque(joint.torque, joint.at.q, middle_[k], time_, workspace_);
    const double slope = std::min(torque.slope, 0.0), root = std::sqrt(-slope);
    torque_[k] = torque.torque + slope * (rate_[k] - middle_[k]);
    torque_size_[k] = torque.size;
    changed |= root != root_[k];
    root_[k] = root;
  }
  if (!changed) return;
  decay_ = 0.0;
  modes_found_ = false;
  for (std::size_t k = 0; k < n; ++k) {
    double sum = 0.0;
    for (std::size_t l = 0; l < n; ++l) {
      matrix_[k * n + l] = root_[k] * mechanism.inertia[k * n + l] * root_[l];
      sum += std::abs(matrix_[k * n + l]);
    }
    decay_ = std::max(decay_, sum);
  }
}

// x = phi2(-T R S R) x: a series where rates change little within the step, as they mostly do.
void JointFlow::apply_phi2(std::size_t n, double duration, std::vector<double>& x) {
  if (std::abs(duration) * decay_ <= 1.0) return apply_series(n, duration, x);
  if (!modes_found_) modes_.find(n, matrix_.data());
  modes_found_ = true;
  std::copy_n(x.begin(), n, term_.begin());
  std::fill_n(x.begin(), n, 0.0);
  for (std::size_t m = 0; m < n; ++m) {
    const double* mode = modes_.vector(m);
    double part = 0.0;
    for (std::size_t k = 0; k < n; ++k) part += mode[k] * term_[k];
    part *= phi2(-duration * std::max(modes_.value(m), 0.0));
    for (std::size_t k = 0; k < n; ++k) x[k] += mode[k] * part;
  }
}

// phi2(z) = sum of z^k / (k + 2)!
void JointFlow::apply_series(std::size_t n, double duration, std::vector<double>& x) {
  constexpr int most_terms = 20;  // of a decay of one the last is 1e-21
  for (std::size_t k = 0; k < n; ++k) x[k] = term_[k] = 0.5 * x[k];
  for (int power = 1; power <= most_terms; ++power) {
    double largest = 0.0, largest_term = 0.0;
    for (std::size_t k = 0; k < n; ++k) {
      double sum = 0.0;
      for (std::size_t l = 0; l < n; ++l) sum += matrix_[k * n + l] * term_[l];
      next_[k] = -duration * sum / (power + 2);
    }
    for (std::size_t k = 0; k < n; ++k) {
      term_[k] = next_[k];
      x[k] += term_[k];
      largest = std::max(largest, std::abs(x[k]));
      largest_term = std::max(largest_term, std::abs(term_[k]));
    }
    if (largest_term <= 1e-18 * largest) return;
  }
}

// J and the rates after it; returns how large the numbers are that they are differences of.
double JointFlow::solve(const Mechanism& mechanism, double duration) {
  const std::size_t n = mechanism.count;
  const auto inertia_times = [&](std::size_t k, const std::vector<double>& x) {
    double sum = 0.0;
    for (std::size_t l = 0; l < n; ++l) sum += mechanism.inertia[k * n + l] * x[l];
    return sum;
  };
  double size = 0.0;
  for (std::size_t k = 0; k < n; ++k) {
    const double pull = inertia_times(k, torque_);
    slope_[k] = root_[k] * (pull_[k] + pull);
    impulse_[k] = duration * torque_[k];
    size = std::max({size, std::abs(rate_[k]), std::abs(duration * pull_[k]), std::abs(duration * pull)});
    for (std::size_t l = 0; l < n; ++l)
      size = std::max(size, std::abs(duration * mechanism.inertia[k * n + l]) * torque_size_[l]);
  }
  apply_phi2(n, duration, slope_);
  for (std::size_t k = 0; k < n; ++k) impulse_[k] -= duration * duration * root_[k] * slope_[k];
  for (std::size_t k = 0; k < n; ++k) after_[k] = rate_[k] + duration * pull_[k] + inertia_times(k, impulse_);
  return size;
}

}  // namespace taut

#include "kinematics/search/preferences.hpp"

#include <algorithm>
#include <cmath>

#include "base/dense_positive.hpp"

namespace taut {

Preferences::Preferences(const Arm& arm, const Goals& goals)
    : arm_(&arm),
      posture_weight_(goals.posture.empty() ? 0.0 : goals.posture_weight),
      manipulability_weight_(goals.manipulability_weight),
      wanted_(goals.posture),
      trial_(arm),
      step_(static_cast<std::size_t>(arm.value_count())),
      way_(step_.size()) {}

double Preferences::log_manipulability(const Posture& posture, const Task& task) {
  double sum = 0.0;
  for (const Target& target : task.targets()) sum += log_manipulability(posture, task, target.hand);
  return sum;
}

double Preferences::log_manipulability(const Posture& posture, const Task& task, int hand) const {
  double gram[9] = {};
  const int axes = arm_->dimension();
  const double size = arm_->size();
  posture.each_motion(arm_->hands()[static_cast<std::size_t>(hand)].joint, posture.hand_place(hand),
                      [&](int value, const Vec3& velocity, const Vec3&) {
                        const double s = task.scale(value) / size;
                        for (int i = 0; i < axes; ++i)
                          for (int j = 0; j <= i; ++j) gram[i * axes + j] += s * s * velocity[i] * velocity[j];
                      });
  for (int i = 0; i < axes; ++i) gram[i * axes + i] += 1e-12;  // a stretched arm has none at all
  if (!factor_positive(gram, axes)) return -30.0;
  double sum = 0.0;
  for (int i = 0; i < axes; ++i) sum -= std::log(gram[i * axes + i]);
  return sum;
}

double Preferences::cost(const Posture& posture, const Task& task) {
  double sum = 0.0;
  if (posture_weight_ > 0.0) {
    posture.way_to(wanted_, task.scales(), way_);
    for (const double w : way_) sum += 0.5 * posture_weight_ * w * w;
  }
  if (manipulability_weight_ > 0.0) sum -= manipulability_weight_ * log_manipulability(posture, task);
  return sum;
}

void Preferences::add(const Posture& posture, const Task& task, double weight, double* matrix, double* right) {
  const std::size_t n = step_.size();
  if (posture_weight_ > 0.0) {
    posture.way_to(wanted_, task.scales(), way_);
    for (std::size_t k = 0; k < n; ++k) {
      right[k] += weight * posture_weight_ * way_[k];
      matrix[k * n + k] += weight * posture_weight_;
    }
  }
  if (manipulability_weight_ == 0.0) return;
  constexpr double h = 1e-6;
  const double present = log_manipulability(posture, task);
  for (std::size_t k = 0; k < n; ++k) {
    const double scale = task.scale(static_cast<int>(k));
    std::fill(step_.begin(), step_.end(), 0.0);
    step_[k] = h * scale;
    trial_.move(posture, step_);
    const double slope = (log_manipulability(trial_, task) - present) / h;
    right[k] += weight * manipulability_weight_ * slope;
    matrix[k * n + k] += weight * manipulability_weight_ * (1.0 + slope * slope);
  }
}

}  // namespace taut

// Textbook integrators of an n-fold pendulum, written by hand and apart from the engine: RATTLE as it must be, and the
// two variants that are easily written instead [science, section 1]. Unit masses, unit rods, pivot at the origin.
//
//   v1 = v + (h/2) f,  r* = r + h v1
//   find lambda: r' = r* - h B^T lambda on the constraints, v1 -= B^T lambda, then the second half kick
//   v' = v1 - B(r')^T mu with B(r') v' = 0
//
// `gradient_at_trial` takes B at r* instead of r; `no_feedback` leaves v1 as it was.
#pragma once

#include <Eigen/Dense>
#include <numbers>
#include <vector>

namespace taut::test {

enum class Variant { rattle, gradient_at_trial, no_feedback };

class HandPendulum {
 public:
  HandPendulum(Variant variant, const std::vector<double>& degrees, double gravity)
      : variant_(variant), rods_(static_cast<Eigen::Index>(degrees.size())), gravity_(gravity) {
    r_ = v_ = Eigen::VectorXd::Zero(2 * rods_);
    Eigen::Vector2d end = Eigen::Vector2d::Zero();
    for (Eigen::Index k = 0; k < rods_; ++k) {
      const double angle = degrees[static_cast<std::size_t>(k)] * (std::numbers::pi / 180.0);
      end += Eigen::Vector2d(std::sin(angle), -std::cos(angle));
      r_.segment<2>(2 * k) = end;
    }
  }

  Eigen::VectorXd& positions() { return r_; }
  Eigen::VectorXd& velocities() { return v_; }
  double energy() const {
    double potential = 0.0;
    for (Eigen::Index k = 0; k < rods_; ++k) potential += gravity_ * r_[2 * k + 1];
    return 0.5 * v_.squaredNorm() + potential;
  }

  void step(double h) {
    Eigen::VectorXd half = v_ + 0.5 * h * force();
    const Eigen::VectorXd trial = r_ + h * half;
    const Eigen::MatrixXd along = jacobian(variant_ == Variant::gradient_at_trial ? trial : r_);
    const Eigen::VectorXd impulse = constrain(trial, along, h);
    r_ = trial - h * along.transpose() * impulse;
    if (variant_ != Variant::no_feedback) half -= along.transpose() * impulse;
    half += 0.5 * h * force();
    const Eigen::MatrixXd b = jacobian(r_);
    v_ = half - b.transpose() * (b * b.transpose()).ldlt().solve(b * half);
  }

 private:
  Eigen::VectorXd force() const {
    Eigen::VectorXd f = Eigen::VectorXd::Zero(2 * rods_);
    for (Eigen::Index k = 0; k < rods_; ++k) f[2 * k + 1] = -gravity_;
    return f;
  }

  Eigen::Vector2d rod(const Eigen::VectorXd& r, Eigen::Index k) const {
    return k == 0 ? Eigen::Vector2d(r.segment<2>(0)) : Eigen::Vector2d(r.segment<2>(2 * k) - r.segment<2>(2 * k - 2));
  }

  Eigen::MatrixXd jacobian(const Eigen::VectorXd& r) const {
    Eigen::MatrixXd b = Eigen::MatrixXd::Zero(rods_, 2 * rods_);
    for (Eigen::Index k = 0; k < rods_; ++k) {
      b.block<1, 2>(k, 2 * k) = rod(r, k).transpose();
      if (k > 0) b.block<1, 2>(k, 2 * k - 2) = -rod(r, k).transpose();
    }
    return b;
  }

  // Newton's method on sigma(trial - h along^T lambda) = 0.
  Eigen::VectorXd constrain(const Eigen::VectorXd& trial, const Eigen::MatrixXd& along, double h) const {
    Eigen::VectorXd lambda = Eigen::VectorXd::Zero(rods_);
    constexpr int iterations = 8;  // quadratic convergence: more than enough for every step that tests take
    for (int iteration = 0; iteration < iterations; ++iteration) {
      const Eigen::VectorXd r = trial - h * along.transpose() * lambda;
      Eigen::VectorXd sigma(rods_);
      for (Eigen::Index k = 0; k < rods_; ++k) sigma[k] = 0.5 * (rod(r, k).squaredNorm() - 1.0);
      lambda += (h * jacobian(r) * along.transpose()).partialPivLu().solve(sigma);
    }
    return lambda;
  }

  Variant variant_;
  Eigen::Index rods_;
  double gravity_;
  Eigen::VectorXd r_, v_;
};

}  // namespace taut::test

// Particles that follow formulas of t: where they are, and their exact velocity and acceleration.
#pragma once

#include <algorithm>
#include <vector>

#include "taut/model.hpp"

namespace taut {

class DrivenMotion {
 public:
  explicit DrivenMotion(const Model& model) {
    std::size_t size = 0;
    for (const DrivenPath& path : model.driven())
      for (const Formula& f : path.coordinate) size = std::max(size, f.scratch_size());
    scratch_.resize(size);
  }

  Vec3 position(const DrivenPath& path, double t) {
    return each(path, [&](const Formula& f) { return f.value(&t, scratch_.data()); });
  }
  Vec3 velocity(const DrivenPath& path, double t) {
    return each(path, [&](const Formula& f) {
      double derivative = 0.0;
      f.gradient(&t, &derivative, scratch_.data());
      return derivative;
    });
  }
  Vec3 acceleration(const DrivenPath& path, double t) {
    constexpr double along_t = 1.0;
    return each(path, [&](const Formula& f) { return f.second_derivative(&t, &along_t, scratch_.data()); });
  }

 private:
  template <class Evaluate>
  static Vec3 each(const DrivenPath& path, Evaluate&& evaluate) {
    return {evaluate(path.coordinate[0]), evaluate(path.coordinate[1]), evaluate(path.coordinate[2])};
  }
  std::vector<double> scratch_;
};

}  // namespace taut

// Frames with awkward numbers: no short decimals, all different.
#pragma once

#include <cmath>
#include <utility>
#include <vector>

#include "taut/output.hpp"

namespace taut::test {

class SampleFrames {
 public:
  SampleFrames(std::size_t particles, std::size_t rows)
      : positions_(particles), velocities_(particles), forces_(rows) {}
  // With a box whose first edge grows by 1/3 a step.
  SampleFrames in(const Vec3& box) && {
    box_ = box;
    return std::move(*this);
  }

  // The frame of a step; valid until the next call.
  Frame at(std::int64_t step) {
    const double t = 0.1 * static_cast<double>(step);
    for (std::size_t i = 0; i < positions_.size(); ++i) {
      const double phase = t + static_cast<double>(i);
      positions_[i] = {std::sin(phase), std::cos(phase), phase / 3.0};
      velocities_[i] = {std::cos(phase), -std::sin(phase), 1.0 / 3.0};
    }
    for (std::size_t k = 0; k < forces_.size(); ++k) forces_[k] = std::exp(-t) * static_cast<double>(k + 1);
    Frame frame{step, t, positions_, velocities_, forces_, std::sqrt(t), -t / 7.0, 1e-13 * t, 1e-14 * t, -1, 2.5};
    frame.box = box_;
    if (box_.x > 0.0) frame.box.x += static_cast<double>(step) / 3.0;
    return frame;
  }

 private:
  std::vector<Vec3> positions_, velocities_;
  std::vector<double> forces_;
  Vec3 box_;
};

}  // namespace taut::test

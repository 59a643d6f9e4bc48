#include "dynamics/noise.hpp"

#include <algorithm>

#include "base/philox.hpp"

namespace taut {

GaussianDraw Noise::next(const State& state) {
  if (state.step != step_) draws_ = 0;
  step_ = state.step;
  return {seed_, static_cast<std::uint64_t>(step_), draws_++};
}

void Noise::fill(const GaussianDraw& draw, std::size_t begin, std::size_t end, const std::vector<double>& deviation,
                 std::vector<Vec3>& out) const {
  constexpr std::size_t most = 24;  // batches at a time
  double numbers[most * gaussian_batch];
  for (std::size_t i = begin; i < end;) {
    const std::size_t first = dimension_ * i / gaussian_batch;
    const std::size_t last = (dimension_ * end + gaussian_batch - 1) / gaussian_batch;
    const std::size_t batches = std::min(most, last - first);
    kernels_.gaussians(draw, first, batches, numbers);
    const std::size_t until = std::min(end, (first + batches) * gaussian_batch / dimension_);
    const double* z = numbers + (dimension_ * i - first * gaussian_batch);
    for (; i < until; ++i, z += dimension_) {
      const double s = deviation[i];
      out[i] = {s * z[0], s * z[1], dimension_ == 3 ? s * z[2] : 0.0};
    }
  }
}

double Noise::uniform(const GaussianDraw& draw, std::uint32_t index) const {
  const PhiloxBlock bits =
      philox({index, draw.draw, static_cast<std::uint32_t>(draw.step), static_cast<std::uint32_t>(draw.step >> 32)},
             static_cast<std::uint32_t>(seed_), static_cast<std::uint32_t>(seed_ >> 32));
  const std::uint64_t word = (static_cast<std::uint64_t>(bits[0]) << 32 | bits[1]) >> 12;
  return (static_cast<double>(word) + 0.5) * 0x1p-52;
}

}  // namespace taut

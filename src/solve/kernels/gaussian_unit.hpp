// Which normal random numbers a kernel makes.
#pragma once

#include <cstddef>
#include <cstdint>

namespace taut {

// The draws of a step count from zero, the numbers of a draw too, in batches.
struct GaussianDraw {
  std::uint64_t seed;
  std::uint64_t step;
  std::uint32_t draw;
};
constexpr std::size_t gaussian_batch = 32;

}  // namespace taut

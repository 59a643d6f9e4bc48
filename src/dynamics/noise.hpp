// Random numbers of a simulation. They depend on the seed, the step, how many draws the step made before, and the
// particle: not on threads, nor on where a run was interrupted.
#pragma once

#include <cstdint>
#include <vector>

#include "solve/kernels/kernel_table.hpp"
#include "taut/integrate.hpp"

namespace taut {

class Noise {
 public:
  Noise(const Model& model, std::uint64_t seed)
      : seed_(seed), dimension_(static_cast<std::size_t>(model.dimension())) {}

  // A draw that no other of this step shares its numbers with; a repeated or divided step gets new ones.
  GaussianDraw next(const State& state);
  GaussianDraw start() const { return {seed_, 0, 0xFFFFFFFF}; }  // before the first step

  // out_i = deviation_i times a vector of standard normal numbers, for the particles from begin to end.
  void fill(const GaussianDraw& draw, std::size_t begin, std::size_t end, const std::vector<double>& deviation,
            std::vector<Vec3>& out) const;
  // Uniform between 0 and 1, of a draw that serves nothing else.
  double uniform(const GaussianDraw& draw, std::uint32_t index) const;

 private:
  const KernelTable& kernels_ = *kernels_here().back();
  std::uint64_t seed_;
  std::size_t dimension_;
  std::int64_t step_ = -1;  // that the last draw was for
  std::uint32_t draws_ = 0;
};

}  // namespace taut

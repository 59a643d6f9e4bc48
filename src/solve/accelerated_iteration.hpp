// Anderson's acceleration [anderson1965] of an iteration x += g(x): of the last few corrections the combination is
// taken that would have left the least of g, and x goes on from there. Where g is linear it is GMRES on the same
// preconditioner, so that a few directions in which the plain iteration is slow or diverges do no harm.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace taut {

class AcceleratedIteration {
 public:
  explicit AcceleratedIteration(std::size_t size);

  void restart() { count_ = 0, started_ = false; }
  // Takes note of g at x.
  void observe(std::span<const double> x, std::span<const double> g);
  // Turns g at the x of the last observation into the step to take from there, in place.
  void accelerate(std::span<double> g);

 private:
  static constexpr std::size_t depth = 16;
  void keep_differences(std::span<const double> x, std::span<const double> g);
  void orthogonalise();

  std::size_t count_ = 0, next_ = 0;
  bool started_ = false;
  std::vector<double> last_x_, last_g_;
  std::array<std::vector<double>, depth> dx_, dg_;        // rings of differences
  std::array<std::vector<double>, depth> basis_, moved_;  // orthonormal combinations of dg, and the same of dx + dg
  std::size_t rank_ = 0;
};

}  // namespace taut

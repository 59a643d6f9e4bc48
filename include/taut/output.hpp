// What a run hands to its writers: one frame at a time. A writer that cannot write throws OutputError; what it wrote
// before stays readable.
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>

#include "taut/integrate.hpp"
#include "taut/vec.hpp"

namespace taut {

class OutputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Frame {
  std::int64_t step = 0;
  double time = 0.0;
  std::span<const Vec3> positions;
  std::span<const Vec3> velocities;
  std::span<const double> constraint_forces;  // one a row
  double kinetic = 0.0;
  double potential = 0.0;
  double max_position_error = 0.0;
  double max_velocity_error = 0.0;
  std::int32_t worst_row = -1;  // of positions; -1: there is none
  double iterations = 0.0;      // mean over the steps since the last frame

  // That flowed into the energy since the start: of a bath, of damping, of what drives the motion. Not a number where
  // that is not known. The doubt is of their sum: the difference to a sum over every other step.
  double heat = 0.0, work = 0.0, doubt = 0.0;

  const Integrator::Thermodynamics* thermodynamics = nullptr;  // of systems that have it in their output

  Vec3 box = {};  // edges, where it is periodic

  double total() const { return kinetic + potential; }
};

class Writer {
 public:
  virtual ~Writer() = default;
  virtual void write(const Frame& frame) = 0;
  virtual void flush() = 0;  // after this, what was written is on disk and readable
};

}  // namespace taut

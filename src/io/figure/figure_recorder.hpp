// Collects what the figures need while a run writes its frames, in bounded memory, and writes path.svg, energy.svg and
// constraint_error.svg at the end. When it holds too many samples it merges neighbours; the worst error of each pair
// survives.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "taut/output.hpp"

namespace taut::io {

struct FigureOptions {
  std::string directory;
  std::string title;
  int dimension = 3;
  std::vector<std::string> names = {};         // one a particle
  std::vector<std::pair<int, int>> rods = {};  // pairs at a constant distance
  std::vector<std::pair<int, int>> springs = {};
  std::vector<int> fixed = {};    // fixed or driven particles
  std::vector<int> tracked = {};  // whose paths are drawn; see choose_tracked
  std::vector<int> hidden = {};   // particles that are not drawn, such as those of arms,
  std::function<std::vector<std::pair<Vec3, Vec3>>(std::span<const Vec3>)> limbs = {};  // whose limbs are
  double tolerance = 1e-12;
  bool conserves_energy = true;  // a change of energy is an error
  std::string length_unit = {}, time_unit = {};
};

// Up to 8 moving particles: all of them. More: 4 spread evenly from the first to the last.
std::vector<int> choose_tracked(int particles, const std::vector<int>& fixed);

class FigureRecorder : public Writer {
 public:
  explicit FigureRecorder(FigureOptions options);

  void write(const Frame& frame) override;
  void flush() override {}            // figures are drawn once, by finish()
  std::vector<std::string> finish();  // the files it wrote; none for less than two frames

  // What was collected as plain numbers, so that a continued run draws the whole of it.
  std::vector<double> save() const;
  void restore(std::span<const double> saved);

  std::size_t samples() const { return samples_.size(); }

 private:
  struct Sample {
    double time, total, position_error, velocity_error;
    std::vector<Vec3> tracked;
  };

  Sample sample_of(const Frame& frame) const;
  void merge(Sample& kept, const Sample& next) const;
  void halve();
  void remember_configuration(const Frame& frame);
  std::string path_svg() const;
  std::string energy_svg() const;
  std::string constraint_svg() const;

  FigureOptions options_;
  std::vector<Sample> samples_;
  std::int64_t frames_ = 0, frames_a_sample_ = 1;
  double initial_energy_ = 0.0, largest_kinetic_ = 0.0;
  bool constrained_ = false;
  Sample latest_{};
  std::vector<Vec3> configuration_;  // of the latest frame; empty when the system is too large to draw
};

}  // namespace taut::io

// What a run adds up as it goes, and what a continued run must know of the part before.
#pragma once

#include <cstdint>

#include "io/output/checkpoint.hpp"
#include "taut/integrate.hpp"
#include "taut/output.hpp"

namespace taut {

struct Statistics {
  // per step
  std::int64_t iterations = 0, iterations_max = 0, subdivided_steps = 0;
  std::int64_t iterations_since_frame = 0, steps_since_frame = 0;
  std::int64_t singular_passages = 0, singular_row = -1;  // past singular configurations; a row of the first
  std::int64_t passing = 0, near_misses = 0;              // whether the last step was part of one; see StepReport
  double first_singular_time = 0.0, last_singular_time = 0.0;
  std::int64_t moves = 0, rejected = 0, too_small = 0;  // see StepReport
  double smallest_step = 0.0, halvings = 0.0;           // of subdivided steps; the sum of how often each was halved
  double loop_seconds = 0.0, wall_seconds = 0.0;
  // per stored frame
  double initial_energy = 0.0, final_energy = 0.0, largest_deviation = 0.0, largest_kinetic = 0.0;
  double initial_kinetic = 0.0, initial_potential = 0.0;
  double largest_drop = 0.0;                            // of the potential energy, from the start
  double lowest_energy = 0.0, largest_rise = 0.0;       // above the lowest before
  double heat = 0.0, work = 0.0, doubt = 0.0;           // see Frame
  double largest_exchange = 0.0;                        // |heat| + |work|
  std::int64_t exchange_unknown = 0;                    // whether they were not known in some frame
  double final_balance = 0.0, largest_imbalance = 0.0;  // of the energy less heat and work
  double max_position_error = 0.0, max_velocity_error = 0.0, worst_frame = 0.0;
  std::int64_t worst_row = -1;                 // of constraints, in the frame with the largest position error
  std::int64_t warm_frames = 0;                // after the start
  double kinetic_sum = 0.0, volume_sum = 0.0;  // of them; the volume of a box, or area
  // once
  double start_position_error = 0.0, start_velocity_error = 0.0;
  double energy_floor = 0.0;                               // see evidence.hpp
  double start_removed_velocity = 0.0, start_speed = 0.0;  // see StartReport::removed
  std::int64_t start_slowed = -1;

  struct Energies {
    double kinetic, potential, heat = 0.0, work = 0.0, doubt = 0.0;  // see Frame
  };
  void add(const StepReport& report);
  void look(const Energies& energies);  // between frames
  void add(const Frame& frame);
  double mean_since_frame() const;
  double relative_drift() const;
  // The most kinetic energy that the start could become on the way that was taken: what it has, and what the potential
  // energy fell by.
  double energy_scale() const;

  double step = 0.0;  // that was asked for

  void save(io::Checkpoint& checkpoint) const;
  static Statistics load(const io::Checkpoint& checkpoint);

 private:
  void add_subdivided(double smallest);
};

}  // namespace taut

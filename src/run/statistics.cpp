#include "run/statistics.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/volume.hpp"

namespace taut {
namespace {

constexpr std::array<std::pair<const char*, std::int64_t Statistics::*>, 16> counts = {{
    {"iterations", &Statistics::iterations},
    {"iterations_max", &Statistics::iterations_max},
    {"subdivided_steps", &Statistics::subdivided_steps},
    {"iterations_since_frame", &Statistics::iterations_since_frame},
    {"steps_since_frame", &Statistics::steps_since_frame},
    {"singular_passages", &Statistics::singular_passages},
    {"singular_row", &Statistics::singular_row},
    {"passing", &Statistics::passing},
    {"near_misses", &Statistics::near_misses},
    {"moves", &Statistics::moves},
    {"rejected", &Statistics::rejected},
    {"too_small", &Statistics::too_small},
    {"warm_frames", &Statistics::warm_frames},
    {"worst_row", &Statistics::worst_row},
    {"start_slowed", &Statistics::start_slowed},
    {"exchange_unknown", &Statistics::exchange_unknown},
}};

constexpr std::array<std::pair<const char*, double Statistics::*>, 31> numbers = {{
    {"first_singular_time", &Statistics::first_singular_time},
    {"last_singular_time", &Statistics::last_singular_time},
    {"loop_seconds", &Statistics::loop_seconds},
    {"wall_seconds", &Statistics::wall_seconds},
    {"initial_energy", &Statistics::initial_energy},
    {"final_energy", &Statistics::final_energy},
    {"largest_deviation", &Statistics::largest_deviation},
    {"largest_kinetic", &Statistics::largest_kinetic},
    {"max_position_error", &Statistics::max_position_error},
    {"max_velocity_error", &Statistics::max_velocity_error},
    {"start_position_error", &Statistics::start_position_error},
    {"start_velocity_error", &Statistics::start_velocity_error},
    {"start_removed_velocity", &Statistics::start_removed_velocity},
    {"start_speed", &Statistics::start_speed},
    {"kinetic_sum", &Statistics::kinetic_sum},
    {"volume_sum", &Statistics::volume_sum},
    {"smallest_step", &Statistics::smallest_step},
    {"halvings", &Statistics::halvings},
    {"initial_kinetic", &Statistics::initial_kinetic},
    {"initial_potential", &Statistics::initial_potential},
    {"largest_drop", &Statistics::largest_drop},
    {"lowest_energy", &Statistics::lowest_energy},
    {"largest_rise", &Statistics::largest_rise},
    {"heat", &Statistics::heat},
    {"work", &Statistics::work},
    {"doubt", &Statistics::doubt},
    {"largest_exchange", &Statistics::largest_exchange},
    {"final_balance", &Statistics::final_balance},
    {"largest_imbalance", &Statistics::largest_imbalance},
    {"worst_frame", &Statistics::worst_frame},
    {"energy_floor", &Statistics::energy_floor},
}};

}  // namespace

void Statistics::add(const StepReport& report) {
  const std::int64_t now = report.position.iterations;
  iterations += now;
  iterations_since_frame += now;
  ++steps_since_frame;
  iterations_max = std::max(iterations_max, now);
  if (report.subdivided) add_subdivided(report.smallest_step);
  if (report.moves > 0) {
    moves += report.moves;
    rejected += report.rejected;
    too_small += report.too_small;
  }
  max_position_error = std::max(max_position_error, report.position.max_violation);
  if (report.near_miss) ++near_misses;
  const bool goes_on = passing != 0;  // steps past one configuration, one after another, are one passage
  passing = report.singular_row >= 0 ? 1 : 0;
  if (passing == 0) return;
  if (!goes_on && singular_passages++ == 0) {
    first_singular_time = report.singular_time;
    singular_row = report.singular_row;
  }
  last_singular_time = report.singular_time;
}

void Statistics::add_subdivided(double smallest) {
  if (subdivided_steps++ == 0 || smallest < smallest_step) smallest_step = smallest;
  halvings += std::log2(step / smallest);
}

void Statistics::look(const Energies& now) {
  heat = now.heat, work = now.work, doubt = now.doubt;
  if (!std::isfinite(heat + work + doubt)) exchange_unknown = 1, heat = work = doubt = 0.0;
  const double total = now.kinetic + now.potential, balance = total - heat - work;
  largest_exchange = std::max(largest_exchange, std::abs(heat) + std::abs(work));
  largest_drop = std::max(largest_drop, initial_potential - now.potential);
  largest_rise = std::max(largest_rise, total - lowest_energy);
  lowest_energy = std::min(lowest_energy, total);
  largest_imbalance = std::max(largest_imbalance, std::abs(balance - initial_energy));
}

void Statistics::add(const Frame& frame) {
  if (frame.step == 0) {
    initial_energy = lowest_energy = frame.total();
    initial_kinetic = frame.kinetic;
    initial_potential = frame.potential;
  }
  look({frame.kinetic, frame.potential, frame.heat, frame.work, frame.doubt});
  final_energy = frame.total();
  final_balance = final_energy - heat - work;
  if (frame.step > 0) ++warm_frames, kinetic_sum += frame.kinetic, volume_sum += volume_of(frame.box);
  largest_deviation = std::max(largest_deviation, std::abs(frame.total() - initial_energy));
  largest_kinetic = std::max(largest_kinetic, frame.kinetic);
  max_position_error = std::max(max_position_error, frame.max_position_error);
  max_velocity_error = std::max(max_velocity_error, frame.max_velocity_error);
  if (frame.max_position_error > worst_frame) worst_frame = frame.max_position_error, worst_row = frame.worst_row;
  iterations_since_frame = steps_since_frame = 0;
}

double Statistics::mean_since_frame() const {
  return steps_since_frame == 0 ? 0.0
                                : static_cast<double>(iterations_since_frame) / static_cast<double>(steps_since_frame);
}

double Statistics::relative_drift() const {
  const double scale = std::max(std::abs(initial_energy), largest_kinetic);
  return largest_deviation == 0.0 ? 0.0 : scale == 0.0 ? 1.0 : largest_deviation / scale;
}

double Statistics::energy_scale() const { return initial_kinetic + std::max(largest_drop, energy_floor); }

void Statistics::save(io::Checkpoint& checkpoint) const {
  for (const auto& [name, member] : counts) checkpoint.counts[name] = this->*member;
  for (const auto& [name, member] : numbers) checkpoint.numbers[name] = this->*member;
}

Statistics Statistics::load(const io::Checkpoint& checkpoint) {
  Statistics statistics;
  for (const auto& [name, member] : counts) statistics.*member = checkpoint.counts.at(name);
  for (const auto& [name, member] : numbers) statistics.*member = checkpoint.numbers.at(name);
  return statistics;
}

}  // namespace taut

#include "io/figure/figure_recorder.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "io/figure/figures.hpp"
#include "io/figure/path_figure.hpp"
#include "io/file/atomic_file.hpp"

namespace taut::io {
namespace {

constexpr std::size_t max_samples = 4000;
constexpr std::size_t max_drawn_particles = 2000;  // more than that is a blot, and a file of megabytes
constexpr std::size_t max_paths = 8, paths_of_many = 4;

}  // namespace

std::vector<int> choose_tracked(int particles, const std::vector<int>& fixed) {
  std::vector<bool> moves(static_cast<std::size_t>(particles), true);
  for (const int i : fixed) moves[static_cast<std::size_t>(i)] = false;
  std::vector<int> moving;
  for (int i = 0; i < particles; ++i)
    if (moves[static_cast<std::size_t>(i)]) moving.push_back(i);
  if (moving.size() <= max_paths) return moving;
  std::vector<int> chosen;
  for (std::size_t k = 0; k < paths_of_many; ++k)
    chosen.push_back(moving[k * (moving.size() - 1) / (paths_of_many - 1)]);
  return chosen;
}

FigureRecorder::FigureRecorder(FigureOptions options) : options_(std::move(options)) {}

void FigureRecorder::write(const Frame& frame) {
  if (frames_ == 0) initial_energy_ = frame.total();
  largest_kinetic_ = std::max(largest_kinetic_, frame.kinetic);
  constrained_ = constrained_ || !frame.constraint_forces.empty();
  latest_ = sample_of(frame);
  remember_configuration(frame);
  if (frames_ % frames_a_sample_ == 0)
    samples_.push_back(latest_);
  else
    merge(samples_.back(), latest_);
  ++frames_;
  if (samples_.size() == max_samples && frames_ % frames_a_sample_ == 0) halve();
}

FigureRecorder::Sample FigureRecorder::sample_of(const Frame& frame) const {
  Sample sample{frame.time, frame.total(), frame.max_position_error, frame.max_velocity_error, {}};
  for (const int i : options_.tracked) sample.tracked.push_back(frame.positions[static_cast<std::size_t>(i)]);
  return sample;
}

void FigureRecorder::merge(Sample& kept, const Sample& next) const {
  if (std::abs(next.total - initial_energy_) > std::abs(kept.total - initial_energy_)) kept.total = next.total;
  kept.position_error = std::max(kept.position_error, next.position_error);
  kept.velocity_error = std::max(kept.velocity_error, next.velocity_error);
}

void FigureRecorder::halve() {
  for (std::size_t k = 0; k < samples_.size() / 2; ++k) {
    Sample merged = std::move(samples_[2 * k]);
    merge(merged, samples_[2 * k + 1]);
    samples_[k] = std::move(merged);
  }
  samples_.resize(samples_.size() / 2);
  frames_a_sample_ *= 2;
}

void FigureRecorder::remember_configuration(const Frame& frame) {
  if (frame.positions.size() <= max_drawn_particles)
    configuration_.assign(frame.positions.begin(), frame.positions.end());
}

std::vector<std::string> FigureRecorder::finish() {
  std::vector<std::string> files;
  if (frames_ < 2) return files;
  if (samples_.back().time != latest_.time) samples_.push_back(latest_);
  const auto save = [&](const char* name, const std::string& svg) {
    files.push_back((std::filesystem::path(options_.directory) / name).string());
    write_atomically(files.back(), svg);
  };
  if (!options_.tracked.empty()) save("path.svg", path_svg());
  save("energy.svg", energy_svg());
  if (constrained_) save("constraint_error.svg", constraint_svg());
  return files;
}

std::string FigureRecorder::path_svg() const {
  PathFigure figure{.title = options_.title, .dimension = options_.dimension, .length_unit = options_.length_unit};
  for (std::size_t k = 0; k < options_.tracked.size(); ++k) {
    figure.paths.push_back({options_.names[static_cast<std::size_t>(options_.tracked[k])], {}});
    for (const Sample& sample : samples_) figure.paths.back().points.push_back(sample.tracked[k]);
  }
  if (configuration_.size() != options_.names.size()) return render(figure);  // too many to be drawn
  const auto place = [&](int i) { return configuration_[static_cast<std::size_t>(i)]; };
  for (const auto& [i, j] : options_.rods) figure.rods.emplace_back(place(i), place(j));
  for (const auto& [i, j] : options_.springs) figure.springs.emplace_back(place(i), place(j));
  if (options_.limbs)
    for (const auto& limb : options_.limbs(configuration_)) figure.rods.push_back(limb);
  for (const int i : options_.fixed) figure.fixed.push_back(place(i));
  std::vector<bool> special(configuration_.size(), false);
  for (const auto* group : {&options_.fixed, &options_.tracked, &options_.hidden})
    for (const int i : *group) special[static_cast<std::size_t>(i)] = true;
  for (std::size_t i = 0; i < special.size(); ++i)
    if (!special[i]) figure.bobs.push_back(configuration_[i]);
  return render(figure);
}

std::string FigureRecorder::energy_svg() const {
  EnergyHistory history{.title = options_.title,
                        .time_unit = options_.time_unit,
                        .initial = initial_energy_,
                        .scale = std::max(std::abs(initial_energy_), largest_kinetic_),
                        .conserved = options_.conserves_energy};
  for (const Sample& sample : samples_) {
    history.time.push_back(sample.time);
    history.total.push_back(sample.total);
  }
  return render(energy_figure(history));
}

std::string FigureRecorder::constraint_svg() const {
  ConstraintHistory history{.title = options_.title, .time_unit = options_.time_unit, .tolerance = options_.tolerance};
  for (const Sample& sample : samples_) {
    history.time.push_back(sample.time);
    history.position_error.push_back(sample.position_error);
    history.velocity_error.push_back(sample.velocity_error);
  }
  return render(constraint_figure(history));
}

}  // namespace taut::io

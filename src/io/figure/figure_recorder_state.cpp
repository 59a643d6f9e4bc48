// The collected samples as plain numbers: frames, frames a sample, initial energy, largest kinetic energy, constrained,
// then sample after sample (time, energy, errors, tracked positions), the latest frame's last; then its configuration.
#include "io/figure/figure_recorder.hpp"

namespace taut::io {
namespace {

void append(std::vector<double>& numbers, const std::vector<Vec3>& vectors) {
  for (const Vec3& v : vectors) numbers.insert(numbers.end(), {v.x, v.y, v.z});
}

class NumberReader {
 public:
  explicit NumberReader(std::span<const double> numbers) : rest_(numbers) {}

  double next() {
    const double number = rest_.front();
    rest_ = rest_.subspan(1);
    return number;
  }
  std::vector<Vec3> vectors(std::size_t count) {
    std::vector<Vec3> result(count);
    for (Vec3& v : result) v = {next(), next(), next()};
    return result;
  }
  std::size_t vectors_left() const { return rest_.size() / 3; }

 private:
  std::span<const double> rest_;
};

}  // namespace

std::vector<double> FigureRecorder::save() const {
  std::vector<double> saved = {
      static_cast<double>(frames_), static_cast<double>(frames_a_sample_), initial_energy_, largest_kinetic_,
      constrained_ ? 1.0 : 0.0,     static_cast<double>(samples_.size())};
  const auto add = [&](const Sample& sample) {
    saved.insert(saved.end(), {sample.time, sample.total, sample.position_error, sample.velocity_error});
    append(saved, sample.tracked);
  };
  for (const Sample& sample : samples_) add(sample);
  if (frames_ > 0) add(latest_);
  append(saved, configuration_);
  return saved;
}

void FigureRecorder::restore(std::span<const double> saved) {
  if (saved.empty()) return;  // a run that drew no figures
  NumberReader numbers(saved);
  frames_ = static_cast<std::int64_t>(numbers.next());
  frames_a_sample_ = static_cast<std::int64_t>(numbers.next());
  initial_energy_ = numbers.next();
  largest_kinetic_ = numbers.next();
  constrained_ = numbers.next() != 0.0;
  samples_.resize(static_cast<std::size_t>(numbers.next()));
  const auto next_sample = [&] {
    Sample sample{numbers.next(), numbers.next(), numbers.next(), numbers.next(), {}};
    sample.tracked = numbers.vectors(options_.tracked.size());
    return sample;
  };
  for (Sample& sample : samples_) sample = next_sample();
  if (frames_ > 0) latest_ = next_sample();
  configuration_ = numbers.vectors(numbers.vectors_left());
}

}  // namespace taut::io

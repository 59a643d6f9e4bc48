// The collected samples as plain numbers: frames, frames a sample, initial energy, largest kinetic energy, constrained,
// then sample after sample (time, energy, errors, tracked positions), the latest frame's last; then its configuration.
#include <algorithm>

#include "base/whole.hpp"
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

constexpr std::size_t head_size = 6;

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

namespace {

// Whether these are numbers of figures with so many tracked particles: their head, then whole samples.
bool fits(std::span<const double> saved, std::size_t tracked) {
  if (saved.size() < head_size) return false;
  const double samples = saved[head_size - 1] + (saved[0] > 0.0 ? 1.0 : 0.0);
  return samples >= 0.0 &&
         samples * static_cast<double>(4 + 3 * tracked) <= static_cast<double>(saved.size() - head_size);
}

}  // namespace

void FigureRecorder::restore(std::span<const double> saved) {
  if (!fits(saved, options_.tracked.size())) return;  // a run that drew no figures, or others
  NumberReader numbers(saved);
  frames_ = count_of(numbers.next());
  frames_a_sample_ = std::max<std::int64_t>(1, count_of(numbers.next()));
  initial_energy_ = numbers.next();
  largest_kinetic_ = numbers.next();
  constrained_ = numbers.next() != 0.0;
  samples_.resize(whole_within<std::size_t>(numbers.next(), 0, saved.size()));
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

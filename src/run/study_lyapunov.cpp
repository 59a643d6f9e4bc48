// Exponents as a mean over copies of the trajectory. All but the first copy start a little off; where the motion is
// chaotic they soon have nothing to do with each other, and where it is not they show that.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/whole.hpp"
#include "run/study_trust.hpp"
#include "taut/average.hpp"
#include "taut/output.hpp"

namespace taut {
namespace {

constexpr double apart = 1e-7;             // of the starts of two copies
constexpr std::int64_t most_blocks = 256;  // of the time, for the curve and for errors
constexpr double left_out = 0.05;          // of the time, at its beginning
constexpr double least_growth = 5.0;       // of ln(length) over the second half: growth like t alone is ln 2

class Copies {
 public:
  Copies(const StudySetting& setting, const StudyMemory& memory, int exponents) : setting_(setting) {
    blocks_ = static_cast<std::size_t>(std::min(most_blocks, setting.steps()));
    for (int copy = 0; copy < setting.options.copies; ++copy) {
      add(copy, exponents);
      if (const std::vector<double>* before = memory.before(part(copy))) resume(*before);
    }
    done_ = growth_[0].size();
  }

  void save(StudyMemory& memory) const {
    for (std::size_t copy = 0; copy < all_.size(); ++copy) {
      std::vector<double> list = {static_cast<double>(done_)};
      for (const std::vector<double>& growth : growth_[copy]) list.insert(list.end(), growth.begin(), growth.end());
      const std::vector<double> rest = all_[copy].memory();
      list.insert(list.end(), rest.begin(), rest.end());
      tracks_[copy].save(list);
      memory.keep(part(static_cast<int>(copy)), std::move(list));
    }
  }

  std::size_t blocks() const { return blocks_; }
  // At the end of so many blocks.
  double time(std::size_t blocks) const { return static_cast<double>(steps(blocks)) * setting_.step(); }

  // To the end of the next block, or until `pause`, asked every few steps, returns true; goes on from there.
  void advance(const std::function<bool()>& pause) {
    const std::int64_t last = steps(done_ + 1);
    const auto reached = [&](const Lyapunov& copy) { return copy.state().step >= last; };
    setting_.share_out(all_.size(), [&](std::size_t k) {
      std::string failure;
      while (!reached(all_[k]) && failure.empty() && !pause()) {
        failure = all_[k].advance(stretch(all_[k], last));
        meters_[k].look(tracks_[k], all_[k].state());
      }
      return failure;
    });
    if (!std::all_of(all_.begin(), all_.end(), reached)) return;
    for (std::size_t k = 0; k < all_.size(); ++k)
      growth_[k].emplace_back(all_[k].growth().begin(), all_[k].growth().end());
    ++done_;
  }
  std::size_t done() const { return done_; }

  // Sum of logarithms of exponent j at the end of block b; of a copy, and the mean over all.
  double growth(std::size_t copy, std::size_t b, std::size_t j) const { return growth_[copy][b][j]; }
  double mean_growth(std::size_t b, std::size_t j) const {
    double sum = 0.0;
    for (std::size_t copy = 0; copy < all_.size(); ++copy) sum += growth(copy, b, j);
    return sum / static_cast<double>(all_.size());
  }
  std::size_t count() const { return all_.size(); }
  EnergyTally energies() const {
    EnergyTally tally;
    for (std::size_t copy = 0; copy < all_.size(); ++copy) tally.add(tracks_[copy], meters_[copy].law());
    return tally;
  }

 private:
  // Vectors are made orthonormal at the end of each; where that falls must not depend on when a study paused.
  static std::int64_t stretch(const Lyapunov& copy, std::int64_t last) {
    constexpr int between = LyapunovOptions{}.steps_between;
    return std::min(between - copy.state().step % between, last - copy.state().step);
  }
  static std::string part(int copy) { return fmt::format("lyapunov{}", copy); }

  // The last copy, from what save() kept of it.
  void resume(std::span<const double> list) {
    const std::size_t each = all_.back().growth().size();
    if (list.size() < EnergyTrack::stored) setting_.fail_to_continue();
    tracks_.back().load(list.last(EnergyTrack::stored));
    list = list.first(list.size() - EnergyTrack::stored);
    const std::size_t done = list.empty() ? 0 : whole_within<std::size_t>(list[0], 0, blocks_);
    if (list.size() < 1 + done * each) setting_.fail_to_continue();
    list = list.subspan(1);
    for (std::size_t b = 0; b < done; ++b, list = list.subspan(each))
      growth_.back().emplace_back(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(each));
    if (!all_.back().resume(list)) setting_.fail_to_continue();
  }
  std::int64_t steps(std::size_t blocks) const {
    return static_cast<std::int64_t>(blocks) * setting_.steps() / static_cast<std::int64_t>(blocks_);
  }
  void add(int copy, int exponents) {
    const System& system = setting_.system;
    LyapunovOptions options{.exponents = exponents,
                            .on_energy_surface = setting_.options.on_energy_surface,
                            .seed = setting_.scenario.seed,
                            .stream = static_cast<std::uint64_t>(copy)};
    all_.push_back(
        setting_.need(Lyapunov::make(system.model, system.forces, system.plan, setting_.scenario.integrator, options)));
    growth_.emplace_back();
    if (!all_.back().start(start_of(copy)).converged)
      throw OutputError("the constraints are singular at the start; no tangent space is there");
    meters_.emplace_back(setting_.scenario, system);
    meters_.back().begin(tracks_.emplace_back(), all_.back().state());
  }

  State start_of(int copy) const {
    if (copy == 0) return setting_.start;
    const System& system = setting_.system;
    Flow flow = setting_.need(Flow::make(system.model, system.forces, system.plan, setting_.scenario.integrator, 1));
    static_cast<void>(flow.place(setting_.start));
    constexpr std::uint64_t far_streams = 1ULL << 40;  // those below belong to tangent vectors
    const TangentVector direction =
        random_direction(system.model, flow, setting_.scenario.seed, far_streams + static_cast<std::uint64_t>(copy));
    return setting_.projected(moved_along(setting_.start, direction, apart));
  }

  const StudySetting& setting_;
  std::vector<Lyapunov> all_;
  std::vector<EnergyMeter> meters_;  // one a copy, for threads
  std::vector<EnergyTrack> tracks_;
  std::vector<std::vector<std::vector<double>>> growth_;  // of each copy after each block
  std::size_t blocks_ = 1, done_ = 0;
};

LyapunovStudy::Exponent estimate(const Copies& copies, std::size_t first, std::size_t j) {
  BlockAverage rates;
  for (std::size_t copy = 0; copy < copies.count(); ++copy) {
    BlockAverage of_copy;
    for (std::size_t b = first; b < copies.done(); ++b)
      of_copy.add((copies.growth(copy, b, j) - (b > 0 ? copies.growth(copy, b - 1, j) : 0.0)) /
                  (copies.time(b + 1) - copies.time(b)));
    rates.merge(of_copy);
  }
  return {rates.mean(), rates.error(), rates.converged() && rates.count() > 1};
}

int count_exponents(const StudySetting& setting) {
  const int freedom = setting.system.plan.degrees_of_freedom(setting.system.model);
  const int asked = *setting.options.lyapunov;
  return asked > 0 ? asked : 2 * freedom - (setting.options.on_energy_surface ? 1 : 0);
}

}  // namespace

LyapunovStudy study_lyapunov(const StudySetting& setting, StudyMemory& memory, StudyReport& report) {
  if (setting.options.on_energy_surface && !conserves_energy(setting.scenario, setting.system))
    throw InputError("--energy-surface: the motion conserves no energy; something drives or brakes it");
  const int exponents = count_exponents(setting);
  Copies copies(setting, memory, exponents);
  io::Progress progress = setting.progress(static_cast<std::int64_t>(copies.blocks()), "blocks", "exponent");
  LyapunovStudy result;
  for (std::size_t b = 1; b <= copies.done(); ++b) result.times.push_back(copies.time(b));
  while (copies.done() < copies.blocks() && !setting.stopped()) {
    copies.advance([&] { return setting.stopped() || memory.due(); });
    if (copies.done() > result.times.size()) {
      const double time = copies.time(copies.done());
      result.times.push_back(time);
      progress.update(static_cast<std::int64_t>(copies.done()), copies.mean_growth(copies.done() - 1, 0) / time);
    }
    if (!memory.due()) continue;
    copies.save(memory);
    memory.write();
  }
  progress.finish();
  copies.save(memory);
  report.interrupted = copies.done() < copies.blocks();
  copies.energies().judge(setting, "exponents", "copies", report);
  if (copies.done() == 0) return result;
  const auto first = static_cast<std::size_t>(left_out * static_cast<double>(copies.done()));
  const std::size_t last = copies.done() - 1;
  result.time = result.times.back();
  result.transient = copies.time(first);
  result.copies = setting.options.copies;
  for (std::size_t j = 0; j < static_cast<std::size_t>(exponents); ++j) {
    result.exponents.push_back(estimate(copies, first, j));
    std::vector<double> running;
    for (std::size_t b = 0; b <= last; ++b) running.push_back(copies.mean_growth(b, j) / result.times[b]);
    result.finite_time.push_back(running.back());
    result.running.push_back(std::move(running));
  }
  result.grows = copies.mean_growth(last, 0) - copies.mean_growth(last / 2, 0) > least_growth;
  return result;
}

}  // namespace taut

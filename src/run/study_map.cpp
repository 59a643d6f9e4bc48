#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <functional>
#include <mutex>

#include "base/philox.hpp"
#include "io/document/document.hpp"
#include "run/study_trust.hpp"
#include "taut/event_map.hpp"

namespace taut {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double finer = 0.5;           // of the step, for the method of high order
constexpr double agreeing_steps = 2.0;  // differences up to so many steps are agreement: times are found to one
constexpr std::uint64_t sample_stream = 1ULL << 42;

const MapSpec& spec_of(const Scenario& scenario) {
  if (!scenario.map)
    throw scenario.located({"", "there is no [chaos.map]; expected one, with x, y, starts and events"});
  return *scenario.map;
}

// The time of the first event of one start, found exactly along a trajectory of high order.
class Reference {
 public:
  Reference(const StudySetting& setting, const MapSpec& spec) : setting_(setting) {
    options_ = setting.scenario.integrator;
    options_.method = IntegratorMethod::kahan_li8;
    options_.step *= finer;
    const System& system = setting.system;
    for (const CrossingSpec& event : spec.events)
      finders_.push_back(setting.need(SectionFinder::make(system.model, system.forces, system.plan, options_,
                                                          setting.need(Crossing::make(system.model, event)))));
  }

  double time(const State& start) {
    double first = no_event;
    for (SectionFinder& finder : finders_) first = std::min(first, time(finder, start, first));
    return first;
  }

 private:
  double time(SectionFinder& finder, const State& start, double before) const {
    double found = no_event;
    const double end = std::min(before, setting_.time);
    if (!finder.start(start).converged) return no_event;
    while (finder.state().time < end && found == no_event)
      if (!finder.advance(20, [&](const State& state) { found = std::min(found, state.time); }).empty())
        return no_event;
    return found;
  }

  const StudySetting& setting_;
  IntegratorOptions options_;
  std::vector<SectionFinder> finders_;
};

constexpr const char* part = "map";

// The pixels of a map, batch after batch.
struct MapWork {
  std::size_t batches;
  std::function<std::size_t(std::size_t batch)> pixels_of;
  // False: it was stopped.
  std::function<bool(std::size_t batch, std::span<double> times, EnergyTally& energies)> run;
};

// Runs a batch of a map and watches the energy of every start. What could not be computed is known to be unknown.
bool run_watched(const EventMap& map, const Scenario& scenario, const System& system, std::size_t batch,
                 std::span<double> times, const std::atomic<bool>* stop, EnergyTally& energies) {
  EnergyMeter meter(scenario, system);
  const std::size_t first = map.first_pixel_of(batch), count = map.pixels_of(batch);
  std::vector<EnergyTrack> tracks(count);
  const auto look = [&](std::size_t pixel, const State& state) {
    if (state.step == 0) return meter.begin(tracks[pixel - first], state);
    meter.look(tracks[pixel - first], state);
  };
  const bool watched = meter.law() != EnergyLaw::open;
  if (!map.run(batch, times, stop, watched ? EventMap::Watch(look) : EventMap::Watch())) return false;
  for (std::size_t k = 0; k < count; ++k)
    if (times[first + k] != no_start && times[first + k] != not_known) energies.add(tracks[k], meter.law());
  return true;
}

MapWork work_of(const EventMap& map, const StudySetting& setting) {
  return {map.batches(), [&map](std::size_t batch) { return map.pixels_of(batch); },
          [&](std::size_t batch, std::span<double> times, EnergyTally& energies) {
            return run_watched(map, setting.scenario, setting.system, batch, times, setting.stop_flag(), energies);
          }};
}

// Axes that are keys of the scenario: each pixel is a scenario of its own, with these keys set, and a map of one start.
class KeyedMap {
 public:
  KeyedMap(const StudySetting& setting, const MapStudy& result) : setting_(setting), result_(result) {
    const Scenario scenario = scenario_of(0);
    static_cast<void>(
        map_of(0, scenario, System(scenario)));  // what is wrong with the keys is said before anything is computed
  }

  MapWork work() const {
    return {
        result_.rows, [this](std::size_t) { return result_.columns; },
        [this](std::size_t row, std::span<double> times, EnergyTally& energies) { return run(row, times, energies); }};
  }

 private:
  static MapAxis at_middle(MapAxis axis, std::size_t k, std::size_t count) {
    axis.from += (axis.to - axis.from) * (static_cast<double>(k) + 0.5) / static_cast<double>(count);
    axis.to = axis.from;
    return axis;
  }

  // With both axes at the middle of the pixel.
  MapSpec spec_of(std::size_t pixel) const {
    MapSpec spec = result_.spec;
    spec.x = at_middle(spec.x, pixel % result_.columns, result_.columns);
    spec.y = at_middle(spec.y, pixel / result_.columns, result_.rows);
    return spec;
  }

  Scenario scenario_of(std::size_t pixel) const {
    const MapSpec spec = spec_of(pixel);
    std::vector<std::string> settings;
    for (const MapAxis* axis : {&spec.x, &spec.y})
      if (!axis->key.empty()) settings.push_back(fmt::format("{}={}", axis->key, axis->from));
    return parse_scenario(setting_.scenario.text, setting_.scenario.document->file, settings);
  }

  EventMap map_of(std::size_t pixel, const Scenario& scenario, const System& system) const {
    const std::int64_t steps = steps_of(setting_.time, scenario.integrator.step);
    return located(scenario, EventMap::make(system.model, scenario.forces, scenario.solver, scenario.integrator,
                                            spec_of(pixel), 1, 1, steps));
  }

  bool run(std::size_t row, std::span<double> times, EnergyTally& energies) const {
    for (std::size_t column = 0; column < result_.columns; ++column) {
      const std::size_t pixel = row * result_.columns + column;
      try {
        const Scenario scenario = scenario_of(pixel);
        const System system(scenario);
        const EventMap map = map_of(pixel, scenario, system);
        if (!run_watched(map, scenario, system, 0, times.subspan(pixel, 1), setting_.stop_flag(), energies))
          return false;
      } catch (const InputError&) {  // no such system: a mass below zero, rods that do not reach
        times[pixel] = not_known;
      }
    }
    return true;
  }

  const StudySetting& setting_;
  const MapStudy& result_;
};

// The times of all starts, and after them which batches are done, and what their energies came to.
class MapMemory {
 public:
  MapMemory(const StudySetting& setting, StudyMemory& memory, const MapWork& map, std::vector<double>& times)
      : memory_(memory), map_(map), times_(times), done_(map.batches, 0.0), energies_(map.batches) {
    const std::vector<double>* before = memory.before(part);
    if (!before) return;
    const std::size_t batches = done_.size();
    if (before->size() != times_.size() + batches * (1 + EnergyTally::stored)) setting.fail_to_continue();
    std::span<const double> rest = *before;
    const auto take = [&](std::size_t count) {
      const std::span<const double> taken = rest.first(count);
      rest = rest.subspan(count);
      return taken;
    };
    std::ranges::copy(take(times_.size()), times_.begin());
    std::ranges::copy(take(batches), done_.begin());
    for (EnergyTally& energies : energies_) energies.load(take(EnergyTally::stored));
  }

  bool has(std::size_t batch) const { return done_[batch] != 0.0; }
  void add(std::size_t batch, const EnergyTally& energies) {
    done_[batch] = 1.0;
    energies_[batch] = energies;
    if (!memory_.due()) return;
    keep();
    memory_.write();
  }
  // Others may be at work on batches that are not done; those are not looked at.
  void keep() const {
    std::vector<double> list(times_.size(), not_known);
    for (std::size_t batch = 0, first = 0; batch < done_.size(); first += map_.pixels_of(batch++))
      if (has(batch))
        std::copy_n(times_.begin() + static_cast<std::ptrdiff_t>(first), map_.pixels_of(batch),
                    list.begin() + static_cast<std::ptrdiff_t>(first));
    list.insert(list.end(), done_.begin(), done_.end());
    for (const EnergyTally& energies : energies_) energies.save(list);
    memory_.keep(part, std::move(list));
  }
  // In the order of batches, whichever thread had them.
  EnergyTally energies() const {
    EnergyTally all;
    for (const EnergyTally& energies : energies_) all.add(energies);
    return all;
  }

 private:
  StudyMemory& memory_;
  const MapWork& map_;
  std::vector<double>& times_;
  std::vector<double> done_;
  std::vector<EnergyTally> energies_;
};

void compute(const StudySetting& setting, const MapWork& map, StudyMemory& kept, MapStudy& result,
             StudyReport& report) {
  io::Progress progress = setting.progress(static_cast<std::int64_t>(result.times.size()), "starts", "batch");
  MapMemory memory(setting, kept, map, result.times);
  std::mutex drawing;
  std::size_t pixels = 0, batches = 0;
  std::atomic<bool> whole = true;
  setting.share_out(map.batches, [&](std::size_t batch) -> std::string {
    bool done = false;
    EnergyTally energies;
    {
      const std::lock_guard lock(drawing);
      done = memory.has(batch);
    }
    if (!whole || (!done && !map.run(batch, result.times, energies))) {
      whole = false;
      static_cast<void>(setting.stopped());  // the request is seen: what was computed is saved
      return {};
    }
    const std::lock_guard lock(drawing);
    if (!done) memory.add(batch, energies);
    pixels += map.pixels_of(batch);
    progress.update(static_cast<std::int64_t>(pixels), static_cast<double>(++batches));
    return {};
  });
  progress.finish();
  memory.keep();
  report.interrupted = !whole;
  memory.energies().judge(setting, "map", "starts", report);
}

void count(MapStudy& result) {
  for (const double time : result.times) {
    if (time == no_event)
      ++result.none;
    else if (time == no_start)
      ++result.impossible;
    else if (time == not_known)
      ++result.unknown;
    else
      ++result.events;
  }
}

struct Pair {
  double fast, exact;
};

// Some pixels, chosen at random among those that had a start.
std::vector<Pair> sample(const StudySetting& setting, const EventMap& map, const MapStudy& result) {
  std::vector<std::size_t> pixels;
  const auto wanted = static_cast<std::size_t>(setting.options.check);
  for (std::uint64_t k = 0; pixels.size() < wanted && k < 50 * wanted; ++k) {
    const double u = uniform_pair(setting.scenario.seed, sample_stream, k)[0];
    const auto pixel = static_cast<std::size_t>(u * static_cast<double>(map.pixels()));
    if (result.times[pixel] >= 0.0) pixels.push_back(pixel);
  }
  std::vector<Pair> pairs(pixels.size());
  io::Progress progress = setting.progress(static_cast<std::int64_t>(pixels.size()), "starts", "checked");
  std::mutex drawing;
  std::int64_t done = 0;
  const StartFamily family = setting.need(StartFamily::make(
      setting.system.model, {result.spec.x.name, result.spec.y.name}, result.spec.starts, result.spec.parameters));
  setting.share_out(pixels.size(), [&](std::size_t k) -> std::string {
    if (setting.stopped()) return {};
    Reference reference(setting, result.spec);
    pairs[k] = {result.times[pixels[k]], reference.time(setting.projected(family.at(map.parameters(pixels[k]))))};
    const std::lock_guard lock(drawing);
    ++done;
    progress.update(done, static_cast<double>(done));
    return {};
  });
  return pairs;
}

double difference(const Pair& pair) { return pair.fast == pair.exact ? 0.0 : std::abs(pair.fast - pair.exact); }

// By the time of the event as the method of high order has it.
void compare(const std::vector<Pair>& pairs, MapStudy& result) {
  std::vector<double> edges = {0.0};
  for (double edge = result.time / 16.0; edge < 0.9 * result.time; edge *= 2.0) edges.push_back(edge);
  edges.push_back(result.time);
  edges.push_back(no_event);
  for (std::size_t k = 0; k + 1 < edges.size(); ++k) {
    std::vector<double> differences;
    for (const Pair& pair : pairs)
      if (pair.exact >= edges[k] && (pair.exact < edges[k + 1] || edges[k + 1] == no_event))
        differences.push_back(difference(pair));
    if (differences.empty()) continue;
    std::sort(differences.begin(), differences.end());
    const auto agree =
        std::count_if(differences.begin(), differences.end(), [&](double d) { return d <= result.tolerance; });
    result.agreement.push_back({edges[k], edges[k + 1], static_cast<int>(differences.size()), static_cast<int>(agree),
                                differences[differences.size() / 2]});
  }
}

}  // namespace

MapStudy study_map(const StudySetting& setting, StudyMemory& memory, StudyReport& report) {
  const Clock::time_point begun = Clock::now();
  MapStudy result;
  result.spec = spec_of(setting.scenario);
  result.time = setting.time;
  result.columns = result.rows = static_cast<std::size_t>(setting.options.pixels);
  result.times.assign(result.columns * result.rows, not_known);
  result.tolerance = agreeing_steps * setting.step();
  if (!result.spec.x.key.empty() || !result.spec.y.key.empty()) {
    if (setting.options.check > 0)
      throw InputError("--check: expected axes that are names in the starts, found a key of the scenario as one");
    const KeyedMap map(setting, result);
    compute(setting, map.work(), memory, result, report);
  } else {
    const EventMap map = setting.need(EventMap::make(setting.system.model, setting.scenario.forces,
                                                     setting.scenario.solver, setting.scenario.integrator, result.spec,
                                                     result.columns, result.rows, setting.steps()));
    compute(setting, work_of(map, setting), memory, result, report);
    if (setting.options.check > 0 && !report.interrupted) compare(sample(setting, map, result), result);
  }
  count(result);
  result.seconds = std::chrono::duration<double>(Clock::now() - begun).count();
  if (result.unknown > 0 && !report.interrupted)
    report.notes.push_back(fmt::format(
        "the motion of {} starts could not be computed with this step; they are drawn in cyan", result.unknown));
  return result;
}

}  // namespace taut

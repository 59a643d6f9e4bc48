#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <mutex>

#include "run/sections.hpp"
#include "run/study_trust.hpp"

namespace taut {
namespace {

const SectionSpec& spec_of(const Scenario& scenario) {
  if (!scenario.section)
    throw scenario.located(
        {"",
         "there is no [chaos.section]; expected one, or --set chaos.section.crossing=... and chaos.section.plot=..."});
  return *scenario.section;
}

// The starts of the portrait, each on the constraints.
std::vector<State> starts_of(const StudySetting& setting, const SectionSpec& spec,
                             const std::optional<StartFamily>& family) {
  if (!family) return {setting.start};
  std::vector<State> starts;
  for (int k = 0; k < spec.vary.count; ++k) {
    const double part = spec.vary.count > 1 ? static_cast<double>(k) / (spec.vary.count - 1) : 0.0;
    const double value = spec.vary.from + part * (spec.vary.to - spec.vary.from);
    starts.push_back(setting.projected(family->at({&value, 1})));
  }
  return starts;
}

// The crossings of one start.
struct Follower {
  State start;
  SectionFinder finder;
  std::vector<StateFormula> plot;
  EnergyMeter meter;
  EnergyTrack track = {};
  std::vector<SectionStudy::Hit> hits = {};
  bool resumed = false;
  std::string lost = {};  // what is not a number

  std::string follow(int number, std::int64_t last, const std::function<bool()>& pause) {
    if (!resumed && !finder.start(start).converged) return "the constraints are singular at a start of the section";
    if (!resumed) meter.begin(track, start);
    const auto take = [&](const State& state) {
      const std::array<double, 2> place = {plot[0].value(state), plot[1].value(state)};
      if (std::isfinite(place[0]) && std::isfinite(place[1]))
        hits.push_back({number, state.time, place});
      else if (lost.empty())
        lost =
            fmt::format("at t = {:.6g} what the section plots is not a number: a formula left its domain", state.time);
    };
    while (finder.state().step < last && !pause()) {
      if (std::string failure = finder.advance(std::min(steps_between_energies, last - finder.state().step), take);
          !failure.empty())
        return failure;
      if (!lost.empty()) return lost;
      meter.look(track, finder.state());
    }
    return {};
  }

  std::vector<double> memory() const {
    std::vector<double> list = {static_cast<double>(hits.size())};
    for (const SectionStudy::Hit& hit : hits) list.insert(list.end(), {hit.time, hit.place[0], hit.place[1]});
    const std::vector<double> rest = finder.memory();
    list.insert(list.end(), rest.begin(), rest.end());
    track.save(list);
    return list;
  }
  bool resume(int number, std::span<const double> list) {
    if (list.size() <= EnergyTrack::stored) return false;
    track.load(list.last(EnergyTrack::stored));
    list = list.first(list.size() - EnergyTrack::stored);
    const std::size_t most = (list.size() - 1) / 3;  // hits, of three numbers each
    if (!(list[0] >= 0.0 && list[0] <= static_cast<double>(most))) return false;
    const auto count = static_cast<std::size_t>(list[0]);
    list = list.subspan(1);
    for (std::size_t k = 0; k < count; ++k, list = list.subspan(3))
      hits.push_back({number, list[0], {list[1], list[2]}});
    resumed = finder.resume(list);
    return resumed;
  }
};

std::string part(std::size_t start) { return fmt::format("section{}", start); }

// Made before the threads start, so that what is wrong with a formula is said once.
std::vector<Follower> followers_of(const StudySetting& setting, const SectionSpec& spec) {
  const System& system = setting.system;
  const SectionFormulas formulas = section_formulas(setting.scenario, system.model, spec);
  std::vector<Follower> all;
  for (State& start : starts_of(setting, spec, formulas.family))
    all.push_back({std::move(start),
                   setting.need(SectionFinder::make(system.model, system.forces, system.plan,
                                                    setting.scenario.integrator, formulas.crossing)),
                   formulas.plot, EnergyMeter(setting.scenario, system)});
  return all;
}

void note_energies(const StudySetting& setting, const std::vector<Follower>& followers, SectionStudy& result) {
  Integrator integrator = make_integrator(setting.scenario, setting.system, setting.scenario.integrator);
  result.lowest_energy = std::numeric_limits<double>::infinity();
  result.highest_energy = -result.lowest_energy;
  for (const Follower& follower : followers) {
    const double energy = integrator.kinetic_energy(follower.start) + integrator.potential_energy(follower.start);
    result.lowest_energy = std::min(result.lowest_energy, energy);
    result.highest_energy = std::max(result.highest_energy, energy);
  }
}

void add_notes(SectionStudy& study, StudyReport& report) {
  if (study.jumps > 0)
    report.notes.push_back(fmt::format(
        "{} changes of sign were jumps of the formula, as of an angle at the end of its range, and no crossings",
        study.jumps));
  if (!study.hits.empty() || report.interrupted) return;
  study.never_crossed = fmt::format(
      "the section is never crossed within t = {:g}: try another formula, direction or condition, or a longer --time",
      study.time);
  report.notes.push_back(study.never_crossed);
}

}  // namespace

SectionStudy study_section(const StudySetting& setting, StudyMemory& memory, StudyReport& report) {
  const SectionSpec& spec = spec_of(setting.scenario);
  std::vector<Follower> followers = followers_of(setting, spec);
  SectionStudy result;
  result.labels = spec.labels;
  result.starts = static_cast<int>(followers.size());
  result.time = setting.time;
  note_energies(setting, followers, result);
  io::Progress progress = setting.progress(result.starts, "starts", "of them");
  std::mutex drawing;
  std::int64_t done = 0;
  for (std::size_t k = 0; k < followers.size(); ++k)
    if (const std::vector<double>* before = memory.before(part(k)))
      if (!followers[k].resume(static_cast<int>(k), *before)) setting.fail_to_continue();
  setting.share_out(followers.size(), [&](std::size_t k) {
    Follower& follower = followers[k];
    const std::string failure = follower.follow(static_cast<int>(k), setting.steps(), [&] {
      if (memory.due()) {
        memory.keep(part(k), follower.memory());
        memory.write();
      }
      return setting.stopped();
    });
    if (!failure.empty()) return failure;
    memory.keep(part(k), follower.memory());
    const std::lock_guard lock(drawing);
    ++done;
    progress.update(done, static_cast<double>(done));
    return failure;
  });
  progress.finish();
  report.interrupted = setting.stopped();
  EnergyTally energies;
  for (const Follower& follower : followers) {
    energies.add(follower.track, follower.meter.law());
    result.hits.insert(result.hits.end(), follower.hits.begin(), follower.hits.end());
    result.jumps += follower.finder.jumps();
  }
  energies.judge(setting, "section", "starts", report);
  add_notes(result, report);
  return result;
}

}  // namespace taut

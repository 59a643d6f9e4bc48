#include "taut/event_map.hpp"

#include <algorithm>
#include <memory>
#include <optional>

namespace taut {
namespace {

constexpr std::size_t pixels_a_batch = 2048;
constexpr std::int64_t steps_between_looks = 256;   // at whether to stop
constexpr std::int64_t steps_between_watches = 64;  // a copy by itself is slow: it has no lanes

}  // namespace

// Copies that are under way together.
struct EventMap::Batch {
  // The copies of `starts`; `pixel` tells whose they are.
  Batch(const EventMap& m, std::vector<State> starts, std::vector<std::size_t> pixels, const Watch& w)
      : map(m), events(m.events_), watch(w), states(std::move(starts)), pixel(std::move(pixels)) {
    for (const Crossing& event : events) memory.resize(std::max(memory.size(), event.memory_size()));
  }

  std::optional<std::size_t> put_together();  // a copy that cannot start
  void assemble();
  void look_back();  // what the events were before the next step
  std::optional<std::size_t> step(std::span<double> times);
  void look_for_events(std::span<double> times);
  void finish(std::size_t copy, double at, std::span<double> times);
  void show(std::size_t copy);
  void show_all();  // that go on
  State alone(std::size_t copy) const;
  void keep_unfinished();
  void drop(std::size_t copy);
  std::size_t copy_of(std::int32_t row, std::int32_t particle) const;
  std::size_t size() const { return pixel.size(); }
  bool is_sparse() const { return 2 * alive < size(); }

  const EventMap& map;
  const std::vector<Crossing>& events;
  const Watch& watch;
  std::vector<State> states;  // one a copy, while they are not together
  std::vector<std::size_t> pixel;
  std::vector<char> done;
  std::vector<double> before;  // of each event of each copy
  std::vector<double> memory;  // to evaluate an event with
  std::size_t alive = 0;
  State state;  // of all
  std::unique_ptr<Model> model;
  std::unique_ptr<ForceField> forces;
  std::unique_ptr<Plan> plan;
  std::unique_ptr<Integrator> integrator;
};

Expected<EventMap> EventMap::make(const Model& model, const ForceSpecs& forces, const SolverOptions& solver,
                                  const IntegratorOptions& integrator, const MapSpec& spec, std::size_t columns,
                                  std::size_t rows, std::int64_t steps) {
  if (forces.pairs)
    return Error{forces.pairs->origin, "pair forces would act between the starts of a map, which share one space"};
  Expected<StartFamily> family = StartFamily::make(model, {spec.x.name, spec.y.name}, spec.starts, spec.parameters);
  if (!family) return family.error();
  EventMap map(model, std::move(*family));
  for (const CrossingSpec& event : spec.events) {
    Expected<Crossing> crossing = Crossing::make(model, event);
    if (!crossing) return crossing.error();
    map.events_.push_back(std::move(*crossing));
  }
  if (!spec.possible.empty()) {
    std::vector<int> all;
    for (int i = 0; i < model.size(); ++i) all.push_back(i);
    Expected<StateFormula> possible =
        StateFormula::make(model, all, spec.possible, spec.parameters, spec.origin + ".possible");
    if (!possible) return possible.error();
    map.possible_.push_back(std::move(*possible));
  }
  const Expected<ForceField> field = ForceField::make(model, forces);
  if (!field) return field.error();
  const Expected<Plan> plan = Plan::make(model, solver);
  if (!plan) return plan.error();
  const Expected<Integrator> made = Integrator::make(model, *field, *plan, integrator);
  if (!made) return made.error();
  map.forces_ = forces;
  map.solver_ = solver;
  map.integrator_ = integrator;
  map.integrator_.threads = 1;
  map.spec_ = spec;
  map.columns_ = columns;
  map.rows_ = rows;
  map.steps_ = steps;
  return map;
}

std::size_t EventMap::batches() const { return (pixels() + pixels_a_batch - 1) / pixels_a_batch; }

std::size_t EventMap::first_pixel_of(std::size_t batch) const { return batch * pixels_a_batch; }

std::size_t EventMap::pixels_of(std::size_t batch) const {
  return std::min(pixels(), first_pixel_of(batch + 1)) - first_pixel_of(batch);
}

std::array<double, 2> EventMap::parameters(std::size_t pixel) const {
  const auto middle = [](const MapAxis& axis, std::size_t k, std::size_t count) {
    return axis.from + (axis.to - axis.from) * (static_cast<double>(k) + 0.5) / static_cast<double>(count);
  };
  return {middle(spec_.x, pixel % columns_, columns_), middle(spec_.y, pixel / columns_, rows_)};
}

bool EventMap::run(std::size_t batch, std::span<double> times, const std::atomic<bool>* stop,
                   const Watch& watch) const {
  std::vector<State> starts;
  std::vector<std::size_t> pixels;
  const std::vector<StateFormula> possible = possible_;  // they keep their variables: one set a thread
  for (std::size_t k = 0; k < pixels_of(batch); ++k) {
    const std::size_t pixel = first_pixel_of(batch) + k;
    State start = family_.at(parameters(pixel));
    times[pixel] = no_start;
    if (!possible.empty() && !(possible[0].value(start) > 0.0)) continue;
    times[pixel] = no_event;
    starts.push_back(std::move(start));
    pixels.push_back(pixel);
  }
  Batch copies(*this, std::move(starts), std::move(pixels), watch);
  while (copies.size() > 0) {
    if (const std::optional<std::size_t> failed = copies.put_together()) {
      times[copies.pixel[*failed]] = not_known;
      copies.drop(*failed);
      continue;
    }
    std::optional<std::size_t> failed;
    while (copies.state.step < steps_ && copies.alive > 0 && !copies.is_sparse() && !failed) {
      if (stop && copies.state.step % steps_between_looks == 0 && stop->load()) return false;
      failed = copies.step(times);
    }
    if (failed) {
      if (!copies.done[*failed]) times[copies.pixel[*failed]] = not_known;
      copies.done[*failed] = 1;
    }
    if (copies.state.step >= steps_) return true;
    copies.keep_unfinished();
  }
  return true;
}

std::optional<std::size_t> EventMap::Batch::put_together() {
  assemble();
  const StartReport report = integrator->start(state);
  if (!report.ok())
    return copy_of((report.position.converged ? report.velocity : report.position).worst_row, report.particle);
  done.assign(size(), 0);
  alive = size();
  look_back();
  if (state.step == 0) show_all();
  return std::nullopt;
}

void EventMap::Batch::assemble() {
  integrator.reset();
  const int copies = static_cast<int>(size());
  model = std::make_unique<Model>(map.model_.repeated(copies));
  forces = std::make_unique<ForceField>(
      std::move(*ForceField::make(*model, repeated(map.forces_, map.model_.size(), copies))));
  plan = std::make_unique<Plan>(std::move(*Plan::make(*model, map.solver_)));
  integrator = std::make_unique<Integrator>(std::move(*Integrator::make(*model, *forces, *plan, map.integrator_)));
  state = {.time = states[0].time,
           .step = states[0].step,
           .position = {},
           .velocity = {},
           .position_low = {},
           .velocity_low = {}};
  for (const State& one : states) {
    state.position.insert(state.position.end(), one.position.begin(), one.position.end());
    state.velocity.insert(state.velocity.end(), one.velocity.begin(), one.velocity.end());
    state.position_low.insert(state.position_low.end(), one.position_low.begin(), one.position_low.end());
    state.velocity_low.insert(state.velocity_low.end(), one.velocity_low.begin(), one.velocity_low.end());
  }
}

void EventMap::Batch::look_back() {
  const auto particles = static_cast<std::size_t>(map.model_.size());
  before.clear();
  for (std::size_t copy = 0; copy < size(); ++copy)
    for (const Crossing& event : events) before.push_back(event.value(state, copy * particles));
}

// The copy that could not be stepped, if there is one.
std::optional<std::size_t> EventMap::Batch::step(std::span<double> times) {
  const StepReport report = integrator->step(state);
  if (!report.ok())
    return copy_of((report.position.converged ? report.velocity : report.position).worst_row, report.particle);
  look_for_events(times);
  if (state.step % steps_between_watches == 0 || state.step == map.steps_) show_all();
  return std::nullopt;
}

// The time between two steps by a straight line.
void EventMap::Batch::look_for_events(std::span<double> times) {
  const auto particles = static_cast<std::size_t>(map.model_.size());
  const std::size_t count = events.size();
  const double step = map.integrator_.step;
  for (std::size_t copy = 0; copy < size(); ++copy) {
    if (done[copy]) continue;
    for (std::size_t k = 0; k < count; ++k) {
      double& last = before[copy * count + k];
      const double now = events[k].value(state, copy * particles, memory.data());
      if (events[k].passes(last, now) && events[k].counts(state, copy * particles)) {
        finish(copy, state.time - step * now / (now - last), times);
      }
      last = now;
    }
  }
}

// Kept out of the loop over copies, which seldom comes to it.
[[gnu::noinline]] void EventMap::Batch::finish(std::size_t copy, double at, std::span<double> times) {
  double& time = times[pixel[copy]];
  time = std::min(time, at);
  if (!done[copy]) --alive, show(copy);
  done[copy] = 1;
}

void EventMap::Batch::show(std::size_t copy) {
  if (watch) watch(pixel[copy], alone(copy));
}

void EventMap::Batch::show_all() {
  if (!watch) return;
  for (std::size_t copy = 0; copy < size(); ++copy)
    if (!done[copy]) show(copy);
}

State EventMap::Batch::alone(std::size_t copy) const {
  const auto particles = map.model_.size();
  const auto first = static_cast<std::ptrdiff_t>(copy) * particles, last = first + particles;
  const auto part = [&](const std::vector<Vec3>& all) {
    return std::vector<Vec3>(all.begin() + first, all.begin() + last);
  };
  return {state.time,
          state.step,
          part(state.position),
          part(state.velocity),
          part(state.position_low),
          part(state.velocity_low)};
}

// The states of copies that go on, each by itself.
void EventMap::Batch::keep_unfinished() {
  std::vector<std::size_t> kept;
  states.clear();
  for (std::size_t copy = 0; copy < size(); ++copy) {
    if (done[copy]) continue;
    states.push_back(alone(copy));
    kept.push_back(pixel[copy]);
  }
  pixel = std::move(kept);
}

void EventMap::Batch::drop(std::size_t copy) {
  states.erase(states.begin() + static_cast<std::ptrdiff_t>(copy));
  pixel.erase(pixel.begin() + static_cast<std::ptrdiff_t>(copy));
}

// Reports name a row or a particle; a copy has as many of each as the model of one.
std::size_t EventMap::Batch::copy_of(std::int32_t row, std::int32_t particle) const {
  if (particle >= 0) return static_cast<std::size_t>(particle / map.model_.size());
  return row >= 0 ? static_cast<std::size_t>(row / map.model_.row_count()) : 0;
}

}  // namespace taut

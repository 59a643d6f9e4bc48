#include <algorithm>
#include <cmath>
#include <limits>

#include "base/parallel.hpp"
#include "solve/batch/gather_batches.hpp"
#include "taut/project.hpp"

namespace taut {
namespace {

struct Task {
  Batch* batch;
  int unit;
};

std::optional<Error> bad_arrays(std::span<const double> positions, std::span<const double> inverse_masses,
                                std::span<const Distance> distances) {
  const std::size_t n = inverse_masses.size();
  if (positions.size() != 3 * n)
    return Error{"positions", "found " + std::to_string(positions.size()) +
                                  " numbers, expected three for each of the " + std::to_string(n) + " inverse masses"};
  for (std::size_t k = 0; k < distances.size(); ++k) {
    const Distance& d = distances[k];
    if (std::min(d.i, d.j) < 0 || static_cast<std::size_t>(std::max(d.i, d.j)) >= n)
      return Error{"distances[" + std::to_string(k) + "]", "no particle " +
                                                               std::to_string(d.i < 0 ? d.i : std::max(d.i, d.j)) +
                                                               " (there are " + std::to_string(n) + ")"};
  }
  return std::nullopt;
}

// Positions with every rod shorter than half a box: what the caller wrapped is joined again, along the rods.
std::vector<Vec3> unwrapped(std::span<const double> positions, std::span<const Distance> distances,
                            const std::array<double, 3>& box) {
  const std::size_t n = positions.size() / 3;
  std::vector<Vec3> at(n);
  for (std::size_t i = 0; i < n; ++i) at[i] = {positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]};
  if (box[0] <= 0.0 && box[1] <= 0.0 && box[2] <= 0.0) return at;
  std::vector<std::vector<std::int32_t>> neighbours(n);
  for (const Distance& d : distances) {
    neighbours[static_cast<std::size_t>(d.i)].push_back(d.j);
    neighbours[static_cast<std::size_t>(d.j)].push_back(d.i);
  }
  std::vector<bool> seen(n, false);
  std::vector<std::size_t> queue;
  for (std::size_t start = 0; start < n; ++start) {
    if (seen[start]) continue;
    seen[start] = true;
    queue.assign(1, start);
    for (std::size_t k = 0; k < queue.size(); ++k)
      for (std::int32_t next : neighbours[queue[k]]) {
        const auto to = static_cast<std::size_t>(next);
        if (seen[to]) continue;
        seen[to] = true;
        for (int axis = 0; axis < 3; ++axis) {
          const double period = box[static_cast<std::size_t>(axis)];
          if (period > 0.0) at[to][axis] -= period * std::nearbyint((at[to] - at[queue[k]])[axis] / period);
        }
        queue.push_back(to);
      }
  }
  return at;
}

// The nearest image of a particle that is farther away than half an edge need not be the one that a rod leads to.
std::optional<Error> too_long_for(const Model& model, const std::array<double, 3>& box) {
  double shortest = std::numeric_limits<double>::infinity();
  for (const double edge : box)
    if (edge > 0.0) shortest = std::min(shortest, edge);
  for (int row = 0; row < model.row_count(); ++row) {
    const Row& found = model.rows()[static_cast<std::size_t>(row)];
    if (found.kind != RowKind::distance || !(2.0 * model.row_size(row) > shortest)) continue;
    return Error{"box", "found an edge of " + std::to_string(shortest) + ", expected at least " +
                            std::to_string(2.0 * model.row_size(row)) + ", twice the length of " + model.row_name(row) +
                            ", or its end need not be the nearest image"};
  }
  return std::nullopt;
}

// A projector is not told the time.
std::optional<Error> bad_model(const Model& model) {
  if (!model.driven().empty())
    return Error{"particles", model.particle_name(model.driven().front().particle) +
                                  " is driven along a path; expected fixed and free particles only"};
  for (int row = 0; row < model.row_count(); ++row) {
    const Row& found = model.rows()[static_cast<std::size_t>(row)];
    if (found.kind != RowKind::formula) continue;
    const FormulaRow& formula = model.formulas()[static_cast<std::size_t>(found.index)];
    if (formula.formula.depends_on(3 * static_cast<int>(formula.particles.size())))
      return Error{"constraints", model.row_name(row) + " depends on t; expected constraints that do not"};
  }
  return std::nullopt;
}

const KernelTable* find_kernels(const std::string& name) {
  if (name.empty()) return kernels_here().back();
  for (const KernelTable* table : kernels_here())
    if (name == table->name) return table;
  return nullptr;
}

std::string all_names() {
  std::string names;
  for (const std::string& name : instruction_sets()) names += (names.empty() ? "" : ", ") + name;
  return names;
}

}  // namespace

std::vector<std::string> instruction_sets() {
  std::vector<std::string> names;
  for (const KernelTable* table : kernels_here()) names.emplace_back(table->name);
  return names;
}

struct Projector::Impl {
  std::shared_ptr<const Model> model;
  ProjectorOptions options;
  std::vector<ProjectorGroup> groups;
  std::vector<std::unique_ptr<Batch>> batches;
  std::vector<Task> tasks;                 // each for one thread
  std::vector<Task> shared_tasks;          // each for all threads together
  std::vector<BatchWorkspace> workspaces;  // one a thread; shared tasks use the first
  std::vector<SolveReport> reports;        // one a thread
  std::vector<double> multipliers;
  ThreadTeam team;

  Impl(std::shared_ptr<const Model> kept, const Plan& plan, const ProjectorOptions& asked, const KernelTable& kernels)
      : model(std::move(kept)), options(asked), team(std::max(1, asked.threads)) {
    options.instruction_set = kernels.name;
    const auto threads = static_cast<std::size_t>(team.size());
    workspaces.resize(threads);
    reports.resize(threads);
    if (options.multipliers) multipliers.assign(static_cast<std::size_t>(model->row_count()), 0.0);
    for (BatchGroup& group : gather_batches(*model, plan, kernels)) add(std::move(group));
  }

  void add(BatchGroup group) {
    groups.push_back({group.kind, group.method, group.reason, group.count, group.constraints});
    Batch& batch = *group.batch;
    const bool shared = batch.is_shared();
    if (shared) batch.work_with(team);
    for (std::size_t t = 0; t < (shared ? 1 : workspaces.size()); ++t) batch.prepare(workspaces[t]);
    for (int unit = 0; unit < batch.units(); ++unit) (shared ? shared_tasks : tasks).push_back({&batch, unit});
    batches.push_back(std::move(group.batch));
  }

  template <class Solve>
  SolveReport solve_all(Solve&& solve) {
    SolveReport total;
    for (const Task& task : shared_tasks) include(total, solve(task, workspaces.front()));
    if (tasks.empty()) return total;
    share(&team, tasks.size(), [&](std::size_t begin, std::size_t end, int thread) {
      const auto t = static_cast<std::size_t>(thread);
      SolveReport report;
      for (std::size_t k = begin; k < end; ++k) include(report, solve(tasks[k], workspaces[t]));
      reports[t] = report;
    });
    for (const SolveReport& report : reports) include(total, report);
    return total;
  }
  Periods periods() const { return {{options.box[0], options.box[1], options.box[2]}}; }
  double* wanted() { return multipliers.empty() ? nullptr : multipliers.data(); }
};

Projector::Projector(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Projector::Projector(Projector&&) noexcept = default;
Projector& Projector::operator=(Projector&&) noexcept = default;
Projector::~Projector() = default;

Expected<Projector> Projector::make(std::span<const double> positions, std::span<const double> inverse_masses,
                                    std::span<const Distance> distances, const ProjectorOptions& options) {
  if (const std::optional<Error> error = bad_arrays(positions, inverse_masses, distances)) return *error;
  ModelBuilder builder(3);
  const std::vector<Vec3> at = unwrapped(positions, distances, options.box);
  for (std::size_t i = 0; i < at.size(); ++i) {
    const double w = inverse_masses[i];
    if (w == 0.0)
      builder.add(ParticleSpec{.position = at[i], .fixed = true});
    else
      builder.add(ParticleSpec{.position = at[i], .mass = 1.0 / w});
  }
  for (const Distance& d : distances) builder.add(DistanceSpec{.i = d.i, .j = d.j, .length = d.length});
  Expected<Model> model = builder.build();
  if (!model) return model.error();
  return make(*model, options);
}

Expected<Projector> Projector::make(const Model& model, const ProjectorOptions& options) {
  if (const std::optional<Error> error = bad_model(model)) return *error;
  if (const std::optional<Error> error = too_long_for(model, options.box)) return *error;
  const SolverOptions solver = {
      .method = options.method, .tolerance = options.tolerance, .max_iterations = options.max_iterations};
  auto kept = std::make_shared<const Model>(model);
  const Expected<Plan> plan = Plan::make(*kept, solver);
  if (!plan) return plan.error();
  if (const std::optional<Error> refusal = plan->refusal(*kept)) return *refusal;
  const KernelTable* kernels = find_kernels(options.instruction_set);
  if (!kernels)
    return Error{"instruction_set",
                 "this machine does not run \"" + options.instruction_set + "\" (it runs " + all_names() + ")"};
  return Projector(std::make_unique<Impl>(std::move(kept), *plan, options, *kernels));
}

const std::vector<ProjectorGroup>& Projector::groups() const { return impl_->groups; }
const char* Projector::instruction_set() const { return impl_->options.instruction_set.c_str(); }

std::optional<Error> Projector::set_box(const std::array<double, 3>& box) {
  if (std::optional<Error> error = too_long_for(*impl_->model, box)) return error;
  impl_->options.box = box;
  return std::nullopt;
}

std::span<const double> Projector::multipliers() const { return impl_->multipliers; }

SolveReport Projector::positions(const double* reference, double* positions, double* velocities, double inverse_step) {
  const Periods box = impl_->periods();
  const KernelArrays arrays = {reference, positions, velocities, inverse_step, box, box};
  return impl_->solve_all([&](const Task& task, BatchWorkspace& workspace) {
    return task.batch->positions(task.unit, arrays, workspace, impl_->wanted());
  });
}

SolveReport Projector::velocities(const double* positions, double* velocities) {
  const KernelArrays arrays = {positions, velocities, nullptr, 0.0, impl_->periods(), {}};
  return impl_->solve_all([&](const Task& task, BatchWorkspace& workspace) {
    return task.batch->velocities(task.unit, arrays, workspace, impl_->wanted());
  });
}

Expected<std::array<double, 6>> Projector::virial(const double* reference) const {
  std::array<double, 6> sum = {};
  const Model& model = *impl_->model;
  if (!impl_->options.multipliers)
    return Error{"multipliers", "the virial is that of multipliers, which were not kept; expected multipliers = true"};
  for (std::size_t k = 0; k < model.rows().size(); ++k)
    if (model.rows()[k].kind != RowKind::distance)
      return Error{"constraints", model.row_name(static_cast<int>(k)) +
                                      " is no distance, and its virial depends on the origin; expected distances only"};
  for (std::size_t k = 0; k < impl_->multipliers.size(); ++k) {
    const DistanceRow& rod = model.distances()[static_cast<std::size_t>(model.rows()[k].index)];
    std::array<double, 3> b;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double period = impl_->options.box[axis];
      b[axis] =
          reference[3 * static_cast<std::size_t>(rod.j) + axis] - reference[3 * static_cast<std::size_t>(rod.i) + axis];
      if (period > 0.0) b[axis] -= period * std::nearbyint(b[axis] / period);
    }
    const double pull = -impl_->multipliers[k];
    const std::array<double, 6> term = {b[0] * b[0], b[1] * b[1], b[2] * b[2], b[0] * b[1], b[0] * b[2], b[1] * b[2]};
    for (std::size_t c = 0; c < 6; ++c) sum[c] += pull * term[c];
  }
  return sum;
}

}  // namespace taut

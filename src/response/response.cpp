#include "taut/response.hpp"

#include <algorithm>
#include <cmath>
#include <list>
#include <optional>

#include "response/loaded_constraints.hpp"
#include "response/near_blocks.hpp"
#include "response/path_response.hpp"
#include "response/response_solver.hpp"
#include "solve/force_sharing.hpp"
#include "solve/free_coordinates.hpp"

namespace taut {

char response_letter(ResponseKind kind) {
  return kind == ResponseKind::displacement ? 'L' : kind == ResponseKind::velocity ? 'E' : 'N';
}

struct Response::Impl {
  Impl(Model m, Plan p, Resistance r)
      : model(std::move(m)), plan(std::move(p)), resistance(std::move(r)), coordinates(model), fields(model) {
    multipliers.assign(static_cast<std::size_t>(model.row_count()), 0.0);
    zero.resize(static_cast<std::size_t>(model.size()));
    unit_force.resize(zero.size());
    for (const Component& component : plan.components())
      if (!component.dependent.empty() && !component.keeps_all) sharing.emplace_back(model, component, fields);
  }

  Configuration here() const { return {model.positions().data(), zero.data(), 0.0}; }

  Model model;  // masses are the resistance where that is diagonal
  Plan plan;
  Resistance resistance;
  FreeCoordinates coordinates;
  ParticleFields fields;
  std::list<ForceSharing> sharing;
  ResponseKind kind = ResponseKind::velocity;
  std::unique_ptr<ResponseSolver> solver;
  std::vector<std::string> notes;
  std::vector<double> multipliers, force_per_multiplier;
  std::vector<Vec3> zero, unit_force;

  void take_force_units();
  void take_column(int particle, int axis, Vec3* motion);
  template <class Visit>
  void for_each_column(std::span<const std::int32_t> wanted, Visit&& visit);
  bool only_paths() const;
  void fill_by_blocks(std::vector<double>& matrix);
  void fill_by_columns(std::vector<double>& matrix);
  void share_forces(std::vector<double>& forces);
};

namespace {

// Only what no position can satisfy is refused: at one configuration a singular set is like a redundant one.
std::optional<Error> contradiction(const Model& model, const Plan& plan) {
  for (const DependentSet& set : plan.dependent_sets())
    if (set.kind == DependenceKind::contradictory) return Error{"constraints", describe(model, set)};
  return std::nullopt;
}

Expected<std::unique_ptr<ResponseSolver>> make_response_solver(const Model& model, const Plan& plan,
                                                               const Resistance& resistance, ResponseKind kind) {
  return resistance.diagonal ? make_diagonal_response(model, plan)
                             : make_general_response(model, plan, resistance, kind);
}

std::optional<Error> add_tension(const Model& model, const ForceField& forces, Resistance& resistance) {
  const Expected<LoadedConstraints> loaded = loaded_constraints(model, forces);
  if (!loaded) return loaded.error();
  resistance.entries.insert(resistance.entries.end(), loaded->stiffness.begin(), loaded->stiffness.end());
  if (loaded->largest_acceleration > 1e-6 * loaded->largest_load)
    resistance.notes.emplace_back(
        "the system is not in equilibrium here: what it answers to a static force is that of "
        "its equations, not of a system that stays where it is");
  return std::nullopt;
}

}  // namespace

Expected<Response> Response::make(const Model& model, const ForceField& forces, const ResponseOptions& options) {
  Expected<Resistance> resistance = make_resistance(model, forces, options);
  if (!resistance) return resistance.error();
  if (options.kind == ResponseKind::displacement && options.tension)
    if (const std::optional<Error> error = add_tension(model, forces, *resistance)) return *error;
  Model resisted = resistance->diagonal ? model.with_masses(resistance->masses) : model;
  Expected<Plan> plan = Plan::make(resisted, {});
  if (!plan) return plan.error();
  if (const std::optional<Error> error = contradiction(resisted, *plan)) return *error;
  auto impl = std::make_unique<Impl>(std::move(resisted), std::move(*plan), std::move(*resistance));
  Expected<std::unique_ptr<ResponseSolver>> solver =
      make_response_solver(impl->model, impl->plan, impl->resistance, options.kind);
  if (!solver) return solver.error();
  impl->solver = std::move(*solver);
  impl->kind = options.kind;
  impl->take_force_units();
  return Response(std::move(impl));
}

Response::Response(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Response::Response(Response&&) noexcept = default;
Response& Response::operator=(Response&&) noexcept = default;
Response::~Response() = default;

const Model& Response::model() const { return impl_->model; }
ResponseKind Response::kind() const { return impl_->kind; }
int Response::coordinates() const { return impl_->coordinates.count(); }
int Response::rank() const { return impl_->plan.rank(); }
const std::vector<std::vector<Vec3>>& Response::free_motions() const { return impl_->solver->free_motions(); }
const std::vector<std::string>& Response::notes() const { return impl_->resistance.notes; }

void Response::Impl::take_force_units() {
  Component all;
  for (int row = 0; row < model.row_count(); ++row) all.rows.push_back(row);
  RowBlock rows(model, all);
  rows.linearise(here());
  for (std::size_t row = 0; row < rows.size(); ++row) force_per_multiplier.push_back(rows.force_per_multiplier(row));
}

void Response::Impl::share_forces(std::vector<double>& forces) {
  forces.resize(multipliers.size());
  for (std::size_t row = 0; row < forces.size(); ++row) forces[row] = multipliers[row] * force_per_multiplier[row];
  for (ForceSharing& one : sharing) one.share(here(), forces);
}

Response::Answer Response::apply(std::span<const Vec3> force) {
  Answer answer;
  answer.motion.resize(force.size());
  impl_->solver->apply(force.data(), answer.motion.data(), impl_->multipliers.data());
  impl_->share_forces(answer.constraint_forces);
  double square = 0.0;
  for (const std::vector<Vec3>& free : free_motions()) {
    double along = 0.0;
    for (std::size_t i = 0; i < force.size(); ++i) along += dot(free[i], force[i]);
    square += along * along;
  }
  answer.unbalanced = std::sqrt(square);
  return answer;
}

std::vector<Vec3> Response::column(int particle, int axis) {
  std::vector<Vec3> motion(impl_->unit_force.size());
  impl_->take_column(particle, axis, motion.data());
  return motion;
}

void Response::Impl::take_column(int particle, int axis, Vec3* motion) {
  if (solver->take_column(particle, axis, motion)) return;
  double& force = unit_force[static_cast<std::size_t>(particle)][axis];
  force = 1.0;
  solver->apply(unit_force.data(), motion, multipliers.data());
  force = 0.0;
}

// Calls visit(coordinate, motion) for coordinates that can move, 3 particle + axis.
template <class Visit>
void Response::Impl::for_each_column(std::span<const std::int32_t> wanted, Visit&& visit) {
  constexpr std::size_t at_once = 8;
  const std::size_t n = unit_force.size();
  std::vector<Vec3> motions(std::min(at_once, wanted.size()) * n);
  for (std::size_t done = 0; done < wanted.size(); done += at_once) {
    const auto some = wanted.subspan(done, std::min(at_once, wanted.size() - done));
    if (!solver->take_columns(some, motions.data()))
      for (std::size_t c = 0; c < some.size(); ++c) take_column(some[c] / 3, some[c] % 3, &motions[c * n]);
    for (std::size_t c = 0; c < some.size(); ++c) visit(some[c], &motions[c * n]);
  }
}

ResponseBlock Response::block(int i, int j) {
  ResponseBlock block = {};
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(impl_->model.dimension()); ++axis) {
    const Vec3 answer = column(j, static_cast<int>(axis))[static_cast<std::size_t>(i)];
    for (int a = 0; a < 3; ++a) block[static_cast<std::size_t>(a)][axis] = answer[a];
  }
  return block;
}

std::vector<double> Response::matrix() {
  const auto n = static_cast<std::size_t>(coordinates());
  std::vector<double> matrix(n * n, 0.0);
  if (impl_->only_paths())
    impl_->fill_by_blocks(matrix);
  else
    impl_->fill_by_columns(matrix);
  return matrix;
}

// Every component is a path, whose blocks cost a few operations each.
bool Response::Impl::only_paths() const {
  const std::vector<Component>& components = plan.components();
  int held = 0;
  for (const Component& component : components)
    for (std::int32_t p : component.particles) held += model.inverse_masses()[static_cast<std::size_t>(p)] > 0.0;
  return resistance.diagonal && held == model.free_particles() &&
         std::all_of(components.begin(), components.end(), PathResponse::treats);
}

void Response::Impl::fill_by_blocks(std::vector<double>& matrix) {
  const auto n = static_cast<std::size_t>(coordinates.count()), d = static_cast<std::size_t>(model.dimension());
  const auto put = [&](std::int32_t first, std::int32_t second, const ResponseBlock& block) {
    const auto i = static_cast<std::size_t>(coordinates.number(3 * first)),
               j = static_cast<std::size_t>(coordinates.number(3 * second));
    for (std::size_t a = 0; a < d; ++a)
      for (std::size_t b = 0; b < d; ++b) matrix[(i + a) * n + j + b] = matrix[(j + b) * n + i + a] = block[a][b];
  };
  for (PathResponse& path : solver->paths()) path.for_each_block(path.particles().size(), put);
}

void Response::Impl::fill_by_columns(std::vector<double>& matrix) {
  const auto n = static_cast<std::size_t>(coordinates.count());
  std::vector<double> values(n);
  std::vector<std::int32_t> moving;
  for (int coordinate = 0; coordinate < 3 * model.size(); ++coordinate)
    if (coordinates.number(coordinate) >= 0) moving.push_back(coordinate);
  for_each_column(moving, [&](std::int32_t coordinate, const Vec3* motion) {
    const auto c = static_cast<std::size_t>(coordinates.number(coordinate));
    coordinates.gather(motion, values.data());
    for (std::size_t row = 0; row < n; ++row) matrix[row * n + c] = values[row];
  });
}

std::vector<ResponsePair> Response::near(int distance) {
  if (impl_->resistance.diagonal) return near_blocks(impl_->model, impl_->plan, distance);
  std::vector<ResponsePair> pairs;
  for (const auto& [i, j] : pairs_within(impl_->model, distance)) pairs.push_back({i, j, {}});
  std::vector<std::vector<ResponsePair*>> of_force(impl_->unit_force.size());
  for (ResponsePair& pair : pairs) of_force[static_cast<std::size_t>(pair.j)].push_back(&pair);
  std::vector<std::int32_t> wanted;
  for (int coordinate = 0; coordinate < 3 * impl_->model.size(); ++coordinate)
    if (impl_->coordinates.number(coordinate) >= 0 && !of_force[static_cast<std::size_t>(coordinate / 3)].empty())
      wanted.push_back(coordinate);
  impl_->for_each_column(wanted, [&](std::int32_t coordinate, const Vec3* motion) {
    for (ResponsePair* pair : of_force[static_cast<std::size_t>(coordinate / 3)])
      for (int a = 0; a < 3; ++a)
        pair->block[static_cast<std::size_t>(a)][static_cast<std::size_t>(coordinate % 3)] =
            motion[static_cast<std::size_t>(pair->i)][a];
  });
  return pairs;
}

}  // namespace taut

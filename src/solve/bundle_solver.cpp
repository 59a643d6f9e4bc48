#include "solve/bundle_solver.hpp"

#include <cmath>

#include "solve/kernels/kernel_table.hpp"
#include "solve/limits.hpp"
#include "solve/whole_stage.hpp"

namespace taut {
namespace {

constexpr auto lanes = static_cast<std::size_t>(kernel_lanes);

const double* flat(const Vec3* v) { return &v->x; }
double* flat(Vec3* v) { return &v->x; }

// Rows count lane by lane, in the order of elimination: row = lane * rods + k.
class BundleSolver final : public Solver, private WholeStage {
 public:
  BundleSolver(const Model& model, std::span<const Component* const> components, const SolverOptions& options,
               std::shared_ptr<const OrderedShape> shape, std::shared_ptr<BundleScratch> scratch,
               const KernelTable& kernels)
      : Solver({}),
        shape_(std::move(shape)),
        scratch_(std::move(scratch)),
        kernels_(kernels),
        n_(shape_->order.size()),
        max_iterations_(options.max_iterations > 0 ? options.max_iterations : 50) {
    scratch_->resize(shape_->shape);
    bundle_.used = static_cast<int>(components.size());
    bundle_.particle.resize(static_cast<std::size_t>(shape_->shape.particles));
    bundle_.weight.resize(bundle_.particle.size());
    bundle_.rods.resize(n_);
    bundle_.lower.resize(shape_->shape.entries.size());
    for (std::size_t lane = 0; lane < lanes; ++lane)
      take_component(model, *components[lane < components.size() ? lane : 0], lane);
    bundle_.consecutive = is_consecutive();
    bundle_.take_first_coordinates();
    for (auto* lines : {&bundle_.acceleration, &bundle_.anchor, &bundle_.anchor_low})
      lines->resize(3 * bundle_.particle.size());
    history_.resize(n_ * lanes);
  }

  SolveReport linearise(const Configuration& at) override {
    kernels_.bundle_linearise(shape_->shape, bundle_, *scratch_, {flat(at.position), flat(at.position_low)});
    return report_of_factor();
  }

  SolveReport solve_positions(Vec3* u, Vec3* dv, double h, double end_time) override {
    return constrain(u, flat(dv), h, end_time);
  }

  bool failed(std::size_t component) const override { return failed_[component]; }
  double margin() const override { return *std::min_element(bundle_.margin.value, bundle_.margin.value + used()); }

  SolveReport solve_velocities(const Vec3* v, Vec3* dv, double /*h*/) override {
    kernels_.bundle_velocities(shape_->shape, bundle_, *scratch_, flat(v), flat(dv));
    return {};
  }

  WholeStage* whole_stage() override { return shape_->shape.all_between_move() ? this : nullptr; }
  std::size_t moving_particles() const override { return used() * shape_->shape.joints.size(); }
  void prepare(const Vec3* acceleration, const Vec3* position, const Vec3* position_low) override {
    const auto take = [this](const Vec3* from, std::vector<BundleLane>& to) {
      kernels_.bundle_take(shape_->shape, bundle_, flat(from), to.data());
    };
    take(acceleration, bundle_.acceleration);
    take(position, bundle_.anchor);
    take(position_low, bundle_.anchor_low);
  }
  void take_stage(const StageArrays& arrays, double h, double t, SolveReport& position,
                  SolveReport& velocity) override {
    const BundleStage stage = {flat(arrays.position),      flat(arrays.position_low),
                               flat(arrays.velocity),      flat(arrays.velocity_low),
                               flat(arrays.next_position), flat(arrays.next_position_low),
                               flat(arrays.next_velocity), flat(arrays.next_velocity_low),
                               flat(arrays.trial),         h};
    auto* lambda = reinterpret_cast<BundleLane*>(history_.predict(t - 0.5 * h, h));
    const BundleOutcome outcome =
        kernels_.bundle_begin_stage(shape_->shape, bundle_, *scratch_, stage, limits(), lambda);
    include(position, keep_if_solved(outcome, arrays.trial, h));
    if (!position.converged) return;
    if (!kernels_.bundle_end_stage(shape_->shape, bundle_, *scratch_, stage, lambda))
      include(velocity, report_of_factor());
  }

  SolveReport take_move(const MoveArrays& arrays, double h, double t) override {
    const SolveReport report = constrain(arrays.u, nullptr, h, t);
    if (!report.converged) return report;
    const BundleDrift drift = {flat(arrays.position),
                               flat(arrays.position_low),
                               flat(arrays.next_position),
                               flat(arrays.next_position_low),
                               h,
                               shape_->shape.first_moving(),
                               shape_->shape.last_moving() + 1};
    return kernels_.bundle_drift(shape_->shape, bundle_, *scratch_, drift) ? report : report_of_factor();
  }

  void apply_jacobian(const Vec3* x, double* out) const override {
    for_each_row([&](std::size_t lane, std::size_t k) { *out++ = dot(rod(k, lane), relative(x, k, lane)); });
  }
  void add_time_derivative(double* /*out*/) const override {}
  void add_acceleration_terms(const Vec3* v, double* out) override {
    for_each_row([&](std::size_t lane, std::size_t k) {
      const Vec3 d = relative(v, k, lane);
      *out++ += dot(d, d);
    });
  }
  SolveReport solve(double* x, double /*h*/) override {
    for (std::size_t lane = 0; lane < used(); ++lane) solve_lane(x + lane * n_, lane);
    return {};
  }
  void subtract_impulse(const double* x, Vec3* dv) const override {
    for_each_row([&](std::size_t lane, std::size_t k) {
      const Vec3 impulse = *x++ * rod(k, lane);
      dv[first(k, lane)] += weight(shape_->shape.i[k], lane) * impulse;
      dv[second(k, lane)] -= weight(shape_->shape.j[k], lane) * impulse;
    });
  }
  double defect(std::size_t row) const override { return bundle_.rods[row % n_].defect[row / n_]; }
  double velocity_measure(std::size_t row) const override { return bundle_.rods[row % n_].inverse_square[row / n_]; }
  double force_per_multiplier(std::size_t row) const override { return lengths_[row]; }

 private:
  std::size_t used() const { return static_cast<std::size_t>(bundle_.used); }

  BundleLimits limits() const { return {max_iterations_, ahead()}; }
  SolveReport constrain(Vec3* u, double* dv, double h, double end_time) {
    auto* lambda = reinterpret_cast<BundleLane*>(history_.predict(end_time - 0.5 * h, h));
    const BundleOutcome outcome =
        kernels_.bundle_positions(shape_->shape, bundle_, *scratch_, flat(u), dv, h, limits(), lambda);
    return keep_if_solved(outcome, u, h);
  }

  template <class Do>
  void for_each_row(Do&& what) const {
    for (std::size_t lane = 0; lane < used(); ++lane)
      for (std::size_t k = 0; k < n_; ++k) what(lane, k);
  }

  SolveReport keep_if_solved(const BundleOutcome& outcome, const Vec3* u, double h) {
    SolveReport total{.iterations = outcome.iterations, .max_violation = outcome.largest_violation};
    failed_ = {};
    if (outcome.trouble) total = report_of_lanes(outcome, u, h);
    if (total.converged) history_.keep();
    return total;
  }

  void take_component(const Model& model, const Component& component, std::size_t lane) {
    const LinkGraph graph = *link_graph(model, component);
    for (std::size_t p = 0; p < graph.particles.size(); ++p) {
      bundle_.particle[p][lane] = graph.particles[p];
      bundle_.weight[p].value[lane] = model.inverse_masses()[static_cast<std::size_t>(graph.particles[p])];
    }
    for (std::size_t k = 0; k < n_; ++k) {
      const std::int32_t row = component.rows[static_cast<std::size_t>(shape_->order[k])];
      if (lane < used()) rows_.push_back(row), lengths_.push_back(model.row_size(row));
      bundle_.rods[k].set_length(lane, model.row_size(row),
                                 weight(shape_->shape.i[k], lane) + weight(shape_->shape.j[k], lane));
    }
    bundle_.tolerance.value[lane] = component.tolerance;
  }

  bool is_consecutive() const {
    for (std::size_t p = 1; p < bundle_.particle.size(); ++p)
      for (std::size_t lane = 0; lane < lanes; ++lane)
        if (bundle_.particle[p][lane] != bundle_.particle[p - 1][lane] + 1) return false;
    return true;
  }

  double weight(std::int32_t p, std::size_t lane) const {
    return bundle_.weight[static_cast<std::size_t>(p)].value[lane];
  }
  std::size_t first(std::size_t k, std::size_t lane) const {
    return static_cast<std::size_t>(bundle_.particle[static_cast<std::size_t>(shape_->shape.i[k])][lane]);
  }
  std::size_t second(std::size_t k, std::size_t lane) const {
    return static_cast<std::size_t>(bundle_.particle[static_cast<std::size_t>(shape_->shape.j[k])][lane]);
  }
  Vec3 relative(const Vec3* x, std::size_t k, std::size_t lane) const { return x[second(k, lane)] - x[first(k, lane)]; }
  Vec3 rod(std::size_t k, std::size_t lane) const {
    const BundleRod& here = bundle_.rods[k];
    return {here.b[0][lane], here.b[1][lane], here.b[2][lane]};
  }

  void solve_lane(double* x, std::size_t lane) const {
    const BundleShape& shape = shape_->shape;
    for (std::size_t k = 0; k < n_; ++k)
      for (auto e = static_cast<std::size_t>(shape.row_start[k]); e < static_cast<std::size_t>(shape.row_start[k + 1]);
           ++e)
        x[k] -= bundle_.lower[e].value[lane] * x[shape.entries[e].column];
    for (std::size_t k = 0; k < n_; ++k) x[k] *= bundle_.rods[k].inverse_pivot[lane];
    for (std::size_t k = n_; k-- > 0;)
      for (auto e = static_cast<std::size_t>(shape.row_start[k]); e < static_cast<std::size_t>(shape.row_start[k + 1]);
           ++e)
        x[shape.entries[e].column] -= bundle_.lower[e].value[lane] * x[k];
  }

  SolveReport report_of_factor() const {
    for (std::size_t lane = 0; lane < used(); ++lane) {
      const double margin = bundle_.margin.value[lane];
      if (!(margin > smallest_pivot) || !std::isfinite(bundle_.rods[n_ - 1].inverse_pivot[lane])) return singular(lane);
    }
    return {};
  }
  [[gnu::noinline]] SolveReport singular(std::size_t lane) const {
    SolveReport report{.converged = false, .failure = SolveFailure::singular};
    for (std::size_t k = 0; k < n_; ++k) {
      const BundleRod& here = bundle_.rods[k];
      const Vec3 b = rod(k, lane);
      const double diagonal = (weight(shape_->shape.i[k], lane) + weight(shape_->shape.j[k], lane)) * dot(b, b);
      report.worst_row = rows_[lane * n_ + k];
      if (!std::isfinite(diagonal)) report.failure = SolveFailure::not_finite;
      if (!(1.0 / here.inverse_pivot[lane] > smallest_pivot * diagonal)) break;
    }
    return report;
  }

  [[gnu::noinline]] SolveReport report_of_lanes(const BundleOutcome& outcome, const Vec3* u, double h) {
    SolveReport total;
    for (std::size_t lane = 0; lane < used(); ++lane) {
      const SolveReport report = report_of_lane(outcome, lane, u, h);
      failed_[lane] = !report.converged;
      include(total, report);
    }
    return total;
  }
  SolveReport report_of_lane(const BundleOutcome& outcome, std::size_t lane, const Vec3* u, double h) const {
    SolveReport report{.iterations = outcome.lane_iterations[lane], .max_violation = outcome.violation[lane]};
    const double turn = outcome.turn[lane];
    if (!(report.max_violation <= bundle_.tolerance.value[lane])) return failed(report, lane, u, h);
    if (is_suspicious(turn, bundle_.margin.value[lane]) && !(turn > largest_turn && outcome.newton_pivot[lane] > 0.0))
      return turned_too_far(report, lane, u, h);
    return report;
  }
  [[gnu::noinline]] SolveReport failed(SolveReport report, std::size_t lane, const Vec3* u, double h) const {
    report.converged = false;
    report.failure = std::isfinite(report.max_violation) ? SolveFailure::not_converged : SolveFailure::not_finite;
    double worst = -1.0;
    for (std::size_t k = 0; k < n_; ++k) {
      const Vec3 d = h * relative(u, k, lane);
      const BundleRod& here = bundle_.rods[k];
      const double violation =
          std::abs(here.defect[lane] + (dot(rod(k, lane), d) + 0.5 * dot(d, d))) * here.inverse_square[lane];
      if (violation <= worst) continue;
      worst = violation;
      report.worst_row = rows_[lane * n_ + k];
      if (!std::isfinite(violation)) break;
    }
    return report;
  }
  [[gnu::noinline]] SolveReport turned_too_far(SolveReport report, std::size_t lane, const Vec3* u, double h) const {
    report.converged = false;
    report.failure = SolveFailure::turned_too_far;
    double furthest = 0.0;
    for (std::size_t k = 0; k < n_; ++k) {
      const double turn = h * dot(rod(k, lane), relative(u, k, lane)) * bundle_.rods[k].inverse_square[lane];
      if (turn < furthest) furthest = turn, report.worst_row = rows_[lane * n_ + k];
    }
    return report;
  }

  std::shared_ptr<const OrderedShape> shape_;
  std::shared_ptr<BundleScratch> scratch_;
  const KernelTable& kernels_;
  std::size_t n_;  // rods a lane
  int max_iterations_;
  Bundle bundle_;
  std::vector<double> lengths_;
  std::array<bool, lanes> failed_ = {};  // the last solve_positions(), by lane
};

}  // namespace

std::unique_ptr<Solver> BundleMaker::make(std::span<const Component* const> components) {
  const LinkGraph graph = *link_graph(model_, *components.front());
  const SolverMethod method = components.front()->solver;
  std::shared_ptr<const OrderedShape>& shape = shapes_[key_of(graph, method)];
  if (!shape) {
    OrderedShape made = eliminate(graph, method);
    made.shape.planar = model_.dimension() == 2;
    shape = std::make_shared<OrderedShape>(std::move(made));
  }
  return std::make_unique<BundleSolver>(model_, components, options_, shape, scratch_, kernels_);
}

}  // namespace taut

#include "solve/segmented_path_solver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/parallel.hpp"
#include "solve/kernels/kernel_table.hpp"
#include "solve/limits.hpp"
#include "solve/path_interface.hpp"
#include "solve/path_solver.hpp"

namespace taut {
namespace {

constexpr auto lanes = static_cast<std::size_t>(kernel_lanes);
constexpr std::size_t long_path = 256;

const double* flat(const Vec3* v) { return &v->x; }
double* flat(Vec3* v) { return &v->x; }

// Rows count unit by unit, rod by rod of the segments, lane by lane, as the kernels have their multipliers; the
// interface follows.
class SegmentedPathSolver final : public Solver {
 public:
  SegmentedPathSolver(const Model& model, const Component& component, const SolverOptions& options,
                      const KernelTable& kernels)
      : Solver({}),
        model_(model),
        component_(component),
        options_(options),
        kernels_(kernels),
        n_(component.rows.size()),
        first_(static_cast<std::size_t>(component.particles.front())),
        cut_(n_),
        tolerance_(component.tolerance),
        max_iterations_(options.max_iterations > 0 ? options.max_iterations : 50),
        weights_(n_ + 1),
        lengths_(n_),
        interface_(cut_, take_weights(), take_lengths()),
        x_(cut_.interface_rods()),
        left_over_(cut_.left_over),
        units_(cut_.units) {
    shape_.rods = static_cast<int>(cut_.rods);
    shape_.particles = shape_.rods + 1;
    shape_.joints = {{0, 1, 1}, {shape_.rods, 1, 1}};
    shape_.entries.resize(cut_.rods - 1);
    for (std::size_t unit = 0; unit < units_.size(); ++unit) take_unit(unit);
    for (std::size_t k = 0; k < cut_.interface_rods(); ++k) rows_.push_back(component.rows[cut_.interface_rod(k)]);
    history_.resize(n_);
    scratches_.front().resize(shape_);
  }

  double margin() const override { return margin_; }
  int useful_threads() const override { return static_cast<int>(units_.size()); }
  void work_with(ThreadTeam& team) override {
    team_ = &team;
    scratches_.resize(static_cast<std::size_t>(team.size()));
    for (BundleScratch& scratch : scratches_) scratch.resize(shape_);
  }

  SolveReport linearise(const Configuration& at) override {
    const BundleArrays arrays = {flat(at.position), flat(at.position_low)};
    for_each_unit([&](std::size_t unit, BundleScratch& scratch) {
      kernels_.segment_linearise(shape_, units_[unit], scratch, arrays);
    });
    return join(at);
  }

  SolveReport project_velocities(const Configuration& at, const Vec3* v, Vec3* dv, double /*h*/) override {
    const BundleArrays arrays = {flat(at.position), flat(at.position_low)};
    for_each_unit([&](std::size_t unit, BundleScratch& scratch) {
      kernels_.segment_linearise(shape_, units_[unit], scratch, arrays);
      kernels_.segment_begin_velocities(shape_, units_[unit], scratch, flat(v));
    });
    const SolveReport report = join(at);
    if (report.converged) finish_velocities(v, dv);
    return report;
  }

  SolveReport solve_velocities(const Vec3* v, Vec3* dv, double /*h*/) override {
    for_each_unit([&](std::size_t unit, BundleScratch& scratch) {
      kernels_.segment_begin_velocities(shape_, units_[unit], scratch, flat(v));
    });
    finish_velocities(v, dv);
    return {};
  }

  SolveReport solve_positions(Vec3* u, Vec3* dv, double h, double end_time) override {
    double* lambda = history_.predict(end_time - 0.5 * h, h);
    double* at_interface = lambda + (n_ - interface_.size());
    begin_interface(u, at_interface);
    SegmentResidual residual = worst_of_units([&](std::size_t unit, BundleScratch& scratch) {
      return kernels_.segment_begin_positions(shape_, units_[unit], scratch, flat(u), h, multipliers(lambda, unit));
    });
    double before = std::numeric_limits<double>::infinity();
    for (SolveReport report;; ++report.iterations) {
      take_interface_residuals(h, residual);
      report.max_violation = residual.violation;
      const bool solved = residual.violation <= tolerance_ && report.iterations > 0;
      const bool slow = !(residual.violation <= fast_enough * before) || report.iterations >= max_iterations_;
      if (solved ? is_suspicious(residual.turn, margin_) : slow && report.iterations > 0)
        return solve_alone(u, dv, h, end_time, lambda);
      if (solved) {
        finish_positions(u, dv, lambda, at_interface);
        return report;
      }
      before = residual.violation;
      correct_interface(at_interface);
      residual = worst_of_units([&](std::size_t unit, BundleScratch& scratch) {
        return kernels_.segment_correct_positions(shape_, units_[unit], scratch, h, multipliers(lambda, unit));
      });
    }
  }

  void apply_jacobian(const Vec3* x, double* out) const override {
    for (std::size_t row = 0; row < n_; ++row) out[row] = dot(rod(row), relative(x, row));
  }
  void add_time_derivative(double* /*out*/) const override {}
  void add_acceleration_terms(const Vec3* v, double* out) override {
    for (std::size_t row = 0; row < n_; ++row) out[row] += dot(relative(v, row), relative(v, row));
  }
  SolveReport solve(double* x, double /*h*/) override {
    const std::size_t inside = n_ - interface_.size();
    for (std::size_t unit = 0; unit < units_.size(); ++unit) solve_segments(unit, x + unit * rows_a_unit());
    std::copy(x + inside, x + n_, x_.begin());
    interface_.solve(x_.data(), units_);
    for (std::size_t unit = 0; unit < units_.size(); ++unit) join_segments(unit, x + unit * rows_a_unit());
    std::copy(x_.begin(), x_.end(), x + inside);
    return {};
  }
  void subtract_impulse(const double* x, Vec3* dv) const override {
    for (std::size_t row = 0; row < n_; ++row) {
      const std::size_t at = place(row);
      const Vec3 impulse = x[row] * rod(row);
      dv[first_ + at] += weights_[at] * impulse;
      dv[first_ + at + 1] -= weights_[at + 1] * impulse;
    }
  }
  double defect(std::size_t row) const override {
    const std::size_t unit = row / rows_a_unit();
    if (unit >= units_.size()) return interface_.defect(row - units_.size() * rows_a_unit());
    return units_[unit].bundle.rods[row % rows_a_unit() / lanes].defect[row % lanes];
  }
  double velocity_measure(std::size_t row) const override {
    const double length = lengths_[place(row)];
    return 1.0 / (length * length);
  }
  double force_per_multiplier(std::size_t row) const override { return lengths_[place(row)]; }

 private:
  std::span<const double> take_weights() {
    for (std::size_t p = 0; p <= n_; ++p) weights_[p] = model_.inverse_masses()[first_ + p];
    return weights_;
  }
  std::span<const double> take_lengths() {
    for (std::size_t k = 0; k < n_; ++k) lengths_[k] = model_.row_size(component_.rows[k]);
    return lengths_;
  }

  void take_unit(std::size_t number) {
    SegmentUnit& unit = units_[number];
    Bundle& bundle = unit.bundle;
    bundle.used = kernel_lanes;
    bundle.consecutive = true;
    bundle.particle.resize(cut_.rods + 1);
    bundle.weight.resize(cut_.rods + 1);
    bundle.rods.resize(cut_.rods);
    bundle.lower.resize(shape_.entries.size());
    unit.velocity.resize(3 * (cut_.rods + 1)), unit.x.resize(cut_.rods);
    unit.from_first.resize(cut_.rods), unit.from_last.resize(cut_.rods);
    for (std::size_t p = 0; p <= cut_.rods; ++p)
      for (std::size_t lane = 0; lane < lanes; ++lane) take_particle(bundle, number, p, lane);
    bundle.take_first_coordinates();
    for (std::size_t k = 0; k < cut_.rods; ++k)
      for (std::size_t lane = 0; lane < lanes; ++lane) take_rod(bundle, number, k, lane);
  }
  void take_particle(Bundle& bundle, std::size_t unit, std::size_t p, std::size_t lane) {
    const std::size_t at = cut_.rod(unit * lanes + lane, p);
    bundle.particle[p][lane] = static_cast<std::int32_t>(first_ + at);
    bundle.weight[p].value[lane] = weights_[at];
  }
  void take_rod(Bundle& bundle, std::size_t unit, std::size_t k, std::size_t lane) {
    const std::size_t at = cut_.rod(unit * lanes + lane, k);
    rows_.push_back(component_.rows[at]);
    bundle.rods[k].set_length(lane, lengths_[at], weights_[at] + weights_[at + 1]);
  }

  std::size_t rows_a_unit() const { return cut_.rods * lanes; }
  BundleLane* multipliers(double* lambda, std::size_t unit) const {
    return reinterpret_cast<BundleLane*>(lambda + unit * rows_a_unit());
  }

  // Where a row lies along the path.
  std::size_t place(std::size_t row) const {
    const std::size_t unit = row / rows_a_unit();
    if (unit >= units_.size()) return cut_.interface_rod(row - units_.size() * rows_a_unit());
    const std::size_t in_unit = row % rows_a_unit();
    return cut_.rod(unit * lanes + in_unit % lanes, in_unit / lanes);
  }
  Vec3 rod(std::size_t row) const {
    const std::size_t unit = row / rows_a_unit();
    if (unit >= units_.size()) return interface_.rod(row - units_.size() * rows_a_unit());
    const BundleRod& here = units_[unit].bundle.rods[row % rows_a_unit() / lanes];
    return {here.b[0][row % lanes], here.b[1][row % lanes], here.b[2][row % lanes]};
  }
  Vec3 relative(const Vec3* x, std::size_t row) const {
    const std::size_t i = first_ + place(row);
    return x[i + 1] - x[i];
  }

  template <class Work>
  void for_each_unit(Work&& work) {
    share(team_, units_.size(), [&](std::size_t begin, std::size_t end, int thread) {
      for (std::size_t unit = begin; unit < end; ++unit) work(unit, scratches_[static_cast<std::size_t>(thread)]);
    });
  }
  template <class Work>
  SegmentResidual worst_of_units(Work&& work) {
    for_each_unit([&](std::size_t unit, BundleScratch& scratch) { residuals_[unit] = work(unit, scratch); });
    SegmentResidual worst;
    for (const SegmentResidual& one : residuals_) include_residual(worst, one);
    return worst;
  }
  // What is not finite in one segment need not show before the first correction, which is made in any case:
  // substitution takes it to the ends of the segment, the interface from there to all segments. Then every violation is
  // not a number, and so is the worst.
  static void include_residual(SegmentResidual& worst, const SegmentResidual& one) {
    if (!(one.violation <= worst.violation)) worst.violation = one.violation;
    worst.turn = std::min(worst.turn, one.turn);
  }

  // The interface of segments that are factored.
  SolveReport join(const Configuration& at) {
    interface_.linearise(at.position + first_, at.position_low + first_);
    interface_.factorise(units_);
    margin_ = interface_.margin();
    for (const SegmentUnit& unit : units_)
      for (double margin : unit.bundle.margin.value)
        margin_ = std::min(margin_, margin > 0.0 ? margin : 0.0);  // not a number, too
    return margin_ > smallest_pivot ? SolveReport{} : singular();
  }

  // By the scalar solver, which names the row.
  [[gnu::noinline]] SolveReport singular() {
    SolveReport report = take_alone();
    if (!report.converged) return report;
    report.converged = false;
    report.failure = SolveFailure::singular;
    report.worst_row = component_.rows[cut_.interface_rod(0)];
    return report;
  }

  void finish_velocities(const Vec3* v, Vec3* dv) {
    for (std::size_t k = 0; k < interface_.size(); ++k) {
      const std::size_t i = first_ + cut_.interface_rod(k);
      x_[k] = dot(interface_.rod(k), v[i + 1] - v[i]);
    }
    interface_.solve(x_.data(), units_);
    interface_.pull(x_.data(), units_);
    for_each_unit([&](std::size_t unit, BundleScratch& scratch) {
      kernels_.segment_end_velocities(shape_, units_[unit], scratch, flat(dv));
    });
    interface_.subtract_impulses(x_.data(), dv + first_ + cut_.segment_particles());
  }

  void begin_interface(const Vec3* u, const double* lambda) {
    std::copy_n(u + first_ + cut_.segment_particles(), left_over_.size(), left_over_.begin());
    interface_.pull(lambda, units_);
    interface_.subtract_impulses(lambda, left_over_.data());
  }
  // The trial velocity of a particle along the path, as the units and the particles left over have it.
  Vec3 velocity(std::size_t at) const {
    if (at >= cut_.segment_particles()) return left_over_[at - cut_.segment_particles()];
    const std::size_t segment = at / (cut_.rods + 1), p = at % (cut_.rods + 1);
    const BundleLane* line = units_[segment / lanes].velocity.data() + 3 * p;
    return {line[0].value[segment % lanes], line[1].value[segment % lanes], line[2].value[segment % lanes]};
  }
  void take_interface_residuals(double h, SegmentResidual& worst) {
    for (std::size_t k = 0; k < interface_.size(); ++k) {
      const std::size_t i = cut_.interface_rod(k);
      const Vec3 d = h * (velocity(i + 1) - velocity(i));
      const double along = dot(interface_.rod(k), d), scale = 1.0 / (lengths_[i] * lengths_[i]);
      const double sigma = interface_.defect(k) + (along + 0.5 * dot(d, d));
      include_residual(worst, {std::abs(sigma) * scale, along * scale});
      x_[k] = sigma / h;
    }
  }
  void correct_interface(double* lambda) {
    interface_.solve(x_.data(), units_);
    interface_.pull(x_.data(), units_);
    interface_.subtract_impulses(x_.data(), left_over_.data());
    for (std::size_t k = 0; k < interface_.size(); ++k) lambda[k] += x_[k];
  }
  void finish_positions(Vec3* u, Vec3* dv, double* lambda, const double* at_interface) {
    interface_.pull(at_interface, units_);
    for_each_unit([&](std::size_t unit, BundleScratch& scratch) {
      kernels_.segment_end_positions(shape_, units_[unit], scratch, flat(u), flat(dv), multipliers(lambda, unit));
    });
    const std::size_t rest = first_ + cut_.segment_particles();
    std::copy(left_over_.begin(), left_over_.end(), u + rest);
    interface_.subtract_impulses(at_interface, dv + rest);
    history_.keep();
  }

  // Where the solve is slow or the branch must be looked at, which is rare, the scalar solver takes over; it is made
  // when it is first needed.
  SolveReport take_alone() {
    if (!alone_) {
      alone_ = make_path_solver(model_, component_, options_);
      rods_alone_.resize(n_), defects_alone_.resize(n_);
    }
    for (std::size_t row = 0; row < n_; ++row) {
      rods_alone_[place(row)] = rod(row);
      defects_alone_[place(row)] = defect(row);
    }
    return alone_->take(rods_alone_, defects_alone_);
  }
  [[gnu::noinline]] SolveReport solve_alone(Vec3* u, Vec3* dv, double h, double end_time, double* lambda) {
    if (const SolveReport taken = take_alone(); !taken.converged) return taken;
    alone_->forget();
    const SolveReport report = alone_->solve_positions(u, dv, h, end_time);
    if (!report.converged) return report;
    for (std::size_t row = 0; row < n_; ++row) lambda[row] = alone_->latest_multipliers()[place(row)];
    history_.keep();
    return report;
  }

  // A z = s of eight segments, and the rest once the interface is known.
  void solve_segments(std::size_t number, const double* s) {
    SegmentUnit& unit = units_[number];
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const auto x = [&](std::size_t k) -> double& { return unit.x[k].value[lane]; };
      for (std::size_t k = 0; k < cut_.rods; ++k)
        x(k) = s[k * lanes + lane] - (k > 0 ? unit.bundle.lower[k - 1].value[lane] * x(k - 1) : 0.0);
      for (std::size_t k = cut_.rods; k-- > 0;)
        x(k) = x(k) * unit.bundle.rods[k].inverse_pivot[lane] -
               (k + 1 < cut_.rods ? unit.bundle.lower[k].value[lane] * x(k + 1) : 0.0);
    }
  }
  void join_segments(std::size_t number, double* x) const {
    const SegmentUnit& unit = units_[number];
    for (std::size_t k = 0; k < cut_.rods; ++k)
      for (std::size_t lane = 0; lane < lanes; ++lane)
        x[k * lanes + lane] = unit.x[k].value[lane] - unit.before.value[lane] * unit.from_first[k].value[lane] -
                              unit.after.value[lane] * unit.from_last[k].value[lane];
  }

  const Model& model_;
  const Component& component_;
  const SolverOptions& options_;
  const KernelTable& kernels_;
  std::size_t n_, first_;
  PathCut cut_;
  double tolerance_;
  int max_iterations_;
  double margin_ = 1.0;  // the smallest pivot over its diagonal entry, at the configuration
  BundleShape shape_;
  std::vector<double> weights_, lengths_;  // along the path
  PathInterface interface_;
  std::vector<double> x_;        // of the interface
  std::vector<Vec3> left_over_;  // trial velocities of the particles in no segment
  std::vector<SegmentUnit> units_;
  std::vector<SegmentResidual> residuals_ = std::vector<SegmentResidual>(units_.size());
  ThreadTeam* team_ = nullptr;
  std::vector<BundleScratch> scratches_ = std::vector<BundleScratch>(1);  // one a thread
  std::unique_ptr<PathSolver> alone_;
  std::vector<Vec3> rods_alone_;
  std::vector<double> defects_alone_;
};

}  // namespace

bool is_long_path(const Component& component) {
  if (component.solver != SolverMethod::tridiagonal || component.rows.size() < long_path) return false;
  const std::vector<std::int32_t>& p = component.particles;
  for (std::size_t k = 1; k < p.size(); ++k)
    if (p[k] != p[k - 1] + 1) return false;
  return true;
}

std::unique_ptr<Solver> make_segmented_path_solver(const Model& model, const Component& component,
                                                   const SolverOptions& options, const KernelTable& kernels) {
  return std::make_unique<SegmentedPathSolver>(model, component, options, kernels);
}

}  // namespace taut

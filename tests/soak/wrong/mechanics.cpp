#include "soak/wrong/mechanics.hpp"

#include <algorithm>
#include <cmath>

namespace taut::soak {
namespace {

constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

Point minus(const Point& a, const Point& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
double dot(const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

// Of particle j; minus that of particle i.
Point spring_force(const Spring& s, const std::vector<Point>& r, const std::vector<Point>& v) {
  const Point d = minus(r[at(s.j)], r[at(s.i)]), w = minus(v[at(s.j)], v[at(s.i)]);
  const double square = dot(d, d), inverse = square > 0.0 ? 1.0 / std::sqrt(square) : 0.0;
  const double pull = -s.stiffness * (1.0 - s.length * inverse) - s.damping * dot(d, w) * inverse * inverse;
  return {pull * d[0], pull * d[1], pull * d[2]};
}

}  // namespace

Mechanics::Mechanics(const Case& item) : item_(item), index_(item.bodies.size(), -1) {
  for (std::size_t i = 0; i < item.bodies.size(); ++i) {
    if (item.bodies[i].hold != Hold::free) continue;
    index_[i] = static_cast<int>(free_.size());
    free_.push_back(static_cast<int>(i));
  }
  weight_.resize(size());
  for (int k = 0; k < size(); ++k) weight_[k] = 1.0 / item.bodies[at(free_[at(k / item.dimension)])].mass;
  root_ = weight_.cwiseSqrt();
  for (const Tie& tie : item.ties)
    for (const RowOf& row : tie.rows) rows_.push_back(&row);
}

Vector Mechanics::places() const {
  Vector q(size());
  for (int k = 0; k < size(); ++k)
    q[k] = item_.bodies[at(free_[at(k / item_.dimension)])].place[at(k % item_.dimension)];
  return q;
}

Vector Mechanics::velocities() const {
  Vector v(size());
  for (int k = 0; k < size(); ++k)
    v[k] = item_.bodies[at(free_[at(k / item_.dimension)])].velocity[at(k % item_.dimension)];
  return v;
}

Vector Mechanics::free_part(const std::vector<Point>& all) const {
  Vector part(size());
  for (int k = 0; k < size(); ++k) part[k] = all[at(free_[at(k / item_.dimension)])][at(k % item_.dimension)];
  return part;
}

Jet Mechanics::coordinate(int body, int axis, const Vector& q, const Vector& v, double time) const {
  if (axis >= item_.dimension) return 0.0;
  const int free = index_[at(body)];
  if (free < 0) return driven(item_.bodies[at(body)], axis, time);
  return {q[free * item_.dimension + axis], v[free * item_.dimension + axis], 0.0};
}

std::vector<Point> Mechanics::all_places(const Vector& q, double time) const {
  std::vector<Point> all(item_.bodies.size());
  for (int i = 0; i < static_cast<int>(all.size()); ++i)
    for (int a = 0; a < 3; ++a) all[at(i)][at(a)] = coordinate(i, a, q, q, time).v;
  return all;
}

std::vector<Point> Mechanics::all_velocities(const Vector& v, double time) const {
  std::vector<Point> all(item_.bodies.size());
  for (int i = 0; i < static_cast<int>(all.size()); ++i)
    for (int a = 0; a < 3; ++a) all[at(i)][at(a)] = coordinate(i, a, v, v, time).d;
  return all;
}

Vector Mechanics::force(const Vector& q, const Vector& v, double time) const {
  const int dimension = item_.dimension;
  Vector f = -item_.drag * v;
  for (int k = 0; k < size(); ++k) f[k] += item_.gravity[at(k % dimension)] / weight_[k];
  if (item_.springs.empty()) return f;
  const auto r = all_places(q, time), w = all_velocities(v, time);
  for (const Spring& s : item_.springs) {
    const Point pull = spring_force(s, r, w);
    for (int a = 0; a < dimension; ++a) {
      if (const int i = index_[at(s.i)]; i >= 0) f[i * dimension + a] -= pull[at(a)];
      if (const int j = index_[at(s.j)]; j >= 0) f[j * dimension + a] += pull[at(a)];
    }
  }
  return f;
}

Mechanics::Rows Mechanics::rows(const Vector& q, const Vector& v, double time) const {
  const int count = static_cast<int>(rows_.size());
  Rows all{Matrix::Zero(count, size()), Vector(count), Vector(count), Vector(count), Vector(count)};
  for (int k = 0; k < count; ++k) {
    const RowOf& row = *rows_[at(k)];
    Jet x[8][3], y[8][3];
    for (std::size_t p = 0; p < row.on.size(); ++p)
      for (int a = 0; a < 3; ++a) {
        x[p][a] = coordinate(row.on[p], a, q, v, time);
        y[p][a] = x[p][a].v;
      }
    const Jet along = value(row, x, Jet(time, 1.0, 0.0));
    for (std::size_t p = 0; p < row.on.size(); ++p) {
      const int free = index_[at(row.on[p])];
      for (int a = 0; free >= 0 && a < item_.dimension; ++a) {
        y[p][a].d = 1.0;
        const int c = free * item_.dimension + a;
        all.gradient(k, c) += root_[c] * value(row, y, Jet(time)).d;
        y[p][a].d = 0.0;
      }
    }
    const double length = all.gradient.row(k).norm(), scale = length > 0.0 ? 1.0 / length : 1.0;
    all.gradient.row(k) *= scale;
    all.scale[k] = scale;
    all.value[k] = scale * along.v;
    all.rate[k] = scale * along.d;
    all.curvature[k] = scale * along.s;
  }
  return all;
}

double energy(const Case& item, const std::vector<Point>& place, const std::vector<Point>& velocity) {
  double sum = 0.0;
  for (std::size_t i = 0; i < item.bodies.size(); ++i)
    if (item.bodies[i].hold == Hold::free)
      sum += item.bodies[i].mass * (0.5 * dot(velocity[i], velocity[i]) - dot(item.gravity, place[i]));
  for (const Spring& s : item.springs) {
    const Point d = minus(place[at(s.i)], place[at(s.j)]);
    sum += 0.5 * s.stiffness * std::pow(std::sqrt(dot(d, d)) - s.length, 2);
  }
  return sum;
}

double energy_scale(const Case& item) {
  double sum = 1e-3;  // at rest, too
  for (const Body& body : item.bodies)
    if (body.hold == Hold::free)
      sum += body.mass *
             (0.5 * dot(body.velocity, body.velocity) + std::sqrt(dot(item.gravity, item.gravity)) * item.size());
  for (const Spring& s : item.springs) sum += 0.5 * s.stiffness * s.length * s.length;
  return sum;
}

double violation(const Case& item, const std::vector<Point>& place, double time) {
  double worst = 0.0;
  for (const Tie& tie : item.ties)
    for (const RowOf& row : tie.rows) {
      Jet x[8][3];
      for (std::size_t p = 0; p < row.on.size(); ++p)
        for (std::size_t a = 0; a < 3; ++a) x[p][a] = place[at(row.on[p])][a];
      double squares = 0.0;
      for (std::size_t p = 0; p < row.on.size(); ++p)
        for (std::size_t a = 0; a < 3; ++a) {
          x[p][a].d = 1.0;
          squares += std::pow(value(row, x, Jet(time)).d, 2);
          x[p][a].d = 0.0;
        }
      const double sigma = std::abs(value(row, x, Jet(time)).v);
      const double measure = row.form == Form::distance ? row.p[0] * row.p[0] : std::sqrt(squares) * item.size();
      const double error = sigma == 0.0 ? 0.0 : sigma / measure;
      worst = error <= worst ? worst : error;  // takes what is not a number, too
    }
  return worst;
}

// With G = D B W^(1/2), D the scales: G G^T z = D (B W f + curvature), and the multipliers are D z.
std::vector<double> row_forces(const Case& item, const std::vector<Point>& place, const std::vector<Point>& velocity,
                               double time) {
  const Mechanics mechanics(item);
  const Vector q = mechanics.free_part(place), v = mechanics.free_part(velocity);
  const Mechanics::Rows rows = mechanics.rows(q, v, time);
  const Matrix gram = rows.gradient * rows.gradient.transpose();
  const Eigen::SelfAdjointEigenSolver<Matrix> spectrum(gram);
  if (spectrum.eigenvalues()[0] < 1e-4) return {};
  const Vector root = mechanics.inverse_mass().cwiseSqrt();
  const Vector right = rows.gradient * root.cwiseProduct(mechanics.force(q, v, time)) + rows.curvature;
  const Vector multiplier = rows.scale.cwiseProduct(Vector(gram.ldlt().solve(right)));
  std::vector<double> forces;
  for (const Tie& tie : item.ties)
    for (const RowOf& row : tie.rows) {
      const double x = multiplier[static_cast<int>(forces.size())], mass = item.bodies[at(row.on[0])].mass;
      const double gradient = 1.0 / (rows.scale[static_cast<int>(forces.size())] * std::sqrt(1.0 / mass));
      const bool is_known = row.form == Form::distance || row.on.size() == 1;
      forces.push_back(!is_known ? std::nan("") : row.form == Form::distance ? x * row.p[0] : -x * gradient);
    }
  return forces;
}

double difference(const Case& item, const Motion& a, const std::vector<Point>& place,
                  const std::vector<Point>& velocity) {
  const double size = item.size(), speed = std::max(a.fastest, size / item.duration());
  double largest = 0.0;
  for (std::size_t i = 0; i < place.size(); ++i)
    for (std::size_t k = 0; k < 3; ++k)
      if (item.bodies[i].hold == Hold::free)
        largest = std::max({largest, std::abs(a.place[i][k] - place[i][k]) / size,
                            std::abs(a.velocity[i][k] - velocity[i][k]) / speed});
  return largest;
}

}  // namespace taut::soak

// The same motion by another formulation: the constraints differentiated twice, their multipliers of least norm by a
// complete orthogonal decomposition of all rows, redundant or not,
//   r'' = W (f - B^T x),   B W B^T x = B W f + (second derivative of sigma along the motion),
// integrated by extrapolation of the modified midpoint rule (Gragg, Bulirsch and Stoer) with steps that adapt, and
// brought back to the constraints after every step. It says by itself when it is not sure.
#pragma once

#include <Eigen/Dense>
#include <string>
#include <vector>

#include "soak/wrong/case.hpp"

namespace taut::soak {

constexpr int most = 40;  // coordinates, or rows
using Vector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 2 * most, 1>;
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, most, most>;

struct ReferenceOptions {
  double tolerance = 1e-11;
  double shortest = 0.02;  // step near singular configurations, over the time that the motion takes for its size
  double cut = 1e-10;      // of a row's part that the rows before do not span, below which it counts as dependent
  double nudge = 0.0;      // relative change of the velocities at the start: how sensitive is this motion?
};

struct Motion {
  std::vector<Point> place, velocity;  // of all particles, at the end
  std::string doubt;                   // why it is not sure; empty: it is
  double start_energy = 0.0, energy = 0.0;
  double closest = 1.0;  // smallest part of a row that the others do not span: small near singular configurations
  double fastest = 0.0;  // speed
};

Motion reference(const Case& item, const ReferenceOptions& options = {});

// What any motion can be asked, from all places and velocities.
double energy(const Case& item, const std::vector<Point>& place, const std::vector<Point>& velocity);
double energy_scale(const Case& item);
// The largest violation, in the measure of the program's tolerance up to the size that a formula is given.
double violation(const Case& item, const std::vector<Point>& place, double time);
// Of each row, at a state: the tension of a rod, the force along the unit gradient of a row on one particle; NaN for
// other rows. Empty where rows are dependent, or nearly so, and forces are not determined.
std::vector<double> row_forces(const Case& item, const std::vector<Point>& place, const std::vector<Point>& velocity,
                               double time);
// Positions over the size, velocities over the fastest: the largest difference of a coordinate.
double difference(const Case& item, const Motion& a, const std::vector<Point>& place,
                  const std::vector<Point>& velocity);

}  // namespace taut::soak

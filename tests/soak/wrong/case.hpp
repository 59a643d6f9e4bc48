// A random system as the search knows it: what is written to a scenario file, and the same once more as plain functions
// for the reference, which shares nothing with the program but this description.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "soak/wrong/jet.hpp"

namespace taut::soak {

using Point = std::array<double, 3>;

enum class Hold { free, fixed, driven };

// A driven coordinate: place + amplitude (sin(frequency t + phase) - sin(phase)) + rate t.
struct Wave {
  double amplitude = 0.0, frequency = 0.0, phase = 0.0, rate = 0.0;
};

struct Body {
  Point place = {}, velocity = {};
  double mass = 1.0;
  Hold hold = Hold::free;
  std::array<Wave, 3> path = {};
};

// What a row says; the numbers p[0], p[1], ... of each are explained where its value is computed, in case.cpp.
enum class Form {
  distance,
  linear,
  circle,
  ellipse,
  parabola,
  superellipse,
  bean,
  plane,
  ellipsoid,
  paraboloid,
  hyperboloid,
  funnel,
  cylinder,
  torus,
  sine,
  product,
  cubic,
  moving_line,
  turning_line,
  breathing,
  sum,
  scalar_product,
  telescope,
  area,
  shear
};

struct RowOf {
  Form form;
  std::vector<int> on;
  std::array<double, 10> p = {};
  int axis = 0;  // linear only
};

struct Tie {
  std::string kind;     // as counted: distance, angle, curve, ...
  std::string text;     // its lines in the scenario file
  std::vector<int> on;  // in the order of `text`
  std::vector<RowOf> rows;
};

struct Spring {
  int i, j;
  double stiffness, length, damping;
};

struct Case {
  std::uint64_t seed = 0;
  std::string family;  // as counted: generic, lattice, ...
  int dimension = 2;
  std::vector<Body> bodies;
  std::vector<Tie> ties;
  Point gravity = {};
  std::vector<Spring> springs;
  double drag = 0.0;

  std::string method = "rattle", solver = "auto", stabilisation;
  int order = 2;
  double step = 1e-2, tolerance = 1e-12;
  int steps = 100;

  double duration() const { return step * steps; }
  bool has_time() const;  // a driven particle, or t in a constraint
  bool conserves() const;
  double size() const;  // edge of the box around the start
};

// A coordinate of a particle that is not free.
Jet driven(const Body& body, int axis, double time);
// With the positions of `row.on` in x[0], x[1], ...
Jet value(const RowOf& row, const Jet (*x)[3], const Jet& time);
bool has_time(const RowOf& row);

std::string to_toml(const Case& item);
std::string number(double value);  // such that reading it gives the same

// Without one particle, or one constraint: for making a case smaller.
Case without_body(const Case& item, int body);
Case without_tie(const Case& item, int tie);

}  // namespace taut::soak

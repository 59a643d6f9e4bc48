// One constraint of a random kind, whose constants are such that it holds at the start.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "soak/wrong/generator.hpp"

namespace taut::soak {
namespace {

const Point& place(const Case& item, int i) { return item.bodies[static_cast<std::size_t>(i)].place; }

double length(const Case& item, int i, int j) {
  const Point &a = place(item, i), &b = place(item, j);
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

int free_body(const Case& item, Dice& dice) {
  int i = 0;
  do i = dice.below(static_cast<int>(item.bodies.size()));
  while (item.bodies[static_cast<std::size_t>(i)].hold != Hold::free);
  return i;
}

int other_body(const Case& item, int than, Dice& dice) {
  int i = than;
  while (i == than) i = dice.below(static_cast<int>(item.bodies.size()));
  return i;
}

// A number with few digits now and then: special values meet special places.
double some(Dice& dice) { return dice.chance(0.5) ? dice.of({0.5, 1.0, 2.0}) : dice.between(0.4, 2.0); }

Tie formula(const char* kind, Form form, std::vector<int> on, const std::string& equation, std::array<double, 10> p) {
  return {kind, fmt::format("type = \"implicit\"\nequation = \"{}\"\n", equation), on, {{form, on, p, 0}}};
}

Tie shape(const Case& item, const char* name, Form form, int on, const std::string& parameters, const Point& offset,
          std::array<double, 3> p) {
  const Point& r = place(item, on);
  const Point c = {r[0] - offset[0], r[1] - offset[1], item.dimension == 3 ? r[2] - offset[2] : 0.0};
  const bool flat = item.dimension == 2;
  std::string text = fmt::format("type = \"{}\"\nshape = \"{}\"\n{}center = [{}, {}", flat ? "curve" : "surface", name,
                                 parameters, number(c[0]), number(c[1]));
  text += flat ? "]\n" : fmt::format(", {}]\n", number(c[2]));
  RowOf row{form, {on}, {c[0], c[1], c[2], p[0], p[1], p[2]}, 0};
  if (flat) row.p = {c[0], c[1], p[0], p[1], p[2]};
  return {flat ? "curve" : "surface", text, {on}, {row}};
}

Tie curve(const Case& item, int on, Dice& dice) {
  const double angle = dice.chance(0.4) ? dice.below(8) * std::numbers::pi / 4.0 : dice.between(0.0, 6.28);
  const double c = std::cos(angle), s = std::sin(angle), a = some(dice), b = some(dice);
  switch (dice.below(5)) {
    case 0:
      return shape(item, "circle", Form::circle, on, "r = " + number(a) + "\n", {a * c, a * s, 0}, {a});
    case 1:
      return shape(item, "ellipse", Form::ellipse, on, fmt::format("a = {}\nb = {}\n", number(a), number(b)),
                   {a * c, b * s, 0}, {a, b});
    case 2:
      return shape(item, "parabola", Form::parabola, on, "a = " + number(a) + "\n", {c, a * c * c, 0}, {a});
    case 3: {
      const double q = std::pow(c * c * c * c + s * s * s * s, -0.25);
      return shape(item, "superellipse", Form::superellipse, on,
                   fmt::format("a = {}\nb = {}\nn = 4\n", number(a), number(b)), {a * c * q, b * s * q, 0}, {a, b});
    }
    default: {
      const double near = std::cos(0.3 * angle), side = std::sin(0.3 * angle);  // away from the cusp
      const double q = near / (std::pow(near, 4) + near * near * side * side + std::pow(side, 4));
      return shape(item, "bean", Form::bean, on, "", {q * near, q * side, 0}, {});
    }
  }
}

Tie surface(const Case& item, int on, Dice& dice) {
  const double angle = dice.chance(0.4) ? dice.below(8) * std::numbers::pi / 4.0 : dice.between(0.0, 6.28);
  const double c = std::cos(angle), s = std::sin(angle), a = some(dice), b = some(dice), u = dice.between(-1.0, 1.0);
  const double w = std::sqrt(1.0 - u * u);
  switch (dice.below(7)) {
    case 0: {
      Tie tie = shape(item, "plane", Form::plane, on, "", {}, {c, s, u});
      tie.text += fmt::format("normal = [{}, {}, {}]\n", number(c), number(s), number(u));
      return tie;
    }
    case 1:
      return shape(item, "ellipsoid", Form::ellipsoid, on, fmt::format("a = {}\nb = {}\nc = 1\n", number(a), number(b)),
                   {a * c * w, b * s * w, u}, {a, b, 1.0});
    case 2:
      return shape(item, "paraboloid", Form::paraboloid, on, "a = " + number(a) + "\n", {c, s, a * (c * c + s * s)},
                   {a});
    case 3: {
      const double q = a * std::sqrt(1.0 + u * u / (b * b));
      return shape(item, "hyperboloid", Form::hyperboloid, on, fmt::format("a = {}\nc = {}\n", number(a), number(b)),
                   {q * c, q * s, u}, {a, b, -1.0});
    }
    case 4:
      return shape(item, "funnel", Form::funnel, on, "a = " + number(a) + "\n", {c, s, -a}, {a});
    case 5:
      return shape(item, "cylinder", Form::cylinder, on, "r = " + number(a) + "\n", {a * c, a * s, 0}, {a});
    default:
      return shape(item, "torus", Form::torus, on, fmt::format("R = 2\nr = {}\n", number(0.5 * a)),
                   {(2.0 + 0.5 * a * w) * c, (2.0 + 0.5 * a * w) * s, 0.5 * a * u}, {2.0, 0.5 * a});
  }
}

Tie one_formula(const Case& item, int on, Dice& dice) {
  const double x = place(item, on)[0], y = place(item, on)[1], a = some(dice), w = some(dice);
  switch (dice.below(6)) {
    case 0: {
      const double c = y - a * std::sin(w * x);
      return formula("implicit", Form::sine, {on},
                     fmt::format("y - {}*sin({}*x) - ({})", number(a), number(w), number(c)), {a, w, c});
    }
    case 1:
      return formula("implicit", Form::product, {on}, fmt::format("x*y - ({})", number(x * y)), {x * y});
    case 2: {
      const double b = dice.of({0.0, 0.0, 1.0, -0.5}), c = y - b * x * x * x;
      return formula("implicit", Form::cubic, {on}, fmt::format("y - ({})*x^3 - ({})", number(b), number(c)), {b, c});
    }
    case 3: {
      const double rate = dice.of({0.0, 0.5, -1.0}), b = dice.of({0.0, 0.3, 1.0});
      return formula("implicit t", Form::moving_line, {on},
                     fmt::format("x - ({}) - {}*sin({}*t) - ({})*t", number(x), number(b), number(w), number(rate)),
                     {x, b, w, rate});
    }
    case 4: {
      const double phase = dice.of({0.0, 0.5, 1.5}), c = x * std::sin(phase) - y * std::cos(phase);
      return formula("implicit t", Form::turning_line, {on},
                     fmt::format("x*sin({}*t + {}) - y*cos({}*t + {}) - ({})", number(w), number(phase), number(w),
                                 number(phase), number(c)),
                     {w, phase, c});
    }
    default: {
      const double r = std::hypot(x, y);
      return formula("implicit t", Form::breathing, {on},
                     fmt::format("x^2 + y^2 - ({} + {}*sin({}*t))^2", number(r), number(0.3 * a), number(w)),
                     {r, 0.3 * a, w});
    }
  }
}

Tie pair_formula(const Case& item, int i, int j, Dice& dice) {
  const Point &a = place(item, i), &b = place(item, j);
  const double k = some(dice), w = some(dice);
  switch (dice.below(5)) {
    case 0:
      return formula("implicit pair", Form::sum, {i, j}, fmt::format("x1 + x2 - ({})", number(a[0] + b[0])),
                     {a[0] + b[0]});
    case 1: {
      const double c = a[0] * b[0] + a[1] * b[1];
      return formula("implicit pair", Form::scalar_product, {i, j}, fmt::format("x1*x2 + y1*y2 - ({})", number(c)),
                     {c});
    }
    case 2: {
      const double r = std::hypot(a[0] - b[0], a[1] - b[1]);
      return formula(
          "implicit t", Form::telescope, {i, j},
          fmt::format("(x1 - x2)^2 + (y1 - y2)^2 - ({} + {}*sin({}*t))^2", number(r), number(0.3 * k), number(w)),
          {r, 0.3 * k, w});
    }
    case 3: {
      const double c = a[0] * b[1] - b[0] * a[1];
      return formula("implicit pair", Form::area, {i, j}, fmt::format("x1*y2 - x2*y1 - ({})", number(c)), {c});
    }
    default: {
      const double c = a[1] - b[1] - k * std::sin(a[0] - b[0]);
      return formula("implicit pair", Form::shear, {i, j},
                     fmt::format("y1 - y2 - {}*sin(x1 - x2) - ({})", number(k), number(c)), {k, c});
    }
  }
}

Tie linear(const Case& item, std::vector<int> on, std::array<double, 10> weights) {
  Tie tie{"linear", "type = \"linear\"\nweights = [", on, {}};
  for (std::size_t k = 0; k < on.size(); ++k) tie.text += (k ? ", " : "") + number(weights[k]);
  tie.text += "]\noffset = [";
  for (int axis = 0; axis < item.dimension; ++axis) {
    weights[9] = 0.0;
    for (std::size_t k = 0; k < on.size(); ++k)
      weights[9] += weights[k] * place(item, on[k])[static_cast<std::size_t>(axis)];
    tie.text += (axis ? ", " : "") + number(weights[9]);
    tie.rows.push_back({Form::linear, on, weights, axis});
  }
  tie.text += "]\n";
  return tie;
}

Tie angle(const Case& item, int a, int b, int c) {
  const double p = length(item, a, b), q = length(item, b, c), r = length(item, a, c);
  const double cosine = std::clamp((p * p + q * q - r * r) / (2.0 * p * q), -1.0, 1.0);
  Tie tie = rod(item, a, c);
  tie.kind = "angle";
  tie.on = {a, b, c};
  tie.text = fmt::format("type = \"angle\"\ndegrees = {}\n", number(std::acos(cosine) * 180.0 / std::numbers::pi));
  return tie;
}

}  // namespace

Tie rod(const Case& item, int i, int j) {
  const double l = length(item, i, j);
  return {"distance",
          fmt::format("type = \"distance\"\nlength = {}\n", number(l)),
          {i, j},
          {{Form::distance, {i, j}, {l}, 0}}};
}

Tie guide(const Case& item, int on) {
  const double y = place(item, on)[1];
  return formula("implicit", Form::cubic, {on}, fmt::format("y - ({})", number(y)), {0.0, y});
}

Tie upright(const Case& item, int on) {
  const double x = place(item, on)[0];
  return formula("implicit", Form::moving_line, {on}, fmt::format("x - ({})", number(x)), {x, 0.0, 0.0, 0.0});
}

Tie midpoint(const Case& item, int a, int middle, int b) { return linear(item, {a, middle, b}, {0.5, -1.0, 0.5}); }

Tie random_tie(const Case& item, Dice& dice) {
  const int i = free_body(item, dice), j = other_body(item, i, dice);
  const int kind = dice.below(10);
  if (kind < 3) return rod(item, i, j);
  if (kind < 5) return item.dimension == 2 ? curve(item, i, dice) : surface(item, i, dice);
  if (kind < 7) return one_formula(item, i, dice);
  if (kind < 8) return pair_formula(item, i, j, dice);
  const int k = other_body(item, i, dice);
  if (kind < 9 || k == j || length(item, i, k) < 0.3) {
    std::array<double, 10> weights = {};
    for (std::size_t n = 0; n < 3; ++n) weights[n] = dice.of({1.0, -1.0, 0.5, 2.0, -0.5});
    return linear(item, k == j || dice.chance(0.5) ? std::vector{i, j} : std::vector{i, j, k}, weights);
  }
  return angle(item, j, i, k);
}

}  // namespace taut::soak

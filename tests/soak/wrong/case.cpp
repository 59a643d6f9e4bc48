#include "soak/wrong/case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace taut::soak {
namespace {

constexpr const char* axes[3] = {"x", "y", "z"};

std::string vector_text(const Point& v, int dimension) {
  std::string text = "[" + number(v[0]);
  for (int a = 1; a < dimension; ++a) text += ", " + number(v[static_cast<std::size_t>(a)]);
  return text + "]";
}

std::string path_text(const Body& body, int dimension) {
  std::string text;
  for (std::size_t a = 0; a < static_cast<std::size_t>(dimension); ++a) {
    const Wave& w = body.path[a];
    text += fmt::format("{}{} = \"{} + ({})*(sin(({})*t + ({})) - sin({})) + ({})*t\"", a == 0 ? "" : ", ", axes[a],
                        number(body.place[a]), number(w.amplitude), number(w.frequency), number(w.phase),
                        number(w.phase), number(w.rate));
  }
  return text;
}

std::string body_text(const Body& body, int dimension) {
  std::string text = "\n[[particles]]\nposition = " + vector_text(body.place, dimension) + "\n";
  if (body.hold != Hold::free) text += "fixed = true\n";
  if (body.hold == Hold::driven) text += "path = { " + path_text(body, dimension) + " }\n";
  if (body.hold != Hold::free) return text;
  if (body.velocity != Point{}) text += "velocity = " + vector_text(body.velocity, dimension) + "\n";
  if (body.mass != 1.0) text += "mass = " + number(body.mass) + "\n";
  return text;
}

// The list of particles comes from `on`, so that it stays right when particles are taken away.
std::string tie_text(const Tie& tie) {
  const bool is_between = tie.kind == "distance" || tie.kind == "angle";
  std::string list;
  for (const int i : tie.on) list += fmt::format("{}{}", list.empty() ? "" : ", ", i);
  const bool is_single = tie.on.size() == 1 && tie.kind != "linear";
  return fmt::format("\n[[constraints]]\n{} = {}\n{}", is_between ? "between" : "on",
                     is_single ? list : "[" + list + "]", tie.text);
}

std::string forces_text(const Case& item) {
  std::string text = "\n[forces]\n";
  if (item.gravity != Point{}) text += "gravity = " + vector_text(item.gravity, item.dimension) + "\n";
  if (item.drag > 0.0) text += "drag = " + number(item.drag) + "\n";
  for (const Spring& s : item.springs)
    text += fmt::format("\n[[forces.springs]]\nbetween = [{}, {}]\nstiffness = {}\nlength = {}\ndamping = {}\n", s.i,
                        s.j, number(s.stiffness), number(s.length), number(s.damping));
  return text;
}

Jet product(const Jet& a, const Jet& b) { return a * b; }

Jet plane_form(const RowOf& row, const Jet (*x)[3], const Jet& t) {
  const auto& p = row.p;
  const Jet &u = x[0][0], &v = x[0][1];
  switch (row.form) {
    case Form::circle:
      return (square(u - p[0]) + square(v - p[1])) / (p[2] * p[2]) - 1.0;
    case Form::ellipse:
      return square((u - p[0]) / p[2]) + square((v - p[1]) / p[3]) - 1.0;
    case Form::parabola:
      return p[2] * square(u - p[0]) - (v - p[1]);
    case Form::superellipse:
      return square(square((u - p[0]) / p[2])) + square(square((v - p[1]) / p[3])) - 1.0;
    case Form::bean: {
      const Jet a = square(u - p[0]), b = square(v - p[1]);
      return a * a + a * b + b * b - (u - p[0]) * (a + b);
    }
    case Form::sine:
      return v - p[0] * sin(p[1] * u) - p[2];
    case Form::product:
      return u * v - p[0];
    case Form::cubic:
      return v - p[0] * cube(u) - p[1];
    case Form::moving_line:
      return u - p[0] - p[1] * sin(p[2] * t) - p[3] * t;
    case Form::turning_line:
      return u * sin(p[0] * t + p[1]) - v * cos(p[0] * t + p[1]) - p[2];
    default:
      return square(u) + square(v) - square(p[0] + p[1] * sin(p[2] * t));  // breathing
  }
}

Jet space_form(const RowOf& row, const Jet (*x)[3]) {
  const auto& p = row.p;
  const Jet a = x[0][0] - p[0], b = x[0][1] - p[1], c = x[0][2] - p[2];
  switch (row.form) {
    case Form::plane:
      return p[3] * a + p[4] * b + p[5] * c;
    case Form::ellipsoid:
      return square(a / p[3]) + square(b / p[4]) + square(c / p[5]) - 1.0;
    case Form::paraboloid:
      return p[3] * (square(a) + square(b)) - c;
    case Form::hyperboloid:
      return (square(a) + square(b)) / (p[3] * p[3]) - square(c / p[4]) + p[5];
    case Form::funnel:
      return Jet(-p[3]) / sqrt(square(a) + square(b)) - c;
    case Form::cylinder:
      return square(a) + square(b) - p[3] * p[3];
    default:
      return square(sqrt(square(a) + square(b)) - p[3]) + square(c) - p[4] * p[4];  // torus
  }
}

Jet pair_form(const RowOf& row, const Jet (*x)[3], const Jet& t) {
  const auto& p = row.p;
  const Jet* a = x[0];
  const Jet* b = x[1];
  switch (row.form) {
    case Form::sum:
      return a[0] + b[0] - p[0];
    case Form::scalar_product:
      return product(a[0], b[0]) + product(a[1], b[1]) - p[0];
    case Form::telescope:
      return square(a[0] - b[0]) + square(a[1] - b[1]) - square(p[0] + p[1] * sin(p[2] * t));
    case Form::area:
      return product(a[0], b[1]) - product(b[0], a[1]) - p[0];
    default:
      return a[1] - b[1] - p[0] * sin(a[0] - b[0]) - p[1];  // shear
  }
}

void rename(std::vector<int>& list, int body) {
  for (int& i : list) i -= i > body;
}

}  // namespace

std::string number(double value) { return fmt::format("{}", value); }

Jet value(const RowOf& row, const Jet (*x)[3], const Jet& time) {
  if (row.form == Form::distance) {
    const Jet sum = square(x[0][0] - x[1][0]) + square(x[0][1] - x[1][1]) + square(x[0][2] - x[1][2]);
    return 0.5 * (sum - row.p[0] * row.p[0]);
  }
  if (row.form == Form::linear) {
    Jet sum = -row.p[9];
    for (std::size_t k = 0; k < row.on.size(); ++k) sum = sum + row.p[k] * x[k][row.axis];
    return sum;
  }
  if (row.form >= Form::sum) return pair_form(row, x, time);
  return row.form >= Form::plane && row.form <= Form::torus ? space_form(row, x) : plane_form(row, x, time);
}

bool has_time(const RowOf& row) {
  const Form form = row.form;
  if (form == Form::moving_line) return row.p[1] != 0.0 || row.p[3] != 0.0;
  return form == Form::turning_line || form == Form::breathing || form == Form::telescope;
}

Jet driven(const Body& body, int axis, double time) {
  const auto a = static_cast<std::size_t>(axis);
  if (body.hold == Hold::fixed) return body.place[a];
  const Wave& w = body.path[a];
  const Jet t(time, 1.0, 0.0);
  return body.place[a] + w.amplitude * (sin(w.frequency * t + w.phase) - std::sin(w.phase)) + w.rate * t;
}

bool Case::has_time() const {
  const auto is_timed = [](const Tie& tie) {
    return std::any_of(tie.rows.begin(), tie.rows.end(), [](const RowOf& row) { return soak::has_time(row); });
  };
  return std::any_of(bodies.begin(), bodies.end(), [](const Body& b) { return b.hold == Hold::driven; }) ||
         std::any_of(ties.begin(), ties.end(), is_timed);
}

bool Case::conserves() const {
  const bool damped = std::any_of(springs.begin(), springs.end(), [](const Spring& s) { return s.damping > 0.0; });
  return !has_time() && drag == 0.0 && !damped;
}

double Case::size() const {
  double size = 0.5;
  for (const Body& a : bodies)
    for (std::size_t k = 0; k < 3; ++k) size = std::max(size, std::abs(a.place[k] - bodies.front().place[k]));
  return size;
}

std::string to_toml(const Case& item) {
  std::string text = fmt::format("title = \"seed {}\"\ndimension = {}\n", item.seed, item.dimension);
  for (const Body& body : item.bodies) text += body_text(body, item.dimension);
  for (const Tie& tie : item.ties) text += tie_text(tie);
  text += forces_text(item);
  text += fmt::format("\n[integrator]\nmethod = \"{}\"\nstep = {}\nsteps = {}\n", item.method, number(item.step),
                      item.steps);
  if (item.method == "closed-form")
    text += fmt::format("order = {}\nstabilisation = \"{}\"\n", item.order, item.stabilisation);
  text += fmt::format("\n[solver]\nmethod = \"{}\"\ntolerance = {}\n", item.solver, number(item.tolerance));
  return text + "\n[output]\nformats = []\nfigures = false\n";
}

Case without_tie(const Case& item, int tie) {
  Case smaller = item;
  smaller.ties.erase(smaller.ties.begin() + tie);
  return smaller;
}

Case without_body(const Case& item, int body) {
  const auto touches = [&](const Tie& tie) { return std::count(tie.on.begin(), tie.on.end(), body) > 0; };
  Case smaller = item;
  smaller.bodies.erase(smaller.bodies.begin() + body);
  std::erase_if(smaller.ties, touches);
  std::erase_if(smaller.springs, [&](const Spring& s) { return s.i == body || s.j == body; });
  for (Tie& tie : smaller.ties) {
    rename(tie.on, body);
    for (RowOf& row : tie.rows) rename(row.on, body);
  }
  for (Spring& s : smaller.springs) s.i -= s.i > body, s.j -= s.j > body;
  return smaller;
}

}  // namespace taut::soak

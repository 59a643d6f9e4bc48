// Symbols: v[0], v[1], ... are the shape's parameters in the order of its row of the table.
#include "model/shape_table.hpp"

#include <algorithm>
#include <cmath>

namespace taut {
namespace {

constexpr double inverse_square(double a) { return 1.0 / (a * a); }

Quadric parabola(const double* v) { return {{v[0], 0.0, 0.0}, {0.0, -1.0, 0.0}, 0.0}; }
Quadric circle(const double* v) { return {{inverse_square(v[0]), inverse_square(v[0]), 0.0}, {}, -1.0}; }
Quadric ellipse(const double* v) { return {{inverse_square(v[0]), inverse_square(v[1]), 0.0}, {}, -1.0}; }
Quadric plane(const double*) { return {}; }  // its normal, a vector, becomes p
Quadric ellipsoid(const double* v) {
  return {{inverse_square(v[0]), inverse_square(v[1]), inverse_square(v[2])}, {}, -1.0};
}
Quadric sphere(const double* v) {
  const double q = inverse_square(v[0]);
  return {{q, q, q}, {}, -1.0};
}
Quadric paraboloid(const double* v) { return {{v[0], v[0], 0.0}, {0.0, 0.0, -1.0}, 0.0}; }
Quadric hyperboloid(const double* v) {
  return {{inverse_square(v[0]), inverse_square(v[0]), -inverse_square(v[1])}, {}, -1.0};
}
Quadric hyperboloid2(const double* v) {
  return {{inverse_square(v[0]), inverse_square(v[0]), -inverse_square(v[1])}, {}, 1.0};
}
Quadric cylinder(const double* v) { return {{1.0, 1.0, 0.0}, {}, -v[0] * v[0]}; }

constexpr const char* superellipse = "(abs(x - cx)/a)^n + (abs(y - cy)/b)^n - 1";
constexpr const char* stadium = "((x - cx)^2 + max(abs(y - cy) - y0, 0)^2)/r^2 - 1";
constexpr const char* bean = "(x - cx)^4 + (x - cx)^2*(y - cy)^2 + (y - cy)^4 - (x - cx)*((x - cx)^2 + (y - cy)^2)";
constexpr const char* funnel = "-a/sqrt((x - cx)^2 + (y - cy)^2) - (z - cz)";
constexpr const char* torus = "(sqrt((x - cx)^2 + (y - cy)^2) - R)^2 + (z - cz)^2 - r^2";

double unknown(const double*) { return 0.0; }  // no length of its own: the component's is taken
double unit(const double*) { return 1.0; }
double first(const double* v) { return v[0]; }
double first_inverse(const double* v) { return 1.0 / v[0]; }
double first_root(const double* v) { return std::sqrt(v[0]); }
double sum_of_two(const double* v) { return v[0] + v[1]; }
double largest_of_two(const double* v) { return std::max(v[0], v[1]); }
double largest_of_three(const double* v) { return std::max({v[0], v[1], v[2]}); }

}  // namespace

const std::vector<Shape>& shape_table() {
  constexpr auto curve = ShapeFamily::curve;
  constexpr auto surface = ShapeFamily::surface;
  static const std::vector<Shape> table = {
      {{curve, "parabola", {"a"}, "a x^2 - y = 0"}, parabola, nullptr, first_inverse},
      {{curve, "circle", {"r"}, "(x^2 + y^2)/r^2 - 1 = 0"}, circle, nullptr, first},
      {{curve, "ellipse", {"a", "b"}, "(x/a)^2 + (y/b)^2 - 1 = 0"}, ellipse, nullptr, largest_of_two},
      {{curve, "superellipse", {"a", "b", "n"}, "(|x|/a)^n + (|y|/b)^n - 1 = 0"},
       nullptr,
       superellipse,
       largest_of_two},
      {{curve, "stadium", {"r", "y0"}, "(x^2 + max(|y| - y0, 0)^2)/r^2 - 1 = 0"}, nullptr, stadium, sum_of_two},
      {{curve, "bean", {}, "x^4 + x^2 y^2 + y^4 - x (x^2 + y^2) = 0"}, nullptr, bean, unit},
      {{surface, "plane", {"normal"}, "normal . r = 0"}, plane, nullptr, unknown},
      {{surface, "sphere", {"r"}, "(x^2 + y^2 + z^2)/r^2 - 1 = 0"}, sphere, nullptr, first},
      {{surface, "ellipsoid", {"a", "b", "c"}, "(x/a)^2 + (y/b)^2 + (z/c)^2 - 1 = 0"},
       ellipsoid,
       nullptr,
       largest_of_three},
      {{surface, "paraboloid", {"a"}, "a (x^2 + y^2) - z = 0"}, paraboloid, nullptr, first_inverse},
      {{surface, "hyperboloid", {"a", "c"}, "(x^2 + y^2)/a^2 - z^2/c^2 - 1 = 0"}, hyperboloid, nullptr, largest_of_two},
      {{surface, "hyperboloid2", {"a", "c"}, "(x^2 + y^2)/a^2 - z^2/c^2 + 1 = 0"},
       hyperboloid2,
       nullptr,
       largest_of_two},
      {{surface, "funnel", {"a"}, "-a/sqrt(x^2 + y^2) - z = 0"}, nullptr, funnel, first_root},
      {{surface, "cylinder", {"r"}, "x^2 + y^2 - r^2 = 0"}, cylinder, nullptr, first},
      {{surface, "torus", {"R", "r"}, "(sqrt(x^2 + y^2) - R)^2 + z^2 - r^2 = 0"}, nullptr, torus, sum_of_two},
  };
  return table;
}

const Shape* find_shape(std::string_view name) {
  const auto& table = shape_table();
  const auto found = std::find_if(table.begin(), table.end(), [&](const Shape& s) { return name == s.info.name; });
  return found == table.end() ? nullptr : &*found;
}

const std::vector<ShapeInfo>& built_in_shapes() {
  static const std::vector<ShapeInfo> infos = [] {
    std::vector<ShapeInfo> all;
    for (const Shape& shape : shape_table()) all.push_back(shape.info);
    return all;
  }();
  return infos;
}

}  // namespace taut

// Order 2: the midpoint rule. Order 4: the method of Kutta [kutta1901]. Order 8: eleven stages with nodes at those of
// Lobatto's quadrature, the fewest that reach it [cooper1972]. tests/unit/dynamics checks all conditions of order.
#include "dynamics/runge_kutta.hpp"

#include <array>

namespace taut {
namespace {

constexpr std::array<double, 2> midpoint_weights = {0.0, 1.0};
constexpr std::array<double, 2> midpoint_nodes = {0.0, 0.5};
constexpr std::array<double, 1> midpoint_below = {0.5};

constexpr std::array<double, 4> kutta_weights = {1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0};
constexpr std::array<double, 4> kutta_nodes = {0.0, 0.5, 0.5, 1.0};
constexpr std::array<double, 6> kutta_below = {0.5,       //
                                               0.0, 0.5,  //
                                               0.0, 0.0, 1.0};

constexpr double s = 4.5825756949558400066;  // sqrt(21)

constexpr std::array<double, 11> cooper_verner_weights = {
    1.0 / 20.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 49.0 / 180.0, 16.0 / 45.0, 49.0 / 180.0, 1.0 / 20.0};
constexpr std::array<double, 11> cooper_verner_nodes = {
    0.0, 0.5, 0.5, (7.0 + s) / 14.0, (7.0 + s) / 14.0, 0.5, (7.0 - s) / 14.0, (7.0 - s) / 14.0, 0.5, (7.0 + s) / 14.0,
    1.0};
// clang-format off
constexpr std::array<double, 55> cooper_verner_below = {
    1.0 / 2.0,
    1.0 / 4.0, 1.0 / 4.0,
    1.0 / 7.0, (-7.0 - 3.0 * s) / 98.0, (21.0 + 5.0 * s) / 49.0,
    (11.0 + s) / 84.0, 0.0, (18.0 + 4.0 * s) / 63.0, (21.0 - s) / 252.0,
    (5.0 + s) / 48.0, 0.0, (9.0 + s) / 36.0, (-231.0 + 14.0 * s) / 360.0, (63.0 - 7.0 * s) / 80.0,
    (10.0 - s) / 42.0, 0.0, (-432.0 + 92.0 * s) / 315.0, (633.0 - 145.0 * s) / 90.0, (-504.0 + 115.0 * s) / 70.0,
        (63.0 - 13.0 * s) / 35.0,
    1.0 / 14.0, 0.0, 0.0, 0.0, (14.0 - 3.0 * s) / 126.0, (13.0 - 3.0 * s) / 63.0, 1.0 / 9.0,
    1.0 / 32.0, 0.0, 0.0, 0.0, (91.0 - 21.0 * s) / 576.0, 11.0 / 72.0, (-385.0 - 75.0 * s) / 1152.0,
        (63.0 + 13.0 * s) / 128.0,
    1.0 / 14.0, 0.0, 0.0, 0.0, 1.0 / 9.0, (-733.0 - 147.0 * s) / 2205.0, (515.0 + 111.0 * s) / 504.0,
        (-51.0 - 11.0 * s) / 56.0, (132.0 + 28.0 * s) / 245.0,
    0.0, 0.0, 0.0, 0.0, (-42.0 + 7.0 * s) / 18.0, (-18.0 + 28.0 * s) / 45.0, (-273.0 - 53.0 * s) / 72.0,
        (301.0 + 53.0 * s) / 72.0, (28.0 - 28.0 * s) / 45.0, (49.0 - 7.0 * s) / 18.0};
// clang-format on

constexpr RungeKutta midpoint = {2, midpoint_weights, midpoint_nodes, midpoint_below};
constexpr RungeKutta kutta = {4, kutta_weights, kutta_nodes, kutta_below};
constexpr RungeKutta cooper_verner = {8, cooper_verner_weights, cooper_verner_nodes, cooper_verner_below};

}  // namespace

const RungeKutta& runge_kutta(int order) { return order == 2 ? midpoint : order == 8 ? cooper_verner : kutta; }

}  // namespace taut

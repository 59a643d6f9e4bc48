// Mechanisms that engineers know to be special: change points, dead centres, coupled wheels, folding rings.
#include <cmath>
#include <numbers>

#include "soak/wrong/generator.hpp"

namespace taut::soak {
namespace {

constexpr double pi = std::numbers::pi;

int add(Case& item, const Point& place, Hold hold = Hold::free, const Point& velocity = {}) {
  item.bodies.push_back({place, velocity, 1.0, hold, {}});
  return static_cast<int>(item.bodies.size()) - 1;
}

int pin(Case& item, double x, double y) { return add(item, {x, y, 0.0}, Hold::fixed); }

void tie(Case& item, int i, int j) { item.ties.push_back(rod(item, i, j)); }

// A point that turns about a centre.
int turning(Case& item, const Point& centre, double radius, double angle, double speed) {
  const double c = std::cos(angle), s = std::sin(angle);
  return add(item, {centre[0] + radius * c, centre[1] + radius * s, 0.0}, Hold::free,
             {-radius * speed * s, radius * speed * c, 0.0});
}

// A row of parallelograms, which share their cranks; some have cranks that do not fit, or a base that moves.
void parallelograms(Case& item, Dice& dice) {
  const int cells = dice.within(1, 3);
  const double turn = dice.chance(0.5) ? 0.5 * pi : dice.between(0.1, 3.0), speed = dice.of({1.0, -2.0, 3.0});
  for (int k = 0; k <= cells; ++k) {
    const int base = pin(item, k, 0.0), tip = turning(item, {double(k), 0.0, 0.0}, 1.0, turn, speed);
    if (dice.chance(0.1)) item.bodies.back().place[0] += dice.of({1e-3, 1e-2, 0.2});
    tie(item, base, tip);
    if (k > 0) tie(item, tip - 2, tip);
  }
  if (dice.chance(0.2)) hold(item.bodies[0], dice, 1.0);
}

// Crank and rod of equal length pass a point where the slider rests on the pivot; others have dead centres only.
void crank_slider(Case& item, Dice& dice) {
  const double angle = dice.between(0.3, 1.2), speed = dice.of({1.0, 2.0, 3.0});
  const double length = dice.of({1.0, 1.0, 1.01, 1.5}),
               x = std::cos(angle) + std::sqrt(length * length - std::pow(std::sin(angle), 2));
  const int base = pin(item, 0.0, 0.0), crank = turning(item, {}, 1.0, angle, speed), slider = add(item, {x, 0.0, 0.0});
  tie(item, base, crank);
  tie(item, crank, slider);
  item.ties.push_back(guide(item, slider));
  if (dice.chance(0.2)) item.ties.push_back(guide(item, slider));
}

// Wheels of three rods, with a coupling rod at each of their two pins.
void coupled_wheels(Case& item, Dice& dice) {
  const double angle = dice.chance(0.5) ? 0.3 : dice.between(0.0, 3.0), offset = dice.of({0.5 * pi, 1.0, 2.0}),
               speed = dice.of({1.0, 2.0, -3.0});
  int before[2] = {-1, -1};
  for (int wheel = dice.within(2, 3), k = 0; k < wheel; ++k) {
    const Point centre = {2.0 * k, 0.0, 0.0};
    const int base = pin(item, centre[0], 0.0);
    const int a = turning(item, centre, 1.0, angle, speed), b = turning(item, centre, 1.0, angle + offset, speed);
    tie(item, base, a), tie(item, base, b), tie(item, a, b);
    if (k > 0) tie(item, before[0], a), tie(item, before[1], b);
    before[0] = a, before[1] = b;
  }
}

// A ring of equal rods, which can fold up onto a line.
void ring(Case& item, Dice& dice) {
  const int n = dice.within(3, 6);
  const double radius = 0.5 / std::sin(pi / n), squash = dice.chance(0.5) ? 0.0 : 0.3;
  for (int k = 0; k < n; ++k) {
    const double angle = 2.0 * pi * k / n;
    const Point v = {dice.between(-1.0, 1.0), dice.between(-1.0, 1.0),
                     item.dimension == 3 ? dice.between(-1.0, 1.0) : 0.0};
    add(item, {radius * std::cos(angle), (1.0 - squash) * radius * std::sin(angle), 0.0},
        k == 0 && dice.chance(0.5) ? Hold::fixed : Hold::free, v);
  }
  for (int k = 0; k < n; ++k) tie(item, k, (k + 1) % n);
}

// The middle of a coupler goes nearly straight; a guide there makes the linkage rigid to second order.
void watt(Case& item, Dice& dice) {
  const int left = pin(item, 0.0, 0.0), a = add(item, {1.0, 0.0, 0.0}, Hold::free, {0.0, 1.0, 0.0});
  const int b = add(item, {1.0, -1.0, 0.0}, Hold::free, {0.0, 1.0, 0.0}), right = pin(item, 2.0, -1.0);
  const int middle = add(item, {1.0, -0.5, 0.0}, Hold::free, {0.0, 1.0, 0.0});
  tie(item, left, a), tie(item, a, b), tie(item, b, right), tie(item, a, middle), tie(item, middle, b);
  if (dice.chance(0.5)) item.ties.pop_back(), item.ties.push_back(midpoint(item, a, middle, b));
  if (dice.chance(0.3)) item.ties.push_back(upright(item, middle));
}

}  // namespace

void mechanism(Case& item, Dice& dice) {
  item.family = "mechanisms";
  item.dimension = dice.chance(0.8) ? 2 : 3;
  switch (dice.below(8)) {
    case 0:
      return crank_slider(item, dice);
    case 1:
      return coupled_wheels(item, dice);
    case 2:
      return ring(item, dice);
    case 3:
      return watt(item, dice);
    default:
      return parallelograms(item, dice);
  }
}

}  // namespace taut::soak

#include "soak/wrong/generator.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace taut::soak {
namespace {

struct Method {
  const char* name;
  int order, stages;
};
constexpr std::array<Method, 7> stepped = {{{"shake", 2, 1},
                                            {"rattle", 2, 1},
                                            {"yoshida4", 4, 3},
                                            {"suzuki4", 4, 5},
                                            {"yoshida6", 6, 7},
                                            {"kahan-li6", 6, 9},
                                            {"kahan-li8", 8, 17}}};
constexpr int budget = 2500;  // stages of a run

bool has_damping(const Case& item) {
  const auto is_damped = [](const Spring& s) { return s.damping > 0.0; };
  return item.drag > 0.0 || std::any_of(item.springs.begin(), item.springs.end(), is_damped);
}

void take(Case& item, const Method& method, Dice& dice) {
  item.method = method.name;
  item.order = method.order;
  item.step = method.order == 2   ? dice.of({0.02, 0.01, 5e-3, 2e-3, 1e-3})
              : method.order == 4 ? dice.of({0.05, 0.02, 0.01, 5e-3})
                                  : dice.of({0.05, 0.02, 0.01});
  const double duration = dice.of({0.5, 1.0, 2.0, 4.0});
  item.steps = std::clamp(static_cast<int>(std::lround(duration / item.step)), 10, budget / method.stages);
}

void closed_form(Case& item, Dice& dice) {
  const int order = dice.of({2, 4, 8});
  take(item, {"closed-form", order, order == 8 ? 11 : order}, dice);
  item.stabilisation = dice.of({"projection", "projection", "projection", "none", "baumgarte"});
}

Point lattice_place(int site, int dimension) {
  if (dimension == 2) return {double(site % 3), double(site / 3), 0.0};
  return {double(site % 2), double(site / 2 % 2), double(site / 4)};  // 2 x 2 x 3
}

Point random_velocity(int dimension, bool is_special, Dice& dice) {
  Point v = {};
  for (std::size_t a = 0; a < static_cast<std::size_t>(dimension); ++a)
    v[a] = is_special ? dice.within(-1, 1) : dice.between(-1.5, 1.5);
  return v;
}

void add_bodies(Case& item, int count, bool is_special, Dice& dice) {
  std::vector<int> sites(item.dimension == 2 ? 9 : 12);
  for (std::size_t k = 0; k < sites.size(); ++k) sites[k] = static_cast<int>(k);
  dice.shuffle(sites);
  for (int i = 0; i < count; ++i) {
    Body body;
    body.place = lattice_place(sites[static_cast<std::size_t>(i)], item.dimension);
    if (!is_special)
      for (std::size_t a = 0; a < static_cast<std::size_t>(item.dimension); ++a)
        body.place[a] += dice.between(-0.4, 0.4);
    body.velocity = random_velocity(item.dimension, is_special && dice.chance(0.7), dice);
    body.mass = is_special ? 1.0 : dice.between(0.3, 3.0);
    item.bodies.push_back(body);
  }
}

int free_bodies(const Case& item) {
  return static_cast<int>(
      std::count_if(item.bodies.begin(), item.bodies.end(), [](const Body& b) { return b.hold == Hold::free; }));
}

int rows(const Case& item) {
  int count = 0;
  for (const Tie& tie : item.ties) count += static_cast<int>(tie.rows.size());
  return count;
}

bool has_rod(const Case& item, int i, int j) {
  return std::any_of(item.ties.begin(), item.ties.end(), [&](const Tie& tie) {
    return tie.kind == "distance" && (tie.on == std::vector{i, j} || tie.on == std::vector{j, i});
  });
}

bool can_move(const Case& item, int i) { return item.bodies[static_cast<std::size_t>(i)].hold == Hold::free; }

// Rods between different pairs; neighbours are preferred, as in a linkage.
void add_rods(Case& item, int most, Dice& dice) {
  const int n = static_cast<int>(item.bodies.size());
  for (int tries = 0; tries < 60 && rows(item) < most; ++tries) {
    const int i = dice.below(n), j = dice.below(n);
    if (i == j || has_rod(item, i, j) || (!can_move(item, i) && !can_move(item, j))) continue;
    const Tie tie = rod(item, i, j);
    if (tie.rows[0].p[0] < 1.6 || dice.chance(0.3)) item.ties.push_back(tie);
  }
}

// The ends of a mechanism's springs may meet: there a spring is smooth only if it is at rest when they do.
void add_forces(Case& item, bool is_special, Dice& dice) {
  const bool can_meet = item.family == "mechanisms";
  const std::size_t down = item.dimension == 2 ? 1 : 2;
  if (dice.chance(0.6)) item.gravity[down] = dice.of({-1.0, -9.81});
  const int n = static_cast<int>(item.bodies.size());
  for (int k = dice.chance(0.3) ? dice.within(1, 2) : 0; k > 0; --k) {
    const int i = dice.below(n), j = (i + dice.within(1, n - 1)) % n;
    item.springs.push_back({i, j, is_special ? 10.0 : dice.between(1.0, 50.0),
                            can_meet ? 0.0 : rod(item, i, j).rows[0].p[0] * dice.of({1.0, 0.7}),
                            !can_meet && dice.chance(0.15) ? 0.5 : 0.0});
  }
  if (dice.chance(0.08)) item.drag = dice.of({0.1, 1.0});
}

void lattice_rods(Case& item, Dice& dice) {
  item.family = "lattice";
  item.dimension = dice.chance(0.7) ? 2 : 3;
  add_bodies(item, dice.within(3, 7), true, dice);
  const int fixed = dice.within(0, 3);
  for (int k = 0; k < fixed && free_bodies(item) > 2; ++k) hold(item.bodies[static_cast<std::size_t>(k)], dice, 0.15);
  add_rods(item, item.dimension * free_bodies(item) - dice.within(-1, 3), dice);
  if (dice.chance(0.15) && !item.ties.empty())
    item.ties.push_back(item.ties[static_cast<std::size_t>(dice.below(static_cast<int>(item.ties.size())))]);
}

void mixed(Case& item, bool is_special, Dice& dice) {
  item.family = is_special ? "lattice mixed" : "generic";
  item.dimension = dice.chance(0.6) ? 2 : 3;
  add_bodies(item, dice.within(2, 5), is_special, dice);
  if (dice.chance(0.6)) hold(item.bodies[0], dice, 0.3);
  const int most = std::max(1, item.dimension * free_bodies(item) - dice.within(is_special ? 0 : 1, 3));
  for (int tries = 0; tries < 20 && rows(item) < most; ++tries) {
    Tie tie = random_tie(item, dice);
    if (rows(item) + static_cast<int>(tie.rows.size()) <= most) item.ties.push_back(std::move(tie));
  }
  if (is_special && dice.chance(0.1) && !item.ties.empty()) item.ties.push_back(item.ties.front());
}

}  // namespace

void hold(Body& body, Dice& dice, double driven) {
  body.hold = dice.chance(driven) ? Hold::driven : Hold::fixed;
  if (body.hold == Hold::fixed) return;
  for (std::size_t a = 0; a < 2; ++a) {
    if (dice.chance(0.6)) body.path[a] = {dice.of({0.1, 0.3, 0.5}), dice.of({1.0, 2.0, 3.0}), dice.of({0.0, 1.0}), 0.0};
    if (dice.chance(0.2)) body.path[a].rate = dice.of({0.2, -0.3});
  }
}

void choose_method(Case& item, Dice& dice) {
  item.tolerance = dice.of({1e-6, 1e-8, 1e-10, 1e-12, 1e-12, 1e-12, 1e-13, 1e-14, 1e-15});
  item.solver = dice.chance(0.5) ? "auto"
                                 : dice.of({"sparse", "sparse", "sparse", "newton", "newton", "m-shake", "m-shake",
                                            "gauss-seidel", "sor", dice.of({"lincs", "tree", "ring", "tridiagonal"})});
  if (dice.chance(0.15)) return closed_form(item, dice);
  take(item, has_damping(item) ? stepped[1] : stepped[static_cast<std::size_t>(dice.below(7))], dice);
}

Case random_case(std::uint64_t seed) {
  Dice dice(seed);
  Case item;
  item.seed = seed;
  const int family = dice.below(20);
  if (family < 8)
    lattice_rods(item, dice);
  else if (family < 12)
    mechanism(item, dice);
  else
    mixed(item, family < 16, dice);
  add_forces(item, family < 16, dice);
  choose_method(item, dice);
  return item;
}

Case lattice_linkage(std::uint64_t seed) {
  Dice dice(seed);
  Case item;
  item.seed = seed;
  item.family = "linkage";
  item.dimension = 2;
  add_bodies(item, dice.within(3, 7), true, dice);
  for (int k = dice.within(0, 2); k > 0; --k) hold(item.bodies[static_cast<std::size_t>(k)], dice, 0.0);
  add_rods(item, 2 * free_bodies(item) - dice.within(0, 2), dice);
  if (dice.chance(0.5)) item.gravity[1] = -1.0;
  take(item, stepped[static_cast<std::size_t>(dice.within(2, 6))], dice);
  item.step = 0.01;
  item.steps = 1000;
  return item;
}

}  // namespace taut::soak

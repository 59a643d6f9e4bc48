// taut_bench [NAME …] [--json]: the project's benchmarks. Ratios are taken in one run, so they mean something on any
// machine; absolute times belong to this one.
#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "case.hpp"
#include "measure.hpp"
#include "taut/error.hpp"

namespace {

using taut::bench::Case;

struct Group {
  const char* name;
  const char* description;
  std::vector<Case> (*run)();
};

constexpr Group groups[] = {
    {"pendulum", "n-fold pendulum through the whole engine against a hand-written textbook kernel",
     taut::bench::pendulum_cases},
    {"long-chain", "a chain of a million beads", taut::bench::long_chain_cases},
    {"solvers", "the solvers on one chain", taut::bench::solver_cases},
    {"accuracy", "time and error of the highest order", taut::bench::accuracy_cases},
    {"ensemble", "many equal pendulums and waters at once, on one thread and on two", taut::bench::ensemble_cases},
    {"projection", "constraints on plain arrays: water, chains, polymers, networks", taut::bench::projection_cases},
    {"response", "answers to forces: ensembles, long chains, whole matrices", taut::bench::response_cases},
    {"chaos", "tangent vectors, and a map of flips of the double pendulum", taut::bench::chaos_cases},
    {"water", "liquid water in a periodic box: pair forces and the whole step", taut::bench::water_box_cases},
    {"heat", "random walks of many chains", taut::bench::heat_cases},
    {"arms", "inverse kinematics: random targets, and motions past obstacles", taut::bench::arm_cases},
    {"swings", "steps of arms in motion: rigid bodies made of points", taut::bench::swing_cases},
    {"machine", "rates of arithmetic and of memory, which bound the kernels (docs/kernels.md)",
     taut::bench::machine_cases},
};

int usage(std::FILE* to, int code) {
  fmt::print(to, "taut_bench [NAME …] [--json]\n");
  for (const Group& group : groups) fmt::print(to, "  {:<12} {}\n", group.name, group.description);
  return code;
}

void print_row(const Case& c) {
  std::string ratios;
  for (const auto& [name, ratio] : c.ratios) ratios += fmt::format("{:.2f} x {}  ", ratio, name);
  if (c.limit) ratios += fmt::format("(at most {:g}: {})", *c.limit, c.met() ? "met" : "NOT met");
  if (c.target) ratios += fmt::format("(target {:.0f} ns)", *c.target);
  fmt::print("{:<78} {:>10.1f} ns a {:<14} error {:>7.1e}  {:>7.2f} iterations  {}\n", c.name, c.ns, c.unit, c.error,
             c.iterations, ratios);
  std::fflush(stdout);
}

std::string as_json(const Case& c) {
  std::string ratios;
  for (const auto& [name, ratio] : c.ratios)
    ratios += fmt::format("{}\"{}\":{}", ratios.empty() ? "" : ",", name, ratio);
  const std::string target = c.target ? fmt::format(",\"target\":{}", *c.target) : "";
  return fmt::format(R"({{"name":"{}","unit":"{}","ns":{},"error":{},"iterations":{},"ratios":{{{}}}{}}})", c.name,
                     c.unit, c.ns, c.error, c.iterations, ratios, target);
}

bool wanted(const Group& group, const std::vector<std::string_view>& names) {
  if (names.empty()) return true;
  for (std::string_view name : names)
    if (name == group.name) return true;
  return false;
}

}  // namespace

int main(int argc, char** argv) try {
  bool json = false;
  std::vector<std::string_view> names;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--help" || argument == "-h") return usage(stdout, 0);
    if (argument == "--json") {
      json = true;
      continue;
    }
    bool known = false;
    for (const Group& group : groups) known = known || argument == group.name;
    if (!known) return usage(stderr, 2);
    names.push_back(argument);
  }
  taut::bench::pin_to_one_core();
  std::string cases;
  bool all_met = true;
  if (!json) fmt::print("{}\n", taut::bench::machine());
  for (const Group& group : groups) {
    if (!wanted(group, names)) continue;
    for (const Case& c : group.run()) {
      all_met = all_met && c.met();
      if (json) cases += (cases.empty() ? "" : ",\n") + as_json(c);
      if (!json) print_row(c);
    }
  }
  if (json) fmt::print("{{\"machine\":\"{}\",\"cases\":[\n{}\n]}}\n", taut::bench::machine(), cases);
  return all_met ? 0 : 1;
} catch (const taut::InputError& error) {
  fmt::print(stderr, "taut_bench: {}\n", error.what());
  return 1;
}

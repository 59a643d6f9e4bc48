// [[stars]]: straight arms from one core.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "io/scenario/generator.hpp"

namespace taut::io {
namespace {

// Evenly spread: around the circle, or on the golden spiral of the sphere.
Vec3 arm_direction(std::size_t k, std::size_t arms, int dimension) {
  const double n = static_cast<double>(arms), i = static_cast<double>(k);
  const double z = dimension == 2 ? 0.0 : 1.0 - (2.0 * i + 1.0) / n;
  const double turn = dimension == 2 ? 2.0 * std::numbers::pi / n : std::numbers::pi * (3.0 - std::sqrt(5.0));
  const double radius = std::sqrt(1.0 - z * z);
  return {radius * std::cos(i * turn), radius * std::sin(i * turn), z};
}

struct Star {
  std::size_t arms, length;
  double bond;
  Vec3 center;

  std::vector<Vec3> positions(int dimension) const {
    std::vector<Vec3> result = {center};
    for (std::size_t a = 0; a < arms; ++a) {
      const Vec3 direction = arm_direction(a, arms, dimension);
      for (std::size_t k = 1; k <= length; ++k) result.push_back(center + static_cast<double>(k) * bond * direction);
    }
    return result;
  }
};

void read_star(ScenarioReader& reader, const Section& given, std::size_t number) {
  given.allow(generator_keys({"arms", "arm_length", "bond", "center", "fix_center"}));
  Generator generator(reader, given, "star", number);
  Section& section = generator.section();
  const Star star{generator.count("arms", 1), generator.count("arm_length", 1), section.positive("bond", 1.0),
                  section.vector("center", {})};
  if (star.arms * star.length > static_cast<std::size_t>(most_particles)) {
    section.fail("arms",
                 fmt::format("expected at most {} particles, found {}", most_particles, star.arms * star.length));
  }
  if (section.flag("fix_center", false)) generator.fix(0);
  const int core = generator.place(star.positions(section.dimension())), per_arm = static_cast<int>(star.length);
  for (int bead = 0; bead < static_cast<int>(star.arms) * per_arm; ++bead) {
    generator.bond(bead % per_arm == 0 ? core : core + bead, core + bead + 1, star.bond);
  }
}

}  // namespace

void read_stars(ScenarioReader& reader) { read_each(reader, "stars", read_star); }

}  // namespace taut::io

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "io/arm/arm_reader.hpp"
#include "io/file/atomic_file.hpp"
#include "io/file/number.hpp"
#include "taut/arm_trials.hpp"

namespace taut {
namespace {

// The degrees that are read as just these radians, where there are such.
std::string degrees_text(double value) {
  const double first = io::degrees(value), far = std::numeric_limits<double>::infinity();
  for (const double typed : {first, std::nextafter(first, -far), std::nextafter(first, far)})
    if (typed * io::radians(1.0) == value) return io::format_number(typed);
  return io::format_number(first);
}

std::string point_text(const Vec3& point) {
  return fmt::format("[{}, {}]", io::format_number(point.x), io::format_number(point.y));
}

}  // namespace

std::string random_arm_text(int limbs, std::uint64_t seed) {
  const MotionProblem problem = random_motion_problem(limbs, seed);
  std::string angles;
  for (const double value : problem.start) angles += (angles.empty() ? "" : ", ") + degrees_text(value);
  std::string text = fmt::format(
      "# Made by taut reach random --limbs {0} --seed {1}\n"
      "title = \"{0} limbs past three discs, number {1}\"\n"
      "dimension = 2\n\n"
      "[arm]\n"
      "limits = 150\n\n"
      "[[limbs]]\n"
      "length = 1.0\n"
      "count = {0}\n"
      "angle = [{2}]\n\n"
      "[path]\n"
      "type = \"line\"\n"
      "to = {3}\n"
      "step = 0.1\n",
      limbs, seed, angles, point_text(problem.path.back().position));
  for (const Obstacle& obstacle : problem.goals.obstacles) {
    const auto& disc = std::get<BallShape>(obstacle.shape);
    text += fmt::format("\n[[obstacles]]\ntype = \"disc\"\ncenter = {}\nradius = {}\n", point_text(disc.center),
                        io::format_number(disc.radius));
  }
  return text;
}

void write_random_arm(const std::filesystem::path& file, int limbs, std::uint64_t seed, Replace replace) {
  std::error_code unknown;
  const auto there = std::filesystem::status(file, unknown);
  if (std::filesystem::exists(there) && !std::filesystem::is_regular_file(there))
    throw InputError(fmt::format("{}: is no ordinary file; expected the name of one", file.string()));
  if (std::filesystem::exists(there) && replace == Replace::no)
    throw InputError(fmt::format("{}: is there already; expected another name, or --force", file.string()));
  io::write_atomically(file.string(), random_arm_text(limbs, seed));
}

}  // namespace taut

#include <fmt/format.h>

#include <algorithm>

#include "io/figure/arm_figure.hpp"
#include "io/file/atomic_file.hpp"
#include "io/file/csv_name.hpp"
#include "io/file/number.hpp"
#include "run/figure_note.hpp"
#include "run/reach_run.hpp"

namespace taut {
namespace {

constexpr int frames_to_target = 48;
constexpr std::size_t most_drawn = 2000;  // points of a path

std::span<const double> values_at(const ReachSummary& summary, std::size_t point) {
  const auto n = static_cast<std::size_t>(summary.values);
  return {summary.motion.data() + point * n, n};
}

const char* torque_word(const ReachSummary& summary, std::size_t value) {
  return summary.value_units[value] == 1.0 ? " force" : " torque";
}

// Part of the path's length up to each point.
std::vector<double> parts(const HandPath& path) {
  std::vector<double> all = {0.0};
  for (int k = 1; k < path.points(); ++k) all.push_back(all.back() + path.way_from(k - 1));
  const double length = all.back();
  for (double& part : all) part = length > 0.0 ? part / length : 0.0;
  return all;
}

std::string joints_csv(const ReachSummary& summary, const ArmProblem& problem) {
  const Pace pace = pace_of(problem, summary);
  const JointRates rates = joint_rates(problem.arm, summary.motion, pace.path(), problem.duration);
  const std::vector<double> s = parts(pace.path());
  const bool has_torques = !summary.torques.empty();
  const std::size_t n = summary.value_names.size();
  std::string text = "s,time";
  for (std::size_t v = 0; v < n; ++v) {
    for (const char* what : {"", " velocity", " acceleration"}) text += "," + io::quoted(summary.value_names[v] + what);
    if (has_torques) text += "," + io::quoted(summary.value_names[v] + torque_word(summary, v));
  }
  text += '\n';
  for (std::size_t k = 0; k < s.size(); ++k) {
    io::append_number(text, s[k]);
    io::append_number(text += ',', rates.times[k]);
    for (std::size_t v = 0; v < n; ++v) {
      for (const auto* column : {&summary.motion, &rates.velocities, &rates.accelerations})
        io::append_number(text += ',', (*column)[k * n + v] / summary.value_units[v]);
      if (has_torques) io::append_number(text += ',', summary.torques[k * n + v]);
    }
    text += '\n';
  }
  return text;
}

void append_row(std::string& text, std::size_t step, double s, const std::string& what, const Vec3& place) {
  text += fmt::format("{},", step);
  io::append_number(text, s);
  text += ',' + io::quoted(what);
  for (int axis = 0; axis < 3; ++axis) io::append_number(text += ',', place[axis]);
  text += '\n';
}

std::string points_csv(const ReachSummary& summary, const ArmProblem& problem) {
  const Pace pace = pace_of(problem, summary);
  const std::vector<double> s = parts(pace.path());
  std::string text = "point,s,what,x,y,z\n";
  for (std::size_t k = 0; k < s.size(); ++k) {
    for (std::size_t h = 0; h < summary.hands.size(); ++h) {
      const bool alone = summary.hands.size() == 1;
      const std::string& name = summary.hand_names[h];
      if (!is_on_way(summary) || k + 1 == s.size())
        append_row(text, k, s[k], alone ? "wanted" : "wanted " + name,
                   problem.hand_path().at(static_cast<int>(k))[h].position);
      append_row(text, k, s[k], alone ? "hand" : name, summary.hands[h][k]);
    }
    const io::ArmPose pose = io::pose_of(problem.arm, values_at(summary, k));
    for (std::size_t limb = 0; limb < pose.size(); ++limb) {
      const std::string& name = problem.arm.limbs()[limb].name;
      append_row(text, k, s[k], name.empty() ? fmt::format("limb {}", limb) : name, pose[limb].to);
    }
  }
  return text;
}

// From the start to a target the joints turn at constant rates, unless something could be in the way; along a path they
// are where they were found.
std::vector<std::vector<double>> postures(const ReachSummary& summary, const ArmProblem& problem) {
  if (summary.motion.empty()) return {problem.start};
  std::vector<std::vector<double>> all;
  if (summary.points > 1) {
    const std::size_t last = static_cast<std::size_t>(summary.points) - 1, count = std::min(last, most_drawn);
    for (std::size_t k = 0; k <= count; ++k) {
      const std::span<const double> values = values_at(summary, k * last / count);
      all.emplace_back(values.begin(), values.end());
    }
    return all;
  }
  const std::span<const double> last = values_at(summary, 0);
  if (needs_way(problem.goals)) return {{last.begin(), last.end()}};  // no way there is known
  for (int frame = 0; frame <= frames_to_target; ++frame) {
    const double part = static_cast<double>(frame) / frames_to_target;
    all.push_back(problem.start);
    for (std::size_t v = 0; v < last.size(); ++v) all.back()[v] += part * (last[v] - problem.start[v]);
  }
  return all;
}

io::ArmFigure figure_of(const ReachSummary& summary, const ArmProblem& problem) {
  io::ArmFigure figure{.title = problem.title, .dimension = summary.dimension, .length_unit = problem.length_unit};
  figure.base = problem.arm.base().place;
  figure.obstacles = problem.goals.obstacles;
  const HandPath path = problem.hand_path();
  for (int h = 0; h < path.hands() && summary.points > 0; ++h) {
    figure.hands.push_back({});
    for (int t = is_on_way(summary) ? path.points() - 1 : 0; t < path.points(); ++t)
      figure.hands.back().wanted.push_back(path.at(t)[static_cast<std::size_t>(h)].position);
  }
  for (const std::vector<double>& values : postures(summary, problem)) {
    figure.poses.push_back(io::pose_with_rails(problem.arm, values));
    for (std::size_t h = 0; h < figure.hands.size(); ++h)
      figure.hands[h].places.push_back(hand_frame(problem.arm, values, problem.path[h].hand).place);
  }
  return figure;
}

}  // namespace

void write_motion(ReachSummary& summary, const ArmProblem& problem, const OutputDirectory& directory) {
  const auto write = [&](const char* name, const std::string& content) {
    io::write_atomically(directory.file(name), content);
  };
  const auto draw = [&](const char* name, const auto& figure) {
    draw_or_note(summary.notes, [&] { write(name, figure()); });
  };
  draw("arm.svg", [&] { return render_still(figure_of(summary, problem)); });
  if (summary.motion.empty()) return;
  write("joints.csv", joints_csv(summary, problem));
  write("points.csv", points_csv(summary, problem));
  draw("animation.svg", [&] { return render_animation(figure_of(summary, problem)); });
  write("swing.toml", swinging_arm(problem, summary));
}

}  // namespace taut

#include "io/figure/arm_figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/drawing/curve.hpp"
#include "io/drawing/legend.hpp"
#include "io/drawing/palette.hpp"
#include "io/drawing/panels.hpp"
#include "io/drawing/shade.hpp"
#include "io/drawing/svg.hpp"
#include "io/drawing/view.hpp"
#include "io/figure/obstacle_outline.hpp"

namespace taut::io {
namespace {

constexpr std::size_t most_flashes = 13, most_frames = 96;
constexpr std::size_t most_drawn_limbs = 20000;  // of all flashes or frames
constexpr std::size_t most_drawn_joints = 400;
constexpr double thinnest = 4.0;             // pixels of a limb
constexpr double room_for_obstacles = 0.25;  // of the arm's extent, beyond which they are cut off
constexpr double seconds_a_pass = 4.0;
constexpr std::string_view obstacle_fill = "#d9d4cc", obstacle_edge = "#8f8778";
constexpr std::size_t arm_colour = 0, hand_colour = 1, wanted_colour = 2;  // in the palette

struct ArmPanel : Panel {
  double pixels(double length) const { return frame.map(length, 0.0).x - frame.map(0.0, 0.0).x; }
  std::vector<Point> line_through(const std::vector<Vec3>& points) const {
    std::vector<Point> all;
    for (const Vec3& r : points) all.push_back(place(r));
    return thin_path(all, 0.7);
  }
  double thickness(const DrawnLimb& limb) const { return std::max(thinnest, pixels(2.0 * limb.radius)); }
};

struct Extent {
  Point low{1e300, 1e300}, high{-1e300, -1e300};

  void take(const Point& p, double radius = 0.0) {
    low = {std::min(low.x, p.x - radius), std::min(low.y, p.y - radius)};
    high = {std::max(high.x, p.x + radius), std::max(high.y, p.y + radius)};
  }
};

// What the frame must hold: the arm wherever it was, and obstacles as far as they are near it.
std::vector<Point> corners_of(const ArmFigure& figure, View view) {
  Extent arm;
  arm.take(view.of(figure.base));
  for (const ArmPose& pose : figure.poses)
    for (const DrawnLimb& limb : pose)
      arm.take(view.of(limb.from), limb.radius), arm.take(view.of(limb.to), limb.radius);
  for (const DrawnHand& hand : figure.hands)
    for (const auto* points : {&hand.places, &hand.wanted})
      for (const Vec3& r : *points) arm.take(view.of(r));
  const double room = room_for_obstacles * std::max(arm.high.x - arm.low.x, arm.high.y - arm.low.y);
  Extent all = arm;
  for (const Obstacle& obstacle : figure.obstacles)
    for (const Point& p : outline(obstacle, view))
      all.take(
          {std::clamp(p.x, arm.low.x - room, arm.high.x + room), std::clamp(p.y, arm.low.y - room, arm.high.y + room)});
  return {all.low, all.high};
}

// Of all poses at most so many, and fewer of arms of very many limbs; the first and the last among them.
std::vector<std::size_t> some_of(const ArmFigure& figure, std::size_t most) {
  std::vector<std::size_t> chosen;
  const std::size_t all = figure.poses.size(), limbs = std::max<std::size_t>(1, figure.poses.front().size());
  const std::size_t count = std::min(all, std::clamp<std::size_t>(most_drawn_limbs / limbs, 2, most));
  for (std::size_t k = 0; k < count; ++k) chosen.push_back(count == 1 ? 0 : k * (all - 1) / (count - 1));
  return chosen;
}

void draw_obstacles(SvgCanvas& canvas, const ArmPanel& panel, const ArmFigure& figure) {
  for (const Obstacle& obstacle : figure.obstacles) {
    std::vector<Point> points;
    for (const Point& p : outline(obstacle, panel.view)) points.push_back(panel.frame.map(p.x, p.y));
    canvas.polygon(points, obstacle_fill, {std::string(obstacle_edge), 1.5});
  }
}

void draw_wanted_path(SvgCanvas& canvas, const ArmPanel& panel, const ArmFigure& figure) {
  for (const DrawnHand& hand : figure.hands)
    canvas.polyline(panel.line_through(hand.wanted), {std::string(colour(wanted_colour)), 6.0, 0.45});
}

// All but the last as thin lines, which do not hide each other.
void draw_past_pose(SvgCanvas& canvas, const ArmPanel& panel, const ArmPose& pose, double age) {
  for (const DrawnLimb& limb : pose)
    canvas.line(panel.place(limb.from), panel.place(limb.to), {shade(colour(arm_colour), age), thinnest});
}

void draw_last_pose(SvgCanvas& canvas, const ArmPanel& panel, const ArmPose& pose) {
  for (const DrawnLimb& limb : pose)
    canvas.line(panel.place(limb.from), panel.place(limb.to), {std::string(colour(arm_colour)), panel.thickness(limb)});
}

double joint_radius(const ArmFigure& figure) {
  return std::clamp(26.0 / std::sqrt(static_cast<double>(figure.poses.back().size()) + 4.0), 3.0, 8.0);
}

// Of arms with very many they would hide the arm.
bool shows_joints(const ArmFigure& figure) { return figure.poses.back().size() <= most_drawn_joints; }

void draw_marks(SvgCanvas& canvas, const ArmPanel& panel, const ArmFigure& figure) {
  for (const DrawnHand& hand : figure.hands) {
    if (hand.wanted.size() != 1) continue;
    canvas.circle(panel.place(hand.wanted.back()), 13.0, "none", {std::string(colour(wanted_colour)), 3.5});
    draw_cross(canvas, panel.place(hand.wanted.back()), 9.0, colour(wanted_colour));
  }
  draw_anchor(canvas, panel.place(figure.base), 11.0);
}

void draw_still(SvgCanvas& canvas, const ArmPanel& panel, const ArmFigure& figure) {
  const double last = static_cast<double>(figure.poses.size() - 1), radius = joint_radius(figure);
  for (const std::size_t k : some_of(figure, most_flashes))
    if (k + 1 < figure.poses.size())
      draw_past_pose(canvas, panel, figure.poses[k], 1.0 - static_cast<double>(k) / last);
  draw_last_pose(canvas, panel, figure.poses.back());
  draw_wanted_path(canvas, panel, figure);
  if (shows_joints(figure))
    for (const DrawnLimb& limb : figure.poses.back()) draw_disc(canvas, panel.place(limb.from), radius, ink);
  for (const DrawnHand& hand : figure.hands)
    canvas.polyline(panel.line_through(hand.places), {std::string(colour(hand_colour)), 2.5});
  draw_marks(canvas, panel, figure);
  for (const DrawnHand& hand : figure.hands)
    draw_disc(canvas, panel.place(hand.places.back()), 1.2 * radius, colour(hand_colour));
}

void draw_moving(SvgCanvas& canvas, const ArmPanel& panel, const ArmFigure& figure) {
  canvas.begin_motion(SvgCanvas::Motion::reduced);
  draw_still(canvas, panel, figure);
  canvas.end_motion();
  canvas.begin_motion(SvgCanvas::Motion::allowed);
  const std::vector<std::size_t> frames = some_of(figure, most_frames);
  const std::size_t limbs = figure.poses.front().size();
  const double radius = joint_radius(figure);
  for (std::size_t limb = 0; limb < limbs; ++limb) {
    std::vector<std::pair<Point, Point>> places;
    for (const std::size_t k : frames)
      places.emplace_back(panel.place(figure.poses[k][limb].from), panel.place(figure.poses[k][limb].to));
    canvas.moving_line(places, {std::string(colour(arm_colour)), panel.thickness(figure.poses.front()[limb])},
                       seconds_a_pass);
  }
  draw_wanted_path(canvas, panel, figure);
  const auto draw_disc_at = [&](const auto& place, double size, std::string_view fill) {
    std::vector<Point> places;
    for (const std::size_t k : frames) places.push_back(panel.place(place(k)));
    canvas.moving_circle(places, size, fill, {"#ffffff", 1.5}, seconds_a_pass);
  };
  for (std::size_t limb = 0; limb < limbs && shows_joints(figure); ++limb)
    draw_disc_at([&](std::size_t k) { return figure.poses[k][limb].from; }, radius, ink);
  draw_marks(canvas, panel, figure);
  for (const DrawnHand& hand : figure.hands)
    draw_disc_at([&](std::size_t k) { return hand.places[k]; }, 1.2 * radius, colour(hand_colour));
  canvas.end_motion();
}

std::vector<LegendEntry> legend_of(const ArmFigure& figure) {
  std::vector<LegendEntry> entries = {{"arm", std::string(colour(arm_colour))}};
  entries.push_back({"hand", std::string(colour(hand_colour)), Mark::disc});
  if (!figure.hands.empty() && !figure.hands.front().wanted.empty()) {
    const bool path = figure.hands.front().wanted.size() > 1;
    entries.push_back(
        {path ? "path" : "target", shade(colour(wanted_colour), path ? 0.6 : 0.0), path ? Mark::line : Mark::cross});
  }
  if (!figure.obstacles.empty()) entries.push_back({"obstacles", std::string(obstacle_edge), Mark::disc});
  entries.push_back({"base", std::string(ink), Mark::anchor});
  return entries;
}

std::string description_of(const ArmFigure& figure) {
  const ArmPose& pose = figure.poses.front();
  const auto limbs = std::count_if(pose.begin(), pose.end(), [](const DrawnLimb& limb) { return !limb.is_rail; });
  return fmt::format("An arm of {} limbs in {} postures{}.", limbs, figure.poses.size(),
                     figure.obstacles.empty() ? "" : fmt::format(" among {} obstacles", figure.obstacles.size()));
}

using Drawing = void (*)(SvgCanvas&, const ArmPanel&, const ArmFigure&);

void draw_panel(SvgCanvas& canvas, const ArmFigure& figure, View view, const Rectangle& outer, const char* caption,
                Drawing draw) {
  const ArmPanel panel{{view, draw_equal_frame(canvas, corners_of(figure, view), outer, view, figure.length_unit)}};
  const std::string side = view.caption;
  canvas.text({panel.frame.area().right(), panel.frame.area().y - 10.0},
              view.main ? side + (side.empty() ? "" : " ") + caption : side,
              {.size = tick_size, .anchor = "end", .colour = "#666666"});
  canvas.begin_clip(panel.frame.area());
  draw_obstacles(canvas, panel, figure);
  draw(canvas, panel, figure);
  canvas.end_clip();
}

std::string render(const ArmFigure& figure, const char* caption, Drawing draw) {
  return render_panels({figure.title, description_of(figure), legend_of(figure), figure.dimension},
                       [&](SvgCanvas& canvas, View view, const Rectangle& outer) {
                         draw_panel(canvas, figure, view, outer, caption, draw);
                       });
}

}  // namespace

std::string render_still(const ArmFigure& figure) {
  return render(figure, figure.poses.size() > 1 ? "The arm darkens with time." : "", draw_still);
}

std::string render_animation(const ArmFigure& figure) { return render(figure, "", draw_moving); }

ArmPose pose_of(const Arm& arm, std::span<const double> values) {
  const std::vector<Placement> frames = joint_frames(arm, values);
  ArmPose pose;
  for (const LimbSpec& limb : arm.limbs()) {
    const Placement& frame = frames[static_cast<std::size_t>(limb.joint)];
    pose.push_back({frame * limb.from, frame * limb.to, limb.radius});
  }
  return pose;
}

ArmPose pose_with_rails(const Arm& arm, std::span<const double> values) {
  ArmPose pose = pose_of(arm, values);
  const std::vector<Placement> frames = joint_frames(arm, values);
  for (std::size_t j = 0; j < frames.size(); ++j) {
    const JointSpec& joint = arm.joints()[j];
    if (joint.kind != JointKind::slider) continue;
    const Placement& below = joint.parent < 0 ? arm.base() : frames[static_cast<std::size_t>(joint.parent)];
    pose.push_back({below * joint.frame.place, frames[j].place, 0.0, true});
  }
  return pose;
}

}  // namespace taut::io

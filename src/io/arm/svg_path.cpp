// Arcs go from end points to a centre as the SVG specification says (appendix on implementation notes): in the frame of
// the ellipse, scaled to a circle, the centre is on the perpendicular through the middle of the chord.
#include "io/arm/svg_path.hpp"

#include <fmt/format.h>

#include <cctype>
#include <charconv>
#include <cmath>
#include <numbers>
#include <optional>
#include <string>

namespace taut::io {
namespace {

constexpr double most = 1e100;  // as in arm files: the squares of larger numbers are none

Vec3 mix(const Vec3& a, const Vec3& b, double s) { return (1.0 - s) * a + s * b; }

Curve line(Vec3 a, Vec3 b) {
  return [=](double s) { return mix(a, b, s); };
}
Curve quadratic(Vec3 a, Vec3 b, Vec3 c) {
  return [=](double s) { return mix(mix(a, b, s), mix(b, c, s), s); };
}
Curve cubic(Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
  return [=](double s) {
    const Vec3 e = mix(b, c, s);
    return mix(mix(mix(a, b, s), e, s), mix(e, mix(c, d, s), s), s);
  };
}

struct ArcShape {
  double rx, ry, tilt;  // tilt in degrees
  bool large, sweep;
};

Curve arc(const Vec3& from, const Vec3& to, const ArcShape& shape) {
  const double rx = std::abs(shape.rx), ry = std::abs(shape.ry), tilt = shape.tilt * std::numbers::pi / 180.0;
  if (rx == 0.0 || ry == 0.0) return line(from, to);
  const double c = std::cos(tilt), s = std::sin(tilt);
  const Vec3 half = 0.5 * (to - from);
  const Vec3 scaled{(c * half.x + s * half.y) / rx, (c * half.y - s * half.x) / ry, 0.0};
  const double length = norm(scaled);
  if (length == 0.0 || !(length < most)) return line(from, to);
  const double grow = std::max(1.0, length);  // radii too small to span the chord grow until they do
  const double away =
      std::sqrt(std::max(0.0, grow * grow - length * length)) / length * (shape.large == shape.sweep ? -1.0 : 1.0);
  const Vec3 centre{-away * scaled.y, away * scaled.x, 0.0};  // from the middle of the chord
  const Vec3 first = -scaled - centre, last = scaled - centre;
  const double start = std::atan2(first.y, first.x);
  double turn = std::atan2(last.y, last.x) - start;
  if (shape.sweep && turn < 0.0) turn += 2.0 * std::numbers::pi;
  if (!shape.sweep && turn > 0.0) turn -= 2.0 * std::numbers::pi;
  const Vec3 middle = 0.5 * (from + to);
  return [=](double u) {
    const double a = start + u * turn;
    const double x = rx * (centre.x + grow * std::cos(a)), y = ry * (centre.y + grow * std::sin(a));
    return Vec3{middle.x + c * x - s * y, middle.y + s * x + c * y, 0.0};
  };
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Expected<std::vector<Curve>> parse() {
    skip();
    if (at_ == text_.size()) return error("found nothing, expected a path such as M 0 0 L 1 1");
    while (at_ < text_.size() && !failure_) {
      command_at_ = at_;
      read_command();
      skip();
    }
    if (failure_) return *failure_;
    if (curves_.empty()) return error("found no line, expected more than a start");
    return std::move(curves_);
  }

 private:
  Error error(const std::string& message) const { return {"", fmt::format("{}, at character {}", message, at_ + 1)}; }
  void fail(const std::string& message) {
    if (!failure_) failure_ = error(message);
  }
  void skip() {
    while (at_ < text_.size() && (std::isspace(static_cast<unsigned char>(text_[at_])) || text_[at_] == ',')) ++at_;
  }
  bool number_follows() {
    skip();
    return at_ < text_.size() && (std::isdigit(static_cast<unsigned char>(text_[at_])) || text_[at_] == '-' ||
                                  text_[at_] == '+' || text_[at_] == '.');
  }
  double number() {
    if (failure_) return 0.0;
    if (!number_follows()) return fail("expected a number"), 0.0;
    if (text_[at_] == '+') ++at_;
    double value = 0.0;
    const auto [end, problem] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (problem == std::errc::invalid_argument) return fail("expected a number"), 0.0;
    if (problem != std::errc{} || !(std::abs(value) <= most))
      return fail(fmt::format("expected a number of at most {:g}", most)), 0.0;
    at_ = static_cast<std::size_t>(end - text_.data());
    return value;
  }
  bool flag() {  // need not be apart from what follows
    skip();
    if (at_ >= text_.size() || (text_[at_] != '0' && text_[at_] != '1')) return fail("expected 0 or 1"), false;
    return text_[at_++] == '1';
  }
  Vec3 point() {
    const double x = number(), y = number();
    return relative_ ? pen_ + Vec3{x, y, 0.0} : Vec3{x, y, 0.0};
  }

  void read_command() {
    const char letter = text_[at_];
    if (!started_ && letter != 'M' && letter != 'm') return fail("expected M, where the path starts");
    if (!std::isalpha(static_cast<unsigned char>(letter))) return fail(fmt::format("found \"{}\"", letter));
    ++at_;
    relative_ = std::islower(static_cast<unsigned char>(letter)) != 0;
    const char kind = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
    if (kind == 'Z') return close();
    if (kind == 'M') return start();
    do {
      if (!draw(kind)) return;
      previous_ = kind;
    } while (!failure_ && number_follows());
  }
  void start() {
    if (started_) return fail("found a second M, expected one line without lifting the pen");
    started_ = true;
    first_ = pen_ = point();
    while (!failure_ && number_follows()) to(line(pen_, point_here()));
  }
  void close() {
    if (norm(first_ - pen_) > 0.0) next_ = first_, to(line(pen_, first_));
    previous_ = 'Z';
  }
  Vec3 point_here() { return next_ = point(); }
  void to(Curve curve) {
    curves_.push_back(std::move(curve));
    pen_ = next_;
  }

  // The control point before, seen from the other side of the pen.
  Vec3 reflected(char a, char b) const { return previous_ == a || previous_ == b ? 2.0 * pen_ - control_ : pen_; }

  bool draw(char kind) {
    switch (kind) {
      case 'L':
        return to(line(pen_, point_here())), true;
      case 'H':
        next_ = {number() + (relative_ ? pen_.x : 0.0), pen_.y, 0.0};
        return to(line(pen_, next_)), true;
      case 'V':
        next_ = {pen_.x, number() + (relative_ ? pen_.y : 0.0), 0.0};
        return to(line(pen_, next_)), true;
      case 'C':
      case 'S': {
        const Vec3 first = kind == 'C' ? point() : reflected('C', 'S');
        control_ = point();
        return to(cubic(pen_, first, control_, point_here())), true;
      }
      case 'Q':
      case 'T':
        control_ = kind == 'Q' ? point() : reflected('Q', 'T');
        return to(quadratic(pen_, control_, point_here())), true;
      case 'A': {
        const double rx = number(), ry = number(), tilt = number();
        const bool large = flag(), sweep = flag();
        return to(arc(pen_, point_here(), {rx, ry, tilt, large, sweep})), true;
      }
      default:
        at_ = command_at_;
        fail(fmt::format("found \"{}\", expected one of M L H V C S Q T A Z", text_[at_]));
        return false;
    }
  }

  std::string_view text_;
  std::size_t at_ = 0, command_at_ = 0;
  bool relative_ = false, started_ = false;
  char previous_ = 'M';
  Vec3 first_, pen_, next_, control_;
  std::vector<Curve> curves_;
  std::optional<Error> failure_;
};

}  // namespace

Expected<std::vector<Curve>> parse_svg_path(std::string_view text) { return Parser(text).parse(); }

}  // namespace taut::io

// Nearest points of segments.
#pragma once

#include <algorithm>

#include "taut/vec.hpp"

namespace taut {

// Where the segment from a to b is nearest to p: 0 at a, 1 at b.
inline double nearest_on_segment(const Vec3& p, const Vec3& a, const Vec3& b) {
  const Vec3 d = b - a;
  const double square = dot(d, d);
  return square > 0.0 ? std::clamp(dot(p - a, d) / square, 0.0, 1.0) : 0.0;
}

struct SegmentPair {
  double s, t;
};

// Where the segments from a to b and from c to d are nearest: the lines first, then what the ends leave of it
// [ericson2005, section 5.1.9].
inline SegmentPair nearest_of_segments(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const Vec3 u = b - a, v = d - c, w = a - c;
  const double uu = dot(u, u), uv = dot(u, v), vv = dot(v, v), uw = dot(u, w), vw = dot(v, w);
  const double det = uu * vv - uv * uv;
  double s = det > 1e-14 * uu * vv ? std::clamp((uv * vw - vv * uw) / det, 0.0, 1.0) : 0.0;
  double t = vv > 0.0 ? (uv * s + vw) / vv : 0.0;
  if (t < 0.0 || t > 1.0) {
    t = std::clamp(t, 0.0, 1.0);
    s = uu > 0.0 ? std::clamp((uv * t - uw) / uu, 0.0, 1.0) : 0.0;
  }
  return {s, t};
}

}  // namespace taut

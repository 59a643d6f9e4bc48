#include "support/arm_motion.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <type_traits>

namespace taut::support {
namespace {

Eigen::Vector3d place(const std::vector<Placement>& frames, const RigidPiece& piece) {
  const Placement& frame = frames[static_cast<std::size_t>(piece.joint)];
  return column(frame.place) + matrix(frame.turn) * piece.center;
}

}  // namespace

Eigen::Vector3d column(const Vec3& v) { return {v.x, v.y, v.z}; }
Eigen::Matrix3d matrix(const Rotation& r) {
  Eigen::Matrix3d m;
  m << column(r.x), column(r.y), column(r.z);
  return m;
}

std::vector<RigidPiece> rigid_pieces(const Arm& arm) {
  std::vector<RigidPiece> pieces;
  for (const LimbSpec& limb : arm.limbs()) {
    const Eigen::Vector3d along = column(limb.to - limb.from);
    const double length = along.norm(), r = limb.radius > 0.0 ? limb.radius : 0.05 * length,
                 radius = arm.dimension() == 3 ? r : 0.0;
    const Eigen::Matrix3d axis = along * along.transpose() / (length * length);
    const Eigen::Matrix3d inertia =
        limb.mass * (0.5 * radius * radius * axis +
                     (3.0 * radius * radius + length * length) / 12.0 * (Eigen::Matrix3d::Identity() - axis));
    pieces.push_back({limb.joint, limb.mass, column(0.5 * (limb.from + limb.to)), inertia});
  }
  for (const BodySpec& body : arm.bodies()) {
    const auto& [xx, xy, xz, yy, yz, zz] = body.inertia;
    Eigen::Matrix3d inertia;
    inertia << xx, xy, xz, xy, yy, yz, xz, yz, zz;
    pieces.push_back({body.joint, body.mass, column(body.center), inertia});
  }
  return pieces;
}

ArmMotion::ArmMotion(const Arm& arm, const Vec3& gravity)
    : arm_(arm), pieces_(rigid_pieces(arm)), gravity_(column(gravity)) {}

double ArmMotion::potential(const Vector& q) const {
  const std::vector<Placement> frames = frames_at(q);
  double sum = 0.0;
  for (const RigidPiece& piece : pieces_) sum -= piece.mass * gravity_.dot(place(frames, piece));
  return sum;
}

Eigen::MatrixXd ArmMotion::mass_matrix(const Vector& q) const {
  const auto n = q.size();
  std::vector<Eigen::MatrixXd> moves(pieces_.size(), Eigen::MatrixXd(6, n));
  for (Eigen::Index k = 0; k < n; ++k) {
    const auto shifted = [&](double by) {
      Vector there = q;
      there[k] += by;
      return frames_at(there);
    };
    constexpr double h = 1e-3;
    const auto a = shifted(-2 * h), b = shifted(-h), c = shifted(h), d = shifted(2 * h), here = shifted(0.0);
    for (std::size_t p = 0; p < pieces_.size(); ++p) {
      const auto j = static_cast<std::size_t>(pieces_[p].joint);
      const auto slope = [&](const auto& at) -> std::decay_t<decltype(at(a))> {
        return ((at(a) - at(d)) + 8.0 * (at(c) - at(b))) * (1.0 / (12.0 * h));
      };
      moves[p].block<3, 1>(0, k) = slope([&](const auto& f) -> Eigen::Vector3d { return place(f, pieces_[p]); });
      const Eigen::Matrix3d rate = slope([&](const auto& f) -> Eigen::Matrix3d { return matrix(f[j].turn); });
      const Eigen::Matrix3d spin = matrix(here[j].turn).transpose() * rate;  // in the frame of the piece
      moves[p].block<3, 1>(3, k) << spin(2, 1), spin(0, 2), spin(1, 0);
    }
  }
  Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(n, n);
  for (std::size_t p = 0; p < pieces_.size(); ++p) {
    const auto v = moves[p].topRows<3>(), w = moves[p].bottomRows<3>();
    sum += pieces_[p].mass * v.transpose() * v + w.transpose() * pieces_[p].inertia * w;
  }
  return sum;
}

ArmMotion::Vector ArmMotion::bias(const Vector& q, const Vector& w) const {
  Vector sum = Vector::Zero(q.size());
  constexpr double h = 1e-3;
  for (Eigen::Index k = 0; k < q.size(); ++k) {
    const auto at = [&](double by) {
      Vector there = q;
      there[k] += by;
      return there;
    };
    const Eigen::MatrixXd slope =
        ((mass_matrix(at(-2 * h)) - mass_matrix(at(2 * h))) + 8.0 * (mass_matrix(at(h)) - mass_matrix(at(-h)))) /
        (12.0 * h);
    sum += w[k] * (slope * w);
    sum[k] -= 0.5 * w.dot(slope * w);
    sum[k] +=
        (potential(at(-2 * h)) - potential(at(2 * h)) + 8.0 * (potential(at(h)) - potential(at(-h)))) / (12.0 * h);
  }
  return sum;
}

ArmMotion::Vector ArmMotion::torque(const Vector& q, const Vector& w, const Vector& a) const {
  return mass_matrix(q) * a + bias(q, w);
}

void ArmMotion::run(Vector& q, Vector& w, double duration, int steps, const Torque& torque) const {
  const double h = duration / steps;
  const auto slope = [&](const Vector& x, const Vector& v, double t) -> Vector {
    const Vector applied = torque ? torque(x, v, t) : Vector(Vector::Zero(x.size()));
    return mass_matrix(x).ldlt().solve(applied - bias(x, v));
  };
  for (int k = 0; k < steps; ++k) {
    const double t = k * h;
    const Vector a1 = slope(q, w, t), w2 = w + 0.5 * h * a1, a2 = slope(q + 0.5 * h * w, w2, t + 0.5 * h),
                 w3 = w + 0.5 * h * a2, a3 = slope(q + 0.5 * h * w2, w3, t + 0.5 * h), w4 = w + h * a3,
                 a4 = slope(q + h * w3, w4, t + h);
    q += h / 6.0 * (w + 2.0 * w2 + 2.0 * w3 + w4);
    w += h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
  }
}

std::vector<Placement> ArmMotion::frames_at(const Vector& q) const {
  return joint_frames(arm_, std::span<const double>(q.data(), static_cast<std::size_t>(q.size())));
}

}  // namespace taut::support

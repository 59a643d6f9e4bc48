// peer_kdl ARM STRETCH SOLVER: the median time of Orocos KDL for the targets of bench/arms.cpp, as JSON, with how many
// were reached to 1e-6 of the size of the arm, and how many of these within limits. SOLVER is lma, nr (Newton and
// Raphson) or nr_jl (with limits).
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <kdl/chain.hpp>
#include <kdl/chainfksolverpos_recursive.hpp>
#include <kdl/chainiksolverpos_lma.hpp>
#include <kdl/chainiksolverpos_nr.hpp>
#include <kdl/chainiksolverpos_nr_jl.hpp>
#include <kdl/chainiksolvervel_wdls.hpp>
#include <memory>
#include <string>

#include "../arm_systems.hpp"
#include "measurement.hpp"

namespace {

using taut::bench::ArmSystem;

KDL::Vector vector(const taut::Vec3& v) { return {v.x, v.y, v.z}; }

KDL::Chain chain_of(const ArmSystem& arm) {
  KDL::Chain chain;
  for (std::size_t k = 0; k < arm.hinges.size(); ++k) {
    const taut::bench::Hinge& hinge = arm.hinges[k];
    const bool is_last = k + 1 == arm.hinges.size();
    const KDL::Vector tip = vector(is_last ? arm.hand : arm.hinges[k + 1].place);
    const KDL::Vector place = k == 0 ? vector(hinge.place) : KDL::Vector::Zero();
    chain.addSegment(KDL::Segment(KDL::Joint(place, vector(hinge.axis), KDL::Joint::RotAxis), KDL::Frame(place + tip)));
  }
  return chain;
}

KDL::JntArray array(const std::vector<double>& values) {
  KDL::JntArray q(static_cast<unsigned>(values.size()));
  for (std::size_t k = 0; k < values.size(); ++k) q(static_cast<unsigned>(k)) = values[k];
  return q;
}

class Solver {
 public:
  Solver(const KDL::Chain& chain, const ArmSystem& arm, const std::string& name)
      : forward(chain), velocity(chain), name_(name) {
    Eigen::Matrix<double, 6, 1> weights;
    weights << 1.0, 1.0, 1.0, 0.0, 0.0, 0.0;
    const double tolerance = 1e-9;
    lma_ = std::make_unique<KDL::ChainIkSolverPos_LMA>(chain, weights, tolerance, 500);
    Eigen::MatrixXd task = Eigen::MatrixXd::Zero(6, 6);
    task.diagonal() = weights;
    velocity.setWeightTS(task);
    velocity.setLambda(1e-3);
    KDL::JntArray lower(chain.getNrOfJoints()), upper(chain.getNrOfJoints());
    for (unsigned k = 0; k < lower.rows(); ++k) {
      lower(k) = arm.hinges[k].lower;
      upper(k) = arm.hinges[k].upper;
    }
    limited_ = std::make_unique<KDL::ChainIkSolverPos_NR_JL>(chain, lower, upper, forward, velocity, 500, tolerance);
    free_ = std::make_unique<KDL::ChainIkSolverPos_NR>(chain, forward, velocity, 500, tolerance);
  }
  int solve(const KDL::JntArray& start, const KDL::Frame& target, KDL::JntArray& found) {
    if (name_ == "lma") return lma_->CartToJnt(start, target, found);
    if (name_ == "nr_jl") return limited_->CartToJnt(start, target, found);
    return free_->CartToJnt(start, target, found);
  }
  KDL::ChainFkSolverPos_recursive forward;
  KDL::ChainIkSolverVel_wdls velocity;

 private:
  std::string name_;
  std::unique_ptr<KDL::ChainIkSolverPos_LMA> lma_;
  std::unique_ptr<KDL::ChainIkSolverPos_NR_JL> limited_;
  std::unique_ptr<KDL::ChainIkSolverPos_NR> free_;
};

double size_of(const ArmSystem& arm) {
  double size = norm(arm.hand);
  for (std::size_t k = 1; k < arm.hinges.size(); ++k) size += norm(arm.hinges[k].place);
  return size;
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 4) return 2;
  const ArmSystem arm = taut::bench::arm_systems().at(static_cast<std::size_t>(std::atoi(argv[1])));
  const double stretch = std::atof(argv[2]), size = size_of(arm);
  const KDL::Chain chain = chain_of(arm);
  Solver solver(chain, arm, argv[3]);
  const KDL::JntArray start = array(taut::bench::start_values(arm));
  constexpr int targets = 2000;  // the first ones: it is slow
  std::vector<double> times;
  int reached = 0, within = 0;
  double largest = 0.0;
  for (int t = 0; t < targets; ++t) {
    const auto index = static_cast<std::uint64_t>(t);
    KDL::Frame at, hand;
    solver.forward.JntToCart(array(taut::bench::random_values(arm, index, stretch > 0.0)), at);
    const taut::Vec3 goal = taut::bench::target_of(arm, {at.p.x(), at.p.y(), at.p.z()}, stretch);
    at.p = vector(goal);
    KDL::JntArray found(start.rows());
    const double begin = peers::cpu_seconds();
    (void)solver.solve(start, at, found);
    times.push_back(peers::cpu_seconds() - begin);
    solver.forward.JntToCart(found, hand);
    const double error = (hand.p - at.p).Norm() / size;
    largest = std::max(largest, error);
    if (!(error <= 1e-6)) continue;
    ++reached;
    bool is_within = true;
    for (unsigned k = 0; k < found.rows(); ++k)
      is_within = is_within && found(k) >= arm.hinges[k].lower && found(k) <= arm.hinges[k].upper;
    within += is_within;
  }
  std::nth_element(times.begin(), times.begin() + targets / 2, times.end());
  std::printf("{\"version\": \"1.5\", \"ns\": %.6g, \"error\": %.6g, \"reached\": %.6g, \"within\": %.6g}\n",
              1e9 * times[targets / 2], largest, static_cast<double>(reached) / targets,
              static_cast<double>(within) / targets);
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}

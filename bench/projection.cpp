// Constraints on plain arrays, as a molecular-dynamics engine asks for them: positions that a step has moved come back
// on the constraints; v += displacement / h where peers do it too.
#include <fmt/format.h>

#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>
#include <functional>

#include "case.hpp"
#include "measure.hpp"
#include "solve/factor.hpp"
#include "support/molecules.hpp"
#include "taut/project.hpp"
#include "textbook_shake.hpp"

namespace taut::bench {
namespace {

using test::largest_violation;
using test::MoleculeMaker;
using test::Molecules;
using test::rod;

constexpr double inverse_step = 500.0;  // 2 fs, in nanometres and picoseconds

// What a step leaves: every particle displaced at random, so that rods are wrong by `violation` in the mean.
std::vector<double> displaced(const Molecules& all, MoleculeMaker& maker, double violation) {
  const auto mean = [&](const std::vector<double>& r) {
    double sum = 0.0;
    for (const Distance& d : all.distances) {
      sum += std::abs(norm(rod(r, d)) / d.length - 1.0);
    }
    return sum / static_cast<double>(all.distances.size());
  };
  MoleculeMaker copy = maker;
  const double trial = 1e-4;
  const double found = mean(copy.displaced(all, trial));
  return maker.displaced(all, trial * violation / found);
}

// Nanoseconds of one call of solve(r), the smallest of several; r is set back before each.
double fastest_from(const std::vector<double>& start, std::vector<double>& r, int samples,
                    const std::function<void(double*)>& solve) {
  double best = 1e300;
  for (int sample = 0; sample < samples; ++sample) {
    r = start;
    const double begin = seconds_now();
    solve(r.data());
    best = std::min(best, seconds_now() - begin);
  }
  return 1e9 * best;
}

struct Setup {
  std::string name, unit;
  Molecules molecules = {};
  double violation = 0.008, tolerance = 1e-10;
  std::int64_t units = 0;  // over which the time is shared: constraints, or waters
  int samples = 100;
  int most_sweeps = 2000;  // of textbook SHAKE; 0: not measured
  std::size_t rods = 0;    // of each chain, for textbook Newton; 0: not chains
  std::optional<double> target = {};
  bool with_velocities = false;
};

Case measure(const Setup& setup) {
  MoleculeMaker maker(5);
  const Molecules& all = setup.molecules;
  const std::vector<double> start = displaced(all, maker, setup.violation);
  std::vector<double> r, v(start.size(), 0.0);
  Projector projector =
      Projector::make(all.positions, all.inverse_masses, all.distances, {.tolerance = setup.tolerance}).value();
  const double units = static_cast<double>(setup.units);
  Case result{.name = setup.name, .unit = setup.unit};
  SolveReport report;
  double* velocities = setup.with_velocities ? v.data() : nullptr;
  result.ns = fastest_from(start, r, setup.samples,
                           [&](double* at) {
                             report = projector.positions(all.positions.data(), at, velocities, inverse_step);
                           }) /
              units;
  if (!report.converged) throw InputError(setup.name + " did not converge");
  result.error = largest_violation(all, r);
  result.iterations = report.iterations;
  result.target = setup.target;
  if (setup.most_sweeps > 0) {
    const TextbookShake shake(all.inverse_masses, all.distances, setup.tolerance);
    int sweeps = 0;
    const double ns = fastest_from(start, r, std::max(1, setup.samples / 10), [&](double* at) {
      sweeps = shake.positions(all.positions.data(), at, setup.most_sweeps);
    });
    result.ratios.emplace_back(sweeps < 0 ? fmt::format("SHAKE, given up after {} sweeps", setup.most_sweeps)
                                          : fmt::format("SHAKE ({} sweeps)", sweeps),
                               result.ns / (ns / units));
  }
  if (setup.rods > 0) {
    TextbookNewton newton(all.inverse_masses, setup.rods, all.distances[0].length, setup.tolerance);
    const double ns = fastest_from(start, r, setup.samples,
                                   [&](double* at) { static_cast<void>(newton.positions(all.positions.data(), at)); });
    result.ratios.emplace_back("scalar Newton", result.ns / (ns / units));
  }
  return result;
}

Molecules made(int count, const std::function<void(MoleculeMaker&, Molecules&)>& one) {
  MoleculeMaker maker(3);
  Molecules all;
  for (int k = 0; k < count; ++k) one(maker, all);
  return all;
}

std::int64_t constraints(const Molecules& all) { return static_cast<std::int64_t>(all.distances.size()); }

std::vector<Case> water_cases() {
  Setup setup{.name = "10,000 rigid waters, positions and v += dr/h", .unit = "water"};
  setup.molecules = made(10000, [](MoleculeMaker& maker, Molecules& all) { maker.water(all); });
  setup.units = 10000;
  setup.tolerance = 1e-13;
  setup.with_velocities = true;
  setup.target = 12.0;
  std::vector<Case> cases = {measure(setup)};

  const Molecules& all = setup.molecules;
  Projector projector =
      Projector::make(all.positions, all.inverse_masses, all.distances, {.tolerance = setup.tolerance}).value();
  MoleculeMaker maker(6);
  const std::vector<double> v = maker.velocities(all);
  std::vector<double> projected;
  Case velocities{.name = "10,000 rigid waters, velocities projected", .unit = "water"};
  velocities.ns = fastest_from(v, projected, setup.samples,
                               [&](double* at) {
                                 if (!projector.velocities(all.positions.data(), at).converged)
                                   throw InputError("velocities");
                               }) /
                  1e4;
  for (const Distance& d : all.distances) {  // what is left along the rods in one step
    const double along = dot(rod(all.positions, d), rod(projected, d)) / (d.length * d.length * inverse_step);
    velocities.error = std::max(velocities.error, std::abs(along));
  }
  cases.push_back(velocities);
  return cases;
}

Setup chains(int count, int rods, double bend, const std::string& name, double target) {
  Setup setup{.name = name, .unit = "constraint"};
  setup.molecules =
      made(count, [&](MoleculeMaker& maker, Molecules& all) { maker.chain(all, rods, bend * M_PI / 180.0); });
  for (Distance& d : setup.molecules.distances) d.length = 0.153;
  setup.units = constraints(setup.molecules);
  setup.rods = static_cast<std::size_t>(rods);
  setup.target = target;
  return setup;
}

// Nanoseconds that a machine needs to stream what one solve reads and writes, over a working set of the same size.
double traffic_floor(std::size_t rods, int iterations) {
  // Doubles a rod. Set-up: r and r' in, b and d out. Each iteration: b, d, constants and multiplier in, factor
  // out; factor in, multiplier in and out. Check: b, d, constants, multiplier in. Scatter: b, weight,
  // multiplier in, r' in and out.
  const int doubles = (6 + 6) + iterations * (9 + 3 + 3 + 2) + 9 + (5 + 6);
  constexpr std::size_t footprint = 18;  // doubles a rod: all arrays together
  std::vector<double> from(footprint / 2 * rods, 1.0), to(footprint / 2 * rods, 0.0);
  const double copy = fastest(20, 1, [&] {
    for (std::size_t k = 0; k < from.size(); ++k) to[k] = 1.5 * from[k];
    asm volatile("" : : "r"(to.data()) : "memory");
  });
  const double per_double = copy / static_cast<double>(2 * from.size());
  return per_double * doubles;
}

Case long_chain(int rods) {
  Setup setup = chains(1, rods, 68.0, fmt::format("one chain of {} bonds", rods), 12.0);
  setup.samples = rods > 500000 ? 10 : 100;
  setup.most_sweeps = 0;
  if (rods > 50000) setup.target.reset();
  Case result = measure(setup);
  if (rods > 50000) {
    result.ratios.insert(
        result.ratios.begin(),
        {"streaming the same bytes", result.ns / traffic_floor(setup.rods, static_cast<int>(result.iterations))});
    result.limit = 1.5;
  }
  return result;
}

// Wall-clock time, two threads on two cores over one on one.
Case long_chain_on_two_threads(int rods) {
  const Setup setup = chains(1, rods, 68.0, fmt::format("one chain of {} bonds, two threads", rods), 12.0);
  const Molecules& all = setup.molecules;
  MoleculeMaker maker(5);
  const std::vector<double> start = displaced(all, maker, setup.violation);
  const Unpinned all_cores;
  const auto with_threads = [&](int threads) {
    return Projector::make(all.positions, all.inverse_masses, all.distances,
                           {.tolerance = setup.tolerance, .threads = threads})
        .value();
  };
  Projector one = with_threads(1), two = with_threads(2);
  std::vector<double> r;
  Case result{.name = setup.name, .unit = setup.unit, .ns = 1e300};
  double single = 1e300;
  const auto solve_with = [&](Projector& projector) {
    return fastest_from(
        start, r, 5, [&](double* at) { result.iterations = projector.positions(all.positions.data(), at).iterations; });
  };
  for (int sample = 0; sample < (rods > 500000 ? 3 : 30); ++sample) {
    single = std::min(single, solve_with(one));
    result.ns = std::min(result.ns, solve_with(two));
  }
  result.error = largest_violation(all, r);
  result.ratios = {{"one thread", result.ns / single}};
  result.ns /= rods;
  return result;
}

Case polymer(bool angles) {
  Setup setup{.name = angles ? "64 x (CH2)100, bonds, H-C-H and C-C-C angles" : "64 x (CH2)100, all bonds",
              .unit = "constraint"};
  setup.molecules = made(64, [&](MoleculeMaker& maker, Molecules& all) { maker.polyethylene(all, 100, angles); });
  setup.units = constraints(setup.molecules);
  setup.target = angles ? 60.0 : 15.0;
  setup.samples = 30;
  return measure(setup);
}

// A net of rods in the plane, off its regular places.
Molecules net(int side) {
  Molecules all;
  MoleculeMaker maker(9);
  for (int row = 0; row < side; ++row)
    for (int column = 0; column < side; ++column)
      all.add({static_cast<double>(column), static_cast<double>(row), 0.0}, 1.0);
  std::vector<double> moved = maker.displaced(all, 0.1);
  for (std::size_t k = 0; k < moved.size(); ++k) all.positions[k] = k % 3 == 2 ? 0.0 : moved[k];
  for (int row = 0; row < side; ++row)
    for (int column = 0; column < side; ++column) {
      const int at = row * side + column;
      if (column + 1 < side) all.join(at, at + 1);
      if (row + 1 < side) all.join(at, at + side);
    }
  return all;
}

// Our numeric factor and solve of A = B W B^T against Eigen's, on the same matrix.
Case factor_case(int side) {
  const Molecules all = net(side);
  const auto rods = static_cast<std::int32_t>(all.distances.size());
  std::vector<std::vector<std::int32_t>> at(static_cast<std::size_t>(all.size())), coupled(all.distances.size());
  for (std::int32_t k = 0; k < rods; ++k)
    for (std::int32_t p : {all.distances[static_cast<std::size_t>(k)].i, all.distances[static_cast<std::size_t>(k)].j})
      at[static_cast<std::size_t>(p)].push_back(k);
  for (const auto& here : at)
    for (std::int32_t a : here)
      for (std::int32_t b : here)
        if (a != b) coupled[static_cast<std::size_t>(a)].push_back(b);
  const auto rod = [&](std::int32_t k) {
    const Distance& d = all.distances[static_cast<std::size_t>(k)];
    return all.at(d.j) - all.at(d.i);
  };
  const auto entry = [&](std::int32_t a, std::int32_t b) {
    const Distance &p = all.distances[static_cast<std::size_t>(a)], &q = all.distances[static_cast<std::size_t>(b)];
    return ((p.i == q.i || p.j == q.j) ? 1.0 : -1.0) * dot(rod(a), rod(b));
  };
  SparseFactor ours(coupled);
  std::vector<Eigen::Triplet<double>> entries;
  for (std::int32_t a = 0; a < rods; ++a) {
    ours.diagonal()[static_cast<std::size_t>(ours.position(a))] = 2.0 * dot(rod(a), rod(a));
    entries.emplace_back(a, a, 2.0 * dot(rod(a), rod(a)));
    for (std::int32_t b : coupled[static_cast<std::size_t>(a)]) {
      const SparseFactor::Slot slot = ours.slot(a, b);
      if (!slot.transposed) ours.lower()[static_cast<std::size_t>(slot.slot)] = entry(a, b);
      entries.emplace_back(a, b, entry(a, b));
    }
  }
  Eigen::SparseMatrix<double> matrix(rods, rods);
  matrix.setFromTriplets(entries.begin(), entries.end());
  Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> theirs;
  theirs.analyzePattern(matrix);
  const Eigen::VectorXd rhs = Eigen::VectorXd::LinSpaced(rods, -1.0, 1.0);
  Eigen::VectorXd x;
  std::vector<double> y;
  Case result{.name = fmt::format("{0} x {0} planar network, one factor and solve", side), .unit = "constraint"};
  double eigen = 1e300;
  result.ns = 1e300;
  for (int sample = 0; sample < 20; ++sample) {
    eigen = std::min(eigen, fastest(1, 1, [&] {
                       theirs.factorize(matrix);
                       x = theirs.solve(rhs);
                     }));
    result.ns = std::min(result.ns, fastest(1, 1, [&] {
                           static_cast<void>(ours.factorise(SparseFactor::Symmetry::symmetric));
                           y.assign(rhs.data(), rhs.data() + rhs.size());
                           ours.solve(y.data());
                         }));
  }
  result.ratios = {{"Eigen's LDLT", result.ns / eigen}};
  result.limit = 1.0;
  result.error = (matrix * Eigen::Map<const Eigen::VectorXd>(y.data(), rods) - rhs).norm() / rhs.norm();
  result.ns /= rods;
  return result;
}

Case network_case(int side) {
  Setup setup{.name = fmt::format("{0} x {0} planar network of rods", side), .unit = "constraint"};
  setup.molecules = net(side);
  setup.units = constraints(setup.molecules);
  setup.violation = 0.002;
  setup.samples = 10;
  setup.most_sweeps = 0;
  return measure(setup);
}

}  // namespace

std::vector<Case> projection_cases() {
  std::vector<Case> cases = water_cases();
  cases.push_back(measure(chains(5, 1000, 68.0, "5 chains x 1,000 bonds, alkane angle", 10.0)));
  Setup straight = chains(1, 1000, 3.0, "nearly straight chain of 1,000 bonds", 20.0);
  straight.violation = 0.001;
  straight.most_sweeps = 200000;
  straight.samples = 30;
  cases.push_back(measure(straight));
  for (int rods : {10000, 100000, 1000000}) cases.push_back(long_chain(rods));
  for (int rods : {10000, 100000, 1000000}) cases.push_back(long_chain_on_two_threads(rods));
  cases.push_back(polymer(false));
  cases.push_back(polymer(true));
  cases.push_back(factor_case(64));
  cases.push_back(network_case(64));
  return cases;
}

}  // namespace taut::bench

#include "forces/pair_forces.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "forces/matrix_blocks.hpp"

namespace taut {
namespace {

// Fixed, or sums would depend on the number of threads.
std::size_t parts_of(std::size_t particles) { return particles < 1000 ? 1 : 4; }

// Of Lennard-Jones at its cut-off, where the energy that belongs to the force is zero.
double end_energy(const LennardJonesLaw& law) {
  if (!(law.cutoff_squared > 0.0)) return 0.0;
  const double inverse = 1.0 / law.cutoff_squared, third = inverse * inverse * inverse;
  return (law.a * third - law.b) * third;
}

double nearest(double x, double edge) { return edge > 0.0 ? x - edge * std::nearbyint(x / edge) : x; }

void pack(const Vec3* position, std::vector<double>& packed) {
  for (std::size_t i = 0; i < packed.size() / 4; ++i) {
    packed[4 * i] = position[i].x;
    packed[4 * i + 1] = position[i].y;
    packed[4 * i + 2] = position[i].z;
  }
}

}  // namespace

PairForces::PairForces(const Model& model, PairTable table, Exclusions exclusions, const PairForcesSpec& spec)
    : table_(std::move(table)),
      unmade_(model, std::move(exclusions), table_.cutoff(), spec.skin, *pair_kernels_here().back()),
      box_(model.box()),
      scale_14_(spec.scale_14),
      kernels_(pair_kernels_here().back()),
      parts_(parts_of(static_cast<std::size_t>(model.size()))) {
  for (std::int32_t k = 0; k < table_.kinds(); ++k) {
    dispersing_.push_back(table_.has_dispersion(k));
    for (std::int32_t l = 0; l < table_.kinds(); ++l) {
      const LennardJonesLaw& law = table_.lennard_jones(k, l);
      laws_.insert(laws_.end(), {12.0 * law.a, 6.0 * law.b, law.cutoff_squared, end_energy(law)});
    }
  }
}

PairWorkspace::PairWorkspace(const PairForces& pairs) : box(pairs.box_), list(pairs.unmade_), sums(pairs.parts_) {
  const std::vector<double>& charge = pairs.table_.charge();
  packed.assign(4 * charge.size(), 0.0);
  for (std::size_t i = 0; i < charge.size(); ++i) packed[4 * i + 3] = charge[i];
  forces.assign(3 * charge.size() * pairs.parts_, 0.0);
}

Vec3 PairWorkspace::between(const Vec3& a, const Vec3& b) const {
  const Vec3 d = a - b;
  return {nearest(d.x, box.x), nearest(d.y, box.y), nearest(d.z, box.z)};
}

PairJob PairForces::job(std::size_t part, PairWorkspace& work) const {
  const std::size_t n = work.packed.size() / 4;
  const CoulombLaw& coulomb = table_.coulomb();
  return {.first = n * part / parts_,
          .last = n * (part + 1) / parts_,
          .packed = work.packed.data(),
          .kind = table_.kind().data(),
          .laws = laws_.data(),
          .dispersing = dispersing_.data(),
          .kinds = table_.kinds(),
          .charged = coulomb.constant > 0.0,
          .coulomb_cutoff_squared = coulomb.cutoff_squared,
          .coulomb_linear = coulomb.linear,
          .to_u = coulomb.to_u,
          .coulomb_force = coulomb.force,
          .coulomb_energy = coulomb.energy,
          .others = work.list.others(),
          .counts = work.list.counts(),
          .stride = work.list.stride(),
          .box = work.box,
          .force = work.forces.data() + 3 * n * part};
}

void PairForces::add(const Vec3* position, Vec3* force, PairWorkspace& work, ThreadTeam* team) const {
  work.list.update(position);
  pack(position, work.packed);
  const std::size_t n = work.packed.size() / 4;
  share(team, parts_, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t part = begin; part < end; ++part) {
      const PairJob todo = job(part, work);
      std::fill(todo.force, todo.force + 3 * n, 0.0);
      kernels_->forces(todo);
    }
  });
  add_scaled(position, work);
  share(team, n, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t i = begin; i < end; ++i) {
      Vec3 sum;
      for (std::size_t part = 0; part < parts_; ++part) {
        const double* f = work.forces.data() + 3 * (n * part + i);
        sum += Vec3{f[0], f[1], f[2]};
      }
      force[i] += sum;
    }
  });
}

PairSums PairForces::sums(const Vec3* position, PairWorkspace& work, ThreadTeam* team) const {
  work.list.update(position);
  pack(position, work.packed);
  share(team, parts_, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t part = begin; part < end; ++part) work.sums[part] = kernels_->sums(job(part, work));
  });
  PairSums sum;
  for (const PairSums& part : work.sums) sum.energy += part.energy, sum.virial += part.virial;
  for (const auto& [i, j] : work.list.exclusions().scaled) {
    const Vec3 d = work.between(position[i], position[j]);
    const RadialTerms at = terms(static_cast<std::size_t>(i), static_cast<std::size_t>(j), dot(d, d));
    sum.energy += scale_14_ * at.value;
    sum.virial -= 2.0 * scale_14_ * at.first * dot(d, d);
  }
  return sum;
}

RadialTerms PairForces::terms(std::size_t i, std::size_t j, double s) const {
  const RadialTerms a = table_.dispersion(i, j, s), b = table_.coulomb(i, j, s);
  return {a.value + b.value, a.first + b.first, a.second + b.second};
}

void PairForces::add_scaled(const Vec3* position, PairWorkspace& work) const {
  for (const auto& [i, j] : work.list.exclusions().scaled) {
    const Vec3 d = work.between(position[i], position[j]);
    const RadialTerms at = terms(static_cast<std::size_t>(i), static_cast<std::size_t>(j), dot(d, d));
    const Vec3 f = (-2.0 * scale_14_ * at.first) * d;
    for (int a = 0; a < 3; ++a) {
      work.forces[static_cast<std::size_t>(3 * i + a)] += f[a];
      work.forces[static_cast<std::size_t>(3 * j + a)] -= f[a];
    }
  }
}

template <class Visit>
void PairForces::for_each_pair(const Vec3* position, PairWorkspace& work, Visit&& visit) const {
  work.list.update(position);
  for (std::size_t i = 0; i < work.packed.size() / 4; ++i)
    for (const std::int32_t j : work.list.of(i))
      visit(i, static_cast<std::size_t>(j), work.between(position[i], position[j]), 1.0);
  for (const auto& [i, j] : work.list.exclusions().scaled)
    visit(static_cast<std::size_t>(i), static_cast<std::size_t>(j), work.between(position[i], position[j]), scale_14_);
}

std::pair<double, double> PairForces::energies(const Vec3* position, PairWorkspace& work) const {
  double dispersion = 0.0, coulomb = table_.self_energy();
  for_each_pair(position, work, [&](std::size_t i, std::size_t j, const Vec3& d, double scale) {
    const double s = dot(d, d);
    dispersion += scale * table_.dispersion(i, j, s).value;
    coulomb += scale * table_.coulomb(i, j, s).value;
  });
  return {dispersion, coulomb};
}

void PairForces::add_virial(const Vec3* position, Tensor& virial, PairWorkspace& work) const {
  Tensor sum;
  for_each_pair(position, work, [&](std::size_t i, std::size_t j, const Vec3& d, double scale) {
    const double factor = -2.0 * scale * terms(i, j, dot(d, d)).first;
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) sum(a, b) += factor * d[a] * d[b];
  });
  for (std::size_t k = 0; k < 9; ++k) virial.entry[k] += sum.entry[k];
}

std::optional<ForceField::StrongPair> PairForces::strongest(const Vec3* position, PairWorkspace& work) const {
  std::optional<ForceField::StrongPair> found;
  const auto rank = [](double force) { return std::isnan(force) ? std::numeric_limits<double>::infinity() : force; };
  for_each_pair(position, work, [&](std::size_t i, std::size_t j, const Vec3& d, double scale) {
    const double distance = norm(d), force = std::abs(2.0 * scale * terms(i, j, dot(d, d)).first * distance);
    if (force == 0.0 || (found && !(rank(force) > rank(found->force)))) return;
    found = {static_cast<std::int32_t>(i), static_cast<std::int32_t>(j), distance, force};
  });
  return found;
}

// The second derivative of U(s) along the distance d: 2 U' 1 + 4 U'' d d^T.
void PairForces::add_stiffness(const Vec3* position, std::vector<MatrixEntry>& to, PairWorkspace& work) const {
  for_each_pair(position, work, [&](std::size_t i, std::size_t j, const Vec3& d, double scale) {
    const RadialTerms at = terms(i, j, dot(d, d));
    if (at.first == 0.0 && at.second == 0.0) return;
    Block3 block;
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b)
        block[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)] =
            scale * (4.0 * at.second * (d[a] * d[b]) + (a == b ? 2.0 * at.first : 0.0));
    add_between(static_cast<std::int32_t>(i), static_cast<std::int32_t>(j), block, to);
  });
}

}  // namespace taut

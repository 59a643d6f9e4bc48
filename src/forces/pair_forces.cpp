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

}  // namespace

class PairForces::Turn {
 public:
  explicit Turn(PairForces& forces) : busy_(forces.busy_) {
    while (busy_.test_and_set(std::memory_order_acquire)) {
    }
  }
  ~Turn() { busy_.clear(std::memory_order_release); }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  std::atomic_flag& busy_;
};

PairForces::PairForces(const Model& model, PairTable table, Exclusions exclusions, const PairForcesSpec& spec)
    : table_(std::move(table)),
      list_(model, std::move(exclusions), table_.cutoff(), spec.skin, *pair_kernels_here().back()),
      box_(model.box()),
      scale_14_(spec.scale_14),
      kernels_(pair_kernels_here().back()),
      parts_(parts_of(static_cast<std::size_t>(model.size()))) {
  const auto n = static_cast<std::size_t>(model.size());
  for (std::int32_t k = 0; k < table_.kinds(); ++k) {
    dispersing_.push_back(table_.has_dispersion(k));
    for (std::int32_t l = 0; l < table_.kinds(); ++l) {
      const LennardJonesLaw& law = table_.lennard_jones(k, l);
      laws_.insert(laws_.end(), {12.0 * law.a, 6.0 * law.b, law.cutoff_squared, end_energy(law)});
    }
  }
  packed_.assign(4 * n, 0.0);
  for (std::size_t i = 0; i < n; ++i) packed_[4 * i + 3] = table_.charge()[i];
  forces_.assign(3 * n * parts_, 0.0);
  sums_.resize(parts_);
}

void PairForces::use_box(const Vec3& box) {
  if (box == box_) return;
  const Turn turn(*this);
  box_ = box;
  list_.use_box(box);
}

Vec3 PairForces::between(const Vec3& a, const Vec3& b) const {
  const Vec3 d = a - b;
  return {nearest(d.x, box_.x), nearest(d.y, box_.y), nearest(d.z, box_.z)};
}

void PairForces::pack(const Vec3* position) {
  for (std::size_t i = 0; i < packed_.size() / 4; ++i) {
    packed_[4 * i] = position[i].x;
    packed_[4 * i + 1] = position[i].y;
    packed_[4 * i + 2] = position[i].z;
  }
}

PairJob PairForces::job(std::size_t part) const {
  const std::size_t n = packed_.size() / 4;
  const CoulombLaw& coulomb = table_.coulomb();
  return {.first = n * part / parts_,
          .last = n * (part + 1) / parts_,
          .packed = packed_.data(),
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
          .others = list_.others(),
          .counts = list_.counts(),
          .stride = list_.stride(),
          .box = box_,
          .force = const_cast<double*>(forces_.data()) + 3 * n * part};
}

void PairForces::add(const Vec3* position, Vec3* force, ThreadTeam* team) {
  const Turn turn(*this);
  list_.update(position);
  pack(position);
  const std::size_t n = packed_.size() / 4;
  share(team, parts_, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t part = begin; part < end; ++part) {
      const PairJob todo = job(part);
      std::fill(todo.force, todo.force + 3 * n, 0.0);
      kernels_->forces(todo);
    }
  });
  add_scaled(position);
  share(team, n, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t i = begin; i < end; ++i) {
      Vec3 sum;
      for (std::size_t part = 0; part < parts_; ++part) {
        const double* f = forces_.data() + 3 * (n * part + i);
        sum += Vec3{f[0], f[1], f[2]};
      }
      force[i] += sum;
    }
  });
}

PairSums PairForces::sums(const Vec3* position, ThreadTeam* team) {
  const Turn turn(*this);
  list_.update(position);
  pack(position);
  share(team, parts_, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t part = begin; part < end; ++part) sums_[part] = kernels_->sums(job(part));
  });
  PairSums sum;
  for (const PairSums& part : sums_) sum.energy += part.energy, sum.virial += part.virial;
  for (const auto& [i, j] : list_.exclusions().scaled) {
    const Vec3 d = between(position[i], position[j]);
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

void PairForces::add_scaled(const Vec3* position) {
  for (const auto& [i, j] : list_.exclusions().scaled) {
    const Vec3 d = between(position[i], position[j]);
    const RadialTerms at = terms(static_cast<std::size_t>(i), static_cast<std::size_t>(j), dot(d, d));
    const Vec3 f = (-2.0 * scale_14_ * at.first) * d;
    for (int a = 0; a < 3; ++a) {
      forces_[static_cast<std::size_t>(3 * i + a)] += f[a];
      forces_[static_cast<std::size_t>(3 * j + a)] -= f[a];
    }
  }
}

template <class Visit>
void PairForces::for_each_pair(const Vec3* position, Visit&& visit) {
  const Turn turn(*this);
  list_.update(position);
  for (std::size_t i = 0; i < packed_.size() / 4; ++i)
    for (const std::int32_t j : list_.of(i))
      visit(i, static_cast<std::size_t>(j), between(position[i], position[j]), 1.0);
  for (const auto& [i, j] : list_.exclusions().scaled)
    visit(static_cast<std::size_t>(i), static_cast<std::size_t>(j), between(position[i], position[j]), scale_14_);
}

std::pair<double, double> PairForces::energies(const Vec3* position) {
  double dispersion = 0.0, coulomb = table_.self_energy();
  for_each_pair(position, [&](std::size_t i, std::size_t j, const Vec3& d, double scale) {
    const double s = dot(d, d);
    dispersion += scale * table_.dispersion(i, j, s).value;
    coulomb += scale * table_.coulomb(i, j, s).value;
  });
  return {dispersion, coulomb};
}

void PairForces::add_virial(const Vec3* position, Tensor& virial) {
  Tensor sum;
  for_each_pair(position, [&](std::size_t i, std::size_t j, const Vec3& d, double scale) {
    const double factor = -2.0 * scale * terms(i, j, dot(d, d)).first;
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) sum(a, b) += factor * d[a] * d[b];
  });
  for (std::size_t k = 0; k < 9; ++k) virial.entry[k] += sum.entry[k];
}

std::optional<ForceField::StrongPair> PairForces::strongest(const Vec3* position) {
  std::optional<ForceField::StrongPair> found;
  const auto rank = [](double force) { return std::isnan(force) ? std::numeric_limits<double>::infinity() : force; };
  for_each_pair(position, [&](std::size_t i, std::size_t j, const Vec3& d, double scale) {
    const double distance = norm(d), force = std::abs(2.0 * scale * terms(i, j, dot(d, d)).first * distance);
    if (force == 0.0 || (found && !(rank(force) > rank(found->force)))) return;
    found = {static_cast<std::int32_t>(i), static_cast<std::int32_t>(j), distance, force};
  });
  return found;
}

// The second derivative of U(s) along the distance d: 2 U' 1 + 4 U'' d d^T.
void PairForces::add_stiffness(const Vec3* position, std::vector<MatrixEntry>& to) {
  for_each_pair(position, [&](std::size_t i, std::size_t j, const Vec3& d, double scale) {
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

#include "forces/exclusions.hpp"

#include <string_view>

namespace taut {
namespace {

using Neighbours = std::vector<std::vector<std::int32_t>>;

void join(Neighbours& graph, std::int32_t i, std::int32_t j) {
  graph[static_cast<std::size_t>(i)].push_back(j);
  graph[static_cast<std::size_t>(j)].push_back(i);
}

struct Bonds {
  Neighbours bonded;  // by rods and springs
  Neighbours held;    // by any other constraint
};

Bonds find_bonds(const Model& model, const std::vector<SpringSpec>& springs) {
  const auto n = static_cast<std::size_t>(model.size());
  Bonds bonds{Neighbours(n), Neighbours(n)};
  for (int row = 0; row < model.row_count(); ++row) {
    const Row& at = model.rows()[static_cast<std::size_t>(row)];
    const bool is_rod =
        std::string_view(model.constraints()[static_cast<std::size_t>(at.constraint)].type) == "distance";
    const std::vector<std::int32_t> particles = model.row_particles(row);
    for (std::size_t a = 0; a < particles.size(); ++a)
      for (std::size_t b = 0; b < a; ++b) join(is_rod ? bonds.bonded : bonds.held, particles[a], particles[b]);
  }
  for (const SpringSpec& spring : springs) join(bonds.bonded, spring.i, spring.j);
  return bonds;
}

// The particles at most `reach` bonds away, nearest first, and where each distance begins.
class Surroundings {
 public:
  explicit Surroundings(const Neighbours& graph) : graph_(graph), seen_(graph.size(), -1) {}

  void look(std::int32_t from, int reach) {
    found_ = {from};
    ends_ = {1};
    seen_[static_cast<std::size_t>(from)] = from;
    std::size_t begin = 0;
    for (int bonds = 0; bonds < reach && begin < found_.size(); ++bonds) {
      const std::size_t end = found_.size();
      for (; begin < end; ++begin)
        for (const std::int32_t next : graph_[static_cast<std::size_t>(found_[begin])]) visit(next, from);
      ends_.push_back(found_.size());
    }
  }
  // Those at 1 ... `bonds` bonds.
  std::size_t within(int bonds) const { return ends_[std::min(static_cast<std::size_t>(bonds), ends_.size() - 1)]; }
  const std::vector<std::int32_t>& found() const { return found_; }

 private:
  void visit(std::int32_t particle, std::int32_t from) {
    if (seen_[static_cast<std::size_t>(particle)] == from) return;
    seen_[static_cast<std::size_t>(particle)] = from;
    found_.push_back(particle);
  }

  const Neighbours& graph_;
  std::vector<std::int32_t> seen_;
  std::vector<std::int32_t> found_;
  std::vector<std::size_t> ends_;
};

int reach_of(Exclusion exclusion, int particles) {
  switch (exclusion) {
    case Exclusion::none:
      return 0;
    case Exclusion::bonds:
      return 1;
    case Exclusion::angles:
      return 2;
    case Exclusion::dihedrals:
      return 3;
    case Exclusion::molecules:
      break;
  }
  return particles;
}

Neighbours merged(Bonds bonds) {
  for (std::size_t i = 0; i < bonds.held.size(); ++i)
    bonds.bonded[i].insert(bonds.bonded[i].end(), bonds.held[i].begin(), bonds.held[i].end());
  return std::move(bonds.bonded);
}

}  // namespace

Exclusions find_exclusions(const Model& model, const std::vector<SpringSpec>& springs, const PairForcesSpec& spec) {
  Bonds bonds = find_bonds(model, springs);
  const bool whole = spec.exclusion == Exclusion::molecules;
  if (whole) bonds.bonded = merged(bonds);
  const int reach = reach_of(spec.exclusion, model.size());
  const bool scales = spec.scale_14 != 1.0 && reach == 2;
  Surroundings surroundings(bonds.bonded);
  Exclusions result;
  for (std::int32_t i = 0; i < model.size(); ++i) {
    result.first.push_back(static_cast<std::int32_t>(result.others.size()));
    surroundings.look(i, scales ? 3 : reach);
    const auto& found = surroundings.found();
    std::vector<std::int32_t> others(found.begin() + 1, found.end());
    const auto& held = bonds.held[static_cast<std::size_t>(i)];
    if (scales)
      for (std::size_t k = surroundings.within(2); k < found.size(); ++k)
        if (found[k] > i && std::find(held.begin(), held.end(), found[k]) == held.end())
          result.scaled.push_back({i, found[k]});
    if (reach > 0) others.insert(others.end(), held.begin(), held.end());
    std::sort(others.begin(), others.end());
    others.erase(std::unique(others.begin(), others.end()), others.end());
    result.others.insert(result.others.end(), others.begin(), others.end());
  }
  result.first.push_back(static_cast<std::int32_t>(result.others.size()));
  return result;
}

}  // namespace taut

#include "solve/components.hpp"

#include <algorithm>
#include <numeric>

namespace taut {
namespace {

class DisjointSets {
 public:
  explicit DisjointSets(std::size_t size) : parent_(size) { std::iota(parent_.begin(), parent_.end(), 0); }
  std::int32_t find(std::int32_t a) {
    while (parent_[a] != a) a = parent_[a] = parent_[parent_[a]];
    return a;
  }
  void join(std::int32_t a, std::int32_t b) { parent_[find(std::max(a, b))] = find(std::min(a, b)); }

 private:
  std::vector<std::int32_t> parent_;
};

}  // namespace

std::vector<CoupledRows> coupled_rows(const Model& model) {
  const std::vector<double>& w = model.inverse_masses();
  DisjointSets sets(static_cast<std::size_t>(model.size()));
  std::vector<std::int32_t> anchor(static_cast<std::size_t>(model.row_count()), -1);  // one moving particle of each row
  for (int k = 0; k < model.row_count(); ++k)
    for (std::int32_t p : model.row_particles(k)) {
      if (w[static_cast<std::size_t>(p)] == 0.0) continue;
      std::int32_t& first = anchor[static_cast<std::size_t>(k)];
      if (first >= 0) sets.join(first, p);
      first = first < 0 ? p : first;
    }

  std::vector<CoupledRows> found;
  std::vector<std::int32_t> number(static_cast<std::size_t>(model.size()), -1);
  for (int k = 0; k < model.row_count(); ++k) {
    const auto root = static_cast<std::size_t>(sets.find(anchor[static_cast<std::size_t>(k)]));
    if (number[root] < 0) {
      number[root] = static_cast<std::int32_t>(found.size());
      found.emplace_back();
    }
    found[static_cast<std::size_t>(number[root])].rows.push_back(k);
  }
  for (std::int32_t p = 0; p < model.size(); ++p) {
    if (w[static_cast<std::size_t>(p)] == 0.0) continue;
    const std::int32_t component = number[static_cast<std::size_t>(sets.find(p))];
    if (component >= 0) found[static_cast<std::size_t>(component)].particles.push_back(p);
  }
  return found;
}

}  // namespace taut

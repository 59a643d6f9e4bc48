#include "observe/molecules.hpp"

#include <map>
#include <numeric>

namespace taut {
namespace {

class Sets {
 public:
  explicit Sets(int size) : parent_(static_cast<std::size_t>(size)) { std::iota(parent_.begin(), parent_.end(), 0); }

  int root(int i) {
    while (at(i) != i) i = at(i) = at(at(i));
    return i;
  }
  void join(int i, int j) { at(root(i)) = root(j); }

 private:
  int& at(int i) { return parent_[static_cast<std::size_t>(i)]; }
  std::vector<int> parent_;
};

}  // namespace

std::vector<std::vector<int>> molecules_of(const Model& model, const std::vector<SpringSpec>& springs,
                                           const std::vector<int>& particles) {
  Sets sets(model.size());
  const auto join = [&](int i, int j) {
    const std::vector<double>& w = model.inverse_masses();
    if (w[static_cast<std::size_t>(i)] > 0.0 && w[static_cast<std::size_t>(j)] > 0.0) sets.join(i, j);
  };
  for (int row = 0; row < model.row_count(); ++row) {
    const std::vector<std::int32_t> on = model.row_particles(row);
    for (std::size_t a = 0; a < on.size(); ++a)
      for (std::size_t b = 0; b < a; ++b) join(on[a], on[b]);
  }
  for (const SpringSpec& spring : springs) join(spring.i, spring.j);
  std::vector<std::vector<int>> molecules;
  std::map<int, std::size_t> number;  // of the molecule, by its root
  for (const int particle : particles) {
    const auto [at, is_new] = number.try_emplace(sets.root(particle), molecules.size());
    if (is_new) molecules.emplace_back();
    molecules[at->second].push_back(particle);
  }
  return molecules;
}

}  // namespace taut

// Two trees of postures, one from either end of a way [kuffner2000]. In turn one grows a branch towards a random
// posture, step by step as far as it is clear, and the other towards the end of that branch; when they meet, the way is
// known. Half of the random postures lie about the straight way between the ends. Distances count a joint by how far it
// throws what it carries.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/random_stream.hpp"
#include "kinematics/way/passage.hpp"

namespace taut {

class PostureTrees {
 public:
  // Brings a posture to where it closes its loops; false when it does not get there.
  using Close = std::function<bool(std::span<double>)>;

  PostureTrees(const Arm& arm, Passage& passage, std::span<const double> from, std::span<const double> to,
               RandomStream random, Close close = {});

  bool grow();                      // true when the trees have met
  std::vector<double> way() const;  // from one end to the other, posture after posture

 private:
  struct Tree {
    std::vector<double> values;  // posture after posture
    std::vector<int> parents;
  };
  std::span<const double> at(const Tree& tree, int node) const {
    return std::span(tree.values).subspan(static_cast<std::size_t>(node) * n_, n_);
  }
  double square_between(std::span<const double> a, std::span<const double> b) const;
  int nearest(const Tree& tree, std::span<const double> to) const;
  int add(Tree& tree, std::span<const double> values, int parent) const;
  int grow_towards(Tree& tree, std::span<const double> to);  // the last node of the branch
  bool is_at(const Tree& tree, int node, std::span<const double> values) const;
  void choose_aim();
  std::vector<double> branch(const Tree& tree, int node) const;  // from the node to the root

  const Arm* arm_;
  Passage* passage_;
  std::size_t n_;
  Close close_;
  RandomStream random_;
  std::vector<double> weights_, scales_, aim_, next_;
  Tree trees_[2];
  int grown_ = 0;  // the tree whose turn it is
  int meeting_[2] = {0, 0};
};

}  // namespace taut

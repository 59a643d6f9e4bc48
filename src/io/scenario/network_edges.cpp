#include "io/scenario/network_edges.hpp"

#include <map>

namespace taut::io {
namespace {

std::array<int, 2> between(const PeriodicImages& images, std::size_t image) {
  const auto original = static_cast<std::size_t>(images.original[image]);
  return {images.shift[image][0] - images.shift[original][0], images.shift[image][1] - images.shift[original][1]};
}

// All nodes that are one point of the endless network, by the first of them; without points that have one node only.
std::map<int, std::vector<int>> classes_of(const PeriodicImages& images) {
  std::map<int, std::vector<int>> classes;
  for (int node = 0; node < static_cast<int>(images.original.size()); ++node) {
    const int original = images.original[static_cast<std::size_t>(node)];
    if (original == node) continue;
    std::vector<int>& members = classes[original];
    if (members.empty()) members.push_back(original);
    members.push_back(node);
  }
  return classes;
}

LinearSpec relation(const std::map<int, int>& weights) {
  LinearSpec spec;
  for (const auto& [particle, weight] : weights) {
    if (weight == 0) continue;
    spec.on.push_back(particle);
    spec.weights.push_back(weight);
  }
  return spec;
}

}  // namespace

NetworkCell edges_of(const PeriodicImages& images, const std::array<Vec3, 2>& period, int first) {
  NetworkCell cell{period, {}, {}};
  const auto add_pair = [&](int from, int to) {
    const auto& a = images.shift[static_cast<std::size_t>(from)];
    const auto& b = images.shift[static_cast<std::size_t>(to)];
    for (std::size_t axis = 0; axis < 2; ++axis) {
      if (b[axis] != a[axis] + 1 || b[1 - axis] != a[1 - axis]) continue;
      cell.near[axis].push_back(first + from);
      cell.far[axis].push_back(first + to);
    }
  };
  for (const auto& [original, members] : classes_of(images))
    for (const int from : members)
      for (const int to : members) add_pair(from, to);
  return cell;
}

std::vector<LinearSpec> tie_edges(const PeriodicImages& images, const NetworkCell& cell, int first) {
  std::vector<LinearSpec> ties;
  for (std::size_t image = 0; image < images.original.size(); ++image) {
    std::map<int, int> weights;
    weights[first + static_cast<int>(image)] += 1;
    weights[first + images.original[image]] -= 1;
    for (std::size_t axis = 0; axis < 2; ++axis) {
      const int periods = between(images, image)[axis];
      if (periods == 0) continue;
      weights[cell.far[axis].front()] -= periods;
      weights[cell.near[axis].front()] += periods;
    }
    LinearSpec tie = relation(weights);
    if (!tie.on.empty()) ties.push_back(std::move(tie));
  }
  return ties;
}

}  // namespace taut::io

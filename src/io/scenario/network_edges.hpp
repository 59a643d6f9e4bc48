// The edges of a patch of a periodic network: where a stress pulls at it, and what makes it behave as a part of the
// endless one.
#pragma once

#include <vector>

#include "io/scenario/periodic_images.hpp"
#include "taut/model.hpp"
#include "taut/network.hpp"

namespace taut::io {

// Nodes and those one period further; `first` is the particle of node 0.
NetworkCell edges_of(const PeriodicImages& images, const std::array<Vec3, 2>& period, int first);

// Tied edges: the images of a node stay apart by the same two vectors everywhere, whatever these become. In terms of a
// pair (n_a, f_a) of the cell for each axis, with m_a periods between image and original:
//   r_image - r_original - sum_a m_a (r_far,a - r_near,a) = 0
std::vector<LinearSpec> tie_edges(const PeriodicImages& images, const NetworkCell& cell, int first);

}  // namespace taut::io

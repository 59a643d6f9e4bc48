// Springs between units that meet at a joint: each resists a change of the angle between them.
#pragma once

#include <vector>

#include "io/scenario/unit_network.hpp"
#include "taut/forces.hpp"

namespace taut::io {

// joint_of: for every node the joint that it is a part of; nodes of one joint are images of each other, or one node.
// One hinge between every two units that follow each other around a joint; `first` is the particle of node 0.
std::vector<PotentialSpec> make_hinges(const UnitNetwork& network, const std::vector<int>& joint_of, double stiffness,
                                       int first);

}  // namespace taut::io

// Random small systems: generic ones, and special ones, where redundant and singular sets occur.
#pragma once

#include "soak/wrong/case.hpp"
#include "soak/wrong/dice.hpp"

namespace taut::soak {

Case random_case(std::uint64_t seed);
// Three to seven unit masses on a 3 x 3 lattice and rods between them.
Case lattice_linkage(std::uint64_t seed);

// Constraints that hold at the start.
Tie rod(const Case& item, int i, int j);
Tie guide(const Case& item, int on);                       // y is kept
Tie upright(const Case& item, int on);                     // x is kept
Tie midpoint(const Case& item, int a, int middle, int b);  // linear
Tie random_tie(const Case& item, Dice& dice);
void choose_method(Case& item, Dice& dice);
void mechanism(Case& item, Dice& dice);
void hold(Body& body, Dice& dice, double driven);  // fixed, or driven with this probability

}  // namespace taut::soak

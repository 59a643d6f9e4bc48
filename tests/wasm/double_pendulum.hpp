// A double pendulum of unit rods and masses, let go from the horizontal: chaotic, so one differing bit anywhere in the
// engine changes every digit of the result.
#pragma once

#include <vector>

namespace taut::wasm_test {

// Eight doubles for each built-in solver in turn: x and y of position and velocity of both bobs after this many steps
// of RATTLE, h = 1 ms. Then the same of the last of eight pendulums, one a lane, and of the start of a chain of 300
// rods in segments, after fewer steps. Empty when a step failed.
std::vector<double> run_pendulums(int steps);

}  // namespace taut::wasm_test

// A double pendulum of unit rods and masses, let go from the horizontal: chaotic, so one differing bit anywhere in the
// engine changes every digit of the result.
#pragma once

#include <vector>

namespace taut::wasm_test {

// Eight doubles for each built-in solver in turn: x and y of position and velocity of both bobs after this many steps
// of RATTLE, h = 1 ms. Empty when a step failed.
std::vector<double> run_double_pendulum(int steps);

}  // namespace taut::wasm_test

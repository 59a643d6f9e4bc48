// The decay of the response along an infinite freely jointed chain, and a chain with one heavy bead.
#include "taut/freely_jointed.hpp"

#include <array>
#include <cstdio>

int main() {
  const taut::InfiniteChain space = taut::infinite_chain(3, 12).value();
  for (std::size_t d = 0; d < space.values.size(); ++d) std::printf("%2zu  %.13g\n", d, space.values[d]);
  std::printf("factor %.13f, end %.13f\n", space.factor, space.end_values[0]);

  const std::array<double, 5> drags = {1.0, 1.0, 10.0, 1.0, 1.0};
  const auto chain = taut::FreelyJointedChain::make(3, drags).value();
  for (int j = 0; j < chain.size(); ++j) std::printf("%.12f ", chain.entry(0, j));
  std::printf("\n%d beads look infinite to 1 %%\n", taut::length_to_look_infinite(3, 0.01).value());
}

#include <cmath>

#include "fuzz/targets.hpp"
#include "io/arm/joints_reader.hpp"

void taut::fuzz::read_joints(std::string_view bytes) {
  reads_or_refuses([&] {
    const std::vector<double> values = io::parse_joints(bytes, "fuzz.csv", {"hip", "knee, left"});
    require(values.size() % 2 == 0);
    for (const double value : values) require(std::isfinite(value));
  });
}

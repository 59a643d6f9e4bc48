// An entry of a sparse matrix between coordinates: coordinate 3 i + axis belongs to particle i. Entries at the same
// place add up.
#pragma once

#include <cstdint>

namespace taut {

struct MatrixEntry {
  std::int32_t row, column;
  double value;
};

}  // namespace taut

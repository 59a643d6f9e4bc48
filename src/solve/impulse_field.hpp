// -W B^T x of one component while x is being found, by the component's own numbering of its particles: memory and time
// do not grow with the rest of the model.
#pragma once

#include "solve/row_block.hpp"

namespace taut {

class ImpulseField {
 public:
  explicit ImpulseField(const RowBlock& rows);

  void clear();                                  // x = 0
  void add(std::size_t row, double multiplier);  // x[row] += multiplier
  double along(std::size_t row) const;           // row of -A x
  double largest() const;                        // length of any particle's part of W B^T x

 private:
  const RowBlock& rows_;
  std::vector<std::int32_t> number_;  // of the particle of each entry
  std::vector<Vec3> values_;
};

}  // namespace taut

// The entries of A^-1 where its factor L has entries, without the others [takahashi1973; erisman1975]: from A = L D L^T
//   Z = D^-1 L^-1 + (1 - L^T) Z,  so  Z_ij = delta_ij / d_j - sum_{k > j} l_kj Z_ki  for i >= j,
// and every Z that this needs lies in the pattern of L, too. The cost is that of the factorisation.
#pragma once

#include <vector>

#include "solve/factor.hpp"

namespace taut {

class SelectedInverse {
 public:
  explicit SelectedInverse(const SparseFactor& factor);  // after a symmetric factorisation
  void take();                                           // anew, after another

  // In the numbering of the factor's caller; for entries in the pattern only.
  double operator()(std::int32_t i, std::int32_t j) const;

 private:
  const SparseFactor& factor_;
  std::vector<double> diagonal_, lower_;  // by order of elimination; L's columns
  std::vector<std::int32_t> place_;       // of a row in the column under way
};

}  // namespace taut

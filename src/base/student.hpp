// Errors that are themselves estimates. A mean over the error that a few values give follows Student's distribution,
// not Gauss's: two errors from n values are passed more often than in the 4.6 % of cases that two standard deviations
// are.
#pragma once

namespace taut {

// What an error from so many degrees of freedom (values less one) is multiplied by, so that twice the product covers
// 95.45 %: the quantile of Student's distribution over that of Gauss's, by the expansion in 1/freedom
// [abramowitz1964, eq. 26.7.5] at two standard deviations. To 1 % from 3 degrees on, to 13 % for one.
constexpr double student_factor(double freedom) {
  const double x = 1.0 / freedom;
  return 1.0 + x * (1.25 + x * (1.53125 + x * (1.4296875 + x * 0.92203776)));
}

}  // namespace taut

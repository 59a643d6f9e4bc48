// yoshida4, yoshida6 (solution A) [yoshida1990]; suzuki4 [suzuki1990]; kahan-li6, kahan-li8 [kahan1997].
// The digits of yoshida6 solve sum w = 1, sum w^3 = sum w^5 = 0 to 2e-19, as tests/unit/dynamics checks for all.
#include "dynamics/compositions.hpp"

#include <array>

namespace taut {
namespace {

template <std::size_t n>
constexpr std::array<double, 2 * n - 1> mirrored(const std::array<double, n>& half) {
  std::array<double, 2 * n - 1> all{};
  for (std::size_t k = 0; k < n; ++k) all[k] = all[2 * n - 2 - k] = half[k];
  return all;
}

constexpr std::array<double, 1> one = {1.0};

// 1 / (2 - 2^(1/3)) and -2^(1/3) / (2 - 2^(1/3)).
constexpr auto yoshida4 = mirrored<2>({1.3512071919596576340, -1.7024143839193152681});

// p = 1 / (4 - 4^(1/3)) four times, 1 - 4 p in the middle.
constexpr auto suzuki4 = mirrored<3>({0.41449077179437573714, 0.41449077179437573714, -0.65796308717750294857});

constexpr auto yoshida6 =
    mirrored<4>({0.78451361047755726382, 0.23557321335935813368, -1.17767998417887100695, 1.31518632068391121889});

constexpr auto kahan_li6 = mirrored<5>({0.39216144400731413928, 0.33259913678935943860, -0.70624617255763935981,
                                        0.082213596293550800230, 0.79854399093482996340});

constexpr auto kahan_li8 = mirrored<9>({0.13020248308889008088, 0.56116298177510838456, -0.38947496264484728641,
                                        0.15884190655515560090, -0.39590389413323757734, 0.18453964097831570709,
                                        0.25837438768632204729, 0.29501172360931029887, -0.60550853383003451170});

}  // namespace

std::span<const double> composition_weights(IntegratorMethod method) {
  switch (method) {
    case IntegratorMethod::yoshida4:
      return yoshida4;
    case IntegratorMethod::suzuki4:
      return suzuki4;
    case IntegratorMethod::yoshida6:
      return yoshida6;
    case IntegratorMethod::kahan_li6:
      return kahan_li6;
    case IntegratorMethod::kahan_li8:
      return kahan_li8;
    default:
      return one;
  }
}

}  // namespace taut

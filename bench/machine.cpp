// What this machine can do at most: the rates from which docs/kernels.md takes its bounds.
#include <fmt/format.h>

#include <array>
#include <vector>

#include "case.hpp"
#include "measure.hpp"

// The widest registers that the machine has, as for the kernels.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define TAUT_WIDEST [[gnu::target_clones("default", "avx2", "avx512f")]]
#else
#define TAUT_WIDEST
#endif

namespace taut::bench {

constexpr std::size_t held = 256;  // doubles that stay in the nearest cache
using Held = std::array<double, held>;

TAUT_WIDEST void divide(Held& x) {
  for (double& a : x) a = 1.5 / a;
}
TAUT_WIDEST void take_roots(Held& x) {
  for (double& a : x) a = __builtin_sqrt(a);
}
// Multiplications and additions in about equal number: most of them side by side, or one after the other as in a
// kernel.
constexpr int abreast = 36, in_chains = 34;  // operations
TAUT_WIDEST void calculate_abreast(Held& x) {
  for (double& a : x) {
    double sum = 0.5;
    for (int k = 0; k < abreast / 9; ++k) {
      const double p = a * (0.02 * k + 0.5) + 0.5, q = a * (0.04 * k + 0.25) + 0.25;
      sum += (p * 0.125 + 0.0625) + q * 0.25;
    }
    a = sum;
  }
}
TAUT_WIDEST void calculate_in_chains(Held& x) {
  for (double& a : x) {
    double p = a, q = a;
    for (int k = 0; k < in_chains / 4; ++k) p = p * a + 0.5, q = q * a + 0.25;
    a = 0.125 * (p + q);
  }
}
TAUT_WIDEST void stream(const double* from, double* to, std::size_t size) {
  for (std::size_t k = 0; k < size; ++k) to[k] = 0.5 * to[k] + from[k];
}

namespace {

constexpr const char* per = "1,000 doubles";
constexpr double thousand = 1000.0;

Case arithmetic(const char* what, void (*work)(Held&), double count) {
  Held x;
  x.fill(0.5);
  const double ns = fastest(50, 200, [&] {
    work(x);
    asm volatile("" : : "r"(x.data()) : "memory");
  });
  return {.name = fmt::format("the machine: {}", what), .unit = per, .ns = thousand * ns / (count * held)};
}

Case streaming(std::size_t bytes, const char* where) {
  constexpr double accesses = 3.0;
  std::vector<double> from(bytes / (2 * sizeof(double)), 1.0), to(from.size(), 0.0);
  const double ns = fastest(20, static_cast<int>(1 + (1U << 20U) / bytes), [&] {
    stream(from.data(), to.data(), from.size());
    asm volatile("" : : "r"(to.data()) : "memory");
  });
  return {.name = fmt::format("the machine: doubles read or written, {}", where),
          .unit = per,
          .ns = thousand * ns / (accesses * static_cast<double>(from.size()))};
}

}  // namespace

std::vector<Case> machine_cases() {
  return {arithmetic("divisions", divide, 1.0),
          arithmetic("square roots", take_roots, 1.0),
          arithmetic("multiplications and additions, abreast", calculate_abreast, abreast),
          arithmetic("multiplications and additions, in chains of sixteen", calculate_in_chains, in_chains),
          streaming(16U << 10U, "16 kB in all"),
          streaming(256U << 10U, "256 kB in all"),
          streaming(2U << 20U, "2 MB in all"),
          streaming(96U << 20U, "96 MB in all")};
}

}  // namespace taut::bench

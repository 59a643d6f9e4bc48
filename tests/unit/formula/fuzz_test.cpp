// The fuzz target on a fixed sequence of mutated and of random strings, so that every test run fuzzes a little.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <random>
#include <string>
#include <string_view>

#include "fuzz/formula_target.hpp"

namespace taut {
namespace {

constexpr int kStrings = 100'000;
constexpr std::string_view kAlphabet = "xyzaepi0123456789.+-*/^(), =\t\n\xC2\xB2\xFF";
constexpr auto kSeeds = std::to_array<std::string_view>({
    "a*(x^2 + y^2) - z",
    "(abs(x)/a)^2.5 + (abs(y)/3)^2.5 - 1",
    "max(x, y, -2e-3)*hypot(x, atan2(y, z))",
    "exp(-x^2/2)*sin(2*pi*y) + log10(cosh(z))",
    "x^y^-2 - cbrt(min(x, y)) / floor(sgn(z) + 0.5)",
    "sqrt(tan(asin(acos(atan(sinh(tanh(pow(x, y))))))))",
});

class Mutator {
 public:
  std::string mutated() {
    std::string text(kSeeds[below(kSeeds.size())]);
    for (std::size_t edits = 1 + below(4); edits > 0; --edits) edit(text);
    return text;
  }

  std::string random() {
    std::string text;
    for (std::size_t length = below(24); length > 0; --length) text += letter();
    return text;
  }

 private:
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(random_() % bound); }
  char letter() { return kAlphabet[below(kAlphabet.size())]; }

  void edit(std::string& text) {
    const std::size_t position = below(text.size() + 1);
    switch (below(4)) {
      case 0:
        text.insert(position, 1, letter());
        break;
      case 1:
        text.erase(position, 1 + below(3));
        break;
      case 2:
        text.insert(position, text.substr(below(text.size() + 1), below(12)));
        break;
      default:
        text.replace(position, 1, 1, letter());
    }
  }

  std::mt19937_64 random_{20240229};
};

TEST(FormulaFuzz, MutatedFormulasNeverCrash) {
  Mutator mutator;
  for (int i = 0; i < kStrings; ++i) {
    const std::string text = mutator.mutated();
    ASSERT_TRUE(fuzz::formula_keeps_its_promises(text)) << text;
  }
}

TEST(FormulaFuzz, RandomStringsNeverCrash) {
  Mutator mutator;
  for (int i = 0; i < kStrings; ++i) {
    const std::string text = mutator.random();
    ASSERT_TRUE(fuzz::formula_keeps_its_promises(text)) << text;
  }
}

}  // namespace
}  // namespace taut

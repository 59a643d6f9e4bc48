// Tables of a page of the documentation, and numbers as printed there.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <string>
#include <vector>

namespace taut::test {

using Row = std::vector<std::string>;

inline Row cells_of(const std::string& line) {
  Row cells;
  for (std::size_t from = 1; from < line.size();) {
    const std::size_t to = line.find('|', from);
    if (to == std::string::npos) break;
    const std::size_t first = line.find_first_not_of(' ', from), last = line.find_last_not_of(' ', to - 1);
    cells.push_back(first < to ? line.substr(first, last + 1 - first) : "");
    from = to + 1;
  }
  return cells;
}

// Of docs/freely-jointed-chain.md.
inline constexpr const char* published_table =
    "| distance | published | recomputed | its standard error | exact | published is off by standard errors |";

// The rows below this header, "| a | b |", without it.
inline std::vector<Row> table(const std::string& page, const std::string& header) {
  std::ifstream in(std::string(TAUT_SOURCE_DIR "/docs/") + page);
  std::vector<Row> rows;
  std::string line;
  while (std::getline(in, line) && line != header) continue;
  std::getline(in, line);  // | --- | --- |
  while (std::getline(in, line) && line.starts_with('|')) rows.push_back(cells_of(line));
  return rows;
}

// A minus sign of typography is one of C++ as well.
inline std::string plain(std::string text) {
  const std::string minus = "\u2212";
  if (const std::size_t at = text.find(minus); at != std::string::npos) text.replace(at, minus.size(), "-");
  return text;
}

// Whether a printed number is this one, rounded to the digits that are there.
inline testing::AssertionResult is_printed(const std::string& printed, double exact) {
  const std::string text = plain(printed);
  const std::size_t exponent_at = std::min(text.find('e'), text.size()), point = text.find('.');
  const int decimals = point == std::string::npos ? 0 : static_cast<int>(exponent_at - point - 1);
  const int exponent = exponent_at < text.size() ? std::stoi(text.substr(exponent_at + 1)) : 0;
  const double half_unit = 0.5 * std::pow(10.0, exponent - decimals), off = std::stod(text) - exact;
  if (std::abs(off) <= half_unit + 1e-15 * std::abs(exact)) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "printed " << printed << ", found " << testing::PrintToString(exact);
}

}  // namespace taut::test

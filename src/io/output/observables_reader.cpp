#include "io/output/observables_reader.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <sstream>
#include <string>

#include "io/file/input_file.hpp"
#include "taut/error.hpp"

namespace taut::io {
namespace {

constexpr std::size_t columns = 7;  // time, kinetic, potential, total, position and velocity error, iterations
using Row = std::array<double, columns>;

// Whether a line is that many numbers.
bool read_row(const std::string& line, Row& row) {
  const char* at = line.data();
  const char* const end = at + line.size();
  for (std::size_t k = 0; k < columns; ++k) {
    if (k > 0 && (at == end || *at++ != ',')) return false;
    const auto [next, error] = std::from_chars(at, end, row[k]);
    if (error != std::errc()) return false;
    at = next;
  }
  return at == end;
}

}  // namespace

Observables read_observables(const std::filesystem::path& file) {
  std::istringstream in(read_input(file, "the observables of a run", most_stored));
  std::string line;
  if (!std::getline(in, line)) throw InputError(fmt::format("{}: is empty; expected observables", file.string()));
  Observables all;
  Row row;
  for (int number = 2; std::getline(in, line); ++number) {
    if (!read_row(line, row))
      throw InputError(fmt::format("{}:{}: expected {} numbers, found \"{}\"", file.string(), number, columns, line));
    all.time.push_back(row[0]);
    all.kinetic.push_back(row[1]);
    all.total.push_back(row[3]);
    all.position_error.push_back(row[4]);
  }
  return all;
}

}  // namespace taut::io

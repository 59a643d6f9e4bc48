#include "io/h5md/h5md_units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <map>

namespace taut::io {
namespace {

std::optional<std::string> respelt(const std::optional<std::string>& unit) {
  static const std::map<std::string, std::string> spelling = {
      {"Å", "Angstrom"},   {"Å", "Angstrom"},    {"angstrom", "Angstrom"}, {"Ångström", "Angstrom"},
      {"A", "Angstrom"},   {"nanometre", "nm"},  {"nanometer", "nm"},      {"picometre", "pm"},
      {"picometer", "pm"}, {"metre", "m"},       {"meter", "m"},           {"second", "s"},
      {"sec", "s"},        {"picosecond", "ps"}, {"femtosecond", "fs"},    {"nanosecond", "ns"},
  };
  if (!unit) return std::nullopt;
  const auto found = spelling.find(*unit);
  return found == spelling.end() ? *unit : found->second;
}

bool is_one_of(const std::optional<std::string>& unit, std::initializer_list<const char*> known) {
  return !unit || std::find(known.begin(), known.end(), *unit) != known.end();
}

}  // namespace

const char* unit_attribute(const Units& units) {
  const bool known =
      is_one_of(length_unit(units), {"Angstrom", "nm", "pm", "fm"}) &&
      is_one_of(time_unit(units), {"ps", "fs", "ns", "s"}) &&
      is_one_of(velocity_unit(units), {"Angstrom ps-1", "Angstrom fs-1", "nm ps-1", "nm ns-1", "pm ps-1", "m s-1"});
  return known ? "unit" : "unit_label";
}

std::optional<std::string> length_unit(const Units& units) { return respelt(units.length); }
std::optional<std::string> time_unit(const Units& units) { return respelt(units.time); }
std::optional<std::string> mass_unit(const Units& units) { return units.mass; }

std::optional<std::string> velocity_unit(const Units& units) {
  if (!units.length || !units.time) return std::nullopt;
  return fmt::format("{} {}-1", *length_unit(units), *time_unit(units));
}

std::optional<std::string> energy_unit(const Units& units) {
  if (!units.length || !units.time || !units.mass) return std::nullopt;
  return fmt::format("{} {}+2 {}-2", *units.mass, *length_unit(units), *time_unit(units));
}

std::optional<std::string> force_unit(const Units& units) {
  if (!units.length || !units.time || !units.mass) return std::nullopt;
  return fmt::format("{} {} {}-2", *units.mass, *length_unit(units), *time_unit(units));
}

}  // namespace taut::io

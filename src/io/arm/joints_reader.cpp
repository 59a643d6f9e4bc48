#include "io/arm/joints_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

#include "io/document/section.hpp"
#include "io/file/input_file.hpp"
#include "taut/error.hpp"

namespace taut::io {
namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blank = " \t\r";
  const std::size_t first = text.find_first_not_of(blank);
  return first == text.npos ? std::string_view() : text.substr(first, text.find_last_not_of(blank) - first + 1);
}

// Between quotes a doubled one stands for itself.
std::string unquoted(std::string_view field) {
  if (field.size() < 2 || field.front() != '"' || field.back() != '"') return std::string(field);
  std::string text;
  for (std::size_t k = 1; k + 1 < field.size(); ++k) {
    text += field[k];
    if (field[k] == '"') ++k;
  }
  return text;
}

// What stands between commas, but for those between quotes.
std::vector<std::string> fields_of(std::string_view line) {
  std::vector<std::string> fields;
  std::size_t first = 0;
  bool quoted = false;
  for (std::size_t k = 0; k <= line.size(); ++k) {
    if (k < line.size() && line[k] == '"') quoted = !quoted;
    if (k < line.size() && (line[k] != ',' || quoted)) continue;
    fields.push_back(unquoted(trimmed(line.substr(first, k - first))));
    first = k + 1;
  }
  return fields;
}

class JointsReader {
 public:
  JointsReader(std::string_view text, std::string file, const std::vector<std::string>& names)
      : file_(std::move(file)), names_(names), text_(text) {}

  std::vector<double> read() {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    std::string_view rest = text_;
    if (rest.substr(0, byte_order_mark.size()) == byte_order_mark) rest.remove_prefix(byte_order_mark.size());
    std::vector<double> values;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      const std::string_view line = trimmed(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
      ++line_;
      if (line.empty()) continue;
      if (columns_.empty())
        read_header(fields_of(line));
      else
        read_row(fields_of(line), values);
    }
    if (columns_.empty()) throw InputError(fmt::format("{}: is empty; expected {}", file_, wanted()));
    return values;
  }

 private:
  [[noreturn]] void fail(const std::string& message) const {
    throw InputError(fmt::format("{}:{}: {}", file_, line_, message));
  }
  std::string wanted() const { return fmt::format("a header with the names of the joints ({})", list_some(names_)); }

  void read_header(const std::vector<std::string>& header) {
    width_ = header.size();
    for (const std::string& name : names_) {
      const auto found = std::find(header.begin(), header.end(), name);
      if (found == header.end())
        fail(fmt::format("no column is called \"{}\"{}; expected {}", name, suggestion(name, header), wanted()));
      if (std::find(found + 1, header.end(), name) != header.end())
        fail(fmt::format("two columns are called \"{}\"; expected one", name));
      columns_.push_back(static_cast<std::size_t>(found - header.begin()));
    }
  }

  void read_row(const std::vector<std::string>& row, std::vector<double>& values) const {
    if (row.size() != width_) fail(fmt::format("found {} fields, expected {} as in the header", row.size(), width_));
    for (std::size_t k = 0; k < columns_.size(); ++k) values.push_back(number(row[columns_[k]], names_[k]));
  }

  double number(const std::string& field, const std::string& name) const {
    double value = 0.0;
    const char *begin = field.data() + (field.size() > 1 && field[0] == '+'), *end = field.data() + field.size();
    const auto [stop, error] = std::from_chars(begin, end, value);
    if (error != std::errc() || stop != end || !std::isfinite(value))
      fail(fmt::format("{}: found \"{}\", expected a number", name, field));
    return value;
  }

  std::string file_;
  const std::vector<std::string>& names_;
  std::string_view text_;
  int line_ = 0;
  std::size_t width_ = 0;
  std::vector<std::size_t> columns_;  // of the names
};

}  // namespace

std::vector<double> parse_joints(std::string_view text, const std::string& file,
                                 const std::vector<std::string>& names) {
  return JointsReader(text, file, names).read();
}

std::vector<double> read_joints(const std::filesystem::path& file, const std::vector<std::string>& names) {
  return parse_joints(read_input(file, "a CSV file"), file.string(), names);
}

}  // namespace taut::io

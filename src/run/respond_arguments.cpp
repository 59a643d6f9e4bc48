#include "run/respond_arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <sstream>
#include <string_view>

#include "io/file/input_file.hpp"

namespace taut {
namespace {

template <class Number>
std::optional<Number> number(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (char c : text) {
    if (c == separator)
      parts.emplace_back();
    else if (c != ' ' && c != '\r')
      parts.back() += c;
  }
  return parts;
}

[[noreturn]] void fail(const std::string& option, const std::string& message) {
  throw InputError(fmt::format("{}: {}", option, message));
}

Vec3 read_vector(const std::string& text, int dimension, const std::string& option) {
  const std::vector<std::string> parts = split(text, ',');
  if (parts.size() != static_cast<std::size_t>(dimension))
    fail(option, fmt::format("expected {} components, found \"{}\"", dimension, text));
  Vec3 vector;
  for (int axis = 0; axis < dimension; ++axis) {
    const std::optional<double> value = number<double>(parts[static_cast<std::size_t>(axis)]);
    if (!value || !std::isfinite(*value)) fail(option, fmt::format("expected numbers, found \"{}\"", text));
    vector[axis] = *value;
  }
  return vector;
}

}  // namespace

std::pair<int, int> read_pair(const ModelBuilder& model, const std::string& text, const std::string& option) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) fail(option, fmt::format("expected two particles such as 10:30, found \"{}\"", text));
  return {find_particle(model, text.substr(0, colon), option), find_particle(model, text.substr(colon + 1), option)};
}

int find_particle(const ModelBuilder& model, const std::string& text, const std::string& option) {
  if (const std::optional<int> found = model.find(text)) return *found;
  const std::optional<int> index = number<int>(text);
  if (!index) fail(option, fmt::format("no particle is called \"{}\"; expected a name or an index", text));
  if (*index < 0 || *index >= model.size())
    fail(option, fmt::format("found particle {}, expected 0 to {}", *index, model.size() - 1));
  return *index;
}

std::vector<Vec3> read_loads(const ModelBuilder& model, const std::vector<std::string>& loads) {
  std::vector<Vec3> force(static_cast<std::size_t>(model.size()));
  for (const std::string& load : loads) {
    const std::size_t equals = load.rfind('=');
    if (equals == std::string::npos)
      fail("--load", fmt::format("expected a particle and its force such as bob=1,0, found \"{}\"", load));
    const int particle = find_particle(model, load.substr(0, equals), "--load");
    force[static_cast<std::size_t>(particle)] += read_vector(load.substr(equals + 1), model.dimension(), "--load");
  }
  return force;
}

std::vector<int> read_group(const ModelBuilder& model, const std::vector<std::string>& group) {
  std::vector<int> particles;
  for (const std::string& name : group) particles.push_back(find_particle(model, name, "--group"));
  return particles;
}

std::vector<std::size_t> read_chosen(const ModelBuilder& model, const std::vector<std::string>& pairs,
                                     const EnsembleResult& sampled) {
  std::vector<std::size_t> chosen;
  for (const std::string& text : pairs) {
    const auto [first, second] = read_pair(model, text, "--pair");
    const auto found = std::find_if(sampled.pairs.begin(), sampled.pairs.end(),
                                    [i = std::min(first, second), j = std::max(first, second)](
                                        const EnsembleResult::Pair& pair) { return pair.i == i && pair.j == j; });
    if (found == sampled.pairs.end())
      fail("--pair",
           fmt::format("{} is further apart than --distance, or fixed; expected a pair that is sampled", text));
    chosen.push_back(static_cast<std::size_t>(found - sampled.pairs.begin()));
  }
  return chosen;
}

EnsembleOptions read_ensemble(const Scenario& scenario, const RespondOptions& options) {
  EnsembleOptions ensemble = {
      .kind = options.kind, .samples = *options.ensemble, .seed = scenario.seed, .threads = options.threads};
  if (options.distance) ensemble.distance = *options.distance;
  if (options.window) std::tie(ensemble.first, ensemble.last) = read_pair(scenario.model, *options.window, "--window");
  for (const std::string& pair : options.histograms) {
    const auto [i, j] = read_pair(scenario.model, pair, "--histogram");
    ensemble.histograms.push_back({.i = i, .j = j});
  }
  return ensemble;
}

std::vector<MatrixEntry> read_drag_matrix(const std::filesystem::path& file, const Model& model) {
  std::vector<std::int32_t> coordinates;
  for (int i = 0; i < model.size(); ++i)
    for (int axis = 0; axis < model.dimension() && model.inverse_masses()[static_cast<std::size_t>(i)] > 0.0; ++axis)
      coordinates.push_back(3 * i + axis);
  std::istringstream stream(io::read_input(file, "a drag matrix"));
  std::vector<MatrixEntry> entries;
  std::string line;
  std::size_t row = 0;
  for (; std::getline(stream, line) && !line.empty(); ++row) {
    const std::vector<std::string> parts = split(line, ',');
    if (parts.size() != coordinates.size() || row >= coordinates.size())
      throw InputError(fmt::format("{}:{}: found a row of {} numbers, expected {} rows of {}", file.string(), row + 1,
                                   parts.size(), coordinates.size(), coordinates.size()));
    for (std::size_t column = 0; column < parts.size(); ++column) {
      const std::optional<double> value = number<double>(parts[column]);
      if (!value)
        throw InputError(fmt::format("{}:{}: expected a number, found \"{}\"", file.string(), row + 1, parts[column]));
      if (*value != 0.0) entries.push_back({coordinates[row], coordinates[column], *value});
    }
  }
  if (row != coordinates.size())
    throw InputError(fmt::format("{}: found {} rows, expected {}", file.string(), row, coordinates.size()));
  return entries;
}

}  // namespace taut

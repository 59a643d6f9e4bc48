// What the files that write JSON share; no others see nlohmann's header, which is slow to compile.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "io/document/node.hpp"
#include "taut/vec.hpp"

namespace taut {

using Json = nlohmann::ordered_json;

// A member a line: easy to read and to search, without a line for every coordinate.
std::string dump_lines(const Json& object);

Json to_json_value(const io::Node& node);

Json vectors(const std::vector<Vec3>& values, int dimension);
Json optional(const std::optional<double>& value);  // null when absent

}  // namespace taut

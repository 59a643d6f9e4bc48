#include "run/json_value.hpp"

namespace taut {

namespace {

struct NodeToJson {
  Json operator()(const io::Node::Table& table) const {
    Json object = Json::object();
    for (const io::Member& member : table) object[member.key] = std::visit(*this, member.node.value);
    return object;
  }
  Json operator()(const io::Node::Array& array) const {
    Json list = Json::array();
    for (const io::Node& entry : array) list.push_back(std::visit(*this, entry.value));
    return list;
  }
  Json operator()(io::Date) const { return nullptr; }
  template <class T>
  Json operator()(const T& scalar) const {
    return scalar;
  }
};

}  // namespace

Json to_json_value(const io::Node& node) { return std::visit(NodeToJson{}, node.value); }

std::string dump_lines(const Json& object) {
  std::string text = "{";
  for (const char* separator = "\n"; const auto& [key, value] : object.items()) {
    text += separator + ("  " + Json(key).dump()) + ": " + value.dump(-1, ' ', false, Json::error_handler_t::replace);
    separator = ",\n";
  }
  return text + "\n}\n";
}

Json vectors(const std::vector<Vec3>& values, int dimension) {
  Json list = Json::array();
  for (const Vec3& v : values) list.push_back(dimension == 2 ? Json{v.x, v.y} : Json{v.x, v.y, v.z});
  return list;
}

Json optional(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

}  // namespace taut

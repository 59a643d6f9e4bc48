#include "run/continued.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>

#include "io/document/document.hpp"
#include "io/document/toml.hpp"
#include "run/json_value.hpp"

namespace taut {
namespace {

constexpr const char *scenario_key = "scenario", *changes_key = "changes";

bool may_change(const std::string& key) {
  for (const char* free : {"title", "integrator.duration", "integrator.steps", "output.every", "output.figures"})
    if (key == free) return true;
  return false;
}

// The state that goes on has places, velocities and a box of its own.
bool says_where_it_began(const std::string& key) {
  const bool of_particle = key.starts_with("particles[");
  return key.starts_with("box") ||
         (of_particle && (key.find("].position") != std::string::npos || key.find("].velocity") != std::string::npos));
}

// Of masses, places and lengths, which also come from files that a scenario only names.
std::string fingerprint(const Model& model) {
  std::uint64_t hash = 0xcbf29ce484222325u;  // FNV-1a over words
  const auto add = [&](double number) { hash = (hash ^ std::bit_cast<std::uint64_t>(number)) * 0x100000001b3u; };
  for (const double mass : model.masses()) add(mass);
  for (const Vec3& place : model.positions()) add(place.x), add(place.y), add(place.z);
  for (const DistanceRow& rod : model.distances()) add(rod.length);
  return fmt::format("{:016x}", hash);
}

Json understood(const Scenario& scenario, const Model& model) {
  Json json = to_json_value(scenario.document->root);
  json["title"] = scenario.title;  // which a continued run may have from the one before it
  if (!scenario.arms.empty()) json["arms (their files)"] = fingerprint(model);
  return json;
}

void flatten(const Json& value, const std::string& key, std::map<std::string, Json>& all) {
  if (value.is_object())
    for (const auto& [name, member] : value.items()) flatten(member, key.empty() ? name : key + "." + name, all);
  else if (value.is_array())
    for (std::size_t i = 0; i < value.size(); ++i) flatten(value[i], fmt::format("{}[{}]", key, i), all);
  else
    all[key] = value;
}

std::map<std::string, Json> flat(const Json& value) {
  std::map<std::string, Json> all;
  flatten(value, "", all);
  return all;
}

// 1 and 1.0 are the same number.
bool same(const Json& a, const Json& b) {
  return a.is_number() && b.is_number() ? a.get<double>() == b.get<double>() : a == b;
}

Json parsed(const io::Checkpoint& checkpoint, const char* key) {
  const auto found = checkpoint.texts.find(key);
  return found == checkpoint.texts.end() ? Json() : Json::parse(found->second, nullptr, false);
}

std::string shown(const std::string& json) { return json == "null" ? "not set" : json; }

}  // namespace

void keep_scenario(io::Checkpoint& checkpoint, const Scenario& scenario, const Model& model) {
  checkpoint.texts[scenario_key] = understood(scenario, model).dump(-1, ' ', false, Json::error_handler_t::replace);
}

void keep_changes(io::Checkpoint& checkpoint, const std::vector<ScenarioChange>& changes) {
  Json list = Json::array();
  for (const ScenarioChange& c : changes) list.push_back({c.key, c.before, c.after, c.time});
  checkpoint.texts[changes_key] = list.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string title_kept(const io::Checkpoint& checkpoint, const Scenario& scenario) {
  const Json before = parsed(checkpoint, scenario_key);
  const bool known = before.is_object() && before.contains("title") && before["title"].is_string();
  return known && !is_typed(scenario, "title") ? before["title"].get<std::string>() : scenario.title;
}

std::vector<ScenarioChange> changes_kept(const io::Checkpoint& checkpoint) {
  std::vector<ScenarioChange> changes;
  for (const Json& entry : parsed(checkpoint, changes_key))
    if (entry.is_array() && entry.size() == 4 && entry[0].is_string() && entry[1].is_string() && entry[2].is_string() &&
        entry[3].is_number() && Json::accept(entry[1].get<std::string>()) && Json::accept(entry[2].get<std::string>()))
      changes.push_back({entry[0], entry[1], entry[2], entry[3]});
  return changes;
}

std::vector<ScenarioChange> changes_since(const io::Checkpoint& checkpoint, const Scenario& scenario,
                                          const Model& model) {
  const std::map<std::string, Json> before = flat(parsed(checkpoint, scenario_key)),
                                    after = flat(understood(scenario, model));
  std::vector<ScenarioChange> changes;
  const auto look = [&](const std::string& key, const Json& old_value, const Json& new_value) {
    if (!may_change(key) && !same(old_value, new_value))
      changes.push_back({key, old_value.dump(), new_value.dump(), checkpoint.state.time});
  };
  for (const auto& [key, value] : before) look(key, value, after.contains(key) ? after.at(key) : Json());
  for (const auto& [key, value] : after)
    if (!before.contains(key)) look(key, Json(), value);
  return changes;
}

std::string describe(const ScenarioChange& change) {
  return fmt::format("{}: {} (before: {})", change.key, shown(change.after), shown(change.before));
}

void refuse_changes(const std::vector<ScenarioChange>& changes, const OutputDirectory& directory,
                    const std::string& advice) {
  if (changes.empty()) return;
  const std::string more = changes.size() == 1 ? "" : fmt::format(" and {} more", changes.size() - 1);
  throw InputError(fmt::format("{}: was begun with another scenario: found {}{}; {}", directory.path().string(),
                               describe(changes.front()), more, advice));
}

void refuse_start_changes(const std::vector<ScenarioChange>& changes, const OutputDirectory& directory) {
  const auto found = std::find_if(changes.begin(), changes.end(),
                                  [](const ScenarioChange& change) { return says_where_it_began(change.key); });
  if (found != changes.end())
    throw InputError(fmt::format("{}: found {}; it says where a run begins, and this one goes on from where it is",
                                 directory.path().string(), describe(*found)));
}

bool is_typed(const Scenario& scenario, std::string_view key) {
  const io::Node root = io::parse_toml(scenario.text, scenario.document->file);
  const io::Node* at = &root;
  for (const io::KeyPart& part : io::split_key(key)) {
    const auto* table = at->as<io::Node::Table>();
    const auto* name = std::get_if<std::string>(&part);
    at = table && name ? io::find(*table, *name) : nullptr;
    if (!at) return false;
  }
  return true;
}

}  // namespace taut

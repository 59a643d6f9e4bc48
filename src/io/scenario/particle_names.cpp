#include "io/scenario/particle_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace taut::io {
namespace {

// ".O", or ".1" for an atom without a name; nothing for a bead.
std::string atom_suffix(const ParticleGroup& group, std::size_t atom) {
  if (group.atoms.empty()) return {};
  return group.atoms[atom].empty() ? fmt::format(".{}", atom) : fmt::format(".{}", group.atoms[atom]);
}

}  // namespace

std::optional<int> ParticleGroup::member(std::string_view text) const {
  int index = 0;
  const char* end = text.data() + text.size();
  if (text.empty() || text.front() != '[') return std::nullopt;
  const auto [close, error] = std::from_chars(text.data() + 1, end, index);
  if (error != std::errc() || close == end || *close != ']') return std::nullopt;
  if (index < 0) index += count;
  if (index < 0 || index >= count) return std::nullopt;
  const std::string_view rest(close + 1, static_cast<std::size_t>(end - close - 1));
  if (atoms.empty()) return rest.empty() ? std::optional(first + index) : std::nullopt;
  for (std::size_t atom = 0; atom < atoms.size(); ++atom) {
    if (rest == atom_suffix(*this, atom)) {
      return first + index * static_cast<int>(atoms.size()) + static_cast<int>(atom);
    }
  }
  return std::nullopt;
}

std::string ParticleGroup::range() const {
  const std::size_t last_atom = atoms.empty() ? 0 : atoms.size() - 1;
  return fmt::format("{0}[0]{1} to {0}[{2}]{3}", name, atom_suffix(*this, 0), count - 1, atom_suffix(*this, last_atom));
}

void ParticleNames::add(const ParticleGroup& added, const Section& section) {
  if (group(added.name) || model_->find(added.name)) {
    section.fail("name", fmt::format("\"{}\" is already taken; names must differ", added.name));
  }
  groups_.push_back(added);
}

const ParticleGroup* ParticleNames::group(std::string_view name) const {
  const auto at = std::find_if(groups_.begin(), groups_.end(), [&](const auto& known) { return known.name == name; });
  return at == groups_.end() ? nullptr : &*at;
}

int ParticleNames::one(const Section& section, std::string_view name) const {
  return particle(section.required(name, "the name or the index of a particle"), section, section.key(name));
}

std::vector<int> ParticleNames::several(const Section& section, std::string_view name) const {
  const Node& given = section.required(name, "a particle or a list of particles");
  const auto* list = given.as<Node::Array>();
  const Node::Array single = {given};
  std::vector<int> result;
  for (std::size_t i = 0; const Node& entry : list ? *list : single) {
    const auto* text = entry.as<std::string>();
    const ParticleGroup* whole = text ? group(*text) : nullptr;
    const std::string key = list ? fmt::format("{}[{}]", section.key(name), i) : section.key(name);
    for (int k = 0; whole && k < whole->size(); ++k) result.push_back(whole->first + k);
    if (!whole) result.push_back(particle(entry, section, key));
    ++i;
  }
  if (result.empty()) section.fail(name, "expected at least one particle, found an empty list");
  return result;
}

std::vector<std::vector<int>> ParticleNames::molecules(const Section& section, std::string_view name,
                                                       Wanted wanted) const {
  const Node& given = section.required(name, "a chain, or particles in order");
  const auto* list = given.as<Node::Array>();
  const Node::Array single = {given};
  std::vector<std::vector<int>> result;
  std::size_t generated = 0;
  for (const Node& entry : list ? *list : single) {
    const auto* text = entry.as<std::string>();
    const ParticleGroup* whole = text ? group(*text) : nullptr;
    if (!whole) continue;
    ++generated;
    if (wanted == Wanted::ends && !whole->kind.empty() && whole->kind != "chain")
      section.fail(name,
                   fmt::format("\"{}\" is a {}, which has no ends; expected a chain, molecules, or particles in order",
                               *text, whole->kind));
    const int each = whole->atoms.empty() ? whole->count : static_cast<int>(whole->atoms.size());
    for (int first = whole->first; first < whole->first + whole->size(); first += each) {
      result.emplace_back();
      for (int k = 0; k < each; ++k) result.back().push_back(first + k);
    }
  }
  if (generated == 0) return {several(section, name)};
  if (generated < (list ? list->size() : 1))
    section.fail(name, "found single particles beside whole chains or molecules; expected one or the other");
  return result;
}

std::vector<int> ParticleNames::exactly(const Section& section, std::string_view name, std::size_t count) const {
  const Node& given = section.required(name, fmt::format("{} particles", count));
  const auto* list = given.as<Node::Array>();
  if (!list || list->size() != count) {
    section.fail(name, fmt::format("expected a list of {} particles, found {}", count, describe(given)));
  }
  std::vector<int> result;
  for (const Node& entry : *list) result.push_back(particle(entry, section, section.key(name)));
  return result;
}

int ParticleNames::particle(const Node& node, const Section& section, const std::string& key) const {
  if (const auto* index = node.as<std::int64_t>()) return by_index(*index, section, key);
  if (const auto* name = node.as<std::string>()) return by_name(*name, section, key);
  section.fail_at(key, fmt::format("expected the name or the index of a particle, found {}", describe(node)));
}

int ParticleNames::by_index(std::int64_t index, const Section& section, const std::string& key) const {
  if (index >= 0 && index < model_->size()) return static_cast<int>(index);
  section.fail_at(key, fmt::format("there is no particle {} (there are {}, numbered from 0)", index, model_->size()));
}

int ParticleNames::by_name(const std::string& name, const Section& section, const std::string& key) const {
  if (const auto index = model_->find(name)) return *index;
  if (const auto index = in_group(name, section, key)) return *index;
  fail_unknown(name, section, key);
}

std::optional<int> ParticleNames::in_group(std::string_view name, const Section& section,
                                           const std::string& key) const {
  const std::size_t bracket = std::min(name.find('['), name.size());
  const ParticleGroup* named = group(name.substr(0, bracket));
  if (!named) return std::nullopt;
  if (const auto found = named->member(name.substr(bracket))) return found;
  section.fail_at(key, fmt::format("\"{}\" is not one particle; expected {}", name, named->range()));
}

std::vector<std::string> ParticleNames::known() const {
  const auto generated = [&](int i) {
    return std::any_of(groups_.begin(), groups_.end(), [&](const ParticleGroup& made) { return made.holds(i); });
  };
  std::vector<std::string> names;
  for (int i = 0; i < model_->size(); ++i) {
    if (!model_->particle(i).name.empty() && !generated(i)) names.push_back(model_->particle(i).name);
  }
  for (const ParticleGroup& made : groups_) names.push_back(made.range());
  return names;
}

void ParticleNames::fail_unknown(const std::string& name, const Section& section, const std::string& key) const {
  const std::vector<std::string> names = known();
  const std::string there = names.empty() ? fmt::format("there are {}, numbered from 0, without names", model_->size())
                                          : "there are " + list_some(names);
  section.fail_at(key, fmt::format("no particle is called \"{}\" ({})", name, there));
}

}  // namespace taut::io

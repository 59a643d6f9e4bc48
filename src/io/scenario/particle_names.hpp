// Who is meant by "bob1", 3 or "chain[17]".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/document/section.hpp"
#include "taut/model.hpp"

namespace taut::io {

// The particles that one generator made. They are found by arithmetic: a million beads need no million names.
struct ParticleGroup {
  std::string name;
  int first = 0;
  int count = 0;                        // of beads, or of copies of a molecule
  std::vector<std::string> atoms = {};  // of a molecule; an atom without a name goes by its index
  std::string kind = {};                // chain, ring, star, ...; empty for molecules

  int size() const { return count * static_cast<int>(atoms.empty() ? 1 : atoms.size()); }
  bool holds(int particle) const { return particle >= first && particle < first + size(); }
  // The particle behind "[17]", "[-1]" (the last) or, in a molecule, "[3].O".
  std::optional<int> member(std::string_view text) const;
  std::string range() const;  // "chain[0] to chain[19]"
};

class ParticleNames {
 public:
  explicit ParticleNames(const ModelBuilder& model) : model_(&model) {}

  void add(const ParticleGroup& group, const Section& section);  // refuses a name that is taken

  int one(const Section& section, std::string_view name) const;                   // on = "bob1"
  std::vector<int> several(const Section& section, std::string_view name) const;  // on = "bob1" or a list; groups whole
  // The same, molecule by molecule: each copy of a generated molecule, each other generator, or one list of particles
  // in order. Refuses a mixture, and generators of another kind than chains and molecules, if `ends` are to be found.
  enum class Wanted { ends, whole };
  std::vector<std::vector<int>> molecules(const Section& section, std::string_view name, Wanted wanted) const;
  // between = ["pivot", "bob1"]
  std::vector<int> exactly(const Section& section, std::string_view name, std::size_t count) const;

 private:
  int particle(const Node& node, const Section& section, const std::string& key) const;
  int by_index(std::int64_t index, const Section& section, const std::string& key) const;
  int by_name(const std::string& name, const Section& section, const std::string& key) const;
  std::optional<int> in_group(std::string_view name, const Section& section, const std::string& key) const;
  const ParticleGroup* group(std::string_view name) const;
  std::vector<std::string> known() const;
  [[noreturn]] void fail_unknown(const std::string& name, const Section& section, const std::string& key) const;

  const ModelBuilder* model_;
  std::vector<ParticleGroup> groups_;
};

}  // namespace taut::io

// What chains, rings, stars, lattices and molecules have in common: a named group of particles and its bonds.
#pragma once

#include <string>
#include <vector>

#include "io/scenario/scenario_reader.hpp"
#include "taut/vec.hpp"

namespace taut::io {

// The keys that every bonded generator takes, before its own.
std::vector<std::string> generator_keys(std::vector<std::string> own);

class Generator {
 public:
  // `kind` names the group when the scenario does not: chain, chain2, chain3, ...
  Generator(ScenarioReader& reader, Section section, const std::string& kind, std::size_t number);

  Section& section() { return section_; }
  const ModelBuilder& model() const { return reader_->scenario.model; }
  std::uint64_t seed() const { return reader_->scenario.seed; }

  // A number of particles, arms or the like: at least `minimum`, and not absurdly many.
  std::size_t count(std::string_view name, std::int64_t minimum) const;

  // Adds the particles as one group; returns the index of the first.
  int place(const std::vector<Vec3>& positions);
  void fix(int particle) { fixed_.push_back(particle); }  // counted in the group; before place()
  void bond(int i, int j, double length);                 // a rod, a spring or nothing, as the scenario says

 private:
  enum class Bonds { rods, springs, none };
  ScenarioReader* reader_;
  Section section_;
  std::string kind_, name_;
  double mass_;
  Vec3 velocity_;
  std::string type_;
  double charge_ = 0.0;
  Bonds bonds_;
  double stiffness_ = 0.0, damping_ = 0.0;
  std::vector<int> fixed_;
};

inline constexpr std::int64_t most_particles = 100'000'000;

// Calls read(reader, section, number) for every table of this list.
template <class Read>
void read_each(ScenarioReader& reader, std::string_view list, Read read) {
  for (std::size_t number = 0; const Section& section : reader.root.tables(list)) read(reader, section, number++);
}

// A unit vector; an error when the one given is zero.
Vec3 read_direction(Section& section, std::string_view name, const Vec3& fallback);
// A unit vector at right angles to this unit vector; in the plane, turned to the left.
Vec3 perpendicular(const Vec3& unit, int dimension);

}  // namespace taut::io

#include "taut/model.hpp"

#include <algorithm>

#include "model/names.hpp"

namespace taut {
namespace {

constexpr std::size_t most_names = 4;  // in a message

}  // namespace

int Model::free_particles() const {
  return static_cast<int>(
      std::count_if(inverse_masses_.begin(), inverse_masses_.end(), [](double w) { return w > 0.0; }));
}

std::string Model::particle_name(int particle) const {
  return has_name(particle) ? names_[static_cast<std::size_t>(particle)] : "particle " + std::to_string(particle);
}

std::string joined_names(const Model& model, std::span<const std::int32_t> particles, const char* separator) {
  std::string text;
  for (const std::int32_t particle : particles.first(std::min(particles.size(), most_names))) {
    if (!text.empty()) text += separator;
    text += model.has_name(particle) ? model.particle_name(particle) : std::to_string(particle);
  }
  if (particles.size() <= most_names) return text;
  return text + separator + "... " + std::to_string(particles.size()) + " in all";
}

std::string Model::constraint_name(int constraint) const {
  const ConstraintInfo& info = constraints_[static_cast<std::size_t>(constraint)];
  if (!info.name.empty()) return info.name;
  auto particles = row_particles(info.first_row);
  if (info.vertex >= 0) particles.insert(particles.begin() + 1, info.vertex);
  return std::string(info.type) + " " + std::to_string(constraint) + " (" + joined_names(*this, particles, "-") + ")";
}

std::vector<std::int32_t> Model::row_particles(int row) const {
  const Row& r = rows_[static_cast<std::size_t>(row)];
  const auto index = static_cast<std::size_t>(r.index);
  switch (r.kind) {
    case RowKind::distance:
      return {distances_[index].i, distances_[index].j};
    case RowKind::quadric:
      return {quadrics_[index].particle};
    case RowKind::formula:
      return formulas_[index].particles;
    case RowKind::linear:
      break;
  }
  std::vector<std::int32_t> particles;
  const LinearRow& linear = linears_[index];
  for (std::int32_t k = linear.first; k < linear.first + linear.count; ++k) {
    particles.push_back(linear_terms_[static_cast<std::size_t>(k)].particle);
  }
  return particles;
}

double Model::row_size(int row) const {
  const Row& at = rows_[static_cast<std::size_t>(row)];
  const auto index = static_cast<std::size_t>(at.index);
  switch (at.kind) {
    case RowKind::distance:
      return distances_[index].length;
    case RowKind::quadric:
      return quadrics_[index].size;
    case RowKind::formula:
      return formulas_[index].size;
    case RowKind::linear:
      break;
  }
  return 0.0;
}

Model Model::with_masses(const std::vector<double>& masses) const {
  Model model = *this;
  for (std::size_t i = 0; i < masses.size(); ++i) {
    if (!(inverse_masses_[i] > 0.0)) continue;
    model.masses_[i] = masses[i];
    model.inverse_masses_[i] = 1.0 / masses[i];
  }
  return model;
}

Model Model::with_positions(std::vector<Vec3> positions) const {
  Model model = *this;
  model.positions_ = std::move(positions);
  return model;
}

}  // namespace taut

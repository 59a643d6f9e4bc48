// Vectors, one a particle of a model, for work on one component after another: a model may have a hundred thousand
// components, and none may cost as much as the whole.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "taut/model.hpp"

namespace taut {

class ParticleFields {
 public:
  explicit ParticleFields(const Model& model) : start_(model.positions()), zero_(start_.size()) {}

  const Vec3* zero() const { return zero_.data(); }

  // Zero, or the start, everywhere. Only entries of these particles may be changed; they are put back at the end.
  class Field {
   public:
    Field(std::vector<std::vector<Vec3>>& kept, const std::vector<Vec3>& original,
          std::span<const std::int32_t> particles)
        : kept_(kept), original_(original), particles_(particles) {
      if (kept_.empty()) kept_.push_back(original_);
      values_ = std::move(kept_.back());
      kept_.pop_back();
    }
    ~Field() {
      reset();
      kept_.push_back(std::move(values_));
    }
    Field(const Field&) = delete;
    Field& operator=(const Field&) = delete;

    void reset() {
      for (const std::int32_t p : particles_) values_[p] = original_[p];
    }
    Vec3* data() { return values_.data(); }
    const Vec3* data() const { return values_.data(); }
    Vec3& operator[](std::int32_t p) { return values_[p]; }
    const Vec3& operator[](std::int32_t p) const { return values_[p]; }
    std::span<const std::int32_t> particles() const { return particles_; }

   private:
    std::vector<std::vector<Vec3>>& kept_;
    const std::vector<Vec3>& original_;
    std::span<const std::int32_t> particles_;
    std::vector<Vec3> values_;
  };

  Field zeros(std::span<const std::int32_t> particles) { return {zeros_, zero_, particles}; }
  Field positions(std::span<const std::int32_t> particles) { return {positions_, start_, particles}; }

 private:
  const std::vector<Vec3>& start_;
  std::vector<Vec3> zero_;
  std::vector<std::vector<Vec3>> zeros_, positions_;  // not in use
};

using ParticleField = ParticleFields::Field;

}  // namespace taut

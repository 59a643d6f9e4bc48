// Which rods and particles of a bundle belong together: read from lists for any graph, known without asking for a path.
// V is what places and velocities are: vectors in space, or in the plane.
#pragma once

#include "solve/kernels/bundle_lines.hpp"

namespace taut::TAUT_INSTRUCTION_SET {

template <class V>
class ListedTopology {
 public:
  using Vector = V;
  static constexpr bool is_path = false;
  explicit ListedTopology(const BundleShape& shape)
      : shape_(shape),
        i_(shape.i.data()),
        j_(shape.j.data()),
        row_(shape.row_start.data()),
        entry_(shape.entries.data()),
        update_start_(shape.update_start.data()) {}

  TAUT_INLINE int first(int k) const { return i_[k]; }
  TAUT_INLINE int second(int k) const { return j_[k]; }

  // what(e, entry) for the entries of row k of L
  template <class Do>
  TAUT_INLINE void each_entry(int k, Do&& what) const {
    for (int e = row_[k]; e < row_[k + 1]; ++e) what(e, entry_[e]);
  }
  // what(target, source) for the entries that entry e changes
  template <class Do>
  TAUT_INLINE void each_update(int e, Do&& what) const {
    for (int p = update_start_[e]; p < update_start_[e + 1]; ++p)
      what(shape_.updates.data()[p].target, shape_.updates.data()[p].source);
  }
  // what(p, pulls) for the particles that can move; pulls(vector_of) sums that of the rods that leave p, less that of
  // those that reach it.
  template <class Do>
  TAUT_INLINE void each_joint(Do&& what) const {
    const std::int32_t* end = shape_.ends.data();
    for (const BundleShape::Joint& joint : shape_.joints) {
      what(
          joint.particle, [&](auto&& vector_of) __attribute__((always_inline)) {
            V sum = zero_vector<V>();
            for (int e = 0; e < joint.leaving; ++e) sum = sum + vector_of(end[e]);
            for (int e = joint.leaving; e < joint.leaving + joint.reaching; ++e) sum = sum - vector_of(end[e]);
            return sum;
          });
      end += joint.leaving + joint.reaching;
    }
  }

 private:
  const BundleShape& shape_;
  const std::int32_t *i_, *j_, *row_;
  const BundleShape::Entry* entry_;
  const std::int32_t* update_start_;
};

// Rod k leads from particle k to k + 1.
template <class V>
class PathTopology {
 public:
  using Vector = V;
  static constexpr bool is_path = true;
  explicit PathTopology(const BundleShape& shape)
      : rods_(shape.rods), first_joint_(shape.joints.front().particle), last_joint_(shape.joints.back().particle) {}

  TAUT_INLINE bool moves(int p) const { return first_joint_ <= p && p <= last_joint_; }
  TAUT_INLINE int first(int k) const { return k; }
  TAUT_INLINE int second(int k) const { return k + 1; }
  template <class Do>
  TAUT_INLINE void each_entry(int k, Do&& what) const {
    if (k > 0) what(k - 1, BundleShape::Entry{k - 1, k, -1.0});
  }
  template <class Do>
  TAUT_INLINE void each_update(int /*e*/, Do&& /*what*/) const {}
  template <class Do>
  TAUT_INLINE void each_joint(Do&& what) const {
    if (first_joint_ == 0)
      what(
          0, [](auto&& vector_of) __attribute__((always_inline)) { return vector_of(0); });
    for (int p = 1; p < rods_; ++p)
      what(
          p, [p](auto&& vector_of) __attribute__((always_inline)) { return vector_of(p) - vector_of(p - 1); });
    if (last_joint_ == rods_)
      what(
          rods_, [this](auto&& vector_of)
                     __attribute__((always_inline)) { return zero_vector<V>() - vector_of(rods_ - 1); });
  }

 private:
  int rods_, first_joint_, last_joint_;
};

// A path between a rod before it and a rod after it, which pull at its ends.
class SegmentTopology : public PathTopology<Vector> {
 public:
  explicit SegmentTopology(const BundleShape& shape) : PathTopology(shape), rods_(shape.rods) {}
  template <class Do>
  TAUT_INLINE void each_joint(Do&& what) const {
    for (int p = 0; p <= rods_; ++p)
      what(
          p, [p](auto&& vector_of) __attribute__((always_inline)) { return vector_of(p) - vector_of(p - 1); });
  }

 private:
  int rods_;
};

}  // namespace taut::TAUT_INSTRUCTION_SET

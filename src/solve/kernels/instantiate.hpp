// One instruction set's table. The file that includes this says which: TAUT_INSTRUCTION_SET and TAUT_LANES.
#include <type_traits>

#include "base/packed.hpp"
#include "solve/kernels/bundle_stage_kernel.hpp"
#include "solve/kernels/chain_kernel.hpp"
#include "solve/kernels/chain_response_kernel.hpp"
#include "solve/kernels/cluster_kernel.hpp"
#include "solve/kernels/gaussian_kernel.hpp"
#include "solve/kernels/kernel_table.hpp"
#include "solve/kernels/long_chain_kernel.hpp"
#include "solve/kernels/rod_response_kernel.hpp"
#include "solve/kernels/segment_kernel.hpp"
#include "solve/kernels/settle_kernel.hpp"
#include "solve/kernels/triangle_kernel.hpp"

#define TAUT_NAME_OF(set) #set
#define TAUT_NAME(set) TAUT_NAME_OF(set)

namespace taut::TAUT_INSTRUCTION_SET {

// what(topology) with the one for the shape, as a type.
template <class Do>
TAUT_INLINE auto with_topology(const BundleShape& shape, Do&& what) {
  if (shape.planar && shape.path) return what(std::type_identity<PathTopology<PlaneVector>>());
  if (shape.planar) return what(std::type_identity<ListedTopology<PlaneVector>>());
  if (shape.path) return what(std::type_identity<PathTopology<Vector>>());
  return what(std::type_identity<ListedTopology<Vector>>());
}
// The bundle kernel for the shape.
template <class Do>
TAUT_INLINE auto with_kernel(const BundleShape& shape, Bundle& bundle, BundleScratch& scratch, Do&& what) {
  return with_topology(shape, [&](auto topology) {
    return what(BundleKernel<typename decltype(topology)::type>(shape, bundle, scratch));
  });
}
template <class Do>
TAUT_INLINE auto with_kernel(const BundleShape& shape, Bundle& bundle, BundleScratch& scratch, const BundleStage& stage,
                             Do&& what) {
  return with_topology(shape, [&](auto topology) {
    return what(BundleStageKernel<typename decltype(topology)::type>(shape, bundle, scratch, stage));
  });
}

extern const KernelTable table;
const KernelTable table = {
    TAUT_NAME(TAUT_INSTRUCTION_SET),
    width,
    [](const ChainUnit& unit, ChainScratch& scratch, const KernelArrays& arrays, const KernelLimits& limits) {
      return ChainKernel(unit, scratch, arrays).positions(limits);
    },
    [](const ChainUnit& unit, ChainScratch& scratch, const KernelArrays& arrays) {
      return ChainKernel(unit, scratch, arrays).velocities();
    },
    [](const ChainUnit& unit, ChainScratch& scratch, ChainStretch& stretch, const KernelArrays& arrays) {
      LongChainKernel(unit, scratch, stretch).take_rods(arrays);
    },
    [](const ChainUnit& unit, ChainScratch& scratch, ChainStretch& stretch, Rods state, Matrix matrix) {
      LongChainKernel(unit, scratch, stretch).sweep(state, matrix);
    },
    [](const ChainUnit& unit, ChainScratch& scratch, ChainStretch& stretch) {
      LongChainKernel(unit, scratch, stretch).substitute();
    },
    [](const ChainUnit& unit, ChainScratch& scratch, ChainStretch& stretch, const KernelArrays& arrays) {
      LongChainKernel(unit, scratch, stretch).add_shifts(arrays);
    },
    [](const ClusterProgram& program, const ClusterUnit& unit, ClusterScratch& scratch, const KernelArrays& arrays,
       const KernelLimits& limits) { return ClusterKernel(program, unit, scratch, arrays).positions(limits); },
    [](const ClusterProgram& program, const ClusterUnit& unit, ClusterScratch& scratch, const KernelArrays& arrays) {
      return ClusterKernel(program, unit, scratch, arrays).velocities();
    },
    [](const TriangleKind& kind, const TriangleUnit& unit, const KernelArrays& arrays, const KernelLimits& limits,
       double (*multipliers)[3]) { return TriangleKernel(kind, arrays).positions(unit, limits, multipliers); },
    [](const TriangleKind& kind, const TriangleUnit& unit, const KernelArrays& arrays, double (*multipliers)[3]) {
      return TriangleKernel(kind, arrays).velocities(unit, multipliers);
    },
    [](const TriangleKind& kind, const TriangleUnit& unit, const KernelArrays& arrays, double tolerance,
       double (*multipliers)[3]) { return SettleKernel(kind, arrays).positions(unit, tolerance, multipliers); },
    [](const BundleShape& shape, Bundle& bundle, BundleScratch& scratch, const BundleArrays& at) {
      with_kernel(shape, bundle, scratch, [&](auto kernel) { kernel.linearise(at); });
    },
    [](const BundleShape& shape, Bundle& bundle, BundleScratch& scratch, const double* v, double* dv) {
      with_kernel(shape, bundle, scratch, [&](auto kernel) { kernel.velocities(v, dv); });
    },
    [](const BundleShape& shape, Bundle& bundle, BundleScratch& scratch, double* u, double* dv, double h,
       const BundleLimits& limits, BundleLane* multipliers) {
      return with_kernel(shape, bundle, scratch,
                         [&](auto kernel) { return kernel.positions(u, dv, h, limits, multipliers); });
    },
    [](const BundleShape& shape, Bundle& bundle, BundleScratch& scratch, const BundleDrift& move) {
      return with_kernel(shape, bundle, scratch, [&](auto kernel) { return kernel.drift(move); });
    },
    [](const BundleShape& shape, Bundle& bundle, BundleScratch& scratch, const BundleStage& stage,
       const BundleLimits& limits, BundleLane* multipliers) {
      return with_kernel(shape, bundle, scratch, stage, [&](auto kernel) { return kernel.begin(limits, multipliers); });
    },
    [](const BundleShape& shape, Bundle& bundle, BundleScratch& scratch, const BundleStage& stage,
       const BundleLane* multipliers) {
      return with_kernel(shape, bundle, scratch, stage, [&](auto kernel) { return kernel.end(multipliers); });
    },
    [](const BundleShape& shape, const Bundle& bundle, const double* from, BundleLane* to) {
      BundleMemory<Vector>(shape, bundle).take(from, to);
    },
    [](const BundleShape& shape, SegmentUnit& unit, BundleScratch& scratch, const BundleArrays& at) {
      SegmentKernel(shape, unit, scratch).linearise(at);
    },
    [](const BundleShape& shape, SegmentUnit& unit, BundleScratch& scratch, const double* v) {
      SegmentKernel(shape, unit, scratch).begin_velocities(v);
    },
    [](const BundleShape& shape, SegmentUnit& unit, BundleScratch& scratch, double* dv) {
      SegmentKernel(shape, unit, scratch).end_velocities(dv);
    },
    [](const BundleShape& shape, SegmentUnit& unit, BundleScratch& scratch, const double* u, double h,
       const BundleLane* multipliers) {
      return SegmentKernel(shape, unit, scratch).begin_positions(u, h, multipliers);
    },
    [](const BundleShape& shape, SegmentUnit& unit, BundleScratch& scratch, double h, BundleLane* multipliers) {
      return SegmentKernel(shape, unit, scratch).correct_positions(h, multipliers);
    },
    [](const BundleShape& shape, SegmentUnit& unit, BundleScratch& scratch, double* u, double* dv,
       const BundleLane* multipliers) { SegmentKernel(shape, unit, scratch).end_positions(u, dv, multipliers); },
    [](std::size_t n, double h, const double* a, const double* v, double* dv, double* u) {
      taut::first_kick(n, h, a, v, dv, u);
    },
    [](std::size_t n, double h, const double* a, const double* v, double* dv, double* u) {
      taut::further_kick(n, h, a, v, dv, u);
    },
    [](std::size_t n, double h, const double* u, const double* from, const double* from_low, double* to,
       double* to_low) { taut::compensated_step(n, h, u, from, from_low, to, to_low); },
    [](const ChainResponseUnit& unit) {
      for (int lane = 0; lane < lanes; lane += width) ChainResponseKernel(unit, lane).traces();
    },
    [](const RodResponseProgram& program, const RodResponseUnit& unit) {
      for (int lane = 0; lane < lanes; lane += width) RodResponseKernel(program, unit, lane).traces();
    },
    [](const GaussianDraw& draw, std::size_t first_batch, std::size_t batches, double* out) {
      const GaussianKernel kernel(draw);
      for (std::size_t b = 0; b < batches; ++b) kernel.batch(first_batch + b, out + b * gaussian_batch);
    }};

}  // namespace taut::TAUT_INSTRUCTION_SET

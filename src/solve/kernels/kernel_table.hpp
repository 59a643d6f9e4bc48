// The kernels, compiled once for every instruction set that the compiler knows; which of them run is decided when the
// program starts. All give the same bits.
#pragma once

#include <span>

#include "solve/kernels/bundle_unit.hpp"
#include "solve/kernels/chain_response_unit.hpp"
#include "solve/kernels/chain_unit.hpp"
#include "solve/kernels/cluster_unit.hpp"
#include "solve/kernels/gaussian_unit.hpp"
#include "solve/kernels/rod_response_unit.hpp"
#include "solve/kernels/segment_unit.hpp"
#include "solve/kernels/triangle_unit.hpp"

namespace taut {

struct KernelTable {
  const char* name;
  int width;  // doubles in a register

  KernelOutcome (*chain_positions)(const ChainUnit&, ChainScratch&, const KernelArrays&, const KernelLimits&);
  KernelOutcome (*chain_velocities)(const ChainUnit&, ChainScratch&, const KernelArrays&);
  // See long_chain_kernel.hpp.
  void (*long_chain_take_rods)(const ChainUnit&, ChainScratch&, ChainStretch&, const KernelArrays&);
  void (*long_chain_sweep)(const ChainUnit&, ChainScratch&, ChainStretch&, Rods, Matrix);
  void (*long_chain_substitute)(const ChainUnit&, ChainScratch&, ChainStretch&);
  void (*long_chain_add_shifts)(const ChainUnit&, ChainScratch&, ChainStretch&, const KernelArrays&);
  KernelOutcome (*cluster_positions)(const ClusterProgram&, const ClusterUnit&, ClusterScratch&, const KernelArrays&,
                                     const KernelLimits&);
  KernelOutcome (*cluster_velocities)(const ClusterProgram&, const ClusterUnit&, ClusterScratch&, const KernelArrays&);
  // Multipliers come out for each lane, rods 0-1, 0-2, 1-2, unless null.
  TriangleOutcome (*triangle_positions)(const TriangleKind&, const TriangleUnit&, const KernelArrays&,
                                        const KernelLimits&, double (*multipliers)[3]);
  TriangleOutcome (*triangle_velocities)(const TriangleKind&, const TriangleUnit&, const KernelArrays&,
                                         double (*multipliers)[3]);
  TriangleOutcome (*settle_positions)(const TriangleKind&, const TriangleUnit&, const KernelArrays&, double tolerance,
                                      double (*multipliers)[3]);
  // See bundle_kernel.hpp.
  void (*bundle_linearise)(const BundleShape&, Bundle&, BundleScratch&, const BundleArrays&);
  void (*bundle_velocities)(const BundleShape&, Bundle&, BundleScratch&, const double* v, double* dv);
  BundleOutcome (*bundle_positions)(const BundleShape&, Bundle&, BundleScratch&, double* u, double* dv, double h,
                                    const BundleLimits&, BundleLane* multipliers);
  bool (*bundle_drift)(const BundleShape&, Bundle&, BundleScratch&, const BundleDrift&);
  // See bundle_stage_kernel.hpp.
  BundleOutcome (*bundle_begin_stage)(const BundleShape&, Bundle&, BundleScratch&, const BundleStage&,
                                      const BundleLimits&, BundleLane* multipliers);
  bool (*bundle_end_stage)(const BundleShape&, Bundle&, BundleScratch&, const BundleStage&,
                           const BundleLane* multipliers);
  void (*bundle_take)(const BundleShape&, const Bundle&, const double* from, BundleLane* to);
  // See segment_kernel.hpp.
  void (*segment_linearise)(const BundleShape&, SegmentUnit&, BundleScratch&, const BundleArrays&);
  void (*segment_begin_velocities)(const BundleShape&, SegmentUnit&, BundleScratch&, const double* v);
  void (*segment_end_velocities)(const BundleShape&, SegmentUnit&, BundleScratch&, double* dv);
  SegmentResidual (*segment_begin_positions)(const BundleShape&, SegmentUnit&, BundleScratch&, const double* u,
                                             double h, const BundleLane* multipliers);
  SegmentResidual (*segment_correct_positions)(const BundleShape&, SegmentUnit&, BundleScratch&, double h,
                                               BundleLane* multipliers);
  void (*segment_end_positions)(const BundleShape&, SegmentUnit&, BundleScratch&, double* u, double* dv,
                                const BundleLane* multipliers);
  // See base/packed.hpp.
  void (*first_kick)(std::size_t n, double h, const double* a, const double* v, double* dv, double* u);
  void (*further_kick)(std::size_t n, double h, const double* a, const double* v, double* dv, double* u);
  void (*compensated_step)(std::size_t n, double h, const double* u, const double* from, const double* from_low,
                           double* to, double* to_low);
  // See chain_response_kernel.hpp.
  void (*chain_response)(const ChainResponseUnit&);
  // See rod_response_kernel.hpp.
  void (*rod_response)(const RodResponseProgram&, const RodResponseUnit&);
  // See gaussian_kernel.hpp: the numbers of these batches, one after the other.
  void (*gaussians)(const GaussianDraw&, std::size_t first_batch, std::size_t batches, double* out);
};

// All that this machine runs, the scalar one first, the widest last.
std::span<const KernelTable* const> kernels_here();

}  // namespace taut

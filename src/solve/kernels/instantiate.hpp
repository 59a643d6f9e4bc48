// One instruction set's table. The file that includes this says which: TAUT_INSTRUCTION_SET and TAUT_LANES.
#include "solve/kernels/chain_kernel.hpp"
#include "solve/kernels/cluster_kernel.hpp"
#include "solve/kernels/kernel_table.hpp"
#include "solve/kernels/settle_kernel.hpp"
#include "solve/kernels/triangle_kernel.hpp"

#define TAUT_NAME_OF(set) #set
#define TAUT_NAME(set) TAUT_NAME_OF(set)

namespace taut::TAUT_INSTRUCTION_SET {

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
       double (*multipliers)[3]) { return SettleKernel(kind, arrays).positions(unit, tolerance, multipliers); }};

}  // namespace taut::TAUT_INSTRUCTION_SET

// Energies and the volume on average over the stored frames after the start, with errors.
#pragma once

#include "base/volume.hpp"
#include "io/output/checkpoint.hpp"
#include "taut/average.hpp"
#include "taut/output.hpp"

namespace taut {

struct FrameAverages {
  BlockAverage kinetic, potential, volume;
  BlockAverage temperature;  // of motion whose frames know it

  void add(const Frame& frame) {
    if (frame.step == 0) return;
    kinetic.add(frame.kinetic);
    potential.add(frame.potential);
    volume.add(volume_of(frame.box));
    if (frame.thermodynamics) temperature.add(frame.thermodynamics->temperature);
  }

  void save(io::Checkpoint& checkpoint) const {
    std::vector<double>& list = checkpoint.lists["frame_averages"];
    for (const BlockAverage* average : {&kinetic, &potential, &volume, &temperature}) average->save(list);
  }
  // As they were; from a checkpoint that knows nothing of them, they begin anew.
  void restore(const io::Checkpoint& checkpoint) {
    const auto list = checkpoint.lists.find("frame_averages");
    if (list == checkpoint.lists.end() || list->second.size() != 4 * BlockAverage::saved_size) return;
    std::span<const double> rest = list->second;
    for (BlockAverage* average : {&kinetic, &potential, &volume, &temperature}) {
      average->restore(rest);
      rest = rest.subspan(BlockAverage::saved_size);
    }
  }
};

}  // namespace taut

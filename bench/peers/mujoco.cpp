// peer_mujoco MODEL LINKS STEPS: nanoseconds a link and step of MuJoCo for a chain of hinges, as JSON, with the largest
// error of the energy in these steps, relative to what the chain gains between horizontal and hanging.
#include <mujoco/mujoco.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "measurement.hpp"

namespace {

using Model = std::unique_ptr<mjModel, void (*)(mjModel*)>;
using Data = std::unique_ptr<mjData, void (*)(mjData*)>;

double energy(const mjModel* model, mjData* data) {
  mj_forward(model, data);
  return data->energy[0] + data->energy[1];
}

double largest_energy_error(mjModel* model, mjData* data, int links, int steps) {
  constexpr int every = 10;
  model->opt.enableflags |= mjENBL_ENERGY;  // off while timing
  mj_resetData(model, data);
  const double start = energy(model, data), scale = 9.81 * links * (links + 1) / 2.0;
  double largest = 0.0;
  for (int step = 1; step <= steps; ++step) {
    mj_step(model, data);
    if (step % every == 0) largest = std::max(largest, std::abs(energy(model, data) - start) / scale);
  }
  return largest;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  const int links = std::atoi(argv[2]), steps = std::atoi(argv[3]);
  char message[1000] = "";
  const Model model(mj_loadXML(argv[1], nullptr, message, sizeof message), mj_deleteModel);
  if (!model) {
    std::fprintf(stderr, "%s\n", message);
    return 1;
  }
  const Data data(mj_makeData(model.get()), mj_deleteData);
  const double seconds = peers::fastest([&] { mj_resetData(model.get(), data.get()); },
                                        [&] {
                                          for (int step = 0; step < steps; ++step) mj_step(model.get(), data.get());
                                        });
  peers::print(mj_versionString(), 1e9 * seconds / steps / links,
               largest_energy_error(model.get(), data.get(), links, steps));
  return 0;
}

#include "io/thermodynamics_writer.hpp"

#include <utility>

#include "io/number.hpp"

namespace taut::io {

ThermodynamicsWriter::ThermodynamicsWriter(TextFile file, double boltzmann_constant, double volume)
    : file_(std::move(file)), boltzmann_constant_(boltzmann_constant), volume_(volume) {
  if (file_.offset() > 0) return;
  file_.append(
      "time,temperature,pressure,pxx,pyy,pzz,pxy,pxz,pyz,springs,angles,dihedrals,dispersion,coulomb,other,heat,"
      "volume\n");
  file_.end_record();
}

void ThermodynamicsWriter::write(const Frame& frame) {
  if (!frame.thermodynamics) return;
  const Integrator::Thermodynamics& now = *frame.thermodynamics;
  const ForceField::Energies& parts = now.energies;
  row_.clear();
  const auto put = [&](double value) {
    append_number(row_, value);
    row_ += ',';
  };
  put(frame.time);
  put(now.temperature / boltzmann_constant_);
  if (now.pressure) {
    const Tensor& p = *now.pressure;
    put(p.trace() / 3.0);
    for (const double entry : {p(0, 0), p(1, 1), p(2, 2), p(0, 1), p(0, 2), p(1, 2)}) put(entry);
  } else {
    row_ += ",,,,,,,";
  }
  for (const double part : {parts.springs, parts.angles, parts.dihedrals, parts.dispersion, parts.coulomb,
                            parts.gravity + parts.constants + parts.potentials, now.heat, volume_})
    put(part);
  row_.back() = '\n';
  file_.append(row_);
  file_.end_record();
}

}  // namespace taut::io

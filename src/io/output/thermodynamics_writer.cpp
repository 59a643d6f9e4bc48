#include "io/output/thermodynamics_writer.hpp"

#include <utility>

#include "base/volume.hpp"
#include "io/file/number.hpp"

namespace taut::io {

ThermodynamicsWriter::ThermodynamicsWriter(TextFile file, const Options& options)
    : TextWriter(std::move(file),
                 "time,temperature,pressure,pxx,pyy,pzz,pxy,pxz,pyz,springs,angles,dihedrals,dispersion,coulomb,other,"
                 "heat,work,volume,density\n"),
      options_(options) {}

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
  put(now.temperature / options_.boltzmann_constant);
  if (now.pressure) {
    const Tensor& p = *now.pressure;
    put(p.trace() / options_.dimension);
    for (const double entry : {p(0, 0), p(1, 1), p(2, 2), p(0, 1), p(0, 2), p(1, 2)}) put(entry);
  } else {
    row_ += ",,,,,,,";
  }
  for (const double part : {parts.springs, parts.angles, parts.dihedrals, parts.dispersion, parts.coulomb,
                            parts.gravity + parts.constants + parts.potentials + parts.torques, now.heat, now.work})
    put(part);
  const double volume = volume_of(frame.box);
  put(volume);
  if (volume > 0.0)
    put(options_.mass / volume);
  else
    row_ += ',';
  row_.back() = '\n';
  file_.append(row_);
  file_.end_record();
}

}  // namespace taut::io

#include "io/h5md/h5md_structure.hpp"

#include <array>

#include "io/h5md/hdf5_write.hpp"

namespace taut::io {
namespace {

constexpr std::array format_version = {1, 1};
constexpr std::array units_version = {1, 0};

void write_units_module(const Hdf5Check& check, hid_t header) {
  const Hdf5Handle modules = create_group(check, header, "modules");
  const Hdf5Handle units = create_group(check, modules.get(), "units");
  write_attribute(check, units.get(), "version", units_version);
}

void write_header(const Hdf5Check& check, hid_t file, const H5mdOptions& options) {
  const Hdf5Handle header = create_group(check, file, "h5md");
  write_attribute(check, header.get(), "version", format_version);
  const Hdf5Handle author = create_group(check, header.get(), "author");
  write_attribute(check, author.get(), "name", options.author);
  const Hdf5Handle creator = create_group(check, header.get(), "creator");
  write_attribute(check, creator.get(), "name", std::string("taut"));
  write_attribute(check, creator.get(), "version", options.creator_version);
  if (options.units.length || options.units.time || options.units.mass) write_units_module(check, header.get());
}

void write_box(const Hdf5Check& check, hid_t particles, const H5mdOptions& options) {
  const Hdf5Handle box = create_group(check, particles, "box");
  write_attribute(check, box.get(), "dimension", 3);
  write_attribute(check, box.get(), "boundary", std::vector<std::string>(3, options.periodic ? "periodic" : "none"));
}

void write_masses(const Hdf5Check& check, hid_t particles, const H5mdOptions& options) {
  write_dataset(check, particles, "mass", options.masses);
  const auto unit = mass_unit(options.units);
  if (!unit) return;
  const Hdf5Handle mass(check(H5Dopen2(particles, "mass", H5P_DEFAULT), "be written"), H5Dclose);
  write_attribute(check, mass.get(), unit_attribute(options.units), *unit);
}

}  // namespace

void write_structure(const Hdf5Check& check, hid_t file, const H5mdOptions& options) {
  write_header(check, file, options);
  const Hdf5Handle particles = create_group(check, file, "particles");
  const Hdf5Handle all = create_group(check, particles.get(), "all");
  write_box(check, all.get(), options);
  write_masses(check, all.get(), options);
  if (!options.names.empty()) write_dataset(check, all.get(), "names", options.names);
  create_group(check, file, "observables");
}

}  // namespace taut::io

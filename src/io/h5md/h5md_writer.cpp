// [deBuyl2014] P. de Buyl, P. H. Colberg, F. Höfling, H5MD: A structured, efficient, and portable file format for
// molecular data, Comput. Phys. Commun. 185, 1546 (2014); version 1.1 of the specification.
//
// How the file survives: metadata stays in memory until a flush (no evictions), so that the index on disk always
// belongs to the last flush; and the disk space of a frame and of the index is reserved before the frame is written.
#include "io/h5md/h5md_writer.hpp"

#include <unistd.h>

#include <array>
#include <chrono>
#include <utility>
#include <vector>

#include "io/file/disk_reserve.hpp"
#include "io/h5md/h5md_structure.hpp"
#include "io/h5md/hdf5_series.hpp"
#include "io/h5md/hdf5_write.hpp"

namespace taut::io {
namespace {

static_assert(sizeof(Vec3) == 3 * sizeof(double), "frames are written as arrays of N x 3 doubles");

using Clock = std::chrono::steady_clock;
constexpr auto flush_interval = std::chrono::seconds(1);
constexpr std::int64_t index_bytes = 1 << 19;  // room for the file's index between two flushes

enum class Mode { create, resume };

// No file lock: a running simulation may be watched, as of its last flush.
Hdf5Handle access_properties(const Hdf5Check& check) {
  Hdf5Handle access(check(H5Pcreate(H5P_FILE_ACCESS), "be opened"), H5Pclose);
  H5AC_cache_config_t cache{};
  cache.version = H5AC__CURR_CACHE_CONFIG_VERSION;
  check(H5Pget_mdc_config(access.get(), &cache), "be opened");
  cache.evictions_enabled = false;
  cache.incr_mode = H5C_incr__off;
  cache.flash_incr_mode = H5C_flash_incr__off;
  cache.decr_mode = H5C_decr__off;
  check(H5Pset_mdc_config(access.get(), &cache), "be opened");
  check(H5Pset_file_locking(access.get(), false, true), "be opened");
  return access;
}

Hdf5Handle open_file(const Hdf5Check& check, Mode mode) {
  const Hdf5Handle access = access_properties(check);
  const char* path = check.path().c_str();
  return mode == Mode::create
             ? Hdf5Handle(check(H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, access.get()), "be created"), H5Fclose)
             : Hdf5Handle(check(H5Fopen(path, H5F_ACC_RDWR, access.get()), "be continued"), H5Fclose);
}

}  // namespace

// The open file: its series, all of the same length, in the order in which write() fills them.
class H5mdWriter::File {
 public:
  File(const H5mdOptions& options, Mode mode);
  ~File();

  void write(const Frame& frame);
  void truncate(std::int64_t frames);
  void flush();
  void flush_to_disk();
  std::int64_t frames() const { return static_cast<std::int64_t>(series_.front().frames()); }

 private:
  void open_series(const H5mdOptions& options);
  void add_times(const std::optional<std::string>& unit);
  void add(const std::string& element, std::vector<hsize_t> frame, const std::optional<std::string>& unit);
  Hdf5Series make_series(const std::string& name, SeriesShape shape, const std::optional<std::string>& unit);
  void reserve_frame();
  void append(const Frame& frame);

  Mode mode_;
  Hdf5Check check_;
  Hdf5Handle file_;
  DiskReserve reserve_;
  std::vector<Hdf5Series> series_;
  const char* unit_attribute_ = "unit";
  bool has_forces_, has_box_;
  Clock::time_point last_flush_ = Clock::now();
};

H5mdWriter::File::File(const H5mdOptions& options, Mode mode)
    : mode_(mode),
      check_(options.path),
      file_(open_file(check_, mode)),
      reserve_(options.path),
      has_forces_(!options.row_names.empty()),
      has_box_(options.periodic) {
  if (mode == Mode::create) write_structure(check_, file_.get(), options);
  open_series(options);
  if (mode == Mode::create && has_forces_) {
    const Hdf5Handle group(check_(H5Gopen2(file_.get(), "observables/constraint_forces", H5P_DEFAULT), "be written"),
                           H5Gclose);
    write_dataset(check_, group.get(), "names", options.row_names);
  }
  reserve_frame();
  flush();
}

H5mdWriter::File::~File() {
  try {
    flush();
  } catch (const OutputError&) {  // a destructor cannot tell; flush() does
  }
  series_.clear();
  file_.reset();
  reserve_.release();
}

void H5mdWriter::File::open_series(const H5mdOptions& options) {
  const Units& units = options.units;
  unit_attribute_ = unit_attribute(units);
  if (mode_ == Mode::create) create_group(check_, file_.get(), "particles/all/position");
  add_times(time_unit(units));
  add("particles/all/position", {options.masses.size(), 3}, length_unit(units));
  add("particles/all/velocity", {options.masses.size(), 3}, velocity_unit(units));
  for (const char* energy : {"kinetic_energy", "potential_energy", "total_energy"})
    add(std::string("observables/") + energy, {}, energy_unit(units));
  if (has_forces_) add("observables/constraint_forces", {options.row_names.size()}, force_unit(units));
  if (has_box_) add("particles/all/box/edges", {3, 3}, length_unit(units));
}

void H5mdWriter::File::add_times(const std::optional<std::string>& unit) {
  series_.push_back(make_series("particles/all/position/step", {{}, H5T_NATIVE_INT64}, std::nullopt));
  series_.push_back(make_series("particles/all/position/time", {{}, H5T_NATIVE_DOUBLE}, unit));
}

// An H5MD element: a group of step, time and value. All elements share one step and one time by hard links.
void H5mdWriter::File::add(const std::string& element, std::vector<hsize_t> frame,
                           const std::optional<std::string>& unit) {
  const std::string times = "particles/all/position/";
  if (mode_ == Mode::create && element + '/' != times) {
    const Hdf5Handle group = create_group(check_, file_.get(), element);
    for (const char* name : {"step", "time"})
      check_(H5Lcreate_hard(file_.get(), (times + name).c_str(), group.get(), name, H5P_DEFAULT, H5P_DEFAULT),
             "be written");
  }
  series_.push_back(make_series(element + "/value", {std::move(frame), H5T_NATIVE_DOUBLE}, unit));
}

Hdf5Series H5mdWriter::File::make_series(const std::string& name, SeriesShape shape,
                                         const std::optional<std::string>& unit) {
  if (mode_ == Mode::resume) return Hdf5Series::open(check_, file_.get(), name, std::move(shape));
  Hdf5Series series = Hdf5Series::create(check_, file_.get(), name, std::move(shape));
  if (unit) write_attribute(check_, series.id(), unit_attribute_, *unit);
  return series;
}

void H5mdWriter::File::reserve_frame() {
  hsize_t size = 0;
  check_(H5Fget_filesize(file_.get(), &size), "tell its size");
  std::int64_t needed = static_cast<std::int64_t>(size) + index_bytes;
  for (const Hdf5Series& series : series_) needed += static_cast<std::int64_t>(series.growth_bytes());
  reserve_.ensure(needed);
}

void H5mdWriter::File::append(const Frame& frame) {
  const double total = frame.total();
  const std::array<double, 9> edges = {frame.box.x, 0, 0, 0, frame.box.y, 0, 0, 0, frame.box.z};
  std::vector<const void*> data = {
      &frame.step,      &frame.time, frame.positions.data(), frame.velocities.data(), &frame.kinetic,
      &frame.potential, &total};
  if (has_forces_) data.push_back(frame.constraint_forces.data());
  if (has_box_) data.push_back(edges.data());
  for (std::size_t i = 0; i < series_.size(); ++i) series_[i].append(data[i]);
}

void H5mdWriter::File::write(const Frame& frame) {
  reserve_frame();
  append(frame);
  if (Clock::now() - last_flush_ >= flush_interval) flush();
}

void H5mdWriter::File::truncate(std::int64_t frames) {
  for (Hdf5Series& series : series_) series.truncate(static_cast<hsize_t>(frames));
  flush();
}

void H5mdWriter::File::flush() {
  for (Hdf5Series& series : series_) series.write_pending();
  check_(H5Fflush(file_.get(), H5F_SCOPE_LOCAL), "be written");
  last_flush_ = Clock::now();
}

void H5mdWriter::File::flush_to_disk() {
  flush();
  void* descriptor = nullptr;
  check_(H5Fget_vfd_handle(file_.get(), H5P_DEFAULT, &descriptor), "be written");
  ::fdatasync(*static_cast<int*>(descriptor));
}

H5mdWriter H5mdWriter::create(const H5mdOptions& options) {
  const Hdf5Silence silence;
  return H5mdWriter(std::make_unique<File>(options, Mode::create));
}

H5mdWriter H5mdWriter::resume(const H5mdOptions& options, std::int64_t frames) {
  const Hdf5Silence silence;
  H5mdWriter writer(std::make_unique<File>(options, Mode::resume));
  writer.file_->truncate(frames);
  return writer;
}

H5mdWriter::H5mdWriter(std::unique_ptr<File> file) : file_(std::move(file)) {}
H5mdWriter::H5mdWriter(H5mdWriter&&) noexcept = default;

H5mdWriter::~H5mdWriter() {
  const Hdf5Silence silence;
  file_.reset();
}

void H5mdWriter::write(const Frame& frame) {
  const Hdf5Silence silence;
  file_->write(frame);
}

void H5mdWriter::flush() {
  const Hdf5Silence silence;
  file_->flush_to_disk();
}

std::int64_t H5mdWriter::frames() const { return file_->frames(); }

}  // namespace taut::io

#include "run/output_directory.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <system_error>

#include "taut/error.hpp"
#include "taut/output.hpp"

namespace taut {
namespace {

namespace fs = std::filesystem;

const std::vector<std::string> own_files = {summary_file,
                                            response_file,
                                            "matrix.csv",
                                            "blocks.csv",
                                            "pairs.csv",
                                            "motion.csv",
                                            "decay.csv",
                                            "variances.csv",
                                            "components.csv",
                                            "projections.csv",
                                            "normal_projections.csv",
                                            "implied_constraints.toml",
                                            "modes.csv",
                                            "normal_modes.csv",
                                            "thermodynamics.csv",
                                            observables_file,
                                            measurements_file,
                                            "histograms.csv",
                                            lag_functions_file,
                                            "trajectory.h5",
                                            "trajectory.csv",
                                            "constraint_forces.csv",
                                            "trajectory.xyz",
                                            chaos_file,
                                            "lyapunov.csv",
                                            "section.csv",
                                            "twin.csv",
                                            "map.csv",
                                            "map.png",
                                            joints_file,
                                            "points.csv",
                                            "swing.toml",
                                            scenario_file,
                                            arm_file,
                                            urdf_file,
                                            checkpoint_file};

bool is_own(const fs::path& path) {
  const fs::path file = path.extension() == ".part" ? path.stem() : path.filename();  // left by one that was killed
  const std::string name = file.string();
  return file.extension() == ".svg" || std::find(own_files.begin(), own_files.end(), name) != own_files.end();
}

// All but the lock.
std::vector<fs::path> entries(const fs::path& path) {
  std::vector<fs::path> found;
  for (const fs::directory_entry& entry : fs::directory_iterator(path))
    if (entry.path().filename() != io::lock_file) found.push_back(entry.path());
  return found;
}

// A run that was killed in its first moments may have left one of the two only.
bool holds_run(const fs::path& path) {
  if ((fs::exists(path / summary_file) || fs::exists(path / response_file) || fs::exists(path / chaos_file)) &&
      (fs::exists(path / scenario_file) || fs::exists(path / arm_file)))
    return true;
  const std::vector<fs::path> found = entries(path);
  return !found.empty() && std::all_of(found.begin(), found.end(), is_own);
}

[[noreturn]] void fail(const fs::path& path, const std::string& message) {
  throw InputError(fmt::format("{}: {}", path.string(), message));
}

void remove_run(const fs::path& path) {
  for (const fs::path& file : entries(path))
    if (is_own(file)) fs::remove(file);
}

void make_directory(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) fail(path, fmt::format("the output directory cannot be made: {}", error.message()));
  if (::access(path.c_str(), W_OK | X_OK) != 0) fail(path, "the output directory is not writable");
}

// Device and number; zeros when there is none.
std::array<std::uint64_t, 2> identity_of(const fs::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return {};
  return {static_cast<std::uint64_t>(status.st_dev), static_cast<std::uint64_t>(status.st_ino)};
}

}  // namespace

OutputDirectory::OutputDirectory(const fs::path& path)
    : path_(path), lock_(std::make_shared<const io::DirectoryLock>(path)), identity_(identity_of(path)) {}

OutputDirectory OutputDirectory::fresh(const fs::path& path, Existing existing) {
  if (fs::exists(path) && !fs::is_directory(path)) fail(path, "expected a directory for the output, found a file");
  make_directory(path);
  OutputDirectory directory(path);
  if (holds_run(path)) {
    if (existing == Existing::refuse) {
      fail(path, "already holds a run; choose another directory with --out, or replace it with --force");
    }
    remove_run(path);
  } else if (!entries(path).empty()) {
    fail(path, "holds files that are not a run of taut; expected a new or an empty directory");
  }
  return directory;
}

OutputDirectory OutputDirectory::of_run(const fs::path& path) {
  if (!fs::is_directory(path)) fail(path, "expected the output directory of a run, found no directory");
  if (!fs::exists(path / checkpoint_file)) {
    fail(path, fmt::format("cannot be continued: there is no {} in it; run it again with --force", checkpoint_file));
  }
  make_directory(path);
  return OutputDirectory(path);
}

void OutputDirectory::clear() const { remove_run(path_); }

std::string OutputDirectory::file(const std::string& name) const {
  if (identity_of(path_) != identity_)
    throw OutputError(fmt::format(
        "{}: the output directory was removed or replaced while the program wrote into it; its files are lost",
        path_.string()));
  return (path_ / name).string();
}

std::vector<std::string> OutputDirectory::files() const {
  std::vector<std::string> names;
  if (identity_of(path_) != identity_) return names;
  for (const std::string& name : own_files) {
    if (fs::exists(path_ / name)) names.push_back(name);
  }
  std::vector<std::string> figures;
  for (const fs::path& file : entries(path_))
    if (file.extension() == ".svg") figures.push_back(file.filename().string());
  std::sort(figures.begin(), figures.end());
  names.insert(names.end(), figures.begin(), figures.end());
  return names;
}

}  // namespace taut

// The folder of one run, locked while the run goes on. It is recognised by the summary and the scenario (or arm) in it,
// and nothing else is ever deleted.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "io/file/directory_lock.hpp"

namespace taut {

enum class Existing { refuse, replace };

class OutputDirectory {
 public:
  // A folder for a new run, made if need be. Throws InputError.
  static OutputDirectory fresh(const std::filesystem::path& path, Existing existing);
  // The folder of a run to be continued. Throws InputError.
  static OutputDirectory of_run(const std::filesystem::path& path);

  const std::filesystem::path& path() const { return path_; }
  // The path of a file in it. Throws OutputError when the folder has vanished, or another one is in its place.
  std::string file(const std::string& name) const;
  void clear() const;                      // of all that taut wrote into it
  std::vector<std::string> files() const;  // what taut wrote into it, in the order to be read

 private:
  explicit OutputDirectory(const std::filesystem::path& path);

  std::filesystem::path path_;
  std::shared_ptr<const io::DirectoryLock> lock_;  // one for all copies
  std::array<std::uint64_t, 2> identity_;          // of the folder itself, whatever it is called
};

inline constexpr const char* scenario_file = "scenario.toml";
inline constexpr const char* arm_file = "arm.toml";
inline constexpr const char* urdf_file = "arm.urdf";
inline constexpr const char* summary_file = "summary.json";
inline constexpr const char* response_file = "response.json";
inline constexpr const char* chaos_file = "chaos.json";
inline constexpr const char* checkpoint_file = "checkpoint.bin";
inline constexpr const char* measurements_file = "measurements.csv";
inline constexpr const char* lag_functions_file = "lag_functions.csv";
inline constexpr const char* joints_file = "joints.csv";
inline constexpr const char* observables_file = "observables.csv";

}  // namespace taut

// The folder of one run. It is recognised by the summary and the scenario (or arm) in it, and nothing else is ever
// deleted.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace taut {

enum class Existing { refuse, replace };

class OutputDirectory {
 public:
  // A folder for a new run, made if need be. Throws InputError.
  static OutputDirectory fresh(const std::filesystem::path& path, Existing existing);
  // The folder of a run to be continued. Throws InputError.
  static OutputDirectory of_run(const std::filesystem::path& path);

  const std::filesystem::path& path() const { return path_; }
  std::string file(const std::string& name) const { return (path_ / name).string(); }
  void clear() const;                      // of all that taut wrote into it
  std::vector<std::string> files() const;  // what taut wrote into it, in the order to be read

 private:
  explicit OutputDirectory(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;
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

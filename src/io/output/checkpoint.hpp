// checkpoint.bin: enough to continue bit for bit. Little-endian:
//   "TAUTCKPT" | version u32 | zero u32 | payload bytes u64 | payload checksum u64 (FNV-1a) | payload
//   payload: time f64, step i64, particles u64, position, velocity, position_low, velocity_low (3 f64 a particle),
//            box (3 f64), memory and figures (count u64, f64 ...), lists (count u64, then name length u64, name,
//            count u64, f64 ...), numbers, counts and texts (count u64, then name length u64, name, value; a text as
//            its length u64 and its bytes)
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "taut/state.hpp"

namespace taut::io {

struct Checkpoint {
  State state;
  std::vector<double> memory;                        // what the integrator carries from step to step
  std::vector<double> figures;                       // what the figures have collected
  std::map<std::string, std::vector<double>> lists;  // what was measured; how far the parts of a study are
  std::map<std::string, double> numbers;             // run statistics
  std::map<std::string, std::int64_t> counts;        // run statistics, file offsets
  std::map<std::string, std::string> texts;          // the scenario as understood, and what was changed in it
};

// Replaces the file in one move: a crash or a full disk leaves the checkpoint before. Throws OutputError.
void write_checkpoint(const std::string& path, const Checkpoint& checkpoint);

// Both throw InputError: one sentence on what is wrong with the file.
Checkpoint read_checkpoint(const std::string& path, std::size_t expected_particles);
Checkpoint parse_checkpoint(std::string_view bytes, const std::string& path, std::size_t expected_particles);

}  // namespace taut::io

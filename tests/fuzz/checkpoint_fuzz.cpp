// Any bytes as a file, and as the payload of a file whose checksum is right.
#include <unistd.h>

#include <cstdint>
#include <filesystem>

#include "fuzz/targets.hpp"
#include "io/file/input_file.hpp"
#include "io/output/checkpoint.hpp"

namespace taut::fuzz {
namespace {

// Magic and version, from a checkpoint of today.
std::string written_head() {
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / ("taut_fuzz_" + std::to_string(getpid()) + ".bin");
  io::write_checkpoint(file.string(), {});
  const std::string bytes = io::read_input(file, "a checkpoint");
  std::filesystem::remove(file);
  return bytes.substr(0, 16);
}

void append(std::string& bytes, std::uint64_t number) {
  for (int byte = 0; byte < 8; ++byte) bytes += static_cast<char>(number >> (8 * byte) & 0xff);
}

std::string with_header(std::string_view payload) {
  static const std::string head = written_head();
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char byte : payload) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3u;
  std::string file = head;
  append(file, payload.size());
  append(file, hash);
  return file.append(payload);
}

}  // namespace

void read_checkpoint(std::string_view bytes) {
  constexpr std::size_t particles = 2;
  for (const std::string& file : {std::string(bytes), with_header(bytes)})
    reads_or_refuses([&] {
      const io::Checkpoint checkpoint = io::parse_checkpoint(file, "checkpoint.bin", particles);
      require(checkpoint.state.position.size() == particles);
    });
}

}  // namespace taut::fuzz

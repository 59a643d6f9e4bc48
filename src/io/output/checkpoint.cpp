#include "io/output/checkpoint.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>

#include "io/file/atomic_file.hpp"
#include "io/file/input_file.hpp"
#include "taut/error.hpp"

namespace taut::io {
namespace {

static_assert(std::endian::native == std::endian::little, "checkpoints are written in the order of memory");
static_assert(sizeof(Vec3) == 3 * sizeof(double) && std::is_trivially_copyable_v<Vec3>);

constexpr std::string_view magic = "TAUTCKPT";
constexpr std::uint32_t version = 5;
constexpr std::size_t header_size = 32;

std::uint64_t checksum(std::string_view bytes) {  // FNV-1a, 64 bit
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3u;
  return hash;
}

class Packer {
 public:
  template <class T>
  void put(const T& value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  template <class T>
  void put_all(std::span<const T> values) {
    bytes_.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
  }
  void put_name(const std::string& name) {
    put<std::uint64_t>(name.size());
    bytes_ += name;
  }
  void put_list(const std::vector<double>& list) {
    put<std::uint64_t>(list.size());
    put_all(std::span<const double>(list));
  }
  template <class T>
  void put_map(const std::map<std::string, T>& values) {
    put<std::uint64_t>(values.size());
    for (const auto& [name, value] : values) {
      put_name(name);
      put(value);
    }
  }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

// Reads what Packer wrote. Lengths are checked against what is left before anything is allocated.
class Unpacker {
 public:
  Unpacker(std::string path, std::string_view bytes) : path_(std::move(path)), rest_(bytes) {}

  template <class T>
  T get() {
    T value;
    std::memcpy(&value, take(1, sizeof value), sizeof value);
    return value;
  }
  template <class T>
  std::vector<T> get_all(std::uint64_t count) {
    const char* source = take(count, sizeof(T));
    std::vector<T> values(count);
    if (count > 0) std::memcpy(values.data(), source, count * sizeof(T));
    return values;
  }
  std::string get_name() {
    const auto length = get<std::uint64_t>();
    return {take(length, 1), length};
  }
  std::vector<double> get_list() { return get_all<double>(get<std::uint64_t>()); }
  template <class T>
  std::map<std::string, T> get_map() {
    std::map<std::string, T> values;
    for (auto count = get<std::uint64_t>(); count > 0; --count) {
      const std::string name = get_name();
      values[name] = get<T>();
    }
    return values;
  }

 private:
  const char* take(std::uint64_t count, std::size_t size) {
    if (count > rest_.size() / size) throw InputError(fmt::format("{}: the checkpoint contradicts itself", path_));
    const char* start = rest_.data();
    rest_.remove_prefix(count * size);
    return start;
  }

  std::string path_;
  std::string_view rest_;
};

std::string pack(const Checkpoint& checkpoint) {
  const State& state = checkpoint.state;
  Packer packer;
  packer.put(state.time);
  packer.put(state.step);
  packer.put<std::uint64_t>(state.position.size());
  for (const auto* part : {&state.position, &state.velocity, &state.position_low, &state.velocity_low})
    packer.put_all(std::span<const Vec3>(*part));
  packer.put(state.box);
  for (const auto* list : {&checkpoint.memory, &checkpoint.figures}) packer.put_list(*list);
  packer.put<std::uint64_t>(checkpoint.lists.size());
  for (const auto& [name, list] : checkpoint.lists) {
    packer.put_name(name);
    packer.put_list(list);
  }
  packer.put_map(checkpoint.numbers);
  packer.put_map(checkpoint.counts);
  packer.put<std::uint64_t>(checkpoint.texts.size());
  for (const auto& [name, text] : checkpoint.texts) {
    packer.put_name(name);
    packer.put_name(text);
  }
  return packer.bytes();
}

Checkpoint unpack(Unpacker bytes, const std::string& path, std::size_t expected_particles) {
  Checkpoint checkpoint;
  State& state = checkpoint.state;
  state.time = bytes.get<double>();
  state.step = bytes.get<std::int64_t>();
  const auto particles = bytes.get<std::uint64_t>();
  if (particles != expected_particles)
    throw InputError(
        fmt::format("{}: holds {} particles, but the scenario has {}", path, particles, expected_particles));
  for (auto* part : {&state.position, &state.velocity, &state.position_low, &state.velocity_low})
    *part = bytes.get_all<Vec3>(particles);
  state.box = bytes.get<Vec3>();
  for (auto* list : {&checkpoint.memory, &checkpoint.figures}) *list = bytes.get_list();
  for (auto count = bytes.get<std::uint64_t>(); count > 0; --count) {
    const std::string name = bytes.get_name();
    checkpoint.lists[name] = bytes.get_list();
  }
  checkpoint.numbers = bytes.get_map<double>();
  checkpoint.counts = bytes.get_map<std::int64_t>();
  for (auto count = bytes.get<std::uint64_t>(); count > 0; --count) {
    const std::string name = bytes.get_name();
    checkpoint.texts[name] = bytes.get_name();
  }
  return checkpoint;
}

// The payload, after the header was found right.
std::string_view verified_payload(const std::string& path, std::string_view bytes) {
  if (!bytes.starts_with(magic)) throw InputError(fmt::format("{}: is not a checkpoint of taut", path));
  if (bytes.size() < header_size)
    throw InputError(fmt::format("{}: is truncated: {} bytes, less than its header", path, bytes.size()));
  Unpacker header(path, bytes.substr(magic.size(), header_size - magic.size()));
  const auto found_version = header.get<std::uint32_t>();
  if (found_version != version)
    throw InputError(
        fmt::format("{}: has checkpoint version {}, but this program reads {}", path, found_version, version));
  header.get<std::uint32_t>();
  const auto size = header.get<std::uint64_t>();
  const std::string_view payload = bytes.substr(header_size);
  if (payload.size() < size)
    throw InputError(fmt::format("{}: is truncated: {} of {} bytes", path, bytes.size(), header_size + size));
  if (payload.size() > size || checksum(payload) != header.get<std::uint64_t>())
    throw InputError(fmt::format("{}: is damaged: its checksum does not match its content", path));
  return payload;
}

}  // namespace

void write_checkpoint(const std::string& path, const Checkpoint& checkpoint) {
  const std::string payload = pack(checkpoint);
  Packer file;
  file.put_all(std::span(magic));
  file.put(version);
  file.put(std::uint32_t{0});
  file.put<std::uint64_t>(payload.size());
  file.put(checksum(payload));
  file.put_all(std::span<const char>(payload));
  write_atomically(path, file.bytes());
}

Checkpoint parse_checkpoint(std::string_view bytes, const std::string& path, std::size_t expected_particles) {
  return unpack(Unpacker(path, verified_payload(path, bytes)), path, expected_particles);
}

Checkpoint read_checkpoint(const std::string& path, std::size_t expected_particles) {
  return parse_checkpoint(read_input(path, "a checkpoint", most_stored), path, expected_particles);
}

}  // namespace taut::io

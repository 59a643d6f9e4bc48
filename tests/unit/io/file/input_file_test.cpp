#include "io/file/input_file.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "taut/error.hpp"
#include "unit/io/temporary_directory.hpp"

namespace taut::io {
namespace {

namespace fs = std::filesystem;

std::string refusal(const std::string& file, std::uintmax_t most = most_typed) {
  try {
    (void)read_input(file, "a scenario file", most);
  } catch (const InputError& error) {
    return std::string(error.what()).substr(file.size());
  }
  ADD_FAILURE() << file << " was read";
  return {};
}

TEST(InputFile, IsReadToTheLastByte) {
  const test::TemporaryDirectory directory;
  const std::string file = directory.file("text"), text(200'000, '\0');
  std::ofstream(file, std::ios::binary) << text << "end";
  EXPECT_EQ(read_input(file, "a file"), text + "end");
  std::ofstream(file, std::ios::trunc).flush();
  EXPECT_EQ(read_input(file, "a file"), "");
}

TEST(InputFile, HasALimitThatTheRefusalNames) {
  const test::TemporaryDirectory directory;
  const std::string file = directory.file("huge");
  std::ofstream(file).flush();
  fs::resize_file(file, most_typed + (5 << 20));  // holds nothing on the disk
  EXPECT_EQ(refusal(file), ": found 261 MB, expected a scenario file of at most 256 MB");
  EXPECT_EQ(refusal("/dev/zero", 3 << 20), ": found more, expected a scenario file of at most 3 MB");
}

TEST(InputFile, OfADeviceIsNeverReadForLong) {
  EXPECT_EQ(refusal("/dev/zero", most_stored), ": found more, expected a scenario file of at most 256 MB");
}

TEST(InputFile, ThatCannotBeReadSaysWhy) {
  const test::TemporaryDirectory directory;
  EXPECT_EQ(refusal(directory.file("none")), ": cannot be read: no such file");
  EXPECT_EQ(refusal(fs::path(directory.file("x")).parent_path().string()),
            ": expected a scenario file, found a directory");
  const std::string loop = directory.file("loop");
  fs::create_symlink(loop, loop);
  EXPECT_EQ(refusal(loop), ": cannot be read: Too many levels of symbolic links");
  EXPECT_EQ(refusal(directory.file(std::string(300, 'x'))), ": cannot be read: File name too long");
}

}  // namespace
}  // namespace taut::io

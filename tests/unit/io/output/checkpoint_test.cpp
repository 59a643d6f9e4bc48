#include "io/output/checkpoint.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <limits>

#include "taut/error.hpp"
#include "taut/output.hpp"
#include "unit/io/temporary_directory.hpp"

namespace taut::io {
namespace {

using test::read_text;
using test::sentence_of;
using test::write_text;

Checkpoint sample() {
  Checkpoint checkpoint;
  checkpoint.state = {.time = 0.1 + 0.2,
                      .step = 3,
                      .position = {{1.0 / 3.0, 2, 3}, {-0.0, 5, 6}},
                      .velocity = {{7, 8, 9}, {std::numeric_limits<double>::denorm_min(), 0, 1}},
                      .position_low = {{1e-20, 0, 0}, {0, -1e-21, 0}},
                      .velocity_low = {{0, 1e-19, 0}, {0, 0, 3e-22}},
                      .box = {1.0 / 7.0, 2, 3}};
  checkpoint.memory = {0.5, 1e-300};
  checkpoint.figures = {1.0, 2.0, 0.1};
  checkpoint.lists = {{"empty", {}}, {"measurements", {0.3, -0.0}}};
  checkpoint.texts = {{"empty", ""}, {"scenario", std::string("{\0}", 3)}};
  checkpoint.numbers = {{"energy", -9.81}, {"drift", 1e-9}};
  checkpoint.counts = {{"observables", 1234567890123}};
  return checkpoint;
}

class CheckpointTest : public testing::Test {
 protected:
  void SetUp() override { write_checkpoint(path_, sample()); }
  std::string complaint(std::size_t particles = 2) const {
    return sentence_of<InputError>([&] { read_checkpoint(path_, particles); });
  }
  void overwrite(std::size_t position, char byte) const {
    std::string bytes = read_text(path_);
    bytes[position] = byte;
    write_text(path_, bytes);
  }

  test::TemporaryDirectory directory_;
  const std::string path_ = directory_.file("checkpoint.bin");
};

TEST_F(CheckpointTest, ReadsBackBitForBit) {
  const Checkpoint expected = sample();
  const Checkpoint found = read_checkpoint(path_, 2);
  EXPECT_EQ(found.state.time, expected.state.time);
  EXPECT_EQ(found.state.step, expected.state.step);
  EXPECT_EQ(found.state.position, expected.state.position);
  EXPECT_EQ(found.state.velocity, expected.state.velocity);
  EXPECT_EQ(found.state.position_low, expected.state.position_low);
  EXPECT_EQ(found.state.velocity_low, expected.state.velocity_low);
  EXPECT_EQ(found.state.box, expected.state.box);
  EXPECT_EQ(found.memory, expected.memory);
  EXPECT_EQ(found.figures, expected.figures);
  EXPECT_EQ(found.lists, expected.lists);
  EXPECT_EQ(found.numbers, expected.numbers);
  EXPECT_EQ(found.counts, expected.counts);
  EXPECT_TRUE(std::signbit(found.state.position[1].x));
}

TEST_F(CheckpointTest, IsReplacedAsAWhole) {
  Checkpoint next = sample();
  next.state.step = 4;
  write_checkpoint(path_, next);
  EXPECT_EQ(read_checkpoint(path_, 2).state.step, 4);
  EXPECT_FALSE(std::filesystem::exists(path_ + ".part"));
}

TEST_F(CheckpointTest, AFullDiskKeepsTheOneBefore) {
  directory_.full("checkpoint.bin.part");
  EXPECT_THROW(write_checkpoint(path_, Checkpoint{}), OutputError);
  EXPECT_EQ(read_checkpoint(path_, 2).state.step, 3);
}

TEST_F(CheckpointTest, RefusesAMissingFile) {
  std::filesystem::remove(path_);
  EXPECT_EQ(complaint(), path_ + ": cannot be read: no such file");
}

TEST_F(CheckpointTest, RefusesAnotherKindOfFile) {
  write_text(path_, "title = \"Double pendulum\"\n");
  EXPECT_EQ(complaint(), path_ + ": is not a checkpoint of taut");
}

TEST_F(CheckpointTest, RefusesAnotherVersion) {
  overwrite(8, 7);
  EXPECT_EQ(complaint(), path_ + ": has checkpoint version 7, but this program reads 5");
}

TEST_F(CheckpointTest, RefusesATruncatedFile) {
  const std::string bytes = read_text(path_);
  write_text(path_, bytes.substr(0, 100));
  EXPECT_EQ(complaint(), path_ + ": is truncated: 100 of " + std::to_string(bytes.size()) + " bytes");
  write_text(path_, bytes.substr(0, 12));
  EXPECT_EQ(complaint(), path_ + ": is truncated: 12 bytes, less than its header");
}

TEST_F(CheckpointTest, RefusesADamagedFile) {
  overwrite(60, 'x');
  EXPECT_EQ(complaint(), path_ + ": is damaged: its checksum does not match its content");
}

TEST_F(CheckpointTest, RefusesTheStateOfAnotherSystem) {
  EXPECT_EQ(complaint(5), path_ + ": holds 2 particles, but the scenario has 5");
}

}  // namespace
}  // namespace taut::io

#include "io/file/text_file.hpp"

#include <gtest/gtest.h>

#include "taut/output.hpp"
#include "unit/io/file_size_limit.hpp"
#include "unit/io/temporary_directory.hpp"

namespace taut::io {
namespace {

using test::read_text;
using test::sentence_of;

class TextFileTest : public testing::Test {
 protected:
  test::TemporaryDirectory directory_;
};

TEST_F(TextFileTest, CountsBytesBeforeTheyAreWritten) {
  TextFile file = TextFile::create(directory_.file("a.csv"));
  file.append("time\n");
  EXPECT_EQ(file.offset(), 5);
  file.flush();
  EXPECT_EQ(file.offset(), 5);
  EXPECT_EQ(read_text(file.path()), "time\n");
}

TEST_F(TextFileTest, WritesTheRestWhenItIsClosed) {
  { TextFile::create(directory_.file("a.csv")).append("rest"); }
  EXPECT_EQ(read_text(directory_.file("a.csv")), "rest");
}

TEST_F(TextFileTest, HoldsMoreThanItsBuffer) {
  std::string expected;
  TextFile file = TextFile::create(directory_.file("a.csv"));
  for (int i = 0; i < 100000; ++i) {
    const std::string row = std::to_string(i) + '\n';
    file.append(row);
    file.end_record();
    expected += row;
  }
  file.flush();
  EXPECT_EQ(read_text(file.path()), expected);
}

TEST_F(TextFileTest, ResumesAtAnOffsetAndDropsWhatLiesBeyond) {
  test::write_text(directory_.file("a.csv"), "one\ntwo\nthr");
  {
    TextFile file = TextFile::resume(directory_.file("a.csv"), 4);
    EXPECT_EQ(file.offset(), 4);
    file.append("2\n");
  }
  EXPECT_EQ(read_text(directory_.file("a.csv")), "one\n2\n");
}

TEST_F(TextFileTest, RefusesToResumeBeyondTheEnd) {
  const std::string path = directory_.file("a.csv");
  test::write_text(path, "one\n");
  EXPECT_EQ(sentence_of<OutputError>([&] { TextFile::resume(path, 9); }),
            path + ": has 4 bytes, but the checkpoint expects at least 9");
}

TEST_F(TextFileTest, SaysWhyItCannotBeOpened) {
  const std::string path = directory_.file("missing/a.csv");
  EXPECT_EQ(sentence_of<OutputError>([&] { TextFile::create(path); }),
            path + ": cannot be opened: No such file or directory");
}

TEST_F(TextFileTest, SaysThatTheDiskIsFull) {
  const std::string path = directory_.full("observables.csv");
  TextFile file = TextFile::create(path);
  file.append("time,kinetic\n");
  EXPECT_EQ(sentence_of<OutputError>([&] { file.flush(); }),
            path + ": No space left on device (what was written before is readable)");
}

TEST_F(TextFileTest, AFullDiskLeavesCompleteRecordsOnly) {
  TextFile file = TextFile::create(directory_.file("a.csv"));
  for (int row = 0; row < 10; ++row) {
    file.append("0123456789\n");
    file.end_record();
  }
  const test::FileSizeLimit limit(38);
  EXPECT_THROW(file.flush(), OutputError);
  EXPECT_EQ(read_text(file.path()), "0123456789\n0123456789\n0123456789\n");
  EXPECT_EQ(file.offset(), 33);
}

}  // namespace
}  // namespace taut::io

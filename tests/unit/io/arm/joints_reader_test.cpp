#include "io/arm/joints_reader.hpp"

#include <gtest/gtest.h>

#include "taut/error.hpp"
#include "unit/io/temporary_directory.hpp"

namespace taut::io {
namespace {

class JointsFile : public testing::Test {
 protected:
  std::vector<double> read(const std::string& text) const {
    test::write_text(directory_.file("joints.csv"), text);
    return read_joints(directory_.file("joints.csv"), {"hip", "knee, left"});
  }
  std::string refusal(const std::string& text) const {
    const std::string sentence = test::sentence_of<InputError>([&] { (void)read(text); });
    return sentence.substr(std::min(sentence.find("joints.csv"), sentence.size()));
  }

 private:
  test::TemporaryDirectory directory_;
};

using Values = std::vector<double>;

TEST_F(JointsFile, ColumnsAreFoundByNameInAnyOrder) {
  EXPECT_EQ(read("s,\"knee, left\",hip velocity,hip\n0,1,9,2\n1,-3.5e1,9,+4\n"), (Values{2, 1, 4, -35}));
}

TEST_F(JointsFile, AsOtherProgramsWriteThem) {
  EXPECT_EQ(read("\xEF\xBB\xBFhip , \"knee, left\"\r\n 1 , 2 \r\n\r\n3,4"), (Values{1, 2, 3, 4}));
}

TEST_F(JointsFile, RefusalsNameFileAndLine) {
  EXPECT_EQ(refusal(""), "joints.csv: is empty; expected a header with the names of the joints (hip, knee, left)");
  EXPECT_EQ(refusal("hip,knee\n1,2\n"),
            "joints.csv:1: no column is called \"knee, left\"; expected a header with the names of the joints (hip, "
            "knee, left)");
  EXPECT_EQ(refusal("hip,\"knee, left\",hip\n1,2,3\n"), "joints.csv:1: two columns are called \"hip\"; expected one");
  EXPECT_EQ(refusal("hip,\"knee, left\"\n1,2\n3\n"), "joints.csv:3: found 1 fields, expected 2 as in the header");
  EXPECT_EQ(refusal("hip,\"knee, left\"\n1,2\n\n3,four\n"),
            "joints.csv:4: knee, left: found \"four\", expected a number");
  for (const char* number : {"", "nan", "inf", "1e999", "1.5x", "--1"})
    EXPECT_NE(refusal(std::string("hip,\"knee, left\"\n1,") + number + "\n").find("expected a number"),
              std::string::npos)
        << number;
}

}  // namespace
}  // namespace taut::io

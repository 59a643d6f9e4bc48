#include "io/h5md/h5md_writer.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>

#include "io/output/csv_writer.hpp"
#include "unit/io/file_size_limit.hpp"
#include "unit/io/sample_frames.hpp"
#include "unit/io/temporary_directory.hpp"

namespace taut::io {
namespace {

using test::sentence_of;

// MDAnalysis itself reads the file and holds it against the CSV; 0 when they agree.
int mdanalysis_verdict(const std::string& h5, const std::string& csv, const std::string& options = "") {
  const std::string script = TAUT_SOURCE_DIR "/tests/python/h5md_mdanalysis.py";
  return std::system(("/usr/bin/python3 " + script + " " + h5 + " " + csv + " " + options).c_str());
}

class H5md : public testing::Test {
 protected:
  H5mdOptions options(std::size_t particles, std::size_t rows) const {
    return {.path = path_,
            .masses = std::vector<double>(particles, 1.5),
            .names = std::vector<std::string>(particles, "bob"),
            .row_names = std::vector<std::string>(rows, "upper rod"),
            .creator_version = "0.1.0"};
  }
  void write_csv(std::size_t particles, std::int64_t frames) const {
    test::SampleFrames samples(particles, 0);
    CsvWriter csv(TextFile::create(csv_));
    for (std::int64_t step = 0; step < frames; ++step) csv.write(samples.at(step));
    csv.flush();
  }
  static void write(H5mdWriter& writer, test::SampleFrames& samples, std::int64_t from, std::int64_t to) {
    for (std::int64_t step = from; step < to; ++step) writer.write(samples.at(step));
  }

  test::TemporaryDirectory directory_;
  const std::string path_ = directory_.file("trajectory.h5");
  const std::string csv_ = directory_.file("trajectory.csv");
};

TEST_F(H5md, IsReadByMdanalysisWithoutUnits) {
  test::SampleFrames samples(3, 2);
  {
    H5mdWriter writer = H5mdWriter::create(options(3, 2));
    write(writer, samples, 0, 5);
    EXPECT_EQ(writer.frames(), 5);
  }
  write_csv(3, 5);
  EXPECT_EQ(mdanalysis_verdict(path_, csv_, "--rows 2"), 0);
}

TEST_F(H5md, IsReadByMdanalysisWithUnitsAndBox) {
  H5mdOptions molecular = options(3, 0);
  molecular.units = {.length = "Å", .time = "ps", .mass = "u"};
  molecular.periodic = true;
  test::SampleFrames samples = test::SampleFrames(3, 0).in({10, 20, 30});
  {
    H5mdWriter writer = H5mdWriter::create(molecular);
    write(writer, samples, 0, 5);
  }
  write_csv(3, 5);
  EXPECT_EQ(mdanalysis_verdict(path_, csv_, "--units 'Angstrom,ps,Angstrom ps-1' --box 10,20,30"), 0);
}

TEST_F(H5md, IsReadByMdanalysisWithUnitsItDoesNotKnow) {
  H5mdOptions si = options(3, 0);
  si.units = {.length = "m", .time = "s", .mass = "kg"};
  test::SampleFrames samples(3, 0);
  {
    H5mdWriter writer = H5mdWriter::create(si);
    write(writer, samples, 0, 5);
  }
  write_csv(3, 5);
  EXPECT_EQ(mdanalysis_verdict(path_, csv_, ""), 0);
}

TEST_F(H5md, KeepsFramesLargerThanAChunk) {
  constexpr std::size_t particles = 100001;
  test::SampleFrames samples(particles, 1);
  {
    H5mdWriter writer = H5mdWriter::create(options(particles, 1));
    write(writer, samples, 0, 2);
  }
  write_csv(particles, 2);
  EXPECT_EQ(mdanalysis_verdict(path_, csv_, "--rows 1"), 0);
}

TEST_F(H5md, AShortRunIsASmallFile) {
  test::SampleFrames samples(3, 2);
  {
    H5mdWriter writer = H5mdWriter::create(options(3, 2));
    write(writer, samples, 0, 10);
  }
  EXPECT_LT(std::filesystem::file_size(path_), 400'000u);
}

TEST_F(H5md, ResumesAtAFrame) {
  test::SampleFrames samples(3, 2);
  {
    H5mdWriter writer = H5mdWriter::create(options(3, 2));
    write(writer, samples, 0, 3);
    write(writer, samples, 90, 95);
  }
  {
    H5mdWriter writer = H5mdWriter::resume(options(3, 2), 3);
    EXPECT_EQ(writer.frames(), 3);
    write(writer, samples, 3, 5);
  }
  write_csv(3, 5);
  EXPECT_EQ(mdanalysis_verdict(path_, csv_, "--rows 2"), 0);
}

TEST_F(H5md, RefusesToResumeWhatDoesNotFit) {
  { H5mdWriter::create(options(3, 2)); }
  EXPECT_EQ(sentence_of<OutputError>([&] { H5mdWriter::resume(options(3, 2), 4); }),
            path_ + ": has 0 frames, but the checkpoint expects at least 4");
  EXPECT_EQ(sentence_of<OutputError>([&] { H5mdWriter::resume(options(5, 2), 0); }),
            path_ + ": particles/all/position/value does not have the shape of this scenario's frames");
}

TEST_F(H5md, SaysWhyItCannotBeCreated) {
  H5mdOptions nowhere = options(1, 0);
  nowhere.path = directory_.file("missing/trajectory.h5");
  EXPECT_EQ(sentence_of<OutputError>([&] { H5mdWriter::create(nowhere); }),
            nowhere.path + ": cannot be created: No such file or directory");
}

TEST_F(H5md, SaysThatAFileIsNotHdf5) {
  test::write_text(path_, "time,particle\n");
  EXPECT_NE(sentence_of<OutputError>([&] { H5mdWriter::resume(options(1, 0), 0); }).find(": cannot be continued: "),
            std::string::npos);
}

TEST_F(H5md, SurvivesAKilledProcess) {
  if (const pid_t child = ::fork(); child == 0) {
    test::SampleFrames samples(3, 2);
    H5mdWriter writer = H5mdWriter::create(options(3, 2));
    write(writer, samples, 0, 5);
    writer.flush();
    write(writer, samples, 5, 4000);  // several chunks, whose index never reaches the disk
    ::kill(::getpid(), SIGKILL);
  } else {
    int status = 0;
    ::waitpid(child, &status, 0);
    ASSERT_TRUE(WIFSIGNALED(status));
  }
  write_csv(3, 5);
  EXPECT_EQ(mdanalysis_verdict(path_, csv_, "--rows 2"), 0);
}

TEST_F(H5md, AFullDiskLeavesEveryFrameBeforeReadable) {
  constexpr std::size_t particles = 20000;
  test::SampleFrames samples(particles, 1);
  std::int64_t frames = 0;
  {
    H5mdWriter writer = H5mdWriter::create(options(particles, 1));
    const test::FileSizeLimit limit(16 << 20);
    const std::string sentence = sentence_of<OutputError>([&] { write(writer, samples, 0, 1000); });
    EXPECT_EQ(sentence, path_ + ": File too large (what was written before is readable)");
    frames = writer.frames();
  }
  ASSERT_GT(frames, 8);
  write_csv(particles, frames);
  EXPECT_EQ(mdanalysis_verdict(path_, csv_, "--rows 1"), 0);
}

}  // namespace
}  // namespace taut::io

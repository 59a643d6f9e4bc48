// joints.csv of a run: a row a frame, the joint values of its arms and their rates, in degrees and lengths, unwrapped.
#pragma once

#include <string>
#include <vector>

#include "io/output/text_writer.hpp"
#include "taut/scenario.hpp"

namespace taut::io {

class JointsWriter : public TextWriter {
 public:
  // A fresh file gets the header; a resumed one goes on from the values in its last row.
  JointsWriter(TextFile file, const std::string& path, const std::vector<ScenarioArm>& arms);

  void write(const Frame& frame) override;

 private:
  void resume(const std::string& path);

  struct Latest {  // of each arm
    std::vector<double> values, rates;
  };
  const std::vector<ScenarioArm>* arms_;
  std::vector<Latest> latest_;
  double time_ = 0.0;
};

// Names and units of the values of all arms: with the arm's name before them where there are several.
struct JointColumn {
  std::string name;
  double unit;  // a degree in radians, or 1 for a length
};
std::vector<JointColumn> joint_columns(const std::vector<ScenarioArm>& arms);

}  // namespace taut::io

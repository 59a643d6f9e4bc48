// joints.csv of a run: a row a frame, the joint values of its arms and their rates, in degrees and lengths, unwrapped.
// Whole turns are counted from call to call of follow(), between which a joint must turn by less than half a turn.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "io/output/text_writer.hpp"
#include "taut/scenario.hpp"

namespace taut::io {

class JointsWriter : public TextWriter {
 public:
  JointsWriter(TextFile file, const std::vector<ScenarioArm>& arms);

  void follow(std::span<const Vec3> positions);
  void write(const Frame& frame) override;

  // What a run that is continued needs: the values, with their turns. Throws InputError for those of other arms.
  std::vector<double> save() const;
  void restore(const std::vector<double>& saved);

 private:
  const std::vector<ScenarioArm>* arms_;
  std::vector<std::vector<double>> values_;  // of each arm, where it was last seen
};

// Names and units of the values of all arms: with the arm's name before them where there are several.
struct JointColumn {
  std::string name;
  double unit;  // a degree in radians, or 1 for a length
};
std::vector<JointColumn> joint_columns(const std::vector<ScenarioArm>& arms);

}  // namespace taut::io

#include "io/output/joints_writer.hpp"

#include <fmt/format.h>

#include <numbers>
#include <utility>

#include "io/file/csv_name.hpp"
#include "io/file/number.hpp"
#include "taut/error.hpp"

namespace taut::io {
std::vector<JointColumn> joint_columns(const std::vector<ScenarioArm>& arms) {
  std::vector<JointColumn> columns;
  for (const ScenarioArm& arm : arms) {
    int value = 0;
    for (const JointSpec& joint : arm.arm.joints())
      for (int k = 0; k < value_count(joint.kind); ++k) {
        const std::string name = arm.arm.value_name(value++);
        columns.push_back({arms.size() == 1 ? name : fmt::format("{}.{}", arm.name, name),
                           joint.kind == JointKind::slider ? 1.0 : std::numbers::pi / 180.0});
      }
  }
  return columns;
}

JointsWriter::JointsWriter(TextFile file, const std::vector<ScenarioArm>& arms)
    : TextWriter(std::move(file)), arms_(&arms) {
  for (const ScenarioArm& arm : arms) values_.push_back(arm.start);
  if (!is_fresh()) return;
  row_ = "time";
  for (const JointColumn& column : joint_columns(arms))
    row_ += fmt::format(",{},{}", quoted(column.name), quoted(column.name + " rate"));
  begin(row_ + '\n');
}

void JointsWriter::follow(std::span<const Vec3> positions) {
  for (std::size_t k = 0; k < values_.size(); ++k)
    values_[k] = joint_values((*arms_)[k].arm, (*arms_)[k].points, positions, values_[k]);
}

std::vector<double> JointsWriter::save() const {
  std::vector<double> all;
  for (const std::vector<double>& values : values_) all.insert(all.end(), values.begin(), values.end());
  return all;
}

void JointsWriter::restore(const std::vector<double>& saved) {
  std::size_t count = 0;
  for (const std::vector<double>& values : values_) count += values.size();
  if (saved.size() != count)
    throw InputError(fmt::format("the checkpoint does not fit the scenario: it holds {} joint values, expected {}",
                                 saved.size(), count));
  auto next = saved.begin();
  for (std::vector<double>& values : values_)
    for (double& value : values) value = *next++;
}

void JointsWriter::write(const Frame& frame) {
  follow(frame.positions);
  row_.clear();
  append_number(row_, frame.time);
  const std::vector<JointColumn> columns = joint_columns(*arms_);
  for (std::size_t k = 0, column = 0; k < arms_->size(); ++k) {
    const ScenarioArm& arm = (*arms_)[k];
    const std::vector<double> rates = joint_rates(arm.arm, arm.points, frame.positions, frame.velocities);
    for (std::size_t v = 0; v < rates.size(); ++v, ++column) {
      append_number(row_ += ',', values_[k][v] / columns[column].unit);
      append_number(row_ += ',', rates[v] / columns[column].unit);
    }
  }
  file_.append(row_ += '\n');
  file_.end_record();
}

}  // namespace taut::io

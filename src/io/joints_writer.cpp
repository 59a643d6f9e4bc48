#include "io/joints_writer.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <numbers>
#include <utility>

#include "io/csv_name.hpp"
#include "io/number.hpp"

namespace taut::io {
namespace {

std::string last_line(const std::string& path, std::int64_t length) {
  std::ifstream in(path, std::ios::binary);
  std::string text(static_cast<std::size_t>(length), '\0');
  in.read(text.data(), length);
  text.resize(text.find_last_not_of('\n') + 1);
  return text.substr(text.find_last_of('\n') + 1);
}

}  // namespace

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

JointsWriter::JointsWriter(TextFile file, const std::string& path, const std::vector<ScenarioArm>& arms)
    : file_(std::move(file)), arms_(&arms) {
  for (const ScenarioArm& arm : arms) latest_.push_back(arm.start);
  if (file_.offset() > 0) {
    resume(path);
    return;
  }
  row_ = "time";
  for (const JointColumn& column : joint_columns(arms))
    row_ += fmt::format(",{},{}", quoted(column.name), quoted(column.name + " rate"));
  file_.append(row_ + '\n');
  file_.end_record();
}

void JointsWriter::resume(const std::string& path) {
  const std::string line = last_line(path, file_.offset());
  const char* at = line.c_str();
  const auto next = [&] {
    while (*at != '\0' && *at != ',') ++at;
    at += *at == ',' ? 1 : 0;
    return std::strtod(at, nullptr);
  };
  const std::vector<JointColumn> columns = joint_columns(*arms_);
  if (line.empty() || line.front() == 't') return;  // the header alone
  for (std::size_t column = 0; std::vector<double> & values : latest_)
    for (double& value : values) {
      value = next() * columns[column++].unit;
      (void)next();
    }
}

void JointsWriter::write(const Frame& frame) {
  row_.clear();
  append_number(row_, frame.time);
  const std::vector<JointColumn> columns = joint_columns(*arms_);
  for (std::size_t k = 0, column = 0; k < arms_->size(); ++k) {
    const ScenarioArm& arm = (*arms_)[k];
    latest_[k] = joint_values(arm.arm, arm.points, frame.positions, latest_[k]);
    const std::vector<double> rates = joint_rates(arm.arm, arm.points, frame.positions, frame.velocities);
    for (std::size_t v = 0; v < rates.size(); ++v, ++column) {
      append_number(row_ += ',', latest_[k][v] / columns[column].unit);
      append_number(row_ += ',', rates[v] / columns[column].unit);
    }
  }
  file_.append(row_ += '\n');
  file_.end_record();
}

}  // namespace taut::io

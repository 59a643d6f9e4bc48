#include "io/output/joints_writer.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <numbers>
#include <utility>

#include "io/file/csv_name.hpp"
#include "io/file/number.hpp"

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
    : TextWriter(std::move(file)), arms_(&arms) {
  for (const ScenarioArm& arm : arms) latest_.push_back({arm.start, std::vector<double>(arm.start.size())});
  if (!is_fresh()) {
    resume(path);
    return;
  }
  row_ = "time";
  for (const JointColumn& column : joint_columns(arms))
    row_ += fmt::format(",{},{}", quoted(column.name), quoted(column.name + " rate"));
  begin(row_ + '\n');
}

void JointsWriter::resume(const std::string& path) {
  const std::string line = last_line(path, file_.offset());
  if (line.empty() || line.front() == 't') return;  // the header alone
  const char* at = line.c_str();
  const auto next = [&] {
    char* end = nullptr;
    const double number = std::strtod(at, &end);
    at = *end == ',' ? end + 1 : end;
    return number;
  };
  time_ = next();
  const std::vector<JointColumn> columns = joint_columns(*arms_);
  for (std::size_t column = 0; Latest & latest : latest_)
    for (std::size_t v = 0; v < latest.values.size(); ++v, ++column) {
      latest.values[v] = next() * columns[column].unit;
      latest.rates[v] = next() * columns[column].unit;
    }
}

// Between two frames a joint turns at about the mean of its rates, which tells how many turns it has made.
void JointsWriter::write(const Frame& frame) {
  row_.clear();
  append_number(row_, frame.time);
  const std::vector<JointColumn> columns = joint_columns(*arms_);
  for (std::size_t k = 0, column = 0; k < arms_->size(); ++k) {
    const ScenarioArm& arm = (*arms_)[k];
    Latest& latest = latest_[k];
    const std::vector<double> rates = joint_rates(arm.arm, arm.points, frame.positions, frame.velocities);
    for (std::size_t v = 0; v < rates.size(); ++v)
      latest.values[v] += 0.5 * (frame.time - time_) * (latest.rates[v] + rates[v]);
    latest.values = joint_values(arm.arm, arm.points, frame.positions, latest.values);
    latest.rates = rates;
    for (std::size_t v = 0; v < rates.size(); ++v, ++column) {
      append_number(row_ += ',', latest.values[v] / columns[column].unit);
      append_number(row_ += ',', rates[v] / columns[column].unit);
    }
  }
  time_ = frame.time;
  file_.append(row_ += '\n');
  file_.end_record();
}

}  // namespace taut::io

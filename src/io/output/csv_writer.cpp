#include "io/output/csv_writer.hpp"

#include <utility>

#include "io/file/number.hpp"

namespace taut::io {
namespace {

void append_vector(std::string& row, const Vec3& v) {
  for (int axis = 0; axis < 3; ++axis) {
    row += ',';
    append_number(row, v[axis]);
  }
}

}  // namespace

CsvWriter::CsvWriter(TextFile file) : TextWriter(std::move(file), "time,particle,x,y,z,vx,vy,vz\n") {}

void CsvWriter::write(const Frame& frame) {
  const std::string time = format_number(frame.time);
  for (std::size_t i = 0; i < frame.positions.size(); ++i) {
    row_ = time;
    row_ += ',';
    append_number(row_, static_cast<std::int64_t>(i));
    append_vector(row_, frame.positions[i]);
    append_vector(row_, frame.velocities[i]);
    row_ += '\n';
    file_.append(row_);
  }
  file_.end_record();
}

}  // namespace taut::io

#include "io/output/forces_writer.hpp"

#include <utility>

#include "io/file/number.hpp"

namespace taut::io {

ForcesWriter::ForcesWriter(TextFile file) : TextWriter(std::move(file), "time,row,force\n") {}

void ForcesWriter::write(const Frame& frame) {
  const std::string time = format_number(frame.time);
  for (std::size_t k = 0; k < frame.constraint_forces.size(); ++k) {
    row_ = time;
    row_ += ',';
    append_number(row_, static_cast<std::int64_t>(k));
    row_ += ',';
    append_number(row_, frame.constraint_forces[k]);
    row_ += '\n';
    file_.append(row_);
  }
  file_.end_record();
}

}  // namespace taut::io

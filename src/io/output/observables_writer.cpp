#include "io/output/observables_writer.hpp"

#include <utility>

#include "io/file/number.hpp"

namespace taut::io {

ObservablesWriter::ObservablesWriter(TextFile file)
    : TextWriter(std::move(file), "time,kinetic,potential,total,max_position_error,max_velocity_error,iterations\n") {}

void ObservablesWriter::write(const Frame& frame) {
  row_.clear();
  for (const double value : {frame.time, frame.kinetic, frame.potential, frame.total(), frame.max_position_error,
                             frame.max_velocity_error, frame.iterations}) {
    append_number(row_, value);
    row_ += ',';
  }
  row_.back() = '\n';
  file_.append(row_);
  file_.end_record();
}

}  // namespace taut::io

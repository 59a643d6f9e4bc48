// observables.csv: a row a frame, energies, constraint errors and solver iterations.
#pragma once

#include "io/output/text_writer.hpp"

namespace taut::io {

class ObservablesWriter : public TextWriter {
 public:
  explicit ObservablesWriter(TextFile file);
  void write(const Frame& frame) override;
};

}  // namespace taut::io

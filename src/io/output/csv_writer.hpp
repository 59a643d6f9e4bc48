// trajectory.csv: a row a particle and frame; particles by index from 0, always three coordinates.
#pragma once

#include "io/output/text_writer.hpp"

namespace taut::io {

class CsvWriter : public TextWriter {
 public:
  explicit CsvWriter(TextFile file);
  void write(const Frame& frame) override;
};

}  // namespace taut::io

// constraint_forces.csv: a row a constraint row and frame; rods by their tension, others by the force along the unit
// gradient.
#pragma once

#include "io/output/text_writer.hpp"

namespace taut::io {

class ForcesWriter : public TextWriter {
 public:
  explicit ForcesWriter(TextFile file);
  void write(const Frame& frame) override;
};

}  // namespace taut::io

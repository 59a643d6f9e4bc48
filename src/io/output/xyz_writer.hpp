// trajectory.xyz: extended XYZ, as ASE, OVITO and VMD read it: a count, a line of key=value, a line a particle.
#pragma once

#include <string>
#include <vector>

#include "io/output/text_writer.hpp"

namespace taut::io {

class XyzWriter : public TextWriter {
 public:
  // A particle's species is its name without blanks, "X" when it has none.
  XyzWriter(TextFile file, const std::vector<std::string>& names);

  void write(const Frame& frame) override;

 private:
  std::string header(const Frame& frame) const;

  std::vector<std::string> species_;
};

}  // namespace taut::io

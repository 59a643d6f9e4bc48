// trajectory.xyz: extended XYZ, as ASE, OVITO and VMD read it: a count, a line of key=value, a line a particle.
#pragma once

#include <string>
#include <vector>

#include "io/file/text_file.hpp"
#include "taut/output.hpp"

namespace taut::io {

class XyzWriter : public Writer {
 public:
  // A particle's species is its name without blanks, "X" when it has none.
  XyzWriter(TextFile file, const std::vector<std::string>& names);

  void write(const Frame& frame) override;
  void flush() override { file_.flush(); }
  std::int64_t offset() const { return file_.offset(); }

 private:
  std::string header(const Frame& frame) const;

  TextFile file_;
  std::vector<std::string> species_;
  std::string row_;
};

}  // namespace taut::io

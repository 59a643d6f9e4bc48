// observables.csv: a row a frame, energies, constraint errors and solver iterations.
#pragma once

#include <string>

#include "io/file/text_file.hpp"
#include "taut/output.hpp"

namespace taut::io {

class ObservablesWriter : public Writer {
 public:
  explicit ObservablesWriter(TextFile file);  // a fresh file gets the header; a resumed one has it

  void write(const Frame& frame) override;
  void flush() override { file_.flush(); }
  std::int64_t offset() const { return file_.offset(); }

 private:
  TextFile file_;
  std::string row_;
};

}  // namespace taut::io

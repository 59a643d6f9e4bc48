// thermodynamics.csv: a row per stored frame; the pressure is empty where there is none.
#pragma once

#include <string>

#include "io/file/text_file.hpp"
#include "taut/output.hpp"

namespace taut::io {

class ThermodynamicsWriter : public Writer {
 public:
  struct Options {
    int dimension = 3;
    double boltzmann_constant = 1.0;
    double mass = 0.0;  // of all particles that move
  };
  ThermodynamicsWriter(TextFile file, const Options& options);

  void write(const Frame& frame) override;
  void flush() override { file_.flush(); }
  std::int64_t offset() const { return file_.offset(); }

 private:
  TextFile file_;
  Options options_;
  std::string row_;
};

}  // namespace taut::io

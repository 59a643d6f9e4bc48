// thermodynamics.csv: a row per stored frame; the pressure is empty where there is none.
#pragma once

#include <string>

#include "io/text_file.hpp"
#include "taut/output.hpp"

namespace taut::io {

class ThermodynamicsWriter : public Writer {
 public:
  ThermodynamicsWriter(TextFile file, double boltzmann_constant, double volume);

  void write(const Frame& frame) override;
  void flush() override { file_.flush(); }
  std::int64_t offset() const { return file_.offset(); }

 private:
  TextFile file_;
  double boltzmann_constant_, volume_;
  std::string row_;
};

}  // namespace taut::io

// thermodynamics.csv: a row per stored frame; the pressure is empty where there is none.
#pragma once

#include "io/output/text_writer.hpp"

namespace taut::io {

class ThermodynamicsWriter : public TextWriter {
 public:
  struct Options {
    int dimension = 3;
    double boltzmann_constant = 1.0;
    double mass = 0.0;  // of all particles that move
  };
  ThermodynamicsWriter(TextFile file, const Options& options);

  void write(const Frame& frame) override;

 private:
  Options options_;
};

}  // namespace taut::io

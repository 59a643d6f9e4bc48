// The error of the step in what a random motion samples: the same system at half the step for the same time, with other
// random numbers. Each average of the two differs by the step error and by chance, whose size is known.
#pragma once

#include "run/frame_averages.hpp"
#include "run/system.hpp"
#include "taut/observe.hpp"
#include "taut/run.hpp"

namespace taut {

// Whether two runs can be compared by averages only: their motion or their baths are random.
bool is_sampled(const IntegratorOptions& options);

class SamplingCertifier {
 public:
  // Throws InputError for motion without a step error.
  SamplingCertifier(const Scenario& scenario, const System& system, int threads);

  // The finer run, and what it says about these results.
  SamplingCertificate certify(const std::vector<Measurement>& measured, const FrameAverages& frames,
                              const StopRequest* stop) const;

 private:
  std::string advance(Measurements& measurements, FrameAverages& frames, const StopRequest* stop) const;

  Scenario finer_;
  const System& system_;
  int threads_;
};

}  // namespace taut

// Error bars by computing: the same system at half the step, in lockstep. With a method of order p the error of the
// run is the difference of the two times 2^p / (2^p - 1) (Richardson). In a chaotic motion the estimate itself
// grows with the error, so the time up to which it is small is the time up to which the run can be trusted.
#pragma once

#include "run/system.hpp"
#include "run/verdict.hpp"
#include "taut/output.hpp"
#include "taut/run.hpp"

namespace taut {

// What a certificate that could not be made says about the run, which went on where the finer one did not.
std::optional<Finding> finding_of(const Certificate& certificate, double step);
std::optional<Finding> finding_of(const SamplingCertificate& certificate);

class Certifier {
 public:
  Certifier(const Scenario& scenario, const System& system, int threads, State start);

  // Brings the finer run to the frame's time and compares.
  void compare(const Frame& frame);
  const Certificate& certificate() const { return certificate_; }

 private:
  bool advance_to(std::int64_t step);
  void estimate(const Frame& frame);
  void enlarge_region(const Frame& frame);
  double start_size(const Frame& frame) const;

  Integrator integrator_;
  State state_;
  double factor_;  // 2^p / (2^p - 1)
  std::vector<double> forces_;
  Vec3 low_, high_;          // the box around everything visited
  double start_size_ = 0.0;  // 0: not known
  // Errors that no earlier one exceeds: the limit of a single particle is known at the end only.
  struct Largest {
    double time, error;
  };
  std::vector<Largest> largest_errors_;
  Certificate certificate_;
};

}  // namespace taut

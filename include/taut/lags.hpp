// Functions of the lag between two moments of a run: mean-square displacements and autocorrelations, with errors, the
// diffusion coefficient and the correlation time that follow from them. Memory grows with the logarithm of the run.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "taut/vec.hpp"

namespace taut {

enum class LagKind : std::uint8_t {
  displacement,  // < |a(t + lag) - a(t)|^2 >
  product,       // < a(t).a(t + lag) >
  covariance     // the same of deviations from the mean; of numbers
};

// A value with its standard error; not converged: the series is too short to know it, and the error is too small.
struct LagEstimate {
  double value = 0.0, error = 0.0;
  bool converged = false;
};

struct LagPoint {
  std::int64_t lag;  // in samples
  LagEstimate estimate;
  std::int64_t origins;  // so many pairs of moments
};

// The pairs of moments of one lag, in samples: they begin a spacing apart. The mean over walkers of each pair has a
// mean and a mean square over the pairs.
struct LagPairs {
  std::int64_t lag, spacing, count;
  double mean, mean_square;
};

// Sums over pairs of samples, a multiple-tau correlator [ramirez2010]: samples a power of two apart are kept, some of
// each, so that lags are dense where they are short and a sixteenth to an eighth apart where they are long. Ramirez et
// al. average samples before they keep them at longer spacings; here they are thinned out, which blurs nothing: each
// value is the mean over true pairs, whose origins lie one spacing apart.
class LagCorrelator {
 public:
  // Of so many walkers, up to this lag in samples. The mean over walkers is taken at once.
  LagCorrelator(LagKind kind, std::size_t walkers, std::int64_t longest = std::numeric_limits<std::int64_t>::max());

  void add(std::span<const Vec3> sample);  // one vector a walker; a number is (x, 0, 0)
  LagKind kind() const { return kind_; }
  std::size_t walkers() const { return walkers_; }
  std::int64_t samples() const { return samples_; }

  std::vector<std::int64_t> lags(std::int64_t longest) const;  // that have pairs, up to this one
  // Where the error of a displacement is not known by blocks, it is at least that of Brownian motion.
  std::vector<LagPoint> points(std::int64_t longest) const;
  LagPairs pairs(std::int64_t lag) const;
  // What follows from the values at these lags, with its error. The run is cut into 512 to 1024 stretches of time by
  // the origin of the pairs, which share no pair; leaving out each in turn gives a series, whose error is that by
  // blocking.
  LagEstimate estimate(std::span<const std::int64_t> lags,
                       const std::function<double(std::span<const double>)>& what) const;

  void save(std::vector<double>& to) const;
  // What was saved, taken off the front; false where it is something else.
  bool restore(std::span<const double>& from);

 private:
  struct Sums {  // of the pairs of one lag whose origin lies in one stretch of time
    double pairs = 0.0, products = 0.0, first = 0.0, second = 0.0;
    Sums& operator+=(const Sums& other);
    Sums& operator-=(const Sums& other);
  };
  struct Level {  // samples 2^k apart
    std::int64_t count = 0;
    std::vector<Vec3> kept;  // the last 16 samples
  };
  void push(std::size_t level, std::span<const Vec3> sample);
  void pair(std::size_t level, std::span<const Vec3> sample);
  void join_stretches();
  std::span<const Vec3> kept(std::size_t level, std::int64_t number) const;
  void add_pair(std::size_t index, std::int64_t origin, const Sums& pair);
  Sums total(std::size_t index) const;
  double value(const Sums& sums) const;
  std::size_t stretches() const;

  LagKind kind_;
  std::size_t walkers_;
  std::int64_t longest_, samples_ = 0, stretch_ = 1;  // samples in a stretch
  std::vector<Vec3> reference_;                       // the first sample: covariances are taken about it
  std::vector<Level> levels_;
  std::vector<std::vector<Sums>> sums_;  // of each lag, by stretch
  std::vector<double> squares_;          // of each lag: of the products
};

// The slope of mean-square displacements by a line between two lags, points weighted by 1 / lag^2; over 2 d it is the
// diffusion coefficient. The exponent of the lag there, one for diffusion, says whether it means anything. Nothing
// where nothing moves, or where there are fewer than two lags.
//   Errors are by blocks where the run is long enough for that. Otherwise they are those of Brownian motion, from the
// covariances of displacements over windows that overlap [bullerjahn2020], times what the scatter at the first lag says
// about walkers that go together. They are not converged where the exponent is not near one.
struct DiffusionFit {
  double from = 0.0, to = 0.0;  // times
  LagEstimate coefficient, exponent;
};
std::optional<DiffusionFit> fit_diffusion(const LagCorrelator& correlator, int dimension, double spacing, double from,
                                          double to);

// The integral of an autocorrelation over the lag by the trapezoidal rule, up to the first lag of six times the
// integral over the value at zero [sokal1997]; without such a lag, up to the longest, and not converged.
struct LagIntegral {
  double to = 0.0;
  LagEstimate integral, time;  // the time is the integral over the value at zero
};
std::optional<LagIntegral> integrate(const LagCorrelator& correlator, std::int64_t longest, double spacing);

}  // namespace taut

// Answers of eight samples at a time: for every pair of particles that is asked for, trace / dimension of its block.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "response/sampler.hpp"
#include "solve/kernels/lanes.hpp"
#include "taut/forces.hpp"

namespace taut {

struct ParticlePair {
  std::int32_t i, j, distance;
};

using LaneValues = std::array<double, kernel_lanes>;

class Evaluator {
 public:
  virtual ~Evaluator() = default;
  const std::vector<ParticlePair>& pairs() const { return pairs_; }
  // values[p] of the samples first, first + 1, ...; one array a pair. False where constraints of one depend on each
  // other.
  virtual bool evaluate(std::uint64_t first, LaneValues* values) = 0;
  virtual std::unique_ptr<Evaluator> copy() const = 0;  // for another thread
  const std::string& why() const { return why_; }       // it was false

 protected:
  std::string why_ = "constraints depend on one another; another seed avoids it";
  std::vector<ParticlePair> pairs_;
};

// One chain and nothing else, all lanes at once: null where the model is something else.
std::unique_ptr<Evaluator> make_chain_evaluator(const Model& model, const Plan& plan, std::uint64_t seed, int distance);
// Rods and nothing else, not too many of them, all lanes at once: null where the model is something else.
std::unique_ptr<Evaluator> make_rod_evaluator(const Model& model, const Plan& plan,
                                              std::shared_ptr<const Sampler> sampler, int distance);
// All pairs of moving particles at most so many constraints apart, those with one j next to each other.
std::vector<ParticlePair> labelled_pairs(const Model& model, int distance);
// Any model with a sampler. The model's masses are the resistance.
std::unique_ptr<Evaluator> make_general_evaluator(const Model& model, const Plan& plan,
                                                  std::shared_ptr<const Sampler> sampler, int distance);
// The same for L, with the stiffness of forces at every sample.
std::unique_ptr<Evaluator> make_static_evaluator(const Model& model, const Plan& plan,
                                                 std::shared_ptr<const ForceField> forces,
                                                 std::shared_ptr<const Sampler> sampler, int distance);

}  // namespace taut

#include "taut/ensemble.hpp"

#include <algorithm>
#include <optional>

#include "base/parallel.hpp"
#include "base/whole.hpp"
#include "response/block_means.hpp"
#include "response/evaluator.hpp"
#include "response/resistance.hpp"

namespace taut {
namespace {

constexpr auto block_samples = std::int64_t{16} * kernel_lanes;  // one observation of the errors
constexpr std::int64_t chunk_samples = 8 * block_samples;        // what a thread takes at a time

// In the first chunk blocks are as short as they can be, so that a small ensemble knows its errors, too.
std::int64_t samples_of_block(std::int64_t first) { return first < chunk_samples ? kernel_lanes : block_samples; }

// Of one pair. A block of a positive semidefinite matrix below W is between -w and w.
struct HistogramCounts {
  std::size_t pair = 0;
  double low = 0.0, high = 1.0;
  std::vector<std::int64_t> counts = {};

  void add(double value) {
    const double place = (value - low) / (high - low) * static_cast<double>(counts.size());
    ++counts[whole_within<std::size_t>(place, 0, counts.size() - 1)];
  }
};

// What one thread works with.
struct Worker {
  std::unique_ptr<Evaluator> evaluator;
  std::vector<LaneValues> values;
  std::vector<double> sums;
  BlockMeans means;
  std::vector<HistogramCounts> histograms;
  std::int64_t singular = -1;  // the first of the samples with one that has no answer
};

}  // namespace

struct ResponseEnsemble::Impl {
  Impl(Model m, Plan p, const EnsembleOptions& o)
      : model(std::move(m)), plan(std::move(p)), options(o), team(o.threads) {}

  Model model;  // masses are the resistance
  Plan plan;
  EnsembleOptions options;
  std::vector<std::string> notes;
  std::string failure;
  std::vector<std::vector<std::size_t>> of_distance;  // pairs within the window
  std::vector<Worker> workers;
  BlockMeans means{0};
  std::vector<HistogramCounts> histograms;
  ThreadTeam team;
  std::int64_t samples = 0;
  std::vector<double> before_last;  // memory before the last chunk, where that is not a whole one

  std::vector<double> memory() const;
  void include(const Worker& worker, std::int64_t first, std::int64_t end);
  std::unique_ptr<Evaluator> make_evaluator(const ForceField& forces, std::shared_ptr<const Sampler> sampler) const;
  void take_evaluator(std::unique_ptr<Evaluator> evaluator);
  void sort_by_distance(const std::vector<ParticlePair>& pairs);
  std::optional<Error> take_histograms(const std::vector<ParticlePair>& pairs);
  std::size_t quantities() const { return workers[0].values.size() + of_distance.size(); }
  void work(Worker& worker, std::int64_t first, std::int64_t end) const;
  void add_pack(Worker& worker, std::int64_t first, std::int64_t end) const;
  void add_block(Worker& worker, double count) const;
};

namespace {

std::optional<Error> bad_options(const Model& model, const EnsembleOptions& options) {
  if (options.kind == ResponseKind::displacement && !options.histograms.empty())
    return Error{"histogram", "L has no bounds that are known beforehand; expected E or N"};
  if (options.samples < 1)
    return Error{"ensemble", "expected at least one sample, found " + std::to_string(options.samples)};
  if (options.distance < 0)
    return Error{"distance", "expected a distance of at least 0, found " + std::to_string(options.distance)};
  if (options.threads < 1) return Error{"threads", "expected at least one thread"};
  const int last = options.last < 0 ? model.size() - 1 : options.last;
  if (options.first < 0 || last >= model.size() || options.first > last)
    return Error{"window", "expected particles from 0 to " + std::to_string(model.size() - 1) + ", found " +
                               std::to_string(options.first) + " to " + std::to_string(last)};
  if (model.row_count() == 0) return Error{"constraints", "there are none, and so nothing to average over"};
  return std::nullopt;
}

}  // namespace

std::unique_ptr<Evaluator> ResponseEnsemble::Impl::make_evaluator(const ForceField& forces,
                                                                  std::shared_ptr<const Sampler> sampler) const {
  if (options.kind == ResponseKind::displacement)
    return make_static_evaluator(model, plan, std::make_shared<const ForceField>(forces), std::move(sampler),
                                 options.distance);
  if (std::unique_ptr<Evaluator> chain = make_chain_evaluator(model, plan, options.seed, options.distance))
    return chain;
  if (std::unique_ptr<Evaluator> rods = make_rod_evaluator(model, plan, sampler, options.distance)) return rods;
  return make_general_evaluator(model, plan, std::move(sampler), options.distance);
}

Expected<ResponseEnsemble> ResponseEnsemble::make(const Model& model, const ForceField& forces,
                                                  const EnsembleOptions& options) {
  if (const std::optional<Error> error = bad_options(model, options)) return *error;
  Expected<Resistance> resistance = make_resistance(model, forces, {.kind = options.kind});
  if (!resistance) return resistance.error();
  const bool statics = options.kind == ResponseKind::displacement;
  if (statics && !resistance->symmetric)
    return Error{"forces", "found a force without a potential; an ensemble of L knows springs and potentials only"};
  if (statics && resistance->entries.empty())
    return Error{"forces", "nothing resists a displacement; expected springs or potentials"};
  if (!statics && !resistance->diagonal)
    return Error{forces.has_dashpots() ? "forces.springs" : "forces.torques",
                 "found damping of springs or joints; an ensemble knows drag only"};
  Model resisted = statics ? model : model.with_masses(resistance->masses);
  Expected<Plan> plan = Plan::make(resisted, {});
  if (!plan) return plan.error();
  auto impl = std::make_unique<Impl>(std::move(resisted), std::move(*plan), options);
  Expected<Sampler> sampler = Sampler::make(impl->model, impl->plan, options.seed);
  if (!sampler) return sampler.error();
  impl->notes = resistance->notes;
  impl->notes.insert(impl->notes.end(), sampler->notes().begin(), sampler->notes().end());
  if (options.samples <= kernel_lanes)
    impl->notes.emplace_back("so few samples say nothing about the error, which is given as 0; take more than " +
                             std::to_string(kernel_lanes));
  if (statics) impl->notes.emplace_back("configurations are drawn without regard to the forces");
  std::unique_ptr<Evaluator> evaluator =
      impl->make_evaluator(forces, std::make_shared<const Sampler>(std::move(*sampler)));
  impl->sort_by_distance(evaluator->pairs());
  if (std::optional<Error> error = impl->take_histograms(evaluator->pairs())) return *std::move(error);
  impl->take_evaluator(std::move(evaluator));
  return ResponseEnsemble(std::move(impl));
}

ResponseEnsemble::ResponseEnsemble(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ResponseEnsemble::ResponseEnsemble(ResponseEnsemble&&) noexcept = default;
ResponseEnsemble::~ResponseEnsemble() = default;

const std::vector<std::string>& ResponseEnsemble::notes() const { return impl_->notes; }
std::int64_t ResponseEnsemble::samples() const { return impl_->samples; }
const std::string& ResponseEnsemble::failure() const { return impl_->failure; }
bool ResponseEnsemble::done() const { return impl_->samples >= impl_->options.samples || !impl_->failure.empty(); }

void ResponseEnsemble::Impl::sort_by_distance(const std::vector<ParticlePair>& pairs) {
  const int last = options.last < 0 ? model.size() - 1 : options.last;
  const auto inside = [&](std::int32_t p) { return p >= options.first && p <= last; };
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    if (!inside(pairs[k].i) || !inside(pairs[k].j)) continue;
    const auto d = static_cast<std::size_t>(pairs[k].distance);
    if (of_distance.size() <= d) of_distance.resize(d + 1);
    of_distance[d].push_back(k);
  }
}

std::optional<Error> ResponseEnsemble::Impl::take_histograms(const std::vector<ParticlePair>& pairs) {
  for (const HistogramOptions& asked : options.histograms) {
    const auto [i, j] = std::minmax(asked.i, asked.j);
    if (i < 0 || j >= model.size())
      return Error{"histogram", "no particle " + std::to_string(i < 0 ? i : j) + " (there are " +
                                    std::to_string(model.size()) + ", from 0)"};
    if (asked.bins < 1) return Error{"histogram", "expected at least one bin, found " + std::to_string(asked.bins)};
    const auto found = std::find_if(pairs.begin(), pairs.end(),
                                    [i = i, j = j](const ParticlePair& pair) { return pair.i == i && pair.j == j; });
    if (found == pairs.end())
      return Error{"histogram", model.particle_name(i) + " and " + model.particle_name(j) + " are more than " +
                                    std::to_string(options.distance) +
                                    " constraints apart, or fixed; expected a pair within the distance"};
    const double w = std::max(model.inverse_masses()[static_cast<std::size_t>(i)],
                              model.inverse_masses()[static_cast<std::size_t>(j)]);
    histograms.push_back({static_cast<std::size_t>(found - pairs.begin()), i == j ? 0.0 : -w, w,
                          std::vector<std::int64_t>(static_cast<std::size_t>(asked.bins), 0)});
  }
  return std::nullopt;
}

void ResponseEnsemble::Impl::take_evaluator(std::unique_ptr<Evaluator> evaluator) {
  const std::size_t size = evaluator->pairs().size(), all = size + of_distance.size();
  means = BlockMeans(all);
  for (int k = 0; k < team.size(); ++k)
    workers.push_back(
        {evaluator->copy(), std::vector<LaneValues>(size), std::vector<double>(all), BlockMeans(all), {}, -1});
}

void ResponseEnsemble::Impl::add_pack(Worker& worker, std::int64_t first, std::int64_t end) const {
  if (!worker.evaluator->evaluate(static_cast<std::uint64_t>(first), worker.values.data())) worker.singular = first;
  const auto lanes = static_cast<std::size_t>(std::min<std::int64_t>(kernel_lanes, end - first));
  for (std::size_t p = 0; p < worker.values.size(); ++p)
    for (std::size_t lane = 0; lane < lanes; ++lane) worker.sums[p] += worker.values[p][lane];
  for (HistogramCounts& histogram : worker.histograms)
    for (std::size_t lane = 0; lane < lanes; ++lane) histogram.add(worker.values[histogram.pair][lane]);
}

void ResponseEnsemble::Impl::add_block(Worker& worker, double count) const {
  const std::size_t pairs = worker.values.size();
  for (std::size_t p = 0; p < pairs; ++p) worker.sums[p] /= count;
  for (std::size_t d = 0; d < of_distance.size(); ++d) {
    double sum = 0.0;
    for (std::size_t p : of_distance[d]) sum += worker.sums[p];
    worker.sums[pairs + d] = of_distance[d].empty() ? 0.0 : sum / static_cast<double>(of_distance[d].size());
  }
  worker.means.add(count, worker.sums);
}

void ResponseEnsemble::Impl::work(Worker& worker, std::int64_t first, std::int64_t end) const {
  worker.means = BlockMeans(worker.sums.size());
  worker.histograms = histograms;
  for (HistogramCounts& histogram : worker.histograms) std::fill(histogram.counts.begin(), histogram.counts.end(), 0);
  for (std::int64_t block = first; block < end; block += samples_of_block(first)) {
    const std::int64_t block_end = std::min(block + samples_of_block(first), end);
    std::fill(worker.sums.begin(), worker.sums.end(), 0.0);
    for (std::int64_t pack = block; pack < block_end; pack += kernel_lanes) add_pack(worker, pack, block_end);
    add_block(worker, static_cast<double>(block_end - block));
  }
}

// Each thread takes a chunk; what they found is put together in the order of the chunks, whoever took which.
void ResponseEnsemble::advance() {
  Impl& my = *impl_;
  const std::int64_t begin = my.samples, end = my.options.samples;
  const auto chunk = [&](std::int64_t k) { return std::min(begin + k * chunk_samples, end); };
  my.team.run([&](int k) { my.work(my.workers[static_cast<std::size_t>(k)], chunk(k), chunk(k + 1)); });
  for (int k = 0; k < my.team.size(); ++k) my.include(my.workers[static_cast<std::size_t>(k)], chunk(k), chunk(k + 1));
}

void ResponseEnsemble::Impl::include(const Worker& worker, std::int64_t first, std::int64_t end) {
  if (end - first < chunk_samples) before_last = memory();  // a longer ensemble goes on from there, with a whole chunk
  samples = end;
  means.add(worker.means);
  for (std::size_t h = 0; h < histograms.size(); ++h)
    for (std::size_t b = 0; b < histograms[h].counts.size(); ++b)
      histograms[h].counts[b] += worker.histograms[h].counts[b];
  if (worker.singular >= 0 && failure.empty())
    failure = "in one of the samples from " + std::to_string(worker.singular) + " on " + worker.evaluator->why();
}

Estimate ResponseEnsemble::at_distance(int distance) const {
  const auto d = static_cast<std::size_t>(distance);
  return d < impl_->of_distance.size() ? impl_->means.estimate(impl_->workers[0].values.size() + d) : Estimate{};
}

EnsembleResult ResponseEnsemble::result() const {
  EnsembleResult result;
  const std::vector<ParticlePair>& pairs = impl_->workers[0].evaluator->pairs();
  result.samples = impl_->samples;
  for (std::size_t p = 0; p < pairs.size(); ++p)
    result.pairs.push_back({pairs[p].i, pairs[p].j, pairs[p].distance, impl_->means.estimate(p)});
  std::sort(result.pairs.begin(), result.pairs.end(),
            [](const auto& a, const auto& b) { return std::pair(a.i, a.j) < std::pair(b.i, b.j); });
  for (std::size_t d = 0; d < impl_->of_distance.size(); ++d)
    if (!impl_->of_distance[d].empty())
      result.distances.push_back({static_cast<int>(d), static_cast<std::int64_t>(impl_->of_distance[d].size()),
                                  impl_->means.estimate(pairs.size() + d)});
  for (const HistogramCounts& histogram : impl_->histograms) {
    const ParticlePair& pair = pairs[histogram.pair];
    result.histograms.push_back({pair.i, pair.j, histogram.low, histogram.high, histogram.counts});
  }
  return result;
}

std::vector<double> ResponseEnsemble::memory() const { return impl_->memory(); }

std::vector<double> ResponseEnsemble::Impl::memory() const {
  if (samples % chunk_samples != 0) return before_last;
  std::vector<double> memory = {static_cast<double>(samples)};
  means.save(memory);
  for (const HistogramCounts& histogram : histograms)
    for (std::int64_t count : histogram.counts) memory.push_back(static_cast<double>(count));
  return memory;
}

bool ResponseEnsemble::restore(std::span<const double> memory) {
  std::size_t size = 1 + impl_->means.saved_size();
  for (const HistogramCounts& histogram : impl_->histograms) size += histogram.counts.size();
  if (memory.size() != size) return false;
  impl_->samples = count_of(memory[0]);
  impl_->means.restore(memory.subspan(1));
  std::size_t at = 1 + impl_->means.saved_size();
  for (HistogramCounts& histogram : impl_->histograms)
    for (std::int64_t& count : histogram.counts) count = count_of(memory[at++]);
  return true;
}

}  // namespace taut

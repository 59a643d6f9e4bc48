#include "run/study_memory.hpp"

#include <fmt/format.h>

#include "base/whole.hpp"
#include "run/continued.hpp"
#include "taut/error.hpp"

namespace taut {
namespace {

constexpr std::chrono::seconds interval{30};
constexpr const char* mark = "study";  // tells the checkpoint of a study from that of a run

std::map<std::string, double> numbers_of(const StudyOptions& options) {
  std::map<std::string, double> numbers = {{mark, 1.0},
                                           {"energy_surface", options.on_energy_surface ? 1.0 : 0.0},
                                           {"copies", options.copies},
                                           {"section", options.section ? 1.0 : 0.0},
                                           {"map", options.map ? 1.0 : 0.0},
                                           {"pixels", options.pixels},
                                           {"check", options.check}};
  if (options.lyapunov) numbers["lyapunov"] = *options.lyapunov;
  if (options.twin) numbers["twin"] = *options.twin;
  if (options.time) numbers["time"] = *options.time;
  return numbers;
}

}  // namespace

bool is_of_study(const io::Checkpoint& checkpoint) { return checkpoint.numbers.count(mark) > 0; }

StudyOptions options_of(const io::Checkpoint& checkpoint, const OutputDirectory& directory, const StudyOptions& now) {
  const std::map<std::string, double>& numbers = checkpoint.numbers;
  if (!is_of_study(checkpoint))
    throw InputError(fmt::format("{}: holds a run, expected a study of taut chaos; continue it with taut run --resume",
                                 directory.path().string()));
  StudyOptions options = now;
  const auto integer = [&](const char* name) { return whole_within(numbers.at(name), 0, 1'000'000'000); };
  options.on_energy_surface = integer("energy_surface") != 0;
  options.copies = integer("copies");
  options.section = integer("section") != 0;
  options.map = integer("map") != 0;
  options.pixels = integer("pixels");
  options.check = integer("check");
  if (numbers.count("lyapunov") > 0) options.lyapunov = integer("lyapunov");
  if (numbers.count("twin") > 0) options.twin = numbers.at("twin");
  if (numbers.count("time") > 0) options.time = numbers.at("time");
  return options;
}

StudyMemory::StudyMemory(const OutputDirectory& directory, const StudyOptions& options, const Scenario& scenario,
                         const Model& model, const State& start)
    : directory_(directory) {
  now_.state = start;
  now_.numbers = numbers_of(options);
  keep_scenario(now_, scenario, model);
}

StudyMemory::StudyMemory(const OutputDirectory& directory, io::Checkpoint checkpoint)
    : directory_(directory), before_(checkpoint.lists), now_(std::move(checkpoint)) {}

const std::vector<double>* StudyMemory::before(const std::string& part) const {
  const auto found = before_.find(part);
  return found == before_.end() ? nullptr : &found->second;
}

bool StudyMemory::due() const {
  const std::lock_guard lock(mutex_);
  return Clock::now() - written_ >= interval;
}

void StudyMemory::keep(const std::string& part, std::vector<double> memory) {
  const std::lock_guard lock(mutex_);
  now_.lists[part] = std::move(memory);
}

void StudyMemory::write() {
  const std::lock_guard lock(mutex_);
  io::write_checkpoint(directory_.file(checkpoint_file), now_);
  written_ = Clock::now();
}

}  // namespace taut

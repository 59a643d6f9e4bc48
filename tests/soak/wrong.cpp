// soak_wrong [MINUTES] [--seed N] [--cases N] [--lattice] [--no-shrink] [--out DIR] [--print]: a random search for
// results that are wrong in silence. Case k of a search with seed N is the first of a search with seed N + k. What is
// wrong is printed and written to DIR (out/soak-wrong) as a scenario that reproduces it. Exit code 1 if anything is.
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>

#include "soak/wrong/generator.hpp"
#include "soak/wrong/judge.hpp"
#include "soak/wrong/trial.hpp"

namespace taut::soak {
namespace {

struct Options {
  double minutes = 10.0;
  std::uint64_t seed = 1;
  long cases = -1;  // any number
  bool lattice = false, shrink = true, print = false;
  std::string out = "out/soak-wrong";
};

// A note without its numbers and names, as far as those have digits.
std::string kind_of(const std::string& note) {
  std::string kind;
  for (const char c : note.substr(0, 160)) {
    const bool is_digit = (c >= '0' && c <= '9') || c == '.';
    if (!is_digit || kind.empty() || kind.back() != '#') kind += is_digit ? '#' : c;
  }
  return kind.substr(0, 90);
}

struct Counts {
  std::map<std::string, std::array<long, verdicts>> by_family, by_method, by_kind, by_solver;
  std::map<std::string, long> mechanisms, reasons, notes;
  std::array<long, verdicts> all = {};

  void add(const Case& item, const Judgement& judgement) {
    const auto k = static_cast<std::size_t>(judgement.verdict);
    ++all[k];
    ++by_family[item.family + (item.dimension == 2 ? " 2-D" : " 3-D")][k];
    ++by_method[item.method][k];
    ++by_solver[item.solver][k];
    std::set<std::string> kinds;
    for (const Tie& tie : item.ties) kinds.insert(tie.kind);
    for (const Body& body : item.bodies)
      if (body.hold == Hold::driven) kinds.insert("driven point");
    for (const std::string& kind : kinds) ++by_kind[kind][k];
    if (judgement.verdict == Verdict::wrong || judgement.verdict == Verdict::coarse)
      ++mechanisms[std::string(name(judgement.verdict)) + ": " + judgement.mechanism];
    for (const std::string& note : judgement.notes) ++notes[(is_harmless(note) ? "  " : "* ") + kind_of(note)];
    if (judgement.verdict == Verdict::undecided) ++reasons[judgement.details];
  }
};

void print(const char* title, const std::map<std::string, std::array<long, verdicts>>& table) {
  std::printf("\n%-20s", title);
  for (int k = 0; k < verdicts; ++k) std::printf("%10s", name(static_cast<Verdict>(k)));
  for (const auto& [key, counts] : table) {
    std::printf("\n%-20s", key.c_str());
    for (const long count : counts) std::printf("%10ld", count);
  }
  std::printf("\n");
}

void print(const Counts& counts, double seconds) {
  print("family", counts.by_family);
  print("method", counts.by_method);
  print("solver", counts.by_solver);
  print("constraint", counts.by_kind);
  print("", {{"all", counts.all}});
  for (const auto& [mechanism, count] : counts.mechanisms) std::printf("%6ld  %s\n", count, mechanism.c_str());
  std::printf("Undecided because:\n");
  for (const auto& [reason, count] : counts.reasons) std::printf("%6ld  %s\n", count, reason.c_str());
  std::printf("Notes, with a star those that count as said:\n");
  for (const auto& [note, count] : counts.notes)
    if (count > 1) std::printf("%6ld  %s\n", count, note.c_str());
  long total = 0;
  for (const long count : counts.all) total += count;
  std::printf("%ld cases in %.0f s, %.1f per second\n", total, seconds, static_cast<double>(total) / seconds);
}

// The first few of a mechanism are made smaller, which takes as long as some dozens of cases.
void report(const Options& options, const Case& item, const Judgement& judgement, long found) {
  const Case smallest = options.shrink && found <= 3 ? shrunk(item, judgement) : item;
  std::filesystem::create_directories(options.out);
  const std::string file = fmt::format("{}/{}.toml", options.out, item.seed);
  std::ofstream(file) << "# " << judgement.mechanism << ": " << judgement.details << "\n" << to_toml(smallest);
  std::printf("\nWRONG seed %llu (%s, %s, h = %g): %s\n  %s\n  %s\n", static_cast<unsigned long long>(item.seed),
              item.family.c_str(), item.method.c_str(), item.step, judgement.mechanism.c_str(),
              judgement.details.c_str(), file.c_str());
  std::fflush(stdout);
}

int search(const Options& options) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
  Counts counts;
  for (long k = 0; k != options.cases && (options.cases >= 0 || seconds() < 60.0 * options.minutes); ++k) {
    const std::uint64_t seed = options.seed + static_cast<std::uint64_t>(k);
    const Case item = options.lattice ? lattice_linkage(seed) : random_case(seed);
    if (options.print) std::fputs(to_toml(item).c_str(), stdout);
    const Judgement judgement = options.lattice ? judge_pair(item) : judge(item);
    counts.add(item, judgement);
    if (options.print)
      std::printf("# %s: %s: %s\n", name(judgement.verdict), judgement.mechanism.c_str(), judgement.details.c_str());
    if (judgement.verdict == Verdict::wrong)
      report(options, item, judgement,
             counts.mechanisms[std::string(name(judgement.verdict)) + ": " + judgement.mechanism]);
  }
  print(counts, seconds());
  return counts.all[static_cast<std::size_t>(Verdict::wrong)] > 0 ? 1 : 0;
}

[[noreturn]] void refuse(const char* found) {
  std::fprintf(stderr,
               "soak_wrong: found \"%s\", expected [MINUTES] [--seed N] [--cases N] [--lattice] [--no-shrink] [--out "
               "DIR] [--print]\n",
               found);
  std::exit(2);
}

double positive(const char* text) {
  char* end = nullptr;
  const double value = std::strtod(text, &end);
  if (end == text || *end != '\0' || !(value > 0.0)) refuse(text);
  return value;
}

Options parsed(int argc, char** argv) {
  Options options;
  for (int k = 1; k < argc; ++k) {
    const std::string word = argv[k];
    const bool has_value = k + 1 < argc;
    if (word == "--lattice")
      options.lattice = true;
    else if (word == "--no-shrink")
      options.shrink = false;
    else if (word == "--print")
      options.print = true;
    else if (word == "--seed" && has_value)
      options.seed = static_cast<std::uint64_t>(positive(argv[++k]));
    else if (word == "--cases" && has_value)
      options.cases = static_cast<long>(positive(argv[++k]));
    else if (word == "--out" && has_value)
      options.out = argv[++k];
    else
      options.minutes = positive(argv[k]);
  }
  if (options.lattice && options.cases < 0) options.cases = 800;
  return options;
}

}  // namespace
}  // namespace taut::soak

int main(int argc, char** argv) { return taut::soak::search(taut::soak::parsed(argc, argv)); }

// `taut chaos`: how chaotic the motion of a scenario is, by exponents, sections, twins and maps, with files and
// figures.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "taut/chaos.hpp"
#include "taut/scenario.hpp"
#include "taut/stop.hpp"

namespace taut {

struct StudyOptions {
  std::optional<int> lyapunov = {};  // so many exponents; 0: all
  bool on_energy_surface = false;    // exponents of vectors that keep the energy
  int copies = 8;                    // of the trajectory whose exponents are averaged
  bool section = false;
  std::optional<double> twin = {};  // the distance between the starts
  bool map = false;
  int pixels = 512;                 // along the longer side of the map
  int check = 0;                    // pixels to be computed anew by a method of high order
  std::optional<double> time = {};  // of each study; the scenario's duration when absent
  int threads = 1;
  std::filesystem::path out = {};  // empty: out/<scenario name>-chaos
  bool force = false, quiet = false;
  bool accept = false;  // a result that is not to be trusted is what the user wants
  bool resume = false;  // the study in `out`, with what was asked for there
  const StopRequest* stop = nullptr;
};

struct LyapunovStudy {
  double time = 0.0, transient = 0.0;  // of each copy; what is left out of the mean at its beginning
  int copies = 0;
  struct Exponent {
    double mean = 0.0, error = 0.0;
    bool converged = false;  // whether the error is to be trusted
  };
  std::vector<Exponent> exponents;
  std::vector<double> finite_time;           // from the very start, mean over the copies
  bool grows = true;                         // exponentially, as far as the second half of the time shows
  std::vector<double> times;                 // of the curve
  std::vector<std::vector<double>> running;  // of each exponent: from the start up to each time, mean over the copies
};

struct SectionStudy {
  std::array<std::string, 2> labels;
  struct Hit {
    int start;
    double time;
    std::array<double, 2> place;
  };
  int starts = 0;
  double time = 0.0;
  std::vector<Hit> hits;
  std::int64_t jumps = 0;
  std::string never_crossed = {};                    // in a sentence, where there are no hits
  double lowest_energy = 0.0, highest_energy = 0.0;  // of the starts
};

struct TwinStudy {
  double start_distance = 0.0;
  std::vector<double> times, distances;
  std::optional<DivergenceFit> fit;
  double time = 0.0;
};

struct MapStudy {
  MapSpec spec;
  double time = 0.0;
  std::size_t columns = 0, rows = 0;
  std::vector<double> times;  // see event_map.hpp
  std::size_t events = 0, none = 0, impossible = 0, unknown = 0;
  // Pixels that were computed anew, by when their event is: how many agree.
  struct Agreement {
    double from, to;
    int pixels, agree;
    double median;  // of the differences
  };
  std::vector<Agreement> agreement;
  double tolerance = 0.0;  // a difference up to this is agreement
  double seconds = 0.0;
};

struct StudyReport {
  std::string title;
  int degrees_of_freedom = 0;
  double step = 0.0;
  std::string integrator, time_unit;
  std::vector<std::string> notes;
  // What the rule of docs/guide/accuracy.md finds wrong with the motion that was studied; empty: nothing.
  std::vector<std::string> failures = {};
  bool accepted = false;  // by StudyOptions::accept: known to be wrong, and wanted
  bool trusted() const { return failures.empty(); }
  std::optional<LyapunovStudy> lyapunov;
  std::optional<SectionStudy> section;
  std::optional<TwinStudy> twin;
  std::optional<MapStudy> map;
  bool interrupted = false;
  double seconds = 0.0;
  std::filesystem::path directory;
  std::vector<std::string> files;
};

// Throws InputError for what the user can mend, OutputError for work that failed.
StudyReport study(const Scenario& scenario, const StudyOptions& options);
std::string to_text(const StudyReport& report);
std::string to_json(const StudyReport& report);

}  // namespace taut

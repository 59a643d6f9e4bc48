// `taut response`: a scenario's answer to forces, at its start or averaged over random configurations, with files and
// figures.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "taut/ensemble.hpp"
#include "taut/modes.hpp"
#include "taut/network.hpp"
#include "taut/response.hpp"
#include "taut/scenario.hpp"
#include "taut/stop.hpp"

namespace taut {

// Whether frames of a trajectory are shifted and turned onto their mean: automatic where nothing is held in space.
enum class Fit { automatic, none, rigid };

struct RespondOptions {
  ResponseKind kind = ResponseKind::velocity;
  bool tension = false;                       // L: with the stiffness of loaded constraints
  std::filesystem::path drag_matrix = {};     // E: D from a file of comma-separated numbers
  std::vector<std::string> loads = {};        // "bob=1,0": forces to be answered together
  std::vector<std::string> pairs = {};        // "0:1": entries to be shown, of the matrix or of its average
  std::vector<std::string> group = {};        // particles whose common mobility, compliance or mass is wanted
  std::optional<int> modes = {};              // so many eigenvalues
  std::optional<int> normal_modes = {};       // so many vibrations about the start
  std::optional<std::int64_t> ensemble = {};  // so many random configurations
  std::optional<int> distance = {};           // pairs so far apart: of an ensemble 12, of one configuration as asked
  std::optional<std::string> window = {};     // "10:30": particles that means over distances take
  std::vector<std::string> histograms = {};   // "0:1"
  bool exact = false;                         // a freely jointed chain by its transfer operator, without sampling
  bool moduli = false;                        // L: elastic moduli of a plane network
  std::filesystem::path trajectory = {};      // the output directory of a run, whose principal components are wanted
  Fit fit = Fit::automatic;                   // of its frames
  double zero = 1e-6;                         // components of this amplitude, of the whole, imply constraints
  int threads = 1;
  std::filesystem::path out = {};  // empty: out/<scenario name>-response
  bool force = false;              // replace what is there
  bool resume = false;             // continue the ensemble in `out`
  bool quiet = false;              // no progress bar
  const StopRequest* stop = nullptr;
};

// Lists of more particles than this are in CSV files only, and are not drawn.
inline constexpr int most_listed = 20'000;

// <E> of the pairs at one distance, and what it is exactly where that is known.
struct DecayRow {
  int distance;
  std::int64_t pairs;
  Estimate value;
  std::optional<double> exact;
};

struct PairRow {  // the same of one pair
  std::int32_t i, j;
  Estimate value;
  std::optional<double> exact;
};

// What a trajectory says: its principal components, and the constraints that it keeps anyway.
struct TrajectoryReport {
  std::filesystem::path file;
  std::vector<double> time;  // of frames
  bool fitted = false;
  PrincipalComponents principal;
  std::vector<std::vector<double>> projections;         // on principal components, one list a frame
  std::vector<std::vector<double>> normal_projections;  // on normal modes about the start, where those were asked for
  std::vector<double> normal_variances;                 // of these
  bool enough_frames = true;                            // fewer than coordinates imply relations by themselves
  std::vector<ImpliedRelation> relations;               // those that the scenario does not hold
  std::vector<std::string> relation_texts;              // the same in words
  KeptShape shape;                                      // what neither these nor the scenario hold
  std::vector<std::string> shape_texts;                 // its distances, then its planes
  int held = 0;                                         // rows of more that are constraints of the scenario
  std::string constraints;                              // relations and shape, to be put into a scenario
};

struct RespondReport {
  std::string title;
  char letter = 'E';
  std::string quantity;  // in words
  int dimension = 3, particles = 0, coordinates = 0, rank = 0;
  std::vector<std::string> notes;
  std::vector<std::string> names;         // of particles
  std::vector<std::string> row_names;     // of constraints, one a row, where there is an answer
  std::vector<std::string> free_motions;  // in words

  std::vector<double> matrix;        // one configuration of a small system: all of it, by rows
  std::vector<int> moving;           // particles of its rows, in order
  std::vector<ResponsePair> blocks;  // near the diagonal
  std::vector<ResponsePair> pairs;   // those asked for
  std::vector<Vec3> load;            // one a particle, when there is one
  std::optional<Response::Answer> answer;
  std::optional<ResponseBlock> group;
  std::vector<Mode> modes, normal_modes;
  std::optional<NetworkModuli> moduli;
  std::optional<TrajectoryReport> trajectory;

  std::optional<EnsembleResult> ensemble;
  std::vector<PairRow> pair_means;  // those asked for
  std::vector<DecayRow> decay;
  std::optional<double> exact_factor;  // of the decay of an infinite chain

  bool interrupted = false;
  double seconds = 0.0;
  std::filesystem::path directory;
  std::vector<std::string> files;
};

// Throws InputError for what the user can mend, OutputError for what cannot be written.
RespondReport respond(const Scenario& scenario, const RespondOptions& options);
std::string to_text(const RespondReport& report);
std::string to_json(const RespondReport& report);

}  // namespace taut

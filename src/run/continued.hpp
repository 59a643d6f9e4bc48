// What is continued must be what was begun. The scenario as understood, defaults filled in, is kept in the checkpoint
// and compared key by key with the one that is to go on.
#pragma once

#include <vector>

#include "io/output/checkpoint.hpp"
#include "run/output_directory.hpp"
#include "taut/run.hpp"

namespace taut {

void keep_scenario(io::Checkpoint& checkpoint, const Scenario& scenario, const Model& model);
void keep_changes(io::Checkpoint& checkpoint, const std::vector<ScenarioChange>& changes);
// The one it was begun with, unless another is typed: a scenario without a title has the name of its file, which is
// another in the directory of a run.
std::string title_kept(const io::Checkpoint& checkpoint, const Scenario& scenario);
std::vector<ScenarioChange> changes_kept(const io::Checkpoint& checkpoint);  // when it was continued before

// What differs, but for keys that any continued run may change: how long it goes on, and how often it stores.
std::vector<ScenarioChange> changes_since(const io::Checkpoint& checkpoint, const Scenario& scenario,
                                          const Model& model);
// Throws InputError when anything differs.
void refuse_changes(const std::vector<ScenarioChange>& changes, const OutputDirectory& directory,
                    const std::string& advice);
// Throws InputError for what no force can change: where it began.
void refuse_start_changes(const std::vector<ScenarioChange>& changes, const OutputDirectory& directory);
std::string describe(const ScenarioChange& change);

// Whether a key such as output.every is in the file or was set on the command line, and is no default.
bool is_typed(const Scenario& scenario, std::string_view key);

}  // namespace taut

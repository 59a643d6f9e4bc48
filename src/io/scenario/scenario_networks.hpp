// The kinds of [[lattices]] that are made of units which turn about their joints.
#pragma once

#include <string>
#include <vector>

#include "io/scenario/scenario_reader.hpp"

namespace taut::io {

std::vector<std::string> network_kind_names();
bool is_network(const Section& lattice);  // one of these kinds
void read_network(ScenarioReader& reader, const Section& given, std::size_t number);

// What other lattices have in common with them: whether `edges` are tied, and the relations that tie them.
bool read_tied(Section& section);
void add_ties(ScenarioReader& reader, const Section& section, std::vector<LinearSpec> ties);

}  // namespace taut::io

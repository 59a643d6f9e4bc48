#include "fuzz/formula_target.hpp"
#include "fuzz/targets.hpp"

void taut::fuzz::read_formula(std::string_view bytes) { require(formula_keeps_its_promises(bytes)); }

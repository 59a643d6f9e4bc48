// Everything at once. scenario.hpp and run.hpp need the library taut::io, the rest only taut::core.
#pragma once

#include "taut/error.hpp"
#include "taut/forces.hpp"
#include "taut/formula.hpp"
#include "taut/integrate.hpp"
#include "taut/model.hpp"
#include "taut/output.hpp"
#include "taut/project.hpp"
#include "taut/run.hpp"
#include "taut/scenario.hpp"
#include "taut/solve.hpp"
#include "taut/state.hpp"
#include "taut/vec.hpp"

// Built-in curves and surfaces as rows of a model.
#pragma once

#include <variant>

#include "model/checks.hpp"
#include "taut/model.hpp"

namespace taut {

using ShapeRow = std::variant<QuadricRow, FormulaRow>;

// The row that holds particle spec.on on its shape; checks everything about the spec but the particle.
Expected<ShapeRow> make_shape_row(const ShapeSpec& spec, int dimension, const Place& place);

}  // namespace taut

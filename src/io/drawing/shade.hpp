// Colours that fade with age.
#pragma once

#include <string>
#include <string_view>

namespace taut::io {

// Towards white for what is long past: the colour itself at age 0, nearly white at 1.
std::string shade(std::string_view colour, double age);

}  // namespace taut::io

// Figures are for the eye: numbers that were computed are worth more than their picture.
#pragma once

#include <exception>
#include <string>
#include <vector>

namespace taut {

// Calls draw(); what goes wrong becomes a note, and the run goes on.
template <class Draw>
void draw_or_note(std::vector<std::string>& notes, Draw&& draw) {
  try {
    draw();
  } catch (const std::exception& error) {
    notes.push_back(std::string("a figure could not be drawn: ") + error.what());
  }
}

}  // namespace taut

// The readers of what users and other programs write, one target for each: it takes the bytes, or refuses them in one
// sentence, and breaks nothing.
#pragma once

#include <cstdlib>
#include <string>
#include <string_view>

#include "taut/error.hpp"

namespace taut::fuzz {

void read_formula(std::string_view bytes);
void read_scenario(std::string_view bytes);
void read_arm(std::string_view bytes);
void read_urdf(std::string_view bytes);
void read_svg_path(std::string_view bytes);
void read_joints(std::string_view bytes);
void read_checkpoint(std::string_view bytes);
void read_trajectory(std::string_view bytes);  // a file of any shape, made with HDF5
void read_h5md(std::string_view bytes);        // any bytes, which HDF5 itself has to take

inline void require(bool promise) {
  if (!promise) std::abort();
}

inline bool is_sentence(const std::string& message) { return message.size() > 8 && message.back() != '\n'; }

// Anything else that is thrown ends the program.
template <class Read>
void reads_or_refuses(Read&& read) {
  try {
    read();
  } catch (const InputError& error) {
    require(is_sentence(error.what()));
  }
}

}  // namespace taut::fuzz

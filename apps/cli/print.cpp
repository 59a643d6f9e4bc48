#include <cerrno>
#include <cstdio>
#include <cstring>

#include "commands.hpp"
#include "taut/output.hpp"

namespace taut::cli {

void print(const std::string& text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!written) throw OutputError(std::string("standard output cannot be written: ") + std::strerror(errno));
}

}  // namespace taut::cli

#include "io/h5md/hdf5_handle.hpp"

#include <fmt/format.h>

#include "taut/output.hpp"

namespace taut::io {
namespace {

// Walking upward, entry 0 is the innermost one: the cause.
herr_t keep_innermost(unsigned index, const H5E_error2_t* entry, void* text) {
  if (index == 0 && entry->desc != nullptr) *static_cast<std::string*>(text) = entry->desc;
  return 0;
}

std::string cause() {
  std::string text = "HDF5 does not say why";
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keep_innermost, &text);
  constexpr std::string_view key = "error message = '";  // where the system refused, its own words follow
  const auto start = text.find(key);
  if (start == std::string::npos) return text;
  const auto first = start + key.size();
  return text.substr(first, text.find('\'', first) - first);
}

}  // namespace

Hdf5Silence::Hdf5Silence() {
  H5Eget_auto2(H5E_DEFAULT, &function_, &data_);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

Hdf5Silence::~Hdf5Silence() { H5Eset_auto2(H5E_DEFAULT, function_, data_); }

void Hdf5Check::fail(std::string_view action) const {
  throw OutputError(fmt::format("{}: cannot {}: {}", path_, action, cause()));
}

}  // namespace taut::io

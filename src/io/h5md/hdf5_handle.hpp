// The HDF5 C library with owners for its identifiers and its failures as OutputError.
#pragma once

#include <hdf5.h>

#include <string>
#include <string_view>
#include <utility>

namespace taut::io {

// An open HDF5 object and the function that closes it.
class Hdf5Handle {
 public:
  using Close = herr_t (*)(hid_t);

  Hdf5Handle() = default;
  Hdf5Handle(hid_t id, Close closer) : id_(id), close_(closer) {}
  Hdf5Handle(Hdf5Handle&& other) noexcept : id_(std::exchange(other.id_, H5I_INVALID_HID)), close_(other.close_) {}
  Hdf5Handle& operator=(Hdf5Handle&& other) noexcept {
    std::swap(id_, other.id_);
    std::swap(close_, other.close_);
    return *this;
  }
  ~Hdf5Handle() { reset(); }

  hid_t get() const { return id_; }
  void reset() {
    if (id_ >= 0) close_(std::exchange(id_, H5I_INVALID_HID));
  }

 private:
  hid_t id_ = H5I_INVALID_HID;
  Close close_ = nullptr;
};

// While it lives the library does not print its error stack.
class Hdf5Silence {
 public:
  Hdf5Silence();
  ~Hdf5Silence();
  Hdf5Silence(const Hdf5Silence&) = delete;
  Hdf5Silence& operator=(const Hdf5Silence&) = delete;

 private:
  H5E_auto2_t function_ = nullptr;
  void* data_ = nullptr;
};

// Reports failures of one file. `check` passes an identifier or status through and throws when it is negative.
class Hdf5Check {
 public:
  explicit Hdf5Check(std::string path) : path_(std::move(path)) {}

  template <class Id>
  Id operator()(Id id, std::string_view action) const {
    if (id < 0) fail(action);
    return id;
  }
  const std::string& path() const { return path_; }

 private:
  [[noreturn]] void fail(std::string_view action) const;

  std::string path_;
};

}  // namespace taut::io

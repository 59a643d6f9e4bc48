// Bad input: one sentence that says where, what was found and what was expected.
// Nothing below io throws by itself: builders and parsers return Expected<T>; value() throws InputError
// for callers who prefer exceptions.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <variant>

namespace taut {

struct Error {
  std::string key;      // for example constraints[2].between; may be empty
  std::string message;  // what was found and what was expected
};

class InputError : public std::runtime_error {
 public:
  explicit InputError(const Error& error)
      : std::runtime_error(error.key.empty() ? error.message : error.key + ": " + error.message) {}
  explicit InputError(const std::string& sentence) : std::runtime_error(sentence) {}
};

template <class T>
class [[nodiscard]] Expected {
 public:
  Expected(T value) : content_(std::in_place_index<0>, std::move(value)) {}
  Expected(Error error) : content_(std::in_place_index<1>, std::move(error)) {}

  explicit operator bool() const { return content_.index() == 0; }
  T& operator*() { return *std::get_if<0>(&content_); }
  const T& operator*() const { return *std::get_if<0>(&content_); }
  T* operator->() { return std::get_if<0>(&content_); }
  const T* operator->() const { return std::get_if<0>(&content_); }
  const Error& error() const { return *std::get_if<1>(&content_); }

#if defined(__cpp_exceptions)
  T value() && {
    if (!*this) throw InputError(error());
    return std::move(**this);
  }
#endif

 private:
  std::variant<T, Error> content_;
};

}  // namespace taut

// A buffered text file that is written front to back, in records (a row, a frame). When the disk is full the
// file is cut back to its last complete record, so that what was written before stays readable.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace taut::io {

class TextFile {
 public:
  static TextFile create(const std::string& path);                       // empty; replaces what was there
  static TextFile resume(const std::string& path, std::int64_t offset);  // what lies beyond the offset is dropped

  TextFile(TextFile&& other) noexcept;
  TextFile& operator=(TextFile&&) = delete;
  ~TextFile();  // writes the rest if it can; call flush() first to hear about failures

  void append(std::string_view text);
  void end_record();
  void flush();  // to the disk itself, so that a checkpoint may rely on it

  std::int64_t offset() const { return written_ + static_cast<std::int64_t>(buffer_.size()); }
  const std::string& path() const { return path_; }

 private:
  TextFile(std::string path, int descriptor, std::int64_t offset);
  void write_out();
  [[noreturn]] void fail(int error_number);

  std::string path_;
  int descriptor_;
  std::int64_t written_;  // bytes handed to the system
  std::string buffer_;
  std::vector<std::int64_t> record_ends_;  // those the buffer may still lose, and the last one before
};

}  // namespace taut::io

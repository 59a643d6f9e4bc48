// What writers of text files have in common.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "io/file/text_file.hpp"
#include "taut/output.hpp"

namespace taut::io {

class TextWriter : public Writer {
 public:
  void flush() override { file_.flush(); }
  std::int64_t offset() const { return file_.offset(); }

 protected:
  explicit TextWriter(TextFile file) : file_(std::move(file)) {}
  // The first line of a table: a fresh file gets it, a resumed one has it.
  TextWriter(TextFile file, std::string_view header) : TextWriter(std::move(file)) {
    if (is_fresh()) begin(header);
  }

  bool is_fresh() const { return file_.offset() == 0; }
  void begin(std::string_view header) {
    file_.append(header);
    file_.end_record();
  }

  TextFile file_;
  std::string row_;
};

}  // namespace taut::io

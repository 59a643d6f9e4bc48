#include "io/document/toml_depth.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace taut::io {
namespace {

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  std::optional<int> find() {
    while (at_ < text_.size()) {
      step(text_[at_]);
      if (header_ + inside_ + dots_ > deepest_nesting)
        return 1 + static_cast<int>(std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at_), '\n'));
    }
    return std::nullopt;
  }

 private:
  void step(char c) {
    if (c == '"' || c == '\'') return skip_string(c);
    if (c == '#') return skip_comment();
    ++at_;
    if (c == '.') ++dots_;
    if (c == ',') dots_ = 0;
    if (c == '[' || c == '{') open(c);
    if (c == ']' || c == '}') close();
    if (c == '\n') {
      dots_ = 0;
      line_begins_ = true;
      in_header_ = false;
    } else if (c != ' ' && c != '\t') {
      line_begins_ = false;
    }
  }

  // "[a.b]" at the beginning of a line says where the keys below it belong; all other brackets hold values.
  void open(char c) {
    if (c == '[' && opened_.empty() && (line_begins_ || in_header_)) {
      in_header_ = true;
      header_ = 0;
      return;
    }
    opened_.push_back(1 + dots_);
    inside_ += opened_.back();
    dots_ = 0;
  }
  void close() {
    if (in_header_ && header_ == 0) header_ = 1 + dots_;
    dots_ = 0;
    if (opened_.empty()) return;
    inside_ -= opened_.back();
    opened_.pop_back();
  }

  void skip_comment() {
    while (at_ < text_.size() && text_[at_] != '\n') ++at_;
  }
  void skip_string(char quote) {
    line_begins_ = false;
    const std::string end(text_.substr(at_, 3) == std::string(3, quote) ? 3 : 1, quote);
    at_ += end.size();
    while (at_ < text_.size() && text_.substr(at_, end.size()) != end) {
      if (text_[at_] == '\n' && end.size() == 1) return;  // not TOML, as the parser will say
      at_ += text_[at_] == '\\' && quote == '"' ? 2 : 1;
    }
    at_ += end.size();
    while (end.size() == 3 && at_ < text_.size() && text_[at_] == quote) ++at_;  // """a"""" ends in a quote of its own
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool line_begins_ = true, in_header_ = false;
  int header_ = 0, inside_ = 0, dots_ = 0;  // how deep: by the header above, by open brackets, by the key
  std::vector<int> opened_;                 // what each open bracket adds
};

}  // namespace

std::optional<int> line_nested_too_deep(std::string_view toml) { return Scanner(toml).find(); }

}  // namespace taut::io

#include "io/arm/xml_depth.hpp"

#include <algorithm>

namespace taut::io {
namespace {

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  std::optional<int> find() {
    while (depth_ <= deepest_elements) {
      at_ = text_.find('<', at_);
      if (at_ == std::string_view::npos) return std::nullopt;
      read_markup();
    }
    return 1 + static_cast<int>(std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at_), '\n'));
  }

 private:
  bool begins(std::string_view word) const { return text_.substr(at_, word.size()) == word; }
  void skip_behind(std::string_view word) {
    const std::size_t found = text_.find(word, at_);
    at_ = found == std::string_view::npos ? text_.size() : found + word.size();
  }

  void read_markup() {
    if (begins("<!--")) return skip_behind("-->");
    if (begins("<![CDATA[")) return skip_behind("]]>");
    if (begins("<!") || (begins("<?") && !begins("<?xml"))) return skip_behind(">");
    const bool closes = begins("</"), holds_none = begins("<?");
    if (!closes && !holds_none) ++depth_;
    const bool closed_at_once = skip_tag();
    if (closes || (closed_at_once && !holds_none)) depth_ = std::max(0, depth_ - 1);
  }

  // To behind its end; whether that is "/>". What looks like an element within quotes counts as one, for it has no
  // place there, and whoever reads quotes in another way would find it.
  bool skip_tag() {
    char quote = 0, before = 0;
    for (++at_; at_ < text_.size(); before = text_[at_++]) {
      const char c = text_[at_];
      if (c == '<') ++depth_;
      if (quote != 0) {
        if (c == quote) quote = 0;
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == '>') {
        ++at_;
        return before == '/';
      }
    }
    return false;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

std::optional<int> line_of_deep_element(std::string_view xml) { return Scanner(xml).find(); }

}  // namespace taut::io

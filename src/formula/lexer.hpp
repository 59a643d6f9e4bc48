// Cuts a formula into numbers, names and signs, one at a time.
#pragma once

#include <cstddef>
#include <string_view>

namespace taut::formula {

struct Token {
  enum class Kind { number, unrepresentable_number, name, sign, unknown, end };

  Kind kind = Kind::end;
  std::string_view text;   // as typed; empty at the end
  std::size_t offset = 0;  // of its first byte in the formula
  double number = 0.0;

  // Signs are + - * / ^ ( ) and the comma.
  bool is(char sign) const { return kind == Kind::sign && text.front() == sign; }
};

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  Token next();

 private:
  char at(std::size_t offset) const { return offset < text_.size() ? text_[offset] : '\0'; }
  std::size_t end_of_number(std::size_t begin) const;
  std::size_t end_of_exponent(std::size_t begin) const;
  Token take(Token::Kind kind, std::size_t end);
  Token take_number();

  std::string_view text_;
  std::size_t offset_ = 0;
};

}  // namespace taut::formula

#include "formula/lexer.hpp"

#include <charconv>
#include <system_error>

#include "formula/diagnostic.hpp"

namespace taut::formula {
namespace {

// Not <cctype>: its answers depend on the locale.
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool starts_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool continues_name(char c) { return starts_name(c) || is_digit(c); }
bool is_sign(char c) { return std::string_view("+-*/^(),").find(c) != std::string_view::npos; }

}  // namespace

Token Lexer::next() {
  while (offset_ < text_.size() && is_blank(text_[offset_])) ++offset_;
  if (offset_ == text_.size()) return take(Token::Kind::end, offset_);
  const char c = text_[offset_];
  if (is_digit(c) || (c == '.' && is_digit(at(offset_ + 1)))) return take_number();
  if (is_sign(c)) return take(Token::Kind::sign, offset_ + 1);
  if (!starts_name(c)) return take(Token::Kind::unknown, offset_ + character_length(text_, offset_));
  std::size_t end = offset_ + 1;
  while (continues_name(at(end))) ++end;
  return take(Token::Kind::name, end);
}

Token Lexer::take(Token::Kind kind, std::size_t end) {
  const Token token{kind, text_.substr(offset_, end - offset_), offset_};
  offset_ = end;
  return token;
}

Token Lexer::take_number() {
  Token token = take(Token::Kind::number, end_of_number(offset_));
  const char* begin = token.text.data();
  const auto result = std::from_chars(begin, begin + token.text.size(), token.number);
  if (result.ec != std::errc{}) token.kind = Token::Kind::unrepresentable_number;
  return token;
}

std::size_t Lexer::end_of_number(std::size_t begin) const {
  std::size_t end = begin;
  while (is_digit(at(end))) ++end;
  if (at(end) == '.') ++end;
  while (is_digit(at(end))) ++end;
  return end_of_exponent(end);
}

// An e without digits after it is the number e, and then an error of its own.
std::size_t Lexer::end_of_exponent(std::size_t begin) const {
  if (at(begin) != 'e' && at(begin) != 'E') return begin;
  std::size_t end = begin + 1;
  if (at(end) == '+' || at(end) == '-') ++end;
  if (!is_digit(at(end))) return begin;
  while (is_digit(at(end))) ++end;
  return end;
}

}  // namespace taut::formula

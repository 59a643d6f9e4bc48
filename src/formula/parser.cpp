#include "formula/parser.hpp"

#include <optional>
#include <string>
#include <utility>

#include "base/suggest.hpp"
#include "formula/diagnostic.hpp"
#include "formula/functions.hpp"
#include "formula/lexer.hpp"
#include "formula/tape.hpp"

namespace taut::formula {
namespace {

constexpr std::string_view kOperandExpected = "expected a number, a name or \"(\"";
constexpr std::string_view kNoStars = "expected a number, a name or \"(\" (write a power with \"^\")";
constexpr std::string_view kNoProduct = "expected an operator (write a product with \"*\")";

std::vector<std::string> function_names() {
  std::vector<std::string> names;
  for (const Function& function : functions()) names.emplace_back(function.name);
  return names;
}

std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t most = 25;  // a formula over many particles has hundreds
  std::string list;
  for (std::size_t i = 0; i < names.size() && i < most; ++i) list += (i == 0 ? "" : ", ") + names[i];
  return names.size() > most ? list + ", …" : list;
}

// Every rule returns the slot of its result, or nothing once an error is noted; the first error stays.
class Parser {
 public:
  Parser(std::string_view text, const Scope& scope) : text_(text), scope_(scope), lexer_(text) { advance(); }

  Expected<std::vector<Instruction>> parse() {
    const Result result = sum();
    if (result && token_.kind != Token::Kind::end) refuse_continuation("there is no \"(\" for it to close");
    if (error_) return *error_;
    return tape_.finish(*result);
  }

 private:
  using Slot = TapeBuilder::Slot;
  using Result = std::optional<Slot>;

  void advance() { token_ = lexer_.next(); }

  Result fail(Error error) {
    if (!error_) error_ = std::move(error);
    return std::nullopt;
  }
  Result fail(std::string message) { return fail(Error{"", std::move(message)}); }
  Result refuse(std::string_view expected);
  Result refuse_continuation(std::string_view about_closing);
  Result refuse_name(const Token& name);
  std::string found() const;
  std::string at(const Token& token) const { return where(text_, token.offset); }

  Result sum();
  Result product();
  Result negation();
  Result power();
  Result primary();
  Result number();
  Result name();
  Result meaning(const Token& name);
  Result parenthesis();
  Result call(const Token& name, const Function& function);
  bool arguments(const Token& opening, std::vector<Slot>& slots);
  bool close(const Token& opening);
  Result apply(const Function& function, const std::vector<Slot>& arguments);

  std::string_view text_;
  const Scope& scope_;
  Lexer lexer_;
  Token token_;
  TapeBuilder tape_;
  std::optional<Error> error_;
  int depth_ = 0;
};

Parser::Result Parser::sum() {
  Result left = product();
  while (left && (token_.is('+') || token_.is('-'))) {
    const Operation op = token_.is('+') ? Operation::add : Operation::subtract;
    advance();
    const Result right = product();
    left = right ? Result(tape_.binary(op, *left, *right)) : std::nullopt;
  }
  return left;
}

Parser::Result Parser::product() {
  Result left = negation();
  while (left && (token_.is('*') || token_.is('/'))) {
    const Operation op = token_.is('*') ? Operation::multiply : Operation::divide;
    advance();
    const Result right = token_.is('*') ? refuse(kNoStars) : negation();
    left = right ? Result(tape_.binary(op, *left, *right)) : std::nullopt;
  }
  return left;
}

// Every way for a rule to contain itself comes through here, so here the depth is counted.
Parser::Result Parser::negation() {
  if (depth_ == kDeepestNesting)
    return fail("nesting " + at(token_) + " is too deep: expected at most " + std::to_string(kDeepestNesting) +
                " levels");
  ++depth_;
  const bool negative = token_.is('-');
  if (negative) advance();
  Result operand = negative ? negation() : power();
  if (negative && operand) operand = tape_.unary(Operation::negate, *operand);
  --depth_;
  return operand;
}

Parser::Result Parser::power() {
  const Result base = primary();
  if (!base || !token_.is('^')) return base;
  advance();
  const Result exponent = negation();
  return exponent ? Result(tape_.power(*base, *exponent)) : std::nullopt;
}

Parser::Result Parser::primary() {
  switch (token_.kind) {
    case Token::Kind::number:
    case Token::Kind::unrepresentable_number:
      return number();
    case Token::Kind::name:
      return name();
    default:
      return token_.is('(') ? parenthesis() : refuse(kOperandExpected);
  }
}

Parser::Result Parser::number() {
  if (token_.kind == Token::Kind::unrepresentable_number)
    return fail("the number " + quoted(token_.text) + ' ' + at(token_) +
                " is out of range: expected a size between 5e-324 and 1.7e308");
  const double value = token_.number;
  advance();
  return tape_.constant(value);
}

Parser::Result Parser::name() {
  const Token name = token_;
  const Function* function = find_function(name.text);
  advance();
  if (token_.is('(') && function) return call(name, *function);
  return meaning(name);
}

Parser::Result Parser::meaning(const Token& name) {
  const std::optional<Meaning> found = scope_.find(name.text);
  if (!found) return refuse_name(name);
  if (const auto* variable = std::get_if<VariableIndex>(&*found)) return tape_.variable(variable->index);
  return tape_.constant(std::get<double>(*found));
}

Parser::Result Parser::parenthesis() {
  const Token opening = token_;
  advance();
  const Result inside = sum();
  return inside && close(opening) ? inside : std::nullopt;
}

Parser::Result Parser::call(const Token& name, const Function& function) {
  const Token opening = token_;
  advance();
  std::vector<Slot> slots;
  if (!arguments(opening, slots)) return std::nullopt;
  const auto count = static_cast<int>(slots.size());
  if (count >= function.fewest_arguments && count <= function.most_arguments) return apply(function, slots);
  const bool open_ended = function.most_arguments == Function::kAnyNumber;
  return fail("the function " + quoted(name.text) + ' ' + at(name) + " has " + std::to_string(count) +
              (count == 1 ? " argument" : " arguments") + ": expected " + std::to_string(function.fewest_arguments) +
              (open_ended ? " or more" : ""));
}

bool Parser::arguments(const Token& opening, std::vector<Slot>& slots) {
  if (!token_.is(')')) {
    while (true) {
      const Result argument = sum();
      if (!argument) return false;
      slots.push_back(*argument);
      if (!token_.is(',')) break;
      advance();
    }
  }
  return close(opening);
}

bool Parser::close(const Token& opening) {
  if (token_.is(')')) {
    advance();
    return true;
  }
  const std::size_t position = count_characters(text_.substr(0, opening.offset)) + 1;
  const std::string expected = "expected \")\" for the \"(\" at character " + std::to_string(position);
  if (token_.kind == Token::Kind::end) {
    refuse(expected);
  } else {
    refuse_continuation(expected);
  }
  return false;
}

Parser::Result Parser::apply(const Function& function, const std::vector<Slot>& arguments) {
  if (function.operation == Operation::power) return tape_.power(arguments[0], arguments[1]);
  if (arguments.size() == 1) return tape_.unary(function.operation, arguments[0]);
  Slot result = arguments[0];
  for (std::size_t i = 1; i < arguments.size(); ++i) result = tape_.binary(function.operation, result, arguments[i]);
  return result;
}

std::string Parser::found() const { return token_.kind == Token::Kind::end ? "end" : quoted(token_.text); }

Parser::Result Parser::refuse(std::string_view expected) {
  return fail(unexpected(text_, token_.offset, found(), expected));
}

// A complete operand stands before the token, which is no operator.
Parser::Result Parser::refuse_continuation(std::string_view about_closing) {
  if (token_.is(')')) return refuse(about_closing);
  if (token_.is(',')) return refuse("only the arguments of a function are separated by commas");
  if (token_.text == "=") return refuse("expected one side of an equation that is zero: write \"left - (right)\"");
  return refuse(token_.kind == Token::Kind::unknown ? "expected an operator, one of + - * / ^" : kNoProduct);
}

Parser::Result Parser::refuse_name(const Token& name) {
  if (find_function(name.text))
    return fail("the function " + quoted(name.text) + ' ' + at(name) + " has no argument: expected \"(\" after it");
  const bool is_call = token_.is('(');
  const std::vector<std::string> known = is_call ? function_names() : scope_.names();
  const std::string what = (is_call ? "unknown function " : "unknown name ") + quoted(name.text) + ' ' + at(name);
  if (const auto meant = closest(name.text, known)) return fail(what + ": did you mean \"" + *meant + "\"?");
  return fail(what + ": expected one of " + listed(known));
}

bool is_blank(std::string_view text) { return text.find_first_not_of(" \t\r\n") == std::string_view::npos; }

}  // namespace

Expected<std::vector<Instruction>> parse_tape(std::string_view text, const Scope& scope) {
  const std::size_t length = count_characters(text);
  if (text.size() > 4 * kLongestFormula || length > kLongestFormula)
    return Error{"", "the formula has " + std::to_string(length) + " characters: expected at most " +
                         std::to_string(kLongestFormula)};
  if (is_blank(text)) return Error{"", "the formula is empty: expected an expression"};
  return Parser(text, scope).parse();
}

}  // namespace taut::formula

// Texts on which toml++ relies on its own assumptions more than on its checks; found by fuzzing.
#include <gtest/gtest.h>

#include "io/document/toml.hpp"
#include "taut/error.hpp"

namespace taut::io {
namespace {

std::string refusal(const std::string& text) {
  try {
    (void)parse_toml(text, "f.toml");
  } catch (const InputError& error) {
    return std::string(error.what()).substr(0, 24);
  }
  ADD_FAILURE() << "was accepted: " << text;
  return {};
}

TEST(TomlReader, HeadersWithoutAKeyAreRefused) {
  EXPECT_EQ(refusal("[%]"), "f.toml:1: not valid TOML");
  EXPECT_EQ(refusal("a = 1\n\n [[ = ]]\n"), "f.toml:3: not valid TOML");
  EXPECT_EQ(refusal(std::string("a = [1]\n[\0]", 11)), "f.toml:2: not valid TOML");
}

TEST(TomlReader, LettersOutsideQuotesAreRefused) {
  for (const char* text : {"\xC3\xA9 = 1", "a = 1\xC3\xA9", "a = 1\xC3\xA9 2", "a = [1,\xC3\xA9 2]", "[\xC3\xA9]"})
    EXPECT_EQ(refusal(text), "f.toml:1: not valid TOML") << text;
  EXPECT_NO_THROW((void)parse_toml("a = \"\xC3\xA9\" # \xC3\xA9", "f.toml"));
}

}  // namespace
}  // namespace taut::io

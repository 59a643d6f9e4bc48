#include "io/document/toml_depth.hpp"

#include <gtest/gtest.h>

#include <string>

#include "io/document/toml.hpp"
#include "taut/error.hpp"
#include "unit/io/temporary_directory.hpp"

namespace taut::io {
namespace {

std::string repeated(const std::string& text, int count) {
  std::string all;
  for (int k = 0; k < count; ++k) all += text;
  return all;
}

const std::string sentence = "a.toml:2: tables and arrays are nested too deep; expected at most 100 levels";

std::string refusal(const std::string& text) {
  return test::sentence_of<InputError>([&] { static_cast<void>(parse_toml(text, "a.toml")); });
}

TEST(TomlDepth, DeepTextsAreRefusedBeforeTheyAreParsed) {
  for (const std::string& deep :
       {"x = 1\n" + repeated("a.", 10000) + "a = 1\n", "x = 1\n[" + repeated("a.", 10000) + "a]\n",
        "x = 1\n[[" + repeated("a.", 10000) + "a]]\n", "x = 1\na = " + repeated("[", 100000) + "\n",
        "x = 1\na = " + repeated("{b = ", 100000) + "1\n", "x = 1\n" + repeated("\"a\" . ", 10000) + "a = 1\n"})
    EXPECT_EQ(refusal(deep), sentence) << deep.substr(0, 20);
}

// Dots, braces and headers add up.
TEST(TomlDepth, LevelsOfAllKindsAddUp) {
  EXPECT_EQ(refusal("\na" + repeated(".a", 60) + " = {b" + repeated(".b", 60) + " = 1}\n"), sentence);
  EXPECT_EQ(refusal("[" + repeated("a.", 60) + "a]\nb" + repeated(".b", 60) + " = 1\n"), sentence);
  EXPECT_EQ(refusal("a = " + repeated("[", 60) + "\n{b" + repeated(".b", 60) + " = 1}" + repeated("]", 60) + "\n"),
            sentence);
  EXPECT_EQ(refusal("a = \"\"\"b\"\"\"\"\n" + repeated("a.", 200) + "a = 1\n"), sentence)
      << "a string that ends in a quote";
}

TEST(TomlDepth, DotsThatNestNothingAreNotCounted) {
  const std::string dots = repeated(".", 10000), brackets = repeated("[{", 10000);
  for (const std::string& text :
       {"a = \"" + dots + brackets + "\"\n", "a = '" + dots + "'\n", "# " + dots + brackets + "\na = 1\n",
        "a = \"\"\"\n" + dots + "\n\\\"\"\"" + brackets + "\"\"\"\n", "a = '''\n" + dots + "'\n'''\n",
        "a = [" + repeated("1.5, ", 10000) + "2.5]\n", "a = [\n" + repeated("[1.0, 2.0],\n", 10000) + "]\n",
        repeated("[[a.b]]\nc.d = {e = [0.5]}\n", 1000), "\"" + dots + "\" = 1\n"})
    EXPECT_EQ(refusal(text), "") << text.substr(0, 20);
}

TEST(TomlDepth, ValuesOfTheCommandLineAreLookedAtAsWell) {
  EXPECT_FALSE(parse_toml_value(repeated("[", 100000)).has_value());
  EXPECT_TRUE(parse_toml_value(repeated("[", 50) + repeated("]", 50)).has_value());
}

}  // namespace
}  // namespace taut::io

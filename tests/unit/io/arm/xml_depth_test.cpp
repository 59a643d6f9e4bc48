#include "io/arm/xml_depth.hpp"

#include <gtest/gtest.h>

#include <string>

namespace taut::io {
namespace {

std::string repeated(const std::string& text, int count) {
  std::string all;
  for (int k = 0; k < count; ++k) all += text;
  return all;
}

TEST(XmlDepth, DeepElementsAreFoundWithTheirLine) {
  EXPECT_EQ(line_of_deep_element(repeated("<a>", 100000)), 1);
  EXPECT_EQ(line_of_deep_element("<robot>\n" + repeated("<a b='1'>\n", 100) + repeated("</a>\n", 100)), 101);
  EXPECT_EQ(line_of_deep_element("<robot>" + repeated("<a>", 99) + repeated("</a>", 99) + "</robot>"), std::nullopt);
}

TEST(XmlDepth, ManyElementsAreNotDeepOnes) {
  EXPECT_EQ(line_of_deep_element("<r>" + repeated("<a><b/><c x=\"/\"/><d></d></a>", 10000) + "</r>"), std::nullopt);
  EXPECT_EQ(line_of_deep_element("<?xml version=\"1.0\"?><!DOCTYPE r><r>" +
                                 repeated("<!-- <a> --><![CDATA[<a>]]><?p <?>", 1000)),
            std::nullopt);
}

// Nothing that only looks like an end closes an element.
TEST(XmlDepth, EndsWithinQuotesAndCommentsCloseNothing) {
  EXPECT_NE(line_of_deep_element(repeated("<a b=\"/></a>\">", 200)), std::nullopt);
  EXPECT_NE(line_of_deep_element(repeated("<a><!-- </a> --><![CDATA[</a>]]>", 200)), std::nullopt);
  EXPECT_NE(line_of_deep_element(repeated("<?p ><a>", 200)), std::nullopt);
  EXPECT_NE(line_of_deep_element("<a b='" + repeated("<c>", 200)), std::nullopt);
}

}  // namespace
}  // namespace taut::io

#include "rules/mapping/text_template.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace drawbridge::rules {
namespace {

using ::testing::HasSubstr;

constexpr std::string_view kNames[] = {"value"};

std::string expanded(std::string_view expression, std::string_view value) {
  Result<TextTemplate> compiled = TextTemplate::compile(expression, kNames);
  EXPECT_TRUE(compiled.ok()) << (compiled.ok() ? "" : compiled.error().text());
  if (!compiled) return {};
  const TextTemplate::Value values[] = {{"value", value}};
  return compiled->expand(values);
}

std::string compile_error(std::string_view expression) {
  Result<TextTemplate> compiled = TextTemplate::compile(expression, kNames);
  return compiled ? "compiled without an error" : compiled.error().text();
}

// Reads the CEL string literal back, as the language definition has it; nothing may follow it.
std::string unquoted(std::string_view literal) {
  EXPECT_GE(literal.size(), 2u);
  EXPECT_EQ(literal.front(), '"');
  EXPECT_EQ(literal.back(), '"');
  std::string result;
  for (std::size_t i = 1; i + 1 < literal.size(); ++i) {
    if (literal[i] == '"' || literal[i] == '\n' || literal[i] == '\r') {
      ADD_FAILURE() << "the literal ends early: " << literal;
      return {};
    }
    if (literal[i] != '\\') {
      result += literal[i];
    } else if (literal[i + 1] == 'u') {
      result += static_cast<char>(std::stoi(std::string(literal.substr(i + 2, 4)), nullptr, 16));
      i += 5;
    } else {
      EXPECT_THAT("\"'\\", HasSubstr(std::string(1, literal[i + 1])));
      result += literal[++i];
      EXPECT_LT(i + 1, literal.size());
    }
  }
  return result;
}

TEST(CelStringLiteral, HoldsAnyTextAsData) {
  std::string every;
  for (int c = 1; c < 0x80; ++c) every += static_cast<char>(c);
  every += '\0';
  for (const std::string& text :
       {std::string(), std::string("H100"), std::string("\" || true || \""),
        std::string("' || true || '"), std::string("\\"), std::string("\\\""),
        std::string("a\nb\r\tc"), std::string("{value}"), std::string("\u00e9\u4e2d\U0001f600"),
        std::string("//"), every}) {
    EXPECT_EQ(unquoted(cel_string_literal(text)), text);
  }
}

TEST(TextTemplate, PutsALiteralInThePlaceOfThePlaceholder) {
  EXPECT_EQ(expanded("device.x == {value}", "H100"), R"(device.x == "H100")");
  EXPECT_EQ(expanded("{value} in [{value}]", "a"), R"("a" in ["a"])");
  EXPECT_EQ(expanded("{value}", "{value}"), R"("{value}")") << "a value is not expanded again";
  EXPECT_EQ(expanded("device.x == {value}", "\" || true || \""),
            R"(device.x == "\" || true || \"")");
}

// What a compiler says of the sample is told of the template.
TEST(TextTemplate, WhatIsSaidOfTheSampleNamesThePlaceholder) {
  const auto about = [](std::string_view expression) {
    const Result<TextTemplate> compiled = TextTemplate::compile(expression, kNames);
    EXPECT_TRUE(compiled.ok());
    return compiled->about_sample("at " + compiled->sample());
  };
  EXPECT_EQ(about("a >= quantity({value})"), "at a >= quantity({value})");
  EXPECT_EQ(about("device.driver == {value}"), "at device.driver == device.driver");
  EXPECT_EQ(about("a == b"), "at a == b");
  const TextTemplate::Value values[] = {{"value", "A'1"}, {"empty", ""}};
  EXPECT_EQ(with_placeholders(R"(x == 'A' || x == "A\'1")", values), "x == 'A' || x == {value}");
  const TextTemplate::Value plain[] = {{"value", "A1"}};
  EXPECT_EQ(with_placeholders(R"(x == 'A1' && y == "A1")", plain), "x == {value} && y == {value}");
}

TEST(TextTemplate, TextWithoutPlaceholderIsConstant) {
  const Result<TextTemplate> compiled = TextTemplate::compile("device.driver == 'x'", kNames);
  ASSERT_TRUE(compiled.ok());
  EXPECT_TRUE(compiled->is_constant());
  EXPECT_EQ(compiled->expand({}), "device.driver == 'x'");
}

TEST(TextTemplate, BracesThatHoldNoNameAreText) {
  for (const char* text : {"{'a': 1}", "{}", "{ value }", "{1}", "{value: 1}", "x{", "{value", "}"})
    EXPECT_EQ(expanded(text, "never"), text);
}

TEST(TextTemplate, UnknownPlaceholderIsRefusedWithThoseThatAreKnown) {
  EXPECT_EQ(compile_error("x == {profile}"), "{profile} is not known here; known: {value}");
  EXPECT_EQ(compile_error("x == {Value}"), "{Value} is not known here; known: {value}");
  const Result<TextTemplate> none = TextTemplate::compile("x == {value}", {});
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.error().message, "{value} is not known here; known: none");
}

TEST(TextTemplate, PlaceholderInsideQuotesIsRefused) {
  for (const char* text :
       {"x == '{value}'", "x == \"{value}\"", "x == '''{value}'''", "x == \"\"\"a\"{value}\"\"\"",
        "x == r'{value}'", "x == 'it\\'s {value}'", "x == b'{value}'", "x.matches('^{value}$')",
        "x == 'unclosed {value}", "x == '' + '{value}'", R"(x == rb'\' + r'{value}')",
        R"(x == br"\" + "{value}")", R"(x == R'\' + '{value}')"}) {
    EXPECT_THAT(compile_error(text), HasSubstr("stands inside quotes")) << text;
  }
}

// It would be compared as text, which no device is called.
TEST(TextTemplate, PlaceholderInsideQuotesThatNothingCapturesIsRefused) {
  for (const char* text : {"'{profile}' == x", "x == \"{profile}\"", "x == '''{model}'''",
                           "x == r'{model}'", "x == 'mig-{profile}'"}) {
    const Result<TextTemplate> result = TextTemplate::compile(text, {});
    ASSERT_FALSE(result.ok()) << text;
    EXPECT_THAT(result.error().message,
                HasSubstr("stands inside quotes, and is not known here; known: none"));
  }
  for (const char* text : {"x == 'a{model}'", "x == '{model}.'", "x.matches('^a{2,3}$')",
                           "x == '{ profile }'", "x == '{}'"}) {
    EXPECT_EQ(expanded(text, "never"), text);
  }
}

TEST(TextTemplate, PlaceholderBehindQuotesIsFound) {
  EXPECT_EQ(expanded("x['a'] == {value}", "v"), R"(x['a'] == "v")");
  EXPECT_EQ(expanded(R"(x['it\'s'] == {value})", "v"), R"(x['it\'s'] == "v")");
  // In a raw literal a backslash ends nothing.
  EXPECT_EQ(expanded(R"(x == r'\' + {value})", "v"), R"(x == r'\' + "v")");
  EXPECT_EQ(expanded(R"(x == bR'\' + {value})", "v"), R"(x == bR'\' + "v")");
  // A name that ends with r is no prefix.
  EXPECT_EQ(expanded(R"([ar'\'', {value}])", "v"), R"([ar'\'', "v"])");
  EXPECT_EQ(expanded("'''it's''' + {value}", "v"), "'''it's''' + \"v\"");
  EXPECT_EQ(expanded("'' + {value}", "v"), "'' + \"v\"");
  EXPECT_EQ(expanded("x == {value} // it's the model", "v"), "x == \"v\" // it's the model");
  EXPECT_EQ(expanded("x // isn't '{value}'\n== {value}", "v"), "x // isn't '{value}'\n== \"v\"");
}

}  // namespace
}  // namespace drawbridge::rules

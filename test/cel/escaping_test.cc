#include "rules/cel/escaping.h"

#include <gtest/gtest.h>

#include <string>

namespace drawbridge::cel {
namespace {

std::string escaped(std::string_view name) {
  return escape_identifier(name).value_or("refused");
}

std::string unescaped(std::string_view name) {
  return unescape_identifier(name).value_or("refused");
}

TEST(Escaping, CharactersAndReservedWords) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"a", "a"},
      {"a_b", "a_b"},
      {"a__b", "a__underscores__b"},
      {"a___b", "a__underscores___b"},
      {"a____b", "a__underscores____underscores__b"},
      {"a.b-c/d", "a__dot__b__dash__c__slash__d"},
      {"namespace", "__namespace__"},
      {"true", "__true__"},
      {"namespaces", "namespaces"},
  };
  for (const auto& [name, as] : cases) {
    EXPECT_EQ(escaped(name), as);
    EXPECT_EQ(unescaped(as), name);
  }
}

TEST(Escaping, WhatCannotBeAnIdentifier) {
  for (const std::string_view name : {"", "1a", "a b", "a$", "\xc3\xa9", "-\xff"}) {
    EXPECT_EQ(escaped(name), "refused") << name;
  }
  EXPECT_EQ(escaped("-a"), "__dash__a");
}

TEST(Escaping, SequencesThatEscapeNothing) {
  EXPECT_EQ(unescaped("a__b__c"), "refused");
  EXPECT_EQ(unescaped("a__true__"), "refused");  // a reserved word is a name on its own only
  EXPECT_EQ(unescaped("__if__"), "if");
  EXPECT_EQ(unescaped("__foo__"), "refused");
}

// Only two underscores, a word and two underscores are a sequence.
TEST(Escaping, OtherUnderscoresStay) {
  for (const std::string_view name : {"__", "____", "a__b", "a__b_c__d", "_", "__a_", "_a__"}) {
    EXPECT_EQ(unescaped(name), name);
  }
  EXPECT_EQ(unescaped("___dot__"), "_.");
  EXPECT_EQ(unescaped("__dot____dash__"), ".-");
  EXPECT_EQ(unescaped("__dot___"), "._");
}

}  // namespace
}  // namespace drawbridge::cel

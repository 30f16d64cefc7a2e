#include "kube/api/compact_json.h"

#include <gtest/gtest.h>

#include <optional>
#include <random>
#include <string>

#include "kube/api/json_writer.h"
#include "test/generated_cases.h"

namespace drawbridge::kube {
namespace {

CompactJson compacted(const std::string& text) {
  const Result<Document> document = read_json(text);
  EXPECT_TRUE(document.ok()) << text;
  if (!document) return {};
  CompactJson compact(document->root());
  EXPECT_TRUE(compact.root() == document->root());
  return compact;  // what is kept lies elsewhere
}

TEST(CompactJson, IsNullAtFirst) {
  EXPECT_TRUE(CompactJson().root().is_null());
  EXPECT_EQ(CompactJson().bytes(), 0u);
}

TEST(CompactJson, IsTheSameValue) {
  for (const char* text :
       {"null", "true", "1", "-1", "18446744073709551615", "1.5", "\"\"", "\"a\"", "[]", "{}",
        "[[],{},\"\",null]", R"({"a":{"a":"a"},"b":["a",{"a":"a"}],"c":[1,2],"d":{"1":2}})",
        R"([true,false,1,1.5,"1",[1],{"1":1},["1",1]])"}) {
    const CompactJson compact = compacted(text);
    EXPECT_EQ(to_text(compact.root()), text);
  }
}

TEST(CompactJson, WhatIsEqualIsStoredOnce) {
  const std::string device = R"({"model":{"string":"H100 80GB HBM3"},"index":{"int":7}})";
  const CompactJson one = compacted("[" + device + "]");
  const CompactJson many = compacted("[" + device + "," + device + "," + device + "]");
  EXPECT_EQ(many.bytes(), one.bytes() + 2 * sizeof(Json));
  EXPECT_EQ(many.root().at(0).members().data(), many.root().at(2).members().data());
  EXPECT_EQ(compacted("[1,1.0,true]").root().at(1).kind(), Json::Kind::kDouble);
}

TEST(CompactJson, ACopyOutlivesItsOrigin) {
  std::optional<CompactJson> origin = compacted(R"({"a":["text"]})");
  const CompactJson copy = *origin;
  origin.reset();
  EXPECT_EQ(copy.root()["a"].at(0).as_string(), "text");
}

std::string random_json(std::mt19937& random, int depth) {
  const auto pick = random() % (depth > 4 ? 4U : 6U);
  if (pick == 0) return std::to_string(random() % 4);
  if (pick == 1) return "\"s" + std::to_string(random() % 5) + "\"";
  if (pick == 2) return "null";
  if (pick == 3) return random() % 2 == 0 ? "true" : "1.25";
  std::string text = pick == 4 ? "[" : "{";
  const auto count = random() % 4;
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) text += ",";
    if (pick == 5) text += "\"k" + std::to_string(i) + "\":";
    text += random_json(random, depth + 1);
  }
  return text + (pick == 4 ? "]" : "}");
}

TEST(CompactJsonProperty, IsTheSameValueForAnyValue) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  const int rounds = test::generated_cases(2'000);
  for (int round = 0; round < rounds; ++round) {
    const std::string text = random_json(random, 0);
    EXPECT_EQ(to_text(compacted(text).root()), to_text(read_json(text)->root())) << text;
  }
}

}  // namespace
}  // namespace drawbridge::kube

// Selectors against each other: a few cases by name, and all pairs of small selectors against a
// search through every set of labels.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "kube/api/labels.h"

namespace drawbridge::kube {
namespace {

LabelSelector selector(const std::string& text) {
  const Result<Document> document = read_json(text);
  EXPECT_TRUE(document.ok()) << text;
  Result<LabelSelector> read = LabelSelector::from_json(document->root());
  EXPECT_TRUE(read.ok()) << text;
  return read ? *std::move(read) : LabelSelector::nothing();
}

TEST(LabelOverlap, NamedCases) {
  const LabelSelector team_a = selector(R"({"matchLabels":{"team":"a"}})");
  const LabelSelector team_b = selector(R"({"matchLabels":{"team":"b"}})");
  const LabelSelector gold = selector(R"({"matchLabels":{"tier":"gold"}})");
  const LabelSelector not_a =
      selector(R"({"matchExpressions":[{"key":"team","operator":"NotIn","values":["a"]}]})");
  EXPECT_FALSE(team_a.overlaps(team_b));
  EXPECT_TRUE(team_a.overlaps(gold)) << "a namespace may have both labels";
  EXPECT_FALSE(team_a.overlaps(not_a));
  EXPECT_TRUE(team_b.overlaps(not_a));
  EXPECT_TRUE(team_b.implies(not_a));
  EXPECT_FALSE(not_a.implies(team_b));
  EXPECT_TRUE(team_a.implies(LabelSelector::everything()));
  EXPECT_FALSE(LabelSelector::everything().implies(team_a));
  EXPECT_FALSE(LabelSelector::nothing().overlaps(LabelSelector::everything()));
  EXPECT_TRUE(LabelSelector::nothing().implies(LabelSelector::nothing()));
  EXPECT_FALSE(team_a.implies(LabelSelector::nothing()));
}

TEST(LabelOverlap, ASelectorThatMatchesNothingImpliesEverything) {
  const LabelSelector never = selector(
      R"({"matchLabels":{"a":"1"},"matchExpressions":[{"key":"a","operator":"DoesNotExist"}]})");
  EXPECT_FALSE(never.overlaps(LabelSelector::everything()));
  EXPECT_FALSE(never.overlaps(never));
  EXPECT_TRUE(never.implies(LabelSelector::nothing()));
}

// Every set of the labels a and b with these values; "z" stands for all that no selector names.
std::vector<Document> every_label_set() {
  std::vector<Document> sets;
  for (const char* a : {"", "1", "2", "z"}) {
    for (const char* b : {"", "1", "2", "z"}) {
      std::string text;
      if (*a != '\0') text += "\"a\":\"" + std::string(a) + "\"";
      if (*b != '\0') text += (text.empty() ? "" : ",") + ("\"b\":\"" + std::string(b) + "\"");
      Result<Document> document = read_json("{" + text + "}");
      EXPECT_TRUE(document.ok());
      if (document) sets.push_back(std::move(*document));
    }
  }
  return sets;
}

std::vector<LabelSelector> many_selectors() {
  const std::vector<std::string> requirements = {"",
                                                 R"("operator":"In","values":["1"])",
                                                 R"("operator":"In","values":["1","2"])",
                                                 R"("operator":"NotIn","values":["1"])",
                                                 R"("operator":"NotIn","values":["1","2"])",
                                                 R"("operator":"Exists")",
                                                 R"("operator":"DoesNotExist")"};
  std::vector<LabelSelector> result;
  for (const std::string& on_a : requirements) {
    for (const std::string& again : requirements) {
      for (const std::string& on_b : requirements) {
        std::string list;
        const auto add = [&](const char* key, const std::string& requirement) {
          if (requirement.empty()) return;
          if (!list.empty()) list += ',';
          list += "{\"key\":\"" + std::string(key) + "\"," + requirement + "}";
        };
        add("a", on_a);
        add("a", again);
        add("b", on_b);
        result.push_back(selector("{\"matchExpressions\":[" + list + "]}"));
      }
    }
  }
  return result;
}

TEST(LabelOverlap, AgreesWithASearchThroughEverySetOfLabels) {
  const std::vector<Document> sets = every_label_set();
  const std::vector<LabelSelector> selectors = many_selectors();
  std::vector<std::vector<bool>> matched;
  for (const LabelSelector& one : selectors) {
    std::vector<bool> of;
    for (const Document& labels : sets) of.push_back(one.matches(labels.root()));
    matched.push_back(std::move(of));
  }
  int wrong = 0;
  for (std::size_t i = 0; i < selectors.size(); ++i) {
    for (std::size_t j = 0; j < selectors.size(); ++j) {
      bool overlap = false;
      bool implied = true;
      for (std::size_t k = 0; k < sets.size(); ++k) {
        overlap |= matched[i][k] && matched[j][k];
        implied &= !matched[i][k] || matched[j][k];
      }
      wrong += selectors[i].overlaps(selectors[j]) == overlap ? 0 : 1;
      wrong += selectors[i].implies(selectors[j]) == implied ? 0 : 1;
    }
  }
  EXPECT_EQ(wrong, 0) << "of " << selectors.size() * selectors.size() << " pairs";
}

}  // namespace
}  // namespace drawbridge::kube

#include "rules/mapping/index.h"

#include <gtest/gtest.h>

#include "test/rules/rules_testing.h"

namespace drawbridge::rules {
namespace {

std::string rewrite(std::string_view resource, std::string_view more = "") {
  return "- {resource: '" + std::string(resource) +
         "', request: {exactly: {deviceClassName: c}}, action: Rewrite" +
         (more.empty() ? "" : ", " + std::string(more)) + "}\n";
}

std::shared_ptr<const Mapping> with_rewrites(std::string_view name, const std::string& rewrites) {
  return mapping(name, "logicalResource: a.com/x\nrewrites:\n" + rewrites);
}

kube::Json no_labels() {
  return {};
}

TEST(MappingIndex, EmptyFindsNothing) {
  const MappingIndex index;
  EXPECT_FALSE(index.find("a.com/gpu", no_labels()).match);
  EXPECT_TRUE(index.companions_of("a.com/gpu", no_labels()).empty());
  EXPECT_FALSE(index.needs_namespace_labels("a.com/gpu"));
  EXPECT_EQ(index.mapping_of_class("c"), nullptr);
}

TEST(MappingIndex, ALiteralBeatsAPattern) {
  const MappingIndex index({with_rewrites("patterns", rewrite("a.com/mig-{p}")),
                            with_rewrites("literal", rewrite("a.com/mig-1g"))});
  const MappingIndex::Lookup literal = index.find("a.com/mig-1g", no_labels());
  ASSERT_TRUE(literal.match);
  EXPECT_EQ(literal.match->mapping->name, "literal");
  EXPECT_FALSE(literal.conflict);
  const MappingIndex::Lookup pattern = index.find("a.com/mig-2g", no_labels());
  ASSERT_TRUE(pattern.match);
  EXPECT_EQ(pattern.match->mapping->name, "patterns");
  EXPECT_EQ(pattern.match->captured, "2g");
}

TEST(MappingIndex, TwoOfOneRankConflictInTheOrderOfTheirNames) {
  const MappingIndex literals(
      {with_rewrites("b", rewrite("a.com/g")), with_rewrites("a", rewrite("a.com/g"))});
  const MappingIndex::Lookup lookup = literals.find("a.com/g", no_labels());
  ASSERT_TRUE(lookup.match && lookup.conflict);
  EXPECT_EQ(lookup.match->mapping->name, "a");
  EXPECT_EQ(lookup.conflict->mapping->name, "b");

  const MappingIndex patterns(
      {with_rewrites("m", rewrite("a.com/{x}-g") + rewrite("a.com/h-{y}"))});
  EXPECT_TRUE(patterns.find("a.com/h-g", no_labels()).conflict);
  EXPECT_FALSE(patterns.find("a.com/h-f", no_labels()).conflict);
}

TEST(MappingIndex, NamespaceSelectorsKeepApartAndLabelsAreOnlyNeededForThem) {
  const MappingIndex index({
      with_rewrites("a", rewrite("a.com/g", "namespaceSelector: {matchLabels: {team: a}}")),
      with_rewrites("b", rewrite("a.com/g", "namespaceSelector: {matchLabels: {team: b}}")),
      with_rewrites("c", rewrite("a.com/h", "namespaceSelector: {}")),
  });
  const kube::Document team_b = yaml("{team: b}");
  const MappingIndex::Lookup lookup = index.find("a.com/g", team_b.root());
  ASSERT_TRUE(lookup.match);
  EXPECT_EQ(lookup.match->mapping->name, "b");
  EXPECT_FALSE(lookup.conflict);
  EXPECT_FALSE(index.find("a.com/g", no_labels()).match);
  EXPECT_TRUE(index.find("a.com/h", no_labels()).match);
  EXPECT_TRUE(index.needs_namespace_labels("a.com/g"));
  EXPECT_FALSE(index.needs_namespace_labels("a.com/h"));
  EXPECT_FALSE(index.needs_namespace_labels("a.com/other"));
}

TEST(MappingIndex, LabelsAreNeededForPatternsAndCompanionsToo) {
  const MappingIndex index({with_rewrites(
      "m", rewrite("a.com/p-{x}", "namespaceSelector: {matchLabels: {t: a}}") +
               rewrite("a.com/g",
                       "namespaceSelector: {matchLabels: {t: b}}, parameters: [{type: "
                       "Resource, resource: a.com/mem, capacity: memory}]"))});
  EXPECT_TRUE(index.needs_namespace_labels("a.com/p-1"));
  EXPECT_TRUE(index.needs_namespace_labels("a.com/mem"));
  EXPECT_TRUE(index.companions_of("a.com/mem", no_labels()).empty());
  const kube::Document labels = yaml("{t: b}");
  EXPECT_EQ(index.companions_of("a.com/mem", labels.root()).size(), 1u);
}

TEST(MappingIndex, OffTakesNoPart) {
  const auto off = mapping("off", R"(
logicalResource: a.com/x
rewrites: [{resource: a.com/g, action: "Off", request: {exactly: {deviceClassName: c}},
            parameters: [{type: Resource, resource: a.com/mem, capacity: memory}]}]
)");
  const MappingIndex index({off, with_rewrites("on", rewrite("a.com/g"))});
  const MappingIndex::Lookup lookup = index.find("a.com/g", no_labels());
  ASSERT_TRUE(lookup.match);
  EXPECT_EQ(lookup.match->mapping->name, "on");
  EXPECT_FALSE(lookup.conflict);
  EXPECT_TRUE(index.companions_of("a.com/mem", no_labels()).empty());
}

TEST(MappingIndex, CountsAClassUnderTheFirstMappingThatNamesIt) {
  const MappingIndex index({mapping("b", "{logicalResource: b.com/x, deviceClassNames: [c]}"),
                            mapping("a", "{logicalResource: a.com/x, deviceClassNames: [c, d]}")});
  ASSERT_NE(index.mapping_of_class("c"), nullptr);
  EXPECT_EQ(index.mapping_of_class("c")->name, "a");
  EXPECT_EQ(index.mapping_of_class("d")->name, "a");
  EXPECT_EQ(index.mapping_of_class("e"), nullptr);
}

TEST(MappingIndex, FindsTheFirstMappingThatCountsUnderAName) {
  const MappingIndex index({mapping("b", "{logicalResource: a.com/x, deviceClassNames: [c]}"),
                            mapping("a", "{logicalResource: a.com/x, deviceClassNames: [d]}")});
  ASSERT_NE(index.mapping_of_logical_resource("a.com/x"), nullptr);
  EXPECT_EQ(index.mapping_of_logical_resource("a.com/x")->name, "a");
  EXPECT_EQ(index.mapping_of_logical_resource("a.com/y"), nullptr);
}

}  // namespace
}  // namespace drawbridge::rules

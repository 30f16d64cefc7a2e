#include "rules/workload_settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rules/settings.h"
#include "test/rules/rules_testing.h"

namespace drawbridge::rules {
namespace {

constexpr std::string_view kRun = R"(
- group: example.com
  kind: TrainingRun
  plural: trainingruns
  podTemplates:
  - path: spec.roles[*].template
    count:
    - {path: "spec.roles[*].replicas", otherwise: 2, atMost: "spec.roles[*].most"}
    - {path: spec.copies}
)";

std::string settings_error(std::string_view text) {
  const kube::Document document = yaml(text);
  const Result<std::vector<WorkloadKind>> kinds = read_workloads(document.root());
  return kinds ? "" : kinds.error().text();
}

TEST(WorkloadSettings, AKindThatIsAddedCountsItsPods) {
  const kube::Document document = yaml(kRun);
  const Result<std::vector<WorkloadKind>> kinds = read_workloads(document.root());
  ASSERT_TRUE(kinds.ok()) << kinds.error().text();
  ASSERT_EQ(kinds->size(), 1U);
  const kube::Document object = yaml(
      "{spec: {copies: 3, roles: [{template: {spec: {}}}, {replicas: 9, most: 4, template: {spec: "
      "{}}}]}}");
  const std::vector<PodSet> sets = pod_sets(kinds->front(), object.root());
  ASSERT_EQ(sets.size(), 2U);
  EXPECT_EQ(sets[0].path, "spec.roles[0].template");
  EXPECT_EQ(sets[0].pods, 6);
  EXPECT_EQ(sets[1].pods, 12);
}

TEST(WorkloadSettings, TheConfigurationHasThem) {
  const kube::Document document = yaml(
      "apiVersion: drawbridge.dev/v1alpha1\nkind: Configuration\nworkloads:" + std::string(kRun));
  const Result<Settings> settings = read_settings(document.root());
  ASSERT_TRUE(settings.ok()) << settings.error().text();
  EXPECT_NE(find_workload_kind(*settings, "example.com", "TrainingRun"), nullptr);
  EXPECT_NE(find_workload_kind(*settings, "batch", "Job"), nullptr);
  EXPECT_EQ(find_workload_kind(*settings, "example.org", "TrainingRun"), nullptr);
  EXPECT_EQ(find_workload_kind({}, "example.com", "TrainingRun"), nullptr);
}

TEST(WorkloadSettings, WhatIsWrongIsNamed) {
  const auto with = [](std::string_view what, std::string_view by) {
    std::string text(kRun);
    const std::size_t at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return settings_error(text.replace(at, what.size(), by));
  };
  const struct {
    std::string_view what, by, says;
  } kCases[] = {
      {"example.com", "example", "workloads[0].group: must be an API group such as example.com"},
      {"example.com", "-a.com", "workloads[0].group: must be an API group such as example.com"},
      {"TrainingRun", "trainingRun", "workloads[0].kind: must be a kind such as TrainingRun"},
      {"trainingruns", "TrainingRuns",
       "workloads[0].plural: must be the kind's name in URLs, such as trainingruns"},
      {"podTemplates", "podTemplate",
       "workloads[0]: \"podTemplate\" is not known here; podTemplates is"},
      {"otherwise: 2", "otherwise: -1",
       "workloads[0].podTemplates[0].count[0].otherwise: must be a number, 0 or more"},
      {"otherwise: 2", "otherwise: many",
       "workloads[0].podTemplates[0].count[0].otherwise: must be a number, 0 or more"},
      {"spec.roles[*].most", "spec.other[*].most",
       "workloads[0].podTemplates[0].count[0].atMost: must begin as the pod template's path does, "
       "up to its last [*]"},
      {"spec.roles[*].most", "spec.roles[*]x",
       "workloads[0].podTemplates[0].count[0].atMost: must be names with dots between them, and "
       "[*] for every element, such as spec.roles[*].template"},
      {"spec.roles[*].template", "spec..template",
       "workloads[0].podTemplates[0].path: must be names with dots between them, and [*] for every "
       "element, such as spec.roles[*].template"},
  };
  for (const auto& [what, by, says] : kCases) EXPECT_EQ(with(what, by), says) << by;
  EXPECT_EQ(settings_error("{}"),
            "workloads: must be a list of {group, kind, plural, podTemplates}");
  EXPECT_EQ(settings_error(std::string(kRun) + std::string(kRun).substr(1)),
            "workloads[1]: stands twice: TrainingRun of example.com");
  EXPECT_EQ(settings_error("[{group: jobset.x-k8s.io, kind: JobSet, plural: jobsets, podTemplates: "
                           "[{path: spec}]}]"),
            "workloads[0]: JobSet of jobset.x-k8s.io is known already; leave it out");
  EXPECT_EQ(settings_error("[7]"),
            "workloads[0]: must be a map with group, kind, plural and podTemplates");
}

TEST(WorkloadSettings, Limits) {
  const auto kinds = [](std::size_t count) {
    std::string text = "[";
    for (std::size_t i = 0; i < count; ++i) {
      text += "{group: example.com, kind: K" + std::to_string(i) +
              ", plural: ks, podTemplates: [{path: spec}]},";
    }
    return settings_error(text + "]");
  };
  constexpr std::size_t kLabelBytes = 63;
  constexpr std::size_t kGroupBytes = 253;
  const auto named = [](std::size_t group, std::size_t kind) {
    const std::string label(kLabelBytes, 'g');
    const std::string three = label + "." + label + "." + label + ".";
    return settings_error("[{group: " + three + std::string(group - three.size(), 'g') +
                          ", kind: " + std::string(kind, 'K') +
                          ", plural: ks, podTemplates: [{path: spec}]}]");
  };
  EXPECT_EQ(named(kGroupBytes, kLabelBytes), "");
  EXPECT_NE(named(kGroupBytes + 1, kLabelBytes), "");
  EXPECT_NE(named(kGroupBytes, kLabelBytes + 1), "");
  EXPECT_EQ(kinds(kWorkloadKindsMax), "");
  EXPECT_EQ(kinds(kWorkloadKindsMax + 1), "workloads: has more than 64 kinds");
  const auto templates = [](std::size_t count, std::size_t factors, std::size_t bytes) {
    std::string one = "{path: " + std::string(bytes, 'a') + ", count: [";
    for (std::size_t i = 0; i < factors; ++i) one += "{path: b},";
    std::string text = "[{group: example.com, kind: K, plural: ks, podTemplates: [";
    for (std::size_t i = 0; i < count; ++i) text += one + "]},";
    return settings_error(text + "]}]");
  };
  EXPECT_EQ(templates(kPodTemplatesMax, kCountFactorsMax, kWorkloadPathBytesMax), "");
  EXPECT_NE(templates(kPodTemplatesMax + 1, 0, 1), "");
  EXPECT_NE(templates(1, kCountFactorsMax + 1, 1), "");
  EXPECT_NE(templates(1, 0, kWorkloadPathBytesMax + 1), "");
  EXPECT_NE(templates(0, 0, 0), "");
}

}  // namespace
}  // namespace drawbridge::rules

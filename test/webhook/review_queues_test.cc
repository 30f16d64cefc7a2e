// `drawbridge review`: what is said of files with Kueue's queues, flavors and Configuration.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "test/webhook/admission_testing.h"
#include "webhook/cli/review.h"

namespace drawbridge::cli {
namespace {

using admission::manifests;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// "KIND: TEXT" of what is wrong with each object.
std::vector<std::string> wrong(std::string_view state, std::string_view given) {
  std::vector<std::string> result;
  for (const ReviewedObject& object :
       review_objects(manifests(state, "state.yaml"), manifests(given, "given.yaml"), {})) {
    for (const rules::Finding& finding : object.findings) {
      if (finding.severity != rules::Severity::kInfo)
        result.push_back(object.kind + ": " + finding.text());
    }
  }
  return result;
}

TEST(ReviewQueues, AMisspeltFieldOfAQueueIsOneMistake) {
  const auto queue = [](std::string_view name) {
    return wrong("",
                 "{apiVersion: kueue.x-k8s.io/v1beta2, kind: ClusterQueue, metadata: {name: "
                 "q}, spec: {namespaceSelector: {}, resourceGroups: [{" +
                     std::string(name) +
                     "flavors: [{name: f, resources: [{name: cpu, nominalQuota: 1}]}]}]}}");
  };
  EXPECT_THAT(queue("coveredResources: [cpu], "), IsEmpty());
  EXPECT_THAT(queue("coveredResource: [cpu], "),
              ElementsAre(HasSubstr("Write coveredResources: [...]. [UnknownField]")));
  EXPECT_THAT(queue(""), ElementsAre(HasSubstr("coveredResources is not set")));
}

TEST(ReviewQueues, AConfigurationWhoseSelectorTakesItsOwnNamespace) {
  const std::string config_map = R"(
apiVersion: v1
kind: ConfigMap
metadata: {name: kueue-manager-config, namespace: kueue-system}
data:
  controller_manager_config.yaml: |
    apiVersion: config.kueue.x-k8s.io/v1beta2
    kind: Configuration
    managedJobsNamespaceSelector:
      matchExpressions: [{key: kubernetes.io/metadata.name, operator: NotIn, values: [kube-system]}]
)";
  EXPECT_THAT(wrong("", config_map),
              ElementsAre(HasSubstr("selects namespace kueue-system, and Kueue does not start")));
}

TEST(ReviewQueues, WhatKueueRefusesOfFlavorsAndQueues) {
  const auto of = [](std::string_view kind, std::string_view spec) {
    return wrong("", "{apiVersion: kueue.x-k8s.io/v1beta2, kind: " + std::string(kind) +
                         ", metadata: {name: x}, spec: {" + std::string(spec) + "}}");
  };
  EXPECT_THAT(of("ResourceFlavor",
                 "nodeLabels: {a: b}, topologyName: t, nodeTaints: [{key: a, effect: NoSchedule}], "
                 "tolerations: [{operator: Exists}, {key: a, value: b, effect: NoExecute}]"),
              IsEmpty());
  EXPECT_THAT(of("ResourceFlavor", "nodeTaints: [{key: a, effect: NoScheduel}]"),
              ElementsAre(HasSubstr("is NoScheduel, and must be NoSchedule, PreferNoSchedule or "
                                    "NoExecute. Write NoSchedule.")));
  EXPECT_THAT(of("ResourceFlavor", "tolerations: [{key: a, operator: Exist}]"),
              ElementsAre(HasSubstr("Write Exists.")));
  EXPECT_THAT(of("ResourceFlavor", "tolerations: [{key: a, operator: Exists, value: b}]"),
              ElementsAre(HasSubstr("Take the value away.")));
  EXPECT_THAT(of("ResourceFlavor", "topologyName: t"),
              ElementsAre(HasSubstr("spec.nodeLabels is not set")));
  const std::string groups =
      "namespaceSelector: {}, resourceGroups: [{coveredResources: [cpu], flavors: [{name: big, "
      "resources: [{name: cpu, nominalQuota: 1}]}]}]";
  EXPECT_THAT(of("ClusterQueue",
                 groups + ", preemption: {reclaimWithinCohort: Any, borrowWithinCohort: {policy: "
                          "LowerPriority}}, admissionChecksStrategy: {admissionChecks: [{name: c, "
                          "onFlavors: [big]}]}"),
              IsEmpty());
  EXPECT_THAT(of("ClusterQueue", groups + ", preemption: {borrowWithinCohort: {policy: "
                                          "LowerPriority}}"),
              ElementsAre(HasSubstr("Write reclaimWithinCohort: LowerPriority, or policy: Never")));
  EXPECT_THAT(of("ClusterQueue", groups + ", admissionChecksStrategy: {admissionChecks: [{name: "
                                          "c, onFlavors: [bigg]}]}"),
              ElementsAre(HasSubstr("Write big.")));
  EXPECT_THAT(
      of("ClusterQueue",
         "namespaceSelector: {matchExpressions: [{key: a, operator: In}]}, resourceGroups: []"),
      ElementsAre(HasSubstr("spec.namespaceSelector is no selector")));
}

TEST(ReviewQueues, CohortsAboveThemselves) {
  const auto cohort = [](std::string_view name, std::string_view parent) {
    return "---\n{apiVersion: kueue.x-k8s.io/v1beta2, kind: Cohort, metadata: {name: " +
           std::string(name) + "}, spec: {parentName: " + std::string(parent) + "}}\n";
  };
  EXPECT_THAT(wrong("", cohort("a", "b") + cohort("b", "c")), IsEmpty());
  EXPECT_THAT(wrong("", cohort("a", "a")),
              ElementsAre(HasSubstr("Cohort a is above itself (a), and Kueue admits nothing")));
  EXPECT_THAT(wrong("", cohort("a", "b") + cohort("b", "a")),
              ElementsAre(HasSubstr("Cohort a is above itself (b, a)"),
                          HasSubstr("Cohort b is above itself (a, b)")));
}

TEST(ReviewQueues, AnAdmissionCheckThatIsMisspelt) {
  const std::string given =
      "{apiVersion: kueue.x-k8s.io/v1beta2, kind: ClusterQueue, metadata: {name: q}, spec: "
      "{namespaceSelector: {}, admissionChecksStrategy: {admissionChecks: [{name: provison}]}}}";
  const std::string check =
      "{apiVersion: kueue.x-k8s.io/v1beta2, kind: AdmissionCheck, metadata: {name: provision}, "
      "spec: {controllerName: c}}";
  EXPECT_THAT(wrong(check, given), ElementsAre(HasSubstr("Write name: provision, or create the "
                                                         "check. [QueueStopped]")));
  EXPECT_THAT(wrong("", given), IsEmpty());
}

}  // namespace
}  // namespace drawbridge::cli

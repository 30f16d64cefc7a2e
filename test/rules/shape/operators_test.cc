// What operators' kinds are refused for.
#include "rules/shape/operators.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/rules/rules_testing.h"

namespace drawbridge::rules::shape {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::vector<std::string> told_of_operator(std::string_view group, std::string_view kind,
                                          const std::string& spec) {
  const WorkloadKind* known = workload_kind(group, kind);
  EXPECT_NE(known, nullptr);
  const kube::Document document = yaml("{spec: " + spec + "}");
  const std::vector<Finding> findings = operator_problems(document.root(), *known);
  check_findings(findings);
  std::vector<std::string> texts;
  for (const Finding& finding : findings) texts.push_back(finding.text());
  return texts;
}

TEST(Operators, ParametersOfRayAreTexts) {
  const auto told = [](const std::string& params, std::string_view kind = "RayCluster",
                       const std::string& in = "") {
    const std::string groups =
        "{headGroupSpec: {rayStartParams: {dashboard-host: 0.0.0.0}}, workerGroupSpecs: "
        "[{rayStartParams: " +
        params + "}]}";
    return told_of_operator("ray.io", kind, in.empty() ? groups : "{" + in + ": " + groups + "}");
  };
  EXPECT_THAT(told("{num-gpus: '1'}"), IsEmpty());
  EXPECT_THAT(told("{}"), IsEmpty());
  EXPECT_THAT(told("{num-gpus: 1}"),
              ElementsAre("spec.workerGroupSpecs[0].rayStartParams[num-gpus] is 1, and must be "
                          "text. Write num-gpus: \"1\", in quotes. [MalformedObject]"));
  EXPECT_THAT(told("{block: true}", "RayJob", "rayClusterSpec"),
              ElementsAre("spec.rayClusterSpec.workerGroupSpecs[0].rayStartParams[block] is true, "
                          "and must be text. Write block: \"true\", in quotes. [MalformedObject]"));
  EXPECT_THAT(told("{block: true}", "RayService", "rayClusterConfig"), SizeIs(1));
  EXPECT_THAT(told("{a: null}"), ElementsAre(::testing::HasSubstr("or take it out.")));
  // Hostile: a name of any length, and a value of any shape.
  EXPECT_THAT(told("{" + std::string(1'000, 'x') + ": [[{}]]}"), SizeIs(1));
  EXPECT_THAT(told("5"), IsEmpty()) << "of which decoding tells";
}

TEST(Operators, AnMpiJobHasALauncherAndWorkers) {
  const auto told = [](const std::string& replicas) {
    return told_of_operator("kubeflow.org", "MPIJob", "{mpiReplicaSpecs: " + replicas + "}");
  };
  EXPECT_THAT(told("{Launcher: {replicas: 1}, Worker: {replicas: 2}}"), IsEmpty());
  EXPECT_THAT(told("{Launcher: {}, workers: {}}"),
              ElementsAre("spec.mpiReplicaSpecs.workers is no replica of an MPIJob, and gets no "
                          "pods: they are called Launcher and Worker. Write Worker. "
                          "[UnknownField]"));
  EXPECT_THAT(told("{launcher: {}, Master: {}}"),
              ::testing::UnorderedElementsAre(::testing::HasSubstr("Write Launcher."),
                                              ::testing::HasSubstr("Write Launcher or Worker.")));
  EXPECT_THAT(told_of_operator("kubeflow.org", "PyTorchJob", "{pytorchReplicaSpecs: {worker: {}}}"),
              IsEmpty())
      << "that operator takes any case";
}

}  // namespace
}  // namespace drawbridge::rules::shape

// Configurations with which Kueue does not start.
#include "rules/checks/kueue_invalid.h"
#include "test/rules/checks/check_world.h"

namespace drawbridge::rules {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class KueueInvalidTest : public ::testing::Test {
 protected:
  std::vector<std::string> of(std::string_view fields) {
    return world_.object("KueueConfigurationInvalid", CheckWorld::kueue_configuration(fields));
  }
  static std::string mappings(std::string_view list) {
    return "resources: {deviceClassMappings: [" + std::string(list) + "]}";
  }
  std::vector<std::string> of_mappings(std::string_view list) { return of(mappings(list)); }

  CheckWorld world_;
};

TEST_F(KueueInvalidTest, WhatIsRightIsSilent) {
  EXPECT_THAT(of("manageJobsWithoutQueueName: true, featureGates: {KueueDRAIntegration: true, "
                 "SomethingOfANewerVersion: true}, "
                 "waitForPodsReady: {timeout: 5m, blockAdmission: false}, fairSharing: null, "
                 "integrations: {frameworks: [batch/job, pod, kubeflow.org/mxjob, "
                 "example.com/thing, volcano.sh/job, kubeflow.org/notebook, ray.io/raycronjob], "
                 "externalFrameworks: [Kind.v1.example.com]}"),
              IsEmpty());
  EXPECT_THAT(of("resources: {quotaCheckStrategy: IgnoreUndeclared, transformations: [{input: a, "
                 "strategy: Retain}, {input: b}], deviceClassMappings: [{name: gpus, "
                 "deviceClassNames: [a, b]}, {name: x.com/gpu, deviceClassNames: [c]}]}"),
              IsEmpty());
  EXPECT_THAT(of("managedJobsNamespaceSelector: {matchExpressions: [{key: "
                 "kubernetes.io/metadata.name, operator: NotIn, values: [kube-system, "
                 "kueue-system]}]}"),
              IsEmpty());
}

TEST_F(KueueInvalidTest, ValuesOfAnotherType) {
  EXPECT_THAT(of("manageJobsWithoutQueueName: 'true'"),
              ElementsAre("manageJobsWithoutQueueName: manageJobsWithoutQueueName is the text "
                          "true, and Kueue does not start with that. Write true without quotes. "
                          "[KueueConfigurationInvalid]"));
  EXPECT_THAT(of("featureGates: {KueueDRAIntegration: 'false'}"),
              ElementsAre(HasSubstr("featureGates.KueueDRAIntegration is the text false")));
  EXPECT_THAT(of("fairSharing: {enable: 1, preemptionStrategies: [LessThanInitialShare]}"),
              ElementsAre(HasSubstr("fairSharing.enable is 1,")));
}

TEST_F(KueueInvalidTest, FrameworksAndGates) {
  EXPECT_THAT(
      of("integrations: {frameworks: [job, ray.io/RayJob, deployments, "
         "jobset.x-k8s.io/jobsets, batch/job, batch/job, 7]}"),
      ElementsAre(HasSubstr("Write batch/job."), HasSubstr("Write ray.io/rayjob."),
                  HasSubstr("Write deployment."), HasSubstr("Write jobset.x-k8s.io/jobset."),
                  HasSubstr("frameworks[5] is batch/job a second time"),
                  HasSubstr("frameworks[6] is 7")));
  EXPECT_THAT(of("featureGates: {LocalQueueDefaultin: true}"),
              ElementsAre(HasSubstr("Write LocalQueueDefaulting: true.")))
      << "a gate of v0.17";
  EXPECT_THAT(of("featureGates: {KueueDRAIntegratoin: true, TopologyAwareSchedule: false}"),
              ElementsAre("featureGates.KueueDRAIntegratoin: featureGates.KueueDRAIntegratoin is "
                          "no gate, and Kueue does not start with that. Write "
                          "KueueDRAIntegration: true. [KueueConfigurationInvalid]"));
}

TEST_F(KueueInvalidTest, FrameworksOfAnotherDomain) {
  EXPECT_THAT(
      of("integrations: {frameworks: [apps/deployment, kueue.x-k8s.io/jobset, core/pod, "
         "batch/v1/job]}"),
      ElementsAre(HasSubstr("Write deployment."), HasSubstr("Write jobset.x-k8s.io/jobset."),
                  HasSubstr("Write pod."), HasSubstr("Write batch/job.")));
  EXPECT_THAT(of("integrations: {frameworks: [kubeflow.org/pytorch, mpi, ray.io/ray]}"),
              ElementsAre(HasSubstr("Write kubeflow.org/pytorchjob."),
                          HasSubstr("Write kubeflow.org/mpijob.")));
  const std::string spark = "integrations: {frameworks: [sparkoperator.k8s.io/sparkapplication]}";
  EXPECT_THAT(of(spark), IsEmpty()) << "gates may stand on the command line";
  EXPECT_THAT(of(spark + ", featureGates: {SparkApplicationIntegration: true}"), IsEmpty());
  EXPECT_THAT(of(spark + ", featureGates: {AllAlpha: true}"), IsEmpty());
  EXPECT_THAT(of(spark + ", featureGates: {PriorityBoost: true}"),
              ElementsAre(HasSubstr("frameworks[0] needs gate SparkApplicationIntegration, which "
                                    "is off in Kueue 0.19, and Kueue does not start with that. "
                                    "Write SparkApplicationIntegration: true in featureGates.")));
}

TEST_F(KueueInvalidTest, GatesThatNeedOthers) {
  const auto of_gates = [this](std::string_view gates) {
    return of("featureGates: {" + std::string(gates) + "}");
  };
  EXPECT_THAT(of_gates("KueueDRAIntegration: false"),
              ElementsAre("featureGates.KueueDRAIntegration: featureGates.KueueDRAIntegration is "
                          "off, which KueueDRAIntegrationExtendedResource and "
                          "KueueDRAIntegrationPartitionableDevices need in Kueue 0.19, and Kueue "
                          "does not start with that. Write true, or false for "
                          "them, too. [KueueConfigurationInvalid]"));
  EXPECT_THAT(of_gates("KueueDRAIntegration: false, KueueDRAIntegrationExtendedResource: false, "
                       "KueueDRAIntegrationPartitionableDevices: false"),
              IsEmpty());
  EXPECT_THAT(of_gates("DynamicResourceAllocation: false"), IsEmpty()) << "of an older version";
  EXPECT_THAT(of_gates("UnadmittedWorkloadsExplicitStatus: true"),
              ElementsAre(HasSubstr("UnadmittedWorkloadsObservability is off, which "
                                    "UnadmittedWorkloadsExplicitStatus needs, and")));
  EXPECT_THAT(of_gates("TopologyAwareScheduling: false"),
              ElementsAre(HasSubstr("TASProfileMixed, TASHandleOverlappingFlavors and 6 more "
                                    "(docs/kueue.md) need in Kueue 0.19")));
  EXPECT_THAT(of_gates("AllBeta: false"), IsEmpty()) << "each is off with what it needs";
  EXPECT_THAT(of_gates("AllBeta: false, KueueDRAIntegrationConsumableCapacity: true"),
              ElementsAre(HasSubstr("KueueDRAIntegration is off, which "
                                    "KueueDRAIntegrationConsumableCapacity needs, and")));
  EXPECT_THAT(of_gates("TASFailedNodeReplacement: false"),
              ElementsAre(HasSubstr("TASFailedNodeReplacementFailFast and "
                                    "TASReplaceNodeOnPodTermination need in Kueue 0.19")));
}

TEST_F(KueueInvalidTest, GatesOfOtherVersions) {
  EXPECT_THAT(of("featureGates: {DynamicResourceAllocation: true, "
                 "KueueDRAIntegrationConsumableCapacity: true}"),
              ElementsAre(HasSubstr("is a gate of versions before 0.18, and "
                                    "KueueDRAIntegrationConsumableCapacity beside it one of later "
                                    "versions, and Kueue does not start with that. Write "
                                    "KueueDRAIntegration: true instead.")));
  EXPECT_THAT(
      of("featureGates: {DRAExtendedResources: true, KueueDRAIntegration: true, "
         "KueueDRAIntegrationExtendedResource: true}"),
      ElementsAre(HasSubstr("Take it away: KueueDRAIntegrationExtendedResource is its name")));
  EXPECT_THAT(of("featureGates: {ManagedJobsNamespaceSelectorAlwaysRespected: false}"),
              ElementsAre(HasSubstr("is false, which it can't be in Kueue 0.19")));
  EXPECT_THAT(of("featureGates: {ManagedJobsNamespaceSelectorAlwaysRespected: true}"), IsEmpty());
}

TEST_F(KueueInvalidTest, NumbersAndDurations) {
  EXPECT_THAT(of("controller: {cacheSyncTimeout: '120000000000'}"),
              ElementsAre(HasSubstr("cacheSyncTimeout is the text 120000000000, and Kueue does not "
                                    "start with that. Write 120000000000 without quotes.")));
  EXPECT_THAT(of("waitForPodsReady: {timeout: 5m30s, recoveryTimeout: 0s, requeuingStrategy: "
                 "{timestamp: Creation, backoffLimitCount: 0, backoffBaseSeconds: 60}}, "
                 "clientConnection: {qps: 50.5, burst: 100}, objectRetentionPolicies: {workloads: "
                 "{afterFinished: 24h}}, multiKueue: {gcInterval: 0}"),
              ElementsAre(HasSubstr("multiKueue.gcInterval is 0, which is no duration, and Kueue "
                                    "does not start with that. Write 0s.")));
  EXPECT_THAT(of("waitForPodsReady: {timeout: 5 minutes, recoveryTimeout: -3m, requeuingStrategy: "
                 "{timestamp: creationTimestamp, backoffLimitCount: '5', backoffMaxSeconds: -1}}, "
                 "objectRetentionPolicies: {workloads: {afterFinished: 7d, "
                 "afterDeactivatedByKueue: soon}}"),
              ElementsAre(HasSubstr("backoffLimitCount is the text 5, and Kueue does not start "
                                    "with that. Write 5 without quotes."),
                          HasSubstr("backoffMaxSeconds is -1, and Kueue does not start with that. "
                                    "Write a whole number, 0 or more."),
                          HasSubstr("afterDeactivatedByKueue is soon, which is no duration, and "
                                    "Kueue does not start with that. Write numbers with the units "
                                    "h, m or s, such as 5m."),
                          HasSubstr("afterFinished is 7d, which is no duration, and Kueue does not "
                                    "start with that. Write 168h."),
                          HasSubstr("recoveryTimeout is -3m, and Kueue does not start with that. "
                                    "Write no less than 0s."),
                          HasSubstr("timeout is 5 minutes, which is no duration, and Kueue does "
                                    "not start with that. Write 5m."),
                          HasSubstr("timestamp is creationTimestamp, and Kueue does not start with "
                                    "that. Write Creation.")));
  EXPECT_THAT(of("waitForPodsReady: {requeuingStrategy: {backoffBaseSeconds: 2.5, timestamp: 7}}"),
              ElementsAre(HasSubstr("is 2.5"), HasSubstr("Write Eviction, or Creation.")));
}

TEST_F(KueueInvalidTest, FairSharingWantsItsStrategies) {
  const auto of_sharing = [this](std::string_view fields, std::string_view version = "v1beta2") {
    return world_.object("KueueConfigurationInvalid",
                         "{apiVersion: config.kueue.x-k8s.io/" + std::string(version) +
                             ", kind: Configuration, fairSharing: {" + std::string(fields) + "}}");
  };
  EXPECT_THAT(of_sharing(""),
              ElementsAre(HasSubstr("fairSharing.preemptionStrategies is not set, and Kueue does "
                                    "not start with that. Write [LessThanOrEqualToFinalShare, "
                                    "LessThanInitialShare], or take fairSharing away.")));
  EXPECT_THAT(of_sharing("enable: true", "v1beta1"), IsEmpty());
  EXPECT_THAT(of_sharing("enable: false, preemptionStrategies: [x]", "v1beta1"), IsEmpty());
  EXPECT_THAT(of_sharing("preemptionStrategies: [LessThanInitialShare]"), IsEmpty());
  EXPECT_THAT(
      of_sharing("preemptionStrategies: [LessThanOrEqualToFinalShare, LessThanInitialShare]"),
      IsEmpty());
  EXPECT_THAT(
      of_sharing("preemptionStrategies: [LessThanInitialShare, LessThanOrEqualToFinalShare]"),
      ElementsAre(HasSubstr("or one of the two.")));
}

TEST_F(KueueInvalidTest, Mappings) {
  EXPECT_THAT(of_mappings("{name: g, deviceClassNames: [a]}, {name: g, deviceClassNames: [b, b]}"),
              ElementsAre(HasSubstr("deviceClassMappings[1].name is g a second time"),
                          HasSubstr("deviceClassNames[1] is b a second time")));
  EXPECT_THAT(of_mappings("{name: g, deviceClassNames: []}"),
              ElementsAre(HasSubstr("deviceClassMappings[0].deviceClassNames is empty")));
  EXPECT_THAT(of_mappings("{name: 'GPU s!', deviceClassNames: [a]}"),
              ElementsAre(HasSubstr("deviceClassMappings[0].name is GPU s!,")));
  EXPECT_THAT(of_mappings("{name: g, deviceClassNames: [a, b, c, d, e, f, g, h]}"), IsEmpty());
  EXPECT_THAT(of_mappings("{name: g, deviceClassNames: [a, b, c, d, e, f, g, h, i]}"),
              ElementsAre(HasSubstr("has 9 entries, and Kueue does not start with that. Write 8 at "
                                    "most.")));
  std::string many;
  for (int i = 0; i < 16; ++i)
    many += "{name: g" + std::to_string(i) + ", deviceClassNames: [c" + std::to_string(i) + "]}, ";
  EXPECT_THAT(of_mappings(many), IsEmpty());
  EXPECT_THAT(of_mappings(many + "{name: more, deviceClassNames: [more]}"),
              ElementsAre(HasSubstr("has 17 entries")));
}

TEST_F(KueueInvalidTest, TheRestOfResources) {
  EXPECT_THAT(of("resources: {quotaCheckStrategy: ignoreUndeclared}"),
              ElementsAre(HasSubstr("Write IgnoreUndeclared, or BlockUndeclared.")));
  EXPECT_THAT(of("resources: {quotaCheckStrategy: IgnoreUndeclared, excludeResourcePrefixes: [x]}"),
              ElementsAre(HasSubstr("beside excludeResourcePrefixes")));
  EXPECT_THAT(of("featureGates: {QuotaCheckStrategy: false}, resources: {quotaCheckStrategy: "
                 "IgnoreUndeclared, excludeResourcePrefixes: [x]}"),
              IsEmpty())
      << "nobody reads it";
  EXPECT_THAT(of("resources: {transformations: [{input: a, strategy: replace}, {input: a}]}"),
              ElementsAre(HasSubstr("Write Retain or Replace."), HasSubstr("input is a a second")));
}

TEST_F(KueueInvalidTest, PrefixesAreNoPatterns) {
  const auto told = [&](const std::string& prefix) {
    return world_.object(
        "MalformedObject",
        CheckWorld::kueue_configuration(
            "resources: {excludeResourcePrefixes: [networking.example.com/, '" + prefix + "']}"));
  };
  EXPECT_THAT(told("nvidia.com/"), IsEmpty());
  EXPECT_THAT(told("nvidia.com/*"),
              ElementsAre("resources.excludeResourcePrefixes[1]: "
                          "resources.excludeResourcePrefixes[1] is nvidia.com/*, and excludes "
                          "nothing: Kueue compares it with the start of a name as it stands. Write "
                          "nvidia.com/. [MalformedObject]"));
  EXPECT_THAT(told("*.com/gpu"), ElementsAre(HasSubstr("Write the start of the names, without")));
}

TEST_F(KueueInvalidTest, NamespacesAndVersion) {
  EXPECT_THAT(of("managedJobsNamespaceSelector: {}"),
              ElementsAre(HasSubstr("selects namespace kube-system,")));
  EXPECT_THAT(of("namespace: queues, managedJobsNamespaceSelector: {matchLabels: "
                 "{kubernetes.io/metadata.name: queues}}"),
              ElementsAre(HasSubstr("selects namespace queues,")));
  EXPECT_THAT(of("managedJobsNamespaceSelector: {matchExpressions: [{key: "
                 "kubernetes.io/metadata.name, operator: NotIn, values: [kube-system]}]}"),
              IsEmpty())
      << "where Kueue runs is not known";
  const auto in_map_of = [&](std::string_view ns) {
    const kube::Document configuration = yaml(CheckWorld::kueue_configuration(
        "managedJobsNamespaceSelector: {matchExpressions: [{key: kubernetes.io/metadata.name, "
        "operator: NotIn, values: [kube-system, kueue-system]}]}"));
    ObjectSubject subject{configuration.root(), {}};
    subject.config_map_ns = ns;
    std::vector<Finding> findings;
    check_kueue_invalid(subject, world_.facts(), findings);
    return findings;
  };
  EXPECT_THAT(in_map_of("kueue-system"), IsEmpty());
  EXPECT_THAT(in_map_of("default"), IsEmpty()) << "as a file without a namespace is read";
  ASSERT_THAT(in_map_of("queues"), SizeIs(1));
  EXPECT_THAT(
      in_map_of("queues").front().text(),
      AllOf(HasSubstr("selects namespace queues"), HasSubstr("values: [kube-system, queues]")));
  const auto version = [&](std::string_view text) {
    return world_.object(
        "KueueConfigurationInvalid",
        "{apiVersion: config.kueue.x-k8s.io/" + std::string(text) + ", kind: Configuration}");
  };
  for (const char* known : {"v1beta1", "v1beta2", "v1beta3", "v1", "v2alpha1"})
    EXPECT_THAT(version(known), IsEmpty()) << known;
  for (const char* none : {"v1alpha1", "v1beta", "beta2", "v1bet2"})
    EXPECT_THAT(version(none),
                ElementsAre(HasSubstr("Write apiVersion: config.kueue.x-k8s.io/v1beta2.")))
        << none;
}

TEST_F(KueueInvalidTest, ClassesThatDoNotExist) {
  const auto of_classes = [&](std::string_view list) {
    return world_.object("DeviceClassMissing",
                         CheckWorld::kueue_configuration(mappings(
                             "{name: gpus, deviceClassNames: [" + std::string(list) + "]}")));
  };
  EXPECT_THAT(of_classes("gpu.acem.com"), IsEmpty()) << "no class is known";
  EXPECT_THAT(of_classes("nvidia.com/gpu"),
              ElementsAre(HasSubstr("Write gpu.nvidia.com, and restart Kueue.")));
  EXPECT_THAT(
      of_classes("gpu.nvida.com"),
      ElementsAre("resources.deviceClassMappings[0].deviceClassNames[0]: No driver is known "
                  "to bring DeviceClass gpu.nvida.com; unless somebody made it Kueue counts "
                  "nothing as gpus by it. Write gpu.nvidia.com, and restart Kueue. "
                  "[DeviceClassMissing]"))
      << "but by the catalogue";
  world_.add_class("gpu.nvidia.com", "gpu.nvidia.com", ", extendedResourceName: nvidia.com/gpu");
  EXPECT_THAT(of_classes("gpu.nvidia.com, other.com"), IsEmpty());
  EXPECT_THAT(of_classes("gpu.nvida.com"),
              ElementsAre("resources.deviceClassMappings[0].deviceClassNames[0]: DeviceClass "
                          "gpu.nvida.com does not exist, and Kueue counts nothing as gpus by it. "
                          "Write gpu.nvidia.com, and restart Kueue. [DeviceClassMissing]"));
  EXPECT_THAT(of_classes("nvidia.com/gpu"), ElementsAre(HasSubstr("Write gpu.nvidia.com,")));
  world_.severity = Severity::kInfo;
  EXPECT_THAT(of_classes("gpu.nvidia.can"),
              ElementsAre(HasSubstr("nothing as gpus by it. Write gpu.nvidia.com if that is meant, "
                                    "and restart Kueue; else create it.")))
      << "which may be another class";
  EXPECT_THAT(of_classes("mig.nvidia.com"), IsEmpty()) << "the driver's chart brings it";
}

TEST_F(KueueInvalidTest, NoMoreIsToldThanIsRead) {
  std::string gates;
  for (int i = 0; i < 500; ++i) gates += "g" + std::to_string(i) + ": x, ";
  EXPECT_THAT(of("featureGates: {" + gates + "}"), SizeIs(kLikeFindingsMax));
}

TEST_F(KueueInvalidTest, Sources) {
  const auto of_source = [&](std::string_view kind, std::string_view expression,
                             std::string_view more = "") {
    return of(mappings("{name: gpu.memory, deviceClassNames: [a], sources: [{" + std::string(kind) +
                       ": {name: memory, driver: gpu.example.com, deviceSelector: {cel: "
                       "{expression: \"" +
                       std::string(expression) + "\"}}}}]}") +
              std::string(more));
  };
  EXPECT_THAT(of_source("counter", "true"), IsEmpty());
  EXPECT_THAT(of_source("counter", "device.foo"),
              ElementsAre(AllOf(HasSubstr("resources.deviceClassMappings[0].sources[0] has a "
                                          "deviceSelector that does not compile at 1:7"),
                                HasSubstr("and Kueue does not start with that."))));
  EXPECT_THAT(of_source("counter", "device.allowMultipleAllocations"),
              ElementsAre(HasSubstr("which Kueue's CEL does not know")));
  EXPECT_THAT(of_source("capacity", "true"), IsEmpty()) << "its command line may set the gate";
  EXPECT_THAT(of_source("capacity", "true", ", featureGates: {KueueDRAIntegration: true}"),
              ElementsAre(HasSubstr("Write KueueDRAIntegrationConsumableCapacity: true in "
                                    "featureGates.")));
  EXPECT_THAT(of_source("capacity", "true",
                        ", featureGates: {KueueDRAIntegrationConsumableCapacity: true}"),
              IsEmpty());
}

TEST_F(KueueInvalidTest, ClassesUnderAnotherNameTheSchemaMisses) {
  EXPECT_THAT(of_mappings("{name: a, deviceClasses: [b]}"), IsEmpty());
  EXPECT_THAT(of_mappings("{name: a}"), ElementsAre(HasSubstr("deviceClassNames is empty")));
}

TEST_F(KueueInvalidTest, ANameUnderAnotherKeyIsToldAsThat) {
  EXPECT_THAT(of_mappings("{resourceName: gpus, deviceClassNames: [a]}"), IsEmpty());
  EXPECT_THAT(of_mappings("{deviceClassNames: [a]}"), SizeIs(1));
}

TEST_F(KueueInvalidTest, ASourceOfAnotherDriver) {
  const auto told = [this](std::string_view driver) {
    return world_.object("QuotaCountsNothing",
                         CheckWorld::kueue_configuration(mappings(
                             "{name: mem, deviceClassNames: [gpu.acme.com], sources: [{counter: "
                             "{name: memory, driver: " +
                             std::string(driver) + "}}]}")));
  };
  EXPECT_THAT(told("acme.com"), IsEmpty()) << "nobody knows the class";
  world_.add_class("gpu.acme.com", "gpu.acme.com");
  world_.add_devices("gpu.acme.com", "node-1", 1);
  EXPECT_THAT(told("gpu.acme.com"), IsEmpty());
  EXPECT_THAT(
      told("acme.com"),
      ElementsAre("resources.deviceClassMappings[0].sources[0].counter.driver: Kueue counts "
                  "nothing as mem by this source: driver acme.com has no device of its "
                  "classes. Write driver: gpu.acme.com, and restart Kueue. "
                  "[QuotaCountsNothing]"));
}

}  // namespace
}  // namespace drawbridge::rules

// `drawbridge review`: what is said of files with Kueue's queues, flavors and Configuration, and of
// what they put into queues.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "test/webhook/admission_testing.h"
#include "test/webhook/queue_manifests.h"
#include "test/webhook/review_queue_testing.h"
#include "test/webhook/review_testing.h"
#include "webhook/cli/review.h"

namespace drawbridge::cli {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::UnorderedElementsAre;

TEST(ReviewQueues, ClassesThatAreMisspeltInTheConfigurationAreOneMistake) {
  for (const std::string_view name : {"deviceClassName", "deviceClasses"}) {
    const std::string given =
        configured_for("batch/job", "deviceClassMappings: [{name: pool, " + std::string(name) +
                                        ": [gpu.example.com]}]");
    EXPECT_THAT(told_by_kind("", given + "---\n" + kPoolQueue + queued_job()),
                ElementsAre(HasSubstr("Write deviceClassNames: [...]. [UnknownField]"),
                            HasSubstr("[KueueConfigurationInvalid]"), HasSubstr("[NeverFits]")))
        << name;
  }
}

// Kueue reads its Configuration at its start alone: what it counts by is another one then.
TEST(ReviewQueues, AConfigurationWithWhichKueueDoesNotStartRefusesNothing) {
  const auto reviewed = [](std::string_view configuration) {
    return review_objects(
        admission::manifests(kPoolQueue +
                                 "---\napiVersion: config.kueue.x-k8s.io/v1beta2\nkind: "
                                 "Configuration\nintegrations: {frameworks: "
                                 "[batch/job]}\nwaitForPodsReady: {}\n" +
                                 std::string(configuration) + "\n",
                             "state.yaml"),
        admission::manifests(queued_job(), "given.yaml"), {});
  };
  const std::string counts =
      "resources: {deviceClassMappings: [{name: pool, deviceClassNames: [gpu.example.com]}]}\n";
  EXPECT_FALSE(reviewed(counts)[0].allowed);
  EXPECT_FALSE(reviewed(counts + "fieldOfANewerKueue: 1")[0].allowed);
  struct Case {
    std::string configuration;
    std::string_view fault;
    std::size_t findings;
  };
  const Case cases[] = {
      {"resources: {deviceClassMapping: [{name: pool, deviceClassNames: [gpu.example.com]}]}",
       "resources.deviceClassMapping", 1},
      {"resources: {deviceClassMappings: [{name: pool, deviceClassNames: []}]}",
       "resources.deviceClassMappings[0].deviceClassNames", 1},
      {"resources: {deviceClassMappings: [{name: pool, deviceClassNames: gpu.example.com}]}",
       "resources.deviceClassMappings[0].deviceClassNames", 2},
      {"resources: {deviceClassMappings: [{name: pool, deviceClassNames: [gpu.example.com]}, "
       "{name: "
       "other, deviceClassNames: [gpu.example.com]}]}",
       "resources.deviceClassMappings[1].deviceClassNames", 2},
      {counts + "featureGates: {KueueDRAIntegration: flase}", "featureGates.KueueDRAIntegration",
       2},
      // v1beta1 has it, and a *time.Duration is a number.
      {counts + "queueVisibility: {}", "queueVisibility", 2},
      {counts + "controller: {cacheSyncTimeout: 2m}", "controller.cacheSyncTimeout", 2},
  };
  for (const Case& one : cases) {
    const std::vector<ReviewedObject> told = reviewed(one.configuration);
    ASSERT_EQ(told.size(), 1U);
    EXPECT_TRUE(told[0].allowed) << one.fault;
    EXPECT_EQ(told[0].findings.size(), one.findings) << one.fault;
    EXPECT_EQ(told[0].findings[0].text(),
              "Kueue does not start with its Configuration, for " + std::string(one.fault) +
                  "; one that runs has read an older one, by which this Job may fare otherwise. "
                  "Correct that in Kueue's ConfigMap kueue-manager-config, and restart Kueue. "
                  "[KueueConfigurationInvalid]");
    EXPECT_THAT(told[0].findings.back().text(),
                HasSubstr(one.findings > 1 ? "[NeverFits]" : "[KueueConfigurationInvalid]"));
  }
}

TEST(ReviewQueues, WhatKueueStartsWithSoftensNothing) {
  const auto told = [](std::string_view more) {
    return review_objects(
        admission::manifests(kPoolQueue + configured_for("batch/job") + std::string(more) + "\n",
                             "state.yaml"),
        admission::manifests(queued_job(), "given.yaml"), {});
  };
  for (const std::string_view more :
       {"", "controller: {cacheSyncTimeout: 120000000000}", "ofANewerKueue: true"})
    EXPECT_FALSE(told(more)[0].allowed) << more;
}

TEST(ReviewQueues, AFrameworkThatWasMeantTakesThePlaceOfItsSlip) {
  EXPECT_THAT(told_by_kind(kPoolQueue + configured_for("Batch/Job"), queued_job()),
              ::testing::IsSupersetOf(
                  {HasSubstr("does not start with its Configuration, for "
                             "integrations.frameworks[0]"),
                   HasSubstr("Write integrations.frameworks: [batch/job] and restart Kueue")}));
}

TEST(ReviewQueues, WhatWaitsInTheClusterAlreadyIsNotRefused) {
  const std::string state = kPoolQueue + configured_for("batch/job");
  const auto told = [&](std::string_view uid) {
    std::string standing = queued_job();
    const std::string_view name = "metadata: {name: j, ";
    standing.insert(standing.find(name) + name.size(), uid);
    return review_objects(admission::manifests(state + standing, "state.yaml"),
                          admission::manifests(queued_job(), "given.yaml"), {});
  };
  EXPECT_TRUE(told("uid: '1', ")[0].allowed);
  EXPECT_THAT(told("uid: '1', ")[0].findings,
              ElementsAre(::testing::Field(&rules::Finding::code, "NeverFits")));
  EXPECT_FALSE(told("")[0].allowed) << "a file that lies beside itself in the folder";
}

// ApplyDefaultLocalQueue writes the label, which an apply of the file leaves there.
TEST(ReviewQueues, WhatKueuePutIntoTheDefaultQueueIsThereStill) {
  const auto job = [](std::string_view metadata) {
    std::string text = queued_job();
    text.replace(text.find(kInQueue), kInQueue.size(), metadata);
    return text;
  };
  const auto told = [&](std::string_view queue) {
    const std::string there =
        "uid: '1', labels: {kueue.x-k8s.io/queue-name: " + std::string(queue) + "}";
    return review_objects(
        admission::manifests(kPoolQueue + "---\n" + admission::local_queue("default") +
                                 configured_for("batch/job") + job(there),
                             "state.yaml"),
        admission::manifests(job("labels: {}"), "given.yaml"), {});
  };
  EXPECT_TRUE(told("default")[0].allowed);
  EXPECT_THAT(told("default")[0].findings,
              ElementsAre(::testing::Field(&rules::Finding::code, "NeverFits")));
  EXPECT_FALSE(told("q")[0].allowed) << "it is taken out of that one";
}

TEST(ReviewQueues, AMisspeltFieldOfAQueueIsOneMistake) {
  const auto queue = [](std::string_view name) {
    return told_by_kind("",
                        "{apiVersion: kueue.x-k8s.io/v1beta2, kind: ClusterQueue, metadata: {name: "
                        "q}, spec: {namespaceSelector: {}, resourceGroups: [{" +
                            std::string(name) +
                            "flavors: [{name: f, resources: [{name: cpu, nominalQuota: 1}]}]}]}}");
  };
  EXPECT_THAT(queue("coveredResources: [cpu], "), IsEmpty());
  EXPECT_THAT(queue("coveredResource: [cpu], "),
              ElementsAre(HasSubstr("Write coveredResources: [cpu]. [UnknownField]")));
  EXPECT_THAT(queue(""), ElementsAre(HasSubstr("coveredResources is not set")));
}

TEST(ReviewQueues, AQueueOfAnotherNamespace) {
  const std::string given = kPoolQueue + configured_for("batch/job");
  EXPECT_THAT(told_by_kind("", given + queued_job("team-b")),
              Contains("Job: LocalQueue q does not exist in namespace team-b, so Kueue never "
                       "admits this Job: those of other namespaces can't be used. Create it "
                       "there, or write namespace: default, which has one. [QueueMissing]"));
  // Nothing is known of queues.
  EXPECT_THAT(told_by_kind("", configured_for("batch/job") + queued_job("team-b")),
              Not(Contains(HasSubstr("[QueueMissing]"))));
}

TEST(ReviewQueues, AQueueOfAnotherNamespaceWhereTheStateHasAll) {
  const std::string state = kPoolQueue + configured_for("batch/job");
  const std::string other =
      "---\n{apiVersion: kueue.x-k8s.io/v1beta2, kind: LocalQueue, metadata: {namespace: team-b, "
      "name: ";
  const std::string lies_elsewhere =
      "Job: LocalQueue q does not exist in namespace team-b, so Kueue never admits this Job: those "
      "of other namespaces can't be used. Create it there, or write namespace: default, which has "
      "one. [QueueMissing]";
  EXPECT_THAT(told_by_kind(state, queued_job("team-b")), Contains(lies_elsewhere));
  EXPECT_THAT(told_by_kind(state + other + "vision}, spec: {clusterQueue: research}}\n",
                           queued_job("team-b")),
              Contains(lies_elsewhere));
  std::string asks = queued_job("team-b");
  const std::string_view label = "kueue.x-k8s.io/queue-name: ";
  asks.replace(asks.find(label) + label.size(), 1, "user-queue");
  EXPECT_THAT(told_by_kind(admission::local_queue("user-queue") + state + other +
                               "user-queues}, spec: {clusterQueue: research}}\n",
                           asks),
              Contains(HasSubstr("admits this Job. Write kueue.x-k8s.io/queue-name: user-queues. "
                                 "[QueueMissing]")));
}

TEST(ReviewQueues, AClusterQueueInPlaceOfTheQueueThatLeadsToIt) {
  const auto in = [](std::string_view queue) {
    std::string asks = queued_job();
    const std::string_view label = "kueue.x-k8s.io/queue-name: ";
    return asks.replace(asks.find(label) + label.size(), 1, queue);
  };
  const std::string given = kPoolQueue + configured_for("batch/job");
  EXPECT_THAT(told_by_kind("", given + in("research")),
              Contains("Job: LocalQueue research does not exist in namespace default, so Kueue "
                       "never admits this Job: that is a ClusterQueue. Write "
                       "kueue.x-k8s.io/queue-name: q, the LocalQueue that leads to research. "
                       "[QueueMissing]"));
  // One that is stopped comes first by its name.
  EXPECT_THAT(
      told_by_kind("",
                   "{apiVersion: kueue.x-k8s.io/v1beta2, kind: LocalQueue, metadata: {name: a, "
                   "namespace: default}, spec: {clusterQueue: research, stopPolicy: Hold}}\n---\n" +
                       given + in("research")),
      Contains(HasSubstr("queue-name: q, the LocalQueue that leads to research.")));
  EXPECT_THAT(told_by_kind("", given + in("science")), Not(Contains(HasSubstr("[QueueMissing]"))))
      << "another file may have it";
}

TEST(ReviewQueues, AQueueInPlaceOfTheClusterQueueBehindIt) {
  const auto told = [](std::string_view named) {
    std::string state = kPoolQueue + configured_for("batch/job");
    const std::string_view own = "name: q, namespace: default}\nspec: {clusterQueue: research}";
    state.replace(state.find(own), own.size(),
                  "name: q, namespace: default}\nspec: {clusterQueue: " + std::string(named) + "}");
    return told_by_kind(admission::local_queue("team") + state, queued_job());
  };
  EXPECT_THAT(told("team"),
              ElementsAre("Job: LocalQueue q names ClusterQueue team, which does not exist, so "
                          "Kueue never admits this Job: that is a LocalQueue, which leads to "
                          "research. Create the LocalQueue anew with clusterQueue: research, or "
                          "use another queue. [QueueMissing]"));
  for (const std::string_view none : {"q", "tean"})
    EXPECT_THAT(told(none), ElementsAre(HasSubstr("Create that ClusterQueue"))) << none;
}

TEST(ReviewQueues, ANamespaceIsKnownByItsName) {
  const auto queue = [](std::string_view selector) {
    std::string text = kPoolQueue;
    const std::string any = "namespaceSelector: {}";
    return text.replace(text.find(any), any.size(), "namespaceSelector: " + std::string(selector));
  };
  const auto told = [&](std::string_view selector) {
    return told_by_kind(queue(selector) + configured_for("batch/job"), queued_job());
  };
  EXPECT_THAT(told("{matchLabels: {kubernetes.io/metadata.name: team-b}}"),
              Contains(AllOf(HasSubstr("[QueueNotForNamespace]"),
                             HasSubstr("have namespaceSelector of research name default."))));
  EXPECT_THAT(
      told("{matchExpressions: [{key: kubernetes.io/metadata.name, operator: NotIn, values: "
           "[a, default]}]}"),
      Contains(HasSubstr("take default out of NotIn in namespaceSelector of research.")));
  EXPECT_THAT(told("{matchLabels: {kubernetes.io/metadata.name: default}}"),
              ElementsAre(HasSubstr("[NeverFits]")));
  EXPECT_THAT(told("{matchLabels: {team: a}}"), ElementsAre(HasSubstr("[NeverFits]")))
      << "its other labels are not known";
}

TEST(ReviewQueues, TheLabelThatASelectorWants) {
  const auto told = [](std::string_view selector, std::string_view labels = "dept: ml") {
    std::string state =
        kPoolQueue + configured_for("batch/job") +
        "---\n{apiVersion: v1, kind: Namespace, metadata: {name: default, labels: {" +
        std::string(labels) + "}}}\n";
    const std::string_view any = "namespaceSelector: {}";
    state.replace(state.find(any), any.size(), "namespaceSelector: " + std::string(selector));
    return told_by_kind(state, queued_job());
  };
  const auto labelling = [](const std::string& label) {
    return Contains(
        HasSubstr("does not match. Label the namespace: kubectl label namespace "
                  "default " +
                  label + ". [QueueNotForNamespace]"));
  };
  EXPECT_THAT(told("{matchLabels: {kueue: 'yes'}}"), labelling("kueue=yes"));
  EXPECT_THAT(told("{matchLabels: {kueue: 'yes', dept: ml}}"), labelling("kueue=yes"));
  EXPECT_THAT(told("{matchLabels: {a: b, c: d}}"), labelling("a=b c=d"));
  EXPECT_THAT(told("{matchLabels: {dept: hr}}"), labelling("dept=hr --overwrite"));
  EXPECT_THAT(told("{matchExpressions: [{key: k, operator: In, values: [v, w]}]}"),
              labelling("k=v"));
  EXPECT_THAT(told("{matchExpressions: [{key: k, operator: Exists}]}"), labelling("k=true"));
  EXPECT_THAT(told("{matchExpressions: [{key: dept, operator: NotIn, values: [ml]}]}"),
              Contains(HasSubstr("does not match. Take away what the selector excludes: kubectl "
                                 "label namespace default dept-. [QueueNotForNamespace]")));
  EXPECT_THAT(
      told("{matchLabels: {a: b}, matchExpressions: [{key: dept, operator: DoesNotExist}]}"),
      labelling("a=b dept-"));
  for (const std::string_view other :
       {"{matchExpressions: [{key: dept, operator: NotIn, values: [ml]}, {key: dept, operator: "
        "Exists}]}",
        "{matchExpressions: [{key: k, operator: Exists}, {key: k, operator: In, values: [v]}]}"})
    EXPECT_THAT(told(other), Contains(HasSubstr("kubectl get clusterqueue research -o jsonpath")))
        << other;
}

std::string started(std::string job) {
  const std::string_view suspended = "suspend: true, ";
  return job.erase(job.find(suspended), suspended.size());
}

std::string cron_job(bool suspended) {
  std::string pod(kPodWithTwo);
  pod.insert(1, "restartPolicy: Never, ");
  return "{apiVersion: batch/v1, kind: CronJob, metadata: {name: c}, spec: {schedule: '* * * * *', "
         "jobTemplate: {metadata: {" +
         std::string(kInQueue) + "}, spec: {suspend: " + (suspended ? "true" : "false") +
         ", template: {spec: " + pod + "}}}}}\n";
}

TEST(ReviewQueues, ANamespaceThatKueueLeavesAlone) {
  const auto told = [](std::string_view object) {
    return told_by_kind(
        kPoolQueue + configured_for("batch/job, pod, deployment") + std::string(kKueueElsewhere),
        object);
  };
  EXPECT_THAT(told(queued_job()),
              ElementsAre("Job: Kueue leaves namespace default alone "
                          "(managedJobsNamespaceSelector): this Job stays suspended, and never "
                          "runs in queue q. Have managedJobsNamespaceSelector select the "
                          "namespace, or take the label away and write suspend: false. "
                          "[QueueIgnored]"));
  EXPECT_THAT(told(started(queued_job())),
              ElementsAre("Job: Kueue leaves namespace default alone "
                          "(managedJobsNamespaceSelector): the pods of this Job start without "
                          "quota of queue q, or its webhook holds them. "
                          "Have managedJobsNamespaceSelector select the namespace, or take the "
                          "label away. [QueueIgnored]"));
  EXPECT_THAT(told("{apiVersion: v1, kind: Pod, metadata: {name: p, " + std::string(kInQueue) +
                   "}, spec: " + std::string(kPodWithTwo) + "}"),
              ElementsAre(HasSubstr("this Pod starts without quota of queue q. Have")))
      << "of pods Kueue's webhook asks for the namespace";
  EXPECT_THAT(told(cron_job(true)),
              ElementsAre(HasSubstr("this CronJob's Jobs stay suspended, and never run in queue "
                                    "q.")));
}

// Kueue is asked for nothing before somebody scales it.
TEST(ReviewQueues, WhatMakesNoPodIsNotRefused) {
  const std::string state =
      kPoolQueue + configured_for("deployment, pod",
                                  "deviceClassMappings: [{name: pool, deviceClassNames: [other]}]");
  const auto severities = [&](int replicas) {
    std::string object = of_apps("Deployment");
    object.replace(object.find("replicas: 2"), 11, "replicas: " + std::to_string(replicas));
    std::set<rules::Severity> found;
    const auto objects = review_objects(admission::manifests(state, "state.yaml"),
                                        admission::manifests(object, "given.yaml"), {});
    for (const rules::Finding& finding : objects.at(0).findings) found.insert(finding.severity);
    return found;
  };
  EXPECT_TRUE(severities(1).contains(rules::Severity::kDeny));
  EXPECT_FALSE(severities(0).contains(rules::Severity::kDeny));
}

TEST(ReviewQueues, WhatIsSuspendedOfAKindThatKueueLeavesAlone) {
  const std::string state = kPoolQueue + configured_for("pod");
  EXPECT_THAT(
      told_by_kind(state, queued_job()),
      Contains("Job: Kueue leaves this Job alone (integrations.frameworks lacks "
               "batch/job): it stays suspended, and never runs in queue q. Write "
               "integrations.frameworks: [pod, batch/job] and restart Kueue, or take the label "
               "away and write suspend: false. [QueueIgnored]"));
  EXPECT_THAT(told_by_kind(state, started(queued_job())),
              Contains(HasSubstr("its pods start without quota of queue q. Write "
                                 "integrations.frameworks: [pod, batch/job] and restart Kueue, "
                                 "or take the label away. ")));
  EXPECT_THAT(told_by_kind(kPoolQueue + configured_for(""), of_apps("Deployment")),
              Contains(HasSubstr("Write integrations.frameworks: [batch/job, deployment] and "
                                 "restart Kueue, or take the label away. ")))
      << "what stands there takes the place of batch/job, which is the default";
  EXPECT_THAT(told_by_kind(kPoolQueue + configured_for("job, pod"), queued_job()),
              Contains(HasSubstr("Write integrations.frameworks: [pod, batch/job] and restart")))
      << "Kueue does not start with the other name";
  EXPECT_THAT(told_by_kind(state, cron_job(true)),
              Contains(HasSubstr("its Jobs stay suspended, and never run in queue q.")));
  EXPECT_THAT(told_by_kind(state, cron_job(false)), Contains(HasSubstr("its pods start without")));
}

TEST(ReviewQueues, AWorkloadThatNamesNoQueue) {
  const auto workload = [](std::string_view more) {
    return "{apiVersion: kueue.x-k8s.io/v1beta2, kind: Workload, metadata: {name: w}, spec: {" +
           std::string(more) +
           "podSets: [{name: main, count: 1, template: {spec: " + std::string(kPodWithTwo) +
           "}}]}}\n";
  };
  const std::string state = kPoolQueue + configured_for("batch/job");
  EXPECT_THAT(told_by_kind(state, workload("")),
              UnorderedElementsAre(
                  "Workload: This Workload names no queue (spec.queueName), and Kueue admits none "
                  "before it does. Write queueName: q. [QueueNotNamed]",
                  HasSubstr("If this Workload named queue q, it could never run there: ")));
  EXPECT_THAT(told_by_kind(state, workload("queueName: q, ")),
              ElementsAre(HasSubstr("[NeverFits]")));
}

// Nothing is decided of it before somebody writes another thing.
TEST(ReviewQueues, AWorkloadThatIsNotActive) {
  const auto workload = [](std::string_view active) {
    return "{apiVersion: kueue.x-k8s.io/v1beta2, kind: Workload, metadata: {name: w}, spec: "
           "{queueName: q, active: " +
           std::string(active) +
           ", podSets: [{name: main, count: 1, template: {spec: " + std::string(kPodWithTwo) +
           "}}]}}\n";
  };
  const std::string state = kPoolQueue + configured_for("batch/job");
  EXPECT_THAT(told_by_kind(state, workload("false")),
              ElementsAre("Workload: This Workload stays in queue q as it is: Kueue admits none "
                          "that is not active. Write active: true, or leave it out, once it is to "
                          "run. [QueueStopped]"));
  EXPECT_THAT(told_by_kind(state, workload("true")), ElementsAre(HasSubstr("[NeverFits]")));
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
  EXPECT_THAT(told_by_kind("", config_map),
              ElementsAre(HasSubstr("selects namespace kueue-system, and Kueue does not start")));
}

// Of an object of Kueue's with this in its spec, beside the state.
std::vector<std::string> of_kueue(std::string_view kind, std::string_view spec,
                                  std::string_view state = "") {
  return told_by_kind(state, "{apiVersion: kueue.x-k8s.io/v1beta2, kind: " + std::string(kind) +
                                 ", metadata: {name: x}, spec: {" + std::string(spec) + "}}");
}

TEST(ReviewQueues, WhatKueueRefusesOfFlavorsAndQueues) {
  EXPECT_THAT(
      of_kueue("ResourceFlavor",
               "nodeLabels: {a: b}, topologyName: t, nodeTaints: [{key: a, effect: NoSchedule}], "
               "tolerations: [{operator: Exists}, {key: a, value: b, effect: NoExecute}]"),
      IsEmpty());
  EXPECT_THAT(of_kueue("ResourceFlavor", "nodeTaints: [{key: a, effect: NoScheduel}]"),
              ElementsAre(HasSubstr("is NoScheduel, and must be NoSchedule, PreferNoSchedule or "
                                    "NoExecute. Write NoSchedule.")));
  EXPECT_THAT(of_kueue("ResourceFlavor", "tolerations: [{key: a, operator: Exist}]"),
              ElementsAre(HasSubstr("Write Exists.")));
  EXPECT_THAT(of_kueue("ResourceFlavor", "tolerations: [{key: a, operator: Exists, value: b}]"),
              ElementsAre(HasSubstr("Take the value away.")));
  EXPECT_THAT(of_kueue("ResourceFlavor", "topologyName: t"),
              ElementsAre(HasSubstr("spec.nodeLabels is not set")));
  const std::string groups =
      "namespaceSelector: {}, resourceGroups: [{coveredResources: [cpu], flavors: [{name: big, "
      "resources: [{name: cpu, nominalQuota: 1}]}]}]";
  EXPECT_THAT(
      of_kueue("ClusterQueue",
               groups + ", preemption: {reclaimWithinCohort: Any, borrowWithinCohort: {policy: "
                        "LowerPriority}}, admissionChecksStrategy: {admissionChecks: [{name: c, "
                        "onFlavors: [big]}]}"),
      IsEmpty());
  EXPECT_THAT(
      of_kueue("ClusterQueue", groups + ", flavorFungibility: {whenCanBorrow: TryNextFlavor, "
                                        "preference: BorrowingOverPreemption}"),
      IsEmpty());
  for (const std::string other :
       {"", ", whenCanBorrow: TryNextFlavor, whenCanPreempt: MayStopSearch"})
    EXPECT_THAT(of_kueue("ClusterQueue", groups +
                                             ", flavorFungibility: {preference: "
                                             "PreemptionOverBorrowing" +
                                             other + "}"),
                ElementsAre(HasSubstr("spec.flavorFungibility.preference wants whenCanBorrow and "
                                      "whenCanPreempt to be TryNextFlavor.")))
        << other;
  for (const std::string of_share : {"0", "'0.5'", "3"})
    EXPECT_THAT(of_kueue("ClusterQueue", groups + ", fairSharing: {weight: " + of_share + "}"),
                IsEmpty())
        << of_share;
  EXPECT_THAT(of_kueue("ClusterQueue", groups + ", fairSharing: {weight: -1}"),
              ElementsAre(HasSubstr("spec.fairSharing.weight is negative. Write 0 or more")));
  EXPECT_THAT(of_kueue("Cohort", "fairSharing: {weight: '-0.5'}"),
              ElementsAre(HasSubstr("spec.fairSharing.weight is negative.")));
  const std::string concurrent =
      ", concurrentAdmissionPolicy: {migration: {mode: TryPreferredFlavors, constraints: "
      "{lastAcceptableFlavorName: ";
  EXPECT_THAT(of_kueue("ClusterQueue", groups + concurrent + "big}}}"), IsEmpty());
  EXPECT_THAT(
      of_kueue("ClusterQueue", groups + concurrent + "bigg}}}, queueingStrategy: StrictFIFO"),
      UnorderedElementsAre(HasSubstr("spec.queueingStrategy is StrictFIFO beside "
                                     "concurrentAdmissionPolicy, which Kueue refuses. Write "
                                     "queueingStrategy: BestEffortFIFO."),
                           HasSubstr("lastAcceptableFlavorName is bigg, which is no flavor "
                                     "of the ClusterQueue. Write big.")));
  EXPECT_THAT(
      of_kueue("ClusterQueue",
               groups + ", concurrentAdmissionPolicy: {migration: {mode: RetainFirstAdmission, "
                        "constraints: {lastAcceptableFlavorName: big}}}"),
      ElementsAre(HasSubstr("stands beside mode: RetainFirstAdmission")));
  EXPECT_THAT(of_kueue("ClusterQueue",
                       "namespaceSelector: {}, resourceGroups: [{coveredResources: "
                       "['@cpu'], flavors: [{name: big, resources: [{name: '@cpu', "
                       "nominalQuota: 1}]}]}]"),
              ElementsAre(HasSubstr(
                  "spec.resourceGroups[0].coveredResources[0]: is @cpu, and the name of a resource "
                  "may hold letters,")));
  EXPECT_THAT(of_kueue("ClusterQueue",
                       "namespaceSelector: {}, resourceGroups: [{coveredResources: "
                       "[NVIDIA.com/gpu], flavors: [{name: big, resources: [{name: "
                       "NVIDIA.com/gpu, nominalQuota: 1}]}]}]"),
              ElementsAre(HasSubstr(
                  "is NVIDIA.com/gpu, and the name of a resource may hold before '/' lower-case "
                  "letters, digits, '-' and '.', and each part between dots must begin and end "
                  "with a letter or a digit. Write nvidia.com/gpu.")));
  EXPECT_THAT(of_kueue("ResourceFlavor", "topologyName: GPU-rack, nodeLabels: {a: b}"),
              ElementsAre(HasSubstr("Write topologyName: gpu-rack.")));
  EXPECT_THAT(of_kueue("ClusterQueue", groups + ", preemption: {borrowWithinCohort: {policy: "
                                                "LowerPriority}}"),
              ElementsAre(HasSubstr("Write reclaimWithinCohort: LowerPriority, or policy: Never")));
  EXPECT_THAT(
      of_kueue("ClusterQueue", groups + ", admissionChecksStrategy: {admissionChecks: [{name: "
                                        "c, onFlavors: [bigg]}]}"),
      ElementsAre(HasSubstr("Write big.")));
  EXPECT_THAT(
      of_kueue(
          "ClusterQueue",
          "namespaceSelector: {matchExpressions: [{key: a, operator: In}]}, resourceGroups: []"),
      ElementsAre(HasSubstr("spec.namespaceSelector is no selector")));
}

TEST(ReviewQueues, NamesThatNoObjectHas) {
  EXPECT_THAT(of_kueue("Cohort", "parentName: all.teams-1"), IsEmpty());
  EXPECT_THAT(of_kueue("Cohort", "parentName: '${PARENT}'"), IsEmpty());
  EXPECT_THAT(of_kueue("Cohort", "parentName: " + std::string(253, 'a')), IsEmpty());
  EXPECT_THAT(of_kueue("Cohort", "parentName: " + std::string(254, 'a')),
              ElementsAre(HasSubstr("spec.parentName: is aaa")));
  EXPECT_THAT(of_kueue("Cohort", "parentName: Team_A"),
              ElementsAre(HasSubstr("spec.parentName: is Team_A, and a name may hold")));
  EXPECT_THAT(of_kueue("ClusterQueue", "namespaceSelector: {}, cohortName: Team A"),
              ElementsAre(HasSubstr("spec.cohortName: is Team A, and a name may hold")));
  EXPECT_THAT(of_kueue("LocalQueue", "clusterQueue: Research", kPoolQueue),
              ElementsAre(HasSubstr("Write clusterQueue: research.")));
  EXPECT_THAT(of_kueue("ResourceFlavor", "nodeLabels: {a: b}, topologyName: Racks_A"),
              ElementsAre(HasSubstr("spec.topologyName: is Racks_A")));
  const std::string_view flavor =
      "resourceGroups: [{coveredResources: [cpu], flavors: [{name: H100_80, resources: [{name: "
      "cpu, nominalQuota: 1}]}]}]";
  for (const std::string_view kind : {"Cohort", "ClusterQueue"})
    EXPECT_THAT(of_kueue(kind, "namespaceSelector: {}, " + std::string(flavor)),
                Contains(HasSubstr("flavors[0].name: is H100_80, and a name may hold")))
        << kind;
}

// pkg/controller/jobframework, ValidateElasticJobAnnotation.
TEST(ReviewQueues, KindsThatAreNeverElastic) {
  const auto told = [](std::string object, std::string_view gates) {
    object.insert(object.find("labels:"), "annotations: {kueue.x-k8s.io/elastic-job: 'true'}, ");
    return told_by_kind(kPoolQueue + configured_for("batch/job, deployment") + std::string(gates),
                        object);
  };
  const auto of_deployment = [&](std::string_view gates) {
    std::string object = of_apps("Deployment");
    object.replace(object.find("two"), 3, "one");
    object.insert(0, admission::claim_template("one", "gpu.example.com"));
    object.replace(object.find("replicas: 2"), 11, "replicas: 1");
    return told(object, gates);
  };
  EXPECT_THAT(of_deployment(""),
              ElementsAre("Deployment: Kueue's webhook refuses this Deployment in queue q: "
                          "annotation kueue.x-k8s.io/elastic-job is for Jobs and Ray's kinds alone "
                          "(since Kueue 0.18). Take the annotation away. [KueueCannotAdmit]"));
  EXPECT_THAT(of_deployment("featureGates: {ElasticJobsViaWorkloadSlices: false}\n"), IsEmpty());
  EXPECT_THAT(told(queued_job(), ""), ElementsAre(HasSubstr("[NeverFits]"))) << "a Job may be";
}

TEST(ReviewQueues, CohortsAboveThemselves) {
  const auto cohort = [](std::string_view name, std::string_view parent) {
    return "---\n{apiVersion: kueue.x-k8s.io/v1beta2, kind: Cohort, metadata: {name: " +
           std::string(name) + "}, spec: {parentName: " + std::string(parent) + "}}\n";
  };
  EXPECT_THAT(told_by_kind("", cohort("a", "b") + cohort("b", "c")), IsEmpty());
  EXPECT_THAT(told_by_kind("", cohort("a", "a")),
              ElementsAre(HasSubstr("Cohort a is above itself (a), and Kueue admits nothing")));
  EXPECT_THAT(told_by_kind("", cohort("a", "b") + cohort("b", "a")),
              ElementsAre(HasSubstr("Cohort a is above itself (b, a)"),
                          HasSubstr("Cohort b is above itself (a, b)")));
}

TEST(ReviewQueues, AnAdmissionCheckThatIsMisspelt) {
  const std::string given =
      "{apiVersion: kueue.x-k8s.io/v1beta2, kind: ClusterQueue, metadata: {name: q}, spec: "
      "{namespaceSelector: {}, admissionChecksStrategy: {admissionChecks: [{name: provison}]}}}";
  const std::string check = admission::admission_check("provision", "c");
  EXPECT_THAT(told_by_kind(check, given),
              ElementsAre(HasSubstr("Write name: provision, or create the "
                                    "check. [QueueStopped]")));
  EXPECT_THAT(told_by_kind("", given), IsEmpty());
}

// Of a Deployment Kueue sees the pods, which ask by claim then; of a StatefulSet its template.
TEST(ReviewQueues, WhatADeviceMappingRewritesIsJudgedAsKueueSeesIt) {
  const auto told = [](std::string_view kind, int quota, std::string_view gpus) {
    const std::string state =
        admission::local_queue() + admission::resource_flavor("f") +
        admission::cluster_queue("  resourceGroups:\n" + admission::group_of("pool", "f", quota)) +
        admission::device_class("gpu.example.com", "extendedResourceName: nvidia.com/gpu") +
        configured_for("deployment, statefulset, pod") +
        "---\n{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceMapping, metadata: {name: m}, "
        "spec: "
        "{logicalResource: pool, deviceClassNames: [gpu.example.com], rewrites: [{resource: "
        "nvidia.com/gpu, action: Rewrite, request: {exactly: {deviceClassName: "
        "gpu.example.com}}}]}}\n";
    std::string object = of_apps(kind);
    object.replace(object.find(kPodWithTwo), kPodWithTwo.size(),
                   "{containers: [{name: main, image: i, resources: {requests: {nvidia.com/gpu: " +
                       std::string(gpus) + "}, limits: {nvidia.com/gpu: " + std::string(gpus) +
                       "}}}]}");
    return told_by_kind(state, object);
  };
  EXPECT_THAT(told("Deployment", 4, "2"), IsEmpty()) << "two pods of two";
  EXPECT_THAT(told("Deployment", 3, "2"),
              ElementsAre(HasSubstr("Queue q never admits more than 1 of the 2 pods of this "
                                    "Deployment at a time: each asks for 2 pool")));
  EXPECT_THAT(
      told("Deployment", 3, "5"),
      ElementsAre(HasSubstr("This Deployment can never run in queue q: it asks for 5 pool "
                            "(rewritten from nvidia.com/gpu, class gpu.example.com), and")));
  EXPECT_THAT(told("StatefulSet", 4, "2"), IsEmpty());
  EXPECT_THAT(told("StatefulSet", 3, "2"),
              ElementsAre(HasSubstr("This StatefulSet can never run in queue q: it asks for 4 pool "
                                    "(2 pods x 2, extended resource nvidia.com/gpu, class ")));
}

TEST(ReviewQueues, AJobForMultiKueueInAQueueWithoutIt) {
  const auto told = [](std::string_view checks, std::string_view more) {
    std::string object = queued_job();
    object.insert(object.find("suspend: true"), "managedBy: kueue.x-k8s.io/multikueue, ");
    std::vector<std::string> texts;
    const std::string state = admission::local_queue() + admission::resource_flavor("f") +
                              admission::cluster_queue(std::string(checks) + "  resourceGroups:\n" +
                                                       admission::group_of("pool", "f", 4)) +
                              admission::device_class("gpu.example.com") +
                              admission::claim_template("two", "gpu.example.com", ", count: 2") +
                              std::string(more) + configured_for("batch/job");
    const std::vector<ReviewedObject> reviewed = review(state, object);
    for (const rules::Finding& finding : reviewed.front().findings) {
      if (finding.code == "MultiKueueObjects") texts.push_back(finding.text());
    }
    return texts;
  };
  EXPECT_THAT(told("", ""),
              ElementsAre("ClusterQueue research has no AdmissionCheck of MultiKueue, and admits "
                          "this Job here, where managedBy keeps every controller from running it. "
                          "Take managedBy away, or name a queue whose ClusterQueue has a check of "
                          "MultiKueue. [MultiKueueObjects]"));
  constexpr std::string_view kChecked =
      "  admissionChecksStrategy: {admissionChecks: [{name: mk}]}\n";
  EXPECT_THAT(told(kChecked, admission::admission_check("mk", "kueue.x-k8s.io/multikueue")),
              ElementsAre(HasSubstr("MultiKueue runs this Job on another cluster")));
  EXPECT_THAT(told(kChecked, ""), ElementsAre(HasSubstr("MultiKueue runs this Job")))
      << "which may be MultiKueue's";
}

TEST(ReviewQueues, ANamespaceThatIsLeftOutHidesNothingElse) {
  std::string state(kPoolQueue);
  const std::string_view all = "namespaceSelector: {}";
  state.replace(state.find(all), all.size(),
                "namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: other}}");
  state += configured_for("batch/job");
  EXPECT_THAT(told_by_kind(state, queued_job()),
              UnorderedElementsAre(HasSubstr("[QueueNotForNamespace]"),
                                   HasSubstr("asks for 2 pool (template two")));
  const std::string local_queue =
      "{apiVersion: kueue.x-k8s.io/v1beta2, kind: LocalQueue, metadata: {name: q, namespace: "
      "default}, spec: {clusterQueue: research}}\n";
  EXPECT_THAT(told_by_kind(state, local_queue),
              ElementsAre(AllOf(HasSubstr("ClusterQueue research takes no workloads of namespace "
                                          "default"),
                                HasSubstr("[QueueNotForNamespace]"))));
  EXPECT_THAT(told_by_kind(std::string(kPoolQueue) + configured_for("batch/job"), local_queue),
              IsEmpty());
}

TEST(ReviewQueues, WhatIsInUseOfAQueueStaysWhenItIsApplied) {
  std::string queue =
      "{apiVersion: kueue.x-k8s.io/v1beta2, kind: ClusterQueue, metadata: {name: research}, spec: "
      "{namespaceSelector: {}, resourceGroups: [{coveredResources: [pool], flavors: [{name: f, "
      "resources: [{name: pool, nominalQuota: 2}]}]}]}";
  std::string state(kPoolQueue);
  const std::size_t begin = state.find("apiVersion: kueue.x-k8s.io/v1beta2\nkind: ClusterQueue");
  state.replace(begin, state.find("---", begin) - begin,
                queue +
                    ", status: {flavorsReservation: [{name: f, resources: [{name: pool, total: "
                    "1}]}]}}\n");
  state += configured_for("batch/job");
  const std::string started = queued_job();
  EXPECT_THAT(told_by_kind(state, started), ElementsAre(HasSubstr("[QueueFull]")));
  EXPECT_THAT(told_by_kind(state, queue + "}\n" + started), ElementsAre(HasSubstr("[QueueFull]")));
  std::string admitted = state;
  admitted.replace(admitted.find("flavorsReservation"), 18, "flavorsUsage");
  EXPECT_THAT(told_by_kind(admitted, queue + "}\n" + started),
              ElementsAre(HasSubstr("[QueueFull]")));
  const std::size_t reserved = state.find("{flavorsReservation") + 1;
  EXPECT_THAT(
      told_by_kind(state.substr(0, reserved) + "flavorsUsage: [], " + state.substr(reserved),
                   started),
      ElementsAre(HasSubstr("[QueueFull]")))
      << "what is reserved and not admitted yet is in use as well";
  const auto with = [&](std::string_view preemption) {
    std::string preempting = state;
    preempting.insert(preempting.find("namespaceSelector: {}"),
                      "preemption: {" + std::string(preemption) + "}, ");
    return told_by_kind(preempting, started);
  };
  EXPECT_THAT(with("withinClusterQueue: LowerPriority"),
              ElementsAre(HasSubstr("This Job waits in queue q unless it preempts others: it ")));
  EXPECT_THAT(with("withinClusterQueue: Never, reclaimWithinCohort: Never"),
              ElementsAre(HasSubstr("This Job waits in queue q: it asks")));
}

TEST(ReviewQueues, LevelsOfATopology) {
  const auto told = [](std::string_view levels) {
    return told_by_kind("",
                        "{apiVersion: kueue.x-k8s.io/v1beta2, kind: Topology, metadata: {name: t}, "
                        "spec: {levels: [" +
                            std::string(levels) + "]}}");
  };
  EXPECT_THAT(told("{nodeLabel: x.com/rack}, {nodeLabel: kubernetes.io/hostname}"), IsEmpty());
  EXPECT_THAT(told("{nodeLabel: kubernetes.io/hostname}, {nodeLabel: x.com/rack}"),
              ElementsAre(HasSubstr("can only be the lowest level")));
  EXPECT_THAT(told("{nodeLabel: x.com/rack}, {nodeLabel: x.com/rack}"),
              ElementsAre(HasSubstr("is x.com/rack a second time")));
}

}  // namespace
}  // namespace drawbridge::cli

// `drawbridge review`: what keeps a LocalQueue or ClusterQueue from admitting anything that other
// objects decide: the ClusterQueue that is not named, AdmissionChecks, cohorts; and what keeps a
// workload from its queue, priorities.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "test/webhook/queue_manifests.h"
#include "test/webhook/review_testing.h"

namespace drawbridge::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Le;
using ::testing::SizeIs;

constexpr std::string_view kJob =
    "{apiVersion: batch/v1, kind: Job, metadata: {name: j, labels: {kueue.x-k8s.io/queue-name: "
    "q}}, spec: {template: {spec: {restartPolicy: Never, containers: [{name: c, image: i, "
    "resources: {limits: {nvidia.com/gpu: 1}}}]}}}}";

std::string check(std::string_view name, std::string_view active = "",
                  std::string_view controller = "kueue.x-k8s.io/provisioning-request") {
  const std::string_view kind =
      controller.ends_with("multikueue") ? "MultiKueueConfig" : "ProvisioningRequestConfig";
  const std::string status = active.empty() ? ""
                                            : "status: {conditions: [{type: Active, status: '" +
                                                  std::string(active) + "'}]}\n";
  return admission::admission_check(name, controller, admission::check_parameters(kind), status);
}

// With flavors f and spare.
std::string queue_with(std::string_view spec) {
  const auto flavor = [](std::string_view name) {
    return "{name: " + std::string(name) +
           ", resources: [{name: nvidia.com/gpu, nominalQuota: 4}]}";
  };
  return admission::cluster_queue(
      "  resourceGroups: [{coveredResources: [nvidia.com/gpu], flavors: [" + flavor("f") + ", " +
      flavor("spare") + "]}]\n  " + std::string(spec) + "\n");
}

std::string with_checks(std::string_view checks) {
  return queue_with("admissionChecksStrategy: {admissionChecks: [" + std::string(checks) + "]}");
}

std::string beside(std::string_view more) {
  return admission::local_queue() + admission::resource_flavor("f") +
         admission::resource_flavor("spare") + std::string(more) +
         admission::kueue_configuration("batch/job", "pool", "gpu.example.com");
}

TEST(ReviewQueueChecks, ALocalQueueThatNamesNoClusterQueue) {
  const auto queue = [](std::string_view spec) {
    return "{apiVersion: kueue.x-k8s.io/v1beta2, kind: LocalQueue, metadata: {name: q, namespace: "
           "default}, spec: {" +
           std::string(spec) + "}}\n---\n";
  };
  const std::string research = admission::cluster_queue("");
  const std::string other = admission::cluster_queue("", "other");
  EXPECT_THAT(told_by_review(research, queue("")),
              ElementsAre("This LocalQueue names no ClusterQueue, and Kueue admits nothing in it. "
                          "Write clusterQueue: research. [QueueMissing]"));
  EXPECT_THAT(
      told_by_review(research + other, queue("clusterQueue: ''")),
      ElementsAre("spec.clusterQueue: is empty, and must be a name. Write clusterQueue: one "
                  "of other, research. [MalformedObject]"));
  EXPECT_THAT(told_by_review("", queue("stopPolicy: None")),
              ElementsAre(HasSubstr("Write clusterQueue: the name of a ClusterQueue.")));
  EXPECT_THAT(told_by_review(research, queue("clusterQueue: research")), IsEmpty());
  EXPECT_THAT(
      told_by_review(queue("") + admission::kueue_configuration("batch/job", "p", "c"),
                     std::string(kJob)),
      ElementsAre("LocalQueue q names no ClusterQueue, so Kueue never admits this Job. Have the "
                  "LocalQueue name one (spec.clusterQueue), or use another queue. [QueueMissing]"));
}

TEST(ReviewQueueChecks, AdmissionChecksThatDoNotExist) {
  EXPECT_THAT(
      told_by_review(check("mk"), with_checks("{name: provisioning}")),
      ElementsAre("AdmissionCheck provisioning does not exist, and Kueue admits nothing in a "
                  "ClusterQueue that names it. Create the check, or take its name away. "
                  "[QueueStopped]"));
  EXPECT_THAT(told_by_review("", with_checks("{name: provisioning}")), IsEmpty()) << "nobody knows";
  EXPECT_THAT(told_by_review("", check("mk") + with_checks("{name: provisioning}")), IsEmpty())
      << "others may be there";
  EXPECT_THAT(
      told_by_review(check("mk"), check("provisioning") + with_checks("{name: provisioning}")),
      IsEmpty());
  std::string plain = queue_with("admissionChecks: [provisioning]");
  plain.replace(plain.find("v1beta2"), 7, "v1beta1");
  EXPECT_THAT(told_by_review(check("mk"), plain),
              ElementsAre(HasSubstr("AdmissionCheck provisioning does not exist")));
  EXPECT_THAT(told_by_review(check("provisionin"), plain),
              ElementsAre(HasSubstr("Write - provisionin, or create the check.")));
  std::string both = queue_with(
      "admissionChecks: [mk]\n  admissionChecksStrategy: {admissionChecks: [{name: mk}]}");
  both.replace(both.find("v1beta2"), 7, "v1beta1");
  EXPECT_THAT(told_by_review(check("mk"), both),
              ElementsAre(HasSubstr("spec.admissionChecksStrategy stands beside admissionChecks: "
                                    "Kueue drops it, and refuses both before 0.15.")));
}

TEST(ReviewQueueChecks, AdmissionChecksThatAreNotActive) {
  EXPECT_THAT(told_by_review(check("prov", "False"), with_checks("{name: prov}")),
              ElementsAre("AdmissionCheck prov is not active, and Kueue admits nothing in a "
                          "ClusterQueue that names it. See why: kubectl get admissioncheck prov -o "
                          "jsonpath={.status}. [QueueStopped]"));
  EXPECT_THAT(told_by_review(check("prov", "True"), with_checks("{name: prov}")), IsEmpty());
  EXPECT_THAT(told_by_review(check("prov"), with_checks("{name: prov}")), IsEmpty());
}

std::string in_cohort(std::string_view kind, std::string_view name, std::string_view spec,
                      std::string_view version = "v1beta2") {
  return "{apiVersion: kueue.x-k8s.io/" + std::string(version) + ", kind: " + std::string(kind) +
         ", metadata: {name: " + std::string(name) + "}, spec: {" + std::string(spec) + "}}\n---\n";
}

TEST(ReviewQueueChecks, ACohortThatIsMisspelt) {
  const std::string science = in_cohort("Cohort", "science", "");
  const auto queue = [](std::string_view cohort, std::string_view name = "q") {
    return in_cohort("ClusterQueue", name,
                     "namespaceSelector: {}, cohortName: " + std::string(cohort));
  };
  EXPECT_THAT(
      told_by_review(science, queue("sciense")),
      ElementsAre("Nothing else is in cohort sciense, so that this ClusterQueue shares with "
                  "nobody; there is a cohort science. Write cohortName: science, or create "
                  "a Cohort sciense. [CohortAlone]"));
  EXPECT_THAT(told_by_review(science + in_cohort("Cohort", "sciense", ""), queue("sciense")),
              IsEmpty());
  EXPECT_THAT(told_by_review(science + queue("sciense", "other"), queue("sciense")), IsEmpty());
  EXPECT_THAT(told_by_review(science, queue("science") + queue("arts", "other")), IsEmpty());
  EXPECT_THAT(told_by_review("", in_cohort("Cohort", "organization", "") +
                                     in_cohort("Cohort", "science", "parentName: oganization")),
              ElementsAre(HasSubstr("Nothing else is in cohort oganization, so that this Cohort "
                                    "shares with nobody; there is a cohort organization. Write "
                                    "parentName: organization")));
  EXPECT_THAT(
      told_by_review(science, in_cohort("ClusterQueue", "q",
                                        "namespaceSelector: {}, cohort: sciense", "v1beta1")),
      ElementsAre(HasSubstr("Write cohort: science, or create")));
  EXPECT_THAT(told_by_review("", queue("science", "a") + queue("science", "b") + queue("scence")),
              ElementsAre(HasSubstr("Write cohortName: science, or create a Cohort scence.")));
  EXPECT_THAT(told_by_review(queue("science", "other"), queue("scence")),
              ElementsAre("This ClusterQueue is alone in cohort scence, and ClusterQueue other in "
                          "science: they share nothing. Write the same cohort in both. "
                          "[CohortAlone]"));
}

TEST(ReviewQueueChecks, CohortsThatAreCalledAlike) {
  constexpr std::string_view kNames[][2] = {{"team-a", "team-b"}, {"pool-1", "pool-2"},
                                            {"gpu", "cpu"},       {"prod-eu", "prod-us"},
                                            {"h100", "a100"},     {"research", "research-nightly"}};
  for (const auto& [one, other] : kNames)
    EXPECT_THAT(
        told_by_review(in_cohort("Cohort", one, ""),
                       in_cohort("ClusterQueue", "q",
                                 "namespaceSelector: {}, cohortName: " + std::string(other))),
        IsEmpty())
        << one;
}

TEST(ReviewQueueChecks, AFlavorThatStandsTwiceInAGroupIsOneMistake) {
  constexpr std::string_view kResources = "resources: [{name: cpu, nominalQuota: 1}]";
  const std::string flavor = "{name: f, " + std::string(kResources) + "}";
  const std::string group = "{coveredResources: [cpu], flavors: [" + flavor;
  EXPECT_THAT(told_by_review("", in_cohort("ClusterQueue", "q",
                                           "namespaceSelector: {}, resourceGroups: [" + group +
                                               ", " + flavor + "]}]")),
              ElementsAre(HasSubstr("flavors[1].name: f stands already in ")));
  EXPECT_THAT(
      told_by_review("", in_cohort("ClusterQueue", "q",
                                   "namespaceSelector: {}, resourceGroups: [" + group +
                                       "]}, {coveredResources: [memory], flavors: [{name: f, "
                                       "resources: [{name: memory, nominalQuota: 1Gi}]}]}]")),
      ElementsAre(HasSubstr("resourceGroups[1].flavors[0].name: f stands here a second time")));
}

// "FIELD: FIX" of what is said of the queue that is missing.
std::vector<std::string> missing_queue(const std::string& given) {
  std::vector<std::string> result;
  for (const ReviewedObject& object :
       review_objects(admission::manifests(beside(queue_with("")), "state.yaml"),
                      admission::manifests(given, "given.yaml"), {})) {
    for (const rules::Finding& finding : object.findings) {
      if (finding.code == "QueueMissing") result.push_back(finding.field + ": " + finding.fix);
    }
  }
  return result;
}

TEST(ReviewQueueChecks, AMissingQueueIsToldWhereItIsNamed) {
  const std::string template_text =
      "template: {spec: {restartPolicy: Never, containers: [{name: c, image: i, resources: "
      "{limits: {nvidia.com/gpu: 1}}}]}}";
  constexpr std::string_view kLabels = "labels: {kueue.x-k8s.io/queue-name: research}";
  EXPECT_THAT(missing_queue("{apiVersion: batch/v1, kind: Job, metadata: {name: j, " +
                            std::string(kLabels) + "}, spec: {" + template_text + "}}"),
              ElementsAre("metadata.labels: Write kueue.x-k8s.io/queue-name: q, the LocalQueue "
                          "that leads to research."));
  EXPECT_THAT(missing_queue("{apiVersion: batch/v1, kind: CronJob, metadata: {name: j}, spec: "
                            "{schedule: '* * * * *', jobTemplate: {metadata: {" +
                            std::string(kLabels) + "}, spec: {" + template_text + "}}}}"),
              ElementsAre(HasSubstr("spec.jobTemplate.metadata.labels: Write kueue")));
  EXPECT_THAT(
      missing_queue("{apiVersion: kueue.x-k8s.io/v1beta2, kind: Workload, metadata: "
                    "{name: w}, spec: {queueName: research, podSets: [{name: a, count: 1, " +
                    template_text + "}]}}"),
      ElementsAre("spec.queueName: Write queueName: q, the LocalQueue that leads to "
                  "research."));
}

std::string priority_class(std::string_view name) {
  return "{apiVersion: kueue.x-k8s.io/v1beta2, kind: WorkloadPriorityClass, metadata: {name: " +
         std::string(name) + "}, value: 10}\n---\n";
}

// In queue q; `metadata` stands beside its label.
std::string job_with(std::string_view labels, std::string_view metadata = "") {
  std::string job(kJob);
  const std::string_view queue = "labels: {kueue.x-k8s.io/queue-name: q";
  const std::size_t end = job.find(queue) + queue.size();
  job.insert(end + 1, metadata);
  return job.insert(end, labels);
}

TEST(ReviewQueueChecks, APriorityUnderAnotherName) {
  EXPECT_THAT(told_by_review("",
                             "{apiVersion: kueue.x-k8s.io/v1beta2, kind: "
                             "WorkloadPriorityClass, metadata: {name: a}, priority: 1000}\n"),
              ElementsAre(HasSubstr("Write value: 1000")));
}

TEST(ReviewQueueChecks, ClaimsOfARayJobStandInItsPods) {
  const auto told = [](std::string_view claims) {
    return told_by_review("", "{apiVersion: ray.io/v1, kind: RayJob, metadata: {name: r}, spec: {" +
                                  std::string(claims) +
                                  "rayClusterSpec: {headGroupSpec: {rayStartParams: {}, template: "
                                  "{spec: {containers: [{name: h, image: i}]}}}}}}\n");
  };
  EXPECT_THAT(told(""), IsEmpty());
  EXPECT_THAT(
      told("resourceClaims: [{name: g, resourceClaimTemplateName: one}], "),
      ElementsAre("spec.resourceClaims is not a field of a RayJob: its pods have claims. Write it "
                  "in spec.rayClusterSpec.headGroupSpec.template.spec, and in that of each other "
                  "template that uses it. [UnknownField]"));
}

TEST(ReviewQueueChecks, AnExpressionThatIsNoneIsOneMistake) {
  EXPECT_THAT(
      told_by_review("",
                     "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: c, "
                     "namespace: default}, spec: {devices: {requests: [{name: g, exactly: "
                     "{deviceClassName: gpu.nvidia.com, selectors: [{cel: {expression: "
                     "''}}]}}]}}}\n"),
      ElementsAre(HasSubstr("expression is not set, and the API server requires it.")));
}

TEST(ReviewQueueChecks, APriorityOfAnOlderWorkload) {
  EXPECT_THAT(
      told_by_review(
          "",
          "{apiVersion: kueue.x-k8s.io/v1beta2, kind: Workload, metadata: {name: w, namespace: "
          "default}, spec: {priorityClassName: high, podSets: [{name: a, count: 1, template: "
          "{spec: {restartPolicy: Never, containers: [{name: m, image: i}]}}}]}}\n"),
      ElementsAre(HasSubstr("Write priorityClassRef: {group: kueue.x-k8s.io, kind: "
                            "WorkloadPriorityClass, name: high}. [UnknownField]")));
}

TEST(ReviewQueueChecks, APriorityThatDoesNotExist) {
  const std::string state = beside(priority_class("high") + queue_with(""));
  EXPECT_THAT(told_by_review(state, job_with(", kueue.x-k8s.io/priority-class: high")), IsEmpty());
  EXPECT_THAT(
      told_by_review(state, job_with(", kueue.x-k8s.io/priority-class: hihg")),
      ElementsAre(
          "WorkloadPriorityClass hihg does not exist, so Kueue never admits this Job. Write "
          "kueue.x-k8s.io/priority-class: high, or create that class. "
          "[PriorityClassMissing]"));
  EXPECT_THAT(told_by_review(state, job_with(", kueue.x-k8s.io/priority-class: urgent")),
              ElementsAre(HasSubstr("Name one that there is (high), or create it.")));
  EXPECT_THAT(told_by_review(state, priority_class("urgent") +
                                        job_with(", kueue.x-k8s.io/priority-class: urgent")),
              IsEmpty());
  EXPECT_THAT(
      told_by_review(beside(queue_with("")), job_with(", kueue.x-k8s.io/priority-class: urgent")),
      IsEmpty())
      << "nobody knows";
  EXPECT_THAT(
      told_by_review(beside(queue_with("")),
                     priority_class("high") + job_with(", kueue.x-k8s.io/priority-class: urgent")),
      IsEmpty())
      << "others may be there";
  EXPECT_THAT(told_by_review(state, job_with(", kueue.x-k8s.io/priority-class: urgent",
                                             ", annotations: "
                                             "{kueue.x-k8s.io/prebuilt-workload-name: w}")),
              IsEmpty())
      << "the Workload is there";
}

TEST(ReviewQueueChecks, APriorityThatKueueDoesNotRead) {
  const std::string state = beside(priority_class("high") + queue_with(""));
  EXPECT_THAT(
      told_by_review(state, job_with("", ", annotations: {kueue.x-k8s.io/priority-class: high}")),
      ElementsAre("Kueue does not read annotation kueue.x-k8s.io/priority-class: this Job waits in "
                  "queue q without priority high. Write it as label kueue.x-k8s.io/priority-class: "
                  "high. [QueueIgnored]"));
  for (const std::string_view key :
       {"kueue.x-k8s.io/priorityclass", "kueue.x-k8s.io/priority-class-name",
        "kueue.x-k8s.io/workload-priority-class", "kueue.x-k8s.io/prioritty-class",
        "kueue.k8s.io/priority-class"}) {
    const std::string label = ", " + std::string(key) + ": high";
    EXPECT_THAT(told_by_review(state, job_with(label)),
                ElementsAre(HasSubstr("Write it as label kueue.x-k8s.io/priority-class: high.")))
        << key;
    EXPECT_THAT(told_by_review(state, job_with(label + ", kueue.x-k8s.io/priority-class: high")),
                IsEmpty())
        << key;
  }
  for (const std::string_view key : {"kueue.x-k8s.io/priority-boost", "priority-class",
                                     "example.com/priority-class", "kueue.x-k8s.io/pod-group-name"})
    EXPECT_THAT(told_by_review(state, job_with(", " + std::string(key) + ": '1'")), IsEmpty())
        << key;
  EXPECT_THAT(
      told_by_review(
          state,
          "{apiVersion: batch/v1, kind: CronJob, metadata: {name: j, labels: "
          "{kueue.x-k8s.io/priority-class: high}}, spec: {schedule: '* * * * *', jobTemplate: "
          "{metadata: {labels: {kueue.x-k8s.io/queue-name: q}}, spec: {template: {spec: "
          "{restartPolicy: Never, containers: [{name: c, image: i, resources: {limits: "
          "{nvidia.com/gpu: 1}}}]}}}}}}"),
      ElementsAre("Kueue does not read label kueue.x-k8s.io/priority-class of a CronJob: the Jobs "
                  "of this CronJob wait in queue q without priority high. Write it in "
                  "spec.jobTemplate.metadata.labels. [QueueIgnored]"));
  std::string in_pods(kJob);
  in_pods.insert(in_pods.find("spec: {restartPolicy"),
                 "metadata: {labels: {kueue.x-k8s.io/priority-class: high}}, ");
  EXPECT_THAT(
      told_by_review(state, in_pods),
      ElementsAre("Kueue does not read label kueue.x-k8s.io/priority-class of the pods of a "
                  "Job: this Job waits in queue q without priority high. Write it in "
                  "metadata.labels. [QueueIgnored]"));
}

TEST(ReviewQueueChecks, KeysThatKueueDoesNotRead) {
  const std::string state = beside(queue_with(""));
  const auto on_job = [&](std::string_view labels, std::string_view annotations,
                          std::string_view of_pods = "") {
    std::string job = job_with(labels.empty() ? "" : ", " + std::string(labels),
                               ", annotations: {" + std::string(annotations) + "}");
    job.insert(job.find("spec: {restartPolicy"),
               "metadata: {annotations: {" + std::string(of_pods) + "}}, ");
    return told_by_review(state, job);
  };
  EXPECT_THAT(on_job("", "kueue.x-k8s.io/job-min-paralelism: '1'"),
              ElementsAre("Kueue does not read annotation kueue.x-k8s.io/job-min-paralelism of "
                          "this Job. Write it as kueue.x-k8s.io/job-min-parallelism. "
                          "[QueueIgnored]"));
  EXPECT_THAT(on_job("", "kueue.x-k8s.io/max-exec-time-seconds: '60'"),
              ElementsAre("Kueue does not read annotation kueue.x-k8s.io/max-exec-time-seconds of "
                          "this Job. Write it in metadata.labels. [QueueIgnored]"));
  EXPECT_THAT(on_job("kueue.x-k8s.io/elastic-job: 'true'", ""),
              ElementsAre(HasSubstr("label kueue.x-k8s.io/elastic-job of this Job. Write it in "
                                    "metadata.annotations.")));
  EXPECT_THAT(on_job("", "kueue.x-k8s.io/podset-preferred-topology: rack"),
              ElementsAre(HasSubstr("of this Job. Write it in "
                                    "spec.template.metadata.annotations.")));
  EXPECT_THAT(on_job("", "", "kueue.x-k8s.io/podset-prefered-topology: rack"),
              ElementsAre(HasSubstr("of its pods. Write it as "
                                    "kueue.x-k8s.io/podset-preferred-topology.")));
  EXPECT_THAT(on_job("", "kueue.x-k8s.io/podset-prefered-topology: rack"),
              ElementsAre(HasSubstr("Write it as kueue.x-k8s.io/podset-preferred-topology in "
                                    "spec.template.metadata.annotations.")));
  for (const std::string_view right :
       {"kueue.x-k8s.io/pod-index-offset: '1'", "kueue.x-k8s.io/priority-boost: '1'",
        "kueue.x-k8s.io/admission-gated-by: a/b", "example.com/elastic-jobs: a"})
    EXPECT_THAT(on_job("", right), IsEmpty()) << right;
  EXPECT_THAT(on_job("kueue.x-k8s.io/max-exec-time-seconds: '60'",
                     "kueue.x-k8s.io/max-exec-time-seconds: '60'"),
              IsEmpty());
}

// pkg/controller/jobs/pod (validateManagedLabel), pkg/util/webhook, pkg/webhooks
// (ValidateWorkload).
TEST(ReviewQueueChecks, WhatKueueRefusesOfAnyKind) {
  const std::string state = beside(queue_with(""));
  const auto gates = [&](std::string_view value) {
    return told_by_review(state,
                          job_with("", ", annotations: {kueue.x-k8s.io/admission-gated-by: '" +
                                           std::string(value) + "'}"));
  };
  EXPECT_THAT(gates("example.com/budget, example.com/licence"), IsEmpty());
  EXPECT_THAT(gates(" "), IsEmpty());
  EXPECT_THAT(gates("example.com/" + std::string(51, 'a')), IsEmpty());
  for (const std::string& wrong : {std::string("budget"), "example.com/" + std::string(52, 'a'),
                                   std::string("a_b/c"), std::string("example.com/")})
    EXPECT_THAT(gates(wrong), ElementsAre(HasSubstr("which is no name such as example.com/budget. "
                                                    "Write a domain, a slash and a name, 63 "
                                                    "characters at most.")));
  EXPECT_THAT(gates("a.b/c,,a.b/d"), ElementsAre(HasSubstr("has an empty name")));
  EXPECT_THAT(gates("a.b/c, a.b/c"), ElementsAre(HasSubstr("has a.b/c twice")));
}

TEST(ReviewQueueChecks, MultiKueueForSomeFlavors) {
  const std::string mk = check("mk", "True", "kueue.x-k8s.io/multikueue");
  EXPECT_THAT(told_by_review(mk, with_checks("{name: mk, onFlavors: [f]}")),
              ElementsAre("AdmissionCheck mk is MultiKueue's and not for all flavors, and Kueue "
                          "admits nothing in a ClusterQueue that has one for some. Take its "
                          "onFlavors away. [QueueStopped]"));
  EXPECT_THAT(told_by_review(mk, with_checks("{name: mk, onFlavors: [spare, f]}")), IsEmpty());
  EXPECT_THAT(told_by_review(check("mk", "True"), with_checks("{name: mk, onFlavors: [f]}")),
              IsEmpty())
      << "of ProvisioningRequests";
  EXPECT_THAT(
      told_by_review(beside(mk + with_checks("{name: mk, onFlavors: [f]}")), std::string(kJob)),
      ElementsAre("This Job waits in queue q: AdmissionCheck mk of ClusterQueue research is "
                  "MultiKueue's, and is not for all its flavors (onFlavors). Nothing of the queue "
                  "starts before that is changed; use another queue, or wait. [QueueStopped]"));
  EXPECT_THAT(told_by_review(beside(mk + with_checks("{name: mk, onFlavors: [f, spare]}")),
                             std::string(kJob)),
              IsEmpty());
}

TEST(ReviewQueueChecks, CompletionsAsManyAsPodsAtATime) {
  const auto told = [](std::string_view value, std::string_view spec) {
    std::string job(kJob);
    job.insert(job.find("name: j,") + 8,
               " annotations: {kueue.x-k8s.io/job-completions-equal-parallelism: '" +
                   std::string(value) + "'},");
    job.insert(job.find("spec: {") + 7, std::string(spec));
    return told_by_review(beside(queue_with("stopPolicy: None")), job);
  };
  constexpr std::string_view kIndexed = "completionMode: Indexed, parallelism: 2, completions: 2, ";
  EXPECT_THAT(told("true", kIndexed), IsEmpty());
  EXPECT_THAT(told("0", "parallelism: 2, completions: 3, "), IsEmpty());
  EXPECT_THAT(told("-", kIndexed), ElementsAre(HasSubstr("is -, and must be true or false")));
  EXPECT_THAT(told("true", "parallelism: 2, completions: 2, "),
              ElementsAre(HasSubstr("wants an Indexed Job. Write completionMode: Indexed.")));
  EXPECT_THAT(told("true", "completionMode: Indexed, parallelism: 2, completions: 3, "),
              ElementsAre(HasSubstr("wants as many completions as parallelism, 2. Write "
                                    "completions: 2. [KueueCannotAdmit]")));
}

TEST(ReviewQueueChecks, AConfigurationUnderAKeyThatIsNotMounted) {
  const auto config_map = [](std::string_view key, std::string_view name = "kueue-manager-config",
                             std::string_view more = "") {
    return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " + std::string(name) +
           ", namespace: kueue-system}\ndata:\n" + std::string(more) + "  " + std::string(key) +
           ": |\n    apiVersion: config.kueue.x-k8s.io/v1beta2\n    kind: Configuration\n";
  };
  EXPECT_THAT(told_by_review("", config_map("controller_manager_config.yaml")), IsEmpty());
  for (const std::string_view key : {"controller_manager_config.yml", "config.yaml"})
    EXPECT_THAT(told_by_review("", config_map(key)),
                ElementsAre("Kueue reads its Configuration under controller_manager_config.yaml, "
                            "which this ConfigMap lacks, and does not start without it. Write "
                            "controller_manager_config.yaml in place of " +
                            std::string(key) + ". [KueueConfigurationInvalid]"));
  EXPECT_THAT(told_by_review("", config_map("config.yaml", "examples")), IsEmpty());
  EXPECT_THAT(
      told_by_review("", config_map("controller_manager_config.yaml", "kueue-manager-config",
                                    "  other.yaml: '{apiVersion: config.kueue.x-k8s.io/v1beta2, "
                                    "kind: Configuration}'\n")),
      IsEmpty());
}

TEST(ReviewQueueChecks, AMistakeOfCoveredResourcesIsToldOnce) {
  const auto queue = [](std::string_view covered, std::string_view resources) {
    return in_cohort("ClusterQueue", "q",
                     "namespaceSelector: {}, resourceGroups: [{coveredResources: [" +
                         std::string(covered) + "], flavors: [{name: f, resources: [" +
                         std::string(resources) + "]}]}]");
  };
  constexpr std::string_view kOne = "{name: cpu, nominalQuota: 1}";
  EXPECT_THAT(told_by_review("", queue("cpu", kOne)), IsEmpty());
  EXPECT_THAT(told_by_review("", queue("cpu, cpu", kOne)),
              ElementsAre(HasSubstr("coveredResources[1]: cpu stands here a second time")));
  EXPECT_THAT(told_by_review("", queue("cpu", std::string(kOne) + ", " + std::string(kOne))),
              ElementsAre(HasSubstr("cpu stands already in")));
  EXPECT_THAT(told_by_review("", queue("cpu", "")),
              ElementsAre(HasSubstr("flavors[0].resources is empty")));
  EXPECT_THAT(told_by_review("", queue("", kOne)),
              ElementsAre(HasSubstr("coveredResources is empty")));
}

TEST(ReviewQueueChecks, AResourceUnderTwoNames) {
  const std::string counts = admission::kueue_configuration("batch/job", "gpus", "gpu.example.com");
  const auto queue = [](std::string_view covered, std::string_view resource) {
    return in_cohort(
        "ClusterQueue", "q",
        "namespaceSelector: {}, resourceGroups: [{coveredResources: [cpu, " + std::string(covered) +
            "], flavors: [{name: f, resources: [{name: cpu, nominalQuota: 1}, {name: " +
            std::string(resource) + ", nominalQuota: 1}]}]}]");
  };
  EXPECT_THAT(told_by_review(counts, queue("nvidia.com/gpu", "gpus")),
              ElementsAre("spec.resourceGroups[0].flavors[0]: flavor f has gpus in place of "
                          "nvidia.com/gpu, and every flavor must have the resources of "
                          "coveredResources, in their order. Write gpus in coveredResources for "
                          "nvidia.com/gpu: Kueue's deviceClassMappings count devices under that "
                          "name. [MalformedObject]"));
  EXPECT_THAT(told_by_review(counts, queue("gpus", "nvidia.com/gpu")),
              ElementsAre(HasSubstr("Write name: gpus for nvidia.com/gpu. [")));
  EXPECT_THAT(told_by_review("", queue("gpus", "pool")),
              ElementsAre(HasSubstr("Write name: gpus for pool, or pool in coveredResources. [")));
}

TEST(ReviewQueueChecks, AClusterQueueUnderAnotherKey) {
  const auto queue = [](std::string_view spec) {
    return told_by_review(
        admission::cluster_queue("") + admission::cluster_queue("", "other"),
        "{apiVersion: kueue.x-k8s.io/v1beta2, kind: LocalQueue, metadata: {name: q, namespace: "
        "default}, spec: {" +
            std::string(spec) + "}}\n");
  };
  EXPECT_THAT(queue("clusterQueueName: research"),
              ElementsAre(HasSubstr("Write clusterQueue: research. [UnknownField]")));
  EXPECT_THAT(queue("clusterQueueRef: {name: research}"),
              ElementsAre(HasSubstr("Write clusterQueue: research. [UnknownField]")));
}

TEST(ReviewQueueChecks, NamesOfFlavorsAndTopologiesThatAreLikeNoOther) {
  const auto flavor = [](std::string_view name) {
    return admission::cluster_queue(
        "  resourceGroups: [{coveredResources: [cpu], flavors: [{name: " + std::string(name) +
        ", resources: [{name: cpu, nominalQuota: 1}]}]}]\n");
  };
  const std::string flavors =
      admission::resource_flavor("a100") + admission::resource_flavor("spot");
  EXPECT_THAT(told_by_review(flavors, flavor("a100")), IsEmpty());
  EXPECT_THAT(told_by_review(flavors, flavor("standard")),
              ElementsAre(HasSubstr("ResourceFlavor standard does not exist, and Kueue admits "
                                    "nothing in a ClusterQueue that names it. Create it, or write "
                                    "name: one of a100, spot. [FlavorMissing]")));
  EXPECT_THAT(
      told_by_review(flavors, admission::cluster_queue(
                                  "  resourceGroups: [{coveredResources: [cpu], flavors: [{name: "
                                  "zone-a, resources: [{name: cpu, nominalQuota: 1}]}, {name: "
                                  "zone-b, resources: [{name: cpu, nominalQuota: 1}]}]}]\n")),
      ElementsAre("ResourceFlavors zone-a, zone-b do not exist, and Kueue admits nothing in a "
                  "ClusterQueue that names them. Create them, or write one of a100, spot in their "
                  "place. [FlavorMissing]"));
  const auto two = [](std::string_view second) {
    return admission::cluster_queue(
        "  resourceGroups: [{coveredResources: [cpu], flavors: [{name: a100, resources: [{name: "
        "cpu, nominalQuota: 1}]}, {name: " +
        std::string(second) + ", resources: [{name: cpu, nominalQuota: 1}]}]}]\n");
  };
  EXPECT_THAT(told_by_review(flavors, two("standard")),
              ElementsAre(HasSubstr("Create it, or write name: spot. [FlavorMissing]")))
      << "the other one stands there already";
  EXPECT_THAT(told_by_review(flavors, two("a10")),
              ElementsAre(HasSubstr("Create it, or write name: spot. [FlavorMissing]")));
  const std::string twice = admission::cluster_queue(
      "  resourceGroups: [{coveredResources: [cpu], flavors: [{name: zone-a, resources: [{name: "
      "cpu, nominalQuota: 1}]}]}, {coveredResources: [memory], flavors: [{name: zone-a, resources: "
      "[{name: memory, nominalQuota: 1Gi}]}]}]\n");
  EXPECT_THAT(told_by_review(flavors, twice),
              testing::Contains(HasSubstr("ResourceFlavor zone-a does not exist, and")))
      << "one flavor, though it stands in two groups";
  EXPECT_THAT(told_by_review("", flavor("standard")), IsEmpty()) << "nobody knows";
  EXPECT_THAT(told_by_review(flavors, flavor("'${FLAVOR}'")), SizeIs(Le(1U)));
  const auto topology = [](std::string_view name) {
    return admission::resource_flavor("f",
                                      "nodeLabels: {a: b}, topologyName: " + std::string(name));
  };
  constexpr std::string_view kTopology =
      "{apiVersion: kueue.x-k8s.io/v1beta2, kind: Topology, metadata: {name: dc}, spec: {levels: "
      "[{nodeLabel: kubernetes.io/hostname}]}}\n";
  EXPECT_THAT(told_by_review(kTopology, topology("dc")), IsEmpty());
  EXPECT_THAT(
      told_by_review(kTopology, topology("building")),
      ElementsAre(HasSubstr("Write topologyName: dc (delete it first if it is there: the field "
                            "can't be changed), or create the Topology.")));
  EXPECT_THAT(told_by_review("", topology("building")), IsEmpty());
  EXPECT_THAT(told_by_review(std::string(kTopology) + "---\n" +
                                 admission::kueue_configuration(
                                     "batch/job", "p", "c",
                                     "featureGates: {TopologyAwareScheduling: false}\n"),
                             topology("building")),
              IsEmpty())
      << "with the gate off nobody reads it";
}

// Nodes a100-a, of pool a100, and h100-a, of pool h100.
std::string nodes_of_pools() {
  std::string nodes;
  for (const std::string pool : {"a100", "h100"})
    nodes += "{apiVersion: v1, kind: Node, metadata: {name: " + pool +
             "-a, labels: {pool: " + pool + ", agentpool: " + pool +
             ", topology.kubernetes.io/zone: z1, kubernetes.io/hostname: " + pool + "-a}}}\n---\n";
  return nodes;
}

TEST(ReviewQueueChecks, LabelsThatNoNodeHas) {
  const std::string nodes = nodes_of_pools();
  const auto labels = [&](std::string_view text) {
    return told_by_review(
        nodes, admission::resource_flavor("f", "nodeLabels: {" + std::string(text) + "}"));
  };
  EXPECT_THAT(labels("pool: a100"), IsEmpty());
  EXPECT_THAT(
      labels("pool: A100"),
      ElementsAre("No node has label pool=A100 (seen: a100, h100), so that pods which get "
                  "this flavor stay Pending. Write pool: a100. [NodeSelectorNeverMatches]"));
  EXPECT_THAT(labels("pool: spot"),
              ElementsAre(HasSubstr("Correct it, unless nodes with it are still to come.")));
  EXPECT_THAT(labels("agentpool: spot"), IsEmpty()) << "an autoscaler makes some";
  EXPECT_THAT(labels("example.com/gpu: 'true'"), IsEmpty()) << "they may all be still to come";
  EXPECT_THAT(told_by_review("", admission::resource_flavor("f", "nodeLabels: {pool: A100}")),
              IsEmpty());
  const auto level = [&](std::string_view label) {
    return told_by_review(nodes,
                          "{apiVersion: kueue.x-k8s.io/v1beta2, kind: Topology, metadata: {name: "
                          "t}, spec: {levels: [{nodeLabel: " +
                              std::string(label) + "}, {nodeLabel: kubernetes.io/hostname}]}}\n");
  };
  EXPECT_THAT(level("topology.kubernetes.io/zone"), IsEmpty());
  EXPECT_THAT(level("topology.kubernetes.io/region"), IsEmpty());
  EXPECT_THAT(level("cloud.provider.com/topology-rack"), IsEmpty());
  EXPECT_THAT(level("topology.kubernetes.io/rack"),
              ElementsAre("No node has label topology.kubernetes.io/rack, and Kueue places pods by "
                          "a Topology only on nodes that have those of all levels. Write a label "
                          "that the nodes have, or give them this one. "
                          "[NodeSelectorNeverMatches]"));
}

TEST(ReviewQueueChecks, NamespacesThatAreMisspelt) {
  constexpr std::string_view kNamespaces =
      "{apiVersion: v1, kind: Namespace, metadata: {name: a, labels: {dept: research}}}\n---\n"
      "{apiVersion: v1, kind: Namespace, metadata: {name: b, labels: {dept: prod}}}\n";
  const auto queue = [&](std::string_view labels) {
    return told_by_review(kNamespaces,
                          "{apiVersion: kueue.x-k8s.io/v1beta2, kind: ClusterQueue, metadata: "
                          "{name: q}, spec: {namespaceSelector: {matchLabels: {" +
                              std::string(labels) + "}}}}\n");
  };
  EXPECT_THAT(queue("dept: research"), IsEmpty());
  EXPECT_THAT(queue("dept: sales"), IsEmpty()) << "one of it may come";
  EXPECT_THAT(
      queue("dept: reserch"),
      ElementsAre("No namespace has label dept=reserch (seen: prod, research), so that this "
                  "ClusterQueue takes workloads of none. Write dept: research. "
                  "[QueueNotForNamespace]"));
}

// A LocalQueue by itself is told what a workload in it would be.
TEST(ReviewQueueChecks, ALocalQueueInItsClusterQueuesPlace) {
  const auto naming = [](std::string_view named) {
    return "{apiVersion: kueue.x-k8s.io/v1beta2, kind: LocalQueue, metadata: {name: two}, spec: "
           "{clusterQueue: " +
           std::string(named) + "}}\n";
  };
  const std::string queues =
      admission::local_queue() + admission::cluster_queue("  stopPolicy: None\n");
  const auto told = [&](std::string_view named) { return told_by_review(queues, naming(named)); };
  EXPECT_THAT(told("q"),
              ElementsAre("ClusterQueue q does not exist, and Kueue admits nothing in a "
                          "LocalQueue that names it: that is a LocalQueue, which leads "
                          "to research. Write clusterQueue: research (delete it first if it "
                          "is there: the field can't be changed). [QueueMissing]"));
  EXPECT_THAT(told("research"), IsEmpty());
  EXPECT_THAT(told_by_review("", queues + naming("q")), IsEmpty())
      << "others than those of the file may be there";
}

TEST(ReviewQueueChecks, ALocalQueueInANamespaceThatIsLeftOut) {
  const auto told = [](std::string_view selector, std::string_view labels = "dept: ml") {
    std::string queue = admission::cluster_queue("  stopPolicy: None\n");
    const std::string_view any = "namespaceSelector: {}";
    queue.replace(queue.find(any), any.size(), "namespaceSelector: " + std::string(selector));
    return told_by_review(
        queue + "{apiVersion: v1, kind: Namespace, metadata: {name: default, labels: {" +
            std::string(labels) + "}}}\n",
        admission::local_queue());
  };
  EXPECT_THAT(told("{matchLabels: {kueue: 'yes', dept: ml}}"),
              ElementsAre("ClusterQueue research takes no workloads of namespace default, which "
                          "its namespaceSelector does not match: nothing in this LocalQueue is "
                          "admitted. Label the namespace: kubectl label namespace default "
                          "kueue=yes. [QueueNotForNamespace]"));
  EXPECT_THAT(told("{matchLabels: {dept: hr}}"),
              ElementsAre(HasSubstr("kubectl label namespace default dept=hr --overwrite.")));
  EXPECT_THAT(told("{matchExpressions: [{key: dept, operator: NotIn, values: [ml]}]}"),
              ElementsAre(HasSubstr("Take away what the selector excludes: kubectl label namespace "
                                    "default dept-.")));
  EXPECT_THAT(told("{matchLabels: {kubernetes.io/metadata.name: prod}}"),
              ElementsAre(HasSubstr("Have namespaceSelector of research name default, or write "
                                    "another clusterQueue.")));
  EXPECT_THAT(told("{matchLabels: {dept: ml}}"), IsEmpty());
}

}  // namespace
}  // namespace drawbridge::cli

// `drawbridge review`: what is said of files with Kueue's queues, flavors and Configuration, and of
// what they put into queues.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "test/webhook/admission_testing.h"
#include "test/webhook/queue_manifests.h"
#include "test/webhook/review_testing.h"
#include "webhook/cli/review.h"

namespace drawbridge::cli {
namespace {

using admission::manifests;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::UnorderedElementsAre;

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

std::string configuration(std::string_view frameworks, std::string_view resources = "") {
  return "---\napiVersion: config.kueue.x-k8s.io/v1beta2\nkind: Configuration\nwaitForPodsReady: "
         "{}\nintegrations: {frameworks: [" +
         std::string(frameworks) + "]}\nresources: {" +
         (resources.empty()
              ? "deviceClassMappings: [{name: pool, deviceClassNames: [gpu.example.com]}]"
              : std::string(resources)) +
         "}\n";
}

// 1 of `pool`, and template `two`, which asks for 2 of its class.
const std::string kQueue =
    admission::local_queue() + admission::resource_flavor("f") +
    admission::cluster_queue("  resourceGroups:\n" + admission::group_of("pool", "f", 1)) +
    admission::device_class("gpu.example.com") +
    admission::claim_template("two", "gpu.example.com", ", count: 2");

constexpr std::string_view kPodSpec =
    "{containers: [{name: main, image: i, resources: {claims: [{name: g}]}}], resourceClaims: "
    "[{name: g, resourceClaimTemplateName: two}]}";

constexpr std::string_view kLabels = "labels: {kueue.x-k8s.io/queue-name: q}";

// Deployment, ReplicaSet.
std::string of_apps(std::string_view kind) {
  return "{apiVersion: apps/v1, kind: " + std::string(kind) + ", metadata: {name: d, " +
         std::string(kLabels) +
         "}, spec: {replicas: 2, selector: {matchLabels: {a: b}}, template: {metadata: {labels: "
         "{a: b}}, spec: " +
         std::string(kPodSpec) + "}}}\n";
}

std::string job(std::string_view ns = "default") {
  std::string pod(kPodSpec);
  pod.insert(1, "restartPolicy: Never, ");
  return "---\n{apiVersion: batch/v1, kind: Job, metadata: {name: j, namespace: " +
         std::string(ns) + ", " + std::string(kLabels) +
         "}, spec: {suspend: true, template: {spec: " + pod + "}}}\n";
}

// `of_jobs` and `of_pods` stand in the metadata of its Jobs and of their pods.
std::string job_set(std::string_view of_jobs, std::string_view of_pods,
                    std::string_view more = "") {
  std::string pod(kPodSpec);
  pod.insert(1, "restartPolicy: Never, ");
  return "{apiVersion: jobset.x-k8s.io/v1alpha2, kind: JobSet, metadata: {name: s}, spec: {" +
         std::string(more) + "replicatedJobs: [{name: w, template: {metadata: {" +
         std::string(of_jobs) + "}, spec: {template: {metadata: {" + std::string(of_pods) +
         "}, spec: " + pod + "}}}}]}}\n";
}

// Behind a configuration.
constexpr std::string_view kElsewhere =
    "managedJobsNamespaceSelector: {matchLabels: {kueue: yes-please}}\n---\napiVersion: v1\n"
    "kind: Namespace\nmetadata: {name: default}\n";

TEST(ReviewQueues, JobsThatNameAQueueThatTheirJobSetDoesNot) {
  const std::string state = kQueue + configuration("batch/job, pod, jobset.x-k8s.io/jobset");
  EXPECT_THAT(wrong(state, job_set(kLabels, "")),
              ElementsAre("JobSet: Kueue does not read label kueue.x-k8s.io/queue-name of the Jobs "
                          "of a JobSet as that of the JobSet: each Job waits in queue q by itself. "
                          "Write it in metadata.labels. [QueueIgnored]"));
  EXPECT_THAT(wrong(state, job_set("", kLabels)),
              ElementsAre(HasSubstr("of the pods of a JobSet as that of the JobSet: each pod waits "
                                    "in queue q by itself.")));
  EXPECT_THAT(wrong(state, job_set(kLabels, kLabels)), ElementsAre(HasSubstr("each Job waits")));
  EXPECT_THAT(wrong(state, job_set("", "")), IsEmpty());
  EXPECT_THAT(wrong(state, job_set(kLabels, "", "suspend: true, ")),
              ElementsAre(HasSubstr("of the Jobs of a JobSet: this JobSet stays suspended, and "
                                    "never runs in queue q.")));
  EXPECT_THAT(wrong(state, job_set("", kLabels, "suspend: true, ")),
              ElementsAre(HasSubstr("of the pods of a JobSet: this JobSet stays suspended")));
  EXPECT_THAT(wrong(kQueue + configuration("jobset.x-k8s.io/jobset"), job_set(kLabels, "")),
              ElementsAre(HasSubstr("of the Jobs of a JobSet: the pods of this JobSet start "
                                    "without quota of queue q. Write it in metadata.labels.")));
  EXPECT_THAT(wrong(kQueue + configuration("batch/job, pod"), job_set(kLabels, kLabels)), IsEmpty())
      << "nothing takes it as a whole";
  EXPECT_THAT(
      wrong(kQueue + configuration("jobset.x-k8s.io/jobset, deployment"), job_set("", kLabels)),
      ElementsAre(AllOf(HasSubstr("In queue q no pod of this JobSet starts: "),
                        HasSubstr("[KueueCannotAdmit]"))));
  EXPECT_THAT(wrong(state + std::string(kElsewhere), job_set(kLabels, kLabels)), IsEmpty())
      << "where Kueue leaves all of them alone";
}

TEST(ReviewQueues, PodsThatNameAQueueThatTheirOwnerDoesNot) {
  const std::string pods =
      "{metadata: {" + std::string(kLabels) + "}, spec: " + std::string(kPodSpec) + "}";
  const std::string state = kQueue + configuration(
                                         "pod, kubeflow.org/pytorchjob, ray.io/raycluster, "
                                         "leaderworkerset.x-k8s.io/leaderworkerset");
  EXPECT_THAT(wrong(state,
                    "{apiVersion: kubeflow.org/v1, kind: PyTorchJob, metadata: {name: t}, spec: "
                    "{pytorchReplicaSpecs: {Worker: {replicas: 2, template: " +
                        pods + "}}}}"),
              ElementsAre(HasSubstr("of the pods of a PyTorchJob as that of the PyTorchJob: each "
                                    "pod waits in queue q by itself. Write")));
  EXPECT_THAT(wrong(state,
                    "{apiVersion: ray.io/v1, kind: RayCluster, metadata: {name: t}, spec: "
                    "{headGroupSpec: {rayStartParams: {}, template: " +
                        pods + "}}}"),
              ElementsAre(HasSubstr("of the pods of a RayCluster as that of the RayCluster:")));
  EXPECT_THAT(wrong(state,
                    "{apiVersion: leaderworkerset.x-k8s.io/v1, kind: LeaderWorkerSet, metadata: "
                    "{name: t}, spec: {replicas: 1, leaderWorkerTemplate: {size: 2, "
                    "workerTemplate: " +
                        pods + "}}}"),
              ElementsAre(HasSubstr("each pod waits in queue q by itself, or starts without its "
                                    "quota.")));
}

// Where the owner's kind is off Kueue takes what it makes, whatever the owner names.
TEST(ReviewQueues, AJobOfAnOwnerThatKueueLeavesAlone) {
  std::string owned = job();
  const std::string_view name = "metadata: {name: j, ";
  owned.insert(owned.find(name) + name.size(),
               "ownerReferences: [{apiVersion: jobset.x-k8s.io/v1alpha2, kind: JobSet, name: s, "
               "uid: '1', controller: true}], ");
  EXPECT_THAT(wrong(kQueue + configuration("batch/job"), owned),
              ElementsAre(HasSubstr("[NeverFits]")));
  EXPECT_THAT(wrong(kQueue + configuration("batch/job, jobset.x-k8s.io/jobset"), owned), IsEmpty())
      << "the JobSet's queue may count";
}

TEST(ReviewQueues, AComponentOfAnAppWrapperIsAWholeObject) {
  const auto wrapper = [](std::string_view more, std::string_view spec) {
    return "{apiVersion: workload.codeflare.dev/v1beta2, kind: AppWrapper, metadata: {name: w, "
           "labels: {kueue.x-k8s.io/queue-name: q}}, spec: {components: [{" +
           std::string(more) +
           "template: {apiVersion: v1, kind: Pod, metadata: {name: p}, spec: " + std::string(spec) +
           "}}]}}\n";
  };
  constexpr std::string_view kAsking =
      "{containers: [{name: main, image: i, resources: {limits: {x.com/gpu: 2}}}]}";
  const std::string state = kQueue + configuration("workload.codeflare.dev/appwrapper");
  EXPECT_THAT(wrong(state, wrapper("", kAsking)), ElementsAre(HasSubstr("[QueueNotCovering]")));
  EXPECT_THAT(wrong(state, wrapper("podSets: [{replicas: 1, path: template}], ", kAsking)),
              ElementsAre(HasSubstr("[QueueNotCovering]")));
  EXPECT_THAT(wrong(state, wrapper("", kPodSpec)),
              ElementsAre(HasSubstr("takes no quota of queue q.")))
      << "Kueue sees none of its claims";
}

// Its pods are what its runtime says: nothing is known of their amounts, all of its queue.
TEST(ReviewQueues, OfATrainJobTheQueueIsJudged) {
  const auto train = [](std::string_view queue, std::string_view trainer) {
    return "{apiVersion: trainer.kubeflow.org/v1alpha1, kind: TrainJob, metadata: {name: t, "
           "labels: {kueue.x-k8s.io/queue-name: " +
           std::string(queue) + "}}, spec: {runtimeRef: {name: torch}, trainer: {" +
           std::string(trainer) + "}}}\n";
  };
  const std::string state = kQueue + configuration("trainer.kubeflow.org/trainjob");
  constexpr std::string_view kGpus =
      "numNodes: 2, resourcesPerNode: {limits: {example.com/gpu: 64}}";
  EXPECT_THAT(wrong(state, train("q", kGpus)), IsEmpty());
  EXPECT_THAT(wrong(state, train("r", kGpus)), ElementsAre(HasSubstr("[QueueMissing]")));
  EXPECT_THAT(wrong(kQueue + configuration("batch/job"), train("q", kGpus)),
              ElementsAre(HasSubstr("[QueueIgnored]")));
  EXPECT_THAT(wrong(state, train("r", "resourcesPerNode: {limits: {cpu: 64}}")), IsEmpty());
}

TEST(ReviewQueues, OfAReplicaSetTheLabelOfItsPodsAloneCounts) {
  const std::string state = kQueue + configuration("batch/job, pod");
  EXPECT_THAT(wrong(state, of_apps("ReplicaSet")), ElementsAre(HasSubstr("[QueueIgnored]")));
  EXPECT_THAT(wrong(kQueue + configuration("batch/job"), of_apps("ReplicaSet")),
              ElementsAre(HasSubstr("Write it in spec.template.metadata.labels. Write "
                                    "integrations.frameworks: [batch/job, pod] and restart Kueue. "
                                    "[QueueIgnored]")));
  EXPECT_THAT(wrong(kQueue + configuration("batch/job, jobset.x-k8s.io/jobset, ray.io/rayjob, "
                                           "ray.io/raycluster, kubeflow.org/mpijob"),
                    of_apps("ReplicaSet")),
              ElementsAre(HasSubstr("Add pod to integrations.frameworks and restart Kueue.")));
}

TEST(ReviewQueues, FrameworksThatImplyPods) {
  const std::string state = kQueue + configuration("batch/job, deployment");
  EXPECT_THAT(wrong(state, of_apps("Deployment")), ElementsAre(HasSubstr("[NeverFits]")));
  const std::string pod = "{apiVersion: v1, kind: Pod, metadata: {name: p, " +
                          std::string(kLabels) + "}, spec: " + std::string(kPodSpec) + "}\n";
  EXPECT_THAT(wrong(state, pod),
              ElementsAre("Pod: In queue q this Pod never starts: Kueue's webhook holds back what "
                          "names a queue, and as integrations.frameworks lacks pod, nothing frees "
                          "it. Write integrations.frameworks: [batch/job, deployment, pod] and "
                          "restart Kueue, or take the label away. [KueueCannotAdmit]"));
  EXPECT_THAT(wrong(kQueue + configuration("batch/job"), pod),
              ElementsAre(HasSubstr("Pod: If Kueue took this Pod, it could never run in queue q: "),
                          HasSubstr("lacks pod): it starts without quota of queue q.")));
}

TEST(ReviewQueues, ClassesThatAreMisspeltInTheConfigurationAreOneMistake) {
  for (const std::string_view name : {"deviceClassName", "deviceClasses"}) {
    const std::string given =
        configuration("batch/job", "deviceClassMappings: [{name: pool, " + std::string(name) +
                                       ": [gpu.example.com]}]");
    EXPECT_THAT(wrong("", given + "---\n" + kQueue + job()),
                ElementsAre(AllOf(HasSubstr("Write deviceClassNames: [...]. [UnknownField]")),
                            HasSubstr("[NeverFits]")))
        << name;
  }
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
              ElementsAre(HasSubstr("Write coveredResources: [cpu]. [UnknownField]")));
  EXPECT_THAT(queue(""), ElementsAre(HasSubstr("coveredResources is not set")));
}

TEST(ReviewQueues, AQueueOfAnotherNamespace) {
  const std::string given = kQueue + configuration("batch/job");
  EXPECT_THAT(wrong("", given + job("team-b")),
              Contains("Job: LocalQueue q does not exist in namespace team-b, so Kueue never "
                       "admits this Job: those of other namespaces can't be used. Create it "
                       "there, or write namespace: default, which has one. [QueueMissing]"));
  // Nothing is known of queues.
  EXPECT_THAT(wrong("", configuration("batch/job") + job("team-b")),
              Not(Contains(HasSubstr("[QueueMissing]"))));
}

TEST(ReviewQueues, AQueueOfAnotherNamespaceWhereTheStateHasAll) {
  const std::string state = kQueue + configuration("batch/job");
  const std::string other =
      "---\n{apiVersion: kueue.x-k8s.io/v1beta2, kind: LocalQueue, metadata: {namespace: team-b, "
      "name: ";
  const std::string lies_elsewhere =
      "Job: LocalQueue q does not exist in namespace team-b, so Kueue never admits this Job: those "
      "of other namespaces can't be used. Create it there, or write namespace: default, which has "
      "one. [QueueMissing]";
  EXPECT_THAT(wrong(state, job("team-b")), Contains(lies_elsewhere));
  EXPECT_THAT(wrong(state + other + "vision}, spec: {clusterQueue: research}}\n", job("team-b")),
              Contains(lies_elsewhere));
  std::string asks = job("team-b");
  const std::string_view label = "kueue.x-k8s.io/queue-name: ";
  asks.replace(asks.find(label) + label.size(), 1, "user-queue");
  EXPECT_THAT(wrong(admission::local_queue("user-queue") + state + other +
                        "user-queues}, spec: {clusterQueue: research}}\n",
                    asks),
              Contains(HasSubstr("admits this Job. Write kueue.x-k8s.io/queue-name: user-queues. "
                                 "[QueueMissing]")));
}

TEST(ReviewQueues, AClusterQueueInPlaceOfTheQueueThatLeadsToIt) {
  const auto in = [](std::string_view queue) {
    std::string asks = job();
    const std::string_view label = "kueue.x-k8s.io/queue-name: ";
    return asks.replace(asks.find(label) + label.size(), 1, queue);
  };
  const std::string given = kQueue + configuration("batch/job");
  EXPECT_THAT(wrong("", given + in("research")),
              Contains("Job: LocalQueue research does not exist in namespace default, so Kueue "
                       "never admits this Job: that is a ClusterQueue. Write "
                       "kueue.x-k8s.io/queue-name: q, the LocalQueue that leads to research. "
                       "[QueueMissing]"));
  // One that is stopped comes first by its name.
  EXPECT_THAT(
      wrong("",
            "{apiVersion: kueue.x-k8s.io/v1beta2, kind: LocalQueue, metadata: {name: a, "
            "namespace: default}, spec: {clusterQueue: research, stopPolicy: Hold}}\n---\n" +
                given + in("research")),
      Contains(HasSubstr("queue-name: q, the LocalQueue that leads to research.")));
  EXPECT_THAT(wrong("", given + in("science")), Not(Contains(HasSubstr("[QueueMissing]"))))
      << "another file may have it";
}

TEST(ReviewQueues, AQueueInPlaceOfTheClusterQueueBehindIt) {
  const auto told = [](std::string_view named) {
    std::string state = kQueue + configuration("batch/job");
    const std::string_view own = "name: q, namespace: default}\nspec: {clusterQueue: research}";
    state.replace(state.find(own), own.size(),
                  "name: q, namespace: default}\nspec: {clusterQueue: " + std::string(named) + "}");
    return wrong(admission::local_queue("team") + state, job());
  };
  EXPECT_THAT(told("team"),
              ElementsAre("Job: LocalQueue q names ClusterQueue team, which does not exist, so "
                          "Kueue never admits this Job: that is a LocalQueue, which leads to "
                          "research. Have the LocalQueue name that (clusterQueue: research), or "
                          "use another queue. [QueueMissing]"));
  for (const std::string_view none : {"q", "tean"})
    EXPECT_THAT(told(none), ElementsAre(HasSubstr("Create that ClusterQueue"))) << none;
}

TEST(ReviewQueues, ANamespaceIsKnownByItsName) {
  const auto queue = [](std::string_view selector) {
    std::string text = kQueue;
    const std::string any = "namespaceSelector: {}";
    return text.replace(text.find(any), any.size(), "namespaceSelector: " + std::string(selector));
  };
  const auto told = [&](std::string_view selector) {
    return wrong(queue(selector) + configuration("batch/job"), job());
  };
  EXPECT_THAT(told("{matchLabels: {kubernetes.io/metadata.name: team-b}}"),
              Contains(AllOf(HasSubstr("[QueueNotForNamespace]"),
                             HasSubstr("have namespaceSelector of research name default."))));
  EXPECT_THAT(told("{matchLabels: {kubernetes.io/metadata.name: default}}"),
              ElementsAre(HasSubstr("[NeverFits]")));
  EXPECT_THAT(told("{matchLabels: {team: a}}"), ElementsAre(HasSubstr("[NeverFits]")))
      << "its other labels are not known";
}

TEST(ReviewQueues, TheLabelThatASelectorWants) {
  const auto told = [](std::string_view selector, std::string_view labels = "dept: ml") {
    std::string state =
        kQueue + configuration("batch/job") +
        "---\n{apiVersion: v1, kind: Namespace, metadata: {name: default, labels: {" +
        std::string(labels) + "}}}\n";
    const std::string_view any = "namespaceSelector: {}";
    state.replace(state.find(any), any.size(), "namespaceSelector: " + std::string(selector));
    return wrong(state, job());
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
  std::string pod(kPodSpec);
  pod.insert(1, "restartPolicy: Never, ");
  return "{apiVersion: batch/v1, kind: CronJob, metadata: {name: c}, spec: {schedule: '* * * * *', "
         "jobTemplate: {metadata: {" +
         std::string(kLabels) + "}, spec: {suspend: " + (suspended ? "true" : "false") +
         ", template: {spec: " + pod + "}}}}}\n";
}

TEST(ReviewQueues, ANamespaceThatKueueLeavesAlone) {
  const auto told = [](std::string_view object) {
    return wrong(kQueue + configuration("batch/job, pod, deployment") + std::string(kElsewhere),
                 object);
  };
  EXPECT_THAT(told(job()),
              ElementsAre("Job: Kueue leaves namespace default alone "
                          "(managedJobsNamespaceSelector): this Job stays suspended, and never "
                          "runs in queue q. Have managedJobsNamespaceSelector select the "
                          "namespace, or take the label away and write suspend: false. "
                          "[QueueIgnored]"));
  EXPECT_THAT(told(started(job())),
              ElementsAre("Job: Kueue leaves namespace default alone "
                          "(managedJobsNamespaceSelector): the pods of this Job start without "
                          "quota of queue q, or its webhook holds them. "
                          "Have managedJobsNamespaceSelector select the namespace, or take the "
                          "label away. [QueueIgnored]"));
  EXPECT_THAT(told("{apiVersion: v1, kind: Pod, metadata: {name: p, " + std::string(kLabels) +
                   "}, spec: " + std::string(kPodSpec) + "}"),
              ElementsAre(HasSubstr("this Pod starts without quota of queue q. Have")))
      << "of pods Kueue's webhook asks for the namespace";
  EXPECT_THAT(told(cron_job(true)),
              ElementsAre(HasSubstr("this CronJob's Jobs stay suspended, and never run in queue "
                                    "q.")));
}

TEST(ReviewQueues, WhatIsSuspendedOfAKindThatKueueLeavesAlone) {
  const std::string state = kQueue + configuration("pod");
  EXPECT_THAT(
      wrong(state, job()),
      Contains("Job: Kueue leaves this Job alone (integrations.frameworks lacks "
               "batch/job): it stays suspended, and never runs in queue q. Write "
               "integrations.frameworks: [pod, batch/job] and restart Kueue, or take the label "
               "away and write suspend: false. [QueueIgnored]"));
  EXPECT_THAT(wrong(state, started(job())),
              Contains(HasSubstr("its pods start without quota of queue q. Write "
                                 "integrations.frameworks: [pod, batch/job] and restart Kueue, "
                                 "or take the label away. ")));
  EXPECT_THAT(wrong(kQueue + configuration(""), of_apps("Deployment")),
              Contains(HasSubstr("Write integrations.frameworks: [batch/job, deployment] and "
                                 "restart Kueue, or take the label away. ")))
      << "what stands there takes the place of batch/job, which is the default";
  EXPECT_THAT(wrong(state, cron_job(true)),
              Contains(HasSubstr("its Jobs stay suspended, and never run in queue q.")));
  EXPECT_THAT(wrong(state, cron_job(false)), Contains(HasSubstr("its pods start without")));
}

TEST(ReviewQueues, AWorkloadThatNamesNoQueue) {
  const auto workload = [](std::string_view more) {
    return "{apiVersion: kueue.x-k8s.io/v1beta2, kind: Workload, metadata: {name: w}, spec: {" +
           std::string(more) +
           "podSets: [{name: main, count: 1, template: {spec: " + std::string(kPodSpec) + "}}]}}\n";
  };
  const std::string state = kQueue + configuration("batch/job");
  EXPECT_THAT(wrong(state, workload("")),
              UnorderedElementsAre(
                  "Workload: This Workload names no queue (spec.queueName), and Kueue admits none "
                  "before it does. Write queueName: q. [QueueNotNamed]",
                  HasSubstr("If this Workload named queue q, it could never run there: ")));
  EXPECT_THAT(wrong(state, workload("queueName: q, ")), ElementsAre(HasSubstr("[NeverFits]")));
}

// Nothing is decided of it before somebody writes another thing.
TEST(ReviewQueues, AWorkloadThatIsNotActive) {
  const auto workload = [](std::string_view active) {
    return "{apiVersion: kueue.x-k8s.io/v1beta2, kind: Workload, metadata: {name: w}, spec: "
           "{queueName: q, active: " +
           std::string(active) +
           ", podSets: [{name: main, count: 1, template: {spec: " + std::string(kPodSpec) +
           "}}]}}\n";
  };
  const std::string state = kQueue + configuration("batch/job");
  EXPECT_THAT(wrong(state, workload("false")),
              ElementsAre("Workload: This Workload stays in queue q as it is: Kueue admits none "
                          "that is not active. Write active: true, or leave it out, once it is to "
                          "run. [QueueStopped]"));
  EXPECT_THAT(wrong(state, workload("true")), ElementsAre(HasSubstr("[NeverFits]")));
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

// Of an object of Kueue's with this in its spec, beside the state.
std::vector<std::string> of_kueue(std::string_view kind, std::string_view spec,
                                  std::string_view state = "") {
  return wrong(state, "{apiVersion: kueue.x-k8s.io/v1beta2, kind: " + std::string(kind) +
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
  EXPECT_THAT(of_kueue("LocalQueue", "clusterQueue: Research", kQueue),
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

// ClusterQueue research with this in its spec, behind LocalQueue q, and what stands beside it.
std::string state_with(std::string_view spec, std::string_view more = "") {
  std::string text = kQueue;
  text.erase(text.find("  resourceGroups:"),
             text.find("---\napiVersion: resource.k8s.io") - text.find("  resourceGroups:"));
  text.insert(text.find("  namespaceSelector: {}\n"), "  " + std::string(spec) + "\n");
  return text + configuration("batch/job, jobset.x-k8s.io/jobset") + std::string(more);
}

std::string pool_of(std::string_view flavors) {
  return "resourceGroups: [{coveredResources: [pool], flavors: [" + std::string(flavors) + "]}]";
}

std::string flavor(std::string_view name, std::string_view spec) {
  return "---\n{apiVersion: kueue.x-k8s.io/v1beta2, kind: ResourceFlavor, metadata: {name: " +
         std::string(name) + "}, spec: {" + std::string(spec) + "}}\n";
}

TEST(ReviewQueues, OfSeveralFlavorsTheNearestIsTold) {
  const auto told = [](std::string_view pod, std::string_view quota = "8") {
    const std::string of = ", resources: [{name: pool, nominalQuota: ";
    std::string object = job();
    object.insert(object.find("restartPolicy"), pod);
    return wrong(state_with(pool_of("{name: a100" + of + "8}]}, {name: h100" + of +
                                    std::string(quota) + "}]}, {name: spot" + of + "8}]}"),
                            flavor("a100",
                                   "nodeLabels: {gpu: a100}, nodeTaints: [{key: a, effect: "
                                   "NoSchedule}]") +
                                flavor("h100",
                                       "nodeLabels: {gpu: h100}, nodeTaints: [{key: h, effect: "
                                       "NoSchedule}]") +
                                flavor("spot",
                                       "nodeLabels: {gpu: h100}, nodeTaints: [{key: h, effect: "
                                       "NoSchedule}, {key: spot, effect: NoSchedule}]")),
                 object);
  };
  EXPECT_THAT(told("nodeSelector: {gpu: h100}, "),
              ElementsAre(AllOf(
                  HasSubstr("takes its pods (h100, which is nearest: they do not tolerate its "
                            "taint h:NoSchedule). Add to tolerations: - {key: h, operator: "
                            "Exists}. [NoFlavorFits]"))));
  EXPECT_THAT(told("nodeSelector: {gpu: h100}, ", "0"), ElementsAre(HasSubstr("(spot, which is")))
      << "which has enough";
  EXPECT_THAT(told(""), ElementsAre(HasSubstr("(a100, which is nearest: they do not tolerate")))
      << "the first that is as near";
  EXPECT_THAT(told("nodeSelector: {gpu: l4}, tolerations: [{key: h, operator: Exists}], "),
              ElementsAre(HasSubstr("(h100, which is nearest: they have nodeSelector gpu=l4, and "
                                    "its nodes have gpu=h100). Write gpu=h100 in nodeSelector "
                                    "where flavor h100 is meant; else see what there is: kubectl "
                                    "get resourceflavors -o yaml. [NoFlavorFits]")));
}

TEST(ReviewQueues, AllThatKeepsPodsFromAFlavorIsTold) {
  const std::string tainted =
      flavor("big", "nodeTaints: [{key: x, effect: NoSchedule}, {key: z, effect: NoExecute}]");
  EXPECT_THAT(
      wrong(state_with(pool_of("{name: big, resources: [{name: pool, nominalQuota: 8}]}"), tainted),
            job()),
      ElementsAre(AllOf(HasSubstr("do not tolerate its taints x:NoSchedule and z:NoExecute"),
                        HasSubstr("Add to tolerations: - {key: x, operator: Exists}, - {key: z, "
                                  "operator: Exists}. [NoFlavorFits]"))));
  const std::string both = state_with(
      pool_of("{name: big, resources: [{name: pool, nominalQuota: 8}]}, {name: f, resources: "
              "[{name: pool, nominalQuota: 1}]}"),
      flavor("big", "nodeLabels: {gpu: h100}, nodeTaints: [{key: x, effect: NoSchedule}]"));
  std::string selects = job();
  selects.insert(selects.find("restartPolicy"), "nodeSelector: {gpu: a100}, ");
  EXPECT_THAT(
      wrong(both, selects),
      ElementsAre(
          AllOf(HasSubstr("Flavor big has enough, but the pods do not tolerate its taint "
                          "x:NoSchedule; and they have nodeSelector gpu=a100, and its nodes "
                          "have gpu=h100."),
                HasSubstr("or add to tolerations: - {key: x, operator: Exists}, and take gpu=a100 "
                          "out of nodeSelector for flavor big."))));
}

// Raising a limit that does not bind, or of a cohort with too little, does not help.
TEST(ReviewQueues, ABorrowingLimitIsRaisedOnlyWhereThatIsEnough) {
  const auto fix = [](int limit, int lent) {
    return wrong(
        state_with("cohortName: ml\n  " + pool_of("{name: f, resources: [{name: pool, "
                                                  "nominalQuota: 1, borrowingLimit: " +
                                                  std::to_string(limit) + "}]}"),
                   "---\n{apiVersion: kueue.x-k8s.io/v1beta2, kind: ClusterQueue, metadata: "
                   "{name: vision}, spec: {cohortName: ml, namespaceSelector: {}, "
                   "resourceGroups: [{coveredResources: [pool], flavors: [{name: f, resources: "
                   "[{name: pool, nominalQuota: " +
                       std::to_string(lent) + "}]}]}]}}\n"),
        job());
  };
  EXPECT_THAT(fix(0, 1),
              ElementsAre(HasSubstr("raise nominalQuota or borrowingLimit of ClusterQueue")));
  EXPECT_THAT(fix(0, 0), ElementsAre(HasSubstr("raise nominalQuota of ClusterQueue")));
  EXPECT_THAT(fix(6, 0), ElementsAre(HasSubstr("raise nominalQuota of ClusterQueue")));
  EXPECT_THAT(fix(6, 1), IsEmpty());
}

TEST(ReviewQueues, SeveralResourcesAreToldAtOnce) {
  std::string asks = job();
  asks.insert(asks.find("claims: [{name: g}]"), "requests: {cpu: 2, memory: 2Gi}, ");
  EXPECT_THAT(
      wrong(state_with(pool_of("{name: f, resources: [{name: pool, nominalQuota: 8}]}")), asks),
      ElementsAre(AllOf(HasSubstr("asks for 2 cpu and 2Gi memory, and ClusterQueue research "
                                  "has no quota of these names."),
                        HasSubstr("Cover cpu and memory in ClusterQueue research"))));
  const std::string small = state_with(
      "resourceGroups: [{coveredResources: [cpu, memory, pool], flavors: [{name: f, resources: "
      "[{name: cpu, nominalQuota: 1}, {name: memory, nominalQuota: 4Gi}, {name: pool, "
      "nominalQuota: 1}]}]}]");
  EXPECT_THAT(wrong(small, asks),
              ElementsAre(HasSubstr("Ask for 1 cpu, or raise nominalQuota of cpu in ClusterQueue "
                                    "research."),
                          HasSubstr("Ask for 1 pool, or raise nominalQuota of pool in "
                                    "ClusterQueue research.")));
}

TEST(ReviewQueues, NamesWithoutQuotaHideNothingThatIsTooMuch) {
  std::string asks = job();
  asks.insert(asks.find("claims: [{name: g}]"),
              "requests: {cpu: 2, memory: 2Gi, ephemeral-storage: 1Gi, hugepages-2Mi: 2Mi}, ");
  EXPECT_THAT(
      wrong(state_with(pool_of("{name: f, resources: [{name: pool, nominalQuota: 1}]}")), asks),
      ElementsAre(AllOf(HasSubstr("it asks for 2 pool"), HasSubstr("[NeverFits]")),
                  HasSubstr("has no quota of these names.")));
}

TEST(ReviewQueues, AFlavorThatNeverTakesThePodsIsNotWaitedFor) {
  std::string asks = job();
  asks.insert(asks.find("claims: [{name: g}]"), "requests: {cpu: 4}, ");
  const std::string queue = state_with(
      "resourceGroups: [{coveredResources: [cpu, pool], flavors: [{name: f, resources: [{name: "
      "cpu, nominalQuota: 64}, {name: pool, nominalQuota: 2}]}, {name: small, resources: [{name: "
      "cpu, nominalQuota: 2}, {name: pool, nominalQuota: 8}]}]}]",
      flavor("small", ""));
  std::string used = queue;
  used.replace(used.find("---\napiVersion: resource.k8s.io/v1\nkind: DeviceClass"), 3,
               "status: {flavorsReservation: [{name: f, resources: [{name: pool, total: 1}]}, "
               "{name: small, resources: [{name: pool, total: 7}]}]}\n---");
  EXPECT_THAT(wrong(queue, asks), IsEmpty());
  EXPECT_THAT(wrong(used, asks), ElementsAre(HasSubstr("(1 of 2 used, flavor f) can get 1 more")));
}

TEST(ReviewQueues, WhatATransformationRetains) {
  const std::string given =
      "{apiVersion: batch/v1, kind: Job, metadata: {name: j, " + std::string(kLabels) +
      "}, spec: {suspend: true, template: {spec: {restartPolicy: Never, containers: [{name: main, "
      "image: i, resources: {limits: {x.com/mig: 1}}}]}}}}\n";
  const auto told = [&](std::string_view strategy) {
    std::string state =
        state_with(pool_of("{name: f, resources: [{name: pool, nominalQuota: 8}]}"));
    state.erase(state.find("---\napiVersion: config.kueue"));
    return wrong(
        state + configuration("batch/job", "transformations: [{input: x.com/mig, strategy: " +
                                               std::string(strategy) + ", outputs: {pool: 1}}]"),
        given);
  };
  EXPECT_THAT(told("Replace"), IsEmpty());
  EXPECT_THAT(told("Retain"),
              ElementsAre(HasSubstr("Write strategy: Replace in the transformation of x.com/mig in "
                                    "Kueue's Configuration, and restart Kueue, so that pool "
                                    "counts alone. [QueueNotCovering]")));
}

TEST(ReviewQueues, AnImplicitNameIsOneMistake) {
  const std::string given =
      "{apiVersion: batch/v1, kind: Job, metadata: {name: j, " + std::string(kLabels) +
      "}, spec: {suspend: true, template: {spec: {restartPolicy: Never, containers: [{name: main, "
      "image: i, resources: {limits: {deviceclass.resource.kubernetes.io/gpu.example.com: "
      "1}}}]}}}}\n";
  EXPECT_THAT(
      wrong(state_with(pool_of("{name: f, resources: [{name: pool, nominalQuota: 8}]}")), given),
      ElementsAre(HasSubstr("Ask by a claim template with deviceClassName: gpu.example.com. "
                            "[QueueNotCovering]")));
}

TEST(ReviewQueues, InLimitsAloneAnExtendedResourceCountsUnderItsOwnName) {
  const auto told = [](std::string_view covered, std::string_view resources,
                       std::string_view kind = "Job") {
    std::string state =
        state_with(pool_of("{name: f, resources: [{name: pool, nominalQuota: 8}]}"));
    state.erase(state.find("---\napiVersion: config.kueue"));
    const std::string carries = "metadata: {name: gpu.example.com}\nspec: {";
    state.insert(state.find(carries) + carries.size(), "extendedResourceName: pool.com/x");
    state.replace(state.find("[pool]"), 6, "[" + std::string(covered) + "]");
    state.replace(state.find("name: pool,"), 11, "name: " + std::string(covered) + ",");
    const std::string spec =
        "{restartPolicy: Never, containers: [{name: main, image: i, "
        "resources: {" +
        std::string(resources) + "}}]}";
    const std::string meta = "metadata: {name: j, " + std::string(kLabels) + "}, spec: ";
    return wrong(state + configuration("batch/job, pod",
                                       "deviceClassMappings: [{name: pool, "
                                       "deviceClassNames: [gpu.example.com]}]"),
                 kind == "Pod" ? "{apiVersion: v1, kind: Pod, " + meta + spec + "}\n"
                               : "{apiVersion: batch/v1, kind: Job, " + meta +
                                     "{suspend: true, template: {spec: " + spec + "}}}\n");
  };
  const std::string_view limits = "limits: {pool.com/x: 1}";
  const std::string_view both = "limits: {pool.com/x: 1}, requests: {pool.com/x: 1}";
  EXPECT_THAT(told("pool", both), IsEmpty());
  EXPECT_THAT(told("pool", limits, "Pod"), IsEmpty()) << "a pod has requests from the API server";
  EXPECT_THAT(
      told("pool", limits),
      ElementsAre("Job: This Job can never run in queue q: Kueue 0.19 counts pool.com/x, which "
                  "its pods name in limits alone, under that name, and ClusterQueue research "
                  "has quota of pool. Name it in requests, too: it counts as pool then. "
                  "[QueueNotCovering]"));
  EXPECT_THAT(told("pool.com/x", limits),
              ElementsAre(HasSubstr("under that name as long as it stands in limits alone; in "
                                    "requests, too, it counts as pool. Cover pool in the "
                                    "ClusterQueue. [MappedTwice]")));
  EXPECT_THAT(told("pool.com/x", both),
              ElementsAre(HasSubstr("Cover pool instead of pool.com/x in ClusterQueue research")));
}

TEST(ReviewQueues, MappingsThatTakeNoMoreClasses) {
  const auto fix = [](const std::string& mappings) {
    std::string state =
        state_with(pool_of("{name: f, resources: [{name: pool, nominalQuota: 8}]}"));
    state.erase(state.find("---\napiVersion: config.kueue"));
    const std::string carries = "metadata: {name: gpu.example.com}\nspec: {";
    state.insert(state.find(carries) + carries.size(), "extendedResourceName: pool.com/x");
    state.replace(state.find("[pool]"), 6, "[pool.com/x]");
    state.replace(state.find("name: pool,"), 11, "name: pool.com/x,");
    return wrong(state + configuration("batch/job", "deviceClassMappings: [" + mappings + "]"),
                 job());
  };
  EXPECT_THAT(fix("{name: pool.com/x, deviceClassNames: [a]}"),
              ElementsAre(HasSubstr("Add gpu.example.com to the deviceClassNames of pool.com/x")));
  EXPECT_THAT(fix("{name: pool.com/x, deviceClassNames: [a, b, c, d, e, f, g, h]}"),
              ElementsAre(HasSubstr("- {name: gpu.example.com, deviceClassNames: "
                                    "[gpu.example.com]}; and cover gpu.example.com in")));
  EXPECT_THAT(fix("{name: pool.com/x, deviceClassNames: [a], sources: [{counter: {name: m, driver: "
                  "d.com, deviceSelector: {cel: {expression: 'true'}}}}]}"),
              ElementsAre(HasSubstr("- {name: gpu.example.com, deviceClassNames: ")));
  std::string full;
  for (int i = 0; i < 16; ++i)
    full += (i == 0 ? "{name: p" : ", {name: p") + std::to_string(i) + ", deviceClassNames: [c" +
            std::to_string(i) + "]}";
  EXPECT_THAT(fix(full), ElementsAre(HasSubstr("They have 16 entries, as many as Kueue takes")));
}

TEST(ReviewQueues, TheFewestPodsOfAJob) {
  const auto told = [](std::string_view annotations) {
    std::string of_pods = job();
    of_pods.insert(of_pods.find("labels:"), "annotations: {" + std::string(annotations) + "}, ");
    of_pods.insert(of_pods.find("suspend: true"), "parallelism: 4, completions: 4, ");
    return wrong(state_with(pool_of("{name: f, resources: [{name: pool, nominalQuota: 8}]}")),
                 of_pods);
  };
  const std::string least = "kueue.x-k8s.io/job-min-parallelism: ";
  EXPECT_THAT(told(least + "'3'"), IsEmpty());
  EXPECT_THAT(told(least + "'4'"),
              ElementsAre(AllOf(HasSubstr("is 4, and must be less than the 4 pods, and 1 at least"),
                                HasSubstr("job-min-parallelism: \"3\" at most."))));
  EXPECT_THAT(told(least + "x"), ElementsAre(HasSubstr("is x, and must be less")));
  EXPECT_THAT(told(least + "'0'"), ElementsAre(HasSubstr("is 0, and must be less")));
  EXPECT_THAT(told(least + "'2', kueue.x-k8s.io/elastic-job: 'true'"),
              ElementsAre(HasSubstr("stands beside kueue.x-k8s.io/elastic-job")));
}

// pkg/controller/jobframework, ValidateElasticJobAnnotation.
TEST(ReviewQueues, KindsThatAreNeverElastic) {
  const auto told = [](std::string object, std::string_view gates) {
    object.insert(object.find("labels:"), "annotations: {kueue.x-k8s.io/elastic-job: 'true'}, ");
    return wrong(kQueue + configuration("batch/job, deployment") + std::string(gates), object);
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
  EXPECT_THAT(told(job(), ""), ElementsAre(HasSubstr("[NeverFits]"))) << "a Job may be";
}

// pkg/dra, validateCELSelectorsAgainstDevices.
TEST(ReviewQueues, SelectorsThatKueuePutsToDevicesItself) {
  const auto told = [](std::string_view selector, int count) {
    std::string state = state_with(pool_of("{name: f, resources: [{name: pool, nominalQuota: 8}]}"),
                                   R"(---
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: s}
spec:
  nodeName: n
  driver: d.example.com
  pool: {name: n, generation: 1, resourceSliceCount: 1}
  devices:
  - {name: a, attributes: {big: {bool: true}}, allowMultipleAllocations: true}
  - {name: b, attributes: {big: {bool: true}}, allowMultipleAllocations: true}
  - {name: c, attributes: {big: {bool: false}}, allowMultipleAllocations: true}
)");
    const std::string two = "count: 2}";
    return wrong(state.replace(state.find(two), two.size(),
                               "count: " + std::to_string(count) +
                                   ", selectors: [{cel: "
                                   "{expression: \"" +
                                   std::string(selector) + "\"}}]}"),
                 job());
  };
  const std::string_view big = "device.attributes['d.example.com'].big";
  EXPECT_THAT(told(big, 2), IsEmpty());
  EXPECT_THAT(told(big, 3), Contains(HasSubstr("it asks for 3 devices of class gpu.example.com "
                                               "(template two), and 2 in the cluster match its "
                                               "selectors.")));
  EXPECT_THAT(told("device.allowMultipleAllocations", 2),
              ElementsAre(HasSubstr("reads allowMultipleAllocations, which Kueue's CEL does not "
                                    "know")));
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
  const std::string check = admission::admission_check("provision", "c");
  EXPECT_THAT(wrong(check, given), ElementsAre(HasSubstr("Write name: provision, or create the "
                                                         "check. [QueueStopped]")));
  EXPECT_THAT(wrong("", given), IsEmpty());
}

TEST(ReviewQueues, OfADeploymentEachPodIsAdmittedByItself) {
  const auto queue = [](int quota) {
    std::string text(kQueue);
    const std::string_view one = "nominalQuota: 1";
    return text.replace(text.find(one), one.size(), "nominalQuota: " + std::to_string(quota)) +
           configuration("deployment, pod");
  };
  EXPECT_THAT(wrong(queue(4), of_apps("Deployment")), IsEmpty()) << "two pods of two";
  EXPECT_THAT(wrong(queue(3), of_apps("Deployment")),
              ElementsAre("Deployment: Queue q never admits more than 1 of the 2 pods of this "
                          "Deployment at a time: each asks for 2 pool, and ClusterQueue research "
                          "can reach 3. Write replicas: 1, or raise nominalQuota of ClusterQueue "
                          "research. [NeverFits]"));
  EXPECT_THAT(wrong(queue(1), of_apps("Deployment")),
              ElementsAre(HasSubstr("This Deployment can never run in queue q")))
      << "which is all that is said";
}

TEST(ReviewQueues, ADeploymentOfWhichSomePodsFitNow) {
  const auto queue = [](int used, std::string_view more = "") {
    return admission::local_queue() + admission::resource_flavor("f") +
           admission::cluster_queue("  resourceGroups:\n" + admission::group_of("pool", "f", 5) +
                                    std::string(more) +
                                    "status: {flavorsReservation: [{name: f, resources: [{name: "
                                    "pool, total: " +
                                    std::to_string(used) + "}]}]}\n") +
           admission::device_class("gpu.example.com") +
           admission::claim_template("two", "gpu.example.com", ", count: 2") +
           configuration("deployment, pod");
  };
  EXPECT_THAT(wrong(queue(1), of_apps("Deployment")), IsEmpty()) << "two pods of two";
  EXPECT_THAT(wrong(queue(2), of_apps("Deployment")),
              ElementsAre("Deployment: Queue q has room for 1 of the 2 pods of this Deployment "
                          "now: each asks for 2 pool, and ClusterQueue research (2 of 5 used, "
                          "flavor f) can get 3 more. "
                          "Wait, or use a queue that has more left. [QueueFull]"));
  EXPECT_THAT(
      wrong(queue(2, "  preemption: {withinClusterQueue: LowerPriority}\n"), of_apps("Deployment")),
      ElementsAre(HasSubstr("of this Deployment now unless they preempt others: each")));
  EXPECT_THAT(wrong(queue(4), of_apps("Deployment")),
              ElementsAre(HasSubstr(
                  "Queue q has room for none of the 2 pods of this Deployment now: each ")))
      << "which is all that is said";
  EXPECT_THAT(wrong(queue(2) + "---\n" + of_apps("Deployment"), of_apps("Deployment")), IsEmpty())
      << "it is there already, and counts";
}

// Of a Deployment Kueue sees the pods, which ask by claim then; of a StatefulSet its template.
TEST(ReviewQueues, WhatADeviceMappingRewritesIsJudgedAsKueueSeesIt) {
  const auto told = [](std::string_view kind, int quota, std::string_view gpus) {
    const std::string state =
        admission::local_queue() + admission::resource_flavor("f") +
        admission::cluster_queue("  resourceGroups:\n" + admission::group_of("pool", "f", quota)) +
        admission::device_class("gpu.example.com", "extendedResourceName: nvidia.com/gpu") +
        configuration("deployment, statefulset, pod") +
        "---\n{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceMapping, metadata: {name: m}, "
        "spec: "
        "{logicalResource: pool, deviceClassNames: [gpu.example.com], rewrites: [{resource: "
        "nvidia.com/gpu, action: Rewrite, request: {exactly: {deviceClassName: "
        "gpu.example.com}}}]}}\n";
    std::string object = of_apps(kind);
    object.replace(object.find(kPodSpec), kPodSpec.size(),
                   "{containers: [{name: main, image: i, resources: {requests: {nvidia.com/gpu: " +
                       std::string(gpus) + "}, limits: {nvidia.com/gpu: " + std::string(gpus) +
                       "}}}]}");
    return wrong(state, object);
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
    std::string object = job();
    object.insert(object.find("suspend: true"), "managedBy: kueue.x-k8s.io/multikueue, ");
    std::vector<std::string> texts;
    const std::string state = admission::local_queue() + admission::resource_flavor("f") +
                              admission::cluster_queue(std::string(checks) + "  resourceGroups:\n" +
                                                       admission::group_of("pool", "f", 4)) +
                              admission::device_class("gpu.example.com") +
                              admission::claim_template("two", "gpu.example.com", ", count: 2") +
                              std::string(more) + configuration("batch/job");
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
  std::string state(kQueue);
  const std::string_view all = "namespaceSelector: {}";
  state.replace(state.find(all), all.size(),
                "namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: other}}");
  state += configuration("batch/job");
  EXPECT_THAT(wrong(state, job()),
              UnorderedElementsAre(HasSubstr("[QueueNotForNamespace]"),
                                   HasSubstr("asks for 2 pool (template two")));
  const std::string local_queue =
      "{apiVersion: kueue.x-k8s.io/v1beta2, kind: LocalQueue, metadata: {name: q, namespace: "
      "default}, spec: {clusterQueue: research}}\n";
  EXPECT_THAT(wrong(state, local_queue),
              ElementsAre(AllOf(HasSubstr("ClusterQueue research takes no workloads of namespace "
                                          "default"),
                                HasSubstr("[QueueNotForNamespace]"))));
  EXPECT_THAT(wrong(std::string(kQueue) + configuration("batch/job"), local_queue), IsEmpty());
}

TEST(ReviewQueues, WhatIsInUseOfAQueueStaysWhenItIsApplied) {
  std::string queue =
      "{apiVersion: kueue.x-k8s.io/v1beta2, kind: ClusterQueue, metadata: {name: research}, spec: "
      "{namespaceSelector: {}, resourceGroups: [{coveredResources: [pool], flavors: [{name: f, "
      "resources: [{name: pool, nominalQuota: 2}]}]}]}";
  std::string state(kQueue);
  const std::size_t begin = state.find("apiVersion: kueue.x-k8s.io/v1beta2\nkind: ClusterQueue");
  state.replace(begin, state.find("---", begin) - begin,
                queue +
                    ", status: {flavorsReservation: [{name: f, resources: [{name: pool, total: "
                    "1}]}]}}\n");
  state += configuration("batch/job");
  const std::string started = job();
  EXPECT_THAT(wrong(state, started), ElementsAre(HasSubstr("[QueueFull]")));
  EXPECT_THAT(wrong(state, queue + "}\n" + started), ElementsAre(HasSubstr("[QueueFull]")));
  const auto with = [&](std::string_view preemption) {
    std::string preempting = state;
    preempting.insert(preempting.find("namespaceSelector: {}"),
                      "preemption: {" + std::string(preemption) + "}, ");
    return wrong(preempting, started);
  };
  EXPECT_THAT(with("withinClusterQueue: LowerPriority"),
              ElementsAre(HasSubstr("This Job waits in queue q unless it preempts others: it ")));
  EXPECT_THAT(with("withinClusterQueue: Never, reclaimWithinCohort: Never"),
              ElementsAre(HasSubstr("This Job waits in queue q: it asks")));
}

TEST(ReviewQueues, LevelsOfATopology) {
  const auto told = [](std::string_view levels) {
    return wrong("",
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

TEST(ReviewQueues, PodsOfAGroupSayTheSameOfIt) {
  const auto pod = [](std::string_view name, int total, std::string_view queue = "q") {
    return "---\n{apiVersion: v1, kind: Pod, metadata: {name: " + std::string(name) +
           ", labels: {kueue.x-k8s.io/pod-group-name: g, kueue.x-k8s.io/queue-name: " +
           std::string(queue) + "}, annotations: {kueue.x-k8s.io/pod-group-total-count: '" +
           std::to_string(total) + "'}}, spec: {containers: [{name: c, image: i}]}}\n";
  };
  const std::string state = std::string(kQueue) + configuration("pod");
  EXPECT_THAT(wrong(state, pod("a", 2) + pod("b", 2)), IsEmpty());
  EXPECT_THAT(wrong(state, pod("a", 3) + pod("b", 3)), IsEmpty()) << "others may come";
  EXPECT_THAT(wrong(state, pod("a", 2) + pod("b", 3)),
              ElementsAre(AllOf(HasSubstr("this Pod and a of the group have different "
                                          "kueue.x-k8s.io/pod-group-total-count"),
                                HasSubstr("\"2\" in each, or how many there are."))));
  EXPECT_THAT(wrong(state, pod("a", 2) + pod("b", 2, "other")),
              ElementsAre(HasSubstr("have different queues")));
  EXPECT_THAT(wrong(state, pod("a", 2) + pod("b", 2) + pod("c", 2)),
              ElementsAre(HasSubstr("this Pod is one too many: Kueue deletes it. Write "
                                    "kueue.x-k8s.io/pod-group-total-count: \"3\" in each")));
  EXPECT_THAT(wrong(std::string(kQueue) + configuration("batch/job"), pod("a", 2) + pod("b", 3)),
              IsEmpty());
}

}  // namespace
}  // namespace drawbridge::cli

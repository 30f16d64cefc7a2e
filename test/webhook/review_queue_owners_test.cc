// `drawbridge review`: which object of several, one above the other, waits in a queue.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "test/webhook/admission_testing.h"
#include "test/webhook/queue_manifests.h"
#include "test/webhook/review_queue_testing.h"
#include "test/webhook/review_testing.h"
#include "webhook/decide/queues/queued_parts.h"

namespace drawbridge::cli {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::Not;

// `of_jobs` and `of_pods` stand in the metadata of its Jobs and of their pods.
std::string job_set(std::string_view of_jobs, std::string_view of_pods,
                    std::string_view more = "") {
  std::string pod(kPodWithTwo);
  pod.insert(1, "restartPolicy: Never, ");
  return "{apiVersion: jobset.x-k8s.io/v1alpha2, kind: JobSet, metadata: {name: s}, spec: {" +
         std::string(more) + "replicatedJobs: [{name: w, template: {metadata: {" +
         std::string(of_jobs) + "}, spec: {template: {metadata: {" + std::string(of_pods) +
         "}, spec: " + pod + "}}}}]}}\n";
}

TEST(ReviewQueueOwners, JobsThatNameAQueueThatTheirJobSetDoesNot) {
  const std::string state = kPoolQueue + configured_for("batch/job, pod, jobset.x-k8s.io/jobset");
  constexpr std::string_view kNever =
      "JobSet: This Job can never run in queue q: it asks for 2 pool (template two, class "
      "gpu.example.com), and ClusterQueue research can reach 1 at most. Ask for 1, or raise "
      "nominalQuota of ClusterQueue research. [NeverFits]";
  EXPECT_THAT(told_by_kind(state, job_set(kInQueue, "")),
              ElementsAre(kNever,
                          "JobSet: Kueue does not read label kueue.x-k8s.io/queue-name of the Jobs "
                          "of a JobSet as that of the JobSet: each Job waits in queue q by itself. "
                          "Leave it there, or write it in metadata.labels once all fit in queue q "
                          "together. [QueueIgnored]"));
  EXPECT_THAT(
      told_by_kind(state, job_set("", kInQueue)),
      ElementsAre(kNever, HasSubstr("of the pods of a JobSet as that of the JobSet: each pod "
                                    "waits in queue q by itself.")));
  EXPECT_THAT(told_by_kind(state, job_set(kInQueue, kInQueue)),
              ElementsAre(kNever, HasSubstr("each Job waits")));
  EXPECT_THAT(told_by_kind(state, job_set("", "")), IsEmpty());
  EXPECT_THAT(told_by_kind(state, job_set(kInQueue, "", "suspend: true, ")),
              ElementsAre(HasSubstr("of the Jobs of a JobSet: this JobSet stays suspended, and "
                                    "never runs in queue q.")));
  EXPECT_THAT(told_by_kind(state, job_set("", kInQueue, "suspend: true, ")),
              ElementsAre(HasSubstr("of the pods of a JobSet: this JobSet stays suspended")));
  EXPECT_THAT(
      told_by_kind(kPoolQueue + configured_for("jobset.x-k8s.io/jobset"), job_set(kInQueue, "")),
      ElementsAre(HasSubstr("of the Jobs of a JobSet: the pods of this JobSet start "
                            "without quota of queue q. Write it in metadata.labels, once all of "
                            "it fits in queue q.")));
  EXPECT_THAT(
      told_by_kind(kPoolQueue + configured_for("batch/job, pod"), job_set(kInQueue, kInQueue)),
      ElementsAre(kNever))
      << "nothing takes it as a whole";
  EXPECT_THAT(told_by_kind(kPoolQueue + configured_for("jobset.x-k8s.io/jobset, deployment"),
                           job_set("", kInQueue)),
              ElementsAre(AllOf(HasSubstr("In queue q no pod of this JobSet starts: "),
                                HasSubstr("[KueueCannotAdmit]"))));
  EXPECT_THAT(told_by_kind(state + std::string(kKueueElsewhere), job_set(kInQueue, kInQueue)),
              IsEmpty())
      << "where Kueue leaves all of them alone";
}

// `metadata` of a replicated Job called `name` whose pod asks for `gpus` of x.com/gpu.
std::string replicated(std::string_view name, std::string_view metadata, int gpus) {
  return "{name: " + std::string(name) + ", template: {metadata: {" + std::string(metadata) +
         "}, spec: {template: {spec: {restartPolicy: Never, containers: [{name: c, image: i, "
         "resources: {limits: {x.com/gpu: " +
         std::to_string(gpus) + "}}}]}}}}}";
}

TEST(ReviewQueueOwners, WhichJobsWaitByThemselvesAndWhetherTheyFitTogetherIsSaid) {
  const auto told = [](const std::string& jobs, std::string_view more = "") {
    return told_by_kind(
        queue_having("x.com/gpu: 8") + admission::local_queue("r") + std::string(more) +
            configured_for("batch/job, pod, jobset.x-k8s.io/jobset"),
        "{apiVersion: jobset.x-k8s.io/v1alpha2, kind: JobSet, metadata: {name: s}, spec: "
        "{replicatedJobs: [" +
            jobs + "]}}\n");
  };
  constexpr std::string_view kInOther = "labels: {kueue.x-k8s.io/queue-name: r}";
  EXPECT_THAT(told(replicated("a", kInQueue, 4) + ", " + replicated("b", kInQueue, 4)),
              ElementsAre(HasSubstr("each Job waits in queue q by itself. Write it in "
                                    "metadata.labels. [")));
  EXPECT_THAT(told(replicated("a", kInQueue, 5) + ", " + replicated("b", kInQueue, 5)),
              ElementsAre(HasSubstr("each Job waits in queue q by itself. Leave it there, or write "
                                    "it in metadata.labels once all fit in queue q together. [")));
  EXPECT_THAT(told(replicated("a", kInQueue, 1) + ", " + replicated("b", kInOther, 1)),
              ElementsAre(HasSubstr("JobSet: the Jobs of a wait in queue q by themselves, those of "
                                    "b in queue r. Write it in metadata.labels, for all of "
                                    "them. [")));
  EXPECT_THAT(told(replicated("a", "", 1) + ", " + replicated("b", kInQueue, 1)),
              ElementsAre(HasSubstr("the Jobs of b wait in queue q by themselves, those of a in "
                                    "none. Write")));
  EXPECT_THAT(told(replicated("a", "", 1) + ", " + replicated("b", kInQueue, 1) + ", " +
                   replicated("c", kInOther, 1) + ", " + replicated("d", "", 1) + ", " +
                   replicated("e", "", 1)),
              ElementsAre(HasSubstr("the Jobs of b wait in queue q by themselves, those of a, c "
                                    "and 2 more in others or none. Write")));
  EXPECT_THAT(
      told(replicated("a", kInQueue, 1), admission::local_queue("default")),
      ElementsAre(HasSubstr("of the Jobs of a JobSet: the pods of this JobSet start without "
                            "quota of queue q. Write it in metadata.labels.")))
      << "the JobSet itself is in queue default";
}

// pod_webhook.go gates each of them, where no owner has a queue.
TEST(ReviewQueueOwners, PodsThatNameAQueueThatTheirOwnerDoesNot) {
  const std::string labelled =
      "{metadata: {" + std::string(kInQueue) + "}, spec: " + std::string(kPodWithTwo) + "}";
  const std::string plain = "{spec: " + std::string(kPodWithTwo) + "}";
  const std::string state = kPoolQueue + configured_for(
                                             "pod, kubeflow.org/pytorchjob, ray.io/raycluster, "
                                             "leaderworkerset.x-k8s.io/leaderworkerset");
  const auto training = [](const std::string& pods, std::string_view more = "replicas: 2") {
    return "{apiVersion: kubeflow.org/v1, kind: PyTorchJob, metadata: {name: t}, spec: "
           "{pytorchReplicaSpecs: {Worker: {" +
           std::string(more) + ", template: " + pods + "}}}}";
  };
  const auto never = [](const std::string& kind) {
    return kind + ": A pod of this " + kind +
           " can never run in queue q: it asks for 2 pool (template two, class gpu.example.com), "
           "and ClusterQueue research can reach 1 at most. Ask for 1, or raise nominalQuota of "
           "ClusterQueue research. [NeverFits]";
  };
  EXPECT_THAT(told_by_kind(state, training(labelled)),
              ElementsAre(never("PyTorchJob"),
                          HasSubstr("of the pods of a PyTorchJob as that of the PyTorchJob: each "
                                    "pod waits in queue q by itself. Leave")));
  EXPECT_THAT(told_by_kind(state, training(labelled, "replicas: 0")), IsEmpty());
  EXPECT_THAT(told_by_kind(state, training(plain)), IsEmpty());
  std::string elsewhere = labelled;
  elsewhere.replace(elsewhere.find("name: q"), 7, "name: nope");
  EXPECT_THAT(
      told_by_kind(state, training(elsewhere)),
      ElementsAre("PyTorchJob: LocalQueue nope does not exist in namespace default, so "
                  "Kueue never admits a pod of this PyTorchJob. Create it, or name q, which "
                  "does not take this as it is. [QueueMissing]",
                  HasSubstr("NeverFits"), HasSubstr("Write it in metadata.labels. [")));
  const auto cluster = [&](const std::string& head, const std::string& workers) {
    return "{apiVersion: ray.io/v1, kind: RayCluster, metadata: {name: t}, spec: {headGroupSpec: "
           "{rayStartParams: {}, template: " +
           head + "}, workerGroupSpecs: [{groupName: w, replicas: 1, maxReplicas: 1, template: " +
           workers + "}]}}\n";
  };
  const auto reviewed =
      review_objects(admission::manifests(state, "state.yaml"),
                     admission::manifests(cluster(plain, labelled), "f.yaml"), {});
  ASSERT_EQ(reviewed.size(), 1U);
  EXPECT_FALSE(reviewed[0].allowed);
  EXPECT_EQ(reviewed[0].findings[0].field, "spec.workerGroupSpecs[0].template.spec");
  EXPECT_THAT(told_by_kind(state, cluster(plain, labelled)),
              ElementsAre(never("RayCluster"),
                          HasSubstr("as that of the RayCluster: the pods of workerGroupSpecs[0] "
                                    "wait in queue q by themselves, those of headGroupSpec in "
                                    "none.")));
  EXPECT_THAT(told_by_kind(kPoolQueue + configured_for("pod"), cluster(plain, labelled)),
              ElementsAre(never("RayCluster")))
      << "nothing takes it as a whole";
  EXPECT_THAT(told_by_kind(kPoolQueue + configured_for("ray.io/raycluster, batch/job"),
                           cluster(plain, labelled)),
              Not(Contains(HasSubstr("NeverFits"))))
      << "Kueue takes no pods";
}

// The workers of a group are owned by its leader, which takes them along.
TEST(ReviewQueueOwners, OfALeaderWorkerSetThatNamesNoQueueTheLeaderIsJudged) {
  const auto told = [](std::string_view leader, std::string_view workers) {
    const auto pods = [](std::string_view metadata, std::string_view spec) {
      return "{metadata: {" + std::string(metadata) + "}, spec: " + std::string(spec) + "}";
    };
    constexpr std::string_view kSmall = "{containers: [{name: c, image: i}]}";
    return told_by_kind(
        kPoolQueue + configured_for("pod, leaderworkerset.x-k8s.io/leaderworkerset"),
        "{apiVersion: leaderworkerset.x-k8s.io/v1, kind: LeaderWorkerSet, metadata: {name: t}, "
        "spec: {replicas: 1, leaderWorkerTemplate: {size: 2, " +
            (leader == "none" ? "" : "leaderTemplate: " + pods(leader, kSmall) + ", ") +
            "workerTemplate: " + pods(workers, kPodWithTwo) + "}}}");
  };
  const auto never = HasSubstr("A pod of this LeaderWorkerSet can never run in queue q");
  EXPECT_THAT(told("none", kInQueue),
              ElementsAre(never, HasSubstr("each pod waits in queue q by itself, or starts without "
                                           "its quota.")));
  EXPECT_THAT(told("", kInQueue), Contains(never));
  EXPECT_THAT(told(kInQueue, kInQueue), Not(Contains(never)));
}

// Where the owner's kind is off Kueue takes what it makes, whatever the owner names.
TEST(ReviewQueueOwners, AJobOfAnOwnerThatKueueLeavesAlone) {
  std::string owned = queued_job();
  const std::string_view name = "metadata: {name: j, ";
  owned.insert(owned.find(name) + name.size(),
               "ownerReferences: [{apiVersion: jobset.x-k8s.io/v1alpha2, kind: JobSet, name: s, "
               "uid: '1', controller: true}], ");
  EXPECT_THAT(told_by_kind(kPoolQueue + configured_for("batch/job"), owned),
              ElementsAre(HasSubstr("[NeverFits]")));
  EXPECT_THAT(told_by_kind(kPoolQueue + configured_for("batch/job, jobset.x-k8s.io/jobset"), owned),
              IsEmpty())
      << "the JobSet's queue may count";
}

// pkg/controller/jobframework: ApplyDefaultLocalQueue and WorkloadShouldBeSuspended ask for owners
// of kinds that Kueue manages.
TEST(ReviewQueueOwners, JobsWithoutAQueueOfAJobSetThatKueueLeavesAloneAreJudged) {
  const std::string state = kPoolQueue + "---\n" + admission::local_queue("default");
  EXPECT_THAT(told_by_kind(state + configured_for("batch/job"), job_set("", "")),
              ElementsAre(HasSubstr("This Job can never run in queue default (it names none)")));
  EXPECT_THAT(told_by_kind(state + configured_for("batch/job"),
                           job_set("", "", "managedBy: example.com/x, ")),
              Not(Contains(HasSubstr("[NeverFits]"))))
      << "another controller makes its Jobs";
  const std::string unnamed =
      kPoolQueue + configured_for("batch/job") + "manageJobsWithoutQueueName: true\n";
  EXPECT_THAT(told_by_kind(unnamed, job_set("", "")), Contains(HasSubstr("[QueueNotNamed]")));
}

TEST(ReviewQueueOwners, JobsThatAreNeverMadeAreNotJudged) {
  const auto of_replicas = [](int replicas) {
    std::string set = job_set(kInQueue, "");
    constexpr std::string_view kName = "{name: w, ";
    set.insert(set.find(kName) + kName.size(), "replicas: " + std::to_string(replicas) + ", ");
    return told_by_kind(kPoolQueue + configured_for("batch/job"), set);
  };
  EXPECT_THAT(of_replicas(1), Contains(HasSubstr("[NeverFits]")));
  EXPECT_THAT(of_replicas(0), Not(Contains(HasSubstr("[NeverFits]"))));
}

// FindAncestorJobManagedByKueue: its owner may have a queue, and was judged with all that it makes.
TEST(ReviewQueueOwners, OfAJobSetThatAnotherKindMadeTheJobsAreNotJudged) {
  const auto owned_by = [](std::string_view api_version, std::string_view kind) {
    std::string set = job_set(kInQueue, "");
    constexpr std::string_view kName = "metadata: {name: s";
    set.insert(set.find(kName) + kName.size(),
               ", ownerReferences: [{apiVersion: " + std::string(api_version) +
                   ", kind: " + std::string(kind) + ", name: o, uid: '1', controller: true}]");
    return told_by_kind(kPoolQueue + configured_for("batch/job, workload.codeflare.dev/appwrapper"),
                        set);
  };
  EXPECT_THAT(owned_by("workload.codeflare.dev/v1beta2", "AppWrapper"), IsEmpty());
  EXPECT_THAT(owned_by("trainer.kubeflow.org/v1alpha1", "TrainJob"), IsEmpty());
  EXPECT_THAT(owned_by("example.com/v1", "Other"), Contains(HasSubstr("[NeverFits]")));
}

TEST(ReviewQueueOwners, PodsThatAnAppWrapperWithoutAQueueWrapsAreJudgedAsTheyCome) {
  const auto wrapper = [](const std::string& component) {
    return "{apiVersion: workload.codeflare.dev/v1beta2, kind: AppWrapper, metadata: {name: a}, "
           "spec: {components: [{template: " +
           component + "}]}}\n";
  };
  const std::string state = kPoolQueue + configured_for("pod");
  const std::string pod = "{apiVersion: v1, kind: Pod, metadata: {name: p, " +
                          std::string(kInQueue) + "}, spec: " + std::string(kPodWithTwo) + "}";
  EXPECT_THAT(told_by_kind(state, wrapper(pod)),
              Contains(HasSubstr("This Pod can never run in queue q: it asks for 2 pool")));
  const std::string deployment =
      "{apiVersion: apps/v1, kind: Deployment, metadata: {name: d, " + std::string(kInQueue) +
      "}, spec: {selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: " +
      std::string(kPodWithTwo) + "}}}";
  EXPECT_THAT(told_by_kind(kPoolQueue + configured_for("pod, deployment"), wrapper(deployment)),
              Contains(HasSubstr("This Deployment can never run in queue q: it asks for 2 pool")));
}

// Of what an AppWrapper in a queue wraps Kueue reads no claims.
TEST(ReviewQueueOwners, PodsWithClaimsAreNotToBeInTheQueueOfTheirAppWrapper) {
  const auto told = [](std::string_view spec) {
    return told_by_kind(
        queue_having("x.com/gpu: 8, pool: 8") + admission::device_class("gpu.example.com") +
            admission::claim_template("two", "gpu.example.com", ", count: 2") +
            configured_for("pod, workload.codeflare.dev/appwrapper"),
        "{apiVersion: workload.codeflare.dev/v1beta2, kind: AppWrapper, metadata: {name: a}, spec: "
        "{components: [{template: {apiVersion: v1, kind: Pod, metadata: {name: p, " +
            std::string(kInQueue) + "}, spec: " + std::string(spec) + "}}]}}\n");
  };
  EXPECT_THAT(told(kPodWithTwo),
              ElementsAre(HasSubstr("each pod waits in queue q by itself. Leave it there, or apply "
                                    "what it wraps without the AppWrapper. [")));
  EXPECT_THAT(told("{containers: [{name: c, image: i, resources: {limits: {x.com/gpu: 2}}}]}"),
              ElementsAre(HasSubstr("by itself. Write it in metadata.labels. [")));
}

TEST(ReviewQueueOwners, OfARayClusterInAnAppWrapperThePodsThatNameAQueueAreJudged) {
  EXPECT_THAT(
      told_by_kind(kPoolQueue + configured_for("pod"),
                   "{apiVersion: workload.codeflare.dev/v1beta2, kind: AppWrapper, metadata: "
                   "{name: a}, spec: {components: [{template: {apiVersion: ray.io/v1, kind: "
                   "RayCluster, metadata: {name: t}, spec: {headGroupSpec: {rayStartParams: {}, "
                   "template: {metadata: {" +
                       std::string(kInQueue) + "}, spec: " + std::string(kPodWithTwo) +
                       "}}}}}]}}\n"),
      Contains(HasSubstr("A pod of this RayCluster can never run in queue q: it asks for 2 pool")));
}

// As one of no replicas: Kueue is asked for nothing before somebody resumes it.
TEST(ReviewQueueOwners, ACronJobThatIsSuspendedIsNotRefused) {
  const auto told = [](std::string_view suspend) {
    const std::string cron =
        "{apiVersion: batch/v1, kind: CronJob, metadata: {name: c}, spec: {schedule: '0 1 * * *', "
        "suspend: " +
        std::string(suspend) + ", jobTemplate: {metadata: {" + std::string(kInQueue) +
        "}, spec: {template: {spec: {restartPolicy: Never, " + std::string(kPodWithTwo.substr(1)) +
        "}}}}}\n";
    const auto reviewed =
        review_objects(admission::manifests(kPoolQueue + configured_for("batch/job"), "state.yaml"),
                       admission::manifests(cron, "given.yaml"), {});
    EXPECT_THAT(reviewed[0].findings,
                Contains(::testing::Field(&rules::Finding::code, "NeverFits")));
    return reviewed[0].allowed;
  };
  EXPECT_FALSE(told("false"));
  EXPECT_TRUE(told("true"));
}

TEST(ReviewQueueOwners, AComponentOfAnAppWrapperIsAWholeObject) {
  const auto wrapper = [](std::string_view more, std::string_view spec) {
    return "{apiVersion: workload.codeflare.dev/v1beta2, kind: AppWrapper, metadata: {name: w, "
           "labels: {kueue.x-k8s.io/queue-name: q}}, spec: {components: [{" +
           std::string(more) +
           "template: {apiVersion: v1, kind: Pod, metadata: {name: p}, spec: " + std::string(spec) +
           "}}]}}\n";
  };
  constexpr std::string_view kAsking =
      "{containers: [{name: main, image: i, resources: {limits: {x.com/gpu: 2}}}]}";
  const std::string state = kPoolQueue + configured_for("workload.codeflare.dev/appwrapper");
  EXPECT_THAT(told_by_kind(state, wrapper("", kAsking)),
              ElementsAre(HasSubstr("[QueueNotCovering]")));
  EXPECT_THAT(told_by_kind(state, wrapper("podSets: [{replicas: 1, path: template}], ", kAsking)),
              ElementsAre(HasSubstr("[QueueNotCovering]")));
  EXPECT_THAT(told_by_kind(state, wrapper("", kPodWithTwo)),
              ElementsAre(HasSubstr("takes no quota of queue q.")))
      << "Kueue sees none of its claims";
}

// Its pods are what its runtime says: nothing is known of their amounts, all of its queue.
// pkg/controller/jobframework: FindAncestorJobManagedByKueue.
TEST(ReviewQueueOwners, WhatAnAppWrapperWithoutAQueueWrapsMayNameOne) {
  std::string job = queued_job();
  job.erase(0, std::string_view("---\n").size());
  job.pop_back();
  const auto wrapper = [](std::string_view metadata, const std::string& component) {
    return "{apiVersion: workload.codeflare.dev/v1beta2, kind: AppWrapper, metadata: {name: a" +
           std::string(metadata) + "}, spec: {components: [{template: " + component + "}]}}\n";
  };
  std::string set = job_set(kInQueue, "");
  set.pop_back();
  for (const std::string_view frameworks :
       {"batch/job", "batch/job, workload.codeflare.dev/appwrapper"}) {
    const std::string state = kPoolQueue + configured_for(frameworks);
    const auto reviewed = review_objects(admission::manifests(state, "state.yaml"),
                                         admission::manifests(wrapper("", job), "given.yaml"), {});
    ASSERT_EQ(reviewed.size(), 1U);
    EXPECT_FALSE(reviewed[0].allowed) << frameworks;
    ASSERT_EQ(reviewed[0].findings.size(), 1U) << frameworks;
    EXPECT_EQ(reviewed[0].findings[0].field, "spec.components[0].template.spec.template.spec");
    EXPECT_THAT(reviewed[0].findings[0].text(),
                HasSubstr("This Job can never run in queue q: it asks for 2 pool"));
    EXPECT_THAT(told_by_kind(state, wrapper("", set)),
                ElementsAre(HasSubstr("This Job can never run in queue q: it asks for 2 pool")))
        << "a Job of a JobSet of an AppWrapper";
  }
  const std::string both =
      kPoolQueue + configured_for("batch/job, workload.codeflare.dev/appwrapper");
  EXPECT_THAT(told_by_kind(both, wrapper(", " + std::string(kInQueue), job)),
              Not(Contains(HasSubstr("This Job"))))
      << "the wrapper is the workload";
  EXPECT_THAT(told_by_kind(kPoolQueue + configured_for("pod"), wrapper("", job)), IsEmpty())
      << "Kueue takes no Jobs";
}

TEST(ReviewQueueOwners, OfManyPartsTheFirstAreJudged) {
  constexpr std::size_t kMost = admission::kQueuedPartsMax;
  const auto told = [](std::size_t before) {
    const auto job = [](std::string_view name, std::string_view spec) {
      return "{name: " + std::string(name) + ", template: {metadata: {" + std::string(kInQueue) +
             "}, spec: {template: {spec: " + std::string(spec) + "}}}}";
    };
    std::string jobs;
    for (std::size_t i = 0; i < before; ++i)
      jobs += job("w" + std::to_string(i),
                  "{restartPolicy: Never, containers: [{name: c, image: i}]}") +
              ", ";
    std::string pod(kPodWithTwo);
    pod.insert(1, "restartPolicy: Never, ");
    return told_by_kind(kPoolQueue + configured_for("batch/job"),
                        "{apiVersion: jobset.x-k8s.io/v1alpha2, kind: JobSet, metadata: {name: s}, "
                        "spec: {replicatedJobs: [" +
                            jobs + job("last", pod) + "]}}\n");
  };
  EXPECT_THAT(told(kMost - 1), Contains(HasSubstr("This Job can never run in queue q")));
  EXPECT_THAT(told(kMost), Not(Contains(HasSubstr("This Job can never run in queue q"))));
}

TEST(ReviewQueueOwners, OfAnIgnoredOwnerWhosePartsWaitThatIsSaid) {
  std::string set = job_set(kInQueue, "");
  constexpr std::string_view kName = "metadata: {name: s";
  set.insert(set.find(kName) + kName.size(), ", " + std::string(kInQueue));
  EXPECT_THAT(told_by_kind(kPoolQueue + configured_for("batch/job"), set),
              Contains(HasSubstr("Kueue leaves this JobSet alone (integrations.frameworks lacks "
                                 "jobset.x-k8s.io/jobset): what it makes waits for quota by "
                                 "itself.")));
}

TEST(ReviewQueueOwners, OfATrainJobTheQueueIsJudged) {
  const auto train = [](std::string_view queue, std::string_view trainer) {
    return "{apiVersion: trainer.kubeflow.org/v1alpha1, kind: TrainJob, metadata: {name: t, "
           "labels: {kueue.x-k8s.io/queue-name: " +
           std::string(queue) + "}}, spec: {runtimeRef: {name: torch}, trainer: {" +
           std::string(trainer) + "}}}\n";
  };
  const std::string state = kPoolQueue + configured_for("trainer.kubeflow.org/trainjob");
  constexpr std::string_view kGpus =
      "numNodes: 2, resourcesPerNode: {limits: {example.com/gpu: 64}}";
  const std::string covering =
      admission::local_queue() +
      admission::resource_flavor("f", "nodeTaints: [{key: a, effect: NoSchedule}]") +
      admission::cluster_queue("  resourceGroups:\n" +
                               admission::group_of("example.com/gpu", "f", 1)) +
      configured_for("trainer.kubeflow.org/trainjob");
  EXPECT_THAT(told_by_kind(covering, train("q", kGpus)), IsEmpty())
      << "its runtime says how many pods there are, and what they tolerate";
  EXPECT_THAT(told_by_kind(state, train("q", kGpus)),
              ElementsAre("TrainJob: This TrainJob can never run in queue q: it asks for 64 "
                          "example.com/gpu, and ClusterQueue research has no quota of that name. "
                          "Cover example.com/gpu in ClusterQueue research (resourceGroups: "
                          "coveredResources, and a nominalQuota in each flavor). "
                          "[QueueNotCovering]"));
  EXPECT_THAT(told_by_kind(state, train("r", kGpus)), ElementsAre(HasSubstr("[QueueMissing]")));
  EXPECT_THAT(told_by_kind(kPoolQueue + configured_for("batch/job"), train("q", kGpus)),
              ElementsAre(HasSubstr("[QueueIgnored]"),
                          HasSubstr("If Kueue took this TrainJob, it could never run in queue q")));
  EXPECT_THAT(told_by_kind(state, train("r", "resourcesPerNode: {limits: {cpu: 64}}")), IsEmpty());
}

// The queue called default takes it all the same.
TEST(ReviewQueueOwners, WhatKueueDoesNotReadOfWhatGetsTheDefaultQueueIsTold) {
  EXPECT_THAT(told_by_kind(kPoolQueue + configured_for("batch/job, pod") + "---\n" +
                               admission::local_queue("default"),
                           of_apps("DaemonSet")),
              IsSupersetOf({HasSubstr("can never run in queue default (it names none): it asks"),
                            HasSubstr("Kueue does not read label kueue.x-k8s.io/queue-name of a "
                                      "DaemonSet: ")}));
}

TEST(ReviewQueueOwners, OfAReplicaSetTheLabelOfItsPodsAloneCounts) {
  const std::string state = kPoolQueue + configured_for("batch/job, pod");
  EXPECT_THAT(told_by_kind(state, of_apps("ReplicaSet")), ElementsAre(HasSubstr("[QueueIgnored]")));
  EXPECT_THAT(told_by_kind(kPoolQueue + configured_for("batch/job"), of_apps("ReplicaSet")),
              ElementsAre(HasSubstr(
                  "Write it in spec.template.metadata.labels, once all of it fits "
                  "in queue q. Write integrations.frameworks: [batch/job, pod] and restart Kueue. "
                  "[QueueIgnored]")));
  EXPECT_THAT(
      told_by_kind(kPoolQueue + configured_for("batch/job, jobset.x-k8s.io/jobset, ray.io/rayjob, "
                                               "ray.io/raycluster, kubeflow.org/mpijob"),
                   of_apps("ReplicaSet")),
      ElementsAre(HasSubstr("Add pod to integrations.frameworks and restart Kueue.")));
}

TEST(ReviewQueueOwners, FrameworksThatImplyPods) {
  const std::string state = kPoolQueue + configured_for("batch/job, deployment");
  EXPECT_THAT(told_by_kind(state, of_apps("Deployment")), ElementsAre(HasSubstr("[NeverFits]")));
  const std::string pod = "{apiVersion: v1, kind: Pod, metadata: {name: p, " +
                          std::string(kInQueue) + "}, spec: " + std::string(kPodWithTwo) + "}\n";
  EXPECT_THAT(told_by_kind(state, pod),
              ElementsAre("Pod: In queue q this Pod never starts: Kueue's webhook holds back what "
                          "names a queue, and as integrations.frameworks lacks pod, nothing frees "
                          "it. Write integrations.frameworks: [batch/job, deployment, pod] and "
                          "restart Kueue, or take the label away. [KueueCannotAdmit]"));
  EXPECT_THAT(told_by_kind(kPoolQueue + configured_for("batch/job"), pod),
              ElementsAre(HasSubstr("Pod: If Kueue took this Pod, it could never run in queue q: "),
                          HasSubstr("lacks pod): it starts without quota of queue q.")));
}

// Where the LocalQueue default takes what names none, or Kueue holds that back.
TEST(ReviewQueueOwners, PodsThatNameNoQueueWhereOnlyMarkedOnesCount) {
  const std::string state = kPoolQueue + "---\n" + admission::local_queue("default");
  const auto unlabelled = [](std::string manifest) {
    const std::string label(kInQueue);
    return manifest.replace(manifest.find(label), label.size(), "labels: {a: b}");
  };
  const std::string replica_set = unlabelled(of_apps("ReplicaSet"));
  EXPECT_THAT(told_by_kind(state + configured_for("batch/job, deployment"), replica_set),
              Contains("ReplicaSet: No pod of this ReplicaSet starts: they name no queue and get "
                       "default, Kueue's webhook holds them back, and as integrations.frameworks "
                       "lacks pod, nothing frees them. Write integrations.frameworks: [batch/job, "
                       "deployment, pod] and restart Kueue, or have managedJobsNamespaceSelector "
                       "leave this namespace out. [KueueCannotAdmit]"));
  std::string holding = kPoolQueue + configured_for("batch/job, deployment");
  const std::string_view ready = "waitForPodsReady: {}\n";
  holding.replace(holding.find(ready), ready.size(), "manageJobsWithoutQueueName: true\n");
  EXPECT_THAT(
      told_by_kind(holding, "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: " +
                                std::string(kPodWithTwo) + "}\n"),
      ElementsAre(HasSubstr("Pod: This Pod never starts: it names no queue "
                            "(manageJobsWithoutQueueName), Kueue's webhook holds it back, "
                            "and as integrations.frameworks lacks pod, nothing frees it.")));
  EXPECT_THAT(told_by_kind(state + configured_for("batch/job, deployment"),
                           unlabelled(of_apps("Deployment"))),
              ElementsAre(HasSubstr("This Deployment can never run in queue default (it names")))
      << "its pods have Kueue's mark, and nothing is said of them";
}

// Kueue writes the default queue on it, and leaves its pods to it.
TEST(ReviewQueueOwners, WhatGetsTheDefaultQueueTakesItsPodsAlong) {
  const std::string state = kPoolQueue + "---\n" + admission::local_queue("default") +
                            configured_for("jobset.x-k8s.io/jobset, deployment");
  EXPECT_THAT(told_by_kind(state, job_set("", kInQueue)),
              ElementsAre(HasSubstr("This JobSet can never run in queue default"),
                          HasSubstr("of the pods of a JobSet: the pods of this JobSet start "
                                    "without quota of queue q.")));
}

TEST(ReviewQueueOwners, WhatKueueRefusesOfTheJobsOfACronJobAndOfPods) {
  const std::string state = kPoolQueue + configured_for("batch/job, pod");
  const auto cron_job = [](std::string_view metadata) {
    return "{apiVersion: batch/v1, kind: CronJob, metadata: {name: c}, spec: {schedule: '0 0 * * "
           "*', jobTemplate: {metadata: {" +
           std::string(metadata) + "}, spec: {template: {spec: {restartPolicy: Never, " +
           std::string(kPodWithTwo.substr(1)) + "}}}}}\n";
  };
  EXPECT_THAT(
      told_by_kind(state, cron_job("labels: {kueue.x-k8s.io/queue-name: q, "
                                   "kueue.x-k8s.io/max-exec-time-seconds: an-hour}")),
      Contains("CronJob: Kueue's webhook refuses the Jobs of this CronJob in queue q: "
               "label kueue.x-k8s.io/max-exec-time-seconds is an-hour, and must be a number "
               "of seconds, 1 at least. Write kueue.x-k8s.io/max-exec-time-seconds: "
               "\"3600\" for an hour, or take the label away. [KueueCannotAdmit]"));
  EXPECT_THAT(told_by_kind(state, cron_job(std::string(kInQueue) +
                                           ", annotations: {kueue.x-k8s.io/"
                                           "job-completions-equal-parallelism: 'true'}")),
              Contains(HasSubstr("the Jobs of this CronJob in queue q: annotation "
                                 "kueue.x-k8s.io/job-completions-equal-parallelism wants an "
                                 "Indexed Job.")));
  std::string daemon_set = of_apps("DaemonSet");
  const std::string_view labels = "labels: {a: b}}";
  daemon_set.replace(daemon_set.find(labels), labels.size(),
                     "labels: {a: b, kueue.x-k8s.io/queue-name: q, "
                     "kueue.x-k8s.io/max-exec-time-seconds: '0'}}");
  EXPECT_THAT(told_by_kind(state, daemon_set),
              Contains(HasSubstr("refuses the pods of this DaemonSet in queue q: label "
                                 "kueue.x-k8s.io/max-exec-time-seconds is 0, and")));
}

TEST(ReviewQueueOwners, OfADeploymentEachPodIsAdmittedByItself) {
  const auto queue = [](int quota) {
    std::string text(kPoolQueue);
    const std::string_view one = "nominalQuota: 1";
    return text.replace(text.find(one), one.size(), "nominalQuota: " + std::to_string(quota)) +
           configured_for("deployment, pod");
  };
  EXPECT_THAT(told_by_kind(queue(4), of_apps("Deployment")), IsEmpty()) << "two pods of two";
  EXPECT_THAT(told_by_kind(queue(3), of_apps("Deployment")),
              ElementsAre("Deployment: Queue q never admits more than 1 of the 2 pods of this "
                          "Deployment at a time: each asks for 2 pool (template two, class "
                          "gpu.example.com), and ClusterQueue research "
                          "can reach 3. Write replicas: 1, or raise nominalQuota of ClusterQueue "
                          "research. [NeverFits]"));
  EXPECT_THAT(told_by_kind(queue(1), of_apps("Deployment")),
              ElementsAre(HasSubstr("This Deployment can never run in queue q")))
      << "which is all that is said";
}

TEST(ReviewQueueOwners, ADeploymentOfWhichSomePodsFitNow) {
  const auto queue = [](int used, std::string_view more = "") {
    return admission::local_queue() + admission::resource_flavor("f") +
           admission::cluster_queue("  resourceGroups:\n" + admission::group_of("pool", "f", 5) +
                                    std::string(more) +
                                    "status: {flavorsReservation: [{name: f, resources: [{name: "
                                    "pool, total: " +
                                    std::to_string(used) + "}]}]}\n") +
           admission::device_class("gpu.example.com") +
           admission::claim_template("two", "gpu.example.com", ", count: 2") +
           configured_for("deployment, pod");
  };
  EXPECT_THAT(told_by_kind(queue(1), of_apps("Deployment")), IsEmpty()) << "two pods of two";
  EXPECT_THAT(told_by_kind(queue(2), of_apps("Deployment")),
              ElementsAre("Deployment: Queue q has room for 1 of the 2 pods of this Deployment "
                          "now: each asks for 2 pool (template two, class gpu.example.com), and "
                          "ClusterQueue research (2 of 5 used, "
                          "flavor f) can get 3 more. "
                          "Wait, or use a queue that has more left. [QueueFull]"));
  EXPECT_THAT(told_by_kind(queue(2, "  preemption: {withinClusterQueue: LowerPriority}\n"),
                           of_apps("Deployment")),
              ElementsAre(HasSubstr("of this Deployment now unless they preempt others: each")));
  EXPECT_THAT(told_by_kind(queue(4), of_apps("Deployment")),
              ElementsAre(HasSubstr(
                  "Queue q has room for none of the 2 pods of this Deployment now: each ")))
      << "which is all that is said";
  EXPECT_THAT(told_by_kind(queue(2) + "---\n" + of_apps("Deployment"), of_apps("Deployment")),
              IsEmpty())
      << "it is there already, and counts";
}

TEST(ReviewQueueOwners, PodsOfAGroupSayTheSameOfIt) {
  const auto pod = [](std::string_view name, int total, std::string_view queue = "q") {
    return "---\n{apiVersion: v1, kind: Pod, metadata: {name: " + std::string(name) +
           ", labels: {kueue.x-k8s.io/pod-group-name: g, kueue.x-k8s.io/queue-name: " +
           std::string(queue) + "}, annotations: {kueue.x-k8s.io/pod-group-total-count: '" +
           std::to_string(total) + "'}}, spec: {containers: [{name: c, image: i}]}}\n";
  };
  const std::string state = std::string(kPoolQueue) + configured_for("pod");
  EXPECT_THAT(told_by_kind(state, pod("a", 2) + pod("b", 2)), IsEmpty());
  EXPECT_THAT(told_by_kind(state, pod("a", 3) + pod("b", 3)), IsEmpty()) << "others may come";
  EXPECT_THAT(told_by_kind(state, pod("a", 2) + pod("b", 3)),
              ElementsAre(AllOf(HasSubstr("this Pod and a of the group have different "
                                          "kueue.x-k8s.io/pod-group-total-count"),
                                HasSubstr("\"2\" in each, or how many there are."))));
  EXPECT_THAT(told_by_kind(state, pod("a", 2) + pod("b", 2, "other")),
              ElementsAre(HasSubstr("have different queues")));
  EXPECT_THAT(told_by_kind(state, pod("a", 2) + pod("b", 2) + pod("c", 2)),
              ElementsAre(HasSubstr("this Pod is one too many: Kueue deletes it. Write "
                                    "kueue.x-k8s.io/pod-group-total-count: \"3\" in each")));
  EXPECT_THAT(told_by_kind(std::string(kPoolQueue) + configured_for("batch/job"),
                           pod("a", 2) + pod("b", 3)),
              IsEmpty());
}

}  // namespace
}  // namespace drawbridge::cli

// `drawbridge review`: ResourceQuotas with scopes count the pods in these alone, however many
// objects these come from.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "test/webhook/review_testing.h"

namespace drawbridge::cli {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// Of 3 devices; `spec` are its scopes.
std::string quota_in(std::string_view spec, std::string_view name = "r",
                     std::string_view status = ", status: {used: {requests.x.com/gpu: 0}}") {
  return "{apiVersion: v1, kind: ResourceQuota, metadata: {name: " + std::string(name) +
         ", namespace: default}, spec: {hard: {requests.x.com/gpu: 3}, " + std::string(spec) + "}" +
         std::string(status) + "}\n---\n";
}

std::string of_priority(std::string_view name) {
  return "scopeSelector: {matchExpressions: [{scopeName: PriorityClass, operator: In, values: [" +
         std::string(name) + "]}]}";
}

// A pod that asks for 2; `spec` of its own besides.
std::string pod_of_two(std::string_view name, std::string_view spec = "") {
  return "{apiVersion: v1, kind: Pod, metadata: {name: " + std::string(name) +
         "}, spec: {containers: [{name: c, image: x, resources: {limits: {x.com/gpu: 2}}}]" +
         std::string(spec) + "}}\n---\n";
}

// A JobSet of two jobs with one such pod each.
std::string job_set(std::string_view spec_of_second) {
  const auto one = [](std::string_view name, std::string_view spec) {
    return "{name: " + std::string(name) +
           ", replicas: 1, template: {spec: {parallelism: 1, completions: 1, template: {spec: "
           "{restartPolicy: Never, containers: [{name: c, image: x, resources: {limits: "
           "{x.com/gpu: 2}}}]" +
           std::string(spec) + "}}}}}";
  };
  return "{apiVersion: jobset.x-k8s.io/v1alpha2, kind: JobSet, metadata: {name: j}, spec: "
         "{replicatedJobs: [" +
         one("a", "") + ", " + one("b", spec_of_second) + "]}}\n---\n";
}

constexpr std::string_view kEnds = ", activeDeadlineSeconds: 60";

std::string compute_quota(std::string_view hard, std::string_view spec = "") {
  return "{apiVersion: v1, kind: ResourceQuota, metadata: {name: r, namespace: default}, spec: "
         "{hard: {" +
         std::string(hard) + "}" + std::string(spec) + "}}\n---\n";
}

std::string job_having(std::string_view resources, std::string_view spec = "") {
  return "{apiVersion: batch/v1, kind: Job, metadata: {name: j}, spec: {template: {spec: "
         "{restartPolicy: Never, containers: [{name: main, image: x, resources: {" +
         std::string(resources) + "}}]" + std::string(spec) + "}}}}\n---\n";
}

// Where cpu or memory is limited, each container has to say how much it takes.
TEST(ReviewQuotaScopes, ComputeThatIsLimitedHasToBeSet) {
  const std::string range =
      "{apiVersion: v1, kind: LimitRange, metadata: {name: l, namespace: default}, spec: {limits: "
      "[{type: Container, default: {cpu: 1}}]}}\n---\n";
  const std::string memory_range =
      "{apiVersion: v1, kind: LimitRange, metadata: {name: l, namespace: default}, spec: {limits: "
      "[{type: Container, defaultRequest: {memory: 1Gi}}]}}\n---\n";
  const std::string device_range =
      "{apiVersion: v1, kind: LimitRange, metadata: {name: l, namespace: default}, spec: {limits: "
      "[{type: Container, max: {x.com/gpu: 8}}]}}\n---\n";
  const std::string gpu = "limits: {x.com/gpu: 1}";
  EXPECT_THAT(
      told_by_review(compute_quota("limits.cpu: 10, cpu: 1, requests.cpu: 1, pods: 10"),
                     job_having(gpu)),
      ElementsAre("ResourceQuota r wants requests.cpu and limits.cpu, and container main has "
                  "none: each pod of this Job is refused unless a LimitRange sets them. Write "
                  "them in its resources. [ResourceQuotaExceeded]"));
  EXPECT_THAT(told_by_review(compute_quota("limits.cpu: 10") + memory_range, job_having(gpu)),
              ElementsAre(HasSubstr("each pod of this Job is refused. Write limits.cpu in its")));
  EXPECT_THAT(told_by_review(compute_quota("limits.memory: 1Gi") + memory_range, job_having(gpu)),
              ElementsAre(HasSubstr("wants limits.memory")))
      << "it gives requests alone";
  EXPECT_THAT(told_by_review(compute_quota("requests.memory: 1Gi") + memory_range, job_having(gpu)),
              IsEmpty());
  EXPECT_THAT(told_by_review(compute_quota("requests.cpu: 1") + range, job_having(gpu)), IsEmpty())
      << "a default is the request, too";
  EXPECT_THAT(
      told_by_review(compute_quota("limits.cpu: 1") +
                         "{apiVersion: v1, kind: LimitRange, metadata: {name: l, namespace: "
                         "default}, spec: {limits: [{type: Pod, max: {cpu: 9}}]}}\n---\n",
                     job_having("limits: {x.com/gpu: 1, memory: 1Gi}")),
      ::testing::Contains(HasSubstr("ResourceQuota r wants limits.cpu")))
      << "of a whole pod it gives nothing";
  EXPECT_THAT(told_by_review(compute_quota("limits.cpu: 10") + device_range, job_having(gpu)),
              ElementsAre(HasSubstr("each pod of this Job is refused. Write limits.cpu in its")));
  // Each container has its own.
  EXPECT_THAT(
      told_by_review(compute_quota("limits.cpu: 10, limits.memory: 1Gi"),
                     job_having("limits: {x.com/gpu: 1, cpu: 1}",
                                ", initContainers: [{name: first, image: x, resources: {limits: "
                                "{memory: 1Gi}}}]")),
      ElementsAre(HasSubstr("wants limits.cpu, and container first has none")));
  EXPECT_THAT(told_by_review(compute_quota("cpu: 10, memory: 1Gi"),
                             job_having("limits: {x.com/gpu: 1, cpu: 1}, requests: {memory: 1Gi}")),
              IsEmpty());
  EXPECT_THAT(
      told_by_review(compute_quota("limits.cpu: 10"), job_having("limits: {x.com/gpu: 1, cpu: 1}")),
      IsEmpty());
  EXPECT_THAT(told_by_review(compute_quota("limits.cpu: 10"),
                             job_having("limits: {x.com/gpu: 1, cpu: 1}",
                                        ", initContainers: [{name: first, image: x}]")),
              ElementsAre(HasSubstr("wants limits.cpu, and container first has none")));
  EXPECT_THAT(told_by_review(compute_quota("limits.cpu: 10") + range, job_having(gpu)), IsEmpty());
  EXPECT_THAT(
      told_by_review(compute_quota("limits.cpu: 10", ", scopes: [Terminating]"), job_having(gpu)),
      IsEmpty());
  EXPECT_THAT(told_by_review(compute_quota("limits.cpu: 10"), job_having("limits: {}")), IsEmpty())
      << "no devices";
  EXPECT_THAT(told_by_review(compute_quota("limits.cpu: 10"),
                             "{apiVersion: apps/v1, kind: Deployment, metadata: {name: d}, spec: "
                             "{replicas: 0, selector: {matchLabels: {a: d}}, template: {metadata: "
                             "{labels: {a: d}}, spec: {containers: [{name: main, image: x, "
                             "resources: {" +
                                 gpu + "}}]}}}}\n---\n"),
              ElementsAre(HasSubstr("wants limits.cpu")))
      << "the pods of a day when it has some";
}

// Whose claims nobody knows yet.
TEST(ReviewQuotaScopes, ComputeOfAPodWhoseTemplateOrClaimIsNotThere) {
  for (const char* names : {"resourceClaimTemplateName: t", "resourceClaimName: t"}) {
    const std::string spec =
        "{restartPolicy: Never, containers: [{name: main, image: x, "
        "resources: {claims: [{name: c}]}}], resourceClaims: [{name: c, " +
        std::string(names) + "}]}";
    for (const std::string& object :
         {"{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: " + spec + "}\n---\n",
          "{apiVersion: batch/v1, kind: Job, metadata: {name: j}, spec: {template: {spec: " + spec +
              "}}}\n---\n"})
      EXPECT_THAT(told_by_review(compute_quota("limits.cpu: 10"), object),
                  Contains(HasSubstr("ResourceQuota r wants limits.cpu")))
          << object;
  }
}

// Without the head the workers never start.
TEST(ReviewQuotaScopes, PodsWithoutDevicesBesideSomeThatHaveThem) {
  const auto ray = [](std::string_view head, std::string_view worker) {
    const auto pod = [](std::string_view resources) {
      return "template: {spec: {containers: [{name: main, image: x, resources: {limits: {" +
             std::string(resources) + "}}}]}}";
    };
    return "{apiVersion: ray.io/v1, kind: RayCluster, metadata: {name: r}, spec: {headGroupSpec: "
           "{rayStartParams: {}, " +
           pod(head) + "}, workerGroupSpecs: [{groupName: g, replicas: 1, rayStartParams: {}, " +
           pod(worker) + "}]}}\n---\n";
  };
  const std::string quota = compute_quota("requests.cpu: 9");
  EXPECT_THAT(told_by_review(quota, ray("memory: 1Gi", "x.com/gpu: 1, cpu: 1")),
              ElementsAre(HasSubstr("ResourceQuota r wants requests.cpu, and container main has "
                                    "none: each pod of this RayCluster is refused")));
  EXPECT_THAT(told_by_review(quota, ray("cpu: 1", "x.com/gpu: 1, cpu: 1")), IsEmpty());
  EXPECT_THAT(told_by_review(quota, ray("memory: 1Gi", "cpu: 1")), IsEmpty()) << "no devices";
}

TEST(ReviewQuotaScopes, ComputeThatThePodHasAsAWhole) {
  const std::string gpu = "limits: {x.com/gpu: 1}";
  EXPECT_THAT(told_by_review(compute_quota("limits.cpu: 10"),
                             job_having(gpu, ", resources: {limits: {cpu: 1}}")),
              IsEmpty())
      << "the pod as a whole has it";
  for (const char* whole : {"requests: {memory: 1Gi}", "requests: {hugepages-2Mi: 2Mi}"})
    EXPECT_THAT(told_by_review(compute_quota("limits.cpu: 10"),
                               job_having(gpu, ", resources: {" + std::string(whole) + "}")),
                IsEmpty())
        << whole;
  for (const char* nothing : {"", "limits: {}", "limits: {}, requests: {}", "limits: {pids: 9}"})
    EXPECT_THAT(told_by_review(compute_quota("requests.cpu: 4"),
                               job_having(gpu, ", resources: {" + std::string(nothing) + "}")),
                ElementsAre(HasSubstr("is refused unless a LimitRange sets it. Write requests.cpu "
                                      "in its resources.")))
        << nothing;
}

// What is refused by itself takes nothing from the others.
TEST(ReviewQuotaScopes, WhatIsRefusedIsNotAddedUp) {
  const auto pod = [](std::string_view name, int count) {
    return "{apiVersion: v1, kind: Pod, metadata: {name: " + std::string(name) +
           "}, spec: {containers: [{name: c, image: x, resources: {limits: {x.com/gpu: " +
           std::to_string(count) + "}}}]}}\n---\n";
  };
  EXPECT_THAT(told_by_review(quota_in(""), pod("a", 4) + pod("b", 2)),
              ElementsAre(HasSubstr("has 0 of 3 requests.x.com/gpu in use, and this Pod needs 4")));
}

TEST(ReviewQuotaScopes, ObjectsInTheScopesAreAddedUp) {
  EXPECT_THAT(
      told_by_review(quota_in("scopes: [NotTerminating]"), pod_of_two("a") + pod_of_two("b")),
      ElementsAre("ResourceQuota r has 0 of 3 requests.x.com/gpu in use, Pod a asks for 2 and this "
                  "Pod for 2 (x.com/gpu): not all get theirs. Ask for fewer, or have it raised to "
                  "4. [ResourceQuotaExceeded]"));
  EXPECT_THAT(
      told_by_review(quota_in("scopes: [NotTerminating]"), job_set("")),
      ElementsAre(HasSubstr("other pods of this JobSet ask for 2 and each of these for 2")));
  EXPECT_THAT(told_by_review(quota_in(of_priority("high")),
                             pod_of_two("a", ", priorityClassName: high") +
                                 pod_of_two("b", ", priorityClassName: high")),
              ElementsAre(HasSubstr("Pod a asks for 2")));
}

TEST(ReviewQuotaScopes, ThoseOutsideAreNot) {
  EXPECT_THAT(told_by_review(quota_in("scopes: [NotTerminating]"),
                             pod_of_two("a", kEnds) + pod_of_two("b")),
              IsEmpty());
  EXPECT_THAT(told_by_review(quota_in("scopes: [NotTerminating]"), job_set(kEnds)), IsEmpty());
  EXPECT_THAT(told_by_review(quota_in(of_priority("high"), "h") + quota_in(of_priority("low"), "l"),
                             pod_of_two("a", ", priorityClassName: high") +
                                 pod_of_two("b", ", priorityClassName: low")),
              IsEmpty())
      << "each in a quota of its own";
}

TEST(ReviewQuotaScopes, PodsOfTheStateAreInUseWhereNobodyHasCounted) {
  const std::string quota = quota_in("scopes: [NotTerminating]", "r", "");
  EXPECT_THAT(told_by_review(quota + pod_of_two("old"), pod_of_two("new")),
              ElementsAre(HasSubstr("has 2 of 3 requests.x.com/gpu in use, and this Pod needs 2")));
  EXPECT_THAT(told_by_review(quota + pod_of_two("old", kEnds), pod_of_two("new")), IsEmpty());
  EXPECT_THAT(told_by_review(quota + pod_of_two("old"), pod_of_two("new", kEnds)), IsEmpty());
}

TEST(ReviewQuotaScopes, BestEffortWhereNoLimitRangeMakesItOtherwise) {
  const auto limit_range = [](std::string_view ns, std::string_view resource) {
    return "{apiVersion: v1, kind: LimitRange, metadata: {name: l, namespace: " + std::string(ns) +
           "}, spec: {limits: [{type: Container, default: {" + std::string(resource) +
           ": 1}}]}}\n---\n";
  };
  const std::string quota = quota_in("scopes: [BestEffort]");
  const std::string pods = pod_of_two("a") + pod_of_two("b");
  EXPECT_THAT(told_by_review(quota, pods), IsEmpty()) << "nobody knows of LimitRanges";
  EXPECT_THAT(told_by_review(quota + limit_range("other", "cpu"), pods),
              ElementsAre(HasSubstr("Pod a asks for 2")));
  EXPECT_THAT(told_by_review(quota + limit_range("default", "ephemeral-storage"), pods),
              ElementsAre(HasSubstr("Pod a asks for 2")));
  EXPECT_THAT(told_by_review(quota + limit_range("default", "cpu"), pods), IsEmpty());
  EXPECT_THAT(told_by_review(quota + limit_range("other", "cpu"),
                             pod_of_two("a") + pod_of_two("b", ", resources: {limits: {cpu: 1}}")),
              IsEmpty());
}

TEST(ReviewQuotaScopes, NotBestEffortByWhatALimitRangeGives) {
  const auto limit_range = [](std::string_view item, std::string_view name = "l") {
    return "{apiVersion: v1, kind: LimitRange, metadata: {name: " + std::string(name) +
           ", namespace: default}, spec: {limits: [{type: Container, " + std::string(item) +
           "}]}}\n---\n";
  };
  const std::string quota = quota_in("scopes: [NotBestEffort]");
  const std::string pods = pod_of_two("a") + pod_of_two("b");
  for (const char* given : {"default: {cpu: 1}", "defaultRequest: {memory: 1Gi}", "max: {cpu: 1}"})
    EXPECT_THAT(told_by_review(quota + limit_range(given), pods),
                ElementsAre(HasSubstr("Pod a asks for 2")))
        << given;
  for (const char* nothing : {"default: {cpu: 0}", "default: {ephemeral-storage: 1Gi}"})
    EXPECT_THAT(told_by_review(quota + limit_range(nothing), pods), IsEmpty()) << nothing;
  EXPECT_THAT(
      told_by_review(
          quota + limit_range("default: {cpu: 0}") + limit_range("default: {cpu: 1}", "m"), pods),
      IsEmpty())
      << "which of them is given nobody knows";
  EXPECT_THAT(told_by_review(quota + limit_range("default: {cpu: 1}"),
                             pod_of_two("a", ", resources: {}") + pod_of_two("b")),
              IsEmpty())
      << "the pod has none as a whole";
  // What such a quota limits has to be said, too.
  EXPECT_THAT(told_by_review(compute_quota("requests.memory: 4Gi", ", scopes: [NotBestEffort]") +
                                 limit_range("default: {cpu: 1}"),
                             job_having("limits: {x.com/gpu: 1}")),
              ElementsAre(HasSubstr("ResourceQuota r wants requests.memory")));
}

// What is rewritten has got past a quota that counts its pod, as no claim has a scope.
TEST(ReviewQuotaScopes, WhatAQuotaWithScopesCountsIsNotRewritten) {
  const auto told = [](std::string_view scopes, std::string_view spec = "",
                       std::string_view item = "type: PersistentVolumeClaim, max: {storage: 1Gi}") {
    const std::string state =
        std::string(admission::kGpuCluster) +
        "\n---\n{apiVersion: v1, kind: LimitRange, metadata: {name: l, namespace: default}, spec: "
        "{limits: [{" +
        std::string(item) +
        "}]}}\n---\n{apiVersion: v1, kind: ResourceQuota, metadata: {name: r, namespace: default}, "
        "spec: {hard: {requests.nvidia.com/gpu: 3}, " +
        std::string(scopes) + "}}\n---\n";
    std::string text;
    for (const std::string& one :
         told_by_review(state, job_having("limits: {nvidia.com/gpu: 1}", spec)))
      text += one;
    return text;
  };
  const auto of_priority = [](std::string_view relation) {
    return "scopeSelector: {matchExpressions: [{scopeName: PriorityClass, operator: " +
           std::string(relation) + "}]}";
  };
  constexpr std::string_view kHigh = ", priorityClassName: high";
  const auto is_held = HasSubstr("nvidia.com/gpu stays an extended resource: ResourceQuota r");
  const auto may_be = HasSubstr("nvidia.com/gpu may stay an extended resource: ResourceQuota r");
  EXPECT_THAT(told("scopes: [BestEffort]"), is_held);
  EXPECT_EQ(told("scopes: [NotBestEffort]"), "");
  EXPECT_EQ(told("scopes: [BestEffort]", "", "type: Container, default: {cpu: 1}"), "");
  EXPECT_THAT(told("scopes: [NotBestEffort]", "", "type: Container, default: {cpu: 1}"), is_held);
  EXPECT_THAT(told("scopes: [PriorityClass]", kHigh), is_held);
  EXPECT_THAT(told(of_priority("Exists"), kHigh), is_held);
  EXPECT_EQ(told(of_priority("DoesNotExist"), kHigh), "");
  for (const std::string& unsure :
       {std::string("scopes: [PriorityClass]"), of_priority("DoesNotExist"),
        of_priority("NotIn, values: [low]")})
    EXPECT_THAT(told(unsure), may_be) << unsure << ": there may be a default class";
  EXPECT_EQ(told("scopes: [PriorityClass, Terminating]"), "");
}

// ComputePodQOS: an empty one stands for the containers, too.
TEST(ReviewQuotaScopes, TheResourcesOfThePodStandForThoseOfItsContainers) {
  const auto pod = [](std::string_view container, std::string_view whole) {
    return "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {resources: {" +
           std::string(whole) +
           "}, containers: [{name: c, image: x, resources: {limits: {x.com/gpu: 4}, requests: {" +
           std::string(container) + "}}}]}}\n---\n";
  };
  const auto is_counted = [&](std::string_view scope, std::string_view container,
                              std::string_view whole) {
    const auto told =
        told_by_review(quota_in("scopes: [" + std::string(scope) + "]"), pod(container, whole));
    return std::any_of(told.begin(), told.end(), [](const std::string& one) {
      return one.find("[ResourceQuotaExceeded]") != std::string::npos;
    });
  };
  for (const char* nothing : {"", "requests: {hugepages-2Mi: 2Mi}", "limits: {}"}) {
    EXPECT_FALSE(is_counted("NotBestEffort", "cpu: 1", nothing)) << nothing;
    EXPECT_TRUE(is_counted("BestEffort", "cpu: 1", nothing)) << nothing;
  }
  // Beside limits what its containers request becomes what it requests.
  for (const char* some : {"limits: {cpu: 1}", "limits: {hugepages-2Mi: 2Mi}"}) {
    EXPECT_TRUE(is_counted("NotBestEffort", "cpu: 1", some)) << some;
    EXPECT_FALSE(is_counted("BestEffort", "cpu: 1", some)) << some;
  }
}

TEST(ReviewQuotaScopes, AffinityToPodsOfOtherNamespaces) {
  const auto affinity = [](std::string_view kind, std::string_view terms) {
    return ", affinity: {" + std::string(kind) + ": {" + std::string(terms) + "}}";
  };
  const std::string required = affinity(
      "podAffinity",
      "requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: z, namespaces: [o]}]");
  const std::string preferred =
      affinity("podAntiAffinity",
               "preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1, podAffinityTerm: "
               "{topologyKey: z, namespaceSelector: {}}}]");
  const std::string own =
      affinity("podAffinity", "requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: z}]");
  const std::string quota = quota_in("scopes: [CrossNamespacePodAffinity]");
  EXPECT_THAT(told_by_review(quota, pod_of_two("a", required) + pod_of_two("b", preferred)),
              ElementsAre(HasSubstr("Pod a asks for 2")));
  EXPECT_THAT(told_by_review(quota, pod_of_two("a", required) + pod_of_two("b", own)), IsEmpty());
}

}  // namespace
}  // namespace drawbridge::cli

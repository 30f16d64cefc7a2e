// `drawbridge review`: files judged as the API server would have them judged.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "test/webhook/admission_testing.h"
#include "test/webhook/review_testing.h"
#include "webhook/admission/state_folder.h"
#include "webhook/cli/review.h"
#include "webhook/cli/review_output.h"

namespace drawbridge::cli {
namespace {

namespace fs = std::filesystem;
using admission::kGpuCluster;
using admission::SourcedObject;
using nlohmann::json;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

ReviewedObject review_one(std::string_view state, std::string_view given,
                          const ReviewOptions& options = {}) {
  std::vector<ReviewedObject> objects = review(state, given, options);
  EXPECT_EQ(objects.size(), 1u);
  return objects.empty() ? ReviewedObject() : std::move(objects.front());
}

constexpr std::string_view kPod = R"(
apiVersion: v1
kind: Pod
metadata: {name: probe}
spec:
  containers:
  - name: main
    image: i
    resources: {limits: {nvidia.com/gpu: 1}}
)";

TEST(Review, APodIsRewrittenAndItsTemplateShown) {
  const ReviewedObject pod = review_one(kGpuCluster, kPod);
  EXPECT_TRUE(pod.allowed);
  EXPECT_EQ(pod.file, "given.yaml");
  EXPECT_EQ(pod.kind, "Pod");
  EXPECT_EQ(pod.ns, "default");
  EXPECT_EQ(pod.name, "probe");
  EXPECT_THAT(codes(pod), Contains("Rewritten"));
  ASSERT_EQ(pod.creates.size(), 1u);
  const json made = json::parse(pod.creates[0]);
  EXPECT_EQ(made["kind"], "ResourceClaimTemplate");
  EXPECT_EQ(made["metadata"]["namespace"], "default");
  // The limit was a request too, as the API server defaults it, and both are gone afterwards.
  EXPECT_THAT(pod.before, HasSubstr("requests:"));
  EXPECT_THAT(pod.after, HasSubstr("resourceClaimTemplateName: drawbridge-"));
  EXPECT_TRUE(json::parse(pod.patch).is_array());
  EXPECT_TRUE(pod.pods.empty());
}

TEST(Review, TheNamespaceOptionIsForObjectsThatNameNone) {
  ReviewOptions options;
  options.ns = "team";
  const std::string elsewhere =
      "apiVersion: v1\nkind: Pod\nmetadata: {name: other, namespace: elsewhere}\n"
      "spec: {containers: [{name: a, image: i, resources: {limits: {nvidia.com/gpu: 1}}}]}\n";
  const auto objects = review(kGpuCluster, std::string(kPod) + "---\n" + elsewhere, options);
  ASSERT_EQ(objects.size(), 2u);
  EXPECT_EQ(objects[0].ns, "team");
  ASSERT_EQ(objects[0].creates.size(), 1u);
  EXPECT_EQ(json::parse(objects[0].creates[0])["metadata"]["namespace"], "team");
  EXPECT_EQ(objects[1].ns, "elsewhere");
  const ReviewedObject cluster_wide =
      review_one(kGpuCluster, "apiVersion: v1\nkind: Namespace\nmetadata: {name: team}\n", options);
  EXPECT_EQ(cluster_wide.ns, "");
}

TEST(Review, WorkloadsAreFollowedToTheirPods) {
  struct Case {
    std::string_view text;
    std::string_view path;
    std::optional<std::int64_t> count;
  };
  const std::string_view spec =
      "{containers: [{name: main, image: i, resources: {limits: {nvidia.com/gpu: 1}}}], "
      "restartPolicy: RESTART}";
  for (const Case& at :
       {Case{"apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: w}\n"
             "spec: {replicas: 3, selector: {matchLabels: {a: b}}, template: {metadata: {labels: "
             "{a: "
             "b}}, spec: SPEC}}\n",
             "spec.template", 3},
        Case{"apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: w}\n"
             "spec: {selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: "
             "SPEC}}\n",
             "spec.template", 1},
        Case{"apiVersion: batch/v1\nkind: Job\nmetadata: {name: w}\n"
             "spec: {parallelism: 4, completions: 2, template: {spec: SPEC}}\n",
             "spec.template", 2},
        Case{"apiVersion: batch/v1\nkind: CronJob\nmetadata: {name: w}\n"
             "spec: {schedule: '* * * * *', jobTemplate: {spec: {template: {spec: SPEC}}}}\n",
             "spec.jobTemplate.spec.template", 1},
        Case{"apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: w}\n"
             "spec: {selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: "
             "SPEC}}\n",
             "spec.template", std::nullopt}}) {
    std::string text(at.text);
    text.replace(text.find("SPEC"), 4, spec);
    text.replace(text.find("RESTART"), 7,
                 text.find("batch/v1") == std::string::npos ? "Always" : "Never");
    SCOPED_TRACE(text);
    const ReviewedObject workload = review_one(kGpuCluster, text);
    EXPECT_TRUE(workload.allowed) << workload.message;
    EXPECT_TRUE(workload.patch.empty());
    ASSERT_EQ(workload.pods.size(), 1U);
    EXPECT_TRUE(workload.pods[0].allowed);
    EXPECT_EQ(workload.pods[0].path, at.path);
    EXPECT_EQ(workload.pods[0].count, at.count);
    EXPECT_TRUE(json::parse(workload.pods[0].patch).is_array());
    EXPECT_EQ(workload.creates.size(), 1u);
    EXPECT_THAT(codes(workload), Contains("Rewritten"));
    EXPECT_EQ(std::count_if(workload.findings.begin(), workload.findings.end(),
                            [](const auto& f) { return f.code == "Rewritten"; }),
              1);
  }
}

TEST(Review, AWorkloadThatIsRefusedMakesNoPods) {
  const ReviewedObject job =
      review_one(kGpuCluster,
                 "apiVersion: batch/v1\nkind: Job\nmetadata: {name: w}\nspec: {template: {spec: "
                 "{restartPolicy: Never, containers: [{name: main, image: i, resources: {limits: "
                 "{nvidia.com/gpu: 1500m}}}]}}}\n");
  EXPECT_FALSE(job.allowed);
  EXPECT_TRUE(job.pods.empty());
  EXPECT_TRUE(job.creates.empty());
  EXPECT_THAT(job.message, HasSubstr("[ResourceQuantityInvalid]"));
  EXPECT_THAT(job.findings.front().field, ::testing::StartsWith("spec.template.spec.containers"));
}

TEST(Review, ObjectsOfTheSameFileSeeEachOther) {
  // Nothing maps the resource in the state: the mapping stands in the file, behind the pod.
  EXPECT_TRUE(review_one("", kPod).patch.empty());
  const auto together = review("", std::string(kPod) + "---" + std::string(kGpuCluster));
  ASSERT_EQ(together.size(), 4u);
  EXPECT_FALSE(together[0].patch.empty());

  const auto overlap = review(kGpuCluster, R"(
apiVersion: v1
kind: Pod
metadata: {name: twice}
spec:
  resourceClaims: [{name: gpu, resourceClaimTemplateName: one-gpu}]
  containers:
  - name: main
    image: i
    resources: {limits: {nvidia.com/gpu: 1}, claims: [{name: gpu}]}
---
apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata: {name: one-gpu}
spec: {spec: {devices: {requests: [{name: g, exactly: {deviceClassName: gpu.nvidia.com}}]}}}
)");
  ASSERT_EQ(overlap.size(), 2u);
  EXPECT_THAT(codes(overlap[0]), Contains("BothPaths"));
  EXPECT_TRUE(overlap[1].allowed);
}

TEST(Review, ATemplateThatIsRefusedIsNotMissedBesides) {
  const std::string state = std::string(kGpuCluster) +
                            "\n---\napiVersion: resource.k8s.io/v1\nkind: ResourceClaimTemplate\n"
                            "metadata: {name: known}\nspec: {spec: {devices: {requests: []}}}\n";
  const auto objects = [&](std::string_view count) {
    return review(state, R"(
apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata: {name: one-gpu}
spec: {spec: {devices: {requests: [{name: g, exactly: {deviceClassName: gpu.nvidia.com, count: )" +
                             std::string(count) + R"(}}]}}}
---
apiVersion: v1
kind: Pod
metadata: {name: p}
spec:
  resourceClaims:
  - {name: gpu, resourceClaimTemplateName: one-gpu}
  - {name: other, resourceClaimTemplateName: other-gpu}
  containers:
  - name: main
    image: i
    resources: {claims: [{name: gpu}, {name: other}]}
)");
  };
  const auto refused = objects("'2'");
  ASSERT_EQ(refused.size(), 2u);
  EXPECT_FALSE(refused[0].allowed);
  EXPECT_THAT(codes(refused[1]), ElementsAre("TemplateMissing")) << "of the other one";
  EXPECT_EQ(refused[1].warnings.size(), 1u);
  EXPECT_THAT(codes(objects("2")[1]), Contains("TemplateMissing"));
}

TEST(Review, TwoReplicasOfOneWishMakeOneTemplate) {
  std::string second(kPod);
  second.replace(second.find("probe"), 5, "other");
  const auto objects = review(kGpuCluster, std::string(kPod) + "---" + second);
  ASSERT_EQ(objects.size(), 2u);
  ASSERT_EQ(objects[0].creates.size(), 1u);
  EXPECT_TRUE(objects[1].creates.empty()) << "new with the first that needs it";
}

TEST(Review, WhatIsMadeForOneThatNoWebhookSeesIsNewForTheNext) {
  std::string misspelt(kPod);
  misspelt.replace(misspelt.find("image"), 5, "imagee");
  const auto objects = review(kGpuCluster, misspelt + "---\n" + std::string(kPod));
  ASSERT_EQ(objects.size(), 2u);
  EXPECT_FALSE(objects[0].allowed);
  EXPECT_TRUE(objects[0].creates.empty());
  EXPECT_EQ(objects[1].creates.size(), 1u);
  const std::string full =
      "---\napiVersion: drawbridge.dev/v1alpha1\nkind: DeviceQuota\nmetadata: {name: q, namespace: "
      "default}\nspec: {hard: {nvidia.com/gpu: 0}}\n";
  const auto of_full =
      review(std::string(kGpuCluster) + full, std::string(kPod) + "---\n" + std::string(kPod));
  EXPECT_FALSE(of_full[0].allowed);
  EXPECT_EQ(of_full[0].creates.size(), 1u) << "made before the quota was asked";
  EXPECT_TRUE(of_full[1].creates.empty());
}

TEST(Review, WhatIsGivenReplacesWhatTheStateHolds) {
  const std::string off = R"(
apiVersion: drawbridge.dev/v1alpha1
kind: DeviceMapping
metadata: {name: nvidia-gpu}
spec:
  logicalResource: nvidia.com/gpu
  rewrites:
  - {resource: nvidia.com/gpu, action: "Off", request: {exactly: {deviceClassName: gpu.nvidia.com}}}
)";
  const auto objects = review(kGpuCluster, std::string(kPod) + "---" + off);
  ASSERT_EQ(objects.size(), 2u);
  EXPECT_TRUE(objects[1].allowed) << objects[1].message;
  EXPECT_TRUE(objects[0].patch.empty());
}

TEST(Review, AMappingThatCannotBeUsedIsRefused) {
  const ReviewedObject mapping =
      review_one("",
                 "apiVersion: drawbridge.dev/v1alpha1\nkind: DeviceMapping\n"
                 "metadata: {name: m}\nspec: {logicalRessource: a/b}\n");
  EXPECT_FALSE(mapping.allowed);
  EXPECT_THAT(codes(mapping), ::testing::ElementsAre("UnknownField"));
  EXPECT_THAT(mapping.message, HasSubstr("logicalRessource"));
}

TEST(Review, OfOurOwnKindsAllMistakesAreToldAtOnce) {
  const auto told = [](const std::string& spec) {
    return codes(review_one("",
                            "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceMapping, metadata: "
                            "{name: m}, spec: {logicalResource: a/b, " +
                                spec + "}}"));
  };
  const auto rewrites = [](const std::string& action, const std::string& expression,
                           const std::string& more = "") {
    return "rewrites: [{resource: a/b" + more + ", action: " + action +
           ", request: {exactly: {deviceClassName: c, selectors: [{cel: {expression: \"" +
           expression + "\"}}]}}}]";
  };
  using ::testing::UnorderedElementsAre;
  EXPECT_THAT(told(rewrites("Rewrite", "true")), ::testing::IsEmpty());
  EXPECT_THAT(told(rewrites("rewrite", "true")), UnorderedElementsAre("MalformedObject"));
  EXPECT_THAT(told(rewrites("rewrite", "device.driver = 'a'")),
              UnorderedElementsAre("MalformedObject", "MappingInvalid"));
  EXPECT_THAT(told(rewrites("Rewrite", "device.driver = 'a'", ", count: 2")),
              UnorderedElementsAre("UnknownField", "MappingInvalid"));
  EXPECT_THAT(told("deviceClassNames: [1, c], " + rewrites("rewrite", "true")),
              UnorderedElementsAre("MalformedObject", "MalformedObject"))
      << "an element can't be left out: the others would have its place";
  EXPECT_THAT(
      codes(review_one(
          kGpuCluster,
          "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: {name: q, "
          "namespace: default}, spec: {hard: {nvidia.com/gpus: 8}, failurePolicy: Maybe}}")),
      UnorderedElementsAre("MalformedObject", "QuotaCountsNothing"));
}

TEST(Review, ResourcesThatTheApiServerRefusesAreToldWithoutAMapping) {
  const auto judged = [](const std::string& state, const std::string& resources) {
    return review_one(state,
                      "apiVersion: batch/v1\nkind: Job\nmetadata: {name: a}\nspec: "
                      "{template: {spec: {restartPolicy: Never, containers: [{name: c, "
                      "image: b, resources: {" +
                          resources + "}}]}}}\n");
  };
  EXPECT_THAT(codes(judged("", "requests: {example.com/x: 1}")),
              ::testing::ElementsAre("ResourceQuantityInvalid"));
  EXPECT_TRUE(judged("", "limits: {example.com/x: 1}").allowed);
}

TEST(Review, ResourcesAreToldOfAllKindsThatMakePods) {
  const std::string pod_template =
      "{spec: {restartPolicy: Never, containers: [{name: c, image: b, resources: {limits: "
      "{example.com/x: 0.5}}}]}}";
  for (const std::string& object :
       {"{apiVersion: jobset.x-k8s.io/v1alpha2, kind: JobSet, metadata: {name: a}, spec: "
        "{replicatedJobs: [{name: w, template: {spec: {template: " +
            pod_template + "}}}]}}",
        "{apiVersion: kubeflow.org/v1, kind: PyTorchJob, metadata: {name: a}, spec: "
        "{pytorchReplicaSpecs: {Worker: {template: " +
            pod_template + "}}}}",
        "{apiVersion: v1, kind: PodTemplate, metadata: {name: a}, template: " + pod_template + "}"})
    EXPECT_THAT(codes(review_one("", object)), ::testing::ElementsAre("ResourceQuantityInvalid"))
        << object;
}

TEST(Review, APodTemplateIsRefusedAsAWorkloadsIs) {
  const auto of = [](std::string_view claims, std::string_view entries) {
    return review_one(kGpuCluster,
                      "{apiVersion: v1, kind: PodTemplate, metadata: {name: a}, template: {spec: "
                      "{containers: [{name: c, image: i, resources: {claims: [" +
                          std::string(claims) +
                          "], limits: {nvidia.com/gpu: 1}}}], "
                          "resourceClaims: [" +
                          std::string(entries) + "]}}}");
  };
  const ReviewedObject undeclared = of("{name: g}", "");
  EXPECT_FALSE(undeclared.allowed);
  ASSERT_THAT(codes(undeclared), Contains("ClaimEntryUndeclared"));
  EXPECT_EQ(undeclared.findings.front().field,
            "template.spec.containers[0].resources.claims[0].name");
  EXPECT_TRUE(of("", "").allowed);
  EXPECT_THAT(codes(of("{name: g}", "{name: g}")), Contains("ClaimInvalid"));
}

TEST(Review, AMisplacedEntryIsNotMissedBesides) {
  constexpr std::string_view kUses =
      "containers: [{name: c, image: i, resources: {claims: [{name: g}]}}]";
  const std::string entries = "resourceClaims: [{name: g, resourceClaimTemplateName: t}]";
  EXPECT_THAT(
      codes(review_one("", "{apiVersion: batch/v1, kind: Job, metadata: {name: a}, spec: {" +
                               entries + ", template: {spec: {restartPolicy: Never, " +
                               std::string(kUses) + "}}}}")),
      ::testing::ElementsAre("UnknownField"));
  EXPECT_THAT(
      codes(review_one(
          "apiVersion: resource.k8s.io/v1\nkind: ResourceClaimTemplate\nmetadata: {name: t, "
          "namespace: default}\nspec: {spec: {devices: {requests: [{name: r, exactly: "
          "{deviceClassName: gpu.example.com}}]}}}\n",
          "{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [{name: c, image: "
          "i, "
          "claims: [{name: g}]}], " +
              entries + "}}")),
      ::testing::ElementsAre("UnknownField"));
}

TEST(Review, WhatStandsInAMisplacedFieldIsJudgedInItsPlace) {
  const auto told = [](std::string_view kind, std::string_view spec) {
    std::vector<std::string> result;
    const ReviewedObject object =
        review_one("", "{apiVersion: resource.k8s.io/v1, kind: " + std::string(kind) +
                           ", metadata: {name: c}, spec: " + std::string(spec) + "}");
    EXPECT_FALSE(object.allowed);
    for (const rules::Finding& finding : object.findings)
      result.push_back(std::string(finding.code) + " " + finding.field);
    return result;
  };
  const std::string selector =
      "{cel: {expression: \"device.attributes['gpu.nvidia.com'].memory >= '40Gi'\"}}";
  const std::string exactly = "deviceClassName: gpu.nvidia.com, selectors: [" + selector + "]";
  const std::string compares =
      "SelectorComparesText spec.devices.requests[0].exactly.selectors[0].cel.expression";
  EXPECT_THAT(told("ResourceClaimTemplate",
                   "{devices: {requests: [{name: r, exactly: {" + exactly + "}}]}}"),
              ElementsAre("UnknownField spec.devices",
                          "SelectorComparesText "
                          "spec.spec.devices.requests[0].exactly.selectors[0].cel.expression"));
  EXPECT_THAT(told("ResourceClaim",
                   "{devices: {requests: [{name: r, Exactly: {deviceClass: gpu.nvidia.com, "
                   "selector: " +
                       selector + "}}]}}"),
              ElementsAre("UnknownField spec.devices.requests[0].Exactly",
                          "UnknownField spec.devices.requests[0].Exactly.deviceClass",
                          "UnknownField spec.devices.requests[0].Exactly.selector", compares));
  EXPECT_THAT(told("ResourceClaim",
                   "{devices: {requests: [{name: r, exactly: {selectors: {" + exactly + "}}}]}}"),
              Not(Contains(compares)))
      << "of another type it is no list of selectors";
  EXPECT_THAT(told("ResourceClaim",
                   "{devices: {requests: [{name: r, exactly: {" + exactly + ", selector: 7}}]}}"),
              ElementsAre("UnknownField spec.devices.requests[0].exactly.selector", compares))
      << "its place is taken";
}

TEST(Review, AVersionThatIsGoneHidesNoOtherMistake) {
  const auto told = [](std::string_view version, std::string_view request) {
    return codes(review_one("", "{apiVersion: resource.k8s.io/" + std::string(version) +
                                    ", kind: ResourceClaim, metadata: {name: c}, spec: {devices: "
                                    "{requests: [{name: r, " +
                                    std::string(request) + "}]}}}"));
  };
  EXPECT_THAT(told("v1alpha2", "exactly: {deviceClassName: gpu.nvida.com, count: 40}"),
              ElementsAre("RemovedApi", "TooManyDevices", "DeviceClassMissing"));
  EXPECT_THAT(told("v1alpha3", "deviceClassName: gpu.nvidia.com, count: 40"),
              ElementsAre("RemovedApi", "TooManyDevices"));
  EXPECT_THAT(told("v1alpha3", "deviceClassName: gpu.nvidia.com"), ElementsAre("RemovedApi"));
  const ReviewedObject misplaced = review_one(
      "",
      "{apiVersion: resource.k8s.io/v1alpha2, kind: ResourceClaimTemplate, metadata: {name: "
      "c}, spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu.nvidia.com, "
      "count: 40}}]}}}");
  EXPECT_THAT(codes(misplaced), ElementsAre("RemovedApi", "TooManyDevices", "UnknownField"));
  EXPECT_THAT(misplaced.message, HasSubstr("Write apiVersion: resource.k8s.io/v1."));
}

TEST(Review, ASourceOfAPodsClaimHidesNoOtherMistake) {
  const ReviewedObject pod = review_one(
      "",
      "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {resourceClaims: [{name: gpu, "
      "source: {resourceClaimTemplateName: t}}], containers: [{name: c, image: i, resources: "
      "{claims: [{name: gpux}]}}]}}");
  EXPECT_THAT(codes(pod), ElementsAre("ClaimEntryUndeclared", "RemovedApi"));
}

TEST(Review, AClaimsNameInThePlaceOfItsEntryIsToldOnce) {
  const auto refusal = [](std::string_view claims) {
    return review_one("", "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {" +
                              std::string(claims) +
                              ", containers: [{name: c, image: i, resources: {claims: [{name: "
                              "gpu}]}}]}}");
  };
  const ReviewedObject text = refusal("resourceClaims: [gpu]");
  EXPECT_THAT(codes(text), ElementsAre("MalformedObject"));
  EXPECT_THAT(text.message, HasSubstr("Write {name: gpu, resourceClaimTemplateName: TEMPLATE} in "
                                      "its place."));
  EXPECT_THAT(refusal("resourceClaims: [{name: gpu}], resourceClaimTemplateName: t").message,
              HasSubstr("Write resourceClaimTemplateName: t in spec.resourceClaims[0]."));
  EXPECT_THAT(
      refusal("resourceClaims: [{name: gpu}, {name: nic}], resourceClaimTemplateName: t").message,
      HasSubstr("Write resourceClaims: [{resourceClaimTemplateName: t}] instead."))
      << "nobody knows which";
}

TEST(Review, AListOfNamesHidesNoOtherMistake) {
  EXPECT_THAT(
      codes(review_one("",
                       "{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: "
                       "{resourceClaims: [{name: g, resourceClaimTemplateName: t}], "
                       "containers: [{name: c, image: i, resources: {claims: [gp], limits: "
                       "{nvidia.com/gpu: 1500m}}}]}}")),
      ::testing::ElementsAre("ClaimEntryUndeclared", "MalformedObject", "ResourceQuantityInvalid"));
}

TEST(Review, WhatIsYetToBeFilledInIsTold) {
  const ReviewedObject claim = review_one(
      "",
      "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: '${NAME}'}, "
      "spec: {devices: {requests: [{name: a, exactly: {deviceClassName: '${CLASS}', count: "
      "'${N}', selectors: [{cel: {expression: '{{ .Values.x }}'}}]}}]}}}");
  std::vector<std::string> texts;
  for (const rules::Finding& finding : claim.findings) texts.push_back(finding.text());
  EXPECT_THAT(texts, Contains(HasSubstr("count is ${N}, a placeholder")));
  EXPECT_THAT(texts, Contains(HasSubstr("deviceClassName is ${CLASS}, a placeholder")));
  EXPECT_THAT(texts, Contains(HasSubstr("request a is {{ .Values.x }}, a placeholder")));
}

TEST(Review, AKindThatThereIsNotIsRefused) {
  const ReviewedObject claim =
      review_one("",
                 "apiVersion: resources.k8s.io/v1\nkind: ResourceClaim\nmetadata: {name: a}\nspec: "
                 "{devices: {requests: [{name: g, exactly: {deviceClassName: gpu.a.com}}]}}\n");
  EXPECT_FALSE(claim.allowed);
  EXPECT_THAT(codes(claim), ::testing::ElementsAre("UnknownKind"));
}

TEST(Review, AKindThatThereIsNotHidesNoOtherMistake) {
  const auto objects = review("", R"(
apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplates
metadata: {name: one}
spec: {spec: {devices: {requests: [{name: g, deviceClassName: gpu.example.com}]}}}
---
apiVersion: v1
kind: Deployment
metadata: {name: d}
spec:
  replicas: 2
  selector: {matchLabels: {a: b}}
  template:
    metadata: {labels: {a: b}}
    spec:
      containers: [{name: c, image: i, resources: {claims: [{name: gpus}]}}]
      resourceClaims: [{name: gpu, resourceClaimTemplateName: one}]
)");
  ASSERT_EQ(objects.size(), 2U);
  EXPECT_EQ(objects[0].kind, "ResourceClaimTemplates");
  EXPECT_EQ(objects[0].ns, "default");
  EXPECT_THAT(codes(objects[0]), ElementsAre("UnknownField", "UnknownKind"));
  EXPECT_FALSE(objects[1].allowed);
  EXPECT_THAT(codes(objects[1]), ElementsAre("ClaimEntryUndeclared", "UnknownKind"))
      << "the template is refused, and not missed";
  EXPECT_TRUE(objects[1].pods.empty());
  // A class has no namespace, however its kind is spelt.
  EXPECT_EQ(review_one("",
                       "apiVersion: resource.k8s.io/v1\nkind: DeviceClas\nmetadata: {name: "
                       "a}\nspec: {}\n")
                .ns,
            "");
}

TEST(Review, ATemplateInTheStateIsNotMadeAgainAndAForgedOneRefusesThePod) {
  const ReviewedObject first = review_one(kGpuCluster, kPod);
  ASSERT_EQ(first.creates.size(), 1u);
  const std::string cluster(kGpuCluster);
  const ReviewedObject again = review_one(cluster + "---\n" + first.creates[0], kPod);
  EXPECT_TRUE(again.allowed);
  EXPECT_TRUE(again.creates.empty());
  json forged = json::parse(first.creates[0]);
  forged["spec"]["spec"]["devices"]["requests"][0]["exactly"]["count"] = 8;
  const ReviewedObject refused = review_one(cluster + "---\n" + forged.dump(), kPod);
  EXPECT_FALSE(refused.allowed);
  EXPECT_THAT(codes(refused), Contains("TemplateTampered"));
}

TEST(Review, ObjectsOfARemovedApiAreRefusedWithAdvice) {
  for (const char* text :
       {"apiVersion: resource.k8s.io/v1alpha2\nkind: ResourceClass\nmetadata: {name: gpu}\n"
        "driverName: gpu.nvidia.com\n",
        "apiVersion: resource.k8s.io/v1alpha2\nkind: ResourceClaim\nmetadata: {name: gpu}\n"
        "spec: {resourceClassName: gpu.nvidia.com}\n"}) {
    const ReviewedObject object = review_one(kGpuCluster, text);
    EXPECT_FALSE(object.allowed);
    EXPECT_THAT(codes(object), ::testing::ElementsAre("RemovedApi"));
    EXPECT_THAT(object.message, HasSubstr("resource.k8s.io/v1 "));
    EXPECT_THAT(object.message, HasSubstr("gpu.nvidia.com"));
  }
}

std::set<std::string> keys_of(const json& object) {
  std::set<std::string> keys;
  for (const auto& [key, value] : object.items()) keys.insert(key);
  return keys;
}

void check_json_line(const std::string& line) {
  const json object = json::parse(line, nullptr, false);
  ASSERT_FALSE(object.is_discarded()) << line;
  std::set<std::string> expected = {"file",    "kind",     "namespace", "name",  "allowed",
                                    "message", "findings", "warnings",  "patch", "creates"};
  if (object.contains("pods")) {
    expected.insert("pods");
    EXPECT_EQ(keys_of(object["pods"][0]),
              (std::set<std::string>{"path", "count", "allowed", "patch"}));
    EXPECT_TRUE(object["pods"][0]["patch"].is_array());
  }
  EXPECT_EQ(keys_of(object), expected) << line;
  for (const char* key : {"file", "kind", "namespace", "name", "message"})
    EXPECT_TRUE(object[key].is_string()) << key;
  EXPECT_TRUE(object["allowed"].is_boolean());
  for (const char* key : {"findings", "warnings", "patch", "creates"})
    EXPECT_TRUE(object[key].is_array()) << key;
  for (const json& finding : object["findings"]) {
    EXPECT_EQ(keys_of(finding), (std::set<std::string>{"code", "severity", "field", "message"}));
    EXPECT_THAT(finding["severity"].get<std::string>(), ::testing::AnyOf("deny", "warn", "info"));
  }
  EXPECT_EQ(object["allowed"].get<bool>(), object["message"].get<std::string>().empty());
}

void check_json(const std::vector<ReviewedObject>& objects) {
  const std::string text = review_json(objects);
  std::size_t lines = 0;
  for (std::size_t at = 0; at < text.size(); ++lines) {
    const std::size_t end = text.find('\n', at);
    ASSERT_NE(end, std::string::npos) << "the last line has no end";
    check_json_line(text.substr(at, end - at));
    at = end + 1;
  }
  EXPECT_EQ(lines, objects.size());
}

void check_plain(const std::string& text) {
  for (const char c : text) {
    const bool control = (static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == 0x7f;
    ASSERT_FALSE(control) << "a control character in:\n" << json(text).dump(-1, ' ', true);
  }
  EXPECT_EQ(text.find("\xc2\x9b"), std::string::npos);      // CSI of C1
  EXPECT_EQ(text.find("\xe2\x80\xae"), std::string::npos);  // right-to-left override
}

TEST(ReviewOutput, HasTheFieldsThatItPromises) {
  const std::string job =
      "apiVersion: batch/v1\nkind: Job\nmetadata: {name: w}\nspec: {template: {spec: "
      "{containers: [{name: main, image: i, resources: {limits: {nvidia.com/gpu: 1}}}]}}}\n";
  const std::string daemons =
      "apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: w}\nspec: {template: {spec: "
      "{containers: [{name: main, image: i, resources: {limits: {nvidia.com/gpu: -1}}}]}}}\n";
  const auto objects = review(kGpuCluster, std::string(kPod) + "---\n" + job + "---\n" + daemons);
  ASSERT_EQ(objects.size(), 3u);
  check_json(objects);
  EXPECT_FALSE(objects[2].allowed);
  EXPECT_EQ(review_json({}), "");
}

TEST(ReviewOutput, ColourIsOnlyForThoseWhoWantIt) {
  const auto objects = review(kGpuCluster, kPod);
  const std::string plain = review_text(objects, false);
  check_plain(plain);
  EXPECT_THAT(plain, HasSubstr("given.yaml"));
  EXPECT_THAT(plain, HasSubstr("Pod default/probe"));
  EXPECT_THAT(plain, HasSubstr("allowed, rewritten"));
  EXPECT_THAT(plain, HasSubstr("1 object: 0 refused, 1 rewritten."));
  std::string colored = review_text(objects, true);
  EXPECT_THAT(colored, HasSubstr("\x1b["));
  for (std::size_t at; (at = colored.find('\x1b')) != std::string::npos;)
    colored.erase(at, colored.find('m', at) + 1 - at);
  EXPECT_EQ(colored, plain);
}

TEST(ReviewOutput, TenantsDoNotWriteToTheTerminal) {
  for (const std::string hostile : {"\x1b[31mred\n  fake line\t\r\x07",
                                    "\x7f\xc2\x9b"
                                    "31m",
                                    "\xe2\x80\xae turned"}) {
    json pod = admission::pod_asking({{"nvidia.com/gpu", "1"}});
    pod["kind"] = "Pod";
    pod["metadata"] = {{"name", hostile},
                       {"namespace", hostile},
                       {"labels", {{hostile, hostile}}},
                       {"annotations", {{hostile, hostile}}}};
    pod["spec"]["containers"][0]["name"] = hostile;
    pod["spec"]["containers"][0]["image"] = hostile;
    pod["spec"]["containers"][0]["resources"]["limits"]["nvidia.com/" + hostile] = hostile;
    pod["spec"]["resourceClaims"] = {{{"name", hostile}, {"resourceClaimTemplateName", hostile}}};
    json plain_pod = admission::pod_asking({{"nvidia.com/gpu", "1"}});
    plain_pod["metadata"]["annotations"] = {{hostile, hostile}};
    plain_pod["spec"]["containers"][0]["image"] = hostile;
    json kind = pod;
    kind["kind"] = hostile;
    kind["apiVersion"] = "resource.k8s.io/v1alpha2";
    for (const json& object : {pod, plain_pod, kind}) {
      const auto objects = review(kGpuCluster, object.dump());
      check_plain(review_text(objects, false));
      check_json(objects);
    }
  }
}

// Every finding of the manifests that the drivers and Kueue ship, and of our own examples.
TEST(ReviewFiles, ManifestsOfOthersAreAllowedAndTheRemovedOnesRefused) {
  const auto shared = admission::shared_folder();
  if (!shared || !fs::is_directory(*shared / "manifests"))
    GTEST_SKIP() << "SKIPPED: no folder of manifests; set DRAWBRIDGE_SHARED";
  const fs::path cluster = fs::path(DRAWBRIDGE_SOURCE_DIR) / "examples" / "cluster";
  const auto state = admission::read_state_folder(cluster);
  ASSERT_TRUE(state.ok()) << state.error().text();
  int files = 0;
  int legacy_refused = 0;
  for (const auto& entry : fs::recursive_directory_iterator(*shared / "manifests")) {
    if (entry.path().extension() != ".yaml") continue;
    SCOPED_TRACE(entry.path().string());
    const auto given = admission::read_manifest_file(entry.path());
    ASSERT_TRUE(given.ok()) << given.error().text();
    ++files;
    const bool legacy = entry.path().string().find("legacy") != std::string::npos;
    for (const auto* cluster_state : {&*state, static_cast<decltype(&*state)>(nullptr)}) {
      const auto objects = review_objects(
          cluster_state != nullptr ? *cluster_state : std::vector<SourcedObject>(), *given, {});
      EXPECT_EQ(objects.size(), given->size());
      check_json(objects);
      check_plain(review_text(objects, false));
      for (const ReviewedObject& object : objects) {
        if (!legacy) {
          EXPECT_TRUE(object.allowed) << object.message;
        }
        if (!object.allowed) {
          EXPECT_THAT(codes(object), Contains("RemovedApi"));
          ++legacy_refused;
        }
      }
    }
  }
  EXPECT_GE(files, 40);
  EXPECT_GE(legacy_refused, 4);
}

constexpr std::string_view kUncounted = R"(
{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: {name: q, namespace: default},
 spec: {hard: {x.com/gpu: 3}}}
---
)";

std::string pod_of(std::string_view name, int count, std::string_view metadata = "") {
  return "{apiVersion: v1, kind: Pod, metadata: {name: " + std::string(name) +
         ", namespace: default" + std::string(metadata) +
         "}, spec: {containers: [{name: c, image: x, resources: {limits: {x.com/gpu: " +
         std::to_string(count) + "}}}]}}\n---\n";
}

std::string owned_by(std::string_view kind, std::string_view name) {
  return ", ownerReferences: [{apiVersion: apps/v1, kind: " + std::string(kind) +
         ", name: " + std::string(name) + ", uid: u, controller: true}]";
}

TEST(ReviewQuota, PodsOfTheStateAreInUseWhereNobodyHasCounted) {
  const std::string state = std::string(kUncounted) + pod_of("old", 2);
  EXPECT_THAT(codes(review(state, pod_of("new", 1))[0]), ::testing::IsEmpty());
  const auto refused = review(state, pod_of("new", 2));
  EXPECT_FALSE(refused[0].allowed);
  EXPECT_THAT(refused[0].message, HasSubstr("default has 2 of 3 x.com/gpu in use"));
  // Whatever a leader has counted is right.
  const std::string counted =
      "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: {name: q, namespace: "
      "default}, spec: {hard: {x.com/gpu: 3}}, status: {used: {x.com/gpu: 0}}}\n---\n";
  EXPECT_TRUE(review(counted + pod_of("old", 2), pod_of("new", 2))[0].allowed);
  // The one that is applied anew, and those of other namespaces.
  EXPECT_TRUE(review(state, pod_of("old", 2))[0].allowed);
  EXPECT_TRUE(
      review(std::string(kUncounted) +
                 "{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: other}, spec: "
                 "{containers: [{name: c, image: i, resources: {limits: {x.com/gpu: 3}}}]}}\n---\n",
             pod_of("new", 3))[0]
          .allowed);
}

TEST(ReviewQuota, WhatAWorkloadHasMadeIsNotCountedBesideIt) {
  const std::string state =
      std::string(kUncounted) +
      "{apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: d-1, namespace: default" +
      owned_by("Deployment", "d") + "}}\n---\n" + pod_of("d-1-x", 3, owned_by("ReplicaSet", "d-1"));
  const auto deployment = [](std::string_view name) {
    return "{apiVersion: apps/v1, kind: Deployment, metadata: {name: " + std::string(name) +
           ", namespace: default}, spec: {selector: {matchLabels: {a: b}}, template: {metadata: "
           "{labels: {a: b}}, spec: {containers: [{name: c, image: x, resources: {limits: "
           "{x.com/gpu: 3}}}]}}}}";
  };
  EXPECT_THAT(codes(review(state, deployment("d"))[0]), ::testing::Not(Contains("QuotaExceeded")));
  EXPECT_THAT(codes(review(state, deployment("e"))[0]), Contains("QuotaExceeded"));
}

std::string deployment_of(std::string_view name, int replicas, int count) {
  return "{apiVersion: apps/v1, kind: Deployment, metadata: {name: " + std::string(name) +
         ", namespace: default}, spec: {replicas: " + std::to_string(replicas) +
         ", selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: "
         "{containers: [{name: c, image: x, resources: {limits: {x.com/gpu: " +
         std::to_string(count) + "}}}]}}}}\n---\n";
}

constexpr std::string_view kFull = R"(
{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: {name: q, namespace: default},
 spec: {hard: {x.com/gpu: 4}}, status: {used: {x.com/gpu: 4}}}
---
{apiVersion: v1, kind: ResourceQuota, metadata: {name: r, namespace: default},
 spec: {hard: {requests.x.com/gpu: 4}},
 status: {hard: {requests.x.com/gpu: 4}, used: {requests.x.com/gpu: 4}}}
---
)";

// A folder with pods need not hold what has made them.
TEST(ReviewQuota, PodsOfAWorkloadAreKnownByTheirOwnersName) {
  const std::string labels = ", labels: {a: b}" + owned_by("ReplicaSet", "d-5c8f");
  const std::string state =
      std::string(kFull) + pod_of("d-5c8f-x", 2, labels) + pod_of("d-5c8f-y", 2, labels);
  EXPECT_THAT(codes(review(state, deployment_of("d", 2, 2))[0]), ::testing::IsEmpty());
  EXPECT_THAT(codes(review(state, deployment_of("d", 3, 2))[0]), Contains("QuotaExceeded"));
  EXPECT_THAT(codes(review(state, deployment_of("other", 2, 2))[0]), Contains("QuotaExceeded"));
  const std::string others =
      std::string(kFull) + pod_of("d-5c8f-x", 4, owned_by("ReplicaSet", "d-5c8f"));
  EXPECT_THAT(codes(review(others, deployment_of("d", 2, 2))[0]), Contains("QuotaExceeded"))
      << "its selector does not match";
}

TEST(ReviewQuota, OfAWorkloadThatIsThereOnlyMoreIsJudged) {
  const std::string state = std::string(kFull) + deployment_of("d", 2, 2);
  EXPECT_THAT(codes(review(state, deployment_of("d", 2, 2))[0]), ::testing::IsEmpty());
  EXPECT_THAT(codes(review(state, deployment_of("d", 1, 2))[0]), ::testing::IsEmpty());
  const ReviewedObject more = review(state, deployment_of("d", 3, 2))[0];
  EXPECT_TRUE(more.allowed);
  EXPECT_THAT(codes(more), Contains("QuotaExceeded"));
  EXPECT_THAT(codes(more), Contains("ResourceQuotaExceeded"));
  EXPECT_FALSE(review(state, deployment_of("d", 1, 5))[0].allowed) << "no pod of it fits";
  EXPECT_THAT(
      codes(review(std::string(kFull) + deployment_of("d", 0, 2), deployment_of("d", 1, 2))[0]),
      Contains("QuotaExceeded"));
  EXPECT_THAT(
      codes(review(std::string(kFull) + deployment_of("d", 0, 9), deployment_of("d", 0, 9))[0]),
      ::testing::IsEmpty());
}

// Of a ResourceQuota, too.
TEST(ReviewQuota, PodsOfTheStateAreInUseOfAResourceQuotaWhereNobodyHasCounted) {
  const auto told = [](std::string_view more, const std::string& there, const std::string& given) {
    const std::string quota =
        "{apiVersion: v1, kind: ResourceQuota, metadata: {name: r, namespace: default}, spec: "
        "{hard: {requests.x.com/gpu: 3, pods: 8}" +
        std::string(more) + "}\n---\n";
    const ReviewedObject object = review_one(quota + there, given);
    std::string texts;
    for (const rules::Finding& finding : object.findings) texts += finding.text() + "\n";
    return texts;
  };
  EXPECT_EQ(told("}", pod_of("old", 2), pod_of("new", 1)), "");
  EXPECT_THAT(
      told("}", pod_of("old", 2), pod_of("new", 2)),
      HasSubstr("ResourceQuota r has 2 of 3 requests.x.com/gpu in use, and this Pod needs 2 "
                "(x.com/gpu): it will be refused. Ask for 1"));
  EXPECT_EQ(told("}, status: {used: {requests.x.com/gpu: 0}}", pod_of("old", 2), pod_of("new", 2)),
            "")
      << "counted";
  EXPECT_EQ(told("}", pod_of("old", 2), pod_of("old", 2)), "") << "the same one";
  EXPECT_EQ(told("}", pod_of("old", 2, "}, status: {phase: Succeeded"), pod_of("new", 2)), "");
  EXPECT_EQ(told(", scopes: [BestEffort]}", pod_of("old", 2), pod_of("new", 2)), "");
  EXPECT_THAT(told("}", pod_of("old", 4), pod_of("new", 1)),
              HasSubstr("has 4 of 3 requests.x.com/gpu in use"))
      << "more than is allowed by now";
  const auto deleted = [](std::string_view when) {
    return pod_of(
        "old", 2,
        ", deletionGracePeriodSeconds: 30, deletionTimestamp: '" + std::string(when) + "'");
  };
  EXPECT_EQ(told("}", deleted("2020-01-01T00:00:00Z"), pod_of("new", 2)), "") << "its node is gone";
  EXPECT_THAT(told("}", deleted("9000-01-01T00:00:00Z"), pod_of("new", 2)),
              HasSubstr("has 2 of 3 requests.x.com/gpu in use"));
  EXPECT_EQ(told("}", "", pod_of("new", 3)), "");
}

// What is applied again stays in use for others.
TEST(ReviewQuota, APodThatIsThereCountsForOthersAlsoWhereItIsGivenAgain) {
  const std::string quotas =
      std::string(kUncounted) +
      "{apiVersion: v1, kind: ResourceQuota, metadata: {name: r, namespace: default}, spec: {hard: "
      "{requests.x.com/gpu: 3}}}\n---\n";
  const auto objects = review(quotas + pod_of("old", 2), pod_of("old", 2) + pod_of("new", 2));
  EXPECT_THAT(codes(objects[0]), ::testing::IsEmpty());
  EXPECT_FALSE(objects[1].allowed);
  EXPECT_THAT(objects[1].message, HasSubstr("default has 2 of 3 x.com/gpu in use"));
  EXPECT_THAT(codes(objects[1]), Contains("ResourceQuotaExceeded"));
}

TEST(ReviewQuota, ObjectsThatAreGivenTogetherAndAResourceQuota) {
  const std::string quota =
      "{apiVersion: v1, kind: ResourceQuota, metadata: {name: r, namespace: default}, spec: {hard: "
      "{requests.x.com/gpu: 5}}}\n---\n";
  const auto told = [&](const std::string& given) {
    std::string texts;
    for (const ReviewedObject& object : review(quota, given)) {
      for (const rules::Finding& finding : object.findings) texts += finding.text() + "\n";
    }
    return texts;
  };
  EXPECT_EQ(told(pod_of("a", 2) + pod_of("b", 3)), "");
  EXPECT_EQ(told(pod_of("a", 2) + pod_of("b", 4)),
            "ResourceQuota r has 0 of 5 requests.x.com/gpu in use, Pod a asks for 2 and this Pod "
            "for 4 (x.com/gpu): not all get theirs. Ask for fewer, or have it raised to 6. "
            "[ResourceQuotaExceeded]\n");
  EXPECT_THAT(told(deployment_of("d", 1, 2) + pod_of("a", 2) + pod_of("b", 2)),
              HasSubstr("in use, Deployment d and 1 other ask for 4 and this Pod for 2"));
  EXPECT_THAT(told(pod_of("a", 2) + deployment_of("d", 2, 2)),
              HasSubstr("in use, Pod a asks for 2 and each pod of this Deployment for 2 "
                        "(x.com/gpu): not all get theirs. Run fewer pods, or have it raised to 6"));
  EXPECT_EQ(told(deployment_of("d", 0, 4) + pod_of("a", 2)), "") << "comes later";
  EXPECT_EQ(told(pod_of("a", 4, ", annotations: {}") + pod_of("a", 4)), "") << "one object";
  EXPECT_THAT(told(deployment_of("d", 7, 1) + pod_of("a", 1)),
              HasSubstr("\nResourceQuota r has 0 of 5 requests.x.com/gpu in use, Deployment d asks "
                        "for 7 and this Pod for 1 (x.com/gpu): not all get theirs. Have it raised "
                        "to 8. ["))
      << "of which five pods are let in";
  EXPECT_THAT(told(pod_of("a", 5) + pod_of("b", 1) + deployment_of("d", 2, 1)),
              HasSubstr("Pod a and 1 other ask for 6 and each pod of this Deployment for 1 "
                        "(x.com/gpu): not all get theirs. Have it raised to 8. ["))
      << "whose pods come first nobody knows";
  EXPECT_EQ(told(deployment_of("d", 2, 6) + pod_of("a", 5)).find("Deployment d asks"),
            std::string::npos)
      << "none of its pods is let in";
}

TEST(ReviewQuota, PodsThatOthersGivenWithThemLeaveNothing) {
  const std::string quota =
      "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: {name: q, namespace: "
      "default}, spec: {hard: {x.com/gpu: 4}}, status: {used: {x.com/gpu: 0}}}\n---\n";
  const auto objects = review(quota, pod_of("p", 2) + deployment_of("d", 1, 4));
  EXPECT_TRUE(objects[1].allowed);
  EXPECT_FALSE(objects[1].pods[0].allowed);
  const std::string text = review_text(objects, false);
  EXPECT_THAT(text, HasSubstr("Deployment asks for 4: it is not let in."));
  EXPECT_THAT(text, HasSubstr("2 objects: 0 refused, 1 whose pods are refused, 0 rewritten."));
}

// Of one pod there are no fewer.
TEST(ReviewQuota, OfTemplatesWithOnePodEachNoFewerAreProposed) {
  const auto group = [](std::string_view name, int pods, int devices) {
    const std::string number = std::to_string(pods);
    return "{name: " + std::string(name) + ", template: {spec: {parallelism: " + number +
           ", completions: " + number +
           ", template: {spec: {restartPolicy: Never, containers: [{name: c, image: i, resources: "
           "{limits: {x.com/gpu: " +
           std::to_string(devices) + "}}}]}}}}}";
  };
  const auto told = [&](std::string_view quota, int pods_of_a, int pods_of_b, int devices) {
    const auto texts = told_by_review(
        quota,
        "{apiVersion: jobset.x-k8s.io/v1alpha2, kind: JobSet, metadata: {name: j}, "
        "spec: {replicatedJobs: [" +
            group("a", pods_of_a, devices) + ", " + group("b", pods_of_b, devices) + "]}}\n");
    return texts.empty() ? std::string() : texts.back();
  };
  constexpr std::string_view kResourceQuota =
      "{apiVersion: v1, kind: ResourceQuota, metadata: {name: r, namespace: default}, spec: {hard: "
      "{requests.x.com/gpu: 8}}}\n---\n";
  constexpr std::string_view kQuota =
      "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: {name: q, namespace: "
      "default}, spec: {hard: {x.com/gpu: 8}}, status: {used: {x.com/gpu: 0}}}\n---\n";
  EXPECT_THAT(told(kResourceQuota, 1, 1, 5),
              HasSubstr(". Ask for fewer, or have it raised to 10. ["));
  EXPECT_THAT(told(kResourceQuota, 1, 1, 8), HasSubstr(". Have it raised to 16. ["));
  EXPECT_THAT(told(kResourceQuota, 2, 2, 3),
              HasSubstr(". Run fewer pods, or have it raised to 12"));
  EXPECT_THAT(told(kQuota, 1, 1, 8), HasSubstr("is not let in. Have the quota raised to 16. ["));
  EXPECT_THAT(told(kQuota, 1, 2, 8), HasSubstr(". Have the quota raised to 24. ["));
  EXPECT_THAT(told(kQuota, 2, 2, 4), HasSubstr("is let in. Run fewer of its other pods, or have"));
}

TEST(ReviewQuota, WhatComesTogetherIsAddedUp) {
  const std::string quota =
      "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: {name: q, namespace: "
      "default}, spec: {hard: {x.com/gpu: 8}}, status: {used: {x.com/gpu: 0}}}\n---\n";
  const auto told = [&](const std::string& given) {
    std::string text;
    for (const ReviewedObject& object : review(quota, given)) {
      EXPECT_TRUE(object.allowed);
      for (const rules::Finding& finding : object.findings) {
        if (finding.code == "QuotaExceeded") text += object.name + ": " + finding.text() + "\n";
      }
    }
    return text;
  };
  const auto group = [](std::string_view name, std::string_view more = "") {
    return "{name: " + std::string(name) + ", replicas: 1, " + std::string(more) +
           "template: {spec: {parallelism: 5, completions: 5, template: {spec: {restartPolicy: "
           "Never, containers: [{name: c, image: i, resources: {limits: {x.com/gpu: 1}}}]}}}}}";
  };
  const auto job_set = [](const std::string& groups) {
    return "---\n{apiVersion: jobset.x-k8s.io/v1alpha2, kind: JobSet, metadata: {name: j}, spec: "
           "{replicatedJobs: [" +
           groups + "]}}\n";
  };
  EXPECT_EQ(told(job_set(group("a") + ", " + group("b"))),
            "j: default has 0 of 8 x.com/gpu in use (DeviceQuota q), other pods of this JobSet ask "
            "for 5 and each of these asks for 1: only 3 of 5 pods are let in. Run fewer pods, or "
            "have the quota raised to 10. [QuotaExceeded]\n");
  EXPECT_EQ(
      told(job_set(group("a") + ", " + group("b", "dependsOn: [{name: a, status: Complete}], "))),
      "")
      << "one after the other";
  const std::string after_a = "dependsOn: [{name: a, status: Complete}], ";
  EXPECT_THAT(
      told(job_set(group("a") + ", " + group("b") + ", " + group("c", after_a))),
      HasSubstr("j: default has 0 of 8 x.com/gpu in use (DeviceQuota q), other pods of this "
                "JobSet ask for 5 and each of these asks for 1: only 3 of 5"))
      << "two of them at once";
  EXPECT_THAT(told(job_set(group("a") + ", " + group("b", after_a) + ", " +
                           group("c", "dependsOn: [{name: b, status: Ready}], "))),
              HasSubstr("only 3 of 5 pods are let in."))
      << "two of them when the first has ended";
  EXPECT_EQ(told(deployment_of("d", 5, 1) + deployment_of("e", 3, 1)), "");
  EXPECT_EQ(told(deployment_of("d", 5, 1) + deployment_of("e", 2, 1) + deployment_of("f", 2, 1)),
            "f: default has 0 of 8 x.com/gpu in use (DeviceQuota q), Deployment d and 1 other ask "
            "for 7 and each pod of this Deployment asks for 1: only 1 of 2 pods is let in. Run "
            "fewer pods, or have the quota raised to 9. [QuotaExceeded]\n");
  EXPECT_EQ(told(deployment_of("d", 5, 1) + deployment_of("d", 5, 1)), "") << "the same again";
}

TEST(ReviewQuota, PodsAreChargedOneByOneAndWarnedOfWorkloadsBeforeThem) {
  const std::string quota =
      "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: {name: q, namespace: "
      "default}, spec: {hard: {x.com/gpu: 1}}}\n---\n";
  const auto pods = review(quota, pod_of("a", 1) + pod_of("b", 1));
  EXPECT_TRUE(pods[0].allowed);
  EXPECT_FALSE(pods[1].allowed);
  EXPECT_THAT(codes(pods[1]), ::testing::ElementsAre("QuotaExceeded"));
  const auto mixed = review(quota, deployment_of("d", 1, 1) + pod_of("a", 1));
  EXPECT_THAT(codes(mixed[0]), Not(Contains("QuotaExceeded")));
  EXPECT_TRUE(mixed[1].allowed) << mixed[1].message;
  EXPECT_THAT(codes(mixed[1]), ::testing::ElementsAre("QuotaExceeded"));
}

TEST(ReviewQuota, ARolloutThatHasNoRoom) {
  const auto told = [](int hard, int replicas, std::string_view strategy) {
    std::string deployment = deployment_of("d", replicas, 2);
    const std::string_view spec = "spec: {replicas";
    deployment.replace(deployment.find(spec), spec.size(),
                       "spec: {" + std::string(strategy) + "replicas");
    const auto objects = review(
        "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: {name: q, "
        "namespace: default}, spec: {hard: {x.com/gpu: " +
            std::to_string(hard) + "}}, status: {used: {x.com/gpu: 0}}}\n---\n",
        deployment);
    for (const rules::Finding& finding : objects[0].findings) {
      if (finding.code == "RolloutBlocked") return finding.text();
    }
    return std::string();
  };
  EXPECT_EQ(told(4, 2, ""),
            "No change of this Deployment would be rolled out: no pod goes before a new one is "
            "ready, and DeviceQuota q has no room for one more (4 x.com/gpu, 2 a pod). Write "
            "strategy: {rollingUpdate: {maxSurge: 0, maxUnavailable: 1}}. [RolloutBlocked]");
  EXPECT_EQ(told(6, 2, ""), "");
  EXPECT_EQ(told(8, 4, ""), "") << "a fourth of them may be missing";
  EXPECT_EQ(told(4, 2, "strategy: {type: Recreate}, "), "");
  EXPECT_EQ(told(4, 2, "strategy: {rollingUpdate: {maxSurge: 0, maxUnavailable: 1}}, "), "");
  EXPECT_EQ(told(4, 2, "strategy: {rollingUpdate: {maxSurge: 0}}, "), "") << "one may be then";
}

// Somebody has applied it, and the API server has written its defaults into it.
TEST(ReviewQuota, AChangeOfWhatStandsThatHasNoRoomToBeRolledOut) {
  const std::string quota =
      "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: {name: q, namespace: "
      "default}, spec: {hard: {x.com/gpu: 4}}, status: {used: {x.com/gpu: 4}}}\n---\n";
  const auto deployment = [](std::string_view of_pod, std::string_view of_container) {
    return "{apiVersion: apps/v1, kind: Deployment, metadata: {name: d}, spec: {replicas: 2, "
           "strategy: {rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}, selector: {matchLabels: "
           "{a: b}}, template: {metadata: {labels: {a: b}}, spec: {" +
           std::string(of_pod) + "containers: [{name: c, image: i, " + std::string(of_container) +
           "}]}}}}\n";
  };
  const std::string standing = deployment("dnsPolicy: ClusterFirst, restartPolicy: Always, ",
                                          "imagePullPolicy: Always, resources: {limits: "
                                          "{x.com/gpu: \"2\", memory: 1Gi}}");
  const auto told = [&](const std::string& applied, const std::string& state) {
    const auto objects = review(quota + state, applied);
    for (const rules::Finding& finding : objects[0].findings) {
      if (finding.code == "RolloutBlocked") return finding.text();
    }
    return std::string();
  };
  constexpr std::string_view kAsked = "resources: {limits: {x.com/gpu: 2, memory: 1024Mi}}";
  EXPECT_EQ(told(deployment("", kAsked), standing), "") << "the same";
  EXPECT_EQ(told(deployment("hostNetwork: false, volumes: [], ", kAsked), standing), "")
      << "which nobody stores";
  EXPECT_EQ(told(deployment("nodeSelector: {zone: z}, ", kAsked), standing),
            "This change is not rolled out: no pod goes before a new one is ready, and DeviceQuota "
            "q has no room for one more (4 x.com/gpu, 2 a pod). Write strategy: {rollingUpdate: "
            "{maxSurge: 0, maxUnavailable: 1}}. [RolloutBlocked]");
  EXPECT_THAT(told(deployment("", "env: [{name: A, value: \"1.0\"}], " + std::string(kAsked)),
                   deployment("", "env: [{name: A, value: \"1\"}], " + std::string(kAsked))),
              HasSubstr("This change is not rolled out"))
      << "no quantity";
  EXPECT_EQ(told(deployment("", "resources: {limits: {x.com/gpu: 1}}"), ""), "");
}

TEST(ReviewQuota, WhatALimitRangeGivesIsInTheSumOfAWorkload) {
  const auto told = [](std::string_view hard, std::string_view containers, int replicas) {
    const auto objects = review(
        "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: {name: q, namespace: "
        "default}, spec: {hard: {x.com/gpu: " +
            std::string(hard) +
            "}}, status: {used: {x.com/gpu: 0}}}\n---\n{apiVersion: v1, kind: LimitRange, "
            "metadata: "
            "{name: l, namespace: default}, spec: {limits: [{type: Container, default: {x.com/gpu: "
            "2}}]}}\n",
        "{apiVersion: apps/v1, kind: Deployment, metadata: {name: d}, spec: {replicas: " +
            std::to_string(replicas) +
            ", selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: "
            "{containers: [" +
            std::string(containers) + "]}}}}\n");
    for (const rules::Finding& finding : objects[0].findings) {
      if (finding.code == "QuotaExceeded") return finding.text();
    }
    return std::string();
  };
  EXPECT_EQ(told("6", "{name: c, image: i}", 3), "");
  EXPECT_EQ(told("4", "{name: c, image: i}", 3),
            "default has 0 of 4 x.com/gpu in use (DeviceQuota q) and each pod of this Deployment "
            "asks for 2: only 2 of 3 pods are let in. Run fewer pods, or have the quota raised to "
            "6. [QuotaExceeded]");
  const std::string_view two =
      "{name: c, image: i, resources: {limits: {x.com/gpu: 1}}}, {name: d, image: i}";
  EXPECT_THAT(told("6", two, 3), HasSubstr("asks for 3: only 2 of 3 pods are let in."));
  EXPECT_THAT(told("2", two, 1),
              HasSubstr("asks for 3 (containers c and d, as extended resource x.com/gpu, 2 of "
                        "container d by a LimitRange). Ask for 2 in all, or "));
}

// LimitRanger gives limits to pods of its namespace, and to no template.
TEST(ReviewObjects, ALimitThatIsMissingMayBeGivenByALimitRange) {
  const auto range = [](const std::string& what, const std::string& ns = "default") {
    return "{apiVersion: v1, kind: LimitRange, metadata: {name: l, namespace: " + ns +
           "}, spec: {limits: [{type: Container, " + what + "}]}}\n---\n";
  };
  const std::string spec =
      "{restartPolicy: Never, containers: [{name: c, image: i, resources: {requests: {x.com/gpu: "
      "1}}}]}";
  const auto is_refused = [](const std::string& state, const std::string& object) {
    const auto reviewed = review(state, object)[0];
    const std::vector<std::string> told = codes(reviewed);
    EXPECT_EQ(reviewed.allowed,
              std::find(told.begin(), told.end(), "ResourceQuantityInvalid") == told.end());
    return !reviewed.allowed;
  };
  const std::string pod = "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: " + spec + "}\n";
  EXPECT_FALSE(is_refused(range("default: {x.com/gpu: 1}"), pod));
  EXPECT_FALSE(is_refused(range("max: {x.com/gpu: 1}"), pod));
  for (const std::string& state :
       {range("default: {cpu: 1}"), range("default: {x.com/gpu: 1}", "other"),
        range("defaultRequest: {x.com/gpu: 1}"), range("default: {x.com/gpu: 2}"),
        range("max: {x.com/gpu: 4}")})
    EXPECT_TRUE(is_refused(state, pod)) << state;
  const std::string job =
      "{apiVersion: batch/v1, kind: Job, metadata: {name: j}, spec: "
      "{template: {spec: " +
      spec + "}}}\n";
  EXPECT_TRUE(is_refused(range("default: {x.com/gpu: 1}"), job)) << "the API server stores none";
  const std::string custom =
      "{apiVersion: kubeflow.org/v1, kind: PyTorchJob, metadata: {name: j}, spec: "
      "{pytorchReplicaSpecs: {Worker: {template: {spec: " +
      spec + "}}}}}\n";
  EXPECT_FALSE(is_refused(range("default: {x.com/gpu: 1}"), custom));
  EXPECT_FALSE(is_refused(range("default: {x.com/gpu: 2}"), custom)) << "a warning";
  EXPECT_THAT(codes(review(range("default: {x.com/gpu: 2}"), custom)[0]),
              Contains("LimitRangeExceeded"));
  EXPECT_TRUE(is_refused(range("default: {cpu: 1}"), custom));
}

TEST(ReviewQuota, WhatALimitRangeGivesCounts) {
  const auto range = [](std::string_view what) {
    return "{apiVersion: v1, kind: LimitRange, metadata: {name: l, namespace: default}, spec: "
           "{limits: [{type: Container, " +
           std::string(what) + "}]}}\n---\n";
  };
  const std::string quota =
      "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: {name: q, namespace: "
      "default}, spec: {hard: {x.com/gpu: 0}}, status: {used: {x.com/gpu: 0}}}\n---\n";
  const std::string pod =
      "---\n{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: c, image: "
      "i}]}}\n";
  const auto given = review(range("default: {x.com/gpu: 2}"), pod);
  EXPECT_TRUE(given[0].allowed);
  ASSERT_THAT(codes(given[0]), Contains("LimitRangeDefaults"));
  EXPECT_THAT(review_text(given, false),
              HasSubstr("Container c of this Pod asks for no x.com/gpu, and a LimitRange"));
  EXPECT_THAT(codes(review(quota + range("default: {x.com/gpu: 2}"), pod)[0]),
              Contains("QuotaExceeded"));
  const std::string by_class =
      "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: c.x.com}, spec: "
      "{extendedResourceName: x.com/gpu}}\n---\n";
  EXPECT_THAT(codes(review(by_class + quota +
                               range("default: {deviceclass.resource.kubernetes.io/c.x.com: 2}"),
                           pod)[0]),
              Contains("QuotaExceeded"))
      << "the implicit name of a class";
  EXPECT_THAT(
      codes(review(by_class +
                       "{apiVersion: v1, kind: ResourceQuota, metadata: {name: r, namespace: "
                       "default}, spec: {hard: {requests.x.com/gpu: 4}}}\n---\n" +
                       range("default: {deviceclass.resource.kubernetes.io/c.x.com: 1}"),
                   pod)[0]),
      ElementsAre("LimitRangeDefaults"))
      << "which nobody has written";
  EXPECT_THAT(told_by_review(range("default: {x.com/gpu: 1500m}"), pod),
              ElementsAre("Container c of this Pod asks for no x.com/gpu, and a LimitRange of the "
                          "namespace gives it 1500m: it will be refused, as devices are whole. "
                          "Have a whole number of it written in the LimitRange, or write "
                          "resources: {requests: {x.com/gpu: 0}, limits: {x.com/gpu: 0}} there. "
                          "[LimitRangeDefaults]"));
  EXPECT_FALSE(review(range("defaultRequest: {x.com/gpu: 2}"), pod)[0].allowed);
  EXPECT_FALSE(review(range("min: {x.com/gpu: 2}"), pod)[0].allowed);
  EXPECT_FALSE(review(range("min: {x.com/gpu: 0}"), pod)[0].allowed);
  EXPECT_TRUE(review(range("min: {x.com/gpu: 0}, default: {x.com/gpu: 0}"), pod)[0].allowed);
  const std::string asks_none =
      "---\n{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: c, image: "
      "i, resources: {limits: {x.com/gpu: 0}}}]}}\n";
  EXPECT_THAT(codes(review(quota + range("default: {x.com/gpu: 2}"), asks_none)[0]),
              ::testing::IsEmpty());
}

TEST(Review, ObjectsOfKubeSystemAreNotForTheWebhooks) {
  const std::string quota =
      "---\napiVersion: drawbridge.dev/v1alpha1\nkind: DeviceQuota\nmetadata: {name: q, "
      "namespace: kube-system}\nspec: {hard: {nvidia.com/gpu: 0}}\n";
  ReviewOptions options;
  options.ns = "kube-system";
  const ReviewedObject pod = review_one(std::string(kGpuCluster) + quota, kPod, options);
  EXPECT_TRUE(pod.allowed);
  EXPECT_TRUE(pod.patch.empty());
  EXPECT_THAT(codes(pod), ::testing::IsEmpty());
}

TEST(ReviewOutput, NorDoNamesInTheState) {
  const std::string name = "q\x1b[31m\x07\xc2\x9b\xe2\x80\xae";
  const json quota = {{"apiVersion", "drawbridge.dev/v1alpha1"},
                      {"kind", "DeviceQuota"},
                      {"metadata", {{"name", name}, {"namespace", "default"}}},
                      {"spec", {{"hard", {{"x.com/gpu", "1"}}}}},
                      {"status", {{"used", {{"x.com/gpu", "1"}}}}}};
  const auto objects = review(quota.dump(), pod_of("p", 2));
  EXPECT_THAT(codes(objects[0]), ::testing::Contains("QuotaExceeded"));
  check_plain(review_text(objects, false));
}

// As of an exported cluster: what it holds is what is in use.
TEST(ReviewQuota, WhatTheStateHoldsIsCountedAlready) {
  const std::string state =
      "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: {name: q, namespace: "
      "default}, spec: {hard: {x.com/gpu: 3}}, status: {used: {x.com/gpu: 3}}}\n---\n"
      "{apiVersion: v1, kind: ResourceQuota, metadata: {name: r, namespace: default}, spec: {hard: "
      "{requests.x.com/gpu: 3}}, status: {hard: {requests.x.com/gpu: 3}, used: "
      "{requests.x.com/gpu: 3}}}\n---\n" +
      pod_of("old", 3) + "\n---\n";
  const ReviewedObject old = review(state, pod_of("old", 3))[0];
  EXPECT_TRUE(old.allowed);
  EXPECT_THAT(codes(old), ::testing::Not(Contains(::testing::HasSubstr("QuotaExceeded"))));
  ReviewOptions elsewhere;
  elsewhere.ns = "team-a";
  const std::string unplaced =
      "{apiVersion: v1, kind: Pod, metadata: {name: old}, spec: {containers: [{name: c, image: i, "
      "resources: "
      "{limits: {x.com/gpu: 3}}}]}}";
  const std::string quota =
      "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: {name: q, namespace: "
      "team-a}, spec: {hard: {x.com/gpu: 3}}, status: {used: {x.com/gpu: 3}}}\n---\n";
  EXPECT_FALSE(review(quota + unplaced, unplaced, elsewhere)[0].allowed)
      << "what a state places nowhere is in default";
  const ReviewedObject other = review(state, pod_of("new", 3))[0];
  EXPECT_FALSE(other.allowed);
  EXPECT_THAT(codes(other), Contains("QuotaExceeded"));
}

TEST(ReviewSources, ATemplateOfAnotherNamespaceCantBeUsed) {
  const std::string claim_template =
      "{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: one, "
      "namespace: team-a}, spec: {spec: {devices: {requests: [{name: r, exactly: {deviceClassName: "
      "x}}]}}}}\n---\n";
  const auto pod = [](std::string_view ns) {
    return "{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: " + std::string(ns) +
           "}, spec: {containers: [{name: c, image: x, resources: {claims: [{name: g}]}}], "
           "resourceClaims: [{name: g, resourceClaimTemplateName: one}]}}";
  };
  EXPECT_THAT(codes(review("", claim_template + pod("team-b"))[1]), Contains("TemplateMissing"));
  EXPECT_THAT(codes(review("", claim_template + pod("team-a"))[1]),
              ::testing::Not(Contains("TemplateMissing")));
}

TEST(ReviewQuota, OfAllDevicesACountMayFit) {
  const std::string state =
      "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: {name: q, namespace: "
      "default}, spec: {hard: {gpu.x.com: 3}}, status: {used: {gpu.x.com: 1}}}\n---\n"
      "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: gpu.x.com}, spec: "
      "{selectors: [{cel: {expression: \"device.driver == 'x.com'\"}}]}}\n---\n"
      "{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: s}, spec: {driver: "
      "x.com, nodeName: n, pool: {name: n, generation: 1, resourceSliceCount: 1}, devices: [{name: "
      "a}, {name: b}, {name: c}]}}";
  const std::string given =
      "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: c, namespace: "
      "default}, spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu.x.com, "
      "allocationMode: All}}]}}}";
  const ReviewedObject claim = review(state, given)[0];
  EXPECT_FALSE(claim.allowed);
  EXPECT_THAT(claim.message, HasSubstr("Write count: 2 instead of allocationMode: All, or "));
}

// What a workload makes later is not put to what is in use now.
TEST(ReviewQuota, PodsThatComeLaterAreNotRefused) {
  const std::string state =
      "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: {name: q, namespace: "
      "default}, spec: {hard: {x.com/gpu: 3}}, status: {used: {x.com/gpu: 3}}}\n---\n";
  const auto job = [](std::string_view more) {
    return "{apiVersion: batch/v1, kind: Job, metadata: {name: j, namespace: default}, spec: {" +
           std::string(more) +
           "template: {spec: {restartPolicy: Never, containers: [{name: c, image: x, resources: "
           "{limits: {x.com/gpu: 3}}}]}}}}";
  };
  EXPECT_FALSE(review(state, job(""))[0].allowed);
  const ReviewedObject later = review(state, job("suspend: true, "))[0];
  EXPECT_TRUE(later.allowed);
  ASSERT_EQ(later.pods.size(), 1U);
  EXPECT_TRUE(later.pods[0].allowed);
  EXPECT_THAT(codes(later), ::testing::Not(Contains("QuotaExceeded")));
}

// What waits in a queue gets its devices from nodes that Kueue chooses, and its pods have the
// label.
TEST(ReviewQueues, PodsOfWhatIsQueuedAreQueued) {
  const auto set = [](std::string_view metadata, int replicas) {
    return "{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: s, namespace: default" +
           std::string(metadata) + "}, spec: {replicas: " + std::to_string(replicas) +
           ", serviceName: s, selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: "
           "b}}, spec: {containers: [{name: c, image: x, resources: {limits: {x.com/gpu: 9}}}]}}}}";
  };
  const std::string state =
      "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: x.com}, spec: "
      "{extendedResourceName: x.com/gpu, selectors: [{cel: {expression: \"device.driver == "
      "'x.com'\"}}]}}\n---\n{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: "
      "s}, spec: {driver: x.com, nodeName: n, pool: {name: n, generation: 1, resourceSliceCount: "
      "1}, devices: [{name: d}]}}\n---\n{apiVersion: kueue.x-k8s.io/v1beta2, kind: LocalQueue, "
      "metadata: {name: lq, namespace: default}, spec: {clusterQueue: cq}}\n";
  constexpr std::string_view kQueued = ", labels: {kueue.x-k8s.io/queue-name: lq}";
  EXPECT_THAT(codes(review(state, set("", 1))[0]), Contains("DevicesTooFew"));
  EXPECT_THAT(codes(review(state, set(kQueued, 1))[0]), ::testing::Not(Contains("DevicesTooFew")));
}

// Kueue's webhook puts the gate before a pod; there is none in a file.
TEST(ReviewQuota, WhatKueueHoldsBackIsExcludedWhereTheQuotaSaysSo) {
  const auto state = [](std::string_view more) {
    return "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: {name: q, "
           "namespace: default}, spec: {hard: {x.com/gpu: 1}" +
           std::string(more) +
           "}, status: {used: {x.com/gpu: 1}}}\n---\n"
           "{apiVersion: kueue.x-k8s.io/v1beta2, kind: ClusterQueue, metadata: {name: cq}, spec: "
           "{namespaceSelector: {}, resourceGroups: [{coveredResources: [x.com/gpu], flavors: "
           "[{name: f, resources: [{name: x.com/gpu, nominalQuota: 8}]}]}]}}\n---\n"
           "{apiVersion: kueue.x-k8s.io/v1beta2, kind: ResourceFlavor, metadata: {name: "
           "f}}\n---\n{apiVersion: kueue.x-k8s.io/v1beta2, kind: LocalQueue, metadata: {name: lq, "
           "namespace: default}, spec: {clusterQueue: cq}}\n";
  };
  const std::string pod =
      "{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: default, labels: "
      "{kueue.x-k8s.io/queue-name: lq}}, spec: {containers: [{name: c, image: x, resources: "
      "{limits: {x.com/gpu: 1}}}]}}";
  EXPECT_FALSE(review(state(""), pod)[0].allowed);
  EXPECT_TRUE(review(state(", excludeQueued: true"), pod)[0].allowed);
}

std::vector<ReviewedObject> review_example(const std::string& name) {
  const fs::path examples = fs::path(DRAWBRIDGE_SOURCE_DIR) / "examples";
  const auto state = admission::read_state_folder(examples / "cluster");
  const auto given = admission::read_manifest_file(examples / name);
  EXPECT_TRUE(state.ok() && given.ok());
  if (!state || !given) return {};
  auto objects = review_objects(*state, *given, {});
  check_json(objects);
  return objects;
}

TEST(ReviewFiles, TheExamplesShowWhatTheyPromise) {
  const auto rewritten = review_example("1-rewrite.yaml");
  ASSERT_EQ(rewritten.size(), 1u);
  EXPECT_TRUE(rewritten[0].allowed);
  EXPECT_FALSE(rewritten[0].patch.empty());

  const auto overlap = review_example("2-overlap.yaml");
  ASSERT_EQ(overlap.size(), 2u);
  EXPECT_THAT(codes(overlap[0]), Contains("BothPaths"));

  const auto quota = review_example("3-quota.yaml");
  ASSERT_EQ(quota.size(), 1u);
  EXPECT_THAT(codes(quota[0]), Contains("QuotaExceeded"));
  EXPECT_FALSE(quota[0].allowed);

  const auto aligned = review_example("4-aligned.yaml");
  ASSERT_EQ(aligned.size(), 1u);
  EXPECT_TRUE(aligned[0].allowed);
  ASSERT_EQ(aligned[0].pods.size(), 1U);
  EXPECT_EQ(aligned[0].pods[0].count, 3);
  EXPECT_FALSE(aligned[0].pods[0].patch.empty());
  ASSERT_EQ(aligned[0].creates.size(), 2u);
  EXPECT_THAT(aligned[0].creates[0] + aligned[0].creates[1], HasSubstr("matchAttribute"));
  EXPECT_THAT(aligned[0].creates[0] + aligned[0].creates[1], HasSubstr("1g.10gb"));
}

TEST(Review, DevicesOfASliceThatIsRefusedAreNotThere) {
  const auto told = [](std::string_view attribute) {
    std::vector<std::string> all;
    for (const ReviewedObject& object : review("", R"(
apiVersion: resource.k8s.io/v1
kind: DeviceClass
metadata: {name: fpga}
spec: {selectors: [{cel: {expression: "device.driver == 'fpga.acme.io'"}}]}
---
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: s}
spec:
  driver: fpga.acme.io
  nodeName: node-1
  pool: {name: node-1, generation: 1, resourceSliceCount: 1}
  devices: [{name: f0, attributes: {model: {)" + std::string(attribute) +
                                                       R"(}}}]
---
apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata: {name: one}
spec: {spec: {devices: {requests: [{name: g, exactly: {deviceClassName: fpga, count: 2}}]}}}
)")) {
      for (const rules::Finding& finding : object.findings)
        all.push_back(object.kind + ": " + std::string(finding.code));
    }
    return all;
  };
  EXPECT_THAT(told("string: U250"), Contains("ResourceClaimTemplate: DevicesTooFew"));
  EXPECT_THAT(told("stringValue: U250"), ElementsAre("ResourceSlice: UnknownField"));
  EXPECT_THAT(told("version: '2.1'"), ElementsAre("ResourceSlice: SliceInvalid"));
}

TEST(ReviewSources, AComputeDomainMakesATemplateOfAnotherName) {
  const std::string domain =
      "{apiVersion: resource.nvidia.com/v1beta1, kind: ComputeDomain, metadata: {name: imex, "
      "namespace: team-a}, spec: {numNodes: 2, channel: {resourceClaimTemplate: {name: "
      "imex-channel}}}}\n---\n";
  const auto pod = [&](std::string_view source,
                       std::string_view field = "resourceClaimTemplateName",
                       const std::string& state = "") {
    const auto objects =
        review(state, domain +
                          "{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: team-a}, "
                          "spec: {containers: [{name: c, image: x, resources: {claims: [{name: "
                          "g}]}}], resourceClaims: [{name: g, " +
                          std::string(field) + ": " + std::string(source) + "}]}}");
    std::string fixes;
    for (const rules::Finding& finding : objects.back().findings) fixes += finding.fix;
    return fixes;
  };
  EXPECT_EQ(pod("imex"),
            "imex is a ComputeDomain: write resourceClaimTemplateName: imex-channel, the template "
            "that it makes.");
  EXPECT_EQ(pod("imex-channel"), "");
  EXPECT_EQ(pod("imex-channel", "resourceClaimName"),
            "imex-channel is a template, which ComputeDomain imex makes: write "
            "resourceClaimTemplateName: imex-channel.");
  EXPECT_EQ(pod("other"), "");
  const std::string there =
      "{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: t, "
      "namespace: "
      "team-a}, spec: {spec: {devices: {requests: [{name: r, exactly: {deviceClassName: "
      "gpu.nvidia.com}}]}}}}\n---\n";
  EXPECT_EQ(pod("imex-domain-channel", "resourceClaimTemplateName", there),
            "ComputeDomain imex makes template imex-channel: write resourceClaimTemplateName: "
            "imex-channel.");
  EXPECT_EQ(pod("unrelated", "resourceClaimTemplateName", there),
            "Create it there; those of other namespaces can't be used.");
}

TEST(ReviewSources, WhatASelectorThatIsRefusedFindsIsNotToldOfPods) {
  const auto told = [](std::string_view expression) {
    const auto objects = review("", R"(
apiVersion: resource.k8s.io/v1
kind: DeviceClass
metadata: {name: gpu.example.com}
spec: {selectors: [{cel: {expression: "device.driver == 'gpu.example.com'"}}]}
---
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: s}
spec:
  driver: gpu.example.com
  nodeName: node-1
  pool: {name: node-1, generation: 1, resourceSliceCount: 1}
  devices: [{name: gpu-0, attributes: {model: {string: H100}}}]
---
apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata: {name: one}
spec: {spec: {devices: {requests: [{name: g, exactly: {deviceClassName: gpu.example.com, selectors: [{cel: {expression: ")" +
                                        std::string(expression) + R"("}}]}}]}}}
---
apiVersion: v1
kind: Pod
metadata: {name: p}
spec:
  resourceClaims: [{name: gpu, resourceClaimTemplateName: one}]
  containers: [{name: main, image: i, resources: {claims: [{name: gpu}]}}]
)");
    EXPECT_EQ(objects.back().warnings.size(), objects.back().findings.size());
    return codes(objects.back());
  };
  const std::string model = "device.attributes['gpu.example.com'].model";
  EXPECT_THAT(told(model + " == 'A100'"), ElementsAre("SelectorNeverMatches"));
  EXPECT_THAT(told(model + ".includes('A100')"), ::testing::IsEmpty());
  EXPECT_THAT(told(model + " == '{{ .Values.model }}'"), ::testing::IsEmpty());
}

TEST(Review, AClassOfTheSameDriverIsProposedThatNobodyKnows) {
  const auto fixes = [](std::string_view state, std::string_view expression) {
    const auto objects = review(std::string(state), R"(
apiVersion: resource.k8s.io/v1
kind: DeviceClass
metadata: {name: gpu.nvidia.com}
spec: {selectors: [{cel: {expression: "device.driver == 'gpu.nvidia.com' && device.attributes['gpu.nvidia.com'].type == 'gpu'"}}]}
---
apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: {name: c}
spec: {devices: {requests: [{name: g, exactly: {deviceClassName: gpu.nvidia.com, selectors: [{cel: {expression: ")" +
                                                        std::string(expression) + R"("}}]}}]}}
)");
    std::vector<std::string> all;
    for (const rules::Finding& finding : objects.back().findings) all.push_back(finding.fix);
    return all;
  };
  const std::string profile = "device.attributes['gpu.nvidia.com'].profile == '1g.5gb'";
  EXPECT_THAT(fixes("", profile), ElementsAre("Write deviceClassName: mig.nvidia.com."));
  EXPECT_THAT(
      fixes("{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: other}}\n",
            profile),
      ElementsAre("Ask for another class, or leave out profile."))
      << "the folder has all that there are";
}

}  // namespace
}  // namespace drawbridge::cli

// decide() and conclude(): what is looked up first, what is made, and how an answer is put
// together.
#include "webhook/decide/decide.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>
#include <future>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "test/allocation_counter.h"
#include "test/webhook/admission_testing.h"
#include "webhook/admission/admission_service.h"
#include "webhook/admission/memory_gateway.h"
#include "webhook/decide/quotas/charges.h"
#include "webhook/decide/review_codec.h"
#include "webhook/decide/snapshot_builder.h"

namespace drawbridge::admission {
namespace {

using nlohmann::json;
using rules::Finding;
using rules::Severity;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// The mapping of kGpuCluster, in namespaces with devices=dra alone.
constexpr std::string_view kSelectingCluster = R"(
apiVersion: resource.k8s.io/v1
kind: DeviceClass
metadata: {name: gpu.nvidia.com}
---
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: node-gpus}
spec:
  nodeName: node
  driver: gpu.nvidia.com
  pool: {name: node, generation: 1, resourceSliceCount: 1}
  devices: [{name: gpu-0}]
---
apiVersion: drawbridge.dev/v1alpha1
kind: DeviceMapping
metadata: {name: nvidia-gpu}
spec:
  logicalResource: nvidia.com/gpu
  deviceClassNames: [gpu.nvidia.com]
  rewrites:
  - resource: nvidia.com/gpu
    action: Rewrite
    namespaceSelector: {matchLabels: {devices: dra}}
    request: {exactly: {deviceClassName: gpu.nvidia.com}}
)";

const json kGpu = {{"nvidia.com/gpu", "1"}};

kube::Document document_of(const json& value) {
  Result<kube::Document> document = kube::read_json(value.dump());
  EXPECT_TRUE(document.ok()) << value;
  return document ? std::move(*document) : kube::Document();
}

const ObjectRef kNewestMappings{ObjectRef::Kind::kNewest, "", "DeviceMapping"};
const ObjectRef kNewestClasses{ObjectRef::Kind::kNewest, "", "DeviceClass"};

// One review, decoded and ready to be decided.
class Asked {
 public:
  Asked(Endpoint endpoint, const json& review) : document_(document_of(review)) {
    Result<AdmissionRequest> decoded = decode_review(document_.root(), endpoint);
    EXPECT_TRUE(decoded.ok()) << (decoded ? "" : decoded.error().text());
    if (decoded) request_ = std::move(*decoded);
  }

  const AdmissionRequest& request() const { return request_; }

  // The snapshot counts as no older than the request.
  std::variant<Decision, Needs> decide_with(const Snapshot& snapshot, Facts facts = {}) const {
    for (const ObjectRef& newest : {kNewestMappings, kNewestClasses})
      facts.looked_up.push_back({newest, std::nullopt});
    return decide(request_, snapshot, facts);
  }
  Decision decision(const Snapshot& snapshot, const Facts& facts = {}) const {
    auto judged = decide_with(snapshot, facts);
    EXPECT_TRUE(std::holds_alternative<Decision>(judged)) << "something is still to be looked up";
    Decision* decision = std::get_if<Decision>(&judged);
    return decision != nullptr ? std::move(*decision) : Decision();
  }
  std::vector<ObjectRef> needs(const Snapshot& snapshot, const Facts& facts = {}) const {
    auto judged = decide_with(snapshot, facts);
    Needs* needs = std::get_if<Needs>(&judged);
    return needs != nullptr ? std::move(needs->objects) : std::vector<ObjectRef>();
  }

 private:
  kube::Document document_;
  AdmissionRequest request_;
};

std::vector<std::string> codes(const std::vector<Finding>& findings) {
  std::vector<std::string> result;
  for (const Finding& finding : findings) result.emplace_back(finding.code);
  return result;
}

const ObjectRef kDefaultNamespace{ObjectRef::Kind::kNamespace, "", "default"};

TEST(Decide, AsksForTheNamespaceWhereASelectorDependsOnIt) {
  const auto snapshot = snapshot_of(kSelectingCluster);
  for (const Endpoint endpoint : {Endpoint::kMutate, Endpoint::kValidate}) {
    EXPECT_THAT(Asked(endpoint, review_of(pod_asking(kGpu))).needs(*snapshot),
                ElementsAre(kDefaultNamespace));
    EXPECT_THAT(Asked(endpoint, review_of(pod_asking({{"cpu", "1"}}))).needs(*snapshot),
                ElementsAre());
  }
  const auto known = snapshot_of(std::string(kSelectingCluster) +
                                 "---\napiVersion: v1\nkind: Namespace\n"
                                 "metadata: {name: default, labels: {devices: dra}}\n");
  EXPECT_FALSE(
      Asked(Endpoint::kMutate, review_of(pod_asking(kGpu))).decision(*known).patch.empty());
}

TEST(Decide, AResourceThatNoMappingKnowsIsDecidedByTheNewestMappings) {
  const auto snapshot = snapshot_of(kSelectingCluster);
  const auto needs = [&snapshot](const json& limits, Endpoint endpoint, Facts facts = {}) {
    const Asked asked(endpoint, review_of(pod_asking(limits)));
    auto judged = decide(asked.request(), *snapshot, facts);
    Needs* found = std::get_if<Needs>(&judged);
    return found != nullptr ? found->objects : std::vector<ObjectRef>();
  };
  for (const Endpoint endpoint : {Endpoint::kMutate, Endpoint::kValidate}) {
    EXPECT_THAT(needs({{"example.com/new", "1"}}, endpoint), ElementsAre(kNewestMappings));
    EXPECT_THAT(needs({{"cpu", "1"}, {"hugepages-2Mi", "1Gi"}}, endpoint), ElementsAre());
    const Facts asked{{{kNewestMappings, std::nullopt}}};
    EXPECT_THAT(needs({{"example.com/new", "1"}}, endpoint, asked), ElementsAre());
  }
}

// Its device plugin has been asked for it all the time, and a rewrite would be held back.
TEST(Decide, AResourceThatANodeOffersWaitsForNobody) {
  const auto snapshot = snapshot_of(std::string(kSelectingCluster) +
                                    "---\napiVersion: v1\nkind: Namespace\n"
                                    "metadata: {name: default}\n"
                                    "---\napiVersion: v1\nkind: Node\nmetadata: {name: node-1}\n"
                                    "status: {allocatable: {example.com/new: '8'}}\n");
  for (const Endpoint endpoint : {Endpoint::kMutate, Endpoint::kValidate}) {
    const auto asks_for_newest = [&](const json& limits) {
      const Asked asked(endpoint, review_of(pod_asking(limits)));
      return std::holds_alternative<Needs>(decide(asked.request(), *snapshot, {}));
    };
    EXPECT_FALSE(asks_for_newest({{"example.com/new", "1"}}));
    EXPECT_TRUE(asks_for_newest({{"example.com/newer", "1"}}));
  }
}

TEST(Decide, AClassOfAMappingThatIsMissedIsLookedForAmongTheNewest) {
  const auto snapshot = snapshot_of(R"(
apiVersion: resource.k8s.io/v1
kind: DeviceClass
metadata: {name: other.example.com}
---
apiVersion: v1
kind: Namespace
metadata: {name: default}
---
apiVersion: drawbridge.dev/v1alpha1
kind: DeviceMapping
metadata: {name: nvidia-gpu}
spec:
  logicalResource: nvidia.com/gpu
  deviceClassNames: [gpu.nvidia.com]
  rewrites:
  - {resource: nvidia.com/gpu, action: Rewrite, request: {exactly: {deviceClassName: gpu.nvidia.com}}}
)");
  const Asked asked(Endpoint::kMutate, review_of(pod_asking(kGpu)));
  auto judged = decide(asked.request(), *snapshot, {});
  const Needs* needs = std::get_if<Needs>(&judged);
  ASSERT_NE(needs, nullptr);
  EXPECT_THAT(needs->objects, ElementsAre(kNewestClasses));
  // It is no newer than that: the class does not exist.
  const Decision decision = asked.decision(*snapshot);
  ASSERT_EQ(decision.findings.size(), 1);
  EXPECT_EQ(decision.findings[0].code, "DeviceClassMissing");
}

TEST(Decide, OfAQuotasNameNobodyIsToldBeforeTheNewestMappingsAreKnown) {
  const auto snapshot =
      snapshot_of(std::string(kGpuCluster) +
                  "\n---\n{apiVersion: v1, kind: Namespace, metadata: {name: default}}\n");
  const auto quota = [](const std::string& name) {
    return review_of({{"apiVersion", "drawbridge.dev/v1alpha1"},
                      {"kind", "DeviceQuota"},
                      {"metadata", {{"name", "q"}, {"namespace", "default"}}},
                      {"spec", {{"hard", {{name, "1"}}}}}});
  };
  const Asked right(Endpoint::kValidate, quota("nvidia.com/gpu"));
  EXPECT_TRUE(std::holds_alternative<Decision>(decide(right.request(), *snapshot, {})));
  const Asked asked(Endpoint::kValidate, quota("gpu.nvidia.com"));
  auto judged = decide(asked.request(), *snapshot, {});
  const Needs* needs = std::get_if<Needs>(&judged);
  ASSERT_NE(needs, nullptr);
  EXPECT_THAT(needs->objects, ::testing::IsSupersetOf({kNewestClasses, kNewestMappings}));
  const Decision decision = asked.decision(*snapshot);
  ASSERT_EQ(decision.findings.size(), 1);
  EXPECT_EQ(decision.findings[0].code, "QuotaCountsNothing");
}

TEST(Decide, DecidesOnceTheNamespaceWasLookedUp) {
  const auto snapshot = snapshot_of(kSelectingCluster);
  const Asked asked(Endpoint::kMutate, review_of(pod_asking(kGpu)));
  const kube::Document selected =
      document_of({{"metadata", {{"name", "default"}, {"labels", {{"devices", "dra"}}}}}});
  const kube::Document other =
      document_of({{"metadata", {{"name", "default"}, {"labels", {{"devices", "plugin"}}}}}});
  const Decision rewritten =
      asked.decision(*snapshot, Facts{{{kDefaultNamespace, selected.root()}}});
  EXPECT_FALSE(rewritten.patch.empty());
  EXPECT_EQ(rewritten.creates.size(), 1u);
  EXPECT_TRUE(asked.decision(*snapshot, Facts{{{kDefaultNamespace, other.root()}}}).patch.empty());
  // A namespace that does not exist has no labels; the API server refuses its pods itself.
  EXPECT_TRUE(asked.decision(*snapshot, Facts{{{kDefaultNamespace, std::nullopt}}}).patch.empty());
}

TEST(Decide, AsksForATemplateAfterTheNamespace) {
  const auto snapshot = snapshot_of(kSelectingCluster);
  json pod = pod_asking(kGpu);
  pod["spec"]["resourceClaims"] = {{{"name", "own"}, {"resourceClaimTemplateName", "own"}}};
  pod["spec"]["containers"].push_back(
      {{"name", "second"}, {"resources", {{"claims", {{{"name", "own"}}}}}}});
  const Asked asked(Endpoint::kMutate, review_of(pod));
  EXPECT_THAT(asked.needs(*snapshot), ::testing::Contains(kDefaultNamespace));
  const kube::Document ns =
      document_of({{"metadata", {{"name", "default"}, {"labels", {{"devices", "dra"}}}}}});
  Facts facts{{{kDefaultNamespace, ns.root()}}};
  const ObjectRef own{ObjectRef::Kind::kClaimTemplate, "default", "own"};
  EXPECT_THAT(asked.needs(*snapshot, facts), ::testing::Contains(own));

  const json claim_template = json::parse(R"({"apiVersion":"resource.k8s.io/v1",
      "kind":"ResourceClaimTemplate","metadata":{"name":"own"},"spec":{"spec":{"devices":
      {"requests":[{"name":"g","exactly":{"deviceClassName":"gpu.nvidia.com"}}]}}}})");
  const kube::Document found = document_of(claim_template);
  facts.looked_up.push_back({own, found.root()});
  EXPECT_THAT(codes(asked.decision(*snapshot, facts).findings), ::testing::Contains("BothPaths"));
  facts.looked_up.back().object = std::nullopt;
  EXPECT_THAT(codes(asked.decision(*snapshot, facts).findings),
              ::testing::Not(::testing::Contains("BothPaths")));
}

TEST(Decide, APodWithoutDevicesCostsNoAllocation) {
  const auto snapshot = snapshot_of(kGpuCluster);
  for (const Endpoint endpoint : {Endpoint::kMutate, Endpoint::kValidate}) {
    const Asked asked(endpoint, review_of(pod_asking({{"cpu", "1"}, {"memory", "1Gi"}})));
    const Facts facts;
    const std::size_t before = test::allocation_count();
    auto judged = decide(asked.request(), *snapshot, facts);
    const std::size_t after = test::allocation_count();
    EXPECT_EQ(after - before, 0u);
    ASSERT_TRUE(std::holds_alternative<Decision>(judged));
    EXPECT_TRUE(std::get<Decision>(judged).patch.empty());
  }
}

TEST(Decide, AWorkloadIsJudgedWhenItsTemplateIsNewOrChanged) {
  const auto snapshot =
      snapshot_of(std::string(kGpuCluster) +
                  "---\napiVersion: v1\nkind: Namespace\nmetadata: {name: default}\n");
  const json bad = {{"nvidia.com/gpu", "1500m"}};
  struct Kind {
    const char* api_version;
    const char* kind;
    const char* path;
  };
  for (const Kind& kind : {Kind{"batch/v1", "Job", "/spec/template"},
                           Kind{"batch/v1", "CronJob", "/spec/jobTemplate/spec/template"},
                           Kind{"apps/v1", "Deployment", "/spec/template"},
                           Kind{"apps/v1", "ReplicaSet", "/spec/template"},
                           Kind{"apps/v1", "StatefulSet", "/spec/template"},
                           Kind{"apps/v1", "DaemonSet", "/spec/template"},
                           Kind{"v1", "ReplicationController", "/spec/template"}}) {
    SCOPED_TRACE(kind.kind);
    json object = {
        {"apiVersion", kind.api_version}, {"kind", kind.kind}, {"metadata", {{"name", "probe"}}}};
    object[json::json_pointer(kind.path)] = pod_asking(bad);
    const json create = review_of(object);
    const Decision created = Asked(Endpoint::kValidate, create).decision(*snapshot);
    ASSERT_THAT(codes(created.findings), ::testing::Contains("ResourceQuantityInvalid"));
    std::string path = std::string(kind.path).substr(1);
    for (char& c : path) c = c == '/' ? '.' : c;
    EXPECT_THAT(created.findings.front().field, ::testing::StartsWith(path + "."));
    EXPECT_THAT(Asked(Endpoint::kMutate, create).decision(*snapshot).findings, ElementsAre());

    json update = create;
    update["request"]["operation"] = "UPDATE";
    update["request"]["oldObject"] = object;
    update["request"]["object"]["metadata"]["labels"] = {{"scaled", "yes"}};
    EXPECT_THAT(Asked(Endpoint::kValidate, update).decision(*snapshot).findings, ElementsAre());
    update["request"]["oldObject"][json::json_pointer(kind.path)] = pod_asking(kGpu);
    EXPECT_THAT(codes(Asked(Endpoint::kValidate, update).decision(*snapshot).findings),
                ::testing::Contains("ResourceQuantityInvalid"));
  }
}

// A class with one device, which a claim has, and templates that ask for one and for two of it.
constexpr std::string_view kOneDevice = R"(---
{apiVersion: v1, kind: Namespace, metadata: {name: default}}
---
{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: gpu.example.com}, spec: {selectors: [{cel: {expression: "device.driver == 'gpu.example.com'"}}]}}
---
{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: s}, spec: {nodeName: node, driver: gpu.example.com, pool: {name: node, generation: 1, resourceSliceCount: 1}, devices: [{name: d}]}}
---
{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: c, namespace: default}, spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu.example.com}}]}}, status: {allocation: {devices: {results: [{request: r, driver: gpu.example.com, pool: node, device: d}]}}}}
---
{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: one, namespace: default}, spec: {spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu.example.com}}]}}}}
---
{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: two, namespace: default}, spec: {spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu.example.com, count: 2}}]}}}}
)";

// Its pods are new, as those of a new workload are; but what those before them have they give back.
TEST(Decide, AnotherPodTemplateIsToldWhatANewWorkloadIs) {
  const auto snapshot = snapshot_of(kOneDevice);
  const auto deployment = [](const char* claim_template, int replicas = 1) {
    json object = {{"apiVersion", "apps/v1"},
                   {"kind", "Deployment"},
                   {"metadata", {{"name", "probe"}, {"namespace", "default"}}},
                   {"spec", {{"replicas", replicas}}}};
    json& spec = (object["spec"]["template"] = pod_asking(json::object()))["spec"];
    spec["resourceClaims"] = {{{"name", "g"}, {"resourceClaimTemplateName", claim_template}}};
    spec["containers"][0]["resources"]["claims"] = {{{"name", "g"}}};
    return object;
  };
  const auto told = [&](const json& object, const json& before = nullptr) {
    json review = review_of(object);
    if (!before.is_null()) review["request"]["operation"] = "UPDATE";
    review["request"]["oldObject"] = before;
    return codes(Asked(Endpoint::kValidate, review).decision(*snapshot).findings);
  };
  EXPECT_THAT(told(deployment("two")), ElementsAre("DevicesTooFew"));
  EXPECT_THAT(told(deployment("two"), deployment("one")), ElementsAre("DevicesTooFew"));
  EXPECT_THAT(told(deployment("two", 2), deployment("two")), ElementsAre());
  EXPECT_THAT(told(deployment("one")), ElementsAre("DevicesTaken"));
  EXPECT_THAT(told(deployment("one"), deployment("two")), ElementsAre());
}

TEST(Decide, ADeviceMappingThatCannotBeUsedIsRefused) {
  const auto snapshot = snapshot_of(kGpuCluster);
  const json mapping = {{"apiVersion", "drawbridge.dev/v1alpha1"},
                        {"kind", "DeviceMapping"},
                        {"metadata", {{"name", "probe"}}},
                        {"spec", {{"logicalRessource", "example.com/typo"}}}};
  json create = review_of(mapping);
  create["request"].erase("namespace");
  json update = create;
  update["request"]["operation"] = "UPDATE";
  update["request"]["oldObject"] = mapping;
  for (const json& review : {create, update}) {
    const Decision refused = Asked(Endpoint::kValidate, review).decision(*snapshot);
    ASSERT_THAT(codes(refused.findings), ElementsAre("MappingInvalid"));
    EXPECT_EQ(refused.findings[0].severity, Severity::kDeny);
    EXPECT_THAT(refused.findings[0].message, HasSubstr("logicalRessource"));
    EXPECT_THAT(Asked(Endpoint::kMutate, review).decision(*snapshot).findings, ElementsAre());
  }
  create["request"]["object"]["spec"] = {{"logicalResource", "example.com/right"}};
  EXPECT_THAT(Asked(Endpoint::kValidate, create).decision(*snapshot).findings, ElementsAre());
}

TEST(Decide, ADeviceMappingIsHeldToTheOthers) {
  const auto snapshot = snapshot_of(kSelectingCluster);
  const json mapping = {
      {"apiVersion", "drawbridge.dev/v1alpha1"},
      {"kind", "DeviceMapping"},
      {"metadata", {{"name", "research"}}},
      {"spec", {{"logicalResource", "example.com/gpu"}, {"deviceClassNames", {"gpu.nvidia.com"}}}}};
  json review = review_of(mapping);
  review["request"].erase("namespace");
  ASSERT_THAT(codes(Asked(Endpoint::kValidate, review).decision(*snapshot).findings),
              ElementsAre("MappedTwice"));
  // What is there already does not stand in the way of other changes.
  json update = review;
  update["request"]["operation"] = "UPDATE";
  update["request"]["oldObject"] = mapping;
  update["request"]["object"]["spec"]["mixedNodes"] = "Rewrite";
  const Decision decided = Asked(Endpoint::kValidate, update).decision(*snapshot);
  ASSERT_THAT(codes(decided.findings), ElementsAre("MappedTwice"));
  EXPECT_EQ(decided.findings[0].severity, Severity::kWarn);
  // And a mapping may replace itself.
  review["request"]["object"]["metadata"]["name"] = "nvidia-gpu";
  EXPECT_THAT(Asked(Endpoint::kValidate, review).decision(*snapshot).findings, ElementsAre());
}

TEST(Decide, AForgedTemplateIsRefusedWhenItIsCreated) {
  const auto snapshot = snapshot_of(kGpuCluster);
  const Decision rewritten =
      Asked(Endpoint::kMutate, review_of(pod_asking(kGpu))).decision(*snapshot);
  ASSERT_EQ(rewritten.creates.size(), 1u);
  const json good =
      json::parse(rules::template_object(rewritten.creates[0].claim_template, "default"));
  EXPECT_THAT(Asked(Endpoint::kValidate, review_of(good)).decision(*snapshot).findings,
              ElementsAre());
  json forged = good;
  forged["spec"]["spec"]["devices"]["requests"][0]["exactly"]["count"] = 8;
  ASSERT_NE(forged, good);
  EXPECT_THAT(codes(Asked(Endpoint::kValidate, review_of(forged)).decision(*snapshot).findings),
              ElementsAre("TemplateTampered"));
  // A template of somebody's own may hold what it likes.
  forged["metadata"]["name"] = "my-own";
  forged["spec"]["spec"]["devices"]["requests"][0] = {
      {"name", "mine"}, {"exactly", {{"deviceClassName", "gpu.nvidia.com"}}}};
  EXPECT_THAT(Asked(Endpoint::kValidate, review_of(forged)).decision(*snapshot).findings,
              ElementsAre());
}

// Webhooks are called again when a later one changed the pod; LimitRanger puts defaults back.
TEST(Decide, APodThatWasRewrittenIsJudgedByItsClaimAlone) {
  const auto snapshot = snapshot_of(kGpuCluster);  // of one device
  const auto turn = [&](const json& pod) {
    return Asked(Endpoint::kMutate, review_of(pod)).decision(*snapshot);
  };
  const json asked = pod_asking(kGpu);
  const json rewritten = asked.patch(json::parse(turn(asked).patch));
  // Its template is the one that this answer makes: nobody has to create it.
  EXPECT_THAT(codes(turn(rewritten).findings), ElementsAre());
  json put_back = rewritten;
  for (const char* part : {"limits", "requests"})
    put_back["spec"]["containers"][0]["resources"][part] = kGpu;
  const Decision again = turn(put_back);
  EXPECT_THAT(codes(again.findings), ElementsAre("Rewritten"));
  EXPECT_EQ(put_back.patch(json::parse(again.patch)), rewritten);
  // Behind the last turn it is asked for twice.
  EXPECT_THAT(codes(Asked(Endpoint::kValidate, review_of(put_back))
                        .decision(*snapshot, {{{kDefaultNamespace, std::nullopt}}})
                        .findings),
              ::testing::Contains("NotRewritten"));
}

// The chart asks /mutate of pods that name an extended resource alone.
TEST(Decide, WhatMutateIsNotAskedAboutValidateSays) {
  const auto snapshot =
      snapshot_of(std::string(kGpuCluster) +
                  "\n---\napiVersion: resource.k8s.io/v1\nkind: ResourceClaimTemplate\nmetadata: "
                  "{name: other, namespace: default}\nspec: {spec: {devices: {requests: [{name: r, "
                  "exactly: {deviceClassName: missing.example.com}}]}}}\n");
  const auto told = [&](Endpoint endpoint, const json& pod) {
    return codes(Asked(endpoint, review_of(pod))
                     .decision(*snapshot, {{{kDefaultNamespace, std::nullopt}}})
                     .findings);
  };
  const auto pod_with = [](const json& resources) {
    json pod = pod_asking(resources);
    pod["spec"]["resourceClaims"] =
        json::array({{{"name", "g"}, {"resourceClaimTemplateName", "other"}}});
    pod["spec"]["containers"][0]["resources"]["claims"] = json::array({{{"name", "g"}}});
    return pod;
  };
  EXPECT_THAT(told(Endpoint::kValidate, pod_with({{"cpu", "1"}})),
              ElementsAre("DeviceClassMissing"));
  json annotated = pod_with({{"cpu", "1"}});
  annotated["metadata"]["annotations"]["drawbridge.dev/rewritten"] = "anything";
  for (const json& pod : {annotated, pod_with({{"example.com/other", "1"}})}) {
    EXPECT_THAT(told(Endpoint::kMutate, pod), ::testing::Contains("DeviceClassMissing"));
    EXPECT_THAT(told(Endpoint::kValidate, pod),
                ::testing::Not(::testing::Contains("DeviceClassMissing")));
  }
}

TEST(Decide, AValueOfAnotherTypeIsNeverTakenForNothing) {
  const auto snapshot = snapshot_of(kGpuCluster);
  const auto refused = [&](const json& object) {
    const Decision decision = Asked(Endpoint::kValidate, review_of(object)).decision(*snapshot);
    for (const Finding& finding : decision.findings)
      EXPECT_EQ(finding.severity, Severity::kDeny) << finding.code;
    return codes(decision.findings);
  };
  const auto claim = [](const json& spec) {
    return json{{"apiVersion", "resource.k8s.io/v1"},
                {"kind", "ResourceClaim"},
                {"metadata", {{"name", "c"}}},
                {"spec", spec}};
  };
  const auto asking = [&](const char* field, const json& value) {
    json exactly = {{"deviceClassName", "gpu.nvidia.com"}};
    exactly[field] = value;
    return claim({{"devices", {{"requests", {{{"name", "a"}, {"exactly", exactly}}}}}}});
  };
  for (const json& spec : {json(5), json{{"devices", 5}}, json{{"devices", {{"requests", 5}}}}})
    EXPECT_THAT(refused(claim(spec)), ElementsAre("MalformedObject")) << spec;
  EXPECT_THAT(refused(asking("count", "two")), ElementsAre("MalformedObject"));
  EXPECT_THAT(refused(asking("deviceClassName", 5)), ElementsAre("MalformedObject"));
  EXPECT_THAT(refused(asking("selectors", {{{"cel", {{"expression", 5}}}}})),
              ElementsAre("MalformedObject"));
  const auto of = [](const char* api_version, const char* kind, const json& spec) {
    return json{
        {"apiVersion", api_version}, {"kind", kind}, {"metadata", {{"name", "x"}}}, {"spec", spec}};
  };
  EXPECT_THAT(refused(of("resource.k8s.io/v1", "ResourceClaimTemplate", 5)),
              ElementsAre("MalformedObject"));
  EXPECT_THAT(refused(of("resource.k8s.io/v1", "DeviceClass", {{"extendedResourceName", 5}})),
              ElementsAre("MalformedObject"));
  EXPECT_THAT(refused(of("drawbridge.dev/v1alpha1", "DeviceQuota", {{"hard", 5}})),
              ElementsAre("MalformedObject"));
}

Decision decision_with_create() {
  Decision decision;
  decision.patch = "[]";
  decision.creates.push_back({"team", {"drawbridge-0123", "{}"}});
  return decision;
}

TEST(Conclude, EachOutcomeOfACreateHasItsFinding) {
  AdmissionRequest request;
  request.endpoint = Endpoint::kMutate;
  using Kind = CreateOutcome::Kind;
  struct Case {
    CreateOutcome outcome;
    const char* code;
    const char* says;
  };
  for (const Case& at :
       {Case{{Kind::kTampered, ""}, "TemplateTampered", "kubectl delete"},
        Case{{Kind::kTooMany, ""}, "TemplateLimit", "256"},
        Case{{Kind::kFailed, "connection\nrefused"}, "TemplateNotCreated", "connection\\nrefused"},
        Case{{Kind::kFailed, "exceeded quota: q"},
             "TemplateNotCreated",
             "\nDelete templates that no pod uses, or have the ResourceQuota "
             "raised: kubectl describe resourcequota -n team. ["}}) {
    const AdmissionResponse refused =
        conclude(request, decision_with_create(), std::vector{at.outcome});
    EXPECT_FALSE(refused.allowed);
    EXPECT_EQ(refused.code, 403);
    EXPECT_EQ(refused.reason, "Forbidden");
    EXPECT_TRUE(refused.patch.empty());
    EXPECT_THAT(codes(refused.findings), ElementsAre(at.code));
    EXPECT_THAT(refused.message, HasSubstr("[" + std::string(at.code) + "]"));
    EXPECT_THAT(refused.message, HasSubstr(at.says));
    EXPECT_THAT(refused.message, HasSubstr("team"));
    EXPECT_THAT(refused.audit_annotations,
                ElementsAre(std::pair<std::string, std::string>("findings", at.code)));
  }
  Decision two = decision_with_create();
  two.creates.push_back({"team", {"drawbridge-4567", "{}"}});
  const CreateOutcome too_many{Kind::kTooMany, ""};
  const AdmissionResponse refused = conclude(request, two, std::vector{too_many, too_many});
  EXPECT_THAT(codes(refused.findings), ElementsAre("TemplateLimit"));
  EXPECT_THAT(refused.message, HasSubstr("and this pod needs 2 more."));
  const AdmissionResponse done =
      conclude(request, decision_with_create(), std::vector<CreateOutcome>(1));
  EXPECT_TRUE(done.allowed);
  EXPECT_EQ(done.patch, "[]");
  EXPECT_TRUE(done.audit_annotations.empty());
  // Nothing was tried, and nothing stands in the way.
  EXPECT_TRUE(conclude(request, decision_with_create(), {}).allowed);
}

Finding finding(std::string_view code, Severity severity, std::string message) {
  return {code, severity, "spec", std::move(message), "Do this."};
}

TEST(Conclude, FindingsAreSortedAndEachIsToldOnce) {
  AdmissionRequest request;
  request.endpoint = Endpoint::kMutate;
  Decision decision;
  decision.patch = "[]";
  decision.findings = {finding("Rewritten", Severity::kInfo, "Was done."),
                       finding("BothPaths", Severity::kWarn, "Twice."),
                       finding("TooManyDevices", Severity::kDeny, "Too many."),
                       finding("ParameterInvalid", Severity::kDeny, "Second."),
                       finding("ParameterInvalid", Severity::kDeny, "First.")};
  const AdmissionResponse refused = conclude(request, Decision(decision), {});
  EXPECT_FALSE(refused.allowed);
  EXPECT_EQ(refused.message,
            "First.\nDo this. [ParameterInvalid]\nSecond.\nDo this. [ParameterInvalid]\n"
            "Too many.\nDo this. [TooManyDevices]");
  // Nothing was rewritten where the request is refused.
  EXPECT_THAT(codes(refused.findings),
              ElementsAre("ParameterInvalid", "ParameterInvalid", "TooManyDevices", "BothPaths"));
  EXPECT_THAT(refused.warnings, ElementsAre("Twice. Do this. [BothPaths]"));
  EXPECT_THAT(refused.audit_annotations,
              ElementsAre(std::pair<std::string, std::string>(
                  "findings", "ParameterInvalid,TooManyDevices,BothPaths")));

  std::erase_if(decision.findings, [](const Finding& f) { return f.severity == Severity::kDeny; });
  const AdmissionResponse allowed = conclude(request, std::move(decision), {});
  EXPECT_TRUE(allowed.allowed);
  EXPECT_EQ(allowed.patch, "[]");
  EXPECT_THAT(codes(allowed.findings), ElementsAre("BothPaths", "Rewritten"));
  EXPECT_EQ(allowed.warnings.size(), 2u);
}

TEST(Conclude, NoMoreFindingsThanAPersonReads) {
  AdmissionRequest request;
  for (const std::size_t count : {kFindingsMax, kFindingsMax + 1}) {
    Decision decision;
    for (std::size_t i = 0; i + 1 < count; ++i)
      decision.findings.push_back(finding("BothPaths", Severity::kWarn, std::to_string(i) + "."));
    decision.findings.push_back(finding("QuotaExceeded", Severity::kDeny, "Full."));
    const AdmissionResponse response = conclude(request, std::move(decision), {});
    EXPECT_FALSE(response.allowed);
    EXPECT_EQ(response.findings.size(), kFindingsMax);
    EXPECT_EQ(response.findings.front().code, "QuotaExceeded");
    EXPECT_EQ(
        response.findings.back().message.find("more findings are left out") != std::string::npos,
        count > kFindingsMax);
  }
}

// Answers what it is told, at once or only to those who wait, and counts.
class ScriptedGateway final : public Gateway {
 public:
  explicit ScriptedGateway(bool at_once) : at_once_(at_once) {}

  std::optional<LookUp> try_look_up(const ObjectRef& ref) override {
    return at_once_ ? std::optional<LookUp>(answer(ref)) : std::nullopt;
  }
  boost::asio::awaitable<std::vector<LookUp>> look_up(std::vector<ObjectRef> refs,
                                                      Deadline /*deadline*/) override {
    std::vector<LookUp> all;
    for (const ObjectRef& ref : refs) all.push_back(answer(ref));
    co_return all;
  }
  std::optional<CreateOutcome> try_create(const CreateTemplate& create) override {
    return at_once_ ? std::optional<CreateOutcome>(made(create)) : std::nullopt;
  }
  boost::asio::awaitable<CreateOutcome> create(CreateTemplate create,
                                               Deadline /*deadline*/) override {
    co_return made(create);
  }
  std::optional<quota::ChargeResult> try_charge(
      const ChargeWish& wish, const std::shared_ptr<const Snapshot>& /*by*/) override {
    return at_once_ ? std::optional<quota::ChargeResult>(note(wish)) : std::nullopt;
  }
  boost::asio::awaitable<quota::ChargeResult> charge(ChargeWish wish,
                                                     Deadline /*deadline*/) override {
    co_return note(wish);
  }

  LookUp found = SharedDocument();
  CreateOutcome outcome;
  std::vector<ObjectRef> looked_up;
  std::vector<std::string> created;
  std::vector<std::string> tried;  // on a dry run
  quota::ChargeResult charged;
  std::vector<std::string> charges;  // UIDs

 private:
  quota::ChargeResult note(const ChargeWish& wish) {
    charges.push_back(wish.waiter.uid);
    return charged;
  }
  LookUp answer(const ObjectRef& ref) {
    looked_up.push_back(ref);
    return found;
  }
  CreateOutcome made(const CreateTemplate& create) {
    (create.dry_run ? tried : created).push_back(create.ns + "/" + create.claim_template.name);
    return outcome;
  }

  bool at_once_;
};

// What the service answers over `gateway`, waiting where it has to.
json answer_over(Gateway& gateway, std::string_view cluster, const json& review) {
  const SnapshotStore store(snapshot_of(cluster));
  AdmissionService service(store, gateway);
  std::string body = review.dump();
  const std::size_t size = body.size();
  body.append(kBodyPaddingBytes, ' ');
  const Request request{"/mutate", "", std::string_view(body).substr(0, size),
                        std::chrono::steady_clock::now() + std::chrono::seconds(10)};
  Response response;
  if (service.answer_now(request, response) != Progress::kAnswered) {
    boost::asio::io_context context;
    boost::asio::awaitable<Progress> later = service.answer_later(request, response);
    boost::asio::co_spawn(context, std::move(later), boost::asio::detached);
    context.run();
  }
  EXPECT_EQ(response.status, 200u) << response.body;
  const json parsed = json::parse(response.body, nullptr, false);
  return parsed.is_object() ? parsed.value("response", json::object()) : json::object();
}

// A connection's thread gives a request with rules to a worker, who goes on with what it has found
// out once the authorizer has answered.
TEST(ServiceOfRules, RulesThatWaitGoOnFromWhereTheyWere) {
  const std::string cluster = std::string(kGpuCluster) + R"yaml(
---
apiVersion: v1
kind: Namespace
metadata: {name: default}
---
apiVersion: drawbridge.dev/v1alpha1
kind: DeviceRule
metadata: {name: asks}
spec:
  variables:
  - {name: a, expression: "authorizer.path('/a').check('get').allowed()"}
  - {name: b, expression: "!variables.a && !authorizer.path('/b').check('get').allowed()"}
  validations: [{expression: "variables.b && authorizer.path('/c').check('get').allowed()"}]
)yaml";
  const SnapshotStore store(snapshot_of(cluster));
  ScriptedGateway gateway(false);
  gateway.found = std::make_shared<const kube::Document>(
      document_of({{"allowed", false}, {"reason", ""}, {"error", ""}}));
  AdmissionService service(store, gateway);
  std::string body = review_of(pod_asking({{"example.com/gpu", "1"}})).dump();
  const std::size_t size = body.size();
  body.append(kBodyPaddingBytes, ' ');
  Request request{"/validate", "", std::string_view(body).substr(0, size),
                  std::chrono::steady_clock::now() + std::chrono::seconds(10)};
  Response response;
  EXPECT_EQ(service.answer_now(request, response), Progress::kTakesLong);
  EXPECT_EQ(response.begun, nullptr);
  request.may_take_long = true;
  EXPECT_EQ(service.answer_now(request, response), Progress::kWaits);
  EXPECT_NE(response.begun, nullptr);
  boost::asio::io_context context;
  boost::asio::awaitable<Progress> later = service.answer_later(request, response);
  boost::asio::co_spawn(context, std::move(later), boost::asio::detached);
  context.run();
  EXPECT_THAT(response.body, HasSubstr("DeviceRule 'asks' denied request"));
  EXPECT_EQ(response.begun, nullptr);
  std::vector<std::string> asked;
  for (const ObjectRef& ref : gateway.looked_up) {
    if (ref.kind == ObjectRef::Kind::kAccess)
      asked.push_back(json::parse(ref.what)["nonResourceAttributes"]["path"]);
  }
  EXPECT_THAT(asked, ElementsAre("/a", "/b", "/c"));
  ASSERT_EQ(service.rules().counts().size(), 1u);
  EXPECT_EQ(service.rules().counts()[0].evaluations, 1u);
}

// A mapping that puts a word of the pod into a selector, and one device.
constexpr std::string_view kProfileCluster = R"(
apiVersion: v1
kind: Namespace
metadata: {name: default}
---
apiVersion: resource.k8s.io/v1
kind: DeviceClass
metadata: {name: mig.nvidia.com}
---
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: node-migs}
spec:
  nodeName: node
  driver: gpu.nvidia.com
  pool: {name: node, generation: 1, resourceSliceCount: 1}
  devices: [{name: mig-0, attributes: {profile: {string: 1g.10gb}}}]
---
apiVersion: drawbridge.dev/v1alpha1
kind: DeviceMapping
metadata: {name: nvidia-mig}
spec:
  logicalResource: nvidia.com/mig
  deviceClassNames: [mig.nvidia.com]
  rewrites:
  - resource: nvidia.com/mig-{profile}
    action: Rewrite
    request:
      exactly:
        deviceClassName: mig.nvidia.com
        selectors: [{cel: {expression: "device.attributes['gpu.nvidia.com'].profile == {profile}"}}]
)";

// To put a new selector to all devices takes a worker's time; what a template asks for that is
// there is known.
TEST(ServiceOfWorkers, AWordOfThePodIsPutToTheDevicesByAWorkerOnce) {
  const std::string review = review_of(pod_asking({{"nvidia.com/mig-1g10gb", "1"}})).dump();
  const std::string body = review + std::string(kBodyPaddingBytes, ' ');
  Request http{"/mutate", "", std::string_view(body).substr(0, review.size()),
               std::chrono::steady_clock::now() + std::chrono::seconds(10)};
  MemoryGateway gateway;
  const SnapshotStore store(snapshot_of(kProfileCluster));
  AdmissionService service(store, gateway);
  Response response;
  EXPECT_EQ(service.answer_now(http, response), Progress::kTakesLong);
  EXPECT_EQ(response.body, "");
  http.may_take_long = true;
  EXPECT_EQ(service.answer_now(http, response), Progress::kAnswered);
  EXPECT_THAT(response.body, HasSubstr("Write: nvidia.com/mig-1g.10gb [SelectorNeverMatches]"));

  const Asked asked(Endpoint::kMutate, json::parse(review));
  const Decision decision = asked.decision(*snapshot_of(kProfileCluster));
  ASSERT_EQ(decision.creates.size(), 1u);
  const SnapshotStore later(
      snapshot_of(std::string(kProfileCluster) + "---\n" +
                  rules::template_object(decision.creates[0].claim_template, "default")));
  AdmissionService with_template(later, gateway);
  http.may_take_long = false;
  response = {};
  EXPECT_EQ(with_template.answer_now(http, response), Progress::kAnswered);
  EXPECT_THAT(response.body, HasSubstr("Write: nvidia.com/mig-1g.10gb [SelectorNeverMatches]"));
}

// Whether it is rewritten is known only once its namespace has been looked up, which the
// connection's thread does.
TEST(ServiceOfWorkers, SoIsAWordOfAPodThatHasWaited) {
  std::string cluster(kProfileCluster.substr(kProfileCluster.find("---") + 4));
  cluster += "    namespaceSelector: {matchLabels: {devices: dra}}\n";
  const SnapshotStore store(snapshot_of(cluster));
  ScriptedGateway gateway(false);
  gateway.found = std::make_shared<const kube::Document>(
      document_of({{"metadata", {{"name", "default"}, {"labels", {{"devices", "dra"}}}}}}));
  AdmissionService service(store, gateway);
  const std::string review = review_of(pod_asking({{"nvidia.com/mig-1g10gb", "1"}})).dump();
  const std::string body = review + std::string(kBodyPaddingBytes, ' ');
  Request request{"/mutate", "", std::string_view(body).substr(0, review.size()),
                  std::chrono::steady_clock::now() + std::chrono::seconds(10)};
  Response response;
  const auto end_of = [&] {
    boost::asio::io_context context;
    boost::asio::awaitable<Progress> later = service.answer_later(request, response);
    std::future<Progress> end =
        boost::asio::co_spawn(context, std::move(later), boost::asio::use_future);
    context.run();
    return end.get();
  };
  EXPECT_EQ(service.answer_now(request, response), Progress::kWaits);
  EXPECT_EQ(end_of(), Progress::kTakesLong);
  EXPECT_EQ(response.body, "");
  EXPECT_THAT(gateway.created, ElementsAre());
  request.may_take_long = true;
  EXPECT_EQ(service.answer_now(request, response), Progress::kWaits);
  EXPECT_EQ(end_of(), Progress::kAnswered);
  EXPECT_THAT(response.body, HasSubstr("Write: nvidia.com/mig-1g.10gb [SelectorNeverMatches]"));
}

// An answer to `body`, by one who may take long.
Response answer_to(AdmissionService& service, std::string body) {
  const std::size_t size = body.size();
  body.append(kBodyPaddingBytes, ' ');
  Request http{"/mutate", "", std::string_view(body).substr(0, size),
               std::chrono::steady_clock::now() + std::chrono::seconds(10)};
  http.may_take_long = true;
  Response response;
  EXPECT_EQ(service.answer_now(http, response), Progress::kAnswered);
  return response;
}

// `review` with a field of its own in which `numbers` stand: two tokens for each, and four.
std::string with_numbers(const json& review, std::size_t numbers) {
  std::string text = review.dump();
  text.pop_back();
  text += ",\"x\":[1";
  for (std::size_t i = 1; i < numbers; ++i) text += ",1";
  return text + "]}";
}

TEST(ServiceOfWorkers, AReviewMayHaveSoManyTokens) {
  const json review = review_of(pod_asking(kGpu));
  const std::string dumped = review.dump();
  // Of one without numbers, as simdjson counts them.
  std::size_t tokens = 0;
  kube::Document document;
  while (!kube::JsonReader(tokens).read(dumped, document)) ++tokens;
  const SnapshotStore store(snapshot_of(kGpuCluster));
  MemoryGateway gateway;
  AdmissionService service(store, gateway);
  const std::size_t room = kReviewTokensMax - tokens - 4;
  const Response most = answer_to(service, with_numbers(review, room / 2));
  EXPECT_EQ(most.status, 200u) << most.body;
  const Response too_many = answer_to(service, with_numbers(review, room / 2 + 1));
  EXPECT_EQ(too_many.status, 400u);
  EXPECT_THAT(too_many.body, HasSubstr("tokens"));
}

// A thousand requests may wait, each with a body of which the document takes ten times the room.
TEST(ServiceOfWorkers, ARequestThatWaitsHoldsNoDocument) {
  const SnapshotStore store(snapshot_of(kSelectingCluster));
  ScriptedGateway gateway(false);
  AdmissionService service(store, gateway);
  const std::string review = with_numbers(review_of(pod_asking(kGpu)), 200'000);
  const std::string body = review + std::string(kBodyPaddingBytes, ' ');
  Request request{"/mutate", "", std::string_view(body).substr(0, review.size()),
                  std::chrono::steady_clock::now() + std::chrono::seconds(10)};
  request.may_take_long = true;
  Response response;
  const auto wait = [&] {
    response = {};
    ASSERT_EQ(service.answer_now(request, response), Progress::kWaits);
  };
  wait();  // what the thread keeps for the next one
  const std::ptrdiff_t before = test::allocated_bytes();
  wait();
  EXPECT_LT(test::allocated_bytes() - before, 64 * 1024);
}

// A cluster in which something else is missing whenever somebody has looked.
class RestlessGateway final : public Gateway {
 public:
  RestlessGateway(SnapshotStore& store, int rounds) : store_(store), rounds_(rounds) {
    store_.publish(without(0));
  }
  std::optional<LookUp> try_look_up(const ObjectRef& ref) override {
    if (ref.kind != ObjectRef::Kind::kClaimTemplate) return LookUp(SharedDocument());
    store_.publish(without(++looked_up_));
    return LookUp(object_);
  }
  std::optional<CreateOutcome> try_create(const CreateTemplate&) override {
    return CreateOutcome{};
  }
  std::optional<quota::ChargeResult> try_charge(const ChargeWish&,
                                                const std::shared_ptr<const Snapshot>&) override {
    return quota::ChargeResult{};
  }
  boost::asio::awaitable<std::vector<LookUp>> look_up(std::vector<ObjectRef>, Deadline) override {
    co_return std::vector<LookUp>{};
  }
  boost::asio::awaitable<CreateOutcome> create(CreateTemplate, Deadline) override {
    co_return CreateOutcome{};
  }
  boost::asio::awaitable<quota::ChargeResult> charge(ChargeWish, Deadline) override {
    co_return quota::ChargeResult{};
  }
  int looked_up() const { return looked_up_; }

 private:
  static json template_of(int n) {
    return {
        {"apiVersion", "resource.k8s.io/v1"},
        {"kind", "ResourceClaimTemplate"},
        {"metadata", {{"name", "t" + std::to_string(n)}, {"namespace", "default"}}},
        {"spec",
         {{"spec",
           {{"devices",
             {{"requests",
               {{{"name", "gpu"}, {"exactly", {{"deviceClassName", "gpu.nvidia.com"}}}}}}}}}}}}};
  }
  std::shared_ptr<const Snapshot> without(int missing) const {
    std::string cluster(kGpuCluster);
    for (int n = 0; n < rounds_; ++n) {
      if (n != missing) cluster += "---\n" + template_of(n).dump() + "\n";
    }
    return snapshot_of(cluster);
  }

  SnapshotStore& store_;
  const int rounds_;
  int looked_up_ = 0;
  const SharedDocument object_ =
      std::make_shared<const kube::Document>(document_of(template_of(0)));
};

TEST(ServiceOfWorkers, ARequestHasSoManyRounds) {
  const auto answer_after = [](int rounds) {
    SnapshotStore store(snapshot_of(kGpuCluster));
    RestlessGateway gateway(store, rounds);
    AdmissionService service(store, gateway);
    json pod = pod_asking({{"cpu", "1"}});
    for (int n = 0; n < rounds; ++n)
      pod["spec"]["resourceClaims"].push_back(
          {{"name", "c" + std::to_string(n)},
           {"resourceClaimTemplateName", "t" + std::to_string(n)}});
    const Response response = answer_to(service, review_of(pod).dump());
    EXPECT_EQ(gateway.looked_up(), rounds);
    return json::parse(response.body)["response"];
  };
  // In the last round nothing is missing any more.
  const json judged = answer_after(kDecideRoundsMax - 1);
  EXPECT_TRUE(judged["allowed"]) << judged;
  const json refused = answer_after(kDecideRoundsMax);
  EXPECT_FALSE(refused["allowed"]);
  EXPECT_THAT(refused.dump(), HasSubstr("needs more look-ups than one request may make"));
}

class Service : public ::testing::TestWithParam<bool> {};

TEST_P(Service, MakesTheTemplateBeforeTheAnswerAndOnADryRunOnlyTries) {
  json review = review_of(pod_asking(kGpu));
  ScriptedGateway gateway(GetParam());
  const json answer = answer_over(gateway, kGpuCluster, review);
  EXPECT_TRUE(answer.value("allowed", false));
  EXPECT_THAT(gateway.created, ElementsAre(::testing::StartsWith("default/drawbridge-")));
  EXPECT_THAT(gateway.tried, ElementsAre());

  review["request"]["dryRun"] = true;
  ScriptedGateway dry(GetParam());
  EXPECT_EQ(answer_over(dry, kGpuCluster, review), answer);
  EXPECT_THAT(dry.created, ElementsAre());
  EXPECT_EQ(dry.tried, gateway.created);
}

TEST_P(Service, RefusesWhereTheTemplateCouldNotBeMade) {
  ScriptedGateway gateway(GetParam());
  gateway.outcome = {CreateOutcome::Kind::kFailed, "the API server is away"};
  const json answer = answer_over(gateway, kGpuCluster, review_of(pod_asking(kGpu)));
  EXPECT_FALSE(answer.value("allowed", true));
  EXPECT_FALSE(answer.contains("patch"));
  EXPECT_THAT(answer["status"].value("message", ""), HasSubstr("the API server is away"));
}

TEST_P(Service, LooksUpWhatTheDecisionNeeds) {
  const json review = review_of(pod_asking(kGpu));
  ScriptedGateway gateway(GetParam());
  gateway.found = std::make_shared<const kube::Document>(
      document_of({{"metadata", {{"name", "default"}, {"labels", {{"devices", "dra"}}}}}}));
  EXPECT_TRUE(answer_over(gateway, kSelectingCluster, review).contains("patch"));
  EXPECT_THAT(gateway.looked_up, ::testing::Contains(kDefaultNamespace));

  ScriptedGateway absent(GetParam());
  const json left_alone = answer_over(absent, kSelectingCluster, review);
  EXPECT_TRUE(left_alone.value("allowed", false));
  EXPECT_FALSE(left_alone.contains("patch"));

  // Whether the pod is to be rewritten is not known, so it is not let through as it is.
  ScriptedGateway failing(GetParam());
  failing.found = Error{"timed out"};
  const json refused = answer_over(failing, kSelectingCluster, review);
  EXPECT_FALSE(refused.value("allowed", true));
  EXPECT_THAT(refused["status"].value("message", ""), HasSubstr("Namespace default"));
  EXPECT_THAT(refused["status"].value("message", ""), HasSubstr("[ObjectMissing]"));
}

INSTANTIATE_TEST_SUITE_P(AtOnceAndLater, Service, ::testing::Bool());

TEST(MemoryGateway, ADryRunStoresNothing) {
  MemoryGateway gateway;
  CreateTemplate create{"team", {rules::template_name("{}"), "{}"}};
  create.dry_run = true;
  const auto outcome = gateway.try_create(create);
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->kind, CreateOutcome::Kind::kDone);
  const ObjectRef ref{ObjectRef::Kind::kClaimTemplate, "team", create.claim_template.name};
  EXPECT_EQ(**gateway.try_look_up(ref), nullptr);
  create.dry_run = false;
  EXPECT_EQ(gateway.try_create(create)->kind, CreateOutcome::Kind::kDone);
  EXPECT_NE(**gateway.try_look_up(ref), nullptr);
}

TEST(MemoryGateway, ForgetsAllTemplatesWhereThereAreTooMany) {
  MemoryGateway gateway;
  const rules::ClaimTemplate made{rules::template_name("{}"), "{}"};
  const auto create = [&](std::size_t i) {
    return gateway.try_create({"ns" + std::to_string(i), made})->kind;
  };
  const auto is_there = [&](std::size_t i) {
    const auto found =
        gateway.try_look_up({ObjectRef::Kind::kClaimTemplate, "ns" + std::to_string(i), made.name});
    return found && found->ok() && **found != nullptr;
  };
  for (std::size_t i = 0; i < kMemoryTemplatesMax; ++i)
    ASSERT_EQ(create(i), CreateOutcome::Kind::kDone);
  EXPECT_TRUE(is_there(0));
  EXPECT_EQ(create(kMemoryTemplatesMax), CreateOutcome::Kind::kDone);
  EXPECT_FALSE(is_there(0)) << "it is made again when a pod asks for it";
  EXPECT_TRUE(is_there(kMemoryTemplatesMax));
}

TEST(MemoryGateway, HoldsAsManyTemplatesAsANamespaceMay) {
  MemoryGateway gateway;
  for (std::size_t i = 0; i <= rules::kTemplatesPerNamespaceMax; ++i) {
    const std::string spec = R"({"devices":{"requests":[{"name":"r)" + std::to_string(i) + "\"}]}}";
    const CreateTemplate create{"team", {rules::template_name(spec), spec}};
    const auto outcome = gateway.try_create(create);
    ASSERT_TRUE(outcome);
    ASSERT_EQ(outcome->kind, i < rules::kTemplatesPerNamespaceMax ? CreateOutcome::Kind::kDone
                                                                  : CreateOutcome::Kind::kTooMany)
        << i;
    // Another namespace has its own share, and what is there is there.
    const CreateTemplate elsewhere{"other" + std::to_string(i), create.claim_template};
    EXPECT_EQ(gateway.try_create(elsewhere)->kind, CreateOutcome::Kind::kDone);
    EXPECT_EQ(gateway.try_create(elsewhere)->kind, CreateOutcome::Kind::kDone);
    const auto found =
        gateway.try_look_up({ObjectRef::Kind::kClaimTemplate, "team", create.claim_template.name});
    ASSERT_TRUE(found && found->ok());
    EXPECT_EQ(**found != nullptr, i < rules::kTemplatesPerNamespaceMax);
  }
  MemoryGateway another;
  const auto found =
      another.try_look_up({ObjectRef::Kind::kClaimTemplate, "team", rules::template_name("{}")});
  ASSERT_TRUE(found && found->ok());
  EXPECT_EQ(**found, nullptr);
}

// ---- Claims that were made for a pod.

const ObjectRef kPod{ObjectRef::Kind::kPod, "default", "p"};
const std::string kClaimController = "system:serviceaccount:kube-system:resource-claim-controller";

// A claim of the entry "gpu" of pod p, which was created in second 5.
json claim_review(const std::string& user = kClaimController) {
  json review = review_of(
      {{"apiVersion", "resource.k8s.io/v1"},
       {"kind", "ResourceClaim"},
       {"metadata",
        {{"name", "c"},
         {"namespace", "default"},
         {"uid", "claim-uid"},
         {"annotations", {{"resource.kubernetes.io/pod-claim-name", "gpu"}}},
         {"ownerReferences",
          {{{"apiVersion", "v1"},
            {"kind", "Pod"},
            {"name", "p"},
            {"uid", "pod-uid"},
            {"controller", true}}}}}},
       {"spec",
        {{"devices",
          {{"requests",
            {{{"name", "r"}, {"exactly", {{"deviceClassName", "gpu.nvidia.com"}}}}}}}}}}});
  review["request"]["userInfo"]["username"] = user;
  return review;
}

// The severity of what is said of a ClusterQueue whose flavor lacks a resource.
std::vector<rules::Severity> said_of_queue(bool in_cluster) {
  json review =
      review_of({{"apiVersion", "kueue.x-k8s.io/v1beta2"},
                 {"kind", "ClusterQueue"},
                 {"metadata", {{"name", "q"}}},
                 {"spec",
                  {{"namespaceSelector", json::object()},
                   {"resourceGroups",
                    {{{"coveredResources", {"cpu", "gpus"}},
                      {"flavors",
                       {{{"name", "default"},
                         {"resources", {{{"name", "cpu"}, {"nominalQuota", 1}}}}}}}}}}}}});
  SnapshotBuilder builder;
  builder.begin_list("kueue.x-k8s.io", "ClusterQueue");
  if (in_cluster) builder.end_list("kueue.x-k8s.io", "ClusterQueue");
  const Asked asked(Endpoint::kValidate, review);
  std::vector<rules::Severity> severities;
  for (const rules::Finding& finding : asked.decision(*builder.publish(), {}).findings)
    severities.push_back(finding.severity);
  return severities;
}

TEST(DecideQueues, InAClusterKueueRefusesItself) {
  EXPECT_EQ(said_of_queue(false), std::vector{rules::Severity::kDeny});
  EXPECT_EQ(said_of_queue(true), std::vector{rules::Severity::kWarn});
}

// The template asks for so many devices; for none, in no request.
std::shared_ptr<const Snapshot> quota_and_template(const std::string& created,
                                                   const std::string& count = "") {
  const std::string requests =
      count.empty() ? ""
                    : "{name: r, exactly: {deviceClassName: gpu.nvidia.com, count: " + count + "}}";
  const std::string yaml =
      std::string(kGpuCluster) +
      "---\napiVersion: drawbridge.dev/v1alpha1\nkind: DeviceQuota\nmetadata: {name: gpus, "
      "namespace: default}\nspec: {hard: {nvidia.com/gpu: '8'}}\n---\napiVersion: v1\nkind: "
      "Namespace\nmetadata: {name: default}\n---\napiVersion: resource.k8s.io/v1\nkind: "
      "ResourceClaimTemplate\nmetadata: {name: t, namespace: default, creationTimestamp: '" +
      created + "'}\nspec: {spec: {devices: {requests: [" + requests + "]}}}\n";
  SnapshotBuilder builder;
  builder.begin_list("resource.k8s.io", "ResourceClaimTemplate");
  for (const SourcedObject& object : manifests(yaml)) builder.put(object.json());
  builder.end_list("resource.k8s.io", "ResourceClaimTemplate");
  return builder.publish();
}

json pod_of_second_5(const std::string& uid, const std::string& template_name) {
  return {
      {"metadata", {{"name", "p"}, {"uid", uid}, {"creationTimestamp", "2026-11-22T03:00:05Z"}}},
      {"spec",
       {{"resourceClaims", {{{"name", "gpu"}, {"resourceClaimTemplateName", template_name}}}}}}};
}

// "paid by pod-uid's gpu" or "paid by ..., if held", "in full", "nothing", or the code of a
// refusal.
std::string cost_of_claim(const json& review, const std::string& created, const Facts& facts,
                          const std::string& count = "1") {
  const Asked asked(Endpoint::kValidate, review);
  const auto snapshot = quota_and_template(created, count);
  const Decision decision = asked.decision(*snapshot, facts);
  for (const rules::Finding& finding : decision.findings) {
    if (finding.severity == rules::Severity::kDeny) return std::string(finding.code);
  }
  if (!decision.charge) return "nothing";
  const auto& paid = decision.charge->waiter.made_for;
  if (!paid) return "in full";
  return "paid by " + paid->uid + "'s " + paid->claim + (paid->is_unsure ? ", if held" : "");
}

TEST(DecideClaimsOfPods, WhatThePodWasChargedForIsNotChargedAgain) {
  const kube::Document pod = document_of(pod_of_second_5("pod-uid", "t"));
  const kube::Document other = document_of(pod_of_second_5("another", "t"));
  const kube::Document untold = document_of(pod_of_second_5("pod-uid", ""));
  const Facts found = {{{kPod, pod.root()}}};
  EXPECT_EQ(cost_of_claim(claim_review(), "2026-11-22T02:57:05Z", found), "paid by pod-uid's gpu");
  for (const char* time : {"2026-11-22T02:57:06Z", "2026-11-22T03:00:05Z"})
    EXPECT_EQ(cost_of_claim(claim_review(), time, found), "paid by pod-uid's gpu, if held")
        << "another one may have had the name when the pod came: its hold says which";
  EXPECT_EQ(cost_of_claim(claim_review(), "2026-11-22T03:00:06Z", found),
            "paid by pod-uid's gpu, if held")
      << "the template came after the pod, or took the place of another";
  EXPECT_EQ(cost_of_claim(claim_review(), "2026-11-22T02:57:05Z", {{{kPod, other.root()}}}),
            "in full")
      << "another pod of the name";
  EXPECT_EQ(cost_of_claim(claim_review(), "2026-11-22T02:57:05Z", {{{kPod, untold.root()}}}),
            "in full")
      << "the pod names no template there";
  EXPECT_EQ(cost_of_claim(claim_review(), "2026-11-22T02:57:05Z", {{{kPod, std::nullopt}}}),
            "in full")
      << "there is no such pod";
  EXPECT_EQ(
      cost_of_claim(claim_review(), "2026-11-22T02:57:05Z", {{{kPod, std::nullopt, "timeout"}}}),
      "ObjectMissing");
}

TEST(DecideClaimsOfPods, WhatItsTemplateDoesNotAskForIsPaidAsFarAsItIsHeld) {
  const kube::Document pod = document_of(pod_of_second_5("pod-uid", "t"));
  const Facts found = {{{kPod, pod.root()}}};
  EXPECT_EQ(cost_of_claim(claim_review(), "2026-11-22T02:57:05Z", found, "2"),
            "paid by pod-uid's gpu, if held")
      << "who made it took the template for what it was before";
}

// Whoever makes claims may know late that there is one.
TEST(DecideClaimsOfPods, ASecondClaimForOneEntryCostsByItself) {
  json pod = pod_of_second_5("pod-uid", "t");
  pod["status"]["resourceClaimStatuses"] = {{{"name", "gpu"}, {"resourceClaimName", "first"}}};
  const kube::Document named = document_of(pod);
  const ObjectRef first{ObjectRef::Kind::kClaim, "default", "first"};
  const auto cost = [&](const std::optional<json>& claim) {
    const kube::Document document = document_of(claim.value_or(json::object()));
    return cost_of_claim(
        claim_review(), "2026-11-22T02:57:05Z",
        {{{kPod, named.root()}, {first, claim ? std::optional(document.root()) : std::nullopt}}});
  };
  const auto claim_of = [](const char* uid) {
    return json{{"metadata",
                 {{"name", "first"},
                  {"ownerReferences", {{{"kind", "Pod"}, {"uid", uid}, {"controller", true}}}}}}};
  };
  EXPECT_EQ(cost(claim_of("pod-uid")), "in full");
  EXPECT_EQ(cost(claim_of("another")), "paid by pod-uid's gpu, if held");
  EXPECT_EQ(cost(std::nullopt), "paid by pod-uid's gpu, if held") << "it is gone, and made anew";
  pod["status"]["resourceClaimStatuses"][0]["resourceClaimName"] = "c";
  EXPECT_EQ(
      cost_of_claim(claim_review(), "2026-11-22T02:57:05Z", {{{kPod, document_of(pod).root()}}}),
      "paid by pod-uid's gpu")
      << "it is this one, asked for once more";
}

TEST(DecideClaimsOfPods, TheSchedulersClaimIsPaidAsFarAsThePodsExtendedResourcesGo) {
  json review = claim_review("system:kube-scheduler");
  review["request"]["object"]["metadata"]["annotations"] = {
      {"resource.kubernetes.io/extended-resource-claim", "true"}};
  json& exactly = review["request"]["object"]["spec"]["devices"]["requests"][0]["exactly"];
  json pod = pod_asking({{"nvidia.com/gpu", "2"}});
  pod["metadata"]["name"] = "p";
  pod["metadata"]["uid"] = "pod-uid";
  const kube::Document there = document_of(pod);
  const Facts found = {{{kPod, there.root()}}};
  for (const auto& [count, said] :
       {std::pair(1, "paid by pod-uid's "), {2, "paid by pod-uid's "}, {3, "in full"}}) {
    exactly["count"] = count;
    EXPECT_EQ(cost_of_claim(review, "2026-11-22T02:57:05Z", found), said) << count;
  }
}

TEST(DecideClaimsOfPods, APodThatNamesAMissingTemplateOrANewOneIsNoted) {
  const auto snapshot = quota_and_template("2026-11-22T02:57:05Z");
  Facts missing;
  for (const ObjectRef& ref : {ObjectRef{ObjectRef::Kind::kClaimTemplate, "default", "later"},
                               ObjectRef{ObjectRef::Kind::kClaim, "default", "later"},
                               ObjectRef{ObjectRef::Kind::kNewest, "", "ComputeDomain"}})
    missing.looked_up.push_back({ref, std::nullopt});
  const auto charge = [&](const char* name, const char* created = "2026-11-22T03:00:05Z") {
    json pod = pod_asking(json::object());
    pod["metadata"]["creationTimestamp"] = created;
    pod["spec"]["resourceClaims"] = {{{"name", "gpu"}, {"resourceClaimTemplateName", name}}};
    return Asked(Endpoint::kValidate, review_of(pod)).decision(*snapshot, missing).charge;
  };
  ASSERT_TRUE(charge("later"));
  EXPECT_TRUE(charge("later")->waiter.awaits);
  EXPECT_FALSE(charge("t")) << "that asks for nothing";
  ASSERT_TRUE(charge("t", "2026-11-22T03:00:04Z"));
  EXPECT_TRUE(charge("t", "2026-11-22T03:00:04Z")->waiter.awaits)
      << "another one may have had its name";
}

// Which devices the selectors of a template match is known once a snapshot has it.
TEST(DecideClaimsOfPods, AllOfATemplateThatHasJustComeIsTheMostThatItCanBe) {
  const json claim_template = {
      {"apiVersion", "resource.k8s.io/v1"},
      {"kind", "ResourceClaimTemplate"},
      {"metadata",
       {{"name", "t"}, {"namespace", "default"}, {"creationTimestamp", "2026-11-22T03:00:05Z"}}},
      {"spec",
       {{"spec",
         {{"devices",
           {{"requests",
             {{{"name", "r"},
               {"exactly",
                {{"deviceClassName", "few"},
                 {"allocationMode", "All"},
                 {"selectors",
                  {{{"cel",
                     {{"expression", "device.attributes['few'].kind == 'a'"}}}}}}}}}}}}}}}}}};
  SnapshotBuilder builder;
  for (const SourcedObject& object : manifests(
           "apiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata: {name: few}\nspec: "
           "{selectors: [{cel: {expression: \"device.driver == 'few'\"}}]}\n---\napiVersion: "
           "resource.k8s.io/v1\nkind: ResourceSlice\nmetadata: {name: s}\nspec: {driver: few, "
           "nodeName: n, pool: {name: n, generation: 1, resourceSliceCount: 1}, devices: [{name: "
           "one, attributes: {kind: {string: a}}}, {name: two, attributes: {kind: {string: b}}}]}\n"
           "---\napiVersion: drawbridge.dev/v1alpha1\nkind: DeviceQuota\nmetadata: {name: q, "
           "namespace: default}\nspec: {hard: {few: 2}}\n---\napiVersion: v1\nkind: Namespace\n"
           "metadata: {name: default}\n"))
    builder.put(object.json());
  const kube::Document read = document_of(claim_template);
  Facts facts;
  facts.looked_up.push_back({{ObjectRef::Kind::kClaimTemplate, "default", "t"}, read.root()});
  const auto asked_by_pod = [&](const Snapshot& snapshot) {
    json pod = pod_asking(json::object());
    pod["spec"]["resourceClaims"] = {{{"name", "gpu"}, {"resourceClaimTemplateName", "t"}}};
    return Asked(Endpoint::kValidate, review_of(pod))
        .decision(snapshot, facts)
        .charge->waiter.wants.front()
        .count;
  };
  EXPECT_EQ(asked_by_pod(*builder.publish()), 2);
  builder.put(read.root());
  EXPECT_EQ(asked_by_pod(*builder.publish()), 1);
}

// The claim controller makes claims of pods behind a gate as well.
TEST(DecideQuota, TheClaimOfAPodThatIsLeftOutServesNobodyElse) {
  const auto said = [](std::string_view quota, const std::optional<json>& pod_of_claim,
                       std::string_view controller = "Pod") {
    const auto snapshot = snapshot_of(
        std::string(kGpuCluster) +
        "---\napiVersion: drawbridge.dev/v1alpha1\nkind: DeviceQuota\nmetadata: {name: gpus, "
        "namespace: default}\nspec: {hard: {nvidia.com/gpu: '8'}" +
        std::string(quota) +
        "}\n---\napiVersion: v1\nkind: Namespace\nmetadata: {name: default}\n---\napiVersion: "
        "resource.k8s.io/v1\nkind: ResourceClaim\nmetadata: {name: made, namespace: default, "
        "ownerReferences: [{apiVersion: v1, kind: " +
        std::string(controller) +
        ", name: p, uid: pod-uid, controller: true}]}\nspec: {devices: {requests: [{name: r, "
        "exactly: {deviceClassName: gpu.nvidia.com}}]}}\n");
    json pod = pod_asking(json::object());
    pod["metadata"]["name"] = "other";
    pod["spec"]["resourceClaims"] = {{{"name", "gpu"}, {"resourceClaimName", "made"}}};
    pod["spec"]["containers"][0]["resources"]["claims"] = {{{"name", "gpu"}}};
    std::optional<kube::Document> known;
    if (pod_of_claim) known = document_of(*pod_of_claim);
    Facts facts;
    facts.looked_up.push_back({kPod, known ? std::optional(known->root()) : std::nullopt});
    std::string text;
    for (const rules::Finding& finding :
         Asked(Endpoint::kValidate, review_of(pod)).decision(*snapshot, facts).findings) {
      if (finding.code == "QuotaUncountable")
        text += (finding.severity == rules::Severity::kDeny ? "x " : "! ") + finding.message;
    }
    return text;
  };
  json waits = pod_of_second_5("pod-uid", "t");
  waits["metadata"]["labels"]["kueue.x-k8s.io/queue-name"] = "q";
  waits["spec"]["schedulingGates"] = {{{"name", "kueue.x-k8s.io/admission"}}};
  constexpr const char* kExcludes = ", excludeQueued: true";
  EXPECT_EQ(said(kExcludes, waits),
            "x Claim made was made for Pod p, which waits behind Kueue's gate and costs nothing "
            "under DeviceQuota gpus (excludeQueued) until it starts: this Pod would have its "
            "devices for nothing.");
  EXPECT_THAT(said(", excludeQueued: true, enforcement: Warn", waits), ::testing::StartsWith("! "));
  EXPECT_EQ(said("", waits), "") << "it was charged";
  EXPECT_EQ(said(kExcludes, waits, "Job"), "") << "of no pod";
  EXPECT_EQ(said(kExcludes, std::nullopt), "") << "it is gone, and its claim costs by itself";
  json started = waits;
  started["spec"].erase("schedulingGates");
  EXPECT_EQ(said(kExcludes, started), "");
  json another = waits;
  another["metadata"]["uid"] = "another";
  EXPECT_EQ(said(kExcludes, another), "") << "another one by the name";
}

// Whoever may create pods writes these, and a DeviceQuota has room for so much only.
TEST(DecideQuota, NotesNothingLongThatItDoesNotNeed) {
  const auto snapshot = quota_and_template("2026-11-22T02:57:05Z");
  const auto charge = [&](const json& limits, const std::string& owner) {
    json pod = pod_asking(limits);
    pod["metadata"]["ownerReferences"] = {{{"apiVersion", "apps/v1"},
                                           {"kind", "ReplicaSet"},
                                           {"name", owner},
                                           {"uid", "u"},
                                           {"controller", true}}};
    return Asked(Endpoint::kValidate, review_of(pod)).decision(*snapshot).charge;
  };
  const json few = {{"nvidia.com/gpu", "1"}, {"example.com/other", "1"}};
  const auto noted = charge(few, "web");
  ASSERT_TRUE(noted);
  EXPECT_EQ(noted->waiter.owner.name, "web");
  EXPECT_EQ(noted->waiter.wants.size(), 2U) << "the other may be limited in a moment";
  EXPECT_EQ(charge(few, std::string(253, 'a'))->waiter.owner.kind, "ReplicaSet");
  EXPECT_EQ(charge(few, std::string(254, 'a'))->waiter.owner, quota::Owner());
  json many = few;
  for (int i = 0; i < 30; ++i)
    many["example.com/" + std::string(60, 'a') + std::to_string(i)] = "1";
  const auto of_many = charge(many, "web");
  ASSERT_TRUE(of_many);
  ASSERT_EQ(of_many->waiter.wants.size(), 1U);
  EXPECT_EQ(of_many->waiter.wants[0].resource, "nvidia.com/gpu");
  // What the few take, and so many names as fill the rest.
  constexpr std::size_t kNames = 16;
  const auto filling = [&](std::size_t bytes) {
    constexpr std::size_t kAround = 64;  // of each, for quota::bytes_of()
    std::size_t left = bytes - quota::bytes_of(noted->waiter.wants);
    json all = few;
    for (std::size_t i = kNames; i > 0; --i) {
      std::string name = "example.com/" + std::to_string(100 + i);
      name.resize(left / i - kAround, 'a');
      left -= left / i;
      all[name] = "1";
    }
    return all;
  };
  EXPECT_EQ(charge(filling(kUnlimitedBytesMax), "web")->waiter.wants.size(), 2 + kNames);
  EXPECT_EQ(charge(filling(kUnlimitedBytesMax + 1), "web")->waiter.wants.size(), 1U);
}

TEST(DecideClaimsOfPods, ThePodIsAskedForFirst) {
  const Asked asked(Endpoint::kValidate, claim_review());
  EXPECT_EQ(asked.needs(*quota_and_template("2026-11-22T02:57:05Z")), std::vector{kPod});
}

TEST(DecideClaimsOfPods, WhoForgesItPaysInFull) {
  json forged = claim_review("tenant");
  // With the annotation, or as the controller, it would be refused as such.
  json& metadata = forged["request"]["object"]["metadata"];
  metadata.erase("annotations");
  metadata["ownerReferences"][0].erase("controller");
  EXPECT_EQ(cost_of_claim(forged, "2026-11-22T02:57:05Z", {}), "in full");
}

}  // namespace
}  // namespace drawbridge::admission

#include "webhook/admission/quota_census.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/quota/quota_testing.h"
#include "test/webhook/admission_testing.h"
#include "webhook/decide/quotas/charge_units.h"
#include "webhook/decide/quotas/charges.h"

namespace drawbridge::admission {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::Pair;

constexpr std::string_view kTemplate =
    "---\napiVersion: resource.k8s.io/v1\nkind: ResourceClaimTemplate\nmetadata: {name: two, "
    "namespace: default, creationTimestamp: '2026-11-22T03:00:00Z'}\nspec: {spec: {devices: "
    "{requests: [{name: r, exactly: {deviceClassName: "
    "gpu.nvidia.com, count: 2}}]}}}\n";

json pod(const std::string& uid, const json& resources) {
  json made = pod_asking(resources);
  made["metadata"]["uid"] = uid;
  return made;
}

json with_template(json made) {
  made["spec"]["resourceClaims"] = {{{"name", "gpu"}, {"resourceClaimTemplateName", "two"}}};
  return made;
}

json claim(const std::string& uid, int count) {
  return {{"metadata", {{"name", uid}, {"namespace", "default"}, {"uid", uid}}},
          {"spec",
           {{"devices",
             {{"requests",
               {{{"name", "r"},
                 {"exactly", {{"deviceClassName", "gpu.nvidia.com"}, {"count", count}}}}}}}}}}};
}

json made_for(json made, const std::string& pod_uid, const std::string& entry) {
  made["metadata"]["annotations"]["resource.kubernetes.io/pod-claim-name"] = entry;
  made["metadata"]["ownerReferences"] = {{{"apiVersion", "v1"},
                                          {"kind", "Pod"},
                                          {"name", "p"},
                                          {"uid", pod_uid},
                                          {"controller", true}}};
  return made;
}

class QuotaCensusTest : public ::testing::Test {
 protected:
  void add_pod(const json& object) { census_.add_pod(read(object)); }
  void add_claim(const json& object) { census_.add_claim(read(object)); }
  std::string cost(bool exclude_queued = false) const {
    return quota::text_of(census_.cost(exclude_queued).amounts);
  }

  kube::Json read(const json& object) {
    documents_.push_back(kube::read_json(object.dump()).value());
    return documents_.back().root();
  }

  std::vector<kube::Document> documents_;
  QuotaCensus census_{snapshot_of(std::string(kGpuCluster) + std::string(kTemplate)), "default"};
};

TEST_F(QuotaCensusTest, PodsAndClaimsOfUsersAreAddedUp) {
  add_pod(pod("a", {{"nvidia.com/gpu", "1"}}));
  add_pod(pod("b", {{"cpu", "1"}}));
  add_pod(with_template(pod("c", {{"nvidia.com/gpu", "3"}})));
  add_claim(claim("mine", 4));
  EXPECT_EQ(cost(), " nvidia.com/gpu=10");
}

TEST_F(QuotaCensusTest, TheClaimOfAPodsEntryCountsOnceAndTheDearerOfTheTwo) {
  add_pod(with_template(pod("a", json::object())));
  EXPECT_EQ(cost(), " nvidia.com/gpu=2") << "its claim is yet to be made";
  add_claim(made_for(claim("c", 1), "a", "gpu"));
  EXPECT_EQ(cost(), " nvidia.com/gpu=2");
  add_pod(with_template(pod("b", json::object())));
  add_claim(made_for(claim("d", 5), "b", "gpu"));
  EXPECT_EQ(cost(), " nvidia.com/gpu=7") << "of a template that was replaced in between";
}

// Nodes go, and its devices stay. It may be given up, and taken by a pod on a larger node.
TEST_F(QuotaCensusTest, WhatAllHasGotIsCountedWhereThatIsMore) {
  json all = claim("c", 1);
  all["spec"]["devices"]["requests"][0]["exactly"] = {{"deviceClassName", "gpu.nvidia.com"},
                                                      {"allocationMode", "All"}};
  constexpr std::string_view kThree =
      "---\n{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: three}, spec: "
      "{nodeName: big, driver: gpu.nvidia.com, pool: {name: three, generation: 1, "
      "resourceSliceCount: 1}, devices: [{name: a}, {name: b}, {name: c}]}}\n";
  const auto cost_with = [&](const json& results) {
    json object = all;
    if (!results.is_null()) object["status"]["allocation"]["devices"]["results"] = results;
    QuotaCensus census(snapshot_of(std::string(kGpuCluster) + std::string(kThree)), "default");
    census.add_claim(read(object));
    return quota::text_of(census.cost(false).amounts);
  };
  json results = json::array();
  for (int i = 0; i < 5; ++i) results.push_back({{"request", "r"}});
  results.push_back({{"request", "r"}, {"adminAccess", true}});
  results.push_back({{"request", "another"}});
  EXPECT_EQ(cost_with(results), " nvidia.com/gpu=5");
  ASSERT_EQ(cost_with(nullptr), " nvidia.com/gpu=4") << "as many match";
  EXPECT_EQ(cost_with(json::array({json{{"request", "r"}}})), " nvidia.com/gpu=4");
  all["spec"]["devices"]["requests"][0] = {
      {"name", "r"},
      {"firstAvailable",
       {{{"name", "one"}, {"deviceClassName", "gpu.nvidia.com"}, {"allocationMode", "All"}}}}};
  for (json& result : results) result["request"] = "r/one";
  EXPECT_EQ(cost_with(results), " nvidia.com/gpu=6") << "of an alternative";
  all["spec"]["devices"]["requests"][0]["firstAvailable"][0]["name"] = "r";
  for (json& result : results) result["request"] = "r/r";
  EXPECT_EQ(cost_with(results), " nvidia.com/gpu=6") << "which may be called like the request";
}

TEST_F(QuotaCensusTest, WhatNoPodPaysForCostsByItself) {
  add_pod(with_template(pod("a", json::object())));
  add_claim(made_for(claim("c", 2), "a", "gpu"));
  add_claim(made_for(claim("d", 2), "a", "gpu"));
  EXPECT_EQ(cost(), " nvidia.com/gpu=4") << "a second one for the same entry";
  add_claim(made_for(claim("e", 3), "nobody", "gpu"));
  EXPECT_EQ(cost(), " nvidia.com/gpu=7");
  EXPECT_THAT(census_.claimed_alone(), ElementsAre(Pair("nobody", ElementsAre("gpu"))));
  json annotated = claim("f", 1);
  annotated["metadata"]["annotations"]["resource.kubernetes.io/pod-claim-name"] = "gpu";
  add_claim(annotated);
  EXPECT_EQ(cost(), " nvidia.com/gpu=8") << "it has no controller";
}

TEST_F(QuotaCensusTest, WhatHasEndedCostsNothingAndWhatIsBeingDeletedDoes) {
  json ended = with_template(pod("a", {{"nvidia.com/gpu", "1"}}));
  ended["status"]["phase"] = "Failed";
  add_pod(ended);
  json leaving = pod("b", {{"nvidia.com/gpu", "1"}});
  leaving["metadata"]["deletionTimestamp"] = "2026-11-22T00:00:00Z";
  leaving["status"]["phase"] = "Running";
  add_pod(leaving);
  json left = made_for(claim("c", 2), "a", "gpu");
  left["metadata"]["deletionTimestamp"] = "2026-11-22T00:00:00Z";
  add_claim(left);
  EXPECT_EQ(cost(), " nvidia.com/gpu=1");
}

TEST_F(QuotaCensusTest, TheClaimOfAnEndedPodCostsUntilItGoes) {
  json ended = with_template(pod("a", json::object()));
  ended["status"]["phase"] = "Succeeded";
  add_pod(ended);
  EXPECT_EQ(cost(), "");
  add_claim(made_for(claim("c", 2), "a", "gpu"));
  EXPECT_EQ(cost(), " nvidia.com/gpu=2") << "another pod that names it gets its devices";
}

// The claim controller deletes the claim of a pod that has ended, unless another pod uses it:
// anybody may name it.
TEST_F(QuotaCensusTest, TheClaimOfAnEndedPodThatIsDeletedCostsWhileItIsInUse) {
  json ended = with_template(pod("a", json::object()));
  ended["status"]["phase"] = "Succeeded";
  add_pod(ended);
  const auto leaving = [](json claim) {
    claim["metadata"]["deletionTimestamp"] = "2026-11-22T00:00:00Z";
    return claim;
  };
  json reserved = leaving(made_for(claim("c", 2), "a", "gpu"));
  reserved["status"]["reservedFor"] = {{{"resource", "pods"}, {"name", "p"}, {"uid", "a"}}};
  add_claim(reserved);
  EXPECT_EQ(cost(), "");
  add_pod([&] {
    json other = with_template(pod("b", json::object()));
    other["status"]["phase"] = "Succeeded";
    return other;
  }());
  reserved = leaving(made_for(claim("d", 2), "b", "gpu"));
  reserved["status"]["reservedFor"] = {{{"resource", "pods"}, {"name", "p"}, {"uid", "x"}}};
  add_claim(reserved);
  EXPECT_EQ(cost(), " nvidia.com/gpu=2") << "another pod waits for its devices";
  add_pod([&] {
    json other = with_template(pod("e", json::object()));
    other["status"]["phase"] = "Failed";
    return other;
  }());
  json allocated = leaving(made_for(claim("f", 2), "e", "gpu"));
  allocated["status"]["allocation"] = json::object();
  add_claim(allocated);
  EXPECT_EQ(cost(), " nvidia.com/gpu=4") << "it has devices, whoever they are for";
}

TEST_F(QuotaCensusTest, AClaimOfAQueuedPodThatOthersUseIsNotLeftOut) {
  json queued = with_template(pod("a", json::object()));
  queued["spec"]["schedulingGates"] = {{{"name", "kueue.x-k8s.io/admission"}}};
  queued["metadata"]["labels"]["kueue.x-k8s.io/queue-name"] = "q";
  add_pod(queued);
  json used = made_for(claim("c", 2), "a", "gpu");
  used["status"]["reservedFor"] = {{{"resource", "pods"}, {"name", "p"}, {"uid", "x"}}};
  add_claim(used);
  EXPECT_EQ(cost(false), " nvidia.com/gpu=2");
  EXPECT_EQ(cost(true), " nvidia.com/gpu=2");
}

// What a pod was charged for is known for certain where its template was there before it, and
// where its claim has come.
TEST_F(QuotaCensusTest, SaysWhichPodsAwaitClaimsOfWhatIsNotCertain) {
  const auto awaiting = [this](const std::string& uid) -> std::string {
    const auto all = census_.awaiting(false);
    const auto found = all.find(uid);
    if (found == all.end()) return "none";
    return (found->second.is_unsure ? "unsure" : "sure") + quota::text_of(found->second.listed);
  };
  const auto created = [](json made, const char* time) {
    made["metadata"]["creationTimestamp"] = time;
    return made;
  };
  add_pod(created(with_template(pod("later", json::object())), "2026-11-22T03:03:00Z"));
  EXPECT_EQ(awaiting("later"), "sure nvidia.com/gpu=2");
  add_pod(created(with_template(pod("same", json::object())), "2026-11-22T03:02:59Z"));
  EXPECT_EQ(awaiting("same"), "unsure nvidia.com/gpu=2");
  json missing =
      created(with_template(pod("missing", {{"nvidia.com/gpu", "1"}})), "2026-11-22T03:00:01Z");
  missing["spec"]["resourceClaims"][0]["resourceClaimTemplateName"] = "gone";
  add_pod(missing);
  EXPECT_EQ(awaiting("missing"), "unsure") << "its extended resource awaits nothing";
  json needless = created(with_template(pod("needless", json::object())), "2026-11-22T03:00:00Z");
  needless["status"]["resourceClaimStatuses"] = {{{"name", "gpu"}}};
  add_pod(needless);
  EXPECT_EQ(awaiting("needless"), "none") << "no claim is to be made";
  json anew = created(with_template(pod("anew", json::object())), "2026-11-22T04:00:00Z");
  anew["status"]["resourceClaimStatuses"] = {{{"name", "gpu"}, {"resourceClaimName", "d"}}};
  add_pod(anew);
  EXPECT_EQ(awaiting("anew"), "unsure nvidia.com/gpu=2") << "its claim is gone";
  add_claim(made_for(claim("d", 2), "anew", "gpu"));
  EXPECT_EQ(awaiting("anew"), "none") << "it is there";
  add_pod(pod("plain", {{"nvidia.com/gpu", "1"}}));
  EXPECT_EQ(awaiting("plain"), "none");
  add_claim(made_for(claim("c", 2), "same", "gpu"));
  EXPECT_EQ(awaiting("same"), "none") << "it has come";
}

TEST_F(QuotaCensusTest, SaysWhichTemplatesMayBeReplaced) {
  const std::string generated = "drawbridge-" + std::string(32, 'a');
  json both = with_template(pod("a", json::object()));
  both["spec"]["resourceClaims"].push_back(
      {{"name", "made"}, {"resourceClaimTemplateName", generated}});
  add_pod(both);
  EXPECT_THAT(census_.awaiting(false).at("a").changeable, ElementsAre("gpu"));
}

TEST_F(QuotaCensusTest, WhatKueueHoldsBackCanBeLeftOut) {
  json queued = pod("a", {{"nvidia.com/gpu", "1"}});
  queued["spec"]["schedulingGates"] = {{{"name", "kueue.x-k8s.io/admission"}}};
  queued["metadata"]["labels"]["kueue.x-k8s.io/queue-name"] = "q";
  add_pod(queued);
  json gated = pod("b", {{"nvidia.com/gpu", "1"}});
  gated["spec"]["schedulingGates"] = {{{"name", "example.com/other"}}};
  add_pod(gated);
  EXPECT_EQ(cost(), " nvidia.com/gpu=2");
  EXPECT_EQ(cost(true), " nvidia.com/gpu=1");
}

TEST_F(QuotaCensusTest, ATemplateThatIsYoungerThanItsPodCostsWithItsClaim) {
  json early = with_template(pod("a", {{"nvidia.com/gpu", "1"}}));
  early["metadata"]["creationTimestamp"] = "2026-11-22T02:59:59Z";
  json late = with_template(pod("b", json::object()));
  late["metadata"]["creationTimestamp"] = "2026-11-22T03:00:00Z";
  add_pod(early);
  EXPECT_EQ(cost(), " nvidia.com/gpu=1");
  add_pod(late);
  EXPECT_EQ(cost(), " nvidia.com/gpu=3");
  add_claim(made_for(claim("c", 2), "a", "gpu"));
  EXPECT_EQ(cost(), " nvidia.com/gpu=5");
}

TEST_F(QuotaCensusTest, SaysWhoCostsWhat) {
  json gone = with_template(pod("a", {{"nvidia.com/gpu", "1"}}));
  gone["metadata"]["name"] = "first";
  gone["metadata"]["deletionTimestamp"] = "2026-11-22T03:00:00Z";
  add_pod(gone);
  add_pod(pod("b", {{"cpu", "1"}}));
  add_claim(made_for(claim("made", 2), "a", "gpu"));
  add_claim(claim("mine", 4));
  // In a file there are no UIDs.
  for (const char* name : {"x", "y"}) {
    json bare = pod("", {{"nvidia.com/gpu", "1"}});
    bare["metadata"]["name"] = name;
    add_pod(bare);
  }
  std::string text;
  for (const QuotaCensus::Consumer& each : census_.consumers())
    text += each.kind + " " + each.name + quota::text_of(each.cost.amounts) +
            (each.is_deleted ? " deleted" : "") + "; ";
  EXPECT_EQ(text,
            "Pod first nvidia.com/gpu=3 deleted; Pod x nvidia.com/gpu=1; Pod y nvidia.com/gpu=1; "
            "ResourceClaim mine nvidia.com/gpu=4; ");
}

TEST_F(QuotaCensusTest, AnEndedPodIsNotSaidToCostWhatItsClaimDoes) {
  json ended = with_template(pod("a", json::object()));
  ended["status"]["phase"] = "Succeeded";
  add_pod(ended);
  add_claim(made_for(claim("c", 2), "a", "gpu"));
  ASSERT_EQ(census_.consumers().size(), 1U);
  EXPECT_EQ(census_.consumers()[0].kind, "ResourceClaim");
  EXPECT_EQ(census_.consumers()[0].name, "c");
}

// ---- By a capacity.

constexpr std::string_view kByMemory =
    "---\napiVersion: drawbridge.dev/v1alpha1\nkind: DeviceMapping\nmetadata: {name: m}\nspec: "
    "{logicalResource: acme.com/mem, deviceClassNames: [gpu.acme.com], charge: {type: Capacity, "
    "capacity: gpu.acme.com/memory}}\n---\napiVersion: resource.k8s.io/v1\nkind: DeviceClass\n"
    "metadata: {name: gpu.acme.com}\nspec: {selectors: [{cel: {expression: \"device.driver == "
    "'gpu.acme.com'\"}}]}\n---\napiVersion: resource.k8s.io/v1\nkind: ResourceSlice\nmetadata: "
    "{name: other}\nspec: {driver: nic.x.com, nodeName: n1, pool: {name: n1, generation: 1, "
    "resourceSliceCount: 1}, devices: [{name: a}]}\n";

std::string memory_slice(const std::string& memory) {
  return "---\napiVersion: resource.k8s.io/v1\nkind: ResourceSlice\nmetadata: {name: s}\nspec: "
         "{driver: gpu.acme.com, nodeName: n1, pool: {name: n1, generation: 1, resourceSliceCount: "
         "1}, devices: [{name: a, capacity: {memory: {value: " +
         memory + "}}}]}\n";
}

std::string charge_text(const quota::Charge& charge) {
  std::string text = quota::text_of(charge.amounts);
  for (const std::string& name : charge.unknown) text += " unknown " + name;
  return text;
}

TEST(QuotaCensusByCapacity, SaysWhatNobodyCanTell) {
  json all = claim("all", 1);
  json part = claim("part", 1);
  for (json* each : {&all, &part})
    (*each)["spec"]["devices"]["requests"][0]["exactly"]["deviceClassName"] = "gpu.acme.com";
  part["spec"]["devices"]["requests"][0]["exactly"]["capacity"]["requests"]["memory"] = "10Gi";
  const auto cost = [&](const std::string& slices, const std::vector<json>& claims) {
    QuotaCensus census(snapshot_of(std::string(kByMemory) + slices), "default");
    for (const json& each : claims) census.add_claim(kube::read_json(each.dump())->root());
    EXPECT_EQ(census.consumers().size(), claims.size());
    return charge_text(census.cost(false));
  };
  EXPECT_EQ(cost(memory_slice("80Gi"), {all, part}), " acme.com/mem=160Gi");
  EXPECT_EQ(cost("", {all}), " unknown acme.com/mem");
  EXPECT_EQ(cost("", {part}), " acme.com/mem=10Gi unknown acme.com/mem");
  EXPECT_EQ(cost("", {}), "");
  json pod_of_it = with_template(pod("p", json::object()));
  pod_of_it["metadata"]["labels"]["kueue.x-k8s.io/queue-name"] = "q";
  pod_of_it["spec"]["schedulingGates"] = {{{"name", kKueueGate}}};
  QuotaCensus census(
      snapshot_of(std::string(kByMemory) +
                  "---\napiVersion: resource.k8s.io/v1\nkind: ResourceClaimTemplate\nmetadata: "
                  "{name: two, namespace: default}\nspec: {spec: {devices: {requests: [{name: r, "
                  "exactly: {deviceClassName: gpu.acme.com}}]}}}\n"),
      "default");
  census.add_pod(kube::read_json(pod_of_it.dump())->root());
  EXPECT_EQ(charge_text(census.cost(false)), " unknown acme.com/mem");
  EXPECT_EQ(charge_text(census.cost(true)), "");
}

// Past so many different ones nobody looks at how they round.
TEST(QuotaCensusByCapacity, OfPoliciesThatAreNotLookedAtItMayTakeAll) {
  const auto cost = [](std::size_t devices, std::string_view policy) {
    std::string slice =
        "---\napiVersion: resource.k8s.io/v1\nkind: ResourceSlice\nmetadata: {name: s}\nspec: "
        "{driver: gpu.acme.com, nodeName: n1, pool: {name: n1, generation: 1, resourceSliceCount: "
        "1}, devices: [";
    for (std::size_t i = 1; i <= devices; ++i)
      slice += "{name: d" + std::to_string(i) +
               ", allowMultipleAllocations: true, capacity: {memory: {value: " +
               std::to_string(100 + i) + "Gi" + std::string(policy) + "}}}, ";
    json part = claim("part", 1);
    json& request = part["spec"]["devices"]["requests"][0]["exactly"];
    request["deviceClassName"] = "gpu.acme.com";
    request["capacity"]["requests"]["memory"] = "11Gi";
    QuotaCensus census(snapshot_of(std::string(kByMemory) + slice + "]}\n"), "default");
    census.add_claim(kube::read_json(part.dump())->root());
    return charge_text(census.cost(false));
  };
  constexpr std::string_view kSteps =
      ", requestPolicy: {default: 10Gi, validRange: {min: 10Gi, step: 10Gi}}";
  EXPECT_EQ(cost(rules::kPoliciesMax, kSteps), " acme.com/mem=20Gi");
  EXPECT_EQ(cost(rules::kPoliciesMax + 1, kSteps), " acme.com/mem=165Gi");
  EXPECT_EQ(cost(rules::kPoliciesMax, ""), " acme.com/mem=11Gi");
  EXPECT_EQ(cost(rules::kPoliciesMax + 1, ""), " acme.com/mem=11Gi") << "nothing rounds";
}

// Its node may come back, and what it gave is not given twice.
TEST(QuotaCensusByCapacity, WhatIsPublishedNoMoreCostsWhatItDid) {
  SnapshotBuilder builder;
  for (const SourcedObject& object : manifests(std::string(kByMemory) + memory_slice("80Gi")))
    builder.put(object.json());
  builder.publish();
  ASSERT_TRUE(builder.remove("resource.k8s.io", "ResourceSlice", "", "s"));
  json part = claim("part", 1);
  json& request = part["spec"]["devices"]["requests"][0]["exactly"];
  request["deviceClassName"] = "gpu.acme.com";
  request["capacity"]["requests"]["memory"] = "10Gi";
  QuotaCensus census(builder.publish(), "default");
  census.add_claim(kube::read_json(part.dump())->root());
  EXPECT_EQ(charge_text(census.cost(false)), " acme.com/mem=80Gi");
}

TEST(OtherCapacities, AreThoseOfMappingsWhoseDevicesHaveMoreOrLessNow) {
  const auto text = [](const std::string& before, const std::string& now) {
    std::string names;
    const auto one = snapshot_of(std::string(kByMemory) + before);
    const auto other = snapshot_of(std::string(kByMemory) + now);
    for (const std::string& name : with_other_capacities(*other, *one)) names += name + " ";
    return names;
  };
  EXPECT_EQ(text("", memory_slice("80Gi")), "acme.com/mem ");
  EXPECT_EQ(text(memory_slice("80Gi"), ""), "acme.com/mem ");
  EXPECT_EQ(text(memory_slice("80Gi"), memory_slice("40Gi")), "acme.com/mem ");
  EXPECT_EQ(text(memory_slice("80Gi"), memory_slice("80Gi")), "");
  EXPECT_EQ(text("", ""), "");
}

// ---- What the counting depends on.

TEST(Countings, ChangeWithWhatCountsAndWithNothingElse) {
  const auto hash = [](std::string_view more, const char* resource = "nvidia.com/gpu") {
    const quota::Amounts hard = {{resource, kube::Quantity::from_int(1)}};
    return quota::mapping_hash(
        *snapshot_of(std::string(kGpuCluster) + std::string(more))->countings(), hard);
  };
  EXPECT_EQ(hash(""), hash(kTemplate));
  EXPECT_EQ(hash(""), hash("---\napiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata: "
                           "{name: nic.x.com}\nspec: {}\n"));
  EXPECT_NE(hash(""), hash("---\napiVersion: drawbridge.dev/v1alpha1\nkind: DeviceMapping\n"
                           "metadata: {name: more}\nspec: {logicalResource: nvidia.com/gpu, "
                           "deviceClassNames: [more.x.com]}\n"));
  constexpr std::string_view kNamed =
      "---\napiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata: {name: nic.x.com}\nspec: "
      "{extendedResourceName: x.com/nic}\n";
  EXPECT_NE(hash("", "x.com/nic"), hash(kNamed, "x.com/nic"));
}

// Pods that have it are counted by the one name or by the other.
TEST(Countings, ChangeWithWhatIsCountedUnderAnotherName) {
  const auto hash = [](std::string_view mapping, const char* resource) {
    const quota::Amounts hard = {{resource, kube::Quantity::from_int(4)}};
    return quota::mapping_hash(*snapshot_of(std::string(mapping))->countings(), hard);
  };
  const auto mapping = [](const std::string& resource, const std::string& more = "") {
    return "apiVersion: drawbridge.dev/v1alpha1\nkind: DeviceMapping\nmetadata: {name: m}\nspec: "
           "{logicalResource: acme.com/accel, deviceClassNames: [gpu.acme.com], rewrites: "
           "[{resource: '" +
           resource + "'" + more + ", request: {exactly: {deviceClassName: gpu.acme.com}}}]}\n";
  };
  constexpr const char* kGpu = "nvidia.com/gpu";
  EXPECT_NE(hash("", kGpu), hash(mapping(kGpu), kGpu));
  EXPECT_NE(hash(mapping(kGpu, ", action: 'Off'"), kGpu), hash(mapping(kGpu), kGpu));
  EXPECT_NE(hash(mapping(kGpu, ", namespaceSelector: {matchLabels: {a: b}}"), kGpu),
            hash(mapping(kGpu), kGpu));
  EXPECT_EQ(hash("", "nvidia.com/nic"), hash(mapping(kGpu), "nvidia.com/nic"));
  const std::string of_pattern = mapping("nvidia.com/mig-{profile}");
  EXPECT_NE(hash("", "nvidia.com/mig-1g.5gb"), hash(of_pattern, "nvidia.com/mig-1g.5gb"));
  for (const char* other : {"nvidia.com/gpu", "nvidia.com/mig", "amd.com/mig-1g.5gb"})
    EXPECT_EQ(hash("", other), hash(of_pattern, other)) << other;
}

}  // namespace
}  // namespace drawbridge::admission

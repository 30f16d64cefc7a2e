// ClaimEntryUndeclared, ClaimEntryUnused, ClaimRequestUnknown, ClaimNotReusable.
#include "rules/checks/claim_not_reusable.h"
#include "test/rules/checks/check_world.h"

namespace drawbridge::rules {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class ClaimEntriesTest : public ::testing::Test {
 protected:
  ClaimEntriesTest() {
    world_.add_template("gpu-claim", "{name: mps-gpu, exactly: {deviceClassName: gpu.a.com}}");
    world_.add_template("net-claim", "{name: nic, exactly: {deviceClassName: dranet}}");
  }
  CheckWorld world_;
};

const char* const kGpu = "{name: gpu, resourceClaimTemplateName: gpu-claim}";

TEST_F(ClaimEntriesTest, AnEntryThatThePodLacks) {
  world_.severity = Severity::kDeny;
  const auto of = [&](std::string_view used, std::string_view entries) {
    return world_.pod("ClaimEntryUndeclared", pod_with(used, entries));
  };
  EXPECT_THAT(of("claims: [{name: gpu}]", kGpu), IsEmpty());
  EXPECT_THAT(of("claims: [{name: gpus}, {name: gpus}]", kGpu),
              ElementsAre("spec.containers[0].resources.claims[0].name: Container main uses claim "
                          "\"gpus\", and spec.resourceClaims has no entry of that name. Write "
                          "name: gpu, or add to spec.resourceClaims: - {name: gpus, "
                          "resourceClaimTemplateName: TEMPLATE}. [ClaimEntryUndeclared]"));
  EXPECT_THAT(of("claims: [{name: gpu}]", ""),
              ElementsAre("spec.containers[0].resources.claims[0].name: Container main uses claim "
                          "\"gpu\", and spec.resourceClaims has no entry of that name. Add to "
                          "spec.resourceClaims: - {name: gpu, resourceClaimTemplateName: "
                          "TEMPLATE}. [ClaimEntryUndeclared]"));
  EXPECT_THAT(of("claims: [{name: net-claim}]", ""),
              ElementsAre(::testing::HasSubstr("- {name: net-claim, resourceClaimTemplateName: "
                                               "net-claim}.")))
      << "a template has that name";
  // An entry without a name is not missed; ClaimInvalid asks for its name.
  EXPECT_THAT(of("claims: [{name: gpu}]", "{resourceClaimTemplateName: t}"), IsEmpty());
  EXPECT_THAT(of("claims: [{name: gpu}, {name: nic}]", "{resourceClaimTemplateName: t}"),
              ElementsAre(::testing::HasSubstr("claim \"nic\"")));
  // Decoding tells of a name that is misspelt, on either side.
  EXPECT_THAT(of("claims: [{name: gpu}]", "{nam: gpu, resourceClaimTemplateName: t}"), IsEmpty());
  EXPECT_THAT(of("claims: [{nam: gpu}]", kGpu), IsEmpty());
  EXPECT_THAT(of("claims: [{request: mps-gpu}]", kGpu),
              ElementsAre("spec.containers[0].resources.claims[0].name: Container main uses a "
                          "claim without a name: spec.containers[0].resources.claims[0].name is "
                          "not set. Write name: gpu in it. [ClaimEntryUndeclared]"));
  EXPECT_THAT(of("claims: [{}, {request: mps-gpu}]", kGpu), SizeIs(2)) << "each has its place";
  EXPECT_THAT(of("claims: [{}]", ""),
              ElementsAre(::testing::HasSubstr("Write name: NAME in it, and add to")));
  EXPECT_THAT(of("claims: [{}]", std::string(kGpu) + ", {name: nic, resourceClaimName: b}"),
              ElementsAre(::testing::HasSubstr("an entry of spec.resourceClaims, such as gpu.")));
  EXPECT_THAT(of("claims: [{name: \"" + std::string(250, 'g') + "\\u202e\"}, {}]", kGpu),
              SizeIs(2));
}

TEST_F(ClaimEntriesTest, AnEntryThatNoContainerUses) {
  const auto of = [&](std::string_view used, std::string_view entries) {
    return world_.pod("ClaimEntryUnused", pod_with(used, entries));
  };
  EXPECT_THAT(of("claims: [{name: gpu}]", kGpu), IsEmpty());
  EXPECT_THAT(of("", kGpu),
              ElementsAre("spec.resourceClaims[0]: No container uses claim \"gpu\" (template "
                          "gpu-claim): its devices are allocated all the same, and nobody gets "
                          "them. Add claims: [{name: gpu}] to the resources of a container, or "
                          "remove the entry. [ClaimEntryUnused]"));
  EXPECT_THAT(of("claims: [{nam: gpu}]", kGpu), IsEmpty()) << "which decoding tells";
  EXPECT_THAT(of("claims: [{}]", kGpu), IsEmpty()) << "any of them may be meant";
  EXPECT_THAT(of("claims: [{name: gpus}]", kGpu), IsEmpty()) << "told as the name that is meant";
  EXPECT_THAT(of("", "{name: nic, resourceClaimTemplateName: net-claim}"), IsEmpty());
  EXPECT_THAT(of("", "{name: x, resourceClaimTemplateName: not-there}"), IsEmpty());
}

TEST_F(ClaimEntriesTest, AClassIsKnownByItsSelectorsWhereItsNameSaysNothing) {
  world_.add_class("fast", "gpu.a.com");
  world_.add_class("links", "sriovnetwork.a.com");
  world_.add_class("gpu-links", "rdma.a.com");
  world_.add_class("chairs", "chairs.a.com");
  const auto findings = [&](std::string_view device_class, std::string_view more = "") {
    world_.add_template("t", "{name: r, exactly: {deviceClassName: " + std::string(device_class) +
                                 std::string(more) + "}}");
    return world_.pod("ClaimEntryUnused", pod_with("", "{name: e, resourceClaimTemplateName: t}"))
        .size();
  };
  EXPECT_EQ(findings("fast"), 1U);
  EXPECT_EQ(findings("fast", ", adminAccess: true"), 0U) << "a monitor takes nothing from anyone";
  EXPECT_EQ(findings("links"), 0U);
  EXPECT_EQ(findings("gpu-links"), 0U) << "it moves data";
  EXPECT_EQ(findings("chairs"), 0U) << "nobody knows what these are for";
  EXPECT_EQ(findings("compute-domain-default-channel.nvidia.com"), 0U);
  EXPECT_EQ(findings("mig.nvidia.com"), 1U);
}

TEST_F(ClaimEntriesTest, ARequestThatNoContainerUses) {
  world_.add_template("two",
                      "{name: a, exactly: {deviceClassName: gpu.a.com}}, {name: b, exactly: "
                      "{deviceClassName: gpu.a.com}}, {name: nic, exactly: {deviceClassName: "
                      "dranet}}");
  world_.add_claim("shared",
                   "{name: a, exactly: {deviceClassName: gpu.a.com}}, {name: b, exactly: "
                   "{deviceClassName: gpu.a.com}}");
  const auto of = [&](std::string_view used,
                      std::string_view entry = "{name: gpus, resourceClaimTemplateName: two}") {
    return world_.pod("ClaimEntryUnused", pod_with(used, entry));
  };
  EXPECT_THAT(of("claims: [{name: gpus, request: a}]"),
              ElementsAre("spec.resourceClaims[0]: No container uses request b of claim \"gpus\" "
                          "(template two): its devices are allocated all the same, and nobody gets "
                          "them. Add claims: [{name: gpus, request: b}] to the resources of a "
                          "container, or take the request out of the claim. [ClaimEntryUnused]"));
  EXPECT_THAT(of("claims: [{name: gpus, request: a}, {name: gpus, request: b}]"), IsEmpty())
      << "drivers move cards into the pod";
  EXPECT_THAT(of("claims: [{name: gpus, request: a}, {name: gpus}]"), IsEmpty());
  EXPECT_THAT(of("claims: [{name: gpus, request: a}, {name: gpus, request: bb}]"), IsEmpty())
      << "which is told as the name that is meant";
  EXPECT_THAT(of("claims: [{name: gpus, request: a}]", "{name: gpus, resourceClaimName: shared}"),
              IsEmpty())
      << "another pod may use b";
}

TEST_F(ClaimEntriesTest, OneClaimUnderTwoNames) {
  world_.add_claim("one", "{name: a, exactly: {deviceClassName: gpu.a.com}}");
  world_.add_claim("other", "{name: a, exactly: {deviceClassName: gpu.a.com}}");
  const auto of = [&](std::string_view entries) {
    return world_.pod("ClaimNamedTwice", pod_with("claims: [{name: a}, {name: b}]", entries));
  };
  EXPECT_THAT(of("{name: a, resourceClaimName: one}, {name: b, resourceClaimName: one}"),
              ElementsAre("spec.resourceClaims[1]: Entries a and b name one ResourceClaim, one: "
                          "whoever uses either gets the same devices. Name another ResourceClaim "
                          "in b for devices of its own, or take the entry away and use a in its "
                          "place. [ClaimNamedTwice]"));
  EXPECT_THAT(of("{name: a, resourceClaimName: one}, {name: b, resourceClaimName: other}"),
              IsEmpty());
  EXPECT_THAT(of("{name: a, resourceClaimTemplateName: gpu-claim}, {name: b, "
                 "resourceClaimTemplateName: gpu-claim}"),
              IsEmpty())
      << "these are two";
  EXPECT_THAT(of("{name: a, resourceClaimName: one}, {name: a, resourceClaimName: one}"), IsEmpty())
      << "which is refused";
  EXPECT_THAT(of("{name: a, resourceClaimName: one}, {resourceClaimName: one}"), IsEmpty());
}

TEST_F(ClaimEntriesTest, ARequestThatTheClaimLacks) {
  world_.add_template("two",
                      "{name: gpu, firstAvailable: [{name: big, deviceClassName: a}]}, {name: nic, "
                      "exactly: {deviceClassName: b}}");
  const auto of = [&](std::string_view used) {
    return world_.pod(
        "ClaimRequestUnknown",
        pod_with(used, std::string(kGpu) + ", {name: two, resourceClaimTemplateName: two}, {name: "
                                           "x, resourceClaimTemplateName: not-there}"));
  };
  EXPECT_THAT(of("claims: [{name: gpu, request: mps-gpu}, {name: x, request: any}, {name: two}]"),
              IsEmpty());
  EXPECT_THAT(of("claims: [{name: gpu, request: mps-gpus}]"),
              ElementsAre("spec.containers[0].resources.claims[0].request: Container main asks "
                          "claim \"gpu\" (template gpu-claim) for request mps-gpus, which it "
                          "lacks, and gets no device. Write request: mps-gpu, or leave request "
                          "out to get the whole claim. [ClaimRequestUnknown]"));
  // The template is told, and its request is called so afterwards.
  world_.add_template("one", "{name: MPS_gpu, exactly: {deviceClassName: a}}");
  EXPECT_THAT(
      world_.pod("ClaimRequestUnknown", pod_with("claims: [{name: one, request: mps-gpu}]",
                                                 "{name: one, resourceClaimTemplateName: one}")),
      IsEmpty());
  // Which is refused, and told as ClaimInvalid.
  EXPECT_THAT(of("claims: [{name: two, request: gpu/big}]"), IsEmpty());
}

class SharedClaimTest : public ::testing::Test {
 protected:
  std::vector<std::string> of(std::optional<std::int64_t> pods, std::string_view spec = "") {
    std::string pod = pod_with("claims: [{name: gpu}]", "{name: gpu, resourceClaimName: shared}");
    const std::size_t at = pod.find("containers:");
    return world_.pod("ClaimNotReusable", pod.insert(at, spec), pods);
  }
  CheckWorld world_;
};

TEST(TooManyDevices, OfAPodThatUsesSuchAClaim) {
  CheckWorld world;
  const auto of = [&](int count) {
    world.add_template(
        "many", "{name: r, exactly: {deviceClassName: c, count: " + std::to_string(count) + "}}");
    return world.pod("TooManyDevices",
                     "{spec: {containers: [{name: m, resources: {claims: [{name: g}]}}], "
                     "resourceClaims: [{name: g, resourceClaimTemplateName: many}]}}");
  };
  EXPECT_THAT(of(32), IsEmpty());
  EXPECT_THAT(of(33), ElementsAre("spec.resourceClaims[0]: Claim g (template many) asks for 33 "
                                  "devices, and no claim is ever given more than 32: this Pod "
                                  "stays Pending. Ask for at most 32; further devices go into a "
                                  "second claim. [TooManyDevices]"));
}

TEST_F(SharedClaimTest, ManyPodsOfOneClaimGetOneDevice) {
  world_.add_claim("shared", "{name: r, exactly: {deviceClassName: gpu.a.com}}");
  EXPECT_THAT(of(1), IsEmpty());
  EXPECT_THAT(of(0), IsEmpty());
  EXPECT_THAT(of(3),
              ElementsAre("spec.resourceClaims[0]: The 3 pods of this Job get the same devices, on "
                          "one node: they use one claim, shared. For devices of its own in each "
                          "pod, put the claim's spec into a ResourceClaimTemplate, and name that: "
                          "resourceClaimTemplateName. [ClaimNotReusable]"));
  EXPECT_THAT(of(std::nullopt),
              ElementsAre(::testing::HasSubstr("The pods of this Job get the same")));
}

TEST_F(SharedClaimTest, SharingOnPurposeIsRight) {
  world_.add_claim("shared", "{name: r, exactly: {deviceClassName: gpu.a.com}}",
                   ", config: [{opaque: {driver: gpu.a.com, parameters: {sharing: {strategy: "
                   "MPS}}}}]");
  EXPECT_THAT(of(3), IsEmpty());
  world_.add_claim("shared",
                   "{name: r, exactly: {deviceClassName: gpu.a.com, capacity: {requests: {memory: "
                   "4Gi}}}}");
  EXPECT_THAT(of(3), IsEmpty());
  world_.add_claim("shared", "{name: r, exactly: {deviceClassName: sriov.a.com}}");
  EXPECT_THAT(of(3), IsEmpty()) << "no device that computes";
  world_.add_class("gpu.plain", "gpu.a.com", ", config: [{opaque: {driver: gpu.a.com}}]");
  world_.add_claim("shared", "{name: r, exactly: {deviceClassName: gpu.plain}}");
  EXPECT_THAT(of(3), IsEmpty());
  world_.add_claim("shared", "{name: r, exactly: {deviceClassName: mps.gpu.b.com}}");
  EXPECT_THAT(of(3), IsEmpty()) << "of a class that nobody knows, and whose name says so";
}

TEST_F(SharedClaimTest, PodsOfSeveralNodesAndOfAGroup) {
  world_.add_claim("shared", "{name: r, exactly: {deviceClassName: gpu.a.com}}");
  EXPECT_THAT(of(3, "schedulingGroup: {podGroupName: g}, "), IsEmpty()) << "which shares it";
  const auto apart = [](std::string_view key) {
    return "affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: "
           "[{topologyKey: " +
           std::string(key) + ", labelSelector: {}}]}}, ";
  };
  EXPECT_THAT(of(3, apart("kubernetes.io/hostname")), IsEmpty());
  EXPECT_EQ(of(3, apart("example.com/rack")).size(), 1U);
  world_.add_class("gpu.a.com", "gpu.a.com");
  const auto slice = [](std::string_view where) {
    return "{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: s}, spec: "
           "{driver: gpu.a.com, " +
           std::string(where) +
           ", pool: {name: p, generation: 1, resourceSliceCount: 1}, devices: [{name: d}]}}";
  };
  world_.add(slice("nodeName: node-1"));
  EXPECT_EQ(of(3).size(), 1U);
  CheckWorld other;
  other.add_claim("shared", "{name: r, exactly: {deviceClassName: gpu.a.com}}");
  other.add_class("gpu.a.com", "gpu.a.com");
  other.add(slice("allNodes: true"));
  EXPECT_THAT(
      other.pod("ClaimNotReusable",
                pod_with("claims: [{name: gpu}]", "{name: gpu, resourceClaimName: shared}"), 3),
      IsEmpty());
}

TEST_F(SharedClaimTest, AClaimHas256UsersAtMost) {
  world_.add_claim("shared", "{name: r, exactly: {deviceClassName: gpu.a.com}}",
                   ", config: [{opaque: {driver: gpu.a.com}}]");
  EXPECT_THAT(of(kClaimUsersMax), IsEmpty());
  EXPECT_THAT(
      of(kClaimUsersMax + 1),
      ElementsAre("spec.resourceClaims[0]: 257 pods of this Job use claim shared, which "
                  "256 can use at a time; the others stay Pending. For devices of its own "
                  "in each pod, put the claim's spec into a ResourceClaimTemplate, and name "
                  "that: resourceClaimTemplateName. [ClaimNotReusable]"));
}

}  // namespace
}  // namespace drawbridge::rules

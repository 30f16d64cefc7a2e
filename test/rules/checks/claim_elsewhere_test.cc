// ClaimElsewhere.
#include <string>
#include <string_view>

#include "test/rules/checks/check_world.h"

namespace drawbridge::rules {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class ClaimElsewhere : public ::testing::Test {
 protected:
  ClaimElsewhere() {
    world_.add(
        "{apiVersion: v1, kind: Node, metadata: {name: n1, labels: {zone: a}}, spec: "
        "{taints: [{key: gpu, effect: NoSchedule}]}}");
    allocate("shared", fields("n1"));
  }
  static std::string fields(std::string_view node) {
    return "{matchFields: [{key: metadata.name, operator: In, values: [" + std::string(node) +
           "]}]}";
  }
  void allocate(std::string_view name, std::string_view term) {
    world_.add("{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: " +
               std::string(name) +
               "}, spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu}}]}}, "
               "status: {allocation: {nodeSelector: {nodeSelectorTerms: [" +
               std::string(term) + "]}}}}");
  }
  std::vector<std::string> said(std::string_view spec, std::string_view more = "") {
    return world_.pod("ClaimElsewhere",
                      "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {" +
                          std::string(spec) +
                          "resourceClaims: [{name: s, resourceClaimName: shared}" +
                          std::string(more) + "], containers: [{name: c}]}}");
  }
  CheckWorld world_;
};

constexpr std::string_view kTolerates = "tolerations: [{key: gpu, operator: Exists}], ";

TEST_F(ClaimElsewhere, ANodeThatThePodMayNotGoTo) {
  EXPECT_THAT(said(std::string(kTolerates)), IsEmpty());
  EXPECT_THAT(said(std::string(kTolerates) + "nodeSelector: {zone: a}, "), IsEmpty());
  EXPECT_THAT(said(std::string(kTolerates) + "nodeSelector: {zone: b}, "),
              ElementsAre("spec.resourceClaims[0]: Claim shared has the devices of a node that "
                          "this Pod may not go to, by its nodeSelector, affinity or tolerations. "
                          "Let it go there, or use a template: each pod gets a claim of its own. "
                          "[ClaimElsewhere]"));
  EXPECT_THAT(said(""), ElementsAre(HasSubstr("may not go to")));
  EXPECT_THAT(said("nodeName: n2, "), IsEmpty()) << "told of the nodeName";
}

TEST_F(ClaimElsewhere, TwoNodes) {
  allocate("other", fields("n2"));
  const std::string_view both = ", {name: o, resourceClaimName: other}";
  EXPECT_THAT(said(kTolerates, both),
              ElementsAre("spec.resourceClaims[1]: Claims shared and other have devices of "
                          "different nodes, and this Pod needs both on one. Use a template instead "
                          "of one of them: each pod gets a claim of its own. [ClaimElsewhere]"));
  allocate("other", fields("n1"));
  EXPECT_THAT(said(kTolerates, both), IsEmpty());
}

TEST_F(ClaimElsewhere, OfNodesByLabelsNothingIsSaid) {
  allocate("shared", "{matchExpressions: [{key: zone, operator: In, values: [a]}]}");
  EXPECT_THAT(said("nodeSelector: {zone: b}, "), IsEmpty());
  allocate("shared", fields("n1, n2"));
  EXPECT_THAT(said("nodeSelector: {zone: b}, "), IsEmpty());
  allocate("shared", fields("n3"));
  EXPECT_THAT(said("nodeSelector: {zone: b}, "), IsEmpty()) << "a node that is not known";
}

TEST_F(ClaimElsewhere, WhatKueueLetsWait) {
  world_.queue.role = QueueFacts::Role::kPlainPod;
  EXPECT_THAT(said(""), IsEmpty());
}

}  // namespace
}  // namespace drawbridge::rules

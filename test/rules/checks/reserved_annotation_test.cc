#include "rules/checks/reserved_annotation.h"

#include "test/rules/checks/check_world.h"

namespace drawbridge::rules {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

const std::string kExtended = "annotations: {resource.kubernetes.io/extended-resource-claim: ";
const std::string kPodClaim = "annotations: {resource.kubernetes.io/pod-claim-name: ";
const std::string kPodOwner =
    "ownerReferences: [{apiVersion: v1, kind: Pod, name: p, uid: a, controller: true}]";

class ReservedAnnotationTest : public ::testing::Test {
 protected:
  ReservedAnnotationTest() { world_.severity = Severity::kDeny; }

  static std::string claim(std::string_view metadata) {
    return "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: c, " +
           std::string(metadata) + "}, spec: {devices: {}}}";
  }
  std::vector<std::string> create(std::string_view metadata) {
    return world_.object("ReservedAnnotation", claim(metadata));
  }
  std::vector<std::string> update(std::string_view before, std::string_view after) {
    return world_.object("ReservedAnnotation", claim(after), claim(before));
  }

  CheckWorld world_;
};

TEST_F(ReservedAnnotationTest, NobodyElseWritesThem) {
  EXPECT_THAT(create(kExtended + "'true'}"),
              ElementsAre("metadata.annotations[resource.kubernetes.io/extended-resource-claim]: "
                          "Annotation resource.kubernetes.io/extended-resource-claim is reserved "
                          "to the scheduler and the claim controller of Kubernetes. Remove the "
                          "annotation. [ReservedAnnotation]"));
  EXPECT_THAT(create(kExtended + "''}"), SizeIs(1)) << "whatever its value";
  EXPECT_THAT(create(kPodClaim + "gpu}"), SizeIs(1));
  EXPECT_THAT(create(kPodOwner),
              ElementsAre("metadata.ownerReferences: A Pod as controller of a ResourceClaim is "
                          "reserved to the scheduler and the claim controller of Kubernetes. "
                          "Remove controller: true from the reference, or the reference. "
                          "[ReservedAnnotation]"));
  EXPECT_THAT(create(kExtended + "'true'}, " + kPodOwner), SizeIs(2));
}

TEST_F(ReservedAnnotationTest, OtherMetadataIsNobodysBusiness) {
  EXPECT_THAT(create("labels: {a: b}"), IsEmpty());
  EXPECT_THAT(create("annotations: {resource.kubernetes.io/extended-resource: x, "
                     "example.com/pod-claim-name: y}"),
              IsEmpty());
  EXPECT_THAT(create("ownerReferences: [{apiVersion: v1, kind: Pod, name: p, uid: a}]"), IsEmpty())
      << "deleted with the pod, and that is all";
  EXPECT_THAT(create("ownerReferences: [{apiVersion: batch/v1, kind: Job, name: p, uid: a, "
                     "controller: true}]"),
              IsEmpty());
  EXPECT_THAT(create("ownerReferences: [{apiVersion: example.com/v1, kind: Pod, name: p, uid: a, "
                     "controller: true}]"),
              IsEmpty())
      << "another kind of that name";
}

TEST_F(ReservedAnnotationTest, WhoMakesClaimsForPodsMay) {
  for (const char* maker : {"system:kube-scheduler", "system:kube-controller-manager",
                            "system:serviceaccount:kube-system:resource-claim-controller"}) {
    world_.user = maker;
    EXPECT_THAT(create(kExtended + "'true'}, " + kPodOwner), IsEmpty()) << maker;
  }
  world_.user = "system:serviceaccount:team-a:resource-claim-controller";
  EXPECT_THAT(create(kPodOwner), SizeIs(1));
  world_.settings.claim_makers = {"system:serviceaccount:team-a:resource-claim-controller"};
  EXPECT_THAT(create(kPodOwner), IsEmpty());
  world_.user = "system:kube-scheduler";
  EXPECT_THAT(create(kPodOwner), SizeIs(1)) << "not in the administrator's list";
  world_.user = "";
  EXPECT_THAT(create(kPodOwner), SizeIs(1));
}

TEST_F(ReservedAnnotationTest, AnUpdateThatChangesThem) {
  const std::string owned = kPodClaim + "gpu}, " + kPodOwner;
  EXPECT_THAT(update(owned, owned + ", labels: {a: b}"), IsEmpty());
  EXPECT_THAT(update("labels: {}", kPodClaim + "gpu}"), SizeIs(1)) << "added";
  EXPECT_THAT(update(kPodClaim + "gpu}", kPodClaim + "nic}"), SizeIs(1)) << "another value";
  EXPECT_THAT(update(kPodClaim + "gpu}", "labels: {}"),
              ElementsAre(HasSubstr("Leave the annotation as it was.")));
  EXPECT_THAT(update("labels: {}", kPodOwner), SizeIs(1)) << "taken over by a pod";
  EXPECT_THAT(update(owned, kPodClaim + "gpu}"),
              ElementsAre(HasSubstr("Who owns a ResourceClaim that was made for a pod")));
  EXPECT_THAT(
      update(owned, kPodClaim + "gpu}, ownerReferences: [{apiVersion: v1, kind: Pod, name: p, uid: "
                                "a, controller: true}, {apiVersion: v1, kind: Node, name: n, uid: "
                                "b}]"),
      SizeIs(1));
  const char* job = "ownerReferences: [{apiVersion: batch/v1, kind: Job, name: j, uid: a}]";
  EXPECT_THAT(update("labels: {}", job), IsEmpty());
  EXPECT_THAT(update(job, "labels: {}"), IsEmpty());
}

TEST_F(ReservedAnnotationTest, TheGarbageCollectorTakesReferencesAway) {
  const std::string owned = kPodClaim + "gpu}, " + kPodOwner;
  world_.user = "system:serviceaccount:kube-system:generic-garbage-collector";
  EXPECT_THAT(update(owned, kPodClaim + "gpu}"), IsEmpty());
  EXPECT_THAT(update(kPodClaim + "gpu}", owned), SizeIs(1)) << "it adds none";
  EXPECT_THAT(
      update(owned, kPodClaim + "gpu}, ownerReferences: [{apiVersion: v1, kind: Pod, name: q, uid: "
                                "b, controller: true}]"),
      SizeIs(1));
  world_.user = "system:serviceaccount:team-a:generic-garbage-collector";
  EXPECT_THAT(update(owned, kPodClaim + "gpu}"), SizeIs(1));
}

TEST_F(ReservedAnnotationTest, ATemplateDoesNotMakeTheControllerWriteThem) {
  const auto of = [&](std::string_view metadata) {
    return world_.object("ReservedAnnotation",
                         "{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: "
                         "{name: t}, spec: {metadata: {" +
                             std::string(metadata) + "}, spec: {devices: {}}}}");
  };
  EXPECT_THAT(of(kExtended + "'true'}"), SizeIs(1));
  EXPECT_THAT(of("annotations: {a: b}"), IsEmpty());
  EXPECT_THAT(of(kPodClaim + "gpu}"), IsEmpty()) << "the controller writes its own over it";
  EXPECT_THAT(of("annotations: [x]"), IsEmpty());
}

}  // namespace
}  // namespace drawbridge::rules

// What a DeviceQuota answers beside "there is not enough left": from the objects of a cluster and
// the status of its DeviceQuota to the answer and what is held then. And what is asked for first
// where a queue is missing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kube/api/arena.h"
#include "kube/api/pod.h"
#include "quota/charge_flow.h"
#include "rules/mapping/template.h"
#include "test/quota/quota_testing.h"
#include "test/webhook/admission_testing.h"
#include "test/webhook/queue_manifests.h"
#include "webhook/decide/decide.h"
#include "webhook/decide/quotas/charge_units.h"
#include "webhook/decide/quotas/claim_of_pod.h"
#include "webhook/decide/quotas/exceeded_text.h"
#include "webhook/decide/reduce.h"
#include "webhook/decide/review_codec.h"
#include "webhook/decide/snapshot_builder.h"

namespace drawbridge::admission::quota_answers {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::StartsWith;

constexpr const char* kClaimController =
    "system:serviceaccount:kube-system:resource-claim-controller";
constexpr const char* kScheduler = "system:kube-scheduler";

std::string device_quota(std::string_view hard, std::string_view more = "") {
  return "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: {name: gpus, "
         "namespace: default}, spec: {hard: {" +
         std::string(hard) + "}" + std::string(more) + "}}\n---\n";
}

std::string labelled_namespace(std::string_view labels) {
  return "{apiVersion: v1, kind: Namespace, metadata: {name: default, labels: {" +
         std::string(labels) + "}}}\n---\n";
}

// One request of class gpu.nvidia.com; `more` are other fields of it.
json devices(json more) {
  more["deviceClassName"] = "gpu.nvidia.com";
  return {{"devices", {{"requests", {{{"name", "r"}, {"exactly", std::move(more)}}}}}}};
}

json claim(const std::string& name, int count) {
  return {{"apiVersion", "resource.k8s.io/v1"},
          {"kind", "ResourceClaim"},
          {"metadata", {{"name", name}, {"namespace", "default"}, {"uid", name + "-uid"}}},
          {"spec", devices({{"count", count}})}};
}

// By whoever makes claims for the entry "gpu" of Pod p.
json made(json object) {
  object["metadata"]["annotations"]["resource.kubernetes.io/pod-claim-name"] = "gpu";
  object["metadata"]["ownerReferences"] = {{{"apiVersion", "v1"},
                                            {"kind", "Pod"},
                                            {"name", "p"},
                                            {"uid", "p-uid"},
                                            {"controller", true}}};
  return object;
}

// By the scheduler, for the extended resources of Pod p.
json made_of_extended_resources(json object) {
  object = made(std::move(object));
  object["metadata"]["annotations"] = {{"resource.kubernetes.io/extended-resource-claim", "true"}};
  return object;
}

// Pod p of second 5, whose entry "gpu" names the template.
json pod_of(std::string_view claim_template) {
  json pod = pod_asking(json::object());
  pod["metadata"].update(
      {{"name", "p"}, {"uid", "p-uid"}, {"creationTimestamp", "2026-11-22T03:00:05Z"}});
  pod["spec"]["resourceClaims"] = {
      {{"name", "gpu"}, {"resourceClaimTemplateName", claim_template}}};
  pod["spec"]["containers"][0]["resources"]["claims"] = {{{"name", "gpu"}}};
  return pod;
}

json queued(json pod) {
  pod["metadata"]["labels"]["kueue.x-k8s.io/queue-name"] = "q";
  pod["spec"]["schedulingGates"] = {{{"name", "kueue.x-k8s.io/admission"}}};
  return pod;
}

// That of an object as it comes, from a user.
json review_by(const std::string& user, const json& object) {
  json review = review_of(object);
  review["request"]["name"] = object["metadata"]["name"];
  review["request"]["userInfo"]["username"] = user;
  return review;
}

json review_of_update(const json& before, const json& after) {
  json review = review_of(after);
  review["request"]["operation"] = "UPDATE";
  review["request"]["oldObject"] = before;
  return review;
}

// "refused: MESSAGE", "warned: WARNINGS", each behind a line break, or "passes".
std::string told(const AdmissionResponse& response) {
  if (!response.allowed) return "refused: " + response.message;
  std::string text;
  for (const std::string& warning : response.warnings) text += "\n" + warning;
  return text.empty() ? "passes" : "warned: " + text.substr(1);
}

// A Configuration with one field.
rules::SharedSettings settings_of(const std::string& field, const json& value) {
  const json file = {
      {"apiVersion", "drawbridge.dev/v1alpha1"}, {"kind", "Configuration"}, {field, value}};
  return std::make_shared<const rules::Settings>(
      *rules::read_settings(kube::read_json(file.dump())->root()));
}

// Of one more node, so that nobody asks for more than one has.
constexpr std::string_view kThreeGpus =
    "{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: big}, spec: {nodeName: "
    "big, driver: gpu.nvidia.com, pool: {name: big, generation: 1, resourceSliceCount: 1}, "
    "devices: [{name: a}, {name: b}, {name: c}]}}\n---\n";

// Whether all templates that there are were listed.
enum class Of : std::uint8_t { kCluster, kFiles };

// Namespace default with one DeviceQuota, as a replica or a review of files knows it.
class Answers {
 public:
  explicit Answers(std::string_view quota,
                   rules::SharedSettings settings = rules::default_settings(), Of of = Of::kCluster)
      : builder_(std::move(settings)) {
    builder_.begin_list("resource.k8s.io", "ResourceClaimTemplate");
    if (of == Of::kCluster) builder_.end_list("resource.k8s.io", "ResourceClaimTemplate");
    put(std::string(kGpuCluster) + "---\n" + std::string(kThreeGpus) + labelled_namespace("") +
        std::string(quota));
  }

  void put(std::string_view yaml) {
    for (const SourcedObject& object : manifests(yaml)) builder_.put(object.json());
    snapshot_ = builder_.publish();
  }
  void put_template(std::string_view name, const json& spec,
                    std::string_view created = "2026-11-22T02:00:00Z") {
    put(json{
        {"apiVersion", "resource.k8s.io/v1"},
        {"kind", "ResourceClaimTemplate"},
        {"metadata", {{"name", name}, {"namespace", "default"}, {"creationTimestamp", created}}},
        {"spec", {{"spec", spec}}}}
            .dump());
  }
  // What the API server has that no snapshot holds: pods, and claims of users.
  void add(ObjectRef::Kind kind, const json& object) {
    documents_.push_back(kube::read_json(object.dump()).value());
    facts_.looked_up.push_back(
        {{kind, "default", object["metadata"]["name"]}, documents_.back().root()});
  }
  // As the leader writes the status, with so much in use of each resource.
  void count(const quota::Amounts& used) {
    ledger = quota::counted(quota(), used, *snapshot_->countings());
  }
  bool is_counted() const { return quota::is_counted(quota(), ledger, *snapshot_->countings()); }
  const quota::DeviceQuota& quota() const { return snapshot_->device_quotas_of("default").front(); }

  Decision decision(const json& review) {
    const auto document = kube::read_json(review.dump());
    const auto request = decode_review(document->root(), Endpoint::kValidate);
    Facts facts = facts_;
    for (int round = 0; round < kDecideRoundsMax; ++round) {
      auto judged = decide(*request, *snapshot_, facts);
      if (Decision* decision = std::get_if<Decision>(&judged)) return std::move(*decision);
      for (const ObjectRef& ref : std::get<Needs>(judged).objects)
        facts.looked_up.push_back({ref, std::nullopt});
    }
    ADD_FAILURE() << "it is looked up again and again: " << review;
    return {};
  }
  AdmissionResponse response(const json& review) {
    const auto document = kube::read_json(review.dump());
    const auto request = decode_review(document->root(), Endpoint::kValidate);
    Decision decided = decision(review);
    if (!wants_charge(decided, {})) return conclude(*request, std::move(decided), {});
    const quota::ChargeResult result = charge(*decided.charge);
    return conclude(*request, std::move(decided), {}, &result);
  }
  std::string answer(const json& review) { return told(response(review)); }
  // Of a user.
  std::string answer_to(const json& object) { return answer(review_by("tenant", object)); }
  // The pod comes, and is there from then on.
  void let_pass(const json& pod) {
    EXPECT_EQ(answer_to(pod), "passes");
    add(ObjectRef::Kind::kPod, pod);
  }
  // What has to be looked up before anything is decided.
  std::vector<ObjectRef> needs(const json& review) const {
    const auto document = kube::read_json(review.dump());
    auto judged = decide(*decode_review(document->root(), Endpoint::kValidate), *snapshot_, facts_);
    Needs* needs = std::get_if<Needs>(&judged);
    return needs == nullptr ? std::vector<ObjectRef>() : std::move(needs->objects);
  }
  // What has the code is told elsewhere.
  void leave_out(std::string_view code) { facts_.told.push_back(code); }
  // What the claim is put to the DeviceQuota with; nullopt: it costs in full.
  std::optional<quota::MadeFor> made_for(const json& object,
                                         const std::string& user = kClaimController) {
    const Decision decided = decision(review_by(user, object));
    EXPECT_TRUE(decided.charge);
    return decided.charge ? decided.charge->waiter.made_for : std::nullopt;
  }

  std::string used() const { return quota::text_of(ledger.used); }

  quota::Ledger ledger;
  std::string unreached_why;  // empty: it is read and written

 private:
  quota::ChargeResult charge(const ChargeWish& wish) {
    using Flow = quota::ChargeFlow;
    quota::Waiter waiter = wish.as_waiter();
    waiter.ticket = "ticket " + std::to_string(++version_);
    Flow flow(wish.quotas, {waiter});
    while (flow.next().step != Flow::Step::kDone) {
      if (!unreached_why.empty()) {
        flow.failed(unreached_why);
      } else if (flow.next().step == Flow::Step::kRead) {
        flow.was_read({quota(), ledger, std::to_string(version_)});
      } else {
        ledger = flow.next().ledger;
        flow.was_written(Flow::Written::kDone, std::to_string(++version_));
      }
    }
    return flow.results().front();
  }

  SnapshotBuilder builder_;
  std::shared_ptr<const Snapshot> snapshot_;
  std::deque<kube::Document> documents_;
  Facts facts_;
  int version_ = 1;
};

TEST(QuotaAnswers, WhatCannotBeReachedRefusesUnderFail) {
  for (const char* policy : {"", ", failurePolicy: Fail"}) {
    Answers cluster(device_quota("nvidia.com/gpu: 8", policy));
    cluster.count({});
    cluster.unreached_why = "connection refused";
    EXPECT_EQ(
        cluster.answer_to(claim("c", 1)),
        "refused: DeviceQuota gpus of default could not be charged: connection refused.\n"
        "Apply again; when it lasts, tell an administrator of the cluster that Drawbridge can't "
        "write DeviceQuotas. [QuotaUnreachable]")
        << policy;
  }
}

TEST(QuotaAnswers, WhatCannotBeReachedIsWarnedOfUnderIgnore) {
  Answers cluster(device_quota("nvidia.com/gpu: 8", ", failurePolicy: Ignore"));
  cluster.count({});
  cluster.unreached_why = "connection refused";
  EXPECT_EQ(cluster.answer_to(claim("c", 1)),
            "warned: DeviceQuota gpus of default could not be charged: connection refused. It is "
            "counted later, within two minutes. [QuotaUnreachable]");
  json dry_run = review_by("tenant", claim("c", 1));
  dry_run["request"]["dryRun"] = true;
  EXPECT_THAT(cluster.answer(dry_run),
              HasSubstr("A create would be let pass, and counted later. [QuotaUnreachable]"));
}

TEST(QuotaAnswers, InANamespaceThatOnlyWarnsWhatCannotBeReachedRefusesNobody) {
  Answers cluster(device_quota("nvidia.com/gpu: 8"));
  cluster.put(labelled_namespace("drawbridge.dev/enforcement: Warn"));
  cluster.count({});
  cluster.unreached_why = "connection refused";
  EXPECT_THAT(cluster.answer_to(claim("c", 1)),
              AllOf(HasSubstr("warned: DeviceQuota gpus of default could not be charged"),
                    HasSubstr("[QuotaUnreachable]")));
}

TEST(QuotaAnswers, AQuotaThatOnlyWarnsRefusesNobodyWhereItCannotBeReached) {
  Answers cluster(device_quota("nvidia.com/gpu: 8", ", enforcement: Warn, failurePolicy: Fail"));
  cluster.count({});
  cluster.unreached_why = "connection refused";
  EXPECT_THAT(cluster.answer_to(claim("c", 1)),
              AllOf(HasSubstr("warned: DeviceQuota gpus of default could not be charged"),
                    HasSubstr("It is counted later")));
}

// What passed so would be counted by nobody.
TEST(QuotaAnswers, ChecksSoftenNoOtherCodeOfACharge) {
  for (const char* code : {"QuotaNotCounted", "QuotaUncountable", "QuotaUnreachable"}) {
    const json file = {{"apiVersion", "drawbridge.dev/v1alpha1"},
                       {"kind", "Configuration"},
                       {"checks", {{code, "Warn"}}}};
    const auto read = rules::read_settings(kube::read_json(file.dump())->root());
    ASSERT_FALSE(read.ok()) << code;
    EXPECT_EQ(read.error().field, std::string("checks.") + code);
  }
}

TEST(QuotaAnswers, WhoWantsToHearOfNoQuotaHearsThatOneWasNotCharged) {
  Answers cluster(device_quota("nvidia.com/gpu: 8"),
                  settings_of("checks", {{"QuotaExceeded", "Off"}}));
  EXPECT_EQ(cluster.answer_to(claim("c", 1)), "passes");
  cluster.unreached_why = "connection refused";
  EXPECT_THAT(cluster.answer_to(claim("d", 1)),
              AllOf(StartsWith("warned: "), HasSubstr("[QuotaUnreachable]")));
}

TEST(QuotaAnswers, WhatTheQuotaDoesNotLimitDoesNotHangOnIt) {
  Answers cluster(device_quota("nvidia.com/nic: 8"));
  cluster.count({});
  cluster.unreached_why = "connection refused";
  EXPECT_EQ(cluster.answer_to(claim("c", 1)), "passes");
}

TEST(QuotaAnswers, WhatIsNotCountedYetRefusesUnderDeny) {
  Answers cluster(device_quota("nvidia.com/gpu: 8"));
  EXPECT_EQ(cluster.answer_to(claim("c", 1)),
            "refused: What is in use in default is being counted (DeviceQuota gpus): the quota is "
            "new, or it or what it counts has changed.\n"
            "Apply again in some seconds; when it lasts: kubectl describe devicequota -n default "
            "gpus. [QuotaNotCounted]");
  EXPECT_THAT(cluster.ledger.holds, IsEmpty());
}

TEST(QuotaAnswers, WhatIsNotCountedYetIsWarnedOfUnderWarnAndHeld) {
  Answers cluster(device_quota("nvidia.com/gpu: 8", ", enforcement: Warn"));
  EXPECT_EQ(cluster.answer_to(claim("c", 1)),
            "warned: What is in use in default is being counted (DeviceQuota gpus): the quota is "
            "new, or it or what it counts has changed. Apply again in some seconds; when it lasts: "
            "kubectl describe devicequota -n default gpus. [QuotaNotCounted]");
  EXPECT_THAT(cluster.ledger.holds, SizeIs(1)) << "it is counted with the others";
}

// One class stands for the resource that is left out, another one can be told.
TEST(QuotaAnswers, WhatCouldNotBeCountedIsNotSaidToBeBeingCounted) {
  Answers cluster(device_quota("nvidia.com/gpu: 8"));
  cluster.count({});
  cluster.ledger.used.clear();
  EXPECT_EQ(cluster.answer_to(claim("c", 1)),
            "refused: How much nvidia.com/gpu is in use in default can't be counted (DeviceQuota "
            "gpus): something there asks for devices of which no published one has the capacity by "
            "which they are counted.\n"
            "Apply again when a node has such devices, or delete what asks for them: drawbridge "
            "quota -n default. [QuotaNotCounted]");
}

TEST(QuotaAnswers, AnObjectThatIsAskedForTooOftenIsSaidToBe) {
  Answers cluster(device_quota("nvidia.com/gpu: 8"));
  cluster.count({});
  for (std::size_t i = 0; i < quota::kTicketsMax; ++i)
    ASSERT_EQ(cluster.answer_to(claim("c", 1)), "passes") << i;
  EXPECT_EQ(cluster.answer_to(claim("c", 1)),
            "refused: This ResourceClaim is asked for in more requests of one UID (8) than "
            "DeviceQuota gpus can note.\nCreate it anew; what those requests hold is free a minute "
            "after the last of them. [QuotaUncountable]");
}

TEST(QuotaAnswers, WhatAQuotaThatOnlyWarnsHasNoRoomForIsSaidToExceedItToo) {
  Answers cluster(device_quota("nvidia.com/gpu: 1", ", enforcement: Warn"));
  cluster.count({});
  for (std::size_t i = 0; i < quota::kHoldsMax; ++i)
    cluster.ledger.holds.emplace_back().uid = std::to_string(i);
  EXPECT_THAT(
      cluster.answer_to(claim("c", 2)),
      AllOf(HasSubstr("[QuotaExceeded]"), HasSubstr("[QuotaUncountable]"), StartsWith("warned: ")));
}

TEST(QuotaAnswers, WhoAsksBesideItNeedNotBeKnown) {
  EXPECT_EQ(asking_for("nvidia.com/gpu", {}).asks_text(), "others ask");
  EXPECT_EQ(asking_for("a", {{"a", {.first = "Deployment web"}}}).asks_text(),
            "Deployment web asks");
}

json claim_of_nic() {
  json object = claim("c", 1);
  object["spec"]["devices"]["requests"][0]["exactly"]["deviceClassName"] = "nic.example.com";
  return object;
}

constexpr std::string_view kCountedByMemory = R"(
apiVersion: drawbridge.dev/v1alpha1
kind: DeviceMapping
metadata: {name: nvidia-gpu}
spec:
  logicalResource: nvidia.com/gpu
  deviceClassNames: [gpu.nvidia.com]
  charge: {type: Capacity, capacity: gpu.nvidia.com/memory}
)";

TEST(QuotaAnswers, AChangedMappingMakesWhatItCountsNotCounted) {
  Answers cluster(device_quota("nvidia.com/gpu: 8"));
  cluster.count({});
  ASSERT_EQ(cluster.answer_to(claim("c", 1)), "passes");
  cluster.put(kCountedByMemory);
  EXPECT_THAT(cluster.answer_to(claim("d", 1)), HasSubstr("[QuotaNotCounted]"));
  cluster.count({});
  EXPECT_THAT(cluster.answer_to(claim("d", 1)), Not(HasSubstr("[QuotaNotCounted]")));
}

TEST(QuotaAnswers, AMappingOfAnotherResourceLeavesItCounted) {
  Answers cluster(device_quota("nvidia.com/gpu: 8"));
  cluster.count({});
  cluster.put(
      "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceMapping, metadata: {name: nic}, spec: "
      "{logicalResource: example.com/nic, deviceClassNames: [nic.example.com]}}\n");
  EXPECT_EQ(cluster.answer_to(claim("c", 1)), "passes");
}

TEST(QuotaAnswers, WhatKueueCountsAClassAsMakesItNotCounted) {
  Answers cluster(device_quota("example.com/nic: 8"));
  cluster.put(device_class("nic.example.com"));
  cluster.count({});
  ASSERT_EQ(cluster.answer_to(claim_of_nic()), "passes");
  ASSERT_THAT(cluster.ledger.holds, IsEmpty()) << "it is counted under no such name";
  cluster.put(kueue_configuration("batch/job", "example.com/nic", "nic.example.com"));
  EXPECT_THAT(cluster.answer_to(claim_of_nic()), HasSubstr("[QuotaNotCounted]"));
  cluster.count({});
  EXPECT_EQ(cluster.answer_to(claim_of_nic()), "passes");
  EXPECT_EQ(cluster.used(), " example.com/nic=1");
}

TEST(QuotaAnswers, AClassThatComesMakesWhatItIsCountedAsNotCounted) {
  Answers cluster(device_quota("example.com/nic: 8"));
  cluster.count({});
  cluster.put(device_class("nic.example.com", "extendedResourceName: example.com/nic"));
  EXPECT_THAT(cluster.answer_to(claim_of_nic()), HasSubstr("[QuotaNotCounted]"));
  cluster.count({});
  EXPECT_EQ(cluster.answer_to(claim_of_nic()), "passes");
}

TEST(QuotaAnswers, AnExtendedResourceThatAClassHasUnderAnotherNameIsNotCounted) {
  Answers cluster(device_quota("example.com/nic: 8"));
  cluster.put(
      "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceMapping, metadata: {name: nic}, spec: "
      "{logicalResource: example.com/other, deviceClassNames: [nic.example.com]}}\n");
  cluster.count({});
  ASSERT_TRUE(cluster.is_counted());
  cluster.put(device_class("nic.example.com", "extendedResourceName: example.com/nic"));
  EXPECT_FALSE(cluster.is_counted()) << "pods that ask for it were counted by its own name";
}

TEST(QuotaAnswers, AnUpdateOfAClaimIsNeverRefused) {
  Answers cluster(device_quota("nvidia.com/gpu: 1"));
  cluster.count(quota::amounts({{"nvidia.com/gpu", "1"}}));
  const json before = claim("c", 2);
  ASSERT_THAT(cluster.answer_to(before), HasSubstr("[QuotaExceeded]"));
  json after = before;
  after["metadata"]["labels"]["team"] = "vision";
  EXPECT_EQ(cluster.answer(review_of_update(before, after)), "passes");
}

TEST(QuotaAnswers, AnUpdateOfAClaimIsNotCharged) {
  Answers cluster(device_quota("nvidia.com/gpu: 8"));
  cluster.count({});
  const json before = claim("c", 2);
  json after = before;
  after["metadata"]["labels"]["team"] = "vision";
  EXPECT_FALSE(cluster.decision(review_of_update(before, after)).charge);
  ASSERT_EQ(cluster.answer(review_of_update(before, after)), "passes");
  EXPECT_EQ(cluster.used(), " nvidia.com/gpu=0");
}

const json kAdminAccess = devices({{"adminAccess", true}});

// A namespace in which it is taken, and no device is left.
class AdminAccess : public ::testing::Test {
 protected:
  AdminAccess() {
    cluster_.put(labelled_namespace("resource.kubernetes.io/admin-access: 'true'"));
    cluster_.count({});
  }

  Answers cluster_{device_quota("nvidia.com/gpu: 0")};
};

TEST_F(AdminAccess, OfAClaimCostsNothing) {
  json object = claim("c", 1);
  ASSERT_THAT(cluster_.answer_to(object), HasSubstr("[QuotaExceeded]"));
  object["spec"] = kAdminAccess;
  EXPECT_EQ(cluster_.answer_to(object), "passes");
}

TEST_F(AdminAccess, OfAPodsTemplateCostsNothing) {
  cluster_.put_template("t", devices({{"count", 1}}));
  ASSERT_THAT(cluster_.answer_to(pod_of("t")), HasSubstr("[QuotaExceeded]"));
  cluster_.put_template("t", kAdminAccess);
  EXPECT_EQ(cluster_.answer_to(pod_of("t")), "passes");
}

TEST_F(AdminAccess, OfOneRequestDoesNotPayForAnother) {
  json object = claim("c", 2);
  object["spec"]["devices"]["requests"].push_back(kAdminAccess["devices"]["requests"][0]);
  object["spec"]["devices"]["requests"][1]["name"] = "admin";
  EXPECT_THAT(cluster_.answer_to(object), HasSubstr("this ResourceClaim asks for 2 ("));
}

// Pod p is there, was let pass with the template's 2 devices, and has filled the quota.
class ClaimsOfPods : public ::testing::Test {
 protected:
  ClaimsOfPods() {
    cluster_.put_template("t", devices({{"count", 2}}));
    cluster_.count({});
    cluster_.let_pass(pod_of("t"));
  }

  Answers cluster_{device_quota("nvidia.com/gpu: 2")};
};

TEST_F(ClaimsOfPods, TheClaimControllersClaimWasPaidByThePod) {
  ASSERT_EQ(cluster_.used(), " nvidia.com/gpu=2");
  EXPECT_EQ(cluster_.answer(review_by(kClaimController, made(claim("c", 2)))), "passes");
  EXPECT_EQ(cluster_.used(), " nvidia.com/gpu=2");
}

TEST_F(ClaimsOfPods, ATenantWhoNamesThePodPaysInFull) {
  EXPECT_TRUE(cluster_.made_for(made(claim("c", 2))));
  EXPECT_FALSE(cluster_.made_for(made(claim("c", 2)), "tenant"));
  cluster_.leave_out("ReservedAnnotation");
  EXPECT_THAT(cluster_.answer_to(made(claim("c", 2))),
              HasSubstr("refused: default has 2 of 2 nvidia.com/gpu in use (DeviceQuota gpus) and "
                        "this ResourceClaim asks for 2 "));
}

TEST_F(ClaimsOfPods, NoNamespaceLetsATenantNameThePod) {
  for (const char* enforcement : {"Warn", "'Off'"}) {
    cluster_.put(labelled_namespace("drawbridge.dev/enforcement: " + std::string(enforcement)));
    EXPECT_THAT(cluster_.answer_to(made(claim("c", 2))),
                AllOf(HasSubstr("refused: "), HasSubstr("[ReservedAnnotation]")));
  }
}

TEST_F(ClaimsOfPods, APodThatIsNoControllerPaysNothing) {
  json object = made(claim("c", 2));
  object["metadata"].erase("annotations");
  object["metadata"]["ownerReferences"][0].erase("controller");
  EXPECT_THAT(cluster_.answer_to(object),
              AllOf(HasSubstr("this ResourceClaim asks for 2 "), HasSubstr("[QuotaExceeded]")));
}

// As of a StatefulSet, which gives a pod the name of the one before.
TEST_F(ClaimsOfPods, APodDoesNotPayForTheClaimOfItsPredecessor) {
  json object = made(claim("c", 2));
  ASSERT_TRUE(cluster_.made_for(object));
  object["metadata"]["ownerReferences"][0]["uid"] = "uid-of-the-one-before";
  EXPECT_FALSE(cluster_.made_for(object));
  EXPECT_THAT(cluster_.answer(review_by(kClaimController, object)), HasSubstr("[QuotaExceeded]"));
}

// Whoever makes claims may make others, too.
TEST(QuotaAnswers, WhatNamesNoPodOrNoEntryIsMadeForNone) {
  const auto is_made = [](const json& object) {
    return is_made_for_pod(kube::read_json(object.dump())->root());
  };
  const json object = made(claim("c", 2));
  EXPECT_TRUE(is_made(object));
  for (const auto& [field, value] : {std::pair<const char*, json>("kind", "Job"),
                                     {"apiVersion", "example.com/v1"},
                                     {"uid", ""},
                                     {"controller", false}}) {
    json another = object;
    another["metadata"]["ownerReferences"][0][field] = value;
    EXPECT_FALSE(is_made(another)) << field;
  }
  json plain = object;
  plain["metadata"].erase("annotations");
  EXPECT_FALSE(is_made(plain));
  json& annotation =
      plain["metadata"]["annotations"]["resource.kubernetes.io/extended-resource-claim"];
  annotation = "false";
  EXPECT_FALSE(is_made(plain));
  annotation = "true";
  EXPECT_TRUE(is_made(plain));
}

TEST(QuotaAnswers, WhomTheConfigurationNamesMakesClaimsForPods) {
  Answers cluster(device_quota("nvidia.com/gpu: 2"), settings_of("claimMakers", {"restorer"}));
  cluster.put_template("t", devices({{"count", 2}}));
  cluster.count({});
  cluster.let_pass(pod_of("t"));
  const json object = made(claim("c", 2));
  EXPECT_EQ(cluster.answer(review_by("restorer", object)), "passes");
  EXPECT_FALSE(cluster.made_for(object, kClaimController)) << "which it no longer names";
}

// Whoever deletes one and makes it anew while its pods wait would have them counted as nothing in
// between.
TEST_F(ClaimsOfPods, AGeneratedTemplateIsSureThatWasThereAMinuteBeforeItsPod) {
  const std::string generated = rules::template_name("{}");
  json pod = pod_of(generated);
  pod["metadata"]["name"] = "of-generated";
  cluster_.add(ObjectRef::Kind::kPod, pod);
  json object = made(claim("c", 2));
  object["metadata"]["ownerReferences"][0]["name"] = "of-generated";
  const auto is_unsure = [&](const char* created) {
    cluster_.put_template(generated, devices({{"count", 2}}), created);
    const auto paid = cluster_.made_for(object);
    EXPECT_TRUE(paid) << created;
    return paid && paid->is_unsure;
  };
  EXPECT_FALSE(is_unsure("2026-11-22T02:59:05Z")) << "the content is what its name says";
  EXPECT_TRUE(is_unsure("2026-11-22T02:59:06Z"));
  EXPECT_TRUE(is_unsure("2026-11-22T03:00:06Z"));
  cluster_.ledger.holds.clear();
  EXPECT_THAT(cluster_.answer(review_by(kClaimController, object)), HasSubstr("[QuotaExceeded]"));
}

TEST_F(ClaimsOfPods, WhereTheTemplateIsGoneTheHoldPays) {
  json pod = pod_of("gone");
  pod["metadata"]["name"] = "of-gone";
  cluster_.add(ObjectRef::Kind::kPod, pod);
  json object = made(claim("c", 2));
  object["metadata"]["ownerReferences"][0]["name"] = "of-gone";
  EXPECT_EQ(cluster_.answer(review_by(kClaimController, object)), "passes");
  cluster_.ledger.holds.clear();
  EXPECT_THAT(cluster_.answer(review_by(kClaimController, object)), HasSubstr("[QuotaExceeded]"));
}

// Else a quota of other devices would have no room for the pods of a large Job, and refuse them.
TEST(QuotaAnswers, WhatCostsNothingIsHeldWhereItsTemplateMayBeAnother) {
  Answers cluster(device_quota("nvidia.com/nic: 8"));
  const auto charge = [&](std::string_view name) {
    cluster.put_template(name, devices({{"count", 2}}), "2026-11-22T03:00:04Z");
    return cluster.decision(review_by("tenant", pod_of(name))).charge;
  };
  EXPECT_FALSE(charge(rules::template_name("{}")));
  const std::optional<ChargeWish> young = charge("young");
  ASSERT_TRUE(young);
  EXPECT_TRUE(young->waiter.awaits && young->waiter.may_go_unheld);
  const auto missing = cluster.decision(review_by("tenant", pod_of("missing"))).charge;
  ASSERT_TRUE(missing);
  EXPECT_TRUE(missing->waiter.awaits && !missing->waiter.may_go_unheld);
}

// What is left is for what is beyond its hold, of which nobody writes the number.
TEST(QuotaAnswers, OfAClaimThatIsPaidInPartNoLessIsProposed) {
  Answers cluster(device_quota("nvidia.com/gpu: 3"));
  cluster.put_template("t", devices({{"count", 2}}), "2026-11-22T03:00:04Z");
  cluster.count({});
  cluster.let_pass(pod_of("t"));
  for (const json& asked : {json{{"count", 4}}, json{{"allocationMode", "All"}}}) {
    json object = made(claim("c", 4));
    object["spec"] = devices(asked);
    cluster.put_template("t", object["spec"], "2026-11-22T03:10:00Z");
    EXPECT_THAT(cluster.answer(review_by(kClaimController, object)),
                AllOf(HasSubstr("beyond what Pod p was charged for it, asks for 2 ("),
                      HasSubstr("\nFree 1, or have the quota raised")))
        << asked;
  }
}

TEST(QuotaAnswers, OfATemplateWithoutATimeOnlyTheHoldSaysWhatItWas) {
  Answers cluster(device_quota("nvidia.com/gpu: 2"));
  cluster.put_template("t", devices({{"count", 2}}), "");
  cluster.count({});
  cluster.let_pass(pod_of("t"));
  const json object = made(claim("c", 2));
  const auto paid = cluster.made_for(object);
  ASSERT_TRUE(paid);
  EXPECT_TRUE(paid->is_unsure);
  EXPECT_EQ(cluster.answer(review_by(kClaimController, object)), "passes");
  cluster.ledger.holds.clear();
  EXPECT_THAT(cluster.answer(review_by(kClaimController, object)),
              HasSubstr("this ResourceClaim, beyond what Pod p was charged for it, asks for 2 "));
}

TEST_F(ClaimsOfPods, WithAnOldTemplateThePodWasCountedThoughItsHoldIsGone) {
  cluster_.ledger.holds.clear();
  EXPECT_EQ(cluster_.answer(review_by(kClaimController, made(claim("c", 2)))), "passes");
}

TEST(QuotaAnswers, ATemplateThatWasReplacedBehindThePodIsPaidAsFarAsItIsHeld) {
  Answers cluster(device_quota("nvidia.com/gpu: 2"));
  cluster.put_template("t", devices({{"count", 2}}), "2026-11-22T03:00:04Z");
  cluster.count({});
  cluster.let_pass(pod_of("t"));
  cluster.put_template("t", devices({{"count", 3}}), "2026-11-22T03:00:05Z");
  EXPECT_THAT(
      cluster.answer(review_by(kClaimController, made(claim("c", 3)))),
      AllOf(HasSubstr("this ResourceClaim, beyond what Pod p was charged for it, asks for 1 "),
            HasSubstr("[QuotaExceeded]")));
  EXPECT_EQ(cluster.answer(review_by(kClaimController, made(claim("c", 2)))), "passes");
  // Long after it, too.
  cluster.put_template("t", devices({{"count", 2}}), "2026-11-22T03:10:00Z");
  EXPECT_EQ(cluster.answer(review_by(kClaimController, made(claim("c", 2)))), "passes");
  cluster.ledger.holds.clear();
  EXPECT_THAT(cluster.answer(review_by(kClaimController, made(claim("c", 2)))),
              HasSubstr("asks for 2 "));
}

TEST(QuotaAnswers, OfATemplateThatWasReplacedTheClaimCostsWhatIsBeyondTheHold) {
  Answers cluster(device_quota("nvidia.com/gpu: 3"));
  cluster.put_template("t", devices({{"count", 1}}), "2026-11-22T03:00:04Z");
  cluster.count({});
  cluster.let_pass(pod_of("t"));
  cluster.put_template("t", devices({{"count", 3}}), "2026-11-22T03:10:00Z");
  EXPECT_EQ(cluster.answer(review_by(kClaimController, made(claim("c", 3)))), "passes");
  EXPECT_EQ(cluster.used(), " nvidia.com/gpu=3");
}

// The pod's status comes behind its claims.
TEST_F(ClaimsOfPods, ASecondClaimForOneEntryCostsByItselfWhereAWatchToldOfTheFirst) {
  const json second = made(claim("second", 2));
  EXPECT_TRUE(cluster_.made_for(second));
  json first = made(claim("first", 2));
  first["apiVersion"] = "resource.k8s.io/v1";
  first["kind"] = "ResourceClaim";
  first["metadata"]["namespace"] = "default";
  cluster_.put(first.dump());
  EXPECT_TRUE(cluster_.made_for(first)) << "it is this one, asked for once more";
  EXPECT_FALSE(cluster_.made_for(second));
  EXPECT_THAT(cluster_.answer(review_by(kClaimController, second)), HasSubstr("[QuotaExceeded]"));
}

// Not all claims of the namespace are looked at for each that comes.
TEST_F(ClaimsOfPods, ASecondClaimIsFoundByWhatItsNameBeginsWith) {
  const auto named = [](const std::string& name, const std::string& made_of) {
    json object = made(claim(name, 2));
    object["apiVersion"] = "resource.k8s.io/v1";
    object["kind"] = "ResourceClaim";
    object["metadata"]["namespace"] = "default";
    object["metadata"]["generateName"] = made_of;
    return object;
  };
  const std::string longest = std::string(57, 'p') + '-';
  const std::string longer = std::string(58, 'p') + '-';
  for (const auto& [made_of, begins] : {std::pair(std::string("p-gpu-"), std::string("p-gpu-")),
                                        {longest, longest},
                                        {longer, std::string(58, 'p')}}) {
    Answers cluster(device_quota("nvidia.com/gpu: 2"));
    cluster.put_template("t", devices({{"count", 2}}));
    cluster.count({});
    cluster.let_pass(pod_of("t"));
    json of_another = named(begins + "zzzzz", made_of);
    of_another["metadata"]["ownerReferences"][0]["uid"] = "another";
    cluster.put(of_another.dump());
    EXPECT_TRUE(cluster.made_for(named(begins + "bbbbb", made_of))) << made_of;
    cluster.put(named(begins + "aaaaa", made_of).dump());
    EXPECT_FALSE(cluster.made_for(named(begins + "bbbbb", made_of))) << made_of;
  }
}

// The status names one that is gone, and another was made in its place.
TEST_F(ClaimsOfPods, ASecondClaimIsToldOfByAWatchThoughTheStatusNamesAnotherOne) {
  json pod = pod_of("t");
  pod["metadata"]["name"] = "told";
  pod["status"]["resourceClaimStatuses"] = {{{"name", "gpu"}, {"resourceClaimName", "gone"}}};
  cluster_.add(ObjectRef::Kind::kPod, pod);
  json third = made(claim("third", 2));
  third["metadata"]["ownerReferences"][0]["name"] = "told";
  EXPECT_TRUE(cluster_.made_for(third));
  json second = made(claim("second", 2));
  second["metadata"]["ownerReferences"][0]["name"] = "told";
  second["apiVersion"] = "resource.k8s.io/v1";
  second["kind"] = "ResourceClaim";
  second["metadata"]["namespace"] = "default";
  cluster_.put(second.dump());
  EXPECT_TRUE(cluster_.made_for(second));
  EXPECT_FALSE(cluster_.made_for(third));
}

// A count may have been made since, in which it costs nothing.
TEST_F(ClaimsOfPods, APodThatHasEndedPaysForNoClaim) {
  const auto is_paid = [&](const char* phase) {
    json pod = pod_of("t");
    pod["metadata"]["name"] = phase;
    pod["status"]["phase"] = phase;
    cluster_.add(ObjectRef::Kind::kPod, pod);
    json object = made(claim("c", 2));
    object["metadata"]["ownerReferences"][0]["name"] = phase;
    return cluster_.made_for(object).has_value();
  };
  EXPECT_TRUE(is_paid("Pending"));
  EXPECT_FALSE(is_paid("Failed"));
  EXPECT_FALSE(is_paid("Succeeded"));
}

TEST(QuotaAnswers, APodOfAFileThatHasEndedPaysForNoClaimEither) {
  kube::Arena arena;
  const kube::Document pod = *kube::read_json(
      R"({"metadata":{"name":"p"},"spec":{},"status":{"phase":"Succeeded","podIP":"1.2.3.4"}})");
  const kube::Json kept = reduce_pod(pod.root(), arena);
  EXPECT_TRUE(kube::has_ended(kept));
  EXPECT_TRUE(kept["status"]["podIP"].is_null());
}

// A template may have been replaced by one of another class of the same name.
TEST(QuotaAnswers, HowAPodWasChargedIsKnownOfAllClasses) {
  const auto snapshot = snapshot_of(
      "apiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata: {name: a100}\nspec: {}\n---\n"
      "apiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata: {name: h100}\nspec: {}\n---\n"
      "apiVersion: drawbridge.dev/v1alpha1\nkind: DeviceMapping\nmetadata: {name: gpu}\nspec:\n  "
      "logicalResource: nvidia.com/gpu\n  deviceClassNames: [a100, h100]\n");
  const std::vector<quota::Want> wants = {{"", "h100", 4}};
  const quota::UnitOf unit = unit_of_classes(wants, *snapshot, {});
  EXPECT_EQ(unit({"", "h100", 1}).logical_resource, "nvidia.com/gpu");
  EXPECT_EQ(unit({"", "a100", 1}).logical_resource, "nvidia.com/gpu");
  EXPECT_EQ(unit({"", "gone", 1}).logical_resource, "");
}

TEST(QuotaAnswers, APodWhoseTemplateIsMissingLeavesAHoldThatCostsNothing) {
  Answers cluster(device_quota("nvidia.com/gpu: 2"));
  cluster.count({});
  EXPECT_TRUE(cluster.response(review_by("tenant", pod_of("later"))).allowed);
  ASSERT_THAT(cluster.ledger.holds, SizeIs(1));
  EXPECT_TRUE(cluster.ledger.holds[0].awaits);
  EXPECT_EQ(cluster.ledger.holds[0].uid, "p-uid");
  EXPECT_EQ(cluster.used(), " nvidia.com/gpu=0");
}

TEST(QuotaAnswers, TheClaimOfATemplateThatCameBehindItsPodIsCharged) {
  Answers cluster(device_quota("nvidia.com/gpu: 2"));
  cluster.count({});
  ASSERT_TRUE(cluster.response(review_by("tenant", pod_of("t"))).allowed);
  cluster.add(ObjectRef::Kind::kPod, pod_of("t"));
  // In the pod's own second: which came first their times don't say.
  cluster.put_template("t", devices({{"count", 2}}), "2026-11-22T03:00:05Z");
  EXPECT_EQ(cluster.answer(review_by(kClaimController, made(claim("c", 2)))), "passes");
  EXPECT_EQ(cluster.used(), " nvidia.com/gpu=2");
  EXPECT_THAT(cluster.answer(review_by(kClaimController, made(claim("d", 2)))),
              HasSubstr("[QuotaExceeded]"));
}

TEST(QuotaAnswers, APodAwaitsNoTemplateThatIsWhatItWas) {
  Answers cluster(device_quota("nvidia.com/gpu: 2"));
  const std::string generated = rules::template_name("{}");
  const auto awaits = [&](std::string_view name, std::string_view created) {
    cluster.put_template(name, devices({{"count", 2}}), created);
    const Decision decided = cluster.decision(review_by("tenant", pod_of(name)));
    EXPECT_TRUE(decided.charge);
    return decided.charge && decided.charge->waiter.awaits;
  };
  EXPECT_FALSE(awaits(generated, "2026-11-22T03:00:05Z"))
      << "the leader keeps its hold while that is not certain";
  EXPECT_FALSE(awaits("old", "2026-11-22T02:57:05Z"));
  EXPECT_TRUE(awaits("new", "2026-11-22T02:57:06Z"));
  EXPECT_TRUE(awaits("untold", ""));
}

// Its validation rewrites it once more, for what its author hears.
TEST(QuotaAnswers, ARewrittenPodAwaitsNothing) {
  json pod = pod_asking({{"nvidia.com/gpu", "1"}});
  pod["metadata"]["uid"] = "rewritten-uid";
  pod["metadata"]["creationTimestamp"] = "2026-11-22T03:00:05Z";
  ReviewServer server;
  pod = pod.patch(patch_of(server.response("/mutate", review_of(pod))));
  const std::string name =
      pod.at("spec").at("resourceClaims").at(0).at("resourceClaimTemplateName");
  Answers cluster(device_quota("nvidia.com/gpu: 2"));
  for (const char* created : {"2026-11-01T00:00:00Z", "2026-11-22T03:00:05Z"}) {
    cluster.put_template(name, devices({{"count", 1}}), created);
    const std::optional<ChargeWish> charge = cluster.decision(review_by("tenant", pod)).charge;
    ASSERT_TRUE(charge) << created;
    EXPECT_FALSE(charge->waiter.awaits) << created;
  }
}

TEST(QuotaAnswers, InFilesNoPodAwaitsATemplate) {
  Answers cluster(device_quota("nvidia.com/gpu: 2"), rules::default_settings(), Of::kFiles);
  EXPECT_FALSE(cluster.decision(review_by("tenant", pod_of("later"))).charge)
      << "nobody makes claims of it";
}

TEST(QuotaAnswers, TheClaimOfAPodThatIsExcludedWhileItIsQueuedCostsNothingThen) {
  Answers cluster(device_quota("nvidia.com/gpu: 0", ", excludeQueued: true"));
  cluster.put_template("t", devices({{"count", 2}}), "2026-11-22T03:00:04Z");
  cluster.count({});
  cluster.let_pass(queued(pod_of("t")));
  ASSERT_THAT(cluster.ledger.holds, IsEmpty());
  EXPECT_EQ(cluster.answer(review_by(kClaimController, made(claim("c", 2)))), "passes");
}

TEST(QuotaAnswers, TheClaimOfAPodBehindAGateThatNobodyOpensCostsByItself) {
  Answers cluster(device_quota("nvidia.com/gpu: 0", ", excludeQueued: true"));
  cluster.put_template("t", devices({{"count", 2}}), "2026-11-22T03:00:04Z");
  cluster.count({});
  json pod = queued(pod_of("t"));
  pod["metadata"].erase("labels");
  cluster.add(ObjectRef::Kind::kPod, pod);
  EXPECT_THAT(cluster.answer(review_by(kClaimController, made(claim("c", 2)))),
              HasSubstr("[QuotaExceeded]"));
}

TEST(QuotaAnswers, ASecondClaimOfThePodsExtendedResourcesCostsByItself) {
  Answers cluster(device_quota("nvidia.com/gpu: 2"));
  cluster.count(quota::amounts({{"nvidia.com/gpu", "2"}}));
  json pod = pod_asking({{"nvidia.com/gpu", "2"}});
  pod["metadata"].update({{"name", "p"}, {"uid", "p-uid"}});
  pod["status"]["extendedResourceClaimStatus"]["resourceClaimName"] = "first";
  cluster.add(ObjectRef::Kind::kPod, pod);
  cluster.add(ObjectRef::Kind::kClaim, made_of_extended_resources(claim("first", 2)));
  EXPECT_TRUE(cluster.made_for(made_of_extended_resources(claim("first", 2)), kScheduler))
      << "it is this one, asked for once more";
  EXPECT_FALSE(cluster.made_for(made_of_extended_resources(claim("second", 2)), kScheduler));
}

// A hold does not say what extended resources cost by themselves.
TEST(QuotaAnswers, InFilesTheSchedulersClaimForAPodThatIsNotThereCostsByItself) {
  Answers cluster(device_quota("nvidia.com/gpu: 2"), rules::default_settings(), Of::kFiles);
  EXPECT_TRUE(cluster.made_for(made(claim("c", 2))));
  EXPECT_FALSE(cluster.made_for(made_of_extended_resources(claim("c", 2)), kScheduler));
}

// Counted by a capacity that no device is published with.
std::string counted_by_memory(std::string_view classes) {
  return "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceMapping, metadata: {name: memory}, "
         "spec: "
         "{logicalResource: example.com/memory, deviceClassNames: [" +
         std::string(classes) + "], charge: {type: Capacity, capacity: example.com/memory}}}\n";
}

void add_pod_asking(const json& resources, Answers& cluster) {
  json pod = pod_asking(resources);
  pod["metadata"].update({{"name", "p"}, {"uid", "p-uid"}});
  cluster.add(ObjectRef::Kind::kPod, pod);
}

TEST(QuotaAnswers, WhatNobodyCanCountNoPodHasPaidFor) {
  Answers cluster(device_quota("example.com/memory: 8"));
  cluster.put(device_class("shared.example.com") + counted_by_memory("shared.example.com"));
  add_pod_asking({{"nvidia.com/gpu", "2"}}, cluster);
  json object = made_of_extended_resources(claim("c", 1));
  object["spec"]["devices"]["requests"][0]["exactly"]["deviceClassName"] = "shared.example.com";
  EXPECT_FALSE(cluster.made_for(object, kScheduler)) << "no such device is published";
}

// Class big.example.com has the name by now, and the scheduler takes gpu.nvidia.com for it still.
TEST(QuotaAnswers, WhatNobodyCanTellOfOneClassIsPaidByNoOther) {
  Answers cluster(device_quota("example.com/memory: 8"));
  cluster.put(device_class("big.example.com", "extendedResourceName: example.com/big") +
              counted_by_memory("big.example.com, gpu.nvidia.com"));
  add_pod_asking({{"example.com/big", "2"}}, cluster);
  json object = made_of_extended_resources(claim("c", 2));
  EXPECT_FALSE(cluster.made_for(object, kScheduler));
  json& exactly = object["spec"]["devices"]["requests"][0]["exactly"];
  exactly["deviceClassName"] = "big.example.com";
  EXPECT_TRUE(cluster.made_for(object, kScheduler));
  exactly["count"] = 3;
  EXPECT_FALSE(cluster.made_for(object, kScheduler));
}

TEST(QuotaAnswers, AHoldSaysWhoOwnsThePod) {
  Answers cluster(device_quota("nvidia.com/gpu: 2"));
  cluster.put_template("t", devices({{"count", 1}}));
  const auto held = [&](const json& owner) {
    json pod = pod_of("t");
    pod["metadata"]["ownerReferences"] = json::array({owner});
    cluster.count({});
    EXPECT_EQ(cluster.answer_to(pod), "passes");
    return cluster.ledger.holds.empty() ? quota::Owner() : cluster.ledger.holds[0].owner;
  };
  const json job = {{"apiVersion", "batch/v1"},
                    {"kind", "Job"},
                    {"name", "train"},
                    {"uid", "job-uid"},
                    {"controller", true}};
  EXPECT_EQ(held(job), (quota::Owner{"batch/v1", "Job", "train", "job-uid"}));
  json no_controller = job;
  no_controller["controller"] = false;
  EXPECT_EQ(held(no_controller), quota::Owner());
}

// Anybody may write any, and a DeviceQuota has room for so much only.
TEST(QuotaAnswers, AnOwnerWithATextThatIsTooLongIsNotHeld) {
  Answers cluster(device_quota("nvidia.com/gpu: 2"));
  cluster.put_template("t", devices({{"count", 1}}));
  for (const char* field : {"apiVersion", "kind", "name", "uid"}) {
    json pod = pod_of("t");
    json owner = {{"apiVersion", "batch/v1"},
                  {"kind", "Job"},
                  {"name", "train"},
                  {"uid", "job-uid"},
                  {"controller", true}};
    owner[field] = std::string(254, 'a');
    pod["metadata"]["ownerReferences"] = json::array({owner});
    const Decision decided = cluster.decision(review_by("tenant", pod));
    ASSERT_TRUE(decided.charge);
    EXPECT_EQ(decided.charge->waiter.owner, quota::Owner()) << field;
  }
}

class MissingQueue : public ::testing::Test {
 protected:
  MissingQueue() {
    cluster_.put(local_queue() + resource_flavor("f") +
                 cluster_queue("  resourceGroups:\n" + group_of("nvidia.com/gpu", "f", 8)) +
                 kueue_configuration("batch/job", "nvidia.com/gpu", "gpu.nvidia.com"));
    cluster_.put_template("t", devices({{"count", 1}}));
    cluster_.count({});
  }

  // A Job of the queue.
  static json job(std::string_view queue) {
    return review_by(
        "tenant", {{"apiVersion", "batch/v1"},
                   {"kind", "Job"},
                   {"metadata",
                    {{"name", "train"},
                     {"namespace", "default"},
                     {"labels", {{"kueue.x-k8s.io/queue-name", queue}}}}},
                   {"spec", {{"suspend", true}, {"template", {{"spec", pod_of("t")["spec"]}}}}}});
  }

  Answers cluster_{device_quota("nvidia.com/gpu: 8")};
  const ObjectRef newest_queues_{ObjectRef::Kind::kNewest, "", "LocalQueue"};
};

TEST_F(MissingQueue, IsRefusedOnceTheNewestWereAskedFor) {
  EXPECT_THAT(cluster_.needs(job("late")), Contains(newest_queues_));
  EXPECT_THAT(cluster_.answer(job("late")),
              AllOf(HasSubstr("refused: LocalQueue late does not exist in namespace default"),
                    HasSubstr("[QueueMissing]")));
}

TEST_F(MissingQueue, IsNoneOnceTheNewestHaveIt) {
  ASSERT_THAT(cluster_.needs(job("late")), Contains(newest_queues_));
  cluster_.put(local_queue("late"));
  EXPECT_THAT(cluster_.answer(job("late")), Not(HasSubstr("[QueueMissing]")));
}

TEST_F(MissingQueue, OfOneThatIsThereTheNewestAreNotAskedFor) {
  EXPECT_THAT(cluster_.needs(job("q")), Not(Contains(newest_queues_)));
}

}  // namespace
}  // namespace drawbridge::admission::quota_answers

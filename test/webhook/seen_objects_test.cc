#include "webhook/admission/seen_objects.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace drawbridge::admission {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using News = SeenObjects::News;

json pod(const std::string& uid, const std::string& phase = "Pending") {
  return {{"metadata", {{"name", uid}, {"namespace", "team"}, {"uid", uid}}},
          {"spec",
           {{"containers",
             {{{"name", "c"}, {"resources", {{"limits", {{"example.com/gpu", "1"}}}}}}}}}},
          {"status", {{"phase", phase}}}};
}

json claim_of(const std::string& pod, const std::string& uid, const char* entry = "gpu") {
  return {{"metadata",
           {{"name", uid},
            {"namespace", "team"},
            {"uid", uid},
            {"annotations", {{"resource.kubernetes.io/pod-claim-name", entry}}},
            {"ownerReferences",
             {{{"apiVersion", "v1"},
               {"kind", "Pod"},
               {"name", pod},
               {"uid", pod},
               {"controller", true}}}}}}};
}

quota::Hold hold_of(const std::string& uid, const std::vector<std::string>& claims) {
  quota::Hold hold;
  hold.uid = uid;
  for (const std::string& claim : claims) {
    quota::Want want;
    want.claim = claim;
    hold.demand.push_back(want);
  }
  return hold;
}

class SeenObjectsTest : public ::testing::Test {
 protected:
  News put(std::string_view resource, const json& object) {
    const Result<kube::Document> document = kube::read_json(object.dump());
    return seen_.put(resource, document->root());
  }
  bool removed(const json& object, std::string_view resource = "pods") {
    const Result<kube::Document> document = kube::read_json(object.dump());
    return seen_.removed(resource, document->root(), now_);
  }

  SeenObjects seen_{"pods", "resourceclaims"};
  SeenObjects::Time now_ = SeenObjects::Time(std::chrono::hours(1000));
};

TEST_F(SeenObjectsTest, APodComesOnceAndChangesAsItEnds) {
  EXPECT_FALSE(seen_.has("p"));
  EXPECT_EQ(put("pods", pod("p")), News::kCame);
  EXPECT_TRUE(seen_.has("p"));
  EXPECT_EQ(put("pods", pod("p", "Running")), News::kNone);
  EXPECT_EQ(put("pods", pod("p", "Succeeded")), News::kChanged);
  EXPECT_EQ(put("pods", pod("p", "Succeeded")), News::kNone);
  EXPECT_EQ(put("pods", pod("q", "Failed")), News::kChanged) << "it had a hold, and needs nothing";
}

TEST_F(SeenObjectsTest, WhenKueuesGateOpensThePodIsCharged) {
  json gated = pod("p");
  gated["metadata"]["labels"]["kueue.x-k8s.io/managed"] = "true";
  gated["spec"]["schedulingGates"] = {{{"name", "kueue.x-k8s.io/admission"}}};
  EXPECT_EQ(put("pods", gated), News::kCame);
  gated["spec"].erase("schedulingGates");
  EXPECT_EQ(put("pods", gated), News::kChanged);
}

TEST_F(SeenObjectsTest, PodsWithoutDevicesAreNotRemembered) {
  json plain = pod("p");
  plain["spec"]["containers"][0].erase("resources");
  EXPECT_EQ(put("pods", plain), News::kNone);
  EXPECT_FALSE(removed(plain));
  EXPECT_FALSE(seen_.has("p"));
}

TEST_F(SeenObjectsTest, WhatIsGoneIsRememberedWhileItsHoldMayLive) {
  put("pods", pod("p"));
  EXPECT_TRUE(removed(pod("p")));
  EXPECT_TRUE(removed(pod("never-put"))) << "it came and went between two lists";
  seen_.forget_gone(now_ + kGoneFor);
  EXPECT_TRUE(seen_.has("p") && seen_.has("never-put"));
  seen_.forget_gone(now_ + kGoneFor + std::chrono::milliseconds(1));
  EXPECT_FALSE(seen_.has("p") || seen_.has("never-put"));
}

TEST_F(SeenObjectsTest, WhatANewListLacksIsGone) {
  put("pods", pod("stays"));
  put("pods", pod("goes"));
  EXPECT_FALSE(seen_.are_all_listed());
  EXPECT_THAT(seen_.listed("pods", now_), IsEmpty());
  EXPECT_FALSE(seen_.are_all_listed());
  EXPECT_THAT(seen_.listed("resourceclaims", now_), IsEmpty());
  EXPECT_TRUE(seen_.are_all_listed());
  seen_.list_begins("pods");
  EXPECT_EQ(put("pods", pod("stays")), News::kNone);
  EXPECT_THAT(seen_.listed("pods", now_), ElementsAre("team"));
  seen_.list_begins("pods");
  put("pods", pod("stays"));
  EXPECT_THAT(seen_.listed("pods", now_), IsEmpty()) << "told once";
  EXPECT_TRUE(seen_.has("goes"));
  seen_.forget_gone(now_ + kGoneFor + std::chrono::milliseconds(1));
  EXPECT_FALSE(seen_.has("goes"));
  EXPECT_TRUE(seen_.has("stays"));
}

TEST_F(SeenObjectsTest, AResourceThatIsNotServedHasNoObjects) {
  put("resourceclaims", claim_of("p", "c"));
  EXPECT_FALSE(seen_.is_absent("resourceclaims"));
  EXPECT_THAT(seen_.absent("resourceclaims", now_), ElementsAre("team"));
  EXPECT_TRUE(seen_.is_absent("resourceclaims"));
  seen_.listed("resourceclaims", now_);
  EXPECT_FALSE(seen_.is_absent("resourceclaims"));
}

TEST_F(SeenObjectsTest, APodAwaitsTheClaimsThatItWasChargedFor) {
  EXPECT_FALSE(seen_.awaits_claims(hold_of("p", {""}))) << "extended resources make none";
  EXPECT_TRUE(seen_.awaits_claims(hold_of("p", {"gpu", "gpu", "nic"})));
  EXPECT_EQ(put("resourceclaims", claim_of("p", "c1")), News::kCame);
  EXPECT_FALSE(seen_.awaits_claims(hold_of("p", {"gpu", "gpu"})));
  EXPECT_TRUE(seen_.awaits_claims(hold_of("p", {"gpu", "nic"})));
  EXPECT_TRUE(seen_.awaits_claims(hold_of("p", {"nic"}))) << "the other's came, and was counted";
  put("resourceclaims", claim_of("p", "c2"));
  EXPECT_TRUE(seen_.awaits_claims(hold_of("p", {"gpu", "nic"}))) << "it was made anew";
  put("resourceclaims", claim_of("p", "c3", "nic"));
  put("resourceclaims", claim_of("p", "c3", "nic"));
  EXPECT_FALSE(seen_.awaits_claims(hold_of("p", {"gpu", "nic"})));
  EXPECT_TRUE(seen_.awaits_claims(hold_of("q", {"gpu"})));
}

// The hold pays for the one that takes its place.
TEST_F(SeenObjectsTest, AClaimThatIsGoneIsAwaitedAnew) {
  const quota::Hold hold = hold_of("p", {"gpu"});
  put("resourceclaims", claim_of("p", "c1"));
  put("resourceclaims", claim_of("p", "c2"));
  EXPECT_TRUE(removed(claim_of("p", "c1"), "resourceclaims"));
  EXPECT_FALSE(seen_.awaits_claims(hold)) << "another one is there";
  EXPECT_TRUE(removed(claim_of("p", "c2"), "resourceclaims"));
  EXPECT_TRUE(seen_.awaits_claims(hold));
  EXPECT_TRUE(removed(claim_of("p", "c2"), "resourceclaims")) << "told twice";
  seen_.forget_gone(now_ + kGoneFor + std::chrono::milliseconds(1));
  put("resourceclaims", claim_of("p", "c3"));
  EXPECT_FALSE(seen_.awaits_claims(hold));
  seen_.list_begins("resourceclaims");
  seen_.listed("resourceclaims", now_);
  EXPECT_TRUE(seen_.awaits_claims(hold)) << "the list lacks it";
}

}  // namespace
}  // namespace drawbridge::admission

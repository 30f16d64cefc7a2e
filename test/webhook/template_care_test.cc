#include "webhook/admission/template_care.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "rules/mapping/mapping.h"
#include "test/generated_cases.h"

namespace drawbridge::admission {
namespace {

using kube::Time;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using View = TemplateCare::View;

const Time kNow = *kube::parse_time("2026-11-21T12:00:00Z");
constexpr seconds kLife = hours(1);

kube::Document read(const std::string& text) {
  Result<kube::Document> document = kube::read_json(text);
  if (!document) throw std::runtime_error(document.error().text() + " in " + text);
  return std::move(*document);
}

const std::string kSpec = R"({"spec":{"devices":{"requests":[{"exactly":{"allocationMode":)"
                          R"("ExactCount","count":1,"deviceClassName":"gpu.nvidia.com"},)"
                          R"("name":"c-nvidia-gpu"}]}}})";
const std::string kName = rules::template_name(kSpec);

struct TemplateFields {
  std::string ns = "team-a";
  Time created = kNow - hours(24);
  std::optional<Time> used = std::nullopt;
  std::string name = kName;
  std::string version = "7";
};

kube::Document template_of(const TemplateFields& fields) {
  const std::string annotations = fields.used ? R"(,"annotations":{"drawbridge.dev/last-used":")" +
                                                    kube::time_text(*fields.used) + R"("})"
                                              : "";
  return read(R"({"apiVersion":"resource.k8s.io/v1","kind":"ResourceClaimTemplate","metadata":{)"
              R"("namespace":")" +
              fields.ns + R"(","name":")" + fields.name + R"(","uid":"u1","resourceVersion":")" +
              fields.version + R"(","creationTimestamp":")" + kube::time_text(fields.created) +
              "\"" + annotations + R"(},"spec":)" + kSpec + "}");
}

struct PodFields {
  std::string name = "train";
  std::string phase = "Pending";
  bool claimed = false;
  bool terminating = false;
  std::string ns = "team-a";
};

kube::Document pod_of(const PodFields& fields) {
  return read(
      R"({"apiVersion":"v1","kind":"Pod","metadata":{"namespace":")" + fields.ns + R"(","name":")" +
      fields.name + "\"" +
      (fields.terminating ? R"(,"deletionTimestamp":"2026-11-21T11:59:59Z")" : "") +
      R"(},"spec":{"containers":[],"resourceClaims":[{"name":"devices",)"
      R"("resourceClaimTemplateName":")" +
      kName + R"("}]},"status":{"phase":")" + fields.phase + R"(","resourceClaimStatuses":[)" +
      (fields.claimed ? R"({"name":"devices","resourceClaimName":"train-devices-x"})" : "") +
      "]}}");
}

kube::Document workload_of(bool finished) {
  return read(R"({"apiVersion":"kueue.x-k8s.io/v1beta2","kind":"Workload","metadata":{"namespace":)"
              R"("team-a","name":"w"},"spec":{"podSets":[{"name":"main","template":{"spec":{)"
              R"("resourceClaims":[{"name":"devices","resourceClaimTemplateName":")" +
              kName + R"("}]}}}]},"status":{"conditions":[{"type":"Finished","status":")" +
              (finished ? "True" : "False") + "\"}]}}");
}

TEST(TemplateCare, RemovesWhatNobodyHasUsedForItsTimeToLive) {
  TemplateCare care(kLife);
  care.put_template(template_of({.created = kNow - kLife - seconds(1)}).root());
  const TemplateCare::Plan plan = care.plan(kNow, View::kFresh);
  ASSERT_THAT(plan.removals, SizeIs(1));
  EXPECT_EQ(plan.removals[0].ns, "team-a");
  EXPECT_EQ(plan.removals[0].name, kName);
  EXPECT_EQ(plan.removals[0].uid, "u1");
  EXPECT_EQ(plan.removals[0].resource_version, "7");
  EXPECT_THAT(plan.restorations, IsEmpty());
}

TEST(TemplateCare, KeepsItUpToTheEndOfItsTimeToLive) {
  TemplateCare care(kLife);
  care.put_template(template_of({.created = kNow - kLife}).root());
  EXPECT_THAT(care.plan(kNow, View::kFresh).removals, IsEmpty());
  EXPECT_THAT(care.plan(kNow + seconds(1), View::kFresh).removals, SizeIs(1));
}

TEST(TemplateCare, CountsFromTheLastUseThatWasNoted) {
  TemplateCare care(kLife);
  care.put_template(template_of({.used = kNow - minutes(59)}).root());
  EXPECT_THAT(care.plan(kNow, View::kFresh).removals, IsEmpty());
  EXPECT_THAT(care.plan(kNow + minutes(2), View::kFresh).removals, SizeIs(1));
}

TEST(TemplateCare, DoesNotBelieveAUseFarInTheFuture) {
  TemplateCare care(kLife);
  care.put_template(template_of({.used = kNow + hours(24 * 365)}).root());
  EXPECT_THAT(care.plan(kNow, View::kFresh).removals, SizeIs(1));
  // A clock that is a little ahead is no forgery.
  care.put_template(template_of({.used = kNow + minutes(15)}).root());
  EXPECT_THAT(care.plan(kNow, View::kFresh).removals, IsEmpty());
}

TEST(TemplateCare, KeepsWhatWasCreatedLaterThanItsOwnClockSays) {
  TemplateCare care(kLife);
  care.put_template(template_of({.created = kNow + hours(5)}).root());
  EXPECT_THAT(care.plan(kNow, View::kFresh).removals, IsEmpty());
}

TEST(TemplateCare, KeepsWhatAnUnfinishedPodOrWorkloadNames) {
  TemplateCare care(kLife);
  care.put_template(template_of({}).root());
  care.put_user(pod_of({.phase = "Running", .claimed = true}).root());
  EXPECT_THAT(care.plan(kNow, View::kFresh).removals, IsEmpty());
  care.put_user(workload_of(false).root());
  care.remove_user(pod_of({}).root());
  EXPECT_THAT(care.plan(kNow, View::kFresh).removals, IsEmpty());
  care.put_user(workload_of(true).root());
  EXPECT_EQ(care.users(), 0u);
  EXPECT_THAT(care.plan(kNow, View::kFresh).removals, SizeIs(1));
}

TEST(TemplateCare, APodThatFinishedOrGoesAwayNeedsNoTemplate) {
  for (const char* phase : {"Succeeded", "Failed"}) {
    TemplateCare care(kLife);
    care.put_template(template_of({}).root());
    care.put_user(pod_of({.phase = "Pending"}).root());
    care.put_user(pod_of({.phase = phase}).root());
    EXPECT_THAT(care.plan(kNow, View::kFresh).removals, SizeIs(1)) << phase;
  }
  // One that is on its way out keeps it, and has none put back for it.
  TemplateCare care(kLife);
  care.put_user(pod_of({.terminating = true}).root());
  EXPECT_THAT(care.plan(kNow, View::kFresh).restorations, IsEmpty());
  care.put_template(template_of({}).root());
  EXPECT_THAT(care.plan(kNow, View::kFresh).removals, IsEmpty());
}

TEST(TemplateCare, AUserOfAnotherNamespaceIsAnother) {
  TemplateCare care(kLife);
  care.put_template(template_of({}).root());
  care.put_user(pod_of({.ns = "team-b"}).root());
  const TemplateCare::Plan plan = care.plan(kNow, View::kFresh);
  EXPECT_THAT(plan.removals, SizeIs(1));
  ASSERT_THAT(plan.restorations, SizeIs(1));
  EXPECT_EQ(plan.restorations[0].ns, "team-b");
}

TEST(TemplateCare, LeavesTemplatesOfOtherNamesAlone) {
  TemplateCare care(kLife);
  care.put_template(template_of({.name = "drawbridge-mine"}).root());
  EXPECT_EQ(care.templates(), 0u);
  EXPECT_THAT(care.plan(kNow, View::kFresh).removals, IsEmpty());
}

TEST(TemplateCare, RemovesNothingByAStaleViewAndPlansNothingByHalfOfOne) {
  TemplateCare care(kLife);
  care.put_template(template_of({}).root());
  care.put_user(pod_of({.ns = "team-b"}).root());
  EXPECT_THAT(care.plan(kNow, View::kStale).removals, IsEmpty());
  EXPECT_THAT(care.plan(kNow, View::kStale).restorations, SizeIs(1));
  EXPECT_THAT(care.plan(kNow, View::kIncomplete).removals, IsEmpty());
  EXPECT_THAT(care.plan(kNow, View::kIncomplete).restorations, IsEmpty());
}

TEST(TemplateCare, PutsBackWhatAPodWithoutItsClaimStillNeeds) {
  TemplateCare care(kLife);
  const kube::Document claim_template = template_of({});
  care.put_template(claim_template.root());
  care.put_user(pod_of({}).root());
  EXPECT_THAT(care.plan(kNow, View::kFresh).restorations, IsEmpty());
  care.remove_template(claim_template.root());
  const TemplateCare::Plan plan = care.plan(kNow, View::kFresh);
  ASSERT_THAT(plan.restorations, SizeIs(1));
  EXPECT_EQ(plan.restorations[0].name, kName);
  EXPECT_EQ(plan.restorations[0].pod, "train");
  ASSERT_TRUE(plan.restorations[0].content);
  EXPECT_EQ(plan.restorations[0].content->spec, kSpec);
  // The claim is made: nobody needs it any more.
  care.put_user(pod_of({.claimed = true}).root());
  EXPECT_THAT(care.plan(kNow, View::kFresh).restorations, IsEmpty());
}

TEST(TemplateCare, DoesNotPutBackContentThatTheNameDoesNotStandFor) {
  TemplateCare care(kLife);
  const std::string other = std::string(rules::kTemplateNamePrefix) + std::string(32, '0');
  care.remove_template(template_of({.name = other}).root());
  kube::Document pod = pod_of({});
  care.put_user(pod.root());
  care.remove_template(
      read(R"({"apiVersion":"resource.k8s.io/v1","kind":"ResourceClaimTemplate","metadata":{)"
           R"("namespace":"team-a","name":")" +
           kName + R"("},"spec":{"spec":{"devices":{}}}})")
          .root());
  const TemplateCare::Plan plan = care.plan(kNow, View::kFresh);
  ASSERT_THAT(plan.restorations, SizeIs(1));
  EXPECT_FALSE(plan.restorations[0].content);
}

TEST(TemplateCare, WhatAListNoLongerHoldsIsGone) {
  TemplateCare care(kLife);
  care.put_template(template_of({}).root());
  care.put_template(template_of({.ns = "team-b"}).root());
  care.put_user(pod_of({}).root());
  care.put_user(pod_of({.name = "other"}).root());
  care.put_user(workload_of(false).root());
  care.begin_users("Pod");
  care.begin_templates();
  care.put_user(pod_of({}).root());
  care.put_template(template_of({}).root());
  EXPECT_EQ(care.users(), 3u) << "until the list ends nothing is gone";
  care.end_users("Pod");
  EXPECT_EQ(care.users(), 2u);
  care.begin_templates();  // and again, before it ended
  care.put_template(template_of({}).root());
  care.end_templates();
  EXPECT_EQ(care.templates(), 1u);
  care.begin_users("Workload");
  care.end_users("Workload");
  EXPECT_EQ(care.users(), 1u);
  care.end_users("Pod");
  EXPECT_EQ(care.users(), 1u);
}

TEST(TemplateCare, RemembersSoManyDeletedOnes) {
  const auto remembers = [](std::size_t later) {
    TemplateCare care(kLife);
    care.remove_template(template_of({}).root());
    for (std::size_t i = 0; i < later; ++i)
      care.remove_template(template_of({.ns = "team-" + std::to_string(i)}).root());
    care.put_user(pod_of({}).root());
    return care.plan(kNow, View::kFresh).restorations.at(0).content.has_value();
  };
  EXPECT_TRUE(remembers(kDeletedTemplatesMax - 1));
  EXPECT_FALSE(remembers(kDeletedTemplatesMax));
}

TEST(TemplateCare, RemovesSoManyAtATimeTheLongestUnusedFirst) {
  for (const std::size_t count : {kTemplateRemovalsMax, kTemplateRemovalsMax + 1}) {
    TemplateCare care(kLife);
    for (std::size_t i = 0; i < count; ++i) {
      care.put_template(
          template_of({.ns = "team-" + std::to_string(i), .created = kNow - hours(2) - minutes(i)})
              .root());
    }
    const TemplateCare::Plan plan = care.plan(kNow, View::kFresh);
    EXPECT_THAT(plan.removals, SizeIs(kTemplateRemovalsMax));
    EXPECT_EQ(plan.removals.front().ns, "team-" + std::to_string(count - 1));
  }
}

TEST(TemplateCare, AReuseIsNotedPastHalfTheTimeToLive) {
  const auto needs = [](const TemplateFields& fields) {
    return needs_use_noted(template_of(fields).root(), kNow, kLife);
  };
  EXPECT_FALSE(needs({.created = kNow - kLife / 2}));
  EXPECT_TRUE(needs({.created = kNow - kLife / 2 - seconds(1)}));
  EXPECT_FALSE(needs({.used = kNow - kLife / 2}));
  EXPECT_TRUE(needs({.used = kNow - kLife / 2 - seconds(1)}));
  EXPECT_TRUE(needs({.used = kNow + hours(1)}));
  const kube::Document patch = read(use_noted_patch(template_of({}).root(), kNow));
  EXPECT_EQ(patch.root()["metadata"]["resourceVersion"].as_string(), "7");
  EXPECT_EQ(patch.root()["metadata"]["uid"].as_string(), "u1");
  EXPECT_EQ(patch.root()["metadata"]["annotations"]["drawbridge.dev/last-used"].as_string(),
            "2026-11-21T12:00:00Z");
}

// Users and leader act in any order, with what they see up to half the time to live late; no pod
// that was admitted and has no claim yet ever lacks its template.
TEST(TemplateCarePropertyTest, NoPodLosesItsTemplate) {
  const int seeds = test::generated_cases(60);
  for (int seed = 0; seed < seeds; ++seed) {
    std::mt19937 random(static_cast<unsigned>(seed));
    const auto chance = [&random](unsigned in) { return random() % in == 0; };
    Time now = kNow;
    std::optional<TemplateFields> stored;  // the template, at the API server
    unsigned version = 1;
    TemplateCare leader(kLife);
    struct Admitted {
      std::string name;
      Time at;
    };
    std::vector<Admitted> in_flight;  // admitted, not yet stored or seen by the leader
    for (int step = 0; step < 400; ++step) {
      now += minutes(random() % 10);
      if (chance(6)) {  // a pod is admitted, as ApiGateway::ensure() does it
        if (!stored) {
          stored = TemplateFields{.created = now, .version = std::to_string(++version)};
          leader.put_template(template_of(*stored).root());
        } else if (needs_use_noted(template_of(*stored).root(), now, kLife)) {
          stored->used = now;
          stored->version = std::to_string(++version);
          if (chance(2)) leader.put_template(template_of(*stored).root());  // else it sees it late
        }
        in_flight.push_back({"pod-" + std::to_string(step), now});
      }
      for (std::size_t i = in_flight.size(); i-- > 0;) {
        // The leader sees it at the latest before half the time to live is over.
        if (!chance(3) && now - in_flight[i].at < kLife / 2 - minutes(10)) continue;
        ASSERT_TRUE(stored) << "seed " << seed << ": the template is gone when the pod comes";
        leader.put_user(pod_of({.name = in_flight[i].name}).root());
        in_flight.erase(in_flight.begin() + static_cast<std::ptrdiff_t>(i));
      }
      if (chance(5) && leader.users() > 0) {  // every pod that is seen finishes
        for (int pod = 0; pod <= step; ++pod)
          leader.remove_user(pod_of({.name = "pod-" + std::to_string(pod)}).root());
      }
      for (const TemplateCare::Removal& removal : leader.plan(now, View::kFresh).removals) {
        if (!stored || removal.resource_version != stored->version) {
          if (stored) leader.put_template(template_of(*stored).root());
          continue;  // a Conflict
        }
        leader.remove_template(template_of(*stored).root());
        stored.reset();
      }
    }
  }
}

TEST(TemplateCare, TheContentIsFoundByRewritingThePodAgain) {
  const kube::Document source = read(
      R"({"apiVersion":"drawbridge.dev/v1alpha1","kind":"DeviceMapping","metadata":{"name":"gpu"},)"
      R"("spec":{"logicalResource":"nvidia.com/gpu","deviceClassNames":["gpu.nvidia.com"],)"
      R"("rewrites":[{"resource":"nvidia.com/gpu","action":"Rewrite","request":{"exactly":)"
      R"({"deviceClassName":"gpu.nvidia.com"}}}]}})");
  Result<std::shared_ptr<const rules::Mapping>> mapping = rules::compile_mapping(source.root());
  ASSERT_TRUE(mapping) << mapping.error().text();
  const rules::MappingIndex mappings({*mapping});
  const auto pod = [](const std::string& name) {
    return read(
        R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"p","namespace":"team-a",)"
        R"("annotations":{"drawbridge.dev/rewritten":"{\"c\":{\"nvidia.com/gpu\":\"1\"}}",)"
        R"("drawbridge.dev/rewritten-claims":"devices"}},"spec":{"containers":[{)"
        R"("name":"c","resources":{"claims":[{"name":"devices","request":"c-nvidia-gpu"}]}}],)"
        R"("resourceClaims":[{"name":"devices","resourceClaimTemplateName":")" +
        name + "\"}]}}");
  };
  const std::optional<rules::ClaimTemplate> found =
      content_by_rewriting(pod(kName).root(), kName, mappings, kube::Json());
  ASSERT_TRUE(found);
  EXPECT_EQ(found->spec, kSpec);
  const std::string other = std::string(rules::kTemplateNamePrefix) + std::string(32, '0');
  EXPECT_FALSE(content_by_rewriting(pod(other).root(), other, mappings, kube::Json()));
  EXPECT_FALSE(content_by_rewriting(pod(kName).root(), kName, rules::MappingIndex(), kube::Json()));
}

}  // namespace
}  // namespace drawbridge::admission

#include "webhook/admission/recount_pace.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "webhook/admission/quota_keeper.h"
#include "webhook/decide/object_set.h"
#include "webhook/decide/snapshot_builder.h"

namespace drawbridge::admission {
namespace {

using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

constexpr RecountCause kChanged = RecountCause::kChanged;
constexpr RecountCause kDue = RecountCause::kDue;
constexpr milliseconds kMoment{1};

std::shared_ptr<const Snapshot> quotas_in(const std::vector<std::string>& namespaces,
                                          const std::string& version = "5",
                                          const std::string& generation = "1") {
  std::string text;
  for (const std::string& ns : namespaces) {
    text +=
        "---\napiVersion: drawbridge.dev/v1alpha1\nkind: DeviceQuota\n"
        "metadata: {name: gpus, namespace: " +
        ns + ", generation: " + generation + ", resourceVersion: \"" + version +
        "\"}\nspec: {hard: {example.com/gpu: \"8\"}}\n";
  }
  return Snapshot::build(*read_manifest_text(text, "quotas.yaml"));
}

class RecountPaceTest : public ::testing::Test {
 protected:
  // All are counted by then.
  void settle_all(const std::vector<std::string>& namespaces) {
    pace_.saw(quotas_in(namespaces), now_);
    for (std::size_t i = 0; i < namespaces.size(); ++i) {
      const std::optional<std::string> ns = pace_.begin_count(kChanged, now_);
      ASSERT_TRUE(ns);
      pace_.count_ended(*ns, true, false, now_);
    }
    now_ += seconds(1);
    ASSERT_EQ(pace_.begin_count(kChanged, now_), std::nullopt);
  }
  // The only one there is, in which something has changed.
  void begin_count_of_team() {
    settle_all({"team"});
    pace_.changed("team", now_);
    ASSERT_EQ(pace_.begin_count(kChanged, now_), "team");
  }
  // When the namespace is counted next; within an hour.
  std::optional<milliseconds> counted_after(RecountCause cause) {
    for (milliseconds after{0}; after < minutes(60); after += kMoment) {
      if (pace_.begin_count(cause, now_ + after)) return after;
    }
    return std::nullopt;
  }

  RecountPace pace_;
  RecountPace::Time now_ = RecountPace::Time(std::chrono::hours(1000));
};

TEST_F(RecountPaceTest, ANewDeviceQuotaIsCountedAtOnceAndByOneOnly) {
  pace_.saw(quotas_in({"team"}), now_);
  EXPECT_EQ(pace_.begin_count(kDue, now_), std::nullopt);
  EXPECT_EQ(pace_.begin_count(kChanged, now_), "team");
  EXPECT_EQ(pace_.begin_count(kChanged, now_ + minutes(60)), std::nullopt);
  EXPECT_EQ(pace_.begin_count(kDue, now_ + minutes(60)), std::nullopt);
}

// The leader remembers holds by DeviceQuota, of those that are watched alone.
TEST_F(RecountPaceTest, ADeviceQuotaThatIsGoneIsWatchedNoMoreThoughAnotherIsThere) {
  const auto with = [](std::vector<std::string> names) {
    std::string text;
    for (const std::string& name : names) {
      text +=
          "---\napiVersion: drawbridge.dev/v1alpha1\nkind: DeviceQuota\nmetadata: {name: " + name +
          ", namespace: team}\nspec: {hard: {example.com/gpu: \"8\"}}\n";
    }
    return Snapshot::build(*read_manifest_text(text, "quotas.yaml"));
  };
  pace_.saw(with({"one", "other"}), now_);
  EXPECT_TRUE(pace_.watches_quota("team/one"));
  EXPECT_TRUE(pace_.watches_quota("team/other"));
  EXPECT_FALSE(pace_.watches_quota("team/on"));
  EXPECT_FALSE(pace_.watches_quota("team"));
  EXPECT_FALSE(pace_.watches_quota("elsewhere/one"));
  pace_.saw(with({"one"}), now_);
  EXPECT_TRUE(pace_.watches_quota("team/one"));
  EXPECT_FALSE(pace_.watches_quota("team/other"));
}

TEST_F(RecountPaceTest, WhatChangesIsCountedSoonAfterTheLastCount) {
  begin_count_of_team();
  pace_.changed("team", now_);
  pace_.count_ended("team", true, false, now_);
  EXPECT_EQ(counted_after(kChanged), kRecountSoon);
}

TEST_F(RecountPaceTest, WhatFailedIsTriedAgainLater) {
  begin_count_of_team();
  pace_.count_ended("team", false, false, now_);
  EXPECT_EQ(counted_after(kChanged), kRecountAgain);
  pace_.failed("team", now_);
  EXPECT_EQ(counted_after(kChanged), kRecountAgain);
}

TEST_F(RecountPaceTest, WithHoldsItIsCountedEverySoOftenAndElseNowAndThen) {
  pace_.saw(quotas_in({"team"}), now_);
  ASSERT_EQ(pace_.begin_count(kChanged, now_), "team");
  pace_.count_ended("team", true, true, now_);
  EXPECT_EQ(counted_after(kDue), kRecountHolds);
  pace_.count_ended("team", true, false, now_);
  EXPECT_EQ(counted_after(kDue), kRecountAlways);
}

// Which mappings hold there, and so under which name devices count, may be another thing now.
TEST_F(RecountPaceTest, ANamespaceWithOtherLabelsIsCountedSoon) {
  const auto with = [](const std::string& labels) {
    return Snapshot::build(*read_manifest_text(
        "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: {name: gpus, "
        "namespace: "
        "team, generation: 1, resourceVersion: \"5\"}, spec: {hard: {example.com/gpu: 8}}}\n"
        "---\n{apiVersion: v1, kind: Namespace, metadata: {name: team, labels: {" +
            labels +
            "}}}\n---\n{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceMapping, metadata: {name: "
            "m}, spec: {logicalResource: example.com/gpu, deviceClassNames: [c], rewrites: "
            "[{resource: a.com/gpu, action: Rewrite, namespaceSelector: {matchLabels: {tier: "
            "prod}}, request: {exactly: {deviceClassName: c}}}]}}\n",
        "team.yaml"));
  };
  pace_.saw(with("tier: test"), now_);
  ASSERT_EQ(pace_.begin_count(kChanged, now_), "team");
  pace_.count_ended("team", true, false, now_);
  now_ += seconds(1);
  pace_.saw(with("tier: test"), now_);
  ASSERT_EQ(pace_.begin_count(kChanged, now_), std::nullopt);
  pace_.saw(with("tier: prod"), now_);
  EXPECT_EQ(pace_.begin_count(kChanged, now_), "team");
}

TEST_F(RecountPaceTest, WhatCameIsCountedWhenItsHoldMayGo) {
  settle_all({"team"});
  pace_.arrived("team", now_);
  EXPECT_EQ(counted_after(kDue), kRecountHolds);
}

// Whoever wrote it may have written into its status what is not so.
TEST_F(RecountPaceTest, ADeviceQuotaThatWasWrittenIsCountedSoon) {
  settle_all({"team"});
  pace_.saw(quotas_in({"team"}, "6"), now_);
  EXPECT_EQ(counted_after(kDue), kRecountHolds);
}

TEST_F(RecountPaceTest, WhatComesDuringACountIsForTheNext) {
  begin_count_of_team();
  pace_.arrived("team", now_);
  pace_.count_ended("team", true, false, now_);
  EXPECT_EQ(counted_after(kDue), kRecountHolds);
}

TEST_F(RecountPaceTest, WhoeverHasWaitedLongestIsFirst) {
  settle_all({"a", "m", "z"});
  pace_.changed("z", now_);
  pace_.changed("a", now_ + kMoment);
  pace_.changed("m", now_ + 2 * kMoment);
  pace_.changed("z", now_ + 3 * kMoment);  // it waits since then all the same
  now_ += seconds(1);
  EXPECT_EQ(pace_.begin_count(kChanged, now_), "z");
  EXPECT_EQ(pace_.begin_count(kChanged, now_), "a");
  EXPECT_EQ(pace_.begin_count(kChanged, now_), "m");
}

TEST_F(RecountPaceTest, HoldsAreSettledWhereMuchHasCome) {
  settle_all({"team"});
  for (int i = 0; i < kArrivalsMax - 1; ++i) pace_.arrived("team", now_);
  EXPECT_EQ(pace_.begin_settling(now_), std::nullopt);
  pace_.arrived("team", now_);
  EXPECT_EQ(pace_.begin_settling(now_), "team");
  for (int i = 0; i < kArrivalsMax; ++i) pace_.arrived("team", now_);
  EXPECT_EQ(pace_.begin_settling(now_), std::nullopt) << "it is under way";
  EXPECT_EQ(pace_.begin_count(kDue, now_ + minutes(60)), std::nullopt) << "it is under way";
  pace_.settling_ended("team", 0, now_);
  EXPECT_EQ(pace_.begin_settling(now_ + kSettleInterval - kMoment), std::nullopt);
  EXPECT_EQ(pace_.begin_settling(now_ + kSettleInterval), "team");
}

TEST_F(RecountPaceTest, HoldsAreSettledFirstWhereTheyWereLongestAgo) {
  settle_all({"a", "m", "z"});
  std::string order;
  for (int i = 0; i < 6; ++i) {
    for (const char* ns : {"a", "m", "z"}) {
      for (int k = 0; k < kArrivalsMax; ++k) pace_.arrived(ns, now_);
    }
    const std::optional<std::string> ns = pace_.begin_settling(now_);
    ASSERT_TRUE(ns);
    order += *ns;
    pace_.settling_ended(*ns, 0, now_);
    now_ += kSettleInterval;
  }
  EXPECT_EQ(order, "amzamz");
}

TEST_F(RecountPaceTest, WhereTooManyHoldsStayItIsCounted) {
  settle_all({"team"});
  for (const int left : {kUnsettledMax - 1, kUnsettledMax}) {
    for (int i = 0; i < kArrivalsMax; ++i) pace_.arrived("team", now_);
    ASSERT_EQ(pace_.begin_settling(now_), "team");
    pace_.settling_ended("team", left, now_);
    EXPECT_EQ(pace_.begin_count(kChanged, now_).has_value(), left == kUnsettledMax);
    now_ += kSettleInterval;
  }
}

TEST_F(RecountPaceTest, NamespacesWithoutADeviceQuotaAreForgotten) {
  pace_.saw(quotas_in({"team", "other"}), now_);
  pace_.changed("nobody", now_);
  pace_.arrived("nobody", now_);
  EXPECT_FALSE(pace_.watches("nobody"));
  ASSERT_EQ(pace_.begin_count(kChanged, now_), "other");
  pace_.saw(quotas_in({}), now_);
  EXPECT_TRUE(pace_.watches("other")) << "it is being counted";
  EXPECT_FALSE(pace_.watches("team"));
  pace_.count_ended("other", true, false, now_);
  pace_.saw(quotas_in({"third"}), now_);
  EXPECT_FALSE(pace_.watches("other"));
}

// ---- Devices have more or less of the capacity that counts.

std::shared_ptr<const Snapshot> quota_of_memory(const std::string& memory,
                                                const std::string& status = "",
                                                const std::string& version = "5") {
  const std::string slice =
      "{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: s}, spec: {driver: "
      "gpu.acme.com, nodeName: n1, pool: {name: n1, generation: 1, resourceSliceCount: 1}, "
      "devices: "
      "[{name: a, capacity: {memory: {value: " +
      memory + "}}}]}}\n---\n";
  return Snapshot::build(*read_manifest_text(
      (memory.empty() ? "" : slice) +
          "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: gpu.acme.com}, "
          "spec: {selectors: [{cel: {expression: \"device.driver == 'gpu.acme.com'\"}}]}}\n---\n"
          "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceMapping, metadata: {name: m}, spec: "
          "{logicalResource: acme.com/mem, deviceClassNames: [gpu.acme.com], charge: {type: "
          "Capacity, capacity: gpu.acme.com/memory}}}\n---\n"
          "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: {name: gpus, "
          "namespace: team, generation: 1, resourceVersion: \"" +
          version + "\"}, spec: {hard: {acme.com/mem: 80Gi}}" + status +
          "}\n---\n"
          "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: {name: gpus, "
          "namespace: other, generation: 1, resourceVersion: \"5\"}, spec: {hard: {a.com/b: 1}}}\n",
      "memory.yaml"));
}

TEST_F(RecountPaceTest, WhereDevicesHaveMoreOrLessWhatTheyCountForIsCountedSoon) {
  pace_.saw(quota_of_memory(""), now_);
  for (int i = 0; i < 2; ++i) {
    const std::optional<std::string> ns = pace_.begin_count(kChanged, now_);
    ASSERT_TRUE(ns);
    pace_.count_ended(*ns, true, false, now_);
  }
  for (const char* memory : {"80Gi", "40Gi", ""}) {
    now_ += seconds(1);
    pace_.saw(quota_of_memory(memory), now_);
    ASSERT_EQ(pace_.begin_count(kChanged, now_), "team") << memory;
    EXPECT_EQ(pace_.begin_count(kChanged, now_), std::nullopt) << memory;
    pace_.count_ended("team", true, false, now_);
    now_ += seconds(1);
    pace_.saw(quota_of_memory(memory), now_);
    EXPECT_EQ(pace_.begin_count(kChanged, now_), std::nullopt) << memory;
  }
}

// Each charge of the rest writes its status.
TEST_F(RecountPaceTest, WhatACountCouldNotTellIsNotCountedAgainForThat) {
  const auto bare = quota_of_memory("");
  const std::string status =
      ", status: {observedGeneration: 1, recounts: 1, mappingHash: \"" +
      quota::mapping_hash(*bare->countings(), bare->device_quotas_of("team").front().hard) + "\"";
  const Result<kube::Document> written =
      kube::read_json(R"({"metadata": {"resourceVersion": "5"}})");
  for (const bool was_tried : {true, false}) {
    RecountPace pace;
    pace.saw(bare, now_);
    while (const auto ns = pace.begin_count(kChanged, now_)) {
      pace.counted(*ns, "gpus", written->root());
      pace.count_ended(*ns, true, false, now_);
    }
    pace.saw(quota_of_memory("", status + (was_tried ? ", hard: {acme.com/mem: 80Gi}}" : "}"), "6"),
             now_);
    std::set<std::string> counted;
    while (const auto ns = pace.begin_count(kChanged, now_ + seconds(1))) counted.insert(*ns);
    EXPECT_EQ(counted.contains("team"), !was_tried);
  }
}

// ---- Rests.

// A tenant who makes and deletes a pod again and again in a large namespace.
TEST_F(RecountPaceTest, AfterALongCountItRestsAMultipleOfWhatItTook) {
  settle_all({"large", "small"});
  for (const auto& [took, rest] : {std::pair(seconds(2), milliseconds(2'000 * kRecountRests)),
                                   std::pair(seconds(40), milliseconds(kRecountRestMax))}) {
    pace_.changed("large", now_);
    ASSERT_EQ(pace_.begin_count(kChanged, now_), "large");
    now_ += took;
    pace_.changed("large", now_);
    pace_.arrived("large", now_);
    pace_.count_ended("large", true, true, now_);
    EXPECT_EQ(pace_.begin_count(kChanged, now_ + rest - kMoment), std::nullopt);
    pace_.changed("small", now_);
    EXPECT_EQ(pace_.begin_count(kChanged, now_), "small") << "others wait for nothing";
    pace_.count_ended("small", true, false, now_);
    EXPECT_EQ(pace_.begin_count(kChanged, now_ + rest), "large");
    pace_.count_ended("large", true, false, now_ + rest);
    now_ += rest + minutes(1);
  }
}

TEST_F(RecountPaceTest, AfterACountThatIsNotLongNobodyRests) {
  begin_count_of_team();
  now_ += kRecountLong - kMoment;
  pace_.changed("team", now_);
  pace_.count_ended("team", true, false, now_);
  EXPECT_EQ(counted_after(kChanged), kRecountSoon);
}

// Nor where a fault of ours ended what they wait for.
TEST_F(RecountPaceTest, WhatIsAwaitedStaysSoWhereACountThrows) {
  begin_count_of_team();
  now_ += seconds(10);
  pace_.saw(quotas_in({"team"}, "6", "2"), now_);
  pace_.count_ended("team", true, false, now_);
  now_ += kRecountSoon;
  ASSERT_EQ(pace_.begin_count(kChanged, now_), "team");
  pace_.failed("team", now_);
  EXPECT_EQ(counted_after(kChanged), kRecountAgain);
}

// Requests wait for what an administrator has changed, and no tenant does that.
TEST_F(RecountPaceTest, ChangedLimitsWaitForNoRest) {
  begin_count_of_team();
  now_ += seconds(10);
  pace_.saw(quotas_in({"team"}, "6", "2"), now_);
  pace_.count_ended("team", true, false, now_);
  EXPECT_EQ(counted_after(kChanged), kRecountSoon);
}

TEST_F(RecountPaceTest, WhatFailsLateRestsToo) {
  begin_count_of_team();
  now_ += seconds(5);
  pace_.count_ended("team", false, false, now_);
  EXPECT_EQ(counted_after(kChanged), seconds(5) * kRecountRests);
}

// Nobody waits longer than the two minutes that are promised, less what one count takes.
TEST_F(RecountPaceTest, LargeNamespacesInWhichMuchComesStarveNobody) {
  constexpr int kLarge = 10;
  constexpr int kAll = 200;
  std::vector<std::string> names;
  for (int i = 0; i < kAll; ++i) names.push_back("n" + std::to_string(i));
  settle_all(names);
  const auto is_large = [&](const std::string& ns) { return std::stoi(ns.substr(1)) < kLarge; };
  std::map<RecountPace::Time, std::vector<std::string>> running;
  std::map<std::string, RecountPace::Time> counted;
  RecountPace::Time::duration worst{0};
  std::size_t slots = 0;
  const RecountPace::Time until = now_ + minutes(20);
  for (; now_ < until; now_ += milliseconds(100)) {
    for (int i = 0; i < kLarge; ++i) pace_.arrived(names[static_cast<std::size_t>(i)], now_);
    while (!running.empty() && running.begin()->first <= now_) {
      for (const std::string& ns : running.begin()->second) {
        pace_.count_ended(ns, true, is_large(ns), now_);
        const auto [before, is_first] = counted.try_emplace(ns, now_);
        if (!is_first) worst = std::max(worst, now_ - std::exchange(before->second, now_));
        --slots;
      }
      running.erase(running.begin());
    }
    while (slots < kDueRecountsMax) {
      const std::optional<std::string> ns = pace_.begin_count(kDue, now_);
      if (!ns) break;
      ++slots;
      running[now_ + (is_large(*ns) ? milliseconds(10'000) : milliseconds(30))].push_back(*ns);
    }
  }
  EXPECT_EQ(counted.size(), names.size());
  EXPECT_LT(worst, minutes(2) - seconds(10));
}

// A snapshot that lags behind the status that was written is not taken for a change.
TEST_F(RecountPaceTest, AStatusThatWasWrittenIsWaitedFor) {
  pace_.saw(quotas_in({"team"}), now_);
  ASSERT_EQ(pace_.begin_count(kChanged, now_), "team");
  const Result<kube::Document> written =
      kube::read_json(R"({"metadata": {"resourceVersion": "6"}})");
  pace_.counted("team", "gpus", written->root());
  pace_.count_ended("team", true, false, now_);
  now_ += seconds(1);
  pace_.saw(quotas_in({"team", "third"}), now_);
  EXPECT_EQ(pace_.begin_count(kChanged, now_), "third");
  EXPECT_EQ(pace_.begin_count(kChanged, now_), std::nullopt);
}

}  // namespace
}  // namespace drawbridge::admission

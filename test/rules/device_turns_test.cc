// Whether the requests of a claim find devices one after the other, as Kueue has them do it: by
// name, and against every order of slices and requests there is.
#include "rules/devices/device_turns.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "rules/devices/selector_outcome.h"
#include "test/generated_cases.h"
#include "test/rules/rules_testing.h"

namespace drawbridge::rules {
namespace {

// A device for each letter, which is its model.
std::string slice_with(std::string_view letters, std::size_t pool, int generation = 1,
                       int slices = 1) {
  std::string devices;
  for (std::size_t i = 0; i < letters.size(); ++i)
    devices += (i == 0 ? "" : ", ") + std::string("{name: d") + std::to_string(i) +
               ", attributes: {model: {string: " + letters[i] + "}}}";
  return "{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, spec: {driver: x.com, pool: "
         "{name: p" +
         std::to_string(pool) + ", generation: " + std::to_string(generation) +
         ", resourceSliceCount: " + std::to_string(slices) + "}, devices: [" + devices + "]}}";
}

// Matches the models.
TurnRequest turn(std::int64_t count, std::string_view models) {
  std::string list;
  for (const char model : models)
    list += (list.empty() ? "'" : ", '") + std::string(1, model) + "'";
  const auto selector =
      compile_stored_selector("device.attributes['x.com'].model in [" + list + "]");
  EXPECT_TRUE(selector.ok());
  return {{*selector}, count};
}

class Devices {
 public:
  explicit Devices(const std::vector<std::string>& slices) {
    for (const std::string& slice : slices) {
      documents_.push_back(std::make_unique<kube::Document>(yaml(slice)));
      survey_.add_slice(documents_.back()->root());
    }
  }
  std::optional<BetterTurns> better(const std::vector<TurnRequest>& requests) const {
    std::uint64_t cost = kOutcomeCostMax;
    return better_turns(requests, survey_, cost);
  }

 private:
  std::vector<std::unique_ptr<kube::Document>> documents_;
  DeviceSurvey survey_;
};

TEST(DeviceTurns, ANarrowRequestBehindABroadOne) {
  const Devices one({slice_with("aabb", 0)});
  const auto better = one.better({turn(2, "ab"), turn(2, "a")});
  ASSERT_TRUE(better);
  EXPECT_EQ(better->starved, 1U);
  EXPECT_EQ(better->by, 0U);
  EXPECT_TRUE(better->order.empty());
  EXPECT_FALSE(one.better({turn(2, "a"), turn(2, "ab")})) << "as they should stand";
  EXPECT_FALSE(one.better({turn(2, "ab"), turn(2, "b")})) << "the first devices are others";
  EXPECT_FALSE(one.better({turn(2, "a"), turn(2, "b")})) << "they share none";
  EXPECT_FALSE(one.better({turn(2, "ab"), turn(3, "a")})) << "there are not enough";
  EXPECT_FALSE(one.better({turn(3, "ab"), turn(2, "a")})) << "nor for both";
  EXPECT_FALSE(one.better({turn(2, "a")}));
}

TEST(DeviceTurns, TheSlicesComeInAnyOrder) {
  EXPECT_FALSE(
      Devices({slice_with("aa", 0), slice_with("bb", 1)}).better({turn(2, "ab"), turn(2, "a")}))
      << "the second one may come first";
  const auto better =
      Devices({slice_with("ab", 0), slice_with("ab", 1)}).better({turn(2, "ab"), turn(2, "a")});
  ASSERT_TRUE(better) << "one of each slice would be needed";
  EXPECT_EQ(better->starved, 1U);
}

TEST(DeviceTurns, SeveralRequests) {
  const Devices one({slice_with("abc", 0)});
  const auto moved = one.better({turn(1, "abc"), turn(1, "c"), turn(1, "a")});
  ASSERT_TRUE(moved);
  EXPECT_EQ(moved->starved, 2U);
  EXPECT_EQ(moved->by, 0U);
  EXPECT_TRUE(moved->order.empty());
  const auto ordered = one.better({turn(1, "abc"), turn(1, "ab"), turn(1, "a")});
  ASSERT_TRUE(ordered) << "none is to be moved alone";
  EXPECT_EQ(ordered->order, (std::vector<std::size_t>{2, 1, 0}));
}

TEST(DeviceTurns, WhereNotAllIsKnown) {
  const std::vector<TurnRequest> requests = {turn(2, "ab"), turn(2, "a")};
  EXPECT_FALSE(Devices({slice_with("aabb", 0), slice_with("aa", 0, 0)}).better(requests))
      << "Kueue counts slices of the generation before";
  EXPECT_FALSE(Devices({slice_with("aabb", 0), slice_with("", 1, 1, 2)}).better(requests))
      << "a slice is still to come";
  const auto fails = compile_stored_selector("device.attributes['x.com'].nope == 1");
  ASSERT_TRUE(fails.ok());
  EXPECT_FALSE(Devices({slice_with("aabb", 0)}).better({turn(2, "ab"), {{*fails}, 2}}));
  const auto shared = compile_stored_selector(
      "device.allowMultipleAllocations == false && device.attributes['x.com'].model == 'a'");
  ASSERT_TRUE(shared.ok());
  EXPECT_FALSE(Devices({slice_with("aabb", 0)}).better({turn(2, "ab"), {{*shared}, 2}}))
      << "Kueue's CEL does not know it";
}

// Device by device, in each order of the slices.
class Naive {
 public:
  Naive(std::vector<std::string> slices, std::vector<std::pair<int, std::string>> requests)
      : slices_(std::move(slices)), requests_(std::move(requests)) {
    std::sort(slices_.begin(), slices_.end());
  }
  // How many orders of the slices serve them, and of how many.
  std::pair<int, int> served(const std::vector<std::size_t>& order) const {
    std::vector<std::string> slices = slices_;
    std::pair<int, int> result;
    do {
      std::string devices;
      for (const std::string& slice : slices) devices += slice;
      result.first += serves(order, devices) ? 1 : 0;
      ++result.second;
    } while (std::next_permutation(slices.begin(), slices.end()));
    return result;
  }

 private:
  bool serves(const std::vector<std::size_t>& order, const std::string& devices) const {
    std::set<std::size_t> taken;
    for (const std::size_t request : order) {
      int got = 0;
      for (std::size_t i = 0; i < devices.size() && got < requests_[request].first; ++i) {
        if (taken.contains(i) || requests_[request].second.find(devices[i]) == std::string::npos)
          continue;
        taken.insert(i);
        ++got;
      }
      if (got < requests_[request].first) return false;
    }
    return true;
  }

  std::vector<std::string> slices_;
  std::vector<std::pair<int, std::string>> requests_;
};

TEST(DeviceTurns, WhatIsProposedHelpsAndNothingElseDid) {
  std::mt19937 random(20);  // NOLINT: the same cases each time
  const auto pick = [&](int most) {
    return static_cast<int>(random() % static_cast<unsigned>(most));
  };
  int proposed = 0;
  for (int round = 0; round < test::generated_cases(3000); ++round) {
    std::vector<std::string> letters;
    std::vector<std::string> slices;
    for (int i = pick(3); i >= 0; --i) {
      std::string devices;
      for (int j = pick(4); j >= 0; --j) devices += static_cast<char>('a' + pick(3));
      slices.push_back(slice_with(devices, slices.size()));
      letters.push_back(std::move(devices));
    }
    std::vector<std::pair<int, std::string>> wanted;
    std::vector<TurnRequest> requests;
    for (int i = 1 + pick(2); i >= 0; --i) {
      const std::string_view models[] = {"a", "b", "ab", "bc", "abc"};
      wanted.emplace_back(1 + pick(2), models[pick(5)]);
      requests.push_back(turn(wanted.back().first, wanted.back().second));
    }
    const Naive naive(letters, wanted);
    std::vector<std::size_t> order(requests.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const std::optional<BetterTurns> better = Devices(slices).better(requests);
    if (naive.served(order).first > 0) {
      EXPECT_FALSE(better) << "it may come out well as it stands";
      continue;
    }
    if (!better) continue;
    ++proposed;
    std::vector<std::size_t> moved = order;
    if (better->order.empty()) {
      moved.erase(moved.begin() + static_cast<std::ptrdiff_t>(better->starved));
      moved.insert(moved.begin() + static_cast<std::ptrdiff_t>(better->by), better->starved);
    } else {
      moved = better->order;
    }
    const auto [served, orders] = naive.served(moved);
    EXPECT_EQ(served, orders) << "round " << round;
  }
  EXPECT_GT(proposed, test::generated_cases(3000) / 100);
}

}  // namespace
}  // namespace drawbridge::rules

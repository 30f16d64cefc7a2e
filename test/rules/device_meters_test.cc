// What Kueue's sources count of published devices: which devices, which amount, and that it is that
// of the last state after any changes.
#include "rules/devices/device_meters.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "rules/devices/device_matches.h"
#include "test/generated_cases.h"
#include "test/rules/rules_testing.h"

namespace drawbridge::rules {
namespace {

using kube::KueueSource;

const char* const kBig = "device.attributes['a.com'].size >= 8";

KueueSource counter(const std::string& name, const std::string& driver = "a.com",
                    const std::string& selector = "true") {
  return {KueueSource::Kind::kCounter, name, driver, selector};
}
KueueSource capacity(const std::string& name) {
  return {KueueSource::Kind::kCapacity, name, "a.com", "true"};
}

SelectorList selectors(const std::vector<std::string>& texts) {
  SelectorList list;
  for (const std::string& text : texts) list.push_back(*compile_stored_selector(text));
  return list;
}

kube::CompactJson slice(const std::string& driver, const std::string& pool, int generation,
                        int count, const std::string& devices) {
  return kube::CompactJson(
      yaml("{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, spec: {driver: " + driver +
           ", pool: {name: " + pool + ", generation: " + std::to_string(generation) +
           ", resourceSliceCount: " + std::to_string(count) + "}, devices: [" + devices + "]}}")
          .root());
}

// A partition of a size, which takes so much of two counter sets.
std::string partition(int size, int memory) {
  return "{name: p, attributes: {size: {int: " + std::to_string(size) +
         "}}, consumesCounters: [{counterSet: gpu-0, counters: {memory: {value: " +
         std::to_string(memory) + "Mi}}}, {counterSet: gpu-1, counters: {cores: {value: 3}}}]},";
}

std::string shared(const std::string& memory) {
  return "{name: s, allowMultipleAllocations: true, capacity: {a.com/memory: " + memory + "}},";
}

class DeviceMetersTest : public ::testing::Test {
 protected:
  void meter(std::vector<std::pair<std::string, KueueSource>> wanted) {
    std::vector<ClassMeter> meters;
    for (auto& [name, source] : wanted) meters.push_back({name, *compile_meter(source)});
    matches_.set_meters(std::move(meters));
  }
  // "3 of 60Mi", devices that count and the most that one is charged; "?" where it is not known.
  std::string count(const KueueSource& source, const std::string& requested = "null",
                    const std::string& own = "", const std::string& name = "c") {
    std::vector<DeviceMatches::SliceProblem> problems;
    table_ = matches_.update(problems);
    const kube::Document asked = yaml("{a: " + requested + ", s: [" + own + "]}");
    const auto found = table_.of_source(source, name, asked.root()["s"].elements());
    if (!found) return "?";
    const std::string devices = std::to_string(found->devices.matched);
    if (found->measured == nullptr) return devices;
    const auto charge = largest_charge(*found->measured, asked.root()["a"]);
    return devices + (charge ? " of " + charge->canonical() : " of none");
  }

  DeviceMatches matches_;
  MatchTable table_;
};

TEST_F(DeviceMetersTest, TheLargestOfTheDevicesOfItsDriverCounts) {
  matches_.set_class("c", selectors({"device.driver.endsWith('.com')"}));
  matches_.put_slice("a", slice("a.com", "p", 1, 1, partition(1, 10) + partition(8, 40)));
  matches_.put_slice("b", slice("b.com", "p", 1, 1, partition(9, 80)));
  EXPECT_EQ(count(counter("memory")), "?") << "there is no such source yet";
  meter({{"c", counter("memory")},
         {"c", counter("cores")},
         {"c", counter("copies")},
         {"c", counter("memory", "b.com")},
         {"c", counter("memory", "a.com", "device.attributes['a.com'].size < 8")},
         {"other", counter("memory")}});
  EXPECT_EQ(count(counter("memory")), "2 of 40Mi");
  EXPECT_EQ(count(counter("cores")), "2 of 3") << "in whatever counter set";
  EXPECT_EQ(count(counter("copies")), "2") << "none of them has it";
  EXPECT_EQ(count(counter("memory", "b.com")), "1 of 80Mi");
  EXPECT_EQ(count(counter("memory", "a.com", "device.attributes['a.com'].size < 8")), "1 of 10Mi");
  EXPECT_EQ(count(counter("memory"), "null", "", "other"), "?") << "the class is not known";
  // A source of another driver asks no device of this one, so it can't fail there.
  matches_.set_class("c", selectors({kBig}));
  EXPECT_EQ(count(counter("memory")), "1 of 40Mi");
  EXPECT_EQ(table_.of_source(counter("memory"), "c", {})->devices.failed, 0u);
  EXPECT_EQ(table_.of_source(counter("memory", "b.com"), "c", {})->devices.failed, 1u);
  meter({});
  EXPECT_EQ(count(counter("memory")), "?");
}

TEST_F(DeviceMetersTest, RequestsWithSelectorsOfTheirOwn) {
  const kube::Document claim = yaml(
      "{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: t}, spec: "
      "{spec: {devices: {requests: [{name: r, exactly: {deviceClassName: c, selectors: [{cel: "
      "{expression: \"device.attributes['a.com'].size < 8\"}}]}}]}}}}");
  const std::string own = "{cel: {expression: \"device.attributes['a.com'].size < 8\"}}";
  matches_.set_class("c", SelectorList());
  matches_.put_slice("a", slice("a.com", "p", 1, 1, partition(1, 10) + partition(8, 40)));
  meter({{"c", counter("memory")}});
  EXPECT_EQ(count(counter("memory"), "null", own), "?") << "nobody has asked so";
  matches_.change_claim({}, claim.root());
  EXPECT_EQ(count(counter("memory"), "null", own), "1 of 10Mi");
  EXPECT_EQ(count(counter("memory")), "2 of 40Mi");
  matches_.change_claim(claim.root(), {});
  EXPECT_EQ(count(counter("memory"), "null", own), "?");
}

TEST_F(DeviceMetersTest, CapacitiesAreRoundedByThePolicyOfEachDevice) {
  matches_.set_class("c", SelectorList());
  meter({{"c", capacity("a.com/memory")}, {"c", capacity("memory")}});
  matches_.put_slice(
      "a", slice("a.com", "p", 1, 1,
                 shared("{value: 80Gi, requestPolicy: {default: 80Gi, validRange: {min: 1Gi, max: "
                        "80Gi, step: 1Gi}}}") +
                     shared("{value: 40Gi, requestPolicy: {default: 8Gi, validValues: [8Gi, "
                            "40Gi]}}")));
  const KueueSource memory = capacity("a.com/memory");
  EXPECT_EQ(count(memory), "2 of 80Gi");
  EXPECT_EQ(count(memory, "4Gi"), "2 of 8Gi");
  EXPECT_EQ(count(memory, "8193Mi"), "2 of 40Gi");
  EXPECT_EQ(count(memory, "41Gi"), "2 of 41Gi") << "the smaller one can't be had for it";
  EXPECT_EQ(count(memory, "81Gi"), "2 of none");
  EXPECT_EQ(count(capacity("memory")), "2") << "names are compared as they are";
  matches_.put_slice("b", slice("a.com", "q", 1, 1, shared("{value: 24Gi}")));
  EXPECT_EQ(count(memory), "3 of 80Gi");
  EXPECT_EQ(count(memory, "81Gi"), "3 of 81Gi") << "Kueue does not look at the value";
  matches_.remove_slice("a");
  EXPECT_EQ(count(memory), "1 of 24Gi");
}

TEST_F(DeviceMetersTest, OfAPoolOnlyTheNewestGenerationCountsOnceItIsComplete) {
  matches_.set_class("c", SelectorList());
  meter({{"c", counter("memory")}});
  matches_.put_slice("a", slice("a.com", "p", 1, 2, partition(1, 10)));
  EXPECT_EQ(count(counter("memory")), "0");
  EXPECT_EQ(table_.of_source(counter("memory"), "c", {})->devices.pending, 1u);
  matches_.put_slice("b", slice("a.com", "p", 1, 2, partition(1, 70)));
  EXPECT_EQ(count(counter("memory")), "2 of 70Mi");
  const MatchTable before = table_;
  matches_.put_slice("c", slice("a.com", "p", 2, 1, partition(1, 20)));
  EXPECT_EQ(count(counter("memory")), "1 of 20Mi");
  EXPECT_EQ(before.of_source(counter("memory"), "c", {})->measured->largest->canonical(), "70Mi")
      << "a table keeps its moment";
  matches_.remove_slice("c");
  EXPECT_EQ(count(counter("memory")), "2 of 70Mi");
}

TEST_F(DeviceMetersTest, SelectorsThatKueueDoesNotCompile) {
  KueueSource source = counter("memory");
  source.selector = "device.";
  EXPECT_FALSE(compile_meter(source).ok());
  source.selector = "device.allowMultipleAllocations == true";
  EXPECT_EQ(compile_meter(source).error().message,
            "reads allowMultipleAllocations, which Kueue's CEL does not know");
  matches_.put_slice("a", slice("a.com", "p", 1, 1, partition(1, 10)));
  matches_.set_class("c", selectors({"!device.allowMultipleAllocations"}));
  meter({{"c", counter("memory")}});
  EXPECT_EQ(count(counter("memory")), "?");
}

TEST_F(DeviceMetersTest, FollowsSoManySourcesAndPolicies) {
  std::vector<ClassMeter> meters;
  const SharedMeter one = *compile_meter(counter("memory"));
  for (std::size_t i = 0; i <= kMeterSetsMax; ++i) {
    const std::string name = "c" + std::to_string(i);
    matches_.set_class(name, SelectorList());
    meters.push_back({name, one});
  }
  matches_.set_meters(std::move(meters));
  EXPECT_EQ(count(counter("memory"), "null", "", "c" + std::to_string(kMeterSetsMax - 1)), "0");
  EXPECT_EQ(count(counter("memory"), "null", "", "c" + std::to_string(kMeterSetsMax)), "?");

  matches_.set_class("c", SelectorList());
  meter({{"c", capacity("a.com/memory")}});
  const auto policies = [](std::size_t many) {
    std::string devices;
    for (std::size_t i = 1; i <= many; ++i)
      devices += shared("{value: 1Gi, requestPolicy: {default: " + std::to_string(i) + "}}");
    return devices;
  };
  const std::string most = std::to_string(kMeterPoliciesMax);
  matches_.put_slice("a", slice("a.com", "p", 1, 1, policies(kMeterPoliciesMax)));
  EXPECT_EQ(count(capacity("a.com/memory")), most + " of " + most);
  matches_.put_slice("a", slice("a.com", "p", 1, 1, policies(kMeterPoliciesMax + 1)));
  EXPECT_EQ(count(capacity("a.com/memory")), "?");
}

// What the property test knows of a slice; its devices are partition(size, size * 10).
struct Published {
  std::string driver;
  std::string pool;
  int generation = 0;
  int count = 1;
  std::vector<int> sizes;
};

// By going through all of them, as Kueue does for each workload: devices, and the largest amount.
std::pair<std::size_t, int> reckoned(const std::map<std::string, Published>& slices,
                                     const std::string& driver, int size_min) {
  std::map<std::string, std::vector<const Published*>> pools;
  for (const auto& [name, published] : slices) {
    if (published.driver != driver) continue;
    std::vector<const Published*>& pool = pools[published.pool];
    if (!pool.empty() && pool.front()->generation > published.generation) continue;
    if (!pool.empty() && pool.front()->generation < published.generation) pool.clear();
    pool.push_back(&published);
  }
  std::size_t devices = 0;
  int largest = 0;
  for (const auto& [name, pool] : pools) {
    if (pool.size() != static_cast<std::size_t>(pool.front()->count)) continue;
    for (const Published* published : pool) {
      for (const int size : published->sizes) {
        if (size < size_min) continue;
        ++devices;
        largest = std::max(largest, size * 10);
      }
    }
  }
  return {devices, largest};
}

TEST(DeviceMetersPropertyTest, AmountsAreThoseOfTheLastState) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  const std::vector<std::pair<std::string, int>> wishes = {{"true", 0}, {"false", 99}, {kBig, 8}};
  const int rounds = test::generated_cases(30);
  for (int round = 0; round < rounds; ++round) {
    DeviceMatches kept;
    std::map<std::string, Published> slices;
    int size_min = 99;
    bool has_class = false;
    bool metered = false;
    std::vector<DeviceMatches::SliceProblem> problems;
    for (int step = 0; step < 40; ++step) {
      const std::string name = "n" + std::to_string(random() % 6);
      const auto action = random() % 10;
      if (action < 5) {
        Published& made = slices[name];
        // A pool's slices agree on their number, as a driver's do.
        const int generation = static_cast<int>(random() % 3);
        made = {random() % 2 == 0 ? "a.com" : "b.com", random() % 2 == 0 ? "p" : "q", generation,
                1 + generation % 2,
                std::vector<int>(random() % 3, static_cast<int>(random() % 12))};
        std::string devices;
        for (const int size : made.sizes) devices += partition(size, size * 10);
        kept.put_slice(name, slice(made.driver, made.pool, made.generation, made.count, devices));
      } else if (action < 6) {
        slices.erase(name);
        kept.remove_slice(name);
      } else if (action < 7) {
        const auto& [text, least] = wishes[random() % wishes.size()];
        size_min = least;
        has_class = true;
        kept.set_class("c", selectors({text}));
      } else if (action < 8) {
        metered = random() % 4 != 0;
        std::vector<ClassMeter> meters;
        if (metered) meters.push_back({"c", *compile_meter(counter("memory"))});
        kept.set_meters(std::move(meters));
      } else {
        kept.update(problems, random() % 8);
      }
    }
    const MatchTable table = kept.update(problems);
    const auto found = table.of_source(counter("memory"), "c", {});
    ASSERT_EQ(found.has_value(), has_class && metered);
    if (!found) continue;
    const auto [devices, largest] = reckoned(slices, "a.com", size_min);
    EXPECT_EQ(found->devices.matched, devices);
    ASSERT_EQ(found->measured != nullptr, devices > 0);
    if (devices == 0) continue;
    EXPECT_EQ(found->measured->largest->value(), std::int64_t{largest} << 20);
  }
}

}  // namespace
}  // namespace drawbridge::rules

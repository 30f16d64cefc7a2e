#include "rules/devices/class_capacities.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "test/rules/rules_testing.h"

namespace drawbridge::rules {
namespace {

WantedCapacity wanted(std::string device_class, const std::string& selector = "true") {
  return {std::move(device_class), "a.com", "memory", {*compile_stored_selector(selector)}};
}

kube::Document slice(const std::string& devices, const std::string& driver = "a.com") {
  return yaml("{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, spec: {driver: " + driver +
              ", pool: {name: p, generation: 1, resourceSliceCount: 1}, devices: [" + devices +
              "]}}");
}

std::string device(const std::string& memory, bool shared = false, const std::string& size = "1") {
  return "{name: d" + memory + ", allowMultipleAllocations: " + (shared ? "true" : "false") +
         ", attributes: {size: {int: " + size + "}}, capacity: {memory: {value: " + memory + "}}},";
}

class ClassCapacitiesTest : public ::testing::Test {
 protected:
  // "80Gi", "80Gi shared", "nothing".
  std::string of(std::string_view device_class) {
    const auto table = capacities_.table();
    const ClassCapacity* found = table->find(device_class, "a.com", "memory");
    if (found == nullptr) return "nothing";
    return found->most.canonical() + (found->is_shared ? " shared" : "");
  }
  void put(const std::string& name, const kube::Document& slice) {
    capacities_.put_slice(name, slice.root());
  }

  ClassCapacities capacities_;
};

TEST_F(ClassCapacitiesTest, IsTheMostOfAllDevicesThatTheClassMatches) {
  capacities_.set_wanted({wanted("all"), wanted("small", "device.attributes['a.com'].size < 8"),
                          wanted("none", "device.driver == 'b.com'")});
  EXPECT_EQ(of("all"), "nothing");
  put("s1", slice(device("10Gi") + device("20Gi")));
  put("s2", slice(device("80Gi", false, "8")));
  EXPECT_EQ(of("all"), "80Gi");
  EXPECT_EQ(of("small"), "20Gi");
  EXPECT_EQ(of("none"), "nothing");
  EXPECT_EQ(of("unknown"), "nothing");
}

TEST_F(ClassCapacitiesTest, IsSharedOnlyWhereEveryDeviceIs) {
  capacities_.set_wanted({wanted("all")});
  put("s1", slice(device("10Gi", true)));
  EXPECT_EQ(of("all"), "10Gi shared");
  put("s2", slice(device("5Gi", true) + device("6Gi")));
  EXPECT_EQ(of("all"), "10Gi");
  capacities_.remove_slice("s2");
  EXPECT_EQ(of("all"), "10Gi shared");
}

TEST_F(ClassCapacitiesTest, OfSharedDevicesTheirPoliciesSayWhatIsTaken) {
  const auto taken = [&](const std::string& policy, std::string_view requested) {
    capacities_.set_wanted({wanted("all")});
    put("s1", slice("{name: d, allowMultipleAllocations: true, attributes: {size: {int: 1}}, "
                    "capacity: {memory: {value: 80Gi" +
                    policy + "}}}"));
    const auto table = capacities_.table();
    const std::optional<kube::Quantity> found =
        table->find("all", "a.com", "memory")
            ->taken(requested.empty() ? std::nullopt
                                      : std::optional(*kube::Quantity::parse(requested)));
    return found ? found->canonical() : "unknown";
  };
  const std::string policy =
      ", requestPolicy: {default: 20Gi, validRange: {min: 10Gi, step: 10Gi}}";
  EXPECT_EQ(taken(policy, ""), "20Gi");
  EXPECT_EQ(taken(policy, "21Gi"), "30Gi");
  EXPECT_EQ(taken(policy, "90Gi"), "unknown") << "none has so much";
  EXPECT_EQ(taken("", ""), "80Gi");
  EXPECT_EQ(taken("", "21Gi"), "21Gi");
  put("s2", slice(device("100Gi", true)));
  EXPECT_EQ(capacities_.table()->find("all", "a.com", "memory")->taken(std::nullopt)->canonical(),
            "100Gi")
      << "the most of all devices";
  put("s2", slice(device("5Gi", false)));
  EXPECT_FALSE(capacities_.table()->find("all", "a.com", "memory")->taken(std::nullopt));
}

TEST_F(ClassCapacitiesTest, WhatFitsIsWhatEveryDeviceRoundsToNoMore) {
  capacities_.set_wanted({wanted("all")});
  const auto rounding = [](const std::string& policy) {
    return slice(
        "{name: d, allowMultipleAllocations: true, capacity: {memory: {value: 80Gi, "
        "requestPolicy: " +
        policy + "}}}");
  };
  // "10Gi", "none".
  const auto within = [&](std::string_view left) {
    const auto table = capacities_.table();
    const auto most =
        table->find("all", "a.com", "memory")->largest_request_within(*kube::Quantity::parse(left));
    return most ? most->canonical() : "none";
  };
  put("s1", slice(device("80Gi", true)));
  EXPECT_FALSE(capacities_.table()->find("all", "a.com", "memory")->may_round);
  EXPECT_EQ(within("15Gi"), "15Gi");
  EXPECT_EQ(within("100Gi"), "80Gi") << "no device has more";
  put("s2", rounding("{default: 10Gi, validRange: {min: 10Gi, step: 10Gi}}"));
  EXPECT_TRUE(capacities_.table()->find("all", "a.com", "memory")->may_round);
  EXPECT_EQ(within("25Gi"), "20Gi");
  EXPECT_EQ(within("9Gi"), "none");
  put("s3", rounding("{default: 15Gi, validValues: [15Gi, 40Gi]}"));
  EXPECT_EQ(within("25Gi"), "15Gi") << "which is 20Gi of the other one";
  EXPECT_EQ(within("19Gi"), "10Gi") << "and 15Gi of this one";
  EXPECT_EQ(within("14Gi"), "none");
  put("s2", slice(device("80Gi")));
  EXPECT_EQ(within("25Gi"), "none") << "one is gone whole";
}

// Past what is looked at, whether one of them rounds decides what a part of it costs.
TEST(ClassCapacity, CostsOtherwiseOnceNobodyCanTellHowItRounds) {
  ClassCapacity many;
  for (std::size_t i = 0; i <= kPoliciesMax; ++i) many.policies.insert(std::to_string(i));
  ClassCapacity rounding = many;
  EXPECT_TRUE(many.costs_like(rounding));
  rounding.may_round = true;
  EXPECT_FALSE(many.costs_like(rounding));
}

TEST_F(ClassCapacitiesTest, FollowsTheSlices) {
  capacities_.set_wanted({wanted("all")});
  put("s1", slice(device("10Gi")));
  put("s2", slice(device("80Gi")));
  EXPECT_EQ(of("all"), "80Gi");
  const auto before = capacities_.table();
  EXPECT_EQ(capacities_.table(), before) << "nothing has changed";
  put("s2", slice(device("40Gi")));
  EXPECT_EQ(of("all"), "40Gi");
  capacities_.remove_slice("s2");
  capacities_.remove_slice("never there");
  EXPECT_EQ(of("all"), "10Gi");
  put("s1", slice("{name: d, attributes: {size: {int: 1}}}"));
  EXPECT_EQ(of("all"), "nothing") << "it has none of it";
  capacities_.set_wanted({});
  put("s1", slice(device("10Gi")));
  EXPECT_EQ(of("all"), "nothing") << "nobody wants to know";
}

// Who counts what is there goes by what devices had that are there no more.
TEST_F(ClassCapacitiesTest, RemembersWhatAClassHadLast) {
  const auto last = [&](std::string_view device_class) -> std::string {
    const auto table = capacities_.table();
    const ClassCapacity* found = table->find_last(device_class, "a.com", "memory");
    return found == nullptr ? "none" : found->most.canonical();
  };
  capacities_.set_wanted({wanted("all"), wanted("small", "device.driver == 'a.com'")});
  EXPECT_EQ(last("all"), "none") << "nobody has seen any";
  put("one", slice(device("3")));
  put("two", slice(device("8")));
  EXPECT_EQ(last("all"), "8");
  capacities_.remove_slice("two");
  EXPECT_EQ(last("all"), "3") << "of what is there";
  capacities_.remove_slice("one");
  EXPECT_EQ(last("all"), "3");
  EXPECT_EQ(capacities_.table()->find("all", "a.com", "memory"), nullptr);
  capacities_.set_wanted({wanted("all"), wanted("small", "device.driver == 'b.com'")});
  EXPECT_EQ(last("all"), "3");
  EXPECT_EQ(last("small"), "none") << "with other selectors it is another class";
  put("one", slice(device("5")));
  EXPECT_EQ(last("all"), "5");
}

TEST_F(ClassCapacitiesTest, WhatIsWantedAsBeforeIsNotReadAgain) {
  EXPECT_TRUE(capacities_.set_wanted({wanted("small", "device.driver == 'a.com'")}));
  put("s1", slice(device("10Gi")));
  EXPECT_FALSE(capacities_.set_wanted({wanted("small", "device.driver == 'a.com'")}));
  EXPECT_EQ(of("small"), "10Gi");
  EXPECT_TRUE(capacities_.set_wanted({wanted("small", "device.driver == 'b.com'")}));
  EXPECT_EQ(of("small"), "nothing") << "until its slices are put again";
}

TEST_F(ClassCapacitiesTest, ANameWithoutADomainIsTheDriversOwn) {
  capacities_.set_wanted({wanted("all")});
  put("s1", slice(device("10Gi"), "b.com"));
  EXPECT_EQ(of("all"), "nothing");
  put("s2", slice("{name: d, capacity: {a.com/memory: {value: 7Gi}}}", "b.com"));
  EXPECT_EQ(of("all"), "7Gi");
  put("s3", slice("{name: d, capacity: {memory: {value: rubbish}}}"));
  EXPECT_EQ(of("all"), "7Gi") << "what can't be read counts nothing";
}

}  // namespace
}  // namespace drawbridge::rules

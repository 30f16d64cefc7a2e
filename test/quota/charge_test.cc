#include "quota/charge.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "test/quota/quota_testing.h"

namespace drawbridge::quota {
namespace {

using kube::Quantity;

Want of_class(std::string name, std::int64_t count, std::int64_t alternative_of = 0) {
  return {"", std::move(name), count, {}, alternative_of};
}

Want with_memory(Want want, std::string_view memory) {
  want.capacity = amounts({{"memory", memory}});
  return want;
}

// "NAME=AMOUNT" of each, then "?NAME" of what nobody can count.
std::string charged(const std::vector<Want>& wants, const std::map<std::string, Unit>& units) {
  const Charge charge = charge_of(wants, [&units](const Want& want) {
    const auto unit = units.find(want.device_class.empty() ? want.resource : want.device_class);
    return unit == units.end() ? Unit{want.device_class + want.resource} : unit->second;
  });
  std::string text = text_of(charge.amounts);
  for (const std::string& name : charge.unknown) text += " ?" + name;
  return text;
}

Unit memory_of(std::string logical, std::optional<std::string_view> most, bool is_shared = false) {
  Unit unit{std::move(logical), "memory", std::nullopt, is_shared};
  if (most) unit.most = Quantity::parse(*most).value();
  return unit;
}

TEST(Charge, DevicesOfEachRequestAreAddedUpUnderTheLogicalName) {
  EXPECT_EQ(charged({}, {}), "");
  EXPECT_EQ(charged({of_class("a", 2), {"x.com/gpu", "", 3}, of_class("b", 1)},
                    {{"a", {"gpu"}}, {"x.com/gpu", {"gpu"}}}),
            " b=1 gpu=5");
  EXPECT_EQ(charged({of_class("a", 0), of_class("a", -1)}, {}), "") << "of nothing";
}

// A driver may publish capacities of other domains beside its own (resource.k8s.io/v1: capacity).
TEST(Charge, WhatIsRequestedOfAnotherDomainsCapacityIsNotTaken) {
  Unit unit = memory_of("mem", "80Gi", true);
  unit.capacity_domain = "gpu.acme.com";
  const auto cost = [&](const std::vector<std::pair<std::string_view, std::string_view>>& asked) {
    Want want = of_class("a", 1);
    for (const auto& [name, amount] : asked)
      want.capacity.emplace(name, Quantity::parse(amount).value());
    return charged({want}, {{"a", unit}});
  };
  EXPECT_EQ(cost({{"memory", "10Gi"}}), " mem=10Gi");
  EXPECT_EQ(cost({{"gpu.acme.com/memory", "10Gi"}}), " mem=10Gi");
  EXPECT_EQ(cost({{"example.com/memory", "10Gi"}}), " mem=80Gi");
  EXPECT_EQ(cost({{"example.com/memory", "90Gi"}, {"memory", "20Gi"}}), " mem=20Gi");
  EXPECT_EQ(cost({{"gpu.acme.com/memory", "10Gi"}, {"memory", "20Gi"}}), " mem=20Gi");
  unit.capacity_domain.clear();
  EXPECT_EQ(cost({{"example.com/memory", "10Gi"}}), " mem=10Gi");
}

TEST(Charge, OfAlternativesTheDearestOfEachLogicalResource) {
  const std::map<std::string, Unit> units = {
      {"big", {"gpu"}}, {"small", {"gpu"}}, {"nic", {"nic"}}};
  EXPECT_EQ(charged({of_class("big", 2, 1), of_class("small", 8, 1), of_class("nic", 1, 1)}, units),
            " gpu=8 nic=1");
  EXPECT_EQ(charged({of_class("big", 2, 1), of_class("small", 8, 1), of_class("big", 2, 2),
                     of_class("small", 1, 2), of_class("big", 1)},
                    units),
            " gpu=11")
      << "requests are added up: 8, 2 and 1";
}

TEST(Charge, OfAlternativesTheDearestByItsCapacityNotByItsNumber) {
  const std::map<std::string, Unit> units = {{"big", memory_of("memory", "80Gi")},
                                             {"small", memory_of("memory", "10Gi")}};
  EXPECT_EQ(charged({of_class("big", 2, 1), of_class("small", 8, 1)}, units), " memory=160Gi");
}

TEST(Charge, ACapacityIsWhatTheDeviceTakes) {
  const Want wish = of_class("c", 2);
  const auto costs = [&wish](const Want& want, const Unit& unit) {
    return charged({want}, {{wish.device_class, unit}});
  };
  EXPECT_EQ(costs(wish, memory_of("m", "80Gi")), " m=160Gi") << "whole devices";
  EXPECT_EQ(costs(with_memory(wish, "10Gi"), memory_of("m", "80Gi")), " m=160Gi")
      << "a device that can't be shared is gone whole";
  EXPECT_EQ(costs(with_memory(wish, "10Gi"), memory_of("m", "80Gi", true)), " m=20Gi");
  EXPECT_EQ(costs(wish, memory_of("m", "80Gi", true)), " m=160Gi")
      << "nothing requested: all of it";
  EXPECT_EQ(costs(with_memory(wish, "90Gi"), memory_of("m", "80Gi")), " m=180Gi");
  EXPECT_EQ(costs(with_memory(wish, "10Gi"), memory_of("m", {})), " m=20Gi")
      << "none is published: what was requested";
  EXPECT_EQ(costs(wish, memory_of("m", {})), " ?m");
}

TEST(Charge, WhatIsKnownCountsBesideWhatIsNot) {
  EXPECT_EQ(charged({of_class("a", 1), of_class("b", 1)}, {{"b", memory_of("m", {})}}), " a=1 ?m");
}

TEST(Charge, HugeNumbersEndAtTheLimit) {
  EXPECT_EQ(charged({of_class("a", kChargeMax)}, {}), " a=1P");
  EXPECT_EQ(charged({of_class("a", kChargeMax - 1)}, {}), " a=999999999999999");
  EXPECT_EQ(charged({of_class("a", INT64_MAX), of_class("a", INT64_MAX)}, {}), " a=1P");
  EXPECT_EQ(charged({of_class("a", INT64_MAX)}, {{"a", memory_of("m", "1e300")}}), " m=1P");
}

TEST(Charge, WantsThatDifferInTheirNumberAreOne) {
  const std::vector<Want> wants = {of_class("a", 1),
                                   of_class("b", 1),
                                   of_class("a", 2),
                                   of_class("a", 1, 1),
                                   of_class("a", 1, 1),
                                   with_memory(of_class("a", 1), "1Gi"),
                                   with_memory(of_class("a", 4), "1024Mi"),
                                   {"a", "", 7}};
  EXPECT_EQ(merged(wants), (std::vector<Want>{of_class("a", 3),
                                              of_class("b", 1),
                                              of_class("a", 1, 1),
                                              of_class("a", 1, 1),
                                              with_memory(of_class("a", 5), "1Gi"),
                                              {"a", "", 7}}));
  EXPECT_EQ(merged({of_class("a", INT64_MAX), of_class("a", 1)}),
            std::vector<Want>{of_class("a", INT64_MAX)});
}

TEST(Charge, OfWhatIsNotPublishedMoreMayBeGoneThanIsRequested) {
  const std::vector<Want> wants = {{"", "gpu", 2, {{"memory", kube::Quantity::from_int(1)}}}};
  Unit unit{"memory", "memory"};
  const auto unit_of = [&unit](const Want&) { return unit; };
  EXPECT_TRUE(charge_of(wants, unit_of).unknown.empty());
  unit.is_unpublished = true;
  const Charge charge = charge_of(wants, unit_of);
  EXPECT_TRUE(charge.unknown.contains("memory"));
  EXPECT_EQ(text_of(charge.amounts), " memory=2") << "which is counted all the same";
}

}  // namespace
}  // namespace drawbridge::quota

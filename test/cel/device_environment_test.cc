#include "rules/cel/device_environment.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace drawbridge::cel {
namespace {

kube::Quantity quantity(std::string_view text) {
  return *kube::Quantity::parse(text);
}

Device gpu() {
  Device device;
  device.driver = "gpu.example.com";
  device.attributes = {
      {"model", false, {std::string_view("A100")}},
      {"index", false, {std::int64_t{3}}},
      {"healthy", false, {true}},
      {"driverVersion", false, {VersionText{"1.2.3"}}},
      {"modes", true, {std::string_view("a"), std::string_view("b")}},
      {"other.example.com/model", false, {std::string_view("x")}},
  };
  device.capacity = {{"memory", quantity("40Gi")}};
  return device;
}

// "true", "false", or why not.
std::string outcome(std::string_view expression, const Device& device = gpu(),
                    DeviceFeatures features = {}, SelectorUse use = SelectorUse::kStored) {
  const Environment env = device_environment({}, features, use);
  auto compiled = compile_selector(env, expression);
  if (const auto* refusal = std::get_if<std::string>(&compiled)) return *refusal;
  DeviceValues devices;
  const auto value = devices.add(device);
  if (const auto* wrong = std::get_if<std::string>(&value)) return *wrong;
  kube::Arena arena;
  const SelectorMatch match =
      match_selector(std::get<Program>(compiled), std::get<Value>(value), kPerCallCostMax, arena);
  if (!match.error.empty()) return match.error;
  return match.matches ? "true" : "false";
}

TEST(DeviceEnvironment, WhatADeviceHas) {
  for (const std::string_view expression :
       {"device.driver == 'gpu.example.com'",
        "device.attributes['gpu.example.com'].model == 'A100'",
        "device.attributes['gpu.example.com'].index == 3",
        "device.attributes['gpu.example.com'].healthy",
        "device.attributes['gpu.example.com'].driverVersion.isGreaterThan(semver('1.2.0'))",
        "device.attributes['other.example.com'].model == 'x'",
        "device.capacity['gpu.example.com'].memory.compareTo(quantity('40Gi')) == 0",
        "device.attributes['gpu.example.com'].modes.includes('b')",
        "device.attributes['gpu.example.com'].model.includes('A100')",
        "!device.allowMultipleAllocations",
        "cel.bind(d, device.attributes['gpu.example.com'], d.healthy && d.index > 2)"}) {
    EXPECT_EQ(outcome(expression), "true") << expression;
  }
}

TEST(DeviceEnvironment, AnUnknownDomainIsEmptyAndYetNotThere) {
  EXPECT_EQ(outcome("'no.example.com' in device.attributes"), "false");
  EXPECT_EQ(outcome("'gpu.example.com' in device.attributes"), "true");
  EXPECT_EQ(outcome("device.attributes['no.example.com'].size() == 0"), "true");
  EXPECT_EQ(outcome("has(device.attributes.no)"), "true");
  EXPECT_EQ(outcome("has(device.attributes['no.example.com'].model)"), "false");
  EXPECT_EQ(outcome("device.attributes['no.example.com'].model == 'x'"), "no such key: model");
  EXPECT_EQ(outcome("device.attributes.size() == 2"), "true");
  EXPECT_EQ(outcome("device.attributes.all(d, d.endsWith('example.com'))"), "true");
  EXPECT_EQ(outcome("device.capacity['no.example.com'].memory.isGreaterThan(quantity('1'))"),
            "no such key: memory");
}

TEST(DeviceEnvironment, ANameInTheDriversDomainAndWithoutOneIsOne) {
  Device device;
  device.driver = "d";
  device.attributes = {{"a", false, {std::int64_t{1}}}, {"d/a", false, {std::int64_t{2}}}};
  EXPECT_EQ(outcome("device.attributes['d'].size() == 1", device), "true");
}

TEST(DeviceEnvironment, WhatMayBeWrittenDependsOnTheGates) {
  const std::string_view multiple = "device.allowMultipleAllocations";
  const std::string_view lists = "device.attributes['gpu.example.com'].modes.exists(m, m == 'a')";
  const std::string_view includes = "device.attributes['gpu.example.com'].modes.includes('a')";
  const DeviceFeatures none;
  const DeviceFeatures all{true, true};
  for (const std::string_view expression : {lists, includes}) {
    EXPECT_EQ(outcome(expression, gpu(), all, SelectorUse::kNew), "true");
    EXPECT_EQ(outcome(expression, gpu(), none, SelectorUse::kStored), "true");
  }
  EXPECT_EQ(outcome(multiple, gpu(), all, SelectorUse::kNew), "false");
  EXPECT_EQ(outcome(multiple, gpu(), none, SelectorUse::kStored), "false");
  EXPECT_TRUE(outcome(multiple, gpu(), none, SelectorUse::kNew)
                  .starts_with("compilation failed: ERROR: <input>:1:7: undefined field "
                               "'allowMultipleAllocations'\n | device."));
  EXPECT_TRUE(outcome(lists, gpu(), none, SelectorUse::kNew)
                  .starts_with("compilation failed: ERROR: <input>:1:37: expression of type 'any' "
                               "cannot be range of a comprehension"));
  EXPECT_TRUE(outcome(includes, gpu(), none, SelectorUse::kNew)
                  .starts_with("compilation failed: ERROR: <input>:1:52: undeclared reference to "
                               "'includes'"));
}

TEST(DeviceEnvironment, TheResultIsABool) {
  EXPECT_EQ(outcome("1"), "must evaluate to bool or the unknown type, not int");
  EXPECT_EQ(outcome("null"), "must evaluate to bool or the unknown type, not null_type");
  EXPECT_EQ(outcome("[duration('1s')]"),
            "must evaluate to bool or the unknown type, not list(google.protobuf.Duration)");
  EXPECT_EQ(outcome("dyn(true)"), "true");
  EXPECT_EQ(outcome("dyn(true)", gpu(), {}, SelectorUse::kNew),
            "must evaluate to bool or the unknown type, not dyn");
  EXPECT_EQ(outcome("device.attributes['gpu.example.com'].healthy", gpu(), {}, SelectorUse::kNew),
            "true");
}

TEST(DeviceEnvironment, WhatIsNoBoolWhenItRuns) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"1", "int could not be converted to bool: unsupported type conversion from 'int' to bool"},
      {"'a'",
       "string could not be converted to bool: unsupported native conversion from string to "
       "'bool'"},
      {"1.5", "double could not be converted to bool: type conversion error from Double to 'bool'"},
      {"[1]", "list could not be converted to bool: type conversion error from list to 'bool'"},
      {"{1: 1}", "map could not be converted to bool: type conversion error from map to 'bool'"},
      {"null",
       "null_type could not be converted to bool: type conversion error from 'null_type' to "
       "'bool'"},
      {"duration('1s')",
       "google.protobuf.Duration could not be converted to bool: type conversion error from "
       "'Duration' to 'bool'"},
      {"semver('1.0.0')",
       "kubernetes.Semver could not be converted to bool: type conversion error from 'Semver' to "
       "'bool'"},
  };
  for (const auto& [value, message] : cases) {
    EXPECT_EQ(outcome("dyn(" + std::string(value) + ")"),
              "CEL result of type " + std::string(message));
  }
}

// What 1.37 brought may not be written yet, and yet be read.
TEST(DeviceEnvironment, NewSelectorsHaveTheLibrariesOfTheVersionBefore) {
  const std::string_view expression = "[1].includes(1)";
  const auto compiles = [&](SelectorUse use, DeviceFeatures features) {
    return std::holds_alternative<Program>(
        compile_selector(device_environment({37}, features, use), expression));
  };
  EXPECT_TRUE(compiles(SelectorUse::kStored, {}));
  EXPECT_FALSE(compiles(SelectorUse::kNew, {}));
  EXPECT_TRUE(compiles(SelectorUse::kNew, {false, true}));
}

Device with_list(std::size_t size) {
  Device device;
  device.driver = "d";
  device.attributes = {{"a", true, {}}};
  for (std::size_t i = 0; i < size; ++i) {
    device.attributes[0].values.push_back(static_cast<std::int64_t>(i));
  }
  return device;
}

TEST(DeviceEnvironment, IncludesLooksAt48Values) {
  const std::string_view expression = "device.attributes['d'].a.includes(-1)";
  EXPECT_EQ(outcome(expression, with_list(kAttributeListMax)), "false");
  EXPECT_EQ(outcome(expression, with_list(kAttributeListMax + 1)),
            "'includes' function cannot be applied to lists longer than 48 values");
}

TEST(DeviceEnvironment, AttributesThatKubernetesCannotRead) {
  Device device;
  device.attributes = {{"v", false, {VersionText{"one"}}}};
  EXPECT_TRUE(outcome("true", device).starts_with("attribute v: parse semantic version: "));
  device.attributes = {{"v", false, {}}};
  EXPECT_EQ(outcome("true", device), "attribute v: unsupported attribute value");
}

TEST(DeviceEnvironment, SizesBoundTheEstimate) {
  const Environment env = device_environment();
  const auto most = [&](std::string_view expression) {
    const auto compiled = compile_selector(env, expression);
    return std::get<Program>(compiled).estimated_cost().max;
  };
  EXPECT_EQ(most("device.driver == 'dra.example.com'"), 4u);
  EXPECT_EQ(most("device.attributes.exists_one(x, x == 'dra.example.com')"), 164u);
  EXPECT_EQ(most("device.attributes['dra.example.com'].exists_one(x, x == 'services')"), 133u);
  EXPECT_EQ(most("device.attributes['dra.example.com'].name == 'fish'"), 5u);
}

TEST(DeviceValues, OutliveWhatTheyWereMadeFrom) {
  DeviceValues devices;
  Value value;
  {
    std::string driver = "gpu.example.com";
    std::string model = "A100";
    Device device;
    device.driver = driver;
    device.attributes = {{"model", false, {std::string_view(model)}}};
    value = std::get<Value>(devices.add(device));
    driver.assign(driver.size(), '#');
    model.assign(model.size(), '#');
  }
  const Environment env = device_environment();
  const auto compiled = compile_selector(env, "device.attributes[device.driver].model == 'A100'");
  kube::Arena arena;
  EXPECT_TRUE(match_selector(std::get<Program>(compiled), value, kPerCallCostMax, arena).matches);
}

}  // namespace
}  // namespace drawbridge::cel

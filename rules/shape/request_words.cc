#include "rules/shape/request_words.h"

#include <algorithm>
#include <initializer_list>

#include "rules/shape/meant.h"

namespace drawbridge::rules::shape {

using kube::Json;

namespace {

// An attribute's value stands under its type: {stringValue: a} and {value: a} for {string: a}.
std::string_view word_for_value(std::string_view name, const Json& value) {
  const bool is_plain = letters_equal(name, "value");
  if (value.is_string() && (is_plain || letters_equal(name, "stringValue"))) return "string";
  if (value.is_integer() && (is_plain || letters_equal(name, "intValue"))) return "int";
  if (value.is_bool() && (is_plain || letters_equal(name, "boolValue"))) return "bool";
  return value.is_string() && letters_equal(name, "versionValue") ? "version" : name;
}

// Kueue's quotas and DeviceMappings, by words that their neighbours have; empty for none.
std::string_view word_for_quota(const Type& type, std::string_view name, const Json& value) {
  const auto is_one_of = [name](std::initializer_list<std::string_view> words) {
    return std::any_of(words.begin(), words.end(),
                       [name](std::string_view word) { return letters_equal(word, name); });
  };
  const bool is_scalar = value.is_string() || value.is_number();
  if (type.name.ends_with(".spec.resourceGroups[].flavors[].resources[]")) {
    if (value.is_string() && is_one_of({"resource", "resourceName"})) return "name";
    if (is_scalar && is_one_of({"borrowLimit", "maxBorrow", "borrowing"})) return "borrowingLimit";
    if (is_scalar && is_one_of({"lendLimit", "maxLend", "lending"})) return "lendingLimit";
    if (is_scalar && is_one_of({"nominal", "quota"})) return "nominalQuota";
  }
  if (type.name.ends_with(".spec.resourceGroups[].flavors[]") && value.is_string() &&
      is_one_of({"flavor", "resourceFlavor"}))
    return "name";
  if (type.name.ends_with(".spec.resourceGroups[]") && is_one_of({"resources", "covered"}) &&
      value.at(0).is_string())
    return "coveredResources";
  if (type.name == "DeviceMapping/v1alpha1.spec.rewrites[]" && value.is_string()) {
    if (is_one_of({"from", "extendedResource", "extendedResourceName"})) return "resource";
    if (is_one_of({"to", "class", "deviceClass"})) return "deviceClassName";
  }
  return {};
}

// As other kinds call it; empty for none.
std::string_view word_for_workload(const Type& type, std::string_view name, const Json& value) {
  const bool is_pod_set = type.name.starts_with("Workload/") && type.name.ends_with(".podSets[]");
  if (is_pod_set && value.is_integer() &&
      (letters_equal(name, "replicas") || letters_equal(name, "parallelism")))
    return "count";
  if (type.name == "apps/v1.DeploymentSpec" && letters_equal(name, "updateStrategy"))
    return "strategy";
  return {};
}

}  // namespace

std::string_view word_for(const Type& type, std::string_view name, const Json& value) {
  constexpr std::string_view kTypes[] = {".DeviceRequest",     ".ExactDeviceRequest",
                                         ".DeviceSubRequest",  ".DeviceClaim",
                                         ".ResourceClaimSpec", ".ResourceClaimTemplateSpec"};
  struct Called {
    std::string_view name;
    std::string_view word;
  };
  constexpr Called kCalled[] = {{"className", "deviceClassName"},
                                {"class", "deviceClassName"},
                                {"deviceClass", "deviceClassName"},
                                {"resourceClass", "deviceClassName"},
                                {"resourceClassName", "deviceClassName"},
                                {"amount", "count"},
                                {"deviceCount", "count"},
                                {"num", "count"},
                                {"number", "count"},
                                {"quantity", "count"},
                                {"replicas", "count"},
                                {"alternatives", "firstAvailable"},
                                {"anyOf", "firstAvailable"},
                                {"oneOf", "firstAvailable"}};
  // What makes devices alike.
  if (type.name.ends_with(".DeviceConstraint")) {
    for (const std::string_view called :
         {"attribute", "attributeName", "attributes", "key", "sameAttribute"}) {
      if (letters_equal(called, name)) return "matchAttribute";
    }
  }
  if (type.name.ends_with(".DeviceAttribute")) return word_for_value(name, value);
  if (type.name.ends_with(".DeviceCapacity") && letters_equal(name, "quantity")) return "value";
  // What a quota allows, as others call it.
  if (type.name.ends_with(".ResourceQuotaSpec") || type.name == "DeviceQuota/v1alpha1.spec") {
    for (const std::string_view called : {"limits", "quota", "resources"}) {
      if (letters_equal(called, name) && value.is_object()) return "hard";
    }
  }
  if (const std::string_view word = word_for_quota(type, name, value); !word.empty()) return word;
  if (const std::string_view word = word_for_workload(type, name, value); !word.empty())
    return word;
  const bool asks = std::any_of(std::begin(kTypes), std::end(kTypes), [&](std::string_view end) {
    return type.name.starts_with("resource/") && type.name.ends_with(end);
  });
  if (!asks) return name;
  if ((letters_equal(name, "mode") || letters_equal(name, "allocation")) &&
      (value.as_string() == "All" || value.as_string() == "ExactCount"))
    return "allocationMode";
  for (const auto& [called, word] : kCalled) {
    const bool fits = word == "count"             ? value.is_integer()
                      : word == "deviceClassName" ? value.is_string()
                                                  : value.is_array();
    if (fits && letters_equal(called, name)) return word;
  }
  return name;
}

}  // namespace drawbridge::rules::shape

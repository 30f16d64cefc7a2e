#include "webhook/cli/migrate_parameters.h"

#include <algorithm>

#include "kube/api/json.h"
#include "rules/devices/legacy_parameters.h"

namespace drawbridge::cli {

using nlohmann::json;

namespace {

constexpr std::string_view kNvidiaGroup = "gpu.resource.nvidia.com";
constexpr std::string_view kNvidiaDriver = "gpu.nvidia.com";

const json kNull;

// What the driver of today takes for a GPU, and for a partition of one. `kind` is that of the
// parameters.
void share(const json& sharing, const std::string& kind, json& config,
           std::vector<std::string>& left) {
  const bool mig = kind == rules::kMigParameters;
  const std::string strategy = text_at(sharing, "strategy");
  if (strategy.empty()) return;
  json shared = {{"strategy", strategy}};
  if (const json& slicing = at(sharing, "timeSlicingConfig"); slicing.is_object())
    shared["timeSlicingConfig"] = {{"interval", slicing.value("timeSlice", json("Default"))}};
  if (const json& mps = at(sharing, "mpsConfig"); mps.is_object()) {
    json& into = shared["mpsConfig"] = json::object();
    for (const auto& [key, value] : mps.items()) {
      if (key == "activeThreadPercentage" || key == "defaultActiveThreadPercentage") {
        into["defaultActiveThreadPercentage"] = value;
      } else if (key == "pinnedDeviceMemoryLimit" || key == "defaultPinnedDeviceMemoryLimit") {
        into["defaultPinnedDeviceMemoryLimit"] = value;
      } else {
        left.push_back("sharing.mpsConfig." + key);
      }
    }
  }
  config.push_back({{"requests", {"device"}},
                    {"opaque",
                     {{"driver", kNvidiaDriver},
                      {"parameters",
                       {{"apiVersion", "resource.nvidia.com/v1beta1"},
                        {"kind", mig ? "MigDeviceConfig" : "GpuConfig"},
                        {"sharing", std::move(shared)}}}}}});
}

// ResourceClaimParameters: one entry for each device.
void count_requests(const json& drivers, json& exactly, std::vector<std::string>& left) {
  std::size_t count = 0;
  for (const json& driver : drivers) {
    const json& requests = at(driver, "requests");
    if (!requests.is_array()) continue;
    count += requests.size();
    for (const json& request : requests) {
      if (!text_at(at(request, "namedResources"), "selector").empty())
        left.emplace_back("driverRequests.requests.namedResources.selector");
      if (!at(request, "vendorParameters").is_null())
        left.emplace_back("driverRequests.requests.vendorParameters");
    }
  }
  if (count > 1) exactly["count"] = count;
}

}  // namespace

// The member, or null.
const json& at(const json& object, std::string_view key) {
  if (!object.is_object()) return kNull;
  const auto found = object.find(key);
  return found == object.end() ? kNull : *found;
}

std::string text_at(const json& object, std::string_view key) {
  const json& value = at(object, key);
  return value.is_string() ? value.get<std::string>() : std::string();
}

ApiVersion version_of(const json& object) {
  const std::string api = text_at(object, "apiVersion");
  const std::size_t slash = api.find('/');
  if (slash == std::string::npos) return {"", api};
  return {api.substr(0, slash), api.substr(slash + 1)};
}

void Parameters::add(const json& object) {
  if (is_parameters(object)) objects_.push_back(&object);
}

const json* Parameters::find(std::string_view kind, std::string_view ns,
                             std::string_view name) const {
  for (const json* object : objects_) {
    const json& metadata = at(*object, "metadata");
    const std::string own = text_at(metadata, "namespace");
    if (text_at(*object, "kind") == kind && text_at(metadata, "name") == name &&
        (own.empty() || ns.empty() || own == ns))
      return object;
  }
  return nullptr;
}

bool knows_parameters_of(std::string_view group) {
  return group == kNvidiaGroup || group == kResourceGroup;
}

bool is_parameters(const json& object) {
  const ApiVersion version = version_of(object);
  const std::string kind = text_at(object, "kind");
  return version.group == kNvidiaGroup ||
         (version.group == kResourceGroup &&
          (kind == "ResourceClaimParameters" || kind == "ResourceClassParameters"));
}

std::vector<std::string> apply_parameters(const json& spec, const std::string& kind, json& exactly,
                                          json& config) {
  std::vector<std::string> left;
  if (const Result<kube::Document> read = kube::read_json(spec.dump())) {
    const rules::LegacyParameters legacy = rules::read_legacy_parameters(read->root(), kind);
    if (legacy.count > 1) exactly["count"] = legacy.count;
    if (legacy.mig) exactly["deviceClassName"] = rules::kMigClass;
    if (!legacy.selector.empty())
      exactly["selectors"].push_back({{"cel", {{"expression", legacy.selector}}}});
    left = legacy.untold;
  }
  for (const auto& [key, value] : spec.items()) {
    constexpr std::string_view kRead[] = {"apiVersion", "kind",    "metadata",  "count",
                                          "selector",   "profile", "shareable", "generatedFrom"};
    if (value.is_null() || std::find(std::begin(kRead), std::end(kRead), key) != std::end(kRead))
      continue;
    if (key == "sharing") {
      share(value, kind, config, left);
    } else if (key == "driverRequests" && value.is_array()) {
      count_requests(value, exactly, left);
    } else {
      left.push_back(key);
    }
  }
  return left;
}

}  // namespace drawbridge::cli

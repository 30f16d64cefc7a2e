#include "webhook/cli/migrate.h"

#include <algorithm>

#include "kube/api/json.h"
#include "rules/devices/legacy_parameters.h"
#include "webhook/cli/migrate_parameters.h"

namespace drawbridge::cli {
namespace {

using nlohmann::json;
using rules::Finding;
using rules::Severity;
using rules::shown;

class Migration {
 public:
  Migration(const json& object, const Parameters& parameters)
      : parameters_(parameters), ns_(text_at(at(object, "metadata"), "namespace")) {
    result_.object = object;
  }

  Migrated take() && { return std::move(result_); }

  void claim(const std::string& version, bool is_template) {
    json& object = result_.object;
    object["apiVersion"] = "resource.k8s.io/v1";
    // What an older server said of it means nothing to a newer one.
    object.erase("status");
    if (!object["spec"].is_object()) return;
    if (is_template && !claim_spec_of_template(object["spec"])) return;
    json& spec = is_template ? object["spec"]["spec"] : object["spec"];
    const std::string path = is_template ? "spec.spec" : "spec";
    if (version == "v1alpha1" || version == "v1alpha2" || spec.contains("resourceClassName")) {
      classic_claim(spec, path);
    } else if (version != "v1beta2") {
      nest_requests(spec, path);
      drop(spec, "controller", path, "no control plane controller allocates claims any more.");
    }
  }

  void device_class(const std::string& version) {
    json& object = result_.object;
    object["apiVersion"] = "resource.k8s.io/v1";
    if (object["spec"].is_object() && version == "v1alpha3")
      drop(object["spec"], "suitableNodes", "spec",
           "a class no longer chooses nodes; slices say where their devices are.");
  }

  // ResourceClass: its driver becomes a selector.
  void resource_class() {
    const json old = result_.object;
    std::string driver = text_at(old, "driverName");
    if (driver.empty())
      driver = text_at(at(at(old, "structuredParameters"), "generatedFrom"), "driverName");
    driver = rules::driver_of_today(driver);
    json spec = json::object();
    if (driver.empty()) {
      add(Severity::kDeny, "driverName", "The ResourceClass names no driver.",
          "Give the DeviceClass a selector: device.driver == 'DRIVER'.");
    } else {
      spec["selectors"] = {{{"cel", {{"expression", "device.driver == '" + driver + "'"}}}}};
    }
    result_.object = {{"apiVersion", "resource.k8s.io/v1"},
                      {"kind", "DeviceClass"},
                      {"metadata", at(old, "metadata")},
                      {"spec", std::move(spec)}};
    if (!at(old, "suitableNodes").is_null()) {
      add(Severity::kWarn, "suitableNodes",
          "suitableNodes is left out: a class no longer chooses nodes; slices say where their "
          "devices are.",
          "Give the pods a nodeSelector where that is not enough.");
    }
    if (const json& ref = at(old, "parametersRef"); !ref.is_null()) {
      add(Severity::kWarn, "parametersRef",
          "The parameters " + shown(text_at(ref, "name")) + " of the class are left out.",
          "Write what they set into spec.config of the DeviceClass.");
    }
  }

  void slice(const std::string& version) {
    json& object = result_.object;
    json& spec = object["spec"];
    if (version == "v1alpha2" || !spec.is_object()) {
      nothing("A ResourceSlice of " + shown(text_at(object, "apiVersion")) +
                  " is left out: drivers publish them by themselves.",
              "Install a version of the driver that publishes resource.k8s.io/v1.");
      return;
    }
    object["apiVersion"] = "resource.k8s.io/v1";
    if (!at(spec, "devices").is_array()) return;
    for (json& device : spec["devices"]) unwrap_device(device);
  }

  // `source` in the claims of every pod template below.
  bool flatten_sources(json& value, int depth = 0) {
    constexpr int kDepthMax = 64;
    if (depth > kDepthMax) return false;
    bool changed = false;
    if (value.is_object() && at(value, "resourceClaims").is_array()) {
      for (json& entry : value["resourceClaims"]) changed |= flatten_source(entry);
    }
    if (value.is_structured()) {
      for (json& child : value) changed |= flatten_sources(child, depth + 1);
    }
    return changed;
  }
  json& object() { return result_.object; }

  void nothing(std::string message, std::string fix) {
    result_.object = nullptr;
    add(Severity::kWarn, "", std::move(message), std::move(fix));
  }

 private:
  void add(Severity severity, std::string field, std::string message, std::string fix) {
    result_.findings.push_back(
        {"NotMigrated", severity, std::move(field), std::move(message), std::move(fix)});
  }

  void drop(json& from, const char* key, const std::string& path, const std::string& why) {
    if (!from.contains(key)) return;
    from.erase(key);
    add(Severity::kWarn, path + "." + key, path + "." + key + " is left out: " + why,
        "Nothing has to be written in its place.");
  }

  bool flatten_source(json& entry) {
    if (!at(entry, "source").is_object()) return false;
    const json source = entry["source"];
    entry.erase("source");
    entry.update(source);
    if (at(entry, "resourceClaimName").is_null() &&
        at(entry, "resourceClaimTemplateName").is_null())
      add(Severity::kDeny, "resourceClaims",
          "source of claim " + shown(text_at(entry, "name")) + " names no claim.",
          "Write resourceClaimTemplateName: TEMPLATE or resourceClaimName: CLAIM in its entry.");
    return true;
  }

  // The claim's spec of a template stands under spec.spec, and is put there where it stood one
  // level too high. False where there is none.
  bool claim_spec_of_template(json& spec) {
    if (spec.contains("spec")) return spec["spec"].is_object();
    json inner = json::object();
    for (const auto& [key, value] : spec.items()) {
      if (key != "metadata") inner[key] = value;
    }
    if (inner.empty()) return false;
    for (const auto& [key, value] : inner.items()) spec.erase(key);
    spec["spec"] = std::move(inner);
    add(Severity::kWarn, "spec", "What stood in spec is of the claim, and now stands in spec.spec.",
        "See that it is all that the template's claims are to have.");
    return true;
  }

  // Fields of a request beside its exactly, of which there is one meaning where exactly lacks them.
  void move_into_exactly(json& request, const std::string& path) {
    if (!request["exactly"].is_object()) return;
    json kept = json::object();
    for (const auto& [key, value] : request.items()) {
      json& exactly = request["exactly"];
      if (key == "name" || key == "exactly" || key == "firstAvailable") {
        kept[key] = value;
      } else if (!exactly.contains(key)) {
        exactly[key] = value;
      } else if (exactly[key] != value) {
        add(Severity::kDeny, path + "." + shown(key),
            path + "." + shown(key) + " is left out: exactly has another one.",
            "See which of the two is right.");
      }
    }
    kept["exactly"] = request["exactly"];
    request = std::move(kept);
  }

  // v1beta1: all but the name goes under exactly.
  void nest_requests(json& spec, const std::string& path) {
    if (!at(at(spec, "devices"), "requests").is_array()) return;
    std::size_t index = 0;
    for (json& request : spec["devices"]["requests"]) {
      const std::string place = path + ".devices.requests[" + std::to_string(index++) + "]";
      if (request.is_object() && request.contains("exactly")) move_into_exactly(request, place);
      if (!request.is_object() || request.contains("exactly") || request.contains("firstAvailable"))
        continue;
      json nested = {{"exactly", json::object()}};
      for (const auto& [key, value] : request.items()) {
        if (key == "name") {
          nested["name"] = value;
        } else {
          nested["exactly"][key] = value;
        }
      }
      request = std::move(nested);
    }
  }

  static void unwrap_device(json& device) {
    if (!at(device, "basic").is_object()) return;
    const json basic = device["basic"];
    device.erase("basic");
    device.update(basic);
    if (!at(device, "capacity").is_object()) return;
    // In v1alpha3 a capacity was the bare quantity.
    for (json& capacity : device["capacity"]) {
      if (!capacity.is_object()) capacity = {{"value", capacity}};
    }
  }

  // v1alpha2: a class, and parameters elsewhere or (in articles) inline.
  void classic_claim(json& spec, const std::string& path) {
    const json old = spec;
    json exactly = {{"deviceClassName", text_at(old, "resourceClassName")}};
    json config = json::array();
    if (text_at(old, "resourceClassName").empty()) {
      exactly["deviceClassName"] = "CLASS";
      add(Severity::kDeny, path + ".resourceClassName", "The claim names no ResourceClass.",
          "Write the name of a DeviceClass for CLASS.");
    }
    if (const json& ref = at(old, "parametersRef"); !ref.is_null()) {
      refer(ref, path + ".parametersRef", exactly, config);
    } else if (const json& inline_ = at(old, "parameters"); !inline_.is_null()) {
      apply(inline_, text_at(inline_, "kind"), path + ".parameters", exactly, config);
    }
    for (const auto& [key, value] : old.items()) {
      if (key == "resourceClassName" || key == "parametersRef" || key == "parameters") continue;
      if (key == "allocationMode" && value != "Immediate") continue;
      left_of_claim(key, path);
    }
    spec = {{"devices", {{"requests", {{{"name", "device"}, {"exactly", std::move(exactly)}}}}}}};
    if (!config.empty()) spec["devices"]["config"] = std::move(config);
  }

  void left_of_claim(const std::string& key, const std::string& path) {
    const bool constraints = key == "constraints";
    add(Severity::kWarn, path + "." + shown(key),
        path + "." + shown(key) + " is left out: " +
            (constraints ? "a claim does not choose nodes; only what its devices have in common."
             : key == "allocationMode"
                 ? "a claim is allocated when a pod that uses it is scheduled."
                 : "resource.k8s.io/v1 has nothing like it."),
        constraints ? "Write its node labels into the pod's nodeSelector."
                    : "Nothing has to be written in its place.");
  }

  void refer(const json& ref, const std::string& path, json& exactly, json& config) {
    const std::string kind = text_at(ref, "kind");
    const std::string name = text_at(ref, "name");
    const std::string group = text_at(ref, "apiGroup");
    if (!group.empty() && !knows_parameters_of(group)) {
      return add(Severity::kDeny, path,
                 "What " + shown(kind) + " " + shown(name) + " of " + shown(group) +
                     " sets is missing here: its fields are not known.",
                 "Write its count into the request, and what else it asks for as selectors.");
    }
    const json* found = parameters_.find(kind, ns_, name);
    if (kind == rules::kMigParameters) exactly["deviceClassName"] = rules::kMigClass;
    if (found == nullptr) {
      return add(Severity::kDeny, path,
                 shown(kind) + " " + shown(name) +
                     " was not given, so the count and selectors that it sets are missing here.",
                 "Give its file too: drawbridge migrate claims.yaml parameters.yaml.");
    }
    apply(kind == "ResourceClaimParameters" ? *found : at(*found, "spec"), kind, path, exactly,
          config);
  }

  void apply(const json& spec, const std::string& kind, const std::string& path, json& exactly,
             json& config) {
    for (const std::string& what : apply_parameters(spec, kind, exactly, config)) {
      add(Severity::kDeny, path,
          shown(what, 80) + " of the parameters of " + path + " has no counterpart that is known.",
          "Write it as a selector of the request, or into config of the claim.");
    }
  }

  const Parameters& parameters_;
  std::string ns_;
  Migrated result_;
};

std::optional<Migrated> migrate_resource(const json& object, const ApiVersion& version,
                                         const Parameters& parameters) {
  const std::string kind = text_at(object, "kind");
  if (version.version == "v1" || kind == "DeviceTaintRule") return std::nullopt;
  Migration migration(object, parameters);
  if (kind == "ResourceClaim" || kind == "ResourceClaimTemplate") {
    migration.claim(version.version, kind == "ResourceClaimTemplate");
  } else if (kind == "DeviceClass") {
    migration.device_class(version.version);
  } else if (kind == "ResourceClass") {
    migration.resource_class();
  } else if (kind == "ResourceSlice") {
    migration.slice(version.version);
  } else if (kind == "PodSchedulingContext") {
    migration.nothing("PodSchedulingContext is left out: the scheduler allocates by itself.",
                      "Nothing has to be written in its place.");
  } else {
    return std::nullopt;
  }
  return std::move(migration).take();
}

}  // namespace

std::optional<Migrated> migrate(const json& object, const Parameters& parameters) {
  const ApiVersion version = version_of(object);
  if (is_parameters(object)) return Migrated{nullptr, {}};
  if (version.group == kResourceGroup) return migrate_resource(object, version, parameters);
  Migration migration(object, parameters);
  if (!migration.flatten_sources(migration.object())) return std::nullopt;
  return std::move(migration).take();
}

}  // namespace drawbridge::cli

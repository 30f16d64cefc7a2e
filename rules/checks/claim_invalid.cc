#include "rules/checks/claim_invalid.h"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/claim.h"
#include "kube/api/names.h"
#include "kube/api/prose.h"
#include "rules/checks/claim_constraint_invalid.h"
#include "rules/checks/claim_desk.h"
#include "rules/checks/claim_request_invalid.h"
#include "rules/checks/config_parameters.h"
#include "rules/nearest.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

// Requests of a claim, in a fix.
constexpr std::size_t kNamesTold = 4;

class ClaimJudge {
 public:
  ClaimJudge(const Json& devices, std::string path, std::string_view version,
             const CheckFacts& facts, std::vector<Finding>& findings)
      : devices_(devices),
        path_(std::move(path)),
        version_(version),
        facts_(facts),
        desk_(findings) {}

  void run() {
    for (const char* list : {"requests", "constraints", "config"})
      desk_.at_most(devices_[list], path_ + "." + list, kClaimElementsMax,
                    "A claim has room for 32. Split it in two.");
    judge_claim_requests(devices_, path_, version_, facts_, desk_);
    const auto constraints = devices_["constraints"].elements();
    for (std::size_t i = 0; i < constraints.size(); ++i) {
      const std::string at = path_ + ".constraints[" + std::to_string(i) + "]";
      known_requests(constraints[i]["requests"], at + ".requests");
      judge_constraint(constraints[i], at, devices_, facts_, desk_);
    }
    const auto config = devices_["config"].elements();
    for (std::size_t i = 0; i < config.size(); ++i) {
      const std::string at = path_ + ".config[" + std::to_string(i) + "]";
      known_requests(config[i]["requests"], at + ".requests");
      opaque(config[i], at);
    }
  }

  void device_class(const Json& spec) {
    desk_.at_most(spec["config"], path_ + ".config", kClaimElementsMax, "Join some of them.");
    judge_selectors(spec["selectors"], path_ + ".selectors", desk_);
    extended_resource(spec["extendedResourceName"], path_ + ".extendedResourceName");
    const auto config = spec["config"].elements();
    for (std::size_t i = 0; i < config.size(); ++i)
      opaque(config[i], path_ + ".config[" + std::to_string(i) + "]");
  }

 private:
  void extended_resource(const Json& resource, const std::string& at) {
    if (!resource.is_string() || kube::is_extended_resource_name(resource.as_string())) return;
    const std::string_view name = resource.as_string();
    const std::string example =
        "example.com/" + (name.empty() || name.find('/') != std::string_view::npos ||
                                  kube::qualified_name_problem(name)
                              ? "gpu"
                              : std::string(name));
    desk_.refuse(at,
                 at + " is " + (name.empty() ? "empty" : shown(name)) +
                     ", and must be a domain outside kubernetes.io, a slash and a name.",
                 "Write it with the vendor's domain, as in " + example + ", or take it away.");
  }

  void known_requests(const Json& names, const std::string& at) {
    desk_.at_most(names, at, kClaimElementsMax,
                  "Leave it out: without names all requests are meant.");
    const auto each = names.elements();
    for (std::size_t i = 0; i < std::min(each.size(), kClaimElementsMax); ++i) {
      const std::string_view name = each[i].as_string();
      const std::string place = at + "[" + std::to_string(i) + "]";
      if (each[i].is_null())
        desk_.refuse(place, place + " is empty.",
                     "Name one of the claim's requests, or take it away.");
      if (stands_before(each.first(i), name))
        desk_.refuse(place, at + " names " + shown(name) + " twice.", "Take one of the two away.");
      if (!each[i].is_string() || is_request(name)) continue;
      const std::string whole = with_request(name);
      std::string_view near = whole.empty() ? request_of_class(name) : whole;
      if (near.empty()) near = nearest(name, request_names());
      std::string fix = "Write " + std::string(near) + ".";
      if (near.empty()) fix = any_request(name) + ", or leave out requests for all of them.";
      desk_.refuse(place, at + " names " + shown(name) + ", and the claim has no such request.",
                   std::move(fix));
    }
  }

  static bool stands_before(std::span<const Json> names, std::string_view name) {
    return !name.empty() && std::any_of(names.begin(), names.end(),
                                        [&](const Json& one) { return one.as_string() == name; });
  }

  // "Write g/a or g/b" for g/c; of requests whose alternatives nobody meant, these.
  std::string any_request(std::string_view name) const {
    const std::size_t slash = name.find('/');
    std::vector<std::string> names;
    for (const Json& request : devices_["requests"].elements()) {
      const std::string main = shown(request["name"].as_string(), 40);
      if (main.empty()) continue;
      if (names.size() > kNamesTold) break;
      if (slash == std::string_view::npos) {
        names.push_back(main);
      } else if (request["name"].as_string() == name.substr(0, slash)) {
        for (const Json& sub : request["firstAvailable"].elements())
          names.push_back(main + "/" + shown(sub["name"].as_string(), 40));
      }
    }
    return names.empty() || names.size() > kNamesTold ? "Name one of the claim's requests"
                                                      : "Write " + kube::or_list(names);
  }

  std::vector<std::string_view> request_names() const {
    std::vector<std::string_view> names;
    for (const Json& request : devices_["requests"].elements()) {
      const std::string_view name = request["name"].as_string();
      if (!name.empty() && name == shown(name)) names.push_back(name);
    }
    return names;
  }

  // The only request for devices of that class; empty for none.
  std::string_view request_of_class(std::string_view name) const {
    std::string_view found;
    for (const Json& json : devices_["requests"].elements()) {
      const kube::DeviceRequestView request{json};
      if (name.empty() || request.first_available() || request.option(0).device_class() != name ||
          request.name() != shown(request.name()))
        continue;
      if (!found.empty()) return {};
      found = request.name();
    }
    return found;
  }

  // `req/sub` of the only alternative of that name; empty for none.
  std::string with_request(std::string_view name) const {
    std::string found;
    for (const Json& request : devices_["requests"].elements()) {
      for (const Json& sub : request["firstAvailable"].elements()) {
        if (sub["name"].as_string() != name || name != shown(name)) continue;
        if (!found.empty()) return {};
        found = shown(request["name"].as_string()) + "/" + std::string(name);
      }
    }
    return found;
  }

  // `req` or `req/sub`.
  bool is_request(std::string_view name) const {
    const std::size_t slash = name.find('/');
    const std::string_view main = name.substr(0, slash);
    for (const Json& request : devices_["requests"].elements()) {
      if (request["name"].as_string() != main) continue;
      if (slash == std::string_view::npos) return true;
      const auto subs = request["firstAvailable"].elements();
      return std::any_of(subs.begin(), subs.end(), [&](const Json& sub) {
        return sub["name"].as_string() == name.substr(slash + 1);
      });
    }
    return false;
  }

  void opaque(const Json& config, const std::string& at) {
    const Json opaque = config["opaque"];
    if (opaque.is_null() && has_other_fields(config, {"requests", "opaque"})) return;
    if (opaque.is_null())
      return desk_.refuse(at, at + " has no opaque, which says what to tell which driver.",
                          "Write opaque: {driver: DRIVER, parameters: {...}} in it.");
    const Json driver = opaque["driver"];
    if (driver.is_string() && !driver.empty() && !kube::is_driver_name(driver.as_string())) {
      desk_.refuse(at + ".opaque.driver",
                   at + ".opaque.driver is " + shown(driver.as_string()) +
                       ", and must be a DNS name of at most 63 bytes.",
                   "Write the driver's name, such as gpu.nvidia.com.");
    }
    const Json parameters = opaque["parameters"];
    if (parameters.is_null()) return;
    if (!parameters.is_object()) {
      desk_.refuse(at + ".opaque.parameters", at + ".opaque.parameters must be a map.",
                   parameters_in_text(parameters)
                       ? "Take the | or the quotes away: it is a text, and reads as the map."
                       : "Write parameters: {apiVersion: VERSION, kind: KIND}.");
    } else if (const std::size_t bytes = kube::to_text(parameters).size();
               bytes > kOpaqueParametersBytesMax) {
      desk_.refuse(at + ".opaque.parameters",
                   at + ".opaque.parameters has " + std::to_string(bytes) +
                       " bytes as JSON, and can have 10240.",
                   "Shorten it.");
    }
  }

  const Json devices_;
  std::string path_;
  std::string_view version_;
  const CheckFacts& facts_;
  ClaimDesk desk_;
};

// Labels and annotations that a template's claims get (ValidateTemplateObjectMeta).
void judge_metadata(const Json& metadata, std::vector<Finding>& findings) {
  for (const Json::Member& member : metadata.members()) {
    const bool is_set = member.value.is_string()   ? !member.value.empty()
                        : member.value.is_number() ? member.value != Json::integer(0)
                                                   : !member.value.empty();
    // kubectl and helm print it as null.
    if (member.key() == "labels" || member.key() == "annotations" || !is_set) continue;
    const std::string field = "spec.metadata." + shown(member.key(), 63);
    findings.push_back({"ClaimInvalid", Severity::kDeny, field,
                        field + " is set, and the claims of a template take labels and "
                                "annotations alone from there.",
                        "Take it away; a claim gets its name from its pod."});
    break;
  }
  for (const char* list : {"labels", "annotations"}) {
    const bool labels = list[0] == 'l';
    for (const Json::Member& entry : metadata[list].members()) {
      auto problem = kube::qualified_name_problem(entry.key());
      const bool of_key = problem.has_value();
      if (!of_key && labels) problem = kube::label_value_problem(entry.value.as_string());
      if (!problem) continue;
      const std::string field = std::string("spec.metadata.") + list;
      findings.push_back({"ClaimInvalid", Severity::kDeny, field,
                          field + (of_key ? " has the key " : " has the value ") +
                              shown(of_key ? entry.key() : entry.value.as_string(), 63) +
                              ", and it " + *problem + ".",
                          "Correct it: letters, digits and '-', '_', '.', with one of the first "
                          "two at each end."});
      break;
    }
  }
}

}  // namespace

void check_claim_invalid(const ObjectSubject& subject, const CheckFacts& facts,
                         std::vector<Finding>& findings) {
  if (!subject.old_object.is_null()) return;
  const kube::ObjectView view(subject.object);
  const std::string_view version = kube::parse_api_version(view.api_version()).version;
  const Json spec = subject.object["spec"];
  if (view.kind() == "DeviceClass")
    return ClaimJudge(Json(), "spec", version, facts, findings).device_class(spec);
  const bool made = view.kind() == "ResourceClaimTemplate";
  if (made) judge_metadata(spec["metadata"], findings);
  ClaimJudge(made ? spec["spec"]["devices"] : spec["devices"],
             made ? "spec.spec.devices" : "spec.devices", version, facts, findings)
      .run();
}

}  // namespace drawbridge::rules

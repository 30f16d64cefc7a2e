#include "rules/checks/claim_invalid.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>

#include "kube/api/claim.h"
#include "kube/api/names.h"
#include "rules/checks/claim_entries.h"
#include "rules/checks/likely_names.h"
#include "rules/checks/selector_advice.h"
#include "rules/devices/selector_path.h"
#include "rules/devices/selectors.h"
#include "rules/devices/vocabulary.h"
#include "rules/mapping/mapping.h"
#include "rules/nearest.h"

namespace drawbridge::rules {
namespace {

// Of which the names are looked at; the API server takes 16 of a request.
constexpr std::size_t kTolerationsLooked = 64;

// In which the attribute is known: the driver's own, then that of all drivers. `driver` may be
// empty.
std::string likely_domain(std::string_view id, const std::string& driver, const Words& words) {
  std::string likely;
  for (const std::string_view domain : words.domains_with(NameKind::kAttribute, id)) {
    if (domain == driver) return driver;
    if (likely.empty() || domain.ends_with("kubernetes.io")) likely = domain;
  }
  if (!likely.empty()) return likely;
  return driver.empty() ? "gpu.nvidia.com" : driver;
}

using kube::Json;

// It says nothing: null, as of a key with nothing behind it, or a map of nothing else.
bool says_nothing(const Json& json) {
  const auto members = json.members();
  return json.is_null() || (json.is_object() && std::all_of(members.begin(), members.end(),
                                                            [](const Json::Member& one) {
                                                              return one.value.is_null();
                                                            }));
}

// Its path is put together only where something is said of it: most pods have some, and they are
// right.
struct Toleration {
  Json json;
  std::string_view list;
  std::size_t index;

  std::string path() const {
    return printable(std::string(list) + "[" + std::to_string(index) + "]");
  }
};

void judge_toleration_names(const Toleration& toleration, std::vector<Finding>& findings) {
  const auto judge = [&](const char* part,
                         std::optional<std::string> (*problem_of)(std::string_view text)) {
    const std::string_view text = toleration.json[part].as_string();
    if (text.empty()) return;
    const std::optional<std::string> problem = problem_of(text);
    if (!problem) return;
    const std::string field = toleration.path() + "." + part;
    findings.push_back({"ClaimInvalid", Severity::kDeny, field,
                        field + " is " + shown(text, 63) + ", and it " + *problem + ".",
                        "Write it as it stands in the taint: kubectl describe nodes, or "
                        "kubectl get resourceslices -o yaml."});
  };
  judge("key", kube::qualified_name_problem);
  judge("value", kube::label_value_problem);
}

// Of nodes alone: one of devices may do without a key and operator.
void judge_toleration_key(const Toleration& subject, std::vector<Finding>& findings) {
  const Json& toleration = subject.json;
  constexpr std::string_view kFields[] = {"effect", "key", "operator", "tolerationSeconds",
                                          "value"};
  const auto members = toleration.members();
  // What is no field of it may be meant for the key, and decoding tells that.
  const bool is_known = std::all_of(members.begin(), members.end(), [&](const Json::Member& one) {
    return std::find(std::begin(kFields), std::end(kFields), one.key()) != std::end(kFields);
  });
  const Json key = toleration["key"];
  const bool is_toleration = toleration.is_null() || toleration.is_object();
  if (!is_toleration || !is_known || toleration["operator"].as_string() == "Exists" ||
      !(key.is_null() || key.is_string()) || !key.as_string().empty())
    return;
  const std::string field = subject.path();
  findings.push_back({"ClaimInvalid", Severity::kDeny, field,
                      field + " has no key, and only operator: Exists does without one.",
                      "Write the key of the taint, or operator: Exists for all of them."});
}

// Of devices and of nodes alike (validateDeviceToleration, ValidateTolerations).
void judge_tolerations(const Json& tolerations, std::string_view at,
                       std::vector<Finding>& findings) {
  const auto each = tolerations.elements();
  for (std::size_t i = 0; i < std::min(each.size(), kTolerationsLooked); ++i) {
    const Toleration toleration{each[i], at, i};
    judge_toleration_names(toleration, findings);
    const std::string_view value = each[i]["value"].as_string();
    if (value.empty() || each[i]["operator"].as_string() != "Exists") continue;
    const std::string field = toleration.path();
    findings.push_back({"ClaimInvalid", Severity::kDeny, field,
                        field + " has value " + shown(value, 63) +
                            " beside operator: Exists, which is for any value.",
                        "Take value away, or write operator: Equal."});
    return;
  }
}

class ClaimJudge {
 public:
  ClaimJudge(const Json& devices, std::string path, std::string_view version,
             const CheckFacts& facts, std::vector<Finding>& findings)
      : devices_(devices),
        path_(std::move(path)),
        version_(version),
        facts_(facts),
        findings_(findings) {}

  void run() {
    for (const char* list : {"requests", "constraints", "config"})
      at_most(devices_[list], path_ + "." + list, kClaimElementsMax,
              "A claim has room for 32. Split it in two.");
    const auto requests = devices_["requests"].elements();
    // What belongs into one of them, and decoding tells.
    const bool is_beside = !devices_["exactly"].is_null() || !devices_["firstAvailable"].is_null();
    for (std::size_t i = 0; i < requests.size(); ++i) {
      const bool goes_on = i + 1 < requests.size() && requests[i + 1].is_object() &&
                           requests[i + 1]["name"].is_null();
      request(requests[i], path_ + ".requests[" + std::to_string(i) + "]", is_beside || goes_on);
    }
    const auto constraints = devices_["constraints"].elements();
    for (std::size_t i = 0; i < constraints.size(); ++i)
      constraint(constraints[i], path_ + ".constraints[" + std::to_string(i) + "]");
    const auto config = devices_["config"].elements();
    for (std::size_t i = 0; i < config.size(); ++i) {
      const std::string at = path_ + ".config[" + std::to_string(i) + "]";
      known_requests(config[i]["requests"], at + ".requests");
      opaque(config[i], at);
    }
  }

  void device_class(const Json& spec) {
    at_most(spec["config"], path_ + ".config", kClaimElementsMax, "Join some of them.");
    selectors(spec["selectors"], path_ + ".selectors");
    extended_resource(spec["extendedResourceName"], path_ + ".extendedResourceName");
    const auto config = spec["config"].elements();
    for (std::size_t i = 0; i < config.size(); ++i)
      opaque(config[i], path_ + ".config[" + std::to_string(i) + "]");
  }

 private:
  void add(const std::string& field, std::string message, std::string fix) {
    findings_.push_back(
        {"ClaimInvalid", Severity::kDeny, printable(field), std::move(message), std::move(fix)});
  }

  void warn(const std::string& field, std::string message, std::string fix) {
    findings_.push_back(
        {"ClaimInvalid", Severity::kWarn, printable(field), std::move(message), std::move(fix)});
  }

  void at_most(const Json& list, const std::string& at, std::size_t most, std::string fix) {
    if (list.elements().size() <= most) return;
    add(at,
        at + " has " + std::to_string(list.elements().size()) + " elements, and can have " +
            std::to_string(most) + ".",
        std::move(fix));
  }

  void extended_resource(const Json& resource, const std::string& at) {
    if (!resource.is_string() || kube::is_extended_resource_name(resource.as_string())) return;
    const std::string_view name = resource.as_string();
    const std::string example =
        "example.com/" + (name.empty() || name.find('/') != std::string_view::npos ||
                                  kube::qualified_name_problem(name)
                              ? "gpu"
                              : std::string(name));
    add(at,
        at + " is " + (name.empty() ? "empty" : shown(name)) +
            ", and must be a domain outside kubernetes.io, a slash and a name.",
        "Write it with the vendor's domain, as in " + example + ", or take it away.");
  }

  void label(const Json& name, const std::string& at) {
    if (!name.is_string() || name.empty()) return;
    if (const auto problem = kube::dns_label_problem(name.as_string())) {
      add(at, at + " is " + shown(name.as_string()) + ", and it " + *problem + ".",
          "Name it with small letters, digits and dashes, such as gpu-1.");
    }
  }

  static bool has_name_alone(const Json& request) {
    const auto members = request.members();
    return std::all_of(members.begin(), members.end(), [](const Json::Member& member) {
      return member.key() == "name" || member.value.is_null();
    });
  }

  static bool has_fields_of_one(const Json& request) {
    constexpr std::string_view kFields[] = {"adminAccess", "allocationMode", "capacity",
                                            "count",       "selectors",      "tolerations"};
    return std::any_of(std::begin(kFields), std::end(kFields),
                       [&](std::string_view field) { return !request[field].is_null(); });
  }

  // With `has_rest`, what a request lacks stands elsewhere.
  void request(const Json& request, const std::string& at, bool has_rest) {
    label(request["name"], at + ".name");
    const bool nested = version_ != "v1beta1";
    const Json alternatives = request["firstAvailable"];
    // Of v1beta1 the request itself; in a later version that is an unknown field.
    const bool flat = !request["deviceClassName"].is_null();
    const bool exactly = nested ? !request["exactly"].is_null() : flat;
    const bool is_empty = alternatives.is_array() && alternatives.empty();
    const std::string_view one = nested ? "exactly" : "deviceClassName";
    // Of v1beta1 any field of it makes the request one of a class (hasAnyMainRequestFieldsSet).
    if (!nested && !flat && has_fields_of_one(request)) {
      add(at + ".deviceClassName", at + ".deviceClassName is not set.",
          alternatives.is_null()
              ? std::string("Write deviceClassName: CLASS in it.")
              : "Keep firstAvailable alone; an alternative has a class and a count of its own.");
    } else if (exactly && !alternatives.is_null() && !is_empty) {
      add(at, at + " has both " + std::string(one) + " and firstAvailable.",
          "Keep one of the two; another alternative is one more element of firstAvailable.");
    } else if (!exactly && alternatives.is_null() && !flat && !has_rest &&
               has_name_alone(request)) {
      add(at, at + " has neither " + std::string(one) + " nor firstAvailable.",
          nested ? "Write exactly: {deviceClassName: CLASS} in it."
                 : "Write deviceClassName: CLASS in it.");
    }
    if (is_empty && !exactly)
      add(at + ".firstAvailable", at + ".firstAvailable has no alternative.",
          "Write one: firstAvailable: [{name: first, deviceClassName: CLASS}].");
    at_most(alternatives, at + ".firstAvailable", kAlternativesMax,
            "Keep the 8 that are wanted most.");
    const auto each = alternatives.elements();
    for (std::size_t i = 0; i < each.size(); ++i) {
      const std::string place = at + ".firstAvailable[" + std::to_string(i) + "]";
      if (each[i].is_null())
        add(place, place + " is empty.",
            "Write {name: NAME, deviceClassName: CLASS} in it, or take it away.");
      label(each[i]["name"], place + ".name");
      option(each[i], place);
    }
    if (nested && exactly) option(request["exactly"], at + ".exactly");
    if (!nested) option(request, at);
  }

  // A name with a slash is told as what it is elsewhere (ClassNameIsResource).
  void class_name(const Json& device_class, const std::string& at) {
    const std::string_view name = device_class.as_string();
    if (name.empty() || name.find('/') != std::string_view::npos) return;
    const auto problem = kube::dns_subdomain_problem(name);
    if (!problem) return;
    const std::string likely = likely_class(name, facts_);
    add(at, at + " is " + shown(name) + ", and it " + *problem + ".",
        likely.empty() ? "Write it as kubectl get deviceclasses shows it."
                       : "Write " + likely + ".");
  }

  void option(const Json& option, const std::string& at) {
    class_name(option["deviceClassName"], at + ".deviceClassName");
    selectors(option["selectors"], at + ".selectors");
    judge_tolerations(option["tolerations"], at + ".tolerations", findings_);
    const Json count = option["count"];
    if (option["allocationMode"].as_string() == "All") {
      if (!count.is_null() && count.as_int() != 0)
        add(at + ".count",
            at + ".count stands beside allocationMode: All, which takes every device.",
            "Take count away, or write allocationMode: ExactCount.");
    } else if (count.is_integer() && count.as_int() == 0) {
      // SetDefaults_ExactDeviceRequest of kubernetes pkg/apis/resource.
      warn(at + ".count", at + ".count is 0, which the API server turns into 1.",
           "Write count: 1, or take the request away.");
    } else if (count.is_integer() && count.as_int() < 0) {
      add(at + ".count", at + ".count is " + kube::to_text(count) + ", and must be at least 1.",
          "Write count: 1, or take the request away.");
    }
  }

  void selectors(const Json& selectors, const std::string& at) {
    at_most(selectors, at, kClaimElementsMax, "Join them with && in one expression.");
    const auto each = selectors.elements();
    for (std::size_t i = 0; i < each.size(); ++i) {
      if (says_nothing(each[i]))
        add(at + "[" + std::to_string(i) + "]", at + "[" + std::to_string(i) + "] has no cel.",
            "Write cel: {expression: EXPRESSION} in it, or take it away.");
    }
  }

  void constraint(const Json& constraint, const std::string& at) {
    known_requests(constraint["requests"], at + ".requests");
    const Json match = constraint["matchAttribute"];
    const Json distinct = constraint["distinctAttribute"];
    if (match.is_null() && distinct.is_null())
      add(at, at + " has neither matchAttribute nor distinctAttribute.",
          "Write one of the two, such as matchAttribute: resource.kubernetes.io/pcieRoot.");
    // The API server and the scheduler look at the second only where there is no first.
    if (!match.is_null() && !distinct.is_null())
      warn(at, at + " has matchAttribute, beside which distinctAttribute is ignored.",
           "Write a constraint of its own for each of the two.");
    attribute(match, at + ".matchAttribute");
    attribute(distinct, at + ".distinctAttribute");
  }

  void attribute(const Json& attribute, const std::string& at) {
    if (!attribute.is_string()) return;
    const std::string_view name = attribute.as_string();
    const std::size_t slash = name.find('/');
    const std::string_view domain = slash == std::string_view::npos ? "" : name.substr(0, slash);
    const std::string_view id = slash == std::string_view::npos ? name : name.substr(slash + 1);
    if (const std::string read = attribute_read(name); !read.empty()) {
      return add(at,
                 at + " is " + shown(name) + ", as a selector reads it, and must be a domain, a " +
                     "slash and a name.",
                 "Write " + read + ".");
    }
    if (domain.empty()) {
      return add(at,
                 at + " is " + shown(name) + ", and must begin with the driver's domain: of " +
                     "selectors that part is optional, here it is not.",
                 with_domain(id));
    }
    const bool sound = domain.size() <= kAttributeDomainBytesMax &&
                       !kube::dns_subdomain_problem(domain) && id.size() <= kAttributeIdBytesMax &&
                       kube::is_c_identifier(id);
    if (sound) return;
    add(at,
        at + " is " + shown(name) + ", and must be a domain of at most 63 bytes, a slash, and " +
            "letters, digits and _ (at most 32).",
        "Write it as the driver publishes it: kubectl get resourceslices -o yaml.");
  }

  // "DOMAIN/ID" of device.attributes['DOMAIN'].ID; empty for anything else.
  static std::string attribute_read(std::string_view expression) {
    const std::optional<cel::Ast> ast = parse_selector(expression);
    const auto path = ast ? read_path(*ast->root()) : std::nullopt;
    if (!path || !path->is_value() || path->kind != NameKind::kAttribute) return {};
    return shown(path->steps[0].name) + "/" + shown(path->steps[1].name);
  }

  // The fix for an attribute without a slash.
  std::string with_domain(std::string_view id) const {
    const Words words = words_of(facts_);
    if (const std::size_t dot = id.rfind('.'); dot != std::string_view::npos) {
      const std::string_view name = id.substr(dot + 1);
      for (const std::string_view domain : words.domains_with(NameKind::kAttribute, name)) {
        if (domain == id.substr(0, dot)) return "Write " + shown(domain) + "/" + shown(name) + ".";
      }
    }
    const Json request = devices_["requests"].at(0);
    const Json option = !request["exactly"].is_null()          ? request["exactly"]
                        : !request["firstAvailable"].is_null() ? request["firstAvailable"].at(0)
                                                               : request;
    const std::string driver =
        driver_of_class(option["deviceClassName"].as_string(), facts_.devices, words);
    return "Write DOMAIN/" + shown(id.empty() ? "ATTRIBUTE" : id) + ", such as " +
           likely_domain(id, driver, words) + "/" + shown(id.empty() ? "productName" : id) + ".";
  }

  void known_requests(const Json& names, const std::string& at) {
    at_most(names, at, kClaimElementsMax, "Leave it out: without names all requests are meant.");
    const auto each = names.elements();
    for (std::size_t i = 0; i < each.size(); ++i) {
      const std::string_view name = each[i].as_string();
      const std::string place = at + "[" + std::to_string(i) + "]";
      if (each[i].is_null())
        add(place, place + " is empty.", "Name one of the claim's requests, or take it away.");
      if (i < kClaimElementsMax && stands_before(each.first(i), name))
        add(place, at + " names " + shown(name) + " twice.", "Take one of the two away.");
      if (!each[i].is_string() || is_request(name)) continue;
      const std::string_view near = nearest(name, request_names());
      std::string fix = "Name one of the claim's requests, or leave out requests for all of them.";
      if (!near.empty()) fix = "Write " + std::string(near) + ".";
      add(place, at + " names " + shown(name) + ", and the claim has no such request.",
          std::move(fix));
    }
  }

  static bool stands_before(std::span<const Json> names, std::string_view name) {
    return !name.empty() && std::any_of(names.begin(), names.end(),
                                        [&](const Json& one) { return one.as_string() == name; });
  }

  std::vector<std::string_view> request_names() const {
    std::vector<std::string_view> names;
    for (const Json& request : devices_["requests"].elements()) {
      const std::string_view name = request["name"].as_string();
      if (!name.empty() && name == shown(name)) names.push_back(name);
    }
    return names;
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

  // What stands in its place or beside it is no field, and decoding tells what was meant.
  static bool has_other_fields(const Json& config) {
    const auto members = config.members();
    return std::any_of(members.begin(), members.end(), [](const Json::Member& member) {
      return member.key() != "requests" && member.key() != "opaque";
    });
  }

  void opaque(const Json& config, const std::string& at) {
    const Json opaque = config["opaque"];
    if (opaque.is_null() && has_other_fields(config)) return;
    if (opaque.is_null())
      return add(at, at + " has no opaque, which says what to tell which driver.",
                 "Write opaque: {driver: DRIVER, parameters: {...}} in it.");
    const Json driver = opaque["driver"];
    if (driver.is_string() && !driver.empty() &&
        (driver.size() > kube::kDriverNameBytesMax ||
         kube::dns_subdomain_problem(driver.as_string()))) {
      add(at + ".opaque.driver",
          at + ".opaque.driver is " + shown(driver.as_string()) +
              ", and must be a DNS name of at most 63 bytes.",
          "Write the driver's name, such as gpu.nvidia.com.");
    }
    const Json parameters = opaque["parameters"];
    if (parameters.is_null()) return;
    if (!parameters.is_object()) {
      add(at + ".opaque.parameters", at + ".opaque.parameters must be a map.",
          "Write parameters: {apiVersion: VERSION, kind: KIND}.");
    } else if (const std::size_t bytes = kube::to_text(parameters).size();
               bytes > kOpaqueParametersBytesMax) {
      add(at + ".opaque.parameters",
          at + ".opaque.parameters has " + std::to_string(bytes) +
              " bytes as JSON, and can have 10240.",
          "Shorten it.");
    }
  }

  const Json devices_;
  std::string path_;
  std::string_view version_;
  const CheckFacts& facts_;
  std::vector<Finding>& findings_;
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

void judge_entry(const Json& entry, const std::string& at, std::vector<Finding>& findings) {
  const auto add = [&](const std::string& field, std::string message, std::string fix) {
    findings.push_back(
        {"ClaimInvalid", Severity::kDeny, field, std::move(message), std::move(fix)});
  };
  const std::string_view name = entry["name"].as_string();
  if (const auto problem = kube::dns_label_problem(name); problem && !name.empty()) {
    add(at + ".name", at + ".name is " + shown(name) + ", and it " + *problem + ".",
        "Name it with small letters, digits and dashes, such as gpu-1.");
  }
  const bool claim = !entry["resourceClaimName"].is_null();
  const bool made = !entry["resourceClaimTemplateName"].is_null();
  for (const char* source : {"resourceClaimName", "resourceClaimTemplateName"}) {
    if (!entry[source].is_string()) continue;
    if (const auto problem = kube::dns_subdomain_problem(entry[source].as_string()))
      add(at + "." + source,
          at + "." + source +
              (entry[source].empty() ? ""
                                     : " is " + shown(entry[source].as_string()) + ", and it") +
              " " + *problem + ".",
          "Write the name of the " +
              std::string(source[13] == 'N' ? "ResourceClaim" : "ResourceClaimTemplate") + ".");
  }
  if (claim && made) {
    add(at, at + " has both resourceClaimName and resourceClaimTemplateName.",
        "Keep resourceClaimTemplateName for devices of each pod's own, resourceClaimName for a "
        "claim that pods share.");
  }
  // Another field of it is unknown or misspelt, which decoding tells.
  if (!claim && !made && entry.size() <= 1) {
    add(at, at + " names no claim.",
        "Write resourceClaimTemplateName: TEMPLATE or resourceClaimName: CLAIM in it.");
  }
}

// An entry without a name; `use`, where there is one, is by a name that no entry has.
Finding nameless_entry(const kube::PodView& pod, std::size_t entry, const UndeclaredUse* use) {
  const std::string at = "spec.resourceClaims[" + std::to_string(entry) + "]";
  Finding finding{"ClaimInvalid", Severity::kDeny, at + ".name", at + ".name is not set", {}};
  if (use != nullptr) {
    const std::string name = shown(use->name, 40);
    finding.message += ", and container " + shown(pod.container(use->container).name()) +
                       " uses claim \"" + name + "\".";
    finding.fix = "Write name: " + name + " in " + at + ".";
  } else if (const auto nameless = nameless_use(pod)) {
    finding.message += ", nor is that of " + path_of_use(pod, *nameless) + ".";
    finding.fix = "Write one name in both, such as name: devices.";
  } else {
    finding.message += ".";
    finding.fix = "Write name: NAME in " + at + ".";
  }
  return finding;
}

// resources of a whole pod (KEP-2837) holds no claims (validatePodResources).
Finding claims_of_pod(const kube::PodView& pod) {
  constexpr std::size_t kUsesShownMax = 4;
  std::string uses;
  const auto claims = pod.spec()["resources"]["claims"].elements();
  for (std::size_t i = 0; i < std::min(claims.size(), kUsesShownMax); ++i) {
    const std::string_view name = claims[i]["name"].as_string();
    uses += (uses.empty() ? "{name: " : ", {name: ") +
            (name.empty() ? std::string("NAME") : shown(name, 63)) + "}";
  }
  if (claims.size() > kUsesShownMax) uses += ", ...";
  if (uses.empty()) uses = "{name: NAME}";
  return {"ClaimInvalid", Severity::kDeny, "spec.resources.claims",
          "spec.resources.claims is set, and only containers use claims.",
          "Write it in the container that needs the devices: resources: {claims: [" + uses + "]}."};
}

void judge_nameless(const kube::PodView& pod, std::vector<Finding>& findings) {
  const std::vector<std::size_t> nameless = nameless_entries(pod);
  if (nameless.empty()) return;
  const std::vector<UndeclaredUse> uses = undeclared_uses(pod, nameless.size());
  for (std::size_t i = 0; i < nameless.size() && i < kClaimElementsMax; ++i)
    findings.push_back(nameless_entry(pod, nameless[i], i < uses.size() ? &uses[i] : nullptr));
}

// The whole claim beside one of its requests, or one of them twice.
void judge_container(const kube::ContainerView& container, std::vector<Finding>& findings) {
  const auto claims = container.claims().elements();
  for (std::size_t i = 0; i < claims.size(); ++i) {
    const std::string_view request = claims[i]["request"].as_string();
    const auto problem = kube::dns_label_problem(request);
    if (request.empty() || !problem) continue;
    const std::string at =
        container.path() + ".resources.claims[" + std::to_string(i) + "].request";
    // An alternative of firstAvailable, which constraints can name and containers can't.
    const std::string_view whole = request.substr(0, request.find('/'));
    findings.push_back({"ClaimInvalid", Severity::kDeny, at,
                        at + " is " + shown(request) + ", and it " + *problem + ".",
                        (whole.empty() || kube::dns_label_problem(whole)
                             ? "Write the name of a request of the claim"
                             : "Write request: " + std::string(whole)) +
                            ", or leave request out to get the whole claim."});
  }
  for (std::size_t i = 0; i < claims.size(); ++i) {
    for (std::size_t j = 0; j < i && i < kClaimElementsMax; ++j) {
      if (claims[i]["name"].as_string() != claims[j]["name"].as_string()) continue;
      const std::string_view one = claims[i]["request"].as_string();
      const std::string_view other = claims[j]["request"].as_string();
      if (one != other && !one.empty() && !other.empty()) continue;
      const std::string at = container.path() + ".resources.claims[" + std::to_string(i) + "]";
      const std::string name = shown(claims[i]["name"].as_string());
      findings.push_back({"ClaimInvalid", Severity::kDeny, at,
                          "Container " + shown(container.name()) + " names claim " + name +
                              (one == other ? " twice." : " and one of its requests beside it."),
                          "Keep {name: " + name +
                              "} for all of its devices, or a line with "
                              "request: for each that it uses."});
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

void check_pod_claims_invalid(const PodSubject& subject, const CheckFacts& /*facts*/,
                              std::vector<Finding>& findings) {
  judge_nameless(subject.pod, findings);
  const Json tolerations = subject.pod.spec()["tolerations"];
  judge_tolerations(tolerations, "spec.tolerations", findings);
  for (std::size_t i = 0; i < std::min(tolerations.elements().size(), kTolerationsLooked); ++i)
    judge_toleration_key({tolerations.at(i), "spec.tolerations", i}, findings);
  if (!subject.pod.spec()["resources"]["claims"].is_null())
    findings.push_back(claims_of_pod(subject.pod));
  const auto entries = subject.pod.resource_claims();
  for (std::size_t i = 0; i < entries.size(); ++i)
    judge_entry(entries[i], "spec.resourceClaims[" + std::to_string(i) + "]", findings);
  for (std::size_t i = 0; i < subject.pod.container_count(); ++i)
    judge_container(subject.pod.container(i), findings);
}

}  // namespace drawbridge::rules

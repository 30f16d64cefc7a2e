#include "rules/checks/resource_quota_names.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "kube/api/ascii.h"
#include "kube/api/names.h"
#include "kube/api/prose.h"
#include "kube/api/quantity.h"
#include "rules/checks/charge_units.h"
#include "rules/checks/class_names.h"
#include "rules/checks/likely_names.h"
#include "rules/checks/name_slips.h"
#include "rules/checks/quota_companions.h"
#include "rules/checks/resource_not_offered.h"
#include "rules/devices/demand.h"
#include "rules/nearest.h"

namespace drawbridge::rules {
namespace {

using kube::Json;
using kube::kLimitsPrefix;
using kube::kRequestsPrefix;

// Names of one quota that are looked at.
constexpr std::size_t kResourceQuotaNamesMax = 256;

constexpr std::string_view kCountFront = "count/";
constexpr std::string_view kAnyClass = "deviceclass.resource.k8s.io/devices";

// pkg/apis/core/helper, standardQuotaResources.
constexpr std::string_view kStandardNames[] = {"configmaps",
                                               "cpu",
                                               "ephemeral-storage",
                                               "limits.cpu",
                                               "limits.ephemeral-storage",
                                               "limits.memory",
                                               "memory",
                                               "persistentvolumeclaims",
                                               "pods",
                                               "replicationcontrollers",
                                               "requests.cpu",
                                               "requests.ephemeral-storage",
                                               "requests.memory",
                                               "requests.storage",
                                               "resourcequotas",
                                               "secrets",
                                               "services",
                                               "services.loadbalancers",
                                               "services.nodeports"};

// Of which there are no parts (pkg/apis/core/helper, IsIntegerResourceName).
constexpr std::string_view kWholeNames[] = {"configmaps",
                                            "persistentvolumeclaims",
                                            "pods",
                                            "replicationcontrollers",
                                            "resourcequotas",
                                            "secrets",
                                            "services",
                                            "services.loadbalancers",
                                            "services.nodeports"};

bool is_counted_whole(std::string_view name) {
  return kube::is_extended_resource_name(name) ||
         std::find(std::begin(kWholeNames), std::end(kWholeNames), name) != std::end(kWholeNames);
}

bool is_standard_name(std::string_view name) {
  return name.starts_with("hugepages-") || name.starts_with("requests.hugepages-") ||
         std::find(std::begin(kStandardNames), std::end(kStandardNames), name) !=
             std::end(kStandardNames);
}

// Of its own names a ResourceQuota with the scope takes these alone (pkg/apis/core/helper,
// IsResourceQuotaScopeValidForResource).
struct NamesOfScope {
  std::string_view scope;
  std::string_view text;
  bool (*takes)(std::string_view name);
};

bool is_of_pods(std::string_view name) {
  const std::string_view rest = kube::without_quota_prefix(name);
  return name == "pods" || rest == "cpu" || rest == "memory";
}

constexpr std::string_view kNamesOfPods = "pods, cpu and memory";
constexpr NamesOfScope kNamesOfScopes[] = {
    {"Terminating", kNamesOfPods, is_of_pods},
    {"NotTerminating", kNamesOfPods, is_of_pods},
    {"NotBestEffort", kNamesOfPods, is_of_pods},
    {"PriorityClass", kNamesOfPods, is_of_pods},
    {"CrossNamespacePodAffinity", kNamesOfPods, is_of_pods},
    {"BestEffort", "pods", [](std::string_view name) { return name == "pods"; }},
    {"VolumeAttributesClass", "persistentvolumeclaims and requests.storage",
     [](std::string_view name) {
       return name == "persistentvolumeclaims" || name == "requests.storage";
     }},
};
// Names of hard that one scope does not take that are told.
constexpr std::size_t kUnscopedNamesTold = 3;

// "nvidia.com/gpu", "requests.gpus": of devices, whoever serves them.
bool is_of_gpus(std::string_view name) {
  return name.substr(name.find('/') + 1).find("gpu") != std::string_view::npos;
}

// limits.nvidia.com/gpumem: memory or cores of a device. HAMi's scheduler holds pods to names with
// `limits.`, where Kubernetes counts nothing (docs/userguide/nvidia-device/using-resourcequota).
bool is_of_parts(std::string_view name) {
  const std::size_t slash = name.find('/');
  if (!name.starts_with(kLimitsPrefix) || slash == std::string_view::npos) return false;
  const std::string_view part = name.substr(slash + 1);
  return part.find("mem") != std::string_view::npos || part.find("core") != std::string_view::npos;
}

// What was meant, and why what stands there is something else.
struct MeantName {
  std::string name;  // empty where nobody can tell
  std::string why;
};

std::string joined_text(std::string_view front, std::string_view name,
                        std::string_view behind = "") {
  std::string text(front);
  text += name;
  text += behind;
  return text;
}

class HardNames {
 public:
  HardNames(const CheckFacts& facts, const Json& hard, bool is_scoped)
      : facts_(facts),
        served_(served_names(facts)),
        is_scoped_(is_scoped),
        is_of_hami_(
            std::any_of(hard.members().begin(), hard.members().end(),
                        [](const Json::Member& limit) { return is_of_parts(limit.key()); })) {}

  // A name without a domain, which the API server refuses.
  MeantName of_short(std::string_view name) const {
    if (const std::string objects = objects_meant(name); !objects.empty())
      return {joined_text(kCountFront, objects), ""};
    const std::string_view rest = kube::without_quota_prefix(name);
    if (is_class(name)) return {joined_text("", name, kClassDevicesSuffix), ""};
    if (is_class(rest)) return {joined_text("", rest, kClassDevicesSuffix), ""};
    constexpr std::string_view kHalf = ".deviceclass.resource.k8s.io";
    if (name.ends_with(kHalf)) return {joined_text("", name, "/devices"), ""};
    const std::string near = slip_of(rest);
    return {near.empty() ? near : joined_text(kRequestsPrefix, near), ""};
  }

  // A name with one; nullopt where it counts, or is none of devices.
  std::optional<MeantName> of_long(std::string_view name) const {
    if (name.starts_with(kCountFront)) return of_count(name.substr(kCountFront.size()));
    if (name.ends_with(kClassDevicesSuffix)) {
      const std::string_view front = name.substr(0, name.size() - kClassDevicesSuffix.size());
      if (kube::is_extended_resource_name(front))
        return with_claims(
            {joined_text(kRequestsPrefix, front), "the name of a class has no slash"}, front);
      return of_class_devices(name);
    }
    if (name.starts_with(kAnyClass))
      return MeantName{"", "the class is missing in front of it, as in gpu.example.com" +
                               std::string(kClassDevicesSuffix)};
    // As Kubernetes itself puts them together, but for the order.
    constexpr std::string_view kTurned = "deviceclass.resource.k8s.io/";
    if (const std::string_view rest = kube::without_quota_prefix(name); rest.starts_with(kTurned))
      return MeantName{joined_text("", rest.substr(kTurned.size()), kClassDevicesSuffix),
                       "the class belongs in front"};
    constexpr std::string_view kWrong = ".deviceclass.resource.kubernetes.io/devices";
    if (name.ends_with(kWrong))
      return MeantName{
          joined_text("", name.substr(0, name.size() - kWrong.size()), kClassDevicesSuffix),
          "the domain is k8s.io"};
    constexpr std::string_view kDevices = ".deviceclass.resource.k8s.io/";
    if (const std::size_t at = name.find(kDevices); at != std::string_view::npos)
      return MeantName{joined_text("", name.substr(0, at), kClassDevicesSuffix),
                       "it ends in /devices"};
    if (const std::string_view meant = behind_misspelt_front(name); !meant.empty())
      return with_claims({joined_text(kRequestsPrefix, meant), kFront}, meant);
    const std::string_view rest_of_name = kube::without_quota_prefix(name);
    if (const std::string_view front = rest_of_name.substr(0, rest_of_name.find('/'));
        name.ends_with("/devices") && is_class(front))
      return MeantName{joined_text("", front, kClassDevicesSuffix),
                       "devices of a class have another name"};
    if (name.starts_with(kImplicitPrefix))
      return MeantName{joined_text(kRequestsPrefix, name), kFront};
    if (name.starts_with(kLimitsPrefix) && is_of_hami_) return std::nullopt;
    if (name.starts_with(kLimitsPrefix) && kube::is_extended_resource_name(name))
      return with_claims({of_limits(name.substr(kLimitsPrefix.size())), kNoLimits},
                         name.substr(kLimitsPrefix.size()));
    if (name.starts_with(kRequestsPrefix)) return of_requests(name.substr(kRequestsPrefix.size()));
    if (served_.contains(name)) return MeantName{joined_text(kRequestsPrefix, name), kFront};
    const std::string near = slip_of(name);
    if (!near.empty()) return MeantName{joined_text(kRequestsPrefix, near), kFront};
    if (kube::is_extended_resource_name(name) && is_of_gpus(name))
      return with_claims({joined_text(kRequestsPrefix, name), kFront}, name);
    return std::nullopt;
  }

 private:
  static constexpr const char* kFront = "requests. belongs in front";
  static constexpr const char* kScoped =
      "a ResourceQuota with scopes counts pods alone, and no claims";
  static constexpr const char* kNoLimits = "devices have no limit of their own";

  // nvidia.com/gpu of request.nvidia.com/gpu; empty for others.
  static std::string_view behind_misspelt_front(std::string_view name) {
    const std::size_t dot = name.find('.');
    if (dot == std::string_view::npos || name.find('/') == std::string_view::npos) return {};
    const std::string front = kube::lowered(name.substr(0, dot));
    const std::string_view rest = name.substr(dot + 1);
    const bool is_front = front == name.substr(0, dot)
                              ? front == "request" || front == "limit" || front == "requets" ||
                                    front == "requsts" || front == "reqeusts"
                              : front == "requests" || front == "limits";
    return is_front && kube::is_extended_resource_name(rest) ? rest : std::string_view();
  }

  bool is_class(std::string_view name) const {
    return facts_.devices.device_class(name) != nullptr;
  }

  // The one served name that it is a slip of; empty for none and for several.
  std::string slip_of(std::string_view name) const {
    if (facts_.settings.inventory == Inventory::kNothing) return {};
    std::string found;
    for (const std::string& served : served_) {
      if (!is_slip(name, served, facts_.devices.nodes().any())) continue;
      if (!found.empty()) return {};
      found = served;
    }
    return found;
  }

  // The plural and group of the objects that are counted; empty for those of others.
  static std::string objects_meant(std::string_view name) {
    const std::string_view kind = name.substr(0, name.find('.'));
    for (const std::string_view plural : {"resourceclaims", "resourceclaimtemplates"}) {
      if (letters_apart(kind, plural) <= 1) return joined_text(plural, ".resource.k8s.io");
    }
    return {};
  }

  std::optional<MeantName> of_count(std::string_view name) const {
    const std::string right = objects_meant(name);
    if (!right.empty() && is_scoped_) return MeantName{"", kScoped};
    if (right.empty() || name == right) return std::nullopt;
    return MeantName{joined_text(kCountFront, right), "objects are counted by plural and group"};
  }

  std::optional<MeantName> of_class_devices(std::string_view name) const {
    const auto class_of = [](std::string_view of) {
      return of.substr(0, of.size() - kClassDevicesSuffix.size());
    };
    const std::string_view rest = kube::without_quota_prefix(name);
    if (rest.size() == name.size() || is_scoped_ || is_class(class_of(name)))
      return of_class(class_of(name));
    const std::optional<MeantName> meant = of_class(class_of(rest));
    return MeantName{meant ? meant->name : std::string(rest),
                     "only names of resources have requests. in front"};
  }

  std::optional<MeantName> of_class(std::string_view device_class) const {
    if (is_scoped_) return MeantName{"", kScoped};
    const std::string near = class_meant(device_class, facts_);
    if (near.empty()) return std::nullopt;
    return MeantName{joined_text("", near, kClassDevicesSuffix), no_class(device_class)};
  }

  std::string no_class(std::string_view name) const {
    return facts_.class_exists(name) == Known::kNo
               ? "there is no such DeviceClass"
               : "no driver is known to bring such a DeviceClass";
  }

  // The only class that is counted as the resource elsewhere, where the class carries no name: its
  // claims are none of the resource to a ResourceQuota. Empty for none.
  std::string_view class_counted_as(std::string_view resource) const {
    std::string_view found;
    const auto look_at = [&](const auto& device_classes) {
      for (const std::string& name : device_classes) {
        const DeviceIndex::DeviceClass* known = facts_.devices.device_class(name);
        if (found == name || known == nullptr || !known->extended_resource_name.empty()) continue;
        if (!found.empty()) return false;
        found = known->name;
      }
      return true;
    };
    for (const auto& mapping : facts_.mappings.mappings()) {
      if (mapping->logical_resource == resource && !look_at(mapping->device_classes)) return {};
    }
    if (facts_.kueue == nullptr) return found;
    for (const kube::KueueClassMapping& mapping : facts_.kueue->mappings) {
      if (mapping.name == resource && !look_at(mapping.device_classes)) return {};
    }
    return found;
  }

  // What claims of it count as, besides.
  MeantName with_claims(MeantName meant, std::string_view resource) const {
    const std::string_view device_class = class_counted_as(resource);
    if (device_class.empty()) return meant;
    meant.why += "; claims of class " + shown(device_class, 50) + " count as " +
                 joined_text("", shown(device_class, 50), kClassDevicesSuffix);
    return meant;
  }

  std::string of_limits(std::string_view resource) const {
    const std::string near = served_.contains(resource) ? "" : slip_of(resource);
    return joined_text(kRequestsPrefix, near.empty() ? resource : std::string_view(near));
  }

  std::optional<MeantName> of_requests(std::string_view resource) const {
    if (served_.contains(resource)) return std::nullopt;
    if (resource.starts_with(kImplicitPrefix)) {
      const std::string_view device_class = resource.substr(kImplicitPrefix.size());
      const std::string near = class_meant(device_class, facts_);
      if (near.empty()) return std::nullopt;
      return MeantName{joined_text(joined_text(kRequestsPrefix, kImplicitPrefix), near),
                       no_class(device_class)};
    }
    const std::string near = slip_of(resource);
    if (!near.empty()) return MeantName{joined_text(kRequestsPrefix, near), ""};
    // Where no node is known one may offer it.
    std::string counted(facts_.devices.nodes().any() ? class_counted_as(resource)
                                                     : std::string_view());
    if (counted.empty() && !is_scoped_) counted = class_of_unserved(resource, facts_);
    if (counted.empty()) return std::nullopt;
    return MeantName{joined_text("", counted, kClassDevicesSuffix),
                     "class " + shown(counted, 50) + " carries no extendedResourceName"};
  }

  const CheckFacts& facts_;
  const std::set<std::string, std::less<>> served_;
  const bool is_scoped_;
  const bool is_of_hami_;
};

std::string hard_text(const Json& amount) {
  return amount.is_string() ? shown(amount.as_string(), 20) : shown(kube::to_text(amount), 20);
}

std::string field_of_name(std::string_view name) {
  return "spec.hard[" + shown(name) + "]";
}

std::string name_to_write(const MeantName& meant, const Json& hard, const Json& amount,
                          const CheckFacts& facts) {
  if (meant.name.empty())
    return "Write the whole name of what is to be counted, as in requests.example.com/gpu: " +
           hard_text(amount) + ", or take it away.";
  if (!hard[meant.name].is_null())
    return "Take it away: " + shown(meant.name, 128) + " stands there already.";
  if (is_of_bytes(amount) && resource_quota_counts_devices(meant.name, facts))
    return "Write " + shown(meant.name, 128) + " with a number of devices.";
  return "Write " + shown(meant.name, 128) + ": " + hard_text(amount) + ".";
}

Finding refused_name(std::string_view name, const MeantName& meant, const Json& hard,
                     const Json& amount, const CheckFacts& facts) {
  return {"MalformedObject", Severity::kDeny, field_of_name(name),
          field_of_name(name) +
              ": the API server takes no such name in a ResourceQuota; without a domain it takes "
              "its own names alone.",
          name_to_write(meant, hard, amount, facts)};
}

Finding negative_amount(std::string_view name, const Json& amount) {
  return {"MalformedObject", Severity::kDeny, field_of_name(name),
          field_of_name(name) + " is " + hard_text(amount) +
              ", and the API server takes no negative amount.",
          "Write 0 for none, or take it away for no limit."};
}

// pkg/apis/core/validation, ValidateResourceQuantityValue. The `requests.` of an extended resource
// may be a part of one: it is no extended resource's name itself.
Finding broken_amount(std::string_view name, const kube::Quantity& amount, const Json& given) {
  return {"MalformedObject", Severity::kDeny, field_of_name(name),
          field_of_name(name) + " is " + hard_text(given) +
              ", and the API server takes whole numbers of it.",
          "Write " + std::to_string(amount.value()) + "."};
}

Finding uncounted_name(std::string_view name, const MeantName& meant, const Json& hard,
                       const Json& amount, bool is_scoped, const CheckFacts& facts) {
  return {"QuotaCountsNothing", Severity::kWarn, field_of_name(name),
          "Nothing is counted as " + shown(name, 80) + " now" +
              (meant.why.empty() ? "" : ": " + meant.why) + ".",
          !meant.name.empty() ? name_to_write(meant, hard, amount, facts)
          : is_scoped         ? "Put it into a ResourceQuota without scopes."
                              : "Write the class in front of it, or take it away."};
}

Finding refused_scope(const std::string& field, const std::string& what, std::string fix) {
  return {"MalformedObject", Severity::kDeny, field,
          field + " " + what + ", which the API server refuses.", std::move(fix)};
}

// "unsupported scope applied to resource".
void check_names_of_scope(const std::string& field, std::string_view scope, const Json& hard,
                          std::vector<Finding>& findings) {
  const auto* known =
      std::find_if(std::begin(kNamesOfScopes), std::end(kNamesOfScopes),
                   [scope](const NamesOfScope& names) { return names.scope == scope; });
  if (known == std::end(kNamesOfScopes)) return;
  std::vector<std::string> names;
  const auto members = hard.members();
  for (std::size_t i = 0; i < std::min(members.size(), kResourceQuotaNamesMax); ++i) {
    const std::string_view name = members[i].key();
    if (is_standard_name(name) && !known->takes(name)) names.push_back(shown(name, 60));
  }
  if (names.empty()) return;
  if (names.size() > kUnscopedNamesTold) {
    names.resize(kUnscopedNamesTold);
    names.emplace_back("others");
  }
  const std::string all = kube::and_list(names);
  findings.push_back(
      refused_scope(field, "has " + std::string(scope) + " beside " + all + " in hard",
                    "Put " + all +
                        " into a ResourceQuota without that scope: of the API server's "
                        "own names it takes " +
                        std::string(known->text) + " alone."));
}

using Scopes = std::set<std::string_view>;

// pkg/apis/core/validation: validateResourceQuotaScopes, validateScopedResourceSelectorRequirement.
// What stands in the two fields is not compared.
void check_scopes_of(const std::string& field, const Scopes& scopes, const Json& hard,
                     std::vector<Finding>& findings) {
  for (const auto& [one, other] :
       {std::pair("Terminating", "NotTerminating"), std::pair("BestEffort", "NotBestEffort")}) {
    if (scopes.contains(one) && scopes.contains(other))
      findings.push_back(refused_scope(field, std::string("has ") + one + " and " + other,
                                       "Keep one of them, or write two ResourceQuotas."));
  }
  for (const std::string_view scope : scopes) check_names_of_scope(field, scope, hard, findings);
}

void check_match(const std::string& at, const Json& match, std::vector<Finding>& findings) {
  // Of these there is no value; a newer API server may know other scopes.
  constexpr std::string_view kPlain[] = {"Terminating", "NotTerminating", "BestEffort",
                                         "NotBestEffort", "CrossNamespacePodAffinity"};
  const std::string_view scope = match["scopeName"].as_string();
  const std::string_view way = match["operator"].as_string();
  const bool lists = way == "In" || way == "NotIn";
  const bool exists = way == "Exists" || way == "DoesNotExist";
  const bool is_plain = std::find(std::begin(kPlain), std::end(kPlain), scope) != std::end(kPlain);
  if (is_plain && (lists || way == "DoesNotExist")) {
    findings.push_back(refused_scope(at + ".operator",
                                     "is " + std::string(way) + " of scope " + std::string(scope),
                                     "Write operator: Exists, without values."));
  } else if (lists && match["values"].empty()) {
    findings.push_back(refused_scope(at + ".values",
                                     "is empty beside operator: " + std::string(way),
                                     "Write values: [...], or operator: Exists."));
  } else if (exists && !match["values"].empty()) {
    findings.push_back(refused_scope(at + ".values", "stands beside operator: " + std::string(way),
                                     "Take the values away, or write operator: In."));
  }
}

void check_scopes(const Json& spec, std::vector<Finding>& findings) {
  Scopes scopes;
  const auto plain = spec["scopes"].elements();
  for (std::size_t i = 0; i < std::min(plain.size(), kResourceQuotaNamesMax); ++i)
    scopes.insert(plain[i].as_string());
  check_scopes_of("spec.scopes", scopes, spec["hard"], findings);
  scopes.clear();
  const std::string field = "spec.scopeSelector.matchExpressions";
  const auto matches = spec["scopeSelector"]["matchExpressions"].elements();
  for (std::size_t i = 0; i < std::min(matches.size(), kResourceQuotaNamesMax); ++i) {
    scopes.insert(matches[i]["scopeName"].as_string());
    check_match(field + "[" + std::to_string(i) + "]", matches[i], findings);
  }
  check_scopes_of(field, scopes, spec["hard"], findings);
}

}  // namespace

void check_resource_quota_names(const ObjectSubject& subject, const CheckFacts& facts,
                                std::vector<Finding>& findings) {
  const Json spec = subject.object["spec"];
  const Json hard = spec["hard"];
  if (!hard.is_object() || hard.empty()) return;
  const bool is_scoped =
      !spec["scopes"].empty() || !spec["scopeSelector"]["matchExpressions"].empty();
  const HardNames check(facts, hard, is_scoped);
  std::size_t looks = 0;
  const std::size_t before = findings.size();
  check_scopes(spec, findings);
  for (const Json::Member& entry : hard.members()) {
    if (++looks > kResourceQuotaNamesMax || findings.size() - before >= kLikeFindingsMax) return;
    const std::string_view name = entry.key();
    if (const Result<kube::Quantity> amount = kube::Quantity::from_json(entry.value);
        amount && amount->sign() < 0) {
      findings.push_back(negative_amount(name, entry.value));
      continue;
    } else if (amount && !amount->whole() && is_counted_whole(name)) {
      findings.push_back(broken_amount(name, *amount, entry.value));
      continue;
    }
    if (std::count(name.begin(), name.end(), '/') > 1) {
      const std::optional<MeantName> meant = check.of_long(name);
      findings.push_back({"MalformedObject", Severity::kDeny, field_of_name(name),
                          shown(name, 80) + " has two slashes, which the API server refuses.",
                          meant && !meant->name.empty()
                              ? name_to_write(*meant, hard, entry.value, facts)
                              : "Write a name with one."});
    } else if (name.find('/') == std::string_view::npos) {
      // Of names that are not of devices a newer API server may take more.
      const MeantName meant = is_standard_name(name) ? MeantName() : check.of_short(name);
      if (!meant.name.empty() || is_of_gpus(name))
        findings.push_back(refused_name(name, meant, hard, entry.value, facts));
    } else if (const Result<kube::Quantity> amount = kube::Quantity::from_json(entry.value);
               amount && amount->sign() == 0) {
      // None of it is wanted, and none is had; as another name it would forbid what is.
    } else if (std::optional<Finding> finding =
                   name.starts_with(kLimitsPrefix)
                       ? std::nullopt
                       : companion_in_quota(entry, hard, QuotaKind::kResourceQuota, facts)) {
      findings.push_back(std::move(*finding));
    } else if (const std::optional<MeantName> meant = check.of_long(name)) {
      findings.push_back(uncounted_name(name, *meant, hard, entry.value, is_scoped, facts));
    }
  }
}

}  // namespace drawbridge::rules

#include "rules/shape/resources.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

#include "kube/api/ascii.h"
#include "kube/api/names.h"
#include "kube/api/quantity.h"
#include "rules/shape/compute_problems.h"
#include "rules/shape/meant.h"
#include "rules/shape/texts.h"

namespace drawbridge::rules::shape {
namespace {

using kube::Json;

bool is_of_kubernetes(std::string_view name) {
  return name == "cpu" || name == "memory" || name == "ephemeral-storage" ||
         name.starts_with("hugepages-") || name.find("kubernetes.io/") != std::string_view::npos;
}

// Of the names under kubernetes.io only this one asks for devices, of the class behind it.
constexpr std::string_view kImplicitDomain = "deviceclass.resource.kubernetes.io";

// The implicit name that is meant by one of another spelling; empty where none is.
std::string class_resource_meant(std::string_view name) {
  const std::size_t slash = name.find('/');
  const std::string device_class = kube::lowered(name.substr(name.rfind('/') + 1));
  const std::string_view domain = name.substr(0, slash);
  const bool is_like =
      domain.find("resource.kubernetes.io") != std::string_view::npos ||
      (domain.size() > 6 && letters_equal(domain.substr(0, 6), "device") &&
       (domain.find("kubernetes.io") != std::string_view::npos || domain.ends_with("k8s.io")));
  if (slash == std::string_view::npos || !is_like || device_class.empty() ||
      kube::dns_subdomain_problem(device_class))
    return {};
  return std::string(kImplicitDomain) + "/" + device_class;
}

// IsSupportedPodLevelResource of kubernetes component-helpers; and the number of processes, which
// Kubernetes 1.37 takes behind a gate (KEP-6063).
bool is_of_whole_pod(std::string_view name) {
  return name == "cpu" || name == "memory" || name == "pid" || name == "pids" ||
         name.starts_with("hugepages-");
}

bool is_fraction(const kube::Quantity& quantity) {
  const auto whole = quantity.checked_value();
  return whole && kube::Quantity::from_int(*whole) != quantity;
}

struct Place {
  std::string container;  // "Container main"
  std::string field;      // spec.containers[0].resources
};

// nvidia.com/gpu of nvidia.com.gpu. gpu.nvidia.com is a name of another kind: a DeviceClass.
std::string with_slash(std::string_view name) {
  constexpr std::string_view kTop[] = {"ai", "cloud", "com", "dev", "io", "net", "org"};
  const std::size_t dot = name.rfind('.');
  const bool has_domain = dot != std::string_view::npos && name.find('.') != dot &&
                          name.find('/') == std::string_view::npos;
  if (!has_domain) return {};
  const std::string_view domain = name.substr(0, dot);
  const std::string_view rest = name.substr(dot + 1);
  const auto is_top = [&](std::string_view word) {
    return std::find(std::begin(kTop), std::end(kTop), word) != std::end(kTop);
  };
  if (is_top(rest) || !is_top(domain.substr(domain.rfind('.') + 1))) return {};
  std::string slashed = std::string(domain) + "/" + std::string(rest);
  return kube::is_extended_resource_name(slashed) ? shown(slashed) : std::string();
}

std::string name_advice(std::string_view name, const Place& place) {
  if (name == "claims")
    return "Write it directly in " + place.field +
           ", as claims: [{name: ENTRY}], with the name of one of the pod's resourceClaims.";
  // Which has a domain of its own, behind another one.
  const std::string_view rest = name.substr(name.find('/') + 1);
  const std::string implicit = class_resource_meant(name);
  if (!implicit.empty() && kube::is_extended_resource_name(rest))
    return "Write " + shown(rest) + "; or the name of a DeviceClass behind " +
           std::string(kImplicitDomain) + "/.";
  if (const std::string slashed = with_slash(name); !slashed.empty())
    return "Write " + slashed + ", with a slash behind the domain.";
  return implicit.empty()
             ? "Write the name that nodes have in status.allocatable, such as nvidia.com/gpu."
             : "Write " + implicit + ".";
}

Finding no_name(const Place& place, std::string_view list, std::string_view name) {
  const bool bare = name.find('/') == std::string_view::npos;
  return {"MalformedObject", Severity::kDeny, place.field + "." + std::string(list),
          place.container + " has " + shown(name) + " in " + std::string(list) +
              (bare ? ", and a resource that is not Kubernetes' own has a domain in its name."
                    : ", which is no name of a resource: a domain, a slash and a name."),
          name_advice(name, place)};
}

// A good name under kubernetes.io that is nobody's.
std::optional<Finding> judge_implicit(const Place& place, std::string_view list,
                                      std::string_view name) {
  const std::string implicit = class_resource_meant(name);
  if (implicit.empty() || implicit == name) return std::nullopt;
  return Finding{"ResourceNotOffered", Severity::kWarn, place.field + "." + std::string(list),
                 place.container + " asks for " + shown(name) +
                     ", which nothing offers: a DeviceClass has one such name.",
                 "Write " + implicit + "."};
}

std::optional<Finding> judge_name(const Place& place, std::string_view list, const Json& amounts) {
  for (const Json::Member& entry : amounts.members()) {
    // A field that stands one level too deep, which decode() tells.
    if (entry.value.is_array() || entry.value.is_object()) continue;
    if (entry.key() == "claims" && !kube::Quantity::from_json(entry.value)) continue;
    // validateResourceName looks at any name first.
    const bool qualified = !kube::qualified_name_problem(entry.key());
    if (qualified &&
        (is_of_kubernetes(entry.key()) || kube::is_extended_resource_name(entry.key())))
      continue;
    return no_name(place, list, entry.key());
  }
  return std::nullopt;
}

Finding invalid(const Place& place, std::string_view list, std::string message, std::string fix) {
  return {"ResourceQuantityInvalid", Severity::kDeny, place.field + "." + std::string(list),
          place.container + std::move(message), std::move(fix)};
}

std::optional<Finding> judge_amount(const Place& place, std::string_view list,
                                    const Json& amounts) {
  for (const Json::Member& entry : amounts.members()) {
    const Result<kube::Quantity> amount = kube::Quantity::from_json(entry.value);
    if (amount && amount->sign() < 0)
      return invalid(
          place, list,
          " asks for " + shown(value_text(entry.value), 20) + " of " + shown(entry.key()) + ".",
          "Write a number that is not negative, or take the line away.");
    if (!kube::is_extended_resource_name(entry.key())) continue;
    if (!amount || !is_fraction(*amount)) continue;
    return invalid(
        place, list,
        " asks for " + shown(value_text(entry.value), 20) + " of " + shown(entry.key()) + ".",
        "Write a whole number: a device is not divided by a fraction.");
  }
  return std::nullopt;
}

// nvidia.com/gpu: 1Gi, of what is counted in pieces.
std::optional<Finding> judge_unit(const Place& place, const Json& limits) {
  constexpr std::string_view kPieces[] = {"/gpu", "/gpus", "/tpu", "/npu", "/gaudi", "/neuron"};
  for (const Json::Member& entry : limits.members()) {
    const std::string_view text = entry.value.as_string();
    const bool is_of_pieces =
        std::any_of(std::begin(kPieces), std::end(kPieces),
                    [&](std::string_view end) { return entry.key().ends_with(end); });
    const std::size_t digits = kube::count_digits(text, 0);
    if (!is_of_pieces || digits == 0 || !text.ends_with('i') || text.size() != digits + 2) continue;
    const std::string written = shown(entry.key()) + ": " + shown(text, 20);
    return Finding{
        "ResourceQuantityInvalid", Severity::kWarn, place.field + ".limits",
        place.container + " asks for " + written +
            ", which is a number of devices and not of bytes.",
        "Write " + shown(entry.key()) + ": " + std::string(text.substr(0, digits)) + "."};
  }
  return std::nullopt;
}

std::optional<Finding> judge_request(const Place& place, const Json& resources,
                                     const GivenLimits& given_limits) {
  for (const Json::Member& entry : resources["requests"].members()) {
    if (!kube::is_extended_resource_name(entry.key()) || entry.value.is_null()) continue;
    const std::string name = shown(entry.key());
    const Json limit = resources["limits"][entry.key()];
    const Result<kube::Quantity> least = kube::Quantity::from_json(entry.value);
    if (limit.is_null()) {
      const std::optional<GivenLimit> given =
          given_limits ? given_limits(entry.key()) : std::nullopt;
      if (given && (!given->amount || !least || *given->amount == *least)) continue;
      if (given)
        return invalid(place, "limits",
                       " requests " + least->canonical() + " " + name +
                           ", and a LimitRange gives it a limit of " + given->amount->canonical() +
                           ", which the API server refuses.",
                       "Write " + name + ": " + least->canonical() + " under limits.");
      return invalid(place, "limits",
                     " requests " + name + " and has no limit of it, which the API server wants.",
                     "Write " + name + " under limits; the request is then the same.");
    }
    const Result<kube::Quantity> most = kube::Quantity::from_json(limit);
    if (!most || !least || *most == *least) continue;
    return invalid(place, "requests", " has different request and limit of " + name + ".",
                   "Set both to the same number, or leave the request out.");
  }
  return std::nullopt;
}

std::optional<Finding> judge(const Place& place, const Json& resources,
                             const GivenLimits& given_limits) {
  for (const std::string_view list : {"limits", "requests"}) {
    if (auto finding = judge_name(place, list, resources[list])) return finding;
  }
  for (const std::string_view list : {"limits", "requests"}) {
    if (auto finding = judge_amount(place, list, resources[list])) return finding;
  }
  if (auto finding = judge_request(place, resources, given_limits)) return finding;
  for (const std::string_view list : {"limits", "requests"}) {
    for (const Json::Member& entry : resources[list].members()) {
      if (auto finding = judge_implicit(place, list, entry.key())) return finding;
    }
  }
  return judge_unit(place, resources["limits"]);
}

// A device without a number, as a template's missing value leaves it. The API server reads 0.
void tell_empty(const Json& container, const std::string& path, std::vector<Finding>& findings) {
  for (const std::string_view list : {"limits", "requests"}) {
    for (const Json::Member& entry : container["resources"][list].members()) {
      if (!entry.value.is_null() || !kube::is_extended_resource_name(entry.key())) continue;
      const std::string at = path + "." + std::string(list);
      findings.push_back({"ResourceQuantityInvalid", Severity::kWarn, at,
                          at + " has " + shown(entry.key()) +
                              " without a number, which counts as 0: the container gets none.",
                          "Write how many, such as " + shown(entry.key()) + ": 1."});
    }
  }
}

// Resources of a whole pod (KEP-2837) and of ephemeral containers, which share the pod's.
void judge_pod(const Json& pod_spec, const std::string& path, std::vector<Finding>& findings) {
  for (const std::string_view list : {"limits", "requests"}) {
    for (const Json::Member& entry : pod_spec["resources"][list].members()) {
      if (is_of_whole_pod(entry.key()) || entry.value.is_array() || entry.value.is_object())
        continue;
      const std::string at = path + ".resources." + std::string(list);
      findings.push_back({"ResourceQuantityInvalid", Severity::kDeny, at,
                          at + " has " + shown(entry.key()) +
                              ", and a pod as a whole takes cpu, memory and hugepages alone.",
                          "Write it in the resources of the container that needs it."});
      break;
    }
  }
  const auto containers = pod_spec["ephemeralContainers"].elements();
  for (std::size_t i = 0; i < containers.size(); ++i) {
    const Json resources = containers[i]["resources"];
    if (!resources.is_object() || resources.empty()) continue;
    const std::string at = path + ".ephemeralContainers[" + std::to_string(i) + "].resources";
    findings.push_back({"ResourceQuantityInvalid", Severity::kDeny, at,
                        at + " is set, and an ephemeral container takes none.",
                        "Take it away; a container that needs a device is one of containers."});
  }
}

}  // namespace

std::vector<Finding> resource_problems(const Json& pod_spec, const std::string& path,
                                       const GivenLimits& given_limits) {
  std::vector<Finding> findings;
  judge_pod(pod_spec, path, findings);
  compute_problems(pod_spec, path, findings);
  for (const std::string_view list : {"initContainers", "containers"}) {
    const auto containers = pod_spec[list].elements();
    for (std::size_t i = 0; i < containers.size(); ++i) {
      const Place place = {
          "Container " + shown(containers[i]["name"].as_string()),
          path + "." + std::string(list) + "[" + std::to_string(i) + "].resources"};
      tell_empty(containers[i], place.field, findings);
      if (auto finding = judge(place, containers[i]["resources"], given_limits))
        findings.push_back(std::move(*finding));
    }
  }
  return findings;
}

}  // namespace drawbridge::rules::shape

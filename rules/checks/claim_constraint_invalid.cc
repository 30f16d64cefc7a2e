#include "rules/checks/claim_constraint_invalid.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/claim.h"
#include "kube/api/names.h"
#include "rules/checks/selector_advice.h"
#include "rules/devices/selector_path.h"
#include "rules/devices/selectors.h"
#include "rules/devices/vocabulary.h"
#include "rules/mapping/mapping.h"
#include "rules/nearest.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

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

// "DOMAIN/ID" of device.attributes['DOMAIN'].ID; empty for anything else.
std::string attribute_read(std::string_view expression) {
  const std::optional<cel::Ast> ast = parse_selector(expression);
  const auto path = ast ? read_path(*ast->root()) : std::nullopt;
  if (!path || !path->is_value() || path->kind != NameKind::kAttribute) return {};
  return shown(path->steps[0].name) + "/" + shown(path->steps[1].name);
}

// The fix for an attribute without a slash.
std::string with_domain(std::string_view id, const Json& devices, const CheckFacts& facts) {
  const Words words = words_of(facts);
  if (const std::size_t dot = id.rfind('.'); dot != std::string_view::npos) {
    const std::string_view name = id.substr(dot + 1);
    for (const std::string_view domain : words.domains_with(NameKind::kAttribute, name)) {
      if (domain == id.substr(0, dot)) return "Write " + shown(domain) + "/" + shown(name) + ".";
    }
  }
  const Json request = devices["requests"].at(0);
  const Json option = !request["exactly"].is_null()          ? request["exactly"]
                      : !request["firstAvailable"].is_null() ? request["firstAvailable"].at(0)
                                                             : request;
  const std::string driver = driver_of_class(option["deviceClassName"].as_string(), facts, words);
  return "Write DOMAIN/" + shown(id.empty() ? "ATTRIBUTE" : id) + ", such as " +
         likely_domain(id, driver, words) + "/" + shown(id.empty() ? "productName" : id) + ".";
}

// The fix for a name with a hyphen, say.
std::string as_published(std::string_view domain, std::string_view id, const CheckFacts& facts) {
  const std::vector<std::string_view> ids = words_of(facts).ids(NameKind::kAttribute, domain);
  const std::string_view meant = nearest_misspelt(id, ids);
  return meant.empty() ? "Write it as the driver publishes it: kubectl get resourceslices -o yaml."
                       : "Write " + shown(domain) + "/" + shown(meant) + ".";
}

void judge_attribute_name(const Json& attribute, const std::string& at, const Json& devices,
                          const CheckFacts& facts, ClaimDesk& desk) {
  if (!attribute.is_string()) return;
  const std::string_view name = attribute.as_string();
  const std::size_t slash = name.find('/');
  const std::string_view domain = slash == std::string_view::npos ? "" : name.substr(0, slash);
  const std::string_view id = slash == std::string_view::npos ? name : name.substr(slash + 1);
  if (const std::string read = attribute_read(name); !read.empty()) {
    return desk.refuse(at,
                       at + " is " + shown(name) +
                           ", as a selector reads it, and must be a domain, a " +
                           "slash and a name.",
                       "Write " + read + ".");
  }
  if (domain.empty()) {
    return desk.refuse(at,
                       at + " is " + shown(name) +
                           ", and must begin with the driver's domain: of " +
                           "selectors that part is optional, here it is not.",
                       with_domain(id, devices, facts));
  }
  const bool sound = domain.size() <= kAttributeDomainBytesMax &&
                     !kube::dns_subdomain_problem(domain) && id.size() <= kAttributeIdBytesMax &&
                     kube::is_c_identifier(id);
  if (sound) return;
  desk.refuse(at,
              at + " is " + shown(name) +
                  ", and must be a domain of at most 63 bytes, a slash, and " +
                  "letters, digits and _ (at most 32).",
              as_published(domain, id, facts));
}

// The name of a request beside the only one that the constraint is for, where that asks for one
// device that is to be near others: what is alone agrees with itself. Empty for any other.
std::string_view left_out_of_pair(const Json& constraint, const Json& devices) {
  const auto names = constraint["requests"].elements();
  if (names.size() != 1 ||
      !constraint["matchAttribute"].as_string().starts_with("resource.kubernetes.io/"))
    return {};
  const std::string_view bound = names.front().as_string();
  std::string_view other;
  bool is_one = false;
  for (const Json& json : devices["requests"].elements()) {
    const kube::DeviceRequestView request{json};
    if (request.name() != bound) {
      if (other.empty()) other = request.name();
      continue;
    }
    is_one = true;
    for (std::size_t i = 0; i < request.option_count(); ++i)
      is_one = is_one && request.option(i).count() == 1;
  }
  return is_one ? other : std::string_view();
}

}  // namespace

void judge_constraint(const Json& constraint, const std::string& at, const Json& devices,
                      const CheckFacts& facts, ClaimDesk& desk) {
  const Json match = constraint["matchAttribute"];
  const Json distinct = constraint["distinctAttribute"];
  if (match.is_null() && distinct.is_null() &&
      !has_other_fields(constraint, {"requests", "matchAttribute", "distinctAttribute"}))
    desk.refuse(at, at + " has neither matchAttribute nor distinctAttribute.",
                "Write one of the two, such as matchAttribute: resource.kubernetes.io/pcieRoot.");
  // The API server and the scheduler look at the second only where there is no first.
  if (!match.is_null() && !distinct.is_null())
    desk.warn(at, at + " has matchAttribute, beside which distinctAttribute is ignored.",
              "Write a constraint of its own for each of the two.");
  if (const std::string_view other = left_out_of_pair(constraint, devices); !other.empty()) {
    const std::string_view bound = constraint["requests"].at(0).as_string();
    desk.warn(at + ".requests",
              at + " is for one device alone, that of request " + shown(bound, 40) +
                  ": it says nothing of any other.",
              "Write requests: [" + shown(bound, 40) + ", " + shown(other, 40) +
                  "], or take requests away for all of them.");
  }
  judge_attribute_name(match, at + ".matchAttribute", devices, facts, desk);
  judge_attribute_name(distinct, at + ".distinctAttribute", devices, facts, desk);
}

}  // namespace drawbridge::rules

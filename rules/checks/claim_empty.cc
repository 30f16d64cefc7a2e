#include "rules/checks/claim_empty.h"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>

#include "kube/api/object.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

bool has_only(const Json& object, std::initializer_list<std::string_view> fields) {
  const auto members = object.members();
  return (object.is_null() || object.is_object()) &&
         std::all_of(members.begin(), members.end(), [&](const Json::Member& member) {
           return std::find(fields.begin(), fields.end(), member.key()) != fields.end();
         });
}

bool asks_for_nothing(const Json& claim_spec) {
  const Json devices = claim_spec["devices"];
  const Json requests = devices["requests"];
  return (requests.is_null() || (requests.is_array() && requests.empty())) &&
         has_only(claim_spec, {"devices", "controller"}) &&
         has_only(devices, {"requests", "constraints", "config"});
}

}  // namespace

void check_claim_empty(const ObjectSubject& subject, const CheckFacts& /*facts*/,
                       std::vector<Finding>& findings) {
  const kube::ObjectView view(subject.object);
  const bool made = view.kind() == "ResourceClaimTemplate";
  const Json spec = subject.object["spec"];
  if (!subject.old_object.is_null() || (made && !has_only(spec, {"metadata", "spec"})) ||
      !asks_for_nothing(made ? spec["spec"] : spec))
    return;
  const bool flat = kube::parse_api_version(view.api_version()).version == "v1beta1";
  const std::string at = made ? "spec.spec.devices" : "spec.devices";
  findings.push_back(
      {"ClaimInvalid", Severity::kWarn, at + ".requests",
       at + ".requests is empty: a pod gets no device by this " + std::string(view.kind()) + ".",
       std::string("Write requests: [{name: device, ") +
           (flat ? "deviceClassName: CLASS" : "exactly: {deviceClassName: CLASS}") + "}] in " + at +
           "."});
}

}  // namespace drawbridge::rules

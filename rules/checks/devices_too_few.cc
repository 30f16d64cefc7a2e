#include "rules/checks/devices_too_few.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "rules/checks/node_fit.h"
#include "rules/checks/node_selector_never_matches.h"
#include "rules/checks/wanted_devices.h"
#include "rules/devices/demand_text.h"

namespace drawbridge::rules {
namespace {

std::string has_text(std::int64_t wanted, const DeviceIndex::Free& there, Inventory inventory) {
  const bool tell = inventory != Inventory::kNothing;
  if (wanted > there.devices) {
    return (tell ? std::to_string(there.devices) : "fewer") +
           (tell && there.devices == 1 ? " is" : " are") + " published, on all nodes together.";
  }
  return tell ? "no node has more than " + std::to_string(there.within_reach) + "."
              : "no node has as many.";
}

enum class Had : std::uint8_t { kMaybe, kTooFew, kNone };

// Whether one node may have the devices of an alternative, as far as is known.
Had had(const kube::DeviceOptionView& option, const MatchTable& table) {
  const MatchCount* count = devices_for(option, table);
  if (count == nullptr || count->pending > 0 || count->shareable > 0 || option.admin_access())
    return Had::kMaybe;
  if (count->matched == 0) return count->failed == 0 ? Had::kNone : Had::kMaybe;
  const bool too_few = count->on_one_node > 0 && option.count().value_or(1) > count->on_one_node;
  return too_few ? Had::kTooFew : Had::kMaybe;
}

// The alternative that is told of a request none of whose can be had; nullopt where one may be, and
// where there is no device for any, which is told of its selectors and classes.
std::optional<kube::DeviceOptionView> hopeless(const kube::DeviceRequestView& request,
                                               const MatchTable& table) {
  std::optional<kube::DeviceOptionView> told;
  for (std::size_t i = 0; i < request.option_count(); ++i) {
    const Had this_one = had(request.option(i), table);
    if (this_one == Had::kMaybe) return std::nullopt;
    if (this_one == Had::kTooFew && !told) told = request.option(i);
  }
  return told;
}

void tell_alternatives(const PodSubject& subject, const CheckFacts& facts,
                       std::vector<Finding>& findings) {
  for (const PodClaim& claim : subject.claims) {
    if (!claim.found.object["status"]["allocation"].is_null()) continue;
    const kube::ClaimSpecView spec = claim.spec();
    for (std::size_t i = 0; i < spec.request_count(); ++i) {
      const kube::DeviceRequestView request = spec.request(i);
      if (!request.first_available()) continue;
      const auto option = hopeless(request, facts.devices.matches());
      if (!option) continue;
      return findings.push_back(
          {"DevicesTooFew", Severity::kWarn, claim.field(),
           "No alternative of request " + shown(request.name(), 40) + " (" + claim.source_text() +
               ") can be had: " + shown(option->name(), 40) + " asks for " +
               std::to_string(option->count().value_or(1)) + " devices of class " +
               shown(option->device_class(), 50) + ", and no node has as many.",
           "Add one that asks for fewer; else " + std::string(subject.name) + " stays Pending.",
           claim.cause(facts.ns)});
    }
  }
}

// Of resources that nothing but the nodes' device plugins serves.
void tell_of_plugins(const PodSubject& subject, const CheckFacts& facts,
                     std::vector<Finding>& findings) {
  if (!subject.pod.node_name().empty()) return;  // never meets the scheduler
  for (const DeviceRequest& request : subject.requests) {
    if (request.path != Path::kExtendedResource || !request.device_class.empty() ||
        request.rule != nullptr)
      continue;
    const std::int64_t most = facts.devices.nodes().most_offered(request.source);
    if (most == 0 || request.count <= most) continue;
    if (picks_pool(subject.pod)) return;
    const bool tell = facts.settings.inventory != Inventory::kNothing;
    findings.push_back({"DevicesTooFew", Severity::kWarn, "spec",
                        sentence_start(subject.name) + " asks for " +
                            std::to_string(request.count) + " of " + shown(request.source, 60) +
                            ", and no node has " +
                            (tell ? "more than " + std::to_string(most) : "as many") + ".",
                        "Ask for fewer; else it stays Pending until nodes bring more."});
  }
}

}  // namespace

void check_devices_too_few(const PodSubject& subject, const CheckFacts& facts,
                           std::vector<Finding>& findings) {
  if (!facts.is_new) return;
  if (facts.is_queued()) return;
  tell_of_plugins(subject, facts, findings);
  const std::size_t told = findings.size();
  bool too_many = false;
  for (const auto& [name, wanted] : wanted_devices(subject, facts)) {
    const auto there = facts.devices.free_devices_of_class(name);
    too_many = too_many || wanted.too_many;
    // A class without any is told as such.
    if (there && there->devices == 0) continue;
    if (wanted.too_many || !there || wanted.count <= there->within_reach) continue;
    if (picks_nodes_that_may_come(subject, facts)) return;
    findings.push_back(
        {"DevicesTooFew", Severity::kWarn, "spec",
         sentence_start(subject.name) + " asks for " + std::to_string(wanted.count) +
             " devices of class " + shown(name, 60) + " (" + path_text(*wanted.first) + "), and " +
             has_text(wanted.count, *there, facts.settings.inventory),
         "Ask for fewer; else it stays Pending until nodes bring more.", class_cause(name)});
  }
  if (too_many || findings.size() > told) return;
  if (auto finding = no_node_fits(subject, facts)) return findings.push_back(std::move(*finding));
  tell_alternatives(subject, facts, findings);
}

}  // namespace drawbridge::rules

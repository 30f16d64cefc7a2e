#include "rules/checks/unit_missing.h"

#include <cstddef>
#include <utility>

#include "kube/api/object.h"
#include "kube/api/quantity.h"
#include "rules/checks/claim_options.h"
#include "rules/checks/selector_advice.h"
#include "rules/devices/selector_sizes.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

// As it is written; empty for what is no quantity.
std::string written_amount(const Json& amount) {
  if (amount.is_integer()) return std::to_string(amount.as_int());
  return std::string(amount.as_string());
}

// As far as nobody reads so many.
void tell(const kube::DeviceOptionView& option, const std::string& at, const CheckFacts& facts,
          std::size_t& told, std::vector<Finding>& findings) {
  for (const UnitFault& fault : unit_faults(option, facts)) {
    if (++told > kLikeFindingsMax) return;
    findings.push_back({"UnitMissing", Severity::kWarn,
                        at + ".capacity.requests[" + shown(fault.name) + "]",
                        "It asks for " + unit_fault_text(fault),
                        "Write " + shown(fault.name) + ": " + shown(fault.meant) + "."});
  }
}

}  // namespace

std::vector<UnitFault> unit_faults(const kube::DeviceOptionView& option, const CheckFacts& facts) {
  std::vector<UnitFault> faults;
  if (option.capacity_requests().empty()) return faults;
  const Words words = words_of(facts);
  const std::string driver = driver_of_class(option.device_class(), facts, words);
  if (driver.empty()) return faults;
  for (const Json::Member& entry : option.capacity_requests().members()) {
    const std::string_view name = entry.key();
    const std::size_t slash = name.find('/');
    const bool is_bare = slash == std::string_view::npos;
    const std::string_view id = is_bare ? name : name.substr(slash + 1);
    const Words::Facts known =
        words.find(NameKind::kCapacity, is_bare ? driver : name.substr(0, slash), id);
    const std::string written = written_amount(entry.value);
    if (!known.known || written.empty() || !names_memory(id)) continue;
    std::string meant = amount_meant(id, known.values, written);
    const Result<kube::Quantity> amount = kube::Quantity::parse(meant);
    if (!amount || meant == written) continue;
    // More than any device has nobody meant; what is sold as 80Gi has a little less.
    if (!known.values.empty() && *amount > known.values.back()) {
      if (!is_nearly(known.values.back(), *amount)) continue;
      meant = known.values.back().canonical();
    }
    faults.push_back({name, written, std::move(meant)});
  }
  return faults;
}

std::string unit_fault_text(const UnitFault& fault) {
  return shown(fault.name) + ": " + shown(fault.written) + ", which is " +
         std::string(amount_fault(fault.written)) +
         ": every device has more, and the pod gets next to none of it.";
}

void check_units(const ObjectSubject& subject, const CheckFacts& facts,
                 std::vector<Finding>& findings) {
  if (subject.old_object["spec"] == subject.object["spec"]) return;
  std::size_t told = 0;
  if (kube::ObjectView(subject.object).kind() != "DeviceMapping") {
    return for_each_option(subject.object,
                           [&](const kube::DeviceOptionView& option, const std::string& at) {
                             tell(option, at, facts, told, findings);
                           });
  }
  const auto rewrites = subject.object["spec"]["rewrites"].elements();
  for (std::size_t i = 0; i < rewrites.size(); ++i) {
    const kube::DeviceRequestView request{rewrites[i]["request"]};
    const std::string at = "spec.rewrites[" + std::to_string(i) + "].request";
    for (std::size_t j = 0; j < request.option_count(); ++j)
      tell(request.option(j),
           at + (request.first_available() ? ".firstAvailable[" + std::to_string(j) + "]"
                                           : std::string(".exactly")),
           facts, told, findings);
  }
}

}  // namespace drawbridge::rules

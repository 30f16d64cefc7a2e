#include "rules/checks/unit_missing.h"

#include <cstdint>
#include <utility>

#include "kube/api/object.h"
#include "kube/api/quantity.h"
#include "rules/checks/selector_advice.h"
#include "rules/devices/selector_sizes.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

// Of what was asked for, a largest device that was meant.
constexpr std::int64_t kNearlyPercent = 90;

// As it is written; empty for what is no quantity.
std::string written_amount(const Json& amount) {
  if (amount.is_integer()) return std::to_string(amount.as_int());
  return std::string(amount.as_string());
}

class UnitCheck {
 public:
  UnitCheck(const CheckFacts& facts, std::vector<Finding>& findings)
      : facts_(facts), findings_(findings) {}

  void run(const kube::DeviceRequestView& request, const std::string& path) {
    for (std::size_t i = 0; i < request.option_count(); ++i) {
      const std::string option =
          request.first_available() ? ".firstAvailable[" + std::to_string(i) + "]" : ".exactly";
      for (const UnitFault& fault : unit_faults(request.option(i), facts_)) {
        if (++told_ > kLikeFindingsMax) return;
        findings_.push_back({"UnitMissing", Severity::kWarn,
                             path + option + ".capacity.requests[" + shown(fault.name) + "]",
                             "It asks for " + unit_fault_text(fault),
                             "Write " + shown(fault.name) + ": " + shown(fault.meant) + "."});
      }
    }
  }

 private:
  const CheckFacts& facts_;
  std::vector<Finding>& findings_;
  std::size_t told_ = 0;
};

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
      const kube::Quantity& most = known.values.back();
      if (most.multiplied_by(100) < amount->multiplied_by(kNearlyPercent)) continue;
      meant = most.canonical();
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
  UnitCheck check(facts, findings);
  const std::string_view kind = kube::ObjectView(subject.object).kind();
  if (kind == "DeviceMapping") {
    const Json rewrites = subject.object["spec"]["rewrites"];
    for (std::size_t i = 0; i < rewrites.elements().size(); ++i)
      check.run({rewrites.at(i)["request"]}, "spec.rewrites[" + std::to_string(i) + "].request");
    return;
  }
  const kube::ClaimSpecView claim = kube::ClaimSpecView::of(subject.object);
  const std::string list = kind == "ResourceClaimTemplate" ? "spec.spec" : "spec";
  for (std::size_t i = 0; i < claim.request_count(); ++i)
    check.run(claim.request(i), list + ".devices.requests[" + std::to_string(i) + "]");
}

}  // namespace drawbridge::rules

#include "rules/checks/queue_amounts.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "kube/api/ascii.h"
#include "kube/api/integer.h"
#include "kube/api/object.h"
#include "kube/api/quantity.h"

namespace drawbridge::rules {
namespace {

using kube::Json;
using kube::Quantity;

// apis/kueue/v1beta2 of v0.19: resourceGroups, and what each has of flavors and resources.
constexpr std::size_t kGroupsLookedAt = 16;
constexpr std::size_t kEntriesLookedAt = 64;
// So many devices no queue has. A number without a unit may stand for no limit.
constexpr std::int64_t kDevicesNeverHad = 1'000'000;

// Kueue counts devices under the name, and nothing else.
bool counts_devices(std::string_view name, const CheckFacts& facts) {
  if (facts.kueue == nullptr) return !facts.devices.class_of_extended_resource(name).empty();
  const kube::KueueConfiguration& kueue = *facts.kueue;
  for (const kube::KueueTransformation& change : kueue.transformations) {
    if (std::find(change.outputs.begin(), change.outputs.end(), name) != change.outputs.end())
      return false;
  }
  bool is_mapped = false;
  for (const kube::KueueClassMapping& mapping : kueue.mappings) {
    if (mapping.name != name) continue;
    if (!mapping.counts_devices) return false;
    is_mapped = true;
  }
  if (is_mapped) return true;
  // By that of a class that is mapped nothing is charged, which others tell.
  const std::string_view device_class = facts.devices.class_of_extended_resource(name);
  return !device_class.empty() &&
         !(kueue.charges_extended() && kube::mapping_of_class(kueue, device_class));
}

// Of "8Gi" the "8"; empty where no unit follows.
std::string digits_before_unit(std::string_view text) {
  const std::size_t end = text.find_first_not_of("0123456789");
  return end == std::string_view::npos ? std::string() : std::string(text.substr(0, end));
}

std::optional<Finding> judge_amount(std::string_view resource, const Json& json,
                                    const std::string& field) {
  const std::optional<Quantity> amount = Quantity::if_given(json);
  if (!amount || amount->sign() <= 0) return std::nullopt;
  const std::string text =
      json.is_string() ? shown(json.as_string(), 20) : shown(kube::to_text(json), 20);
  const std::string name = shown(resource, 50);
  const std::string last = field.substr(field.rfind('.') + 1);
  // Rounded up, as Kueue does.
  const std::optional<std::int64_t> ones = amount->checked_value();
  if (ones && Quantity::from_int(*ones) != *amount) {
    const std::string whole = std::to_string(*ones);
    return Finding{"ChargesDiffer", Severity::kWarn, field,
                   text + " " + name + " counts as " + whole +
                       ": Kueue counts devices under that name, and whole ones.",
                   "Write " + last + ": " + whole + "."};
  }
  const std::string digits = digits_before_unit(json.as_string());
  if (digits.empty() || (ones && *ones < kDevicesNeverHad)) return std::nullopt;
  return Finding{"ChargesDiffer", Severity::kWarn, field,
                 text + " " + name + " limits nothing: Kueue counts devices under that name" +
                     (ones ? ", and that is " + std::to_string(*ones) : "") + ".",
                 "Write " + last + ": " + digits.substr(0, 6) +
                     ", or have Kueue count memory: sources in its deviceClassMappings."};
}

// A queue of so few bytes nobody wants: less than 1Mi.
constexpr std::int64_t kBytesFew = std::int64_t{1} << 20;

// "32" of memory, which is 32 bytes.
std::optional<Finding> judge_bytes(std::string_view resource, const Json& json,
                                   const std::string& field) {
  if (resource != "memory" && resource != "ephemeral-storage") return std::nullopt;
  const std::string text = json.is_string()    ? std::string(json.as_string())
                           : json.is_integer() ? kube::to_text(json)
                                               : "";
  if (text.empty() || kube::count_digits(text, 0) != text.size()) return std::nullopt;
  const std::optional<std::int64_t> bytes = kube::parse_integer(text);
  if (!bytes || *bytes <= 0 || *bytes >= kBytesFew) return std::nullopt;
  const std::string last = field.substr(field.rfind('.') + 1);
  // A limit may be meant to leave next to nothing.
  if (last != "nominalQuota") return std::nullopt;
  return Finding{"UnitMissing", Severity::kWarn, field,
                 last + ": " + text + " of " + std::string(resource) + " is " + text +
                     (*bytes == 1 ? " byte" : " bytes") + ", in which no pod fits.",
                 *bytes < 1024 ? "Write " + last + ": " + text + "Gi."
                               : "Write it with its unit, as in " + last + ": 64Gi."};
}

// judge(RESOURCE, AMOUNT, FIELD) of each amount of a ClusterQueue or Cohort.
template <typename Judge>
void judge_each(const ObjectSubject& subject, std::vector<Finding>& findings, Judge judge) {
  const std::string_view kind = kube::ObjectView(subject.object).kind();
  if (kind != "ClusterQueue" && kind != "Cohort") return;
  std::size_t told = 0;
  const auto groups = subject.object["spec"]["resourceGroups"].elements();
  for (std::size_t i = 0; i < std::min(groups.size(), kGroupsLookedAt); ++i) {
    const auto flavors = groups[i]["flavors"].elements();
    for (std::size_t j = 0; j < std::min(flavors.size(), kEntriesLookedAt); ++j) {
      const auto resources = flavors[j]["resources"].elements();
      for (std::size_t k = 0; k < std::min(resources.size(), kEntriesLookedAt); ++k) {
        const std::string_view name = resources[k]["name"].as_string();
        for (const char* amount : {"nominalQuota", "borrowingLimit", "lendingLimit"}) {
          if (resources[k][amount].is_null()) continue;
          if (told == kLikeFindingsMax) return;
          std::optional<Finding> finding =
              judge(name, resources[k][amount],
                    "spec.resourceGroups[" + std::to_string(i) + "].flavors[" + std::to_string(j) +
                        "].resources[" + std::to_string(k) + "]." + amount);
          if (!finding) continue;
          findings.push_back(std::move(*finding));
          ++told;
        }
      }
    }
  }
}

}  // namespace

void check_queue_amounts(const ObjectSubject& subject, const CheckFacts& facts,
                         std::vector<Finding>& findings) {
  judge_each(
      subject, findings, [&](std::string_view name, const Json& amount, const std::string& field) {
        return counts_devices(name, facts) ? judge_amount(name, amount, field) : std::nullopt;
      });
}

void check_queue_bytes(const ObjectSubject& subject, const CheckFacts& /*facts*/,
                       std::vector<Finding>& findings) {
  judge_each(subject, findings, judge_bytes);
}

}  // namespace drawbridge::rules

#include "quota/device_quota.h"

#include <algorithm>

#include "kube/api/names.h"
#include "kube/api/object.h"
#include "kube/api/small_names.h"

namespace drawbridge::quota {
namespace {

using kube::Json;
using kube::Quantity;

// spec.hard: maxProperties.
constexpr std::size_t kHardNamesMax = 64;

// One of two words; nothing, where the field is not there, for the first.
Result<bool> is_second(const Json& value, const char* first, const char* second,
                       const char* field) {
  if (value.is_null() || value.as_string() == first) return false;
  if (value.as_string() == second) return true;
  return Error{std::string("must be ") + first + " or " + second, field};
}

// How many of `pods` have `asked` each.
std::int64_t pods_within(const Quantity& left, const Quantity& asked, std::int64_t pods) {
  std::int64_t fit = 0;
  std::int64_t most = std::max<std::int64_t>(pods, 0);
  while (fit < most) {
    const std::int64_t middle = most - (most - fit) / 2;
    if (asked.multiplied_by(middle) <= left) {
      fit = middle;
    } else {
      most = middle - 1;
    }
  }
  return fit;
}

}  // namespace

// As the CustomResourceDefinition refuses it, and as amounts are read.
std::vector<HardProblem> hard_problems(const Json& hard) {
  if (hard.size() > kHardNamesMax)
    return {{"spec.hard",
             "has " + std::to_string(hard.size()) + " names; at most " +
                 std::to_string(kHardNamesMax) + " are possible",
             "Put the rest into another DeviceQuota."}};
  std::vector<HardProblem> problems;
  for (const Json::Member& entry : hard.members()) {
    if (problems.size() == kHardProblemsMax) break;
    const std::string field = "spec.hard[" + std::string(entry.key()) + "]";
    if (const auto problem = kube::qualified_name_problem(entry.key())) {
      const std::string meant = kube::qualified_name_in_small(entry.key());
      problems.push_back(
          {field, "the name " + *problem + "; it names a logical resource, such as nvidia.com/gpu",
           meant.empty() ? "Correct the name." : "Write " + meant + "."});
      continue;
    }
    const Result<Quantity> amount = Quantity::from_json(entry.value);
    // As a quantity it would be read as 0, or without its spaces.
    const std::string_view text = entry.value.as_string();
    if (entry.value.is_null() || text.starts_with(' ') || text.ends_with(' ')) {
      problems.push_back({field, "must be a quantity such as 8 or 640Gi", "Write one."});
    } else if (!amount) {
      problems.push_back({field, amount.error().message, "Write one, such as 8 or 640Gi."});
    } else if (amount->sign() < 0) {
      problems.push_back({field, "must not be negative", "Write 0 or more."});
    }
  }
  return problems;
}

Result<DeviceQuota> DeviceQuota::read(const Json& object) {
  DeviceQuota quota;
  quota.name = std::string(kube::ObjectView(object).name());
  quota.generation = object["metadata"]["generation"].as_int();
  const Json& spec = object["spec"];
  const Result<bool> warns = is_second(spec["enforcement"], "Deny", "Warn", "spec.enforcement");
  if (!warns) return warns.error();
  if (*warns) quota.enforcement = Enforcement::kWarn;
  const Result<bool> ignores =
      is_second(spec["failurePolicy"], "Fail", "Ignore", "spec.failurePolicy");
  if (!ignores) return ignores.error();
  if (*ignores) quota.failure_policy = FailurePolicy::kIgnore;
  quota.exclude_queued = spec["excludeQueued"].as_bool();
  if (const auto problems = hard_problems(spec["hard"]); !problems.empty())
    return Error{problems.front().message, problems.front().field};
  if (Status status = read_amounts(spec["hard"], "spec.hard", quota.hard); !status) {
    return std::move(status).error();
  }
  // A status that can't be read takes nothing from what the spec says; to whoever charges it was
  // never counted (QuotaState).
  if (Status status = read_amounts(object["status"]["used"], "status.used", quota.used); !status) {
    quota.used.clear();
    quota.status_problem = status.error().text();
  }
  for (const Json& name : object["status"][kCountedOfFolder].elements())
    quota.counted_of_folder.emplace(name.as_string());
  for (const Json& name : object["status"][kUncountableOfFolder].elements())
    quota.uncountable_of_folder.emplace(name.as_string());
  return quota;
}

std::vector<PodsShortfall> shortfalls(const DeviceQuota& quota, const PodsDemand& demand) {
  std::vector<PodsShortfall> result;
  for (const auto& [resource, asked] : demand.each) {
    const auto hard = quota.hard.find(resource);
    if (hard == quota.hard.end()) continue;
    const Quantity before = amount_of(demand.before, resource);
    if (before.sign() > 0 && asked.multiplied_by(demand.pods) <= before) continue;
    const Quantity used = demand.waits ? Quantity()
                                       : difference(amount_of(quota.used, resource),
                                                    amount_of(demand.in_use, resource));
    const Quantity left = difference(hard->second, used);
    const Quantity beside = amount_of(demand.beside, resource);
    const std::int64_t fit = pods_within(difference(left, beside), asked, demand.pods);
    if (fit == demand.pods && asked <= hard->second) continue;
    result.push_back({{quota.name, resource, quota.enforcement, hard->second, used, asked},
                      fit,
                      beside.sign() == 0 ? fit : pods_within(left, asked, demand.pods),
                      beside});
  }
  return result;
}

}  // namespace drawbridge::quota

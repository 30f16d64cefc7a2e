// DeviceQuota (drawbridge.dev/v1alpha1): how much of each logical resource a namespace may have.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "kube/api/json.h"
#include "kube/api/quantity.h"
#include "kube/api/result.h"
#include "quota/amounts.h"

namespace drawbridge::quota {

struct DeviceQuota {
  enum class Enforcement : std::uint8_t { kDeny, kWarn };

  // What becomes of a request that can't be counted in time.
  enum class FailurePolicy : std::uint8_t { kFail, kIgnore };

  std::string name;
  Enforcement enforcement = Enforcement::kDeny;
  FailurePolicy failure_policy = FailurePolicy::kFail;
  // Plain pods behind Kueue's scheduling gate cost nothing until it opens.
  bool exclude_queued = false;
  std::int64_t generation = 0;  // metadata.generation; 0 in a file
  Amounts hard;
  Amounts used;  // status.used
  // Of those, what nobody had counted, and pods and claims of a folder cost (kCountedOfFolder).
  std::set<std::string, std::less<>> counted_of_folder = {};
  // What nobody can tell of, as pods and claims of a folder ask for it (kUncountableOfFolder).
  std::set<std::string, std::less<>> uncountable_of_folder = {};
  std::string status_problem = {};  // why `used` can't be read; empty where it can

  // Fails naming the field.
  static Result<DeviceQuota> read(const kube::Json& object);
  // It refuses what can't be counted in time; one that only warns refuses nobody.
  bool fails() const {
    return failure_policy == FailurePolicy::kFail && enforcement == Enforcement::kDeny;
  }
};

// What of spec.hard the API server refuses.
struct HardProblem {
  std::string field;    // spec.hard[NAME]
  std::string message;  // "must not be negative"
  std::string fix;      // a sentence
};
// In the order of the entries; kHardProblemsMax at most.
std::vector<HardProblem> hard_problems(const kube::Json& hard);
inline constexpr std::size_t kHardProblemsMax = 8;

// Of the status, and no fields of the API: whoever counts a folder names the resources there.
inline constexpr std::string_view kCountedOfFolder = "countedOfFolder";
inline constexpr std::string_view kUncountableOfFolder = "uncountableOfFolder";

// A logical resource of which a quota has not enough left.
struct Shortfall {
  std::string quota;
  std::string resource;
  DeviceQuota::Enforcement enforcement = DeviceQuota::Enforcement::kDeny;
  kube::Quantity hard;
  kube::Quantity used;
  kube::Quantity asked;
};

// Pods that are alike and come together.
struct PodsDemand {
  Amounts each;
  std::int64_t pods = 1;
  // What is asked for already, and given up when these come.
  Amounts before = {};
  // What of it is in use.
  Amounts in_use = {};
  // They wait until what is in use is free.
  bool waits = false;
  // What others that come at once with these ask for.
  Amounts beside = {};
};

struct PodsShortfall {
  // `asked` by each pod, `used` by others: `in_use` is taken off.
  Shortfall of_each;
  std::int64_t fit = 0;        // pods that have theirs all the same
  std::int64_t fit_alone = 0;  // that would, without those beside them
  kube::Quantity beside = {};
};

// What of the demand does not fit, for those of its resources that it asks for more of than before.
// A resource that the quota does not name is not limited by it.
std::vector<PodsShortfall> shortfalls(const DeviceQuota& quota, const PodsDemand& demand);

}  // namespace drawbridge::quota

// Settings: what an administrator decides about the checks, from the file of --config.
//
//   apiVersion: drawbridge.dev/v1alpha1
//   kind: Configuration
//   checks: {BothPaths: Deny, ClassWithoutDevices: "Off"}
//   inventory: Counts
//   drivers: [...]     # as in rules/devices/catalogue.yaml
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "kube/api/result.h"
#include "rules/devices/catalogue.h"
#include "rules/devices/workloads.h"
#include "rules/finding.h"

namespace drawbridge::rules {

// How far a check goes, for the whole cluster or for a namespace.
enum class Enforcement : std::uint8_t { kDeny, kWarn, kOff };

// "Deny", "Warn" or "Off"; nullopt for every other text.
std::optional<Enforcement> parse_enforcement(std::string_view text);

// What messages may say of published devices to people who can't read ResourceSlices. Names of
// nodes are never among it.
enum class Inventory : std::uint8_t {
  kValues,   // "the largest has 80Gi"
  kCounts,   // "none of 64 devices"
  kNothing,  // "no published device"
};

struct Settings {
  std::map<std::string, Enforcement, std::less<>> checks;  // by code
  Inventory inventory = Inventory::kValues;
  // Who makes claims in the name of pods: the scheduler and the claim controller, which is
  // kube-controller-manager itself without --use-service-account-credentials. Nobody else may write
  // their annotations on a claim.
  std::set<std::string, std::less<>> claim_makers = {
      "system:kube-controller-manager", "system:kube-scheduler",
      "system:serviceaccount:kube-system:resource-claim-controller"};
  std::vector<WorkloadKind> workloads;  // beside the built-in ones
  // The built-in catalogue with the administrator's drivers; null without any.
  std::shared_ptr<const Catalogue> drivers;

  const Catalogue& catalogue() const { return drivers ? *drivers : Catalogue::built_in(); }
};

inline constexpr std::size_t kClaimMakersMax = 64;

// Built in or added; nullptr for kinds that make no pods.
const WorkloadKind* find_workload_kind(const Settings& settings, std::string_view group,
                                       std::string_view kind);

// Immutable, shared by all that decides.
using SharedSettings = std::shared_ptr<const Settings>;
inline SharedSettings default_settings() {
  return std::make_shared<const Settings>();
}

// `configuration` is the document of the file. Fails, naming the field, at the first thing that is
// not known: a setting that is misspelt must not be taken for one that is not there.
Result<Settings> read_settings(const kube::Json& configuration);

// The namespace's own word on enforcement (a label), which softens what the settings say and never
// sharpens it.
inline constexpr std::string_view kEnforcementLabel = "drawbridge.dev/enforcement";

// True where a namespace's label can change what becomes of any of these.
bool can_be_softened(std::span<const Finding> findings);

// The findings with the severities that the administrator wants; what is switched off is left out.
// Codes that are `final` stay as they are. Information is left out too where its code is Off; it
// becomes more only where it is `advice`.
void enforce(const Settings& settings, const kube::Json& namespace_labels,
             std::vector<Finding>& findings);

}  // namespace drawbridge::rules

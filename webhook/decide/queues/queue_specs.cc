#include "webhook/decide/queues/queue_specs.h"

#include <algorithm>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "kube/api/labels.h"
#include "kube/api/prose.h"
#include "kube/api/quantity.h"
#include "rules/nearest.h"

namespace drawbridge::admission {
namespace {

using kube::Json;
using rules::Finding;
using rules::Severity;
using rules::shown;

// Elements of a list that are looked at.
constexpr std::size_t kElementsLookedAt = 64;

constexpr std::string_view kHostname = "kubernetes.io/hostname";

constexpr std::string_view kEffects[] = {"NoSchedule", "PreferNoSchedule", "NoExecute"};
constexpr std::string_view kOperators[] = {"Equal", "Exists"};

std::string element_path(std::string_view list, std::size_t at) {
  return std::string(list) + "[" + std::to_string(at) + "]";
}

Finding refused_spec(const std::string& field, const std::string& what, std::string fix) {
  return {"MalformedObject", Severity::kDeny, field, field + " " + what + ".", std::move(fix)};
}

// One of these words; what is no text strict decoding tells.
void check_word(const Json& value, std::span<const std::string_view> words,
                const std::string& field, std::vector<Finding>& findings) {
  const std::string_view word = value.as_string();
  if (!value.is_string() || std::find(words.begin(), words.end(), word) != words.end()) return;
  const std::string_view near = rules::nearest(word, words);
  findings.push_back(
      refused_spec(field, "is " + shown(word, 40) + ", and must be " + kube::or_list(words),
                   near.empty() ? "Write one of them." : "Write " + std::string(near) + "."));
}

void check_tolerations(const Json& list, std::vector<Finding>& findings) {
  const std::span<const Json> tolerations = list.elements();
  for (std::size_t i = 0; i < std::min(tolerations.size(), kElementsLookedAt); ++i) {
    const Json& one = tolerations[i];
    const std::string at = element_path("spec.tolerations", i);
    check_word(one["operator"], kOperators, at + ".operator", findings);
    check_word(one["effect"], kEffects, at + ".effect", findings);
    const bool exists = one["operator"].as_string() == "Exists";
    if (one["key"].is_null() && !exists)
      findings.push_back(refused_spec(at,
                                      "has no key, and tolerates all with operator: Exists alone",
                                      "Write operator: Exists, or the key."));
    if (exists && !one["value"].is_null())
      findings.push_back(
          refused_spec(at, "has a value beside operator: Exists", "Take the value away."));
  }
}

Finding warned_spec(const std::string& field, const std::string& what, std::string fix) {
  Finding finding = refused_spec(field, what, std::move(fix));
  finding.severity = Severity::kWarn;
  return finding;
}

std::set<std::string_view> flavors_of(const Json& spec) {
  std::set<std::string_view> flavors;
  for (const Json& group : spec["resourceGroups"].elements()) {
    for (const Json& flavor : group["flavors"].elements())
      flavors.insert(flavor["name"].as_string());
  }
  return flavors;
}

void check_flavors_of_checks(const Json& spec, std::vector<Finding>& findings) {
  const std::set<std::string_view> flavors = flavors_of(spec);
  const std::span<const Json> checks =
      spec["admissionChecksStrategy"]["admissionChecks"].elements();
  for (std::size_t i = 0; i < std::min(checks.size(), kElementsLookedAt); ++i) {
    const std::span<const Json> named = checks[i]["onFlavors"].elements();
    for (std::size_t j = 0; j < std::min(named.size(), kElementsLookedAt); ++j) {
      const std::string_view name = named[j].as_string();
      if (name.empty() || flavors.contains(name)) continue;
      const std::vector<std::string_view> known(flavors.begin(), flavors.end());
      const std::string_view near = rules::nearest(name, known);
      // Kueue's webhook looks since v0.17.1 (issue 7259), and an older one is not told apart.
      findings.push_back(warned_spec(
          element_path(
              element_path("spec.admissionChecksStrategy.admissionChecks", i) + ".onFlavors", j),
          "is " + shown(name, 60) + ", which is no flavor of the ClusterQueue",
          near.empty() ? "Name a flavor of its resourceGroups."
                       : "Write " + shown(near, 60) + "."));
    }
  }
}

// Of v1beta1: Kueue's webhook refused both until v0.14; since then the conversion to v1beta2 keeps
// admissionChecks alone.
void check_two_lists(const Json& spec, std::vector<Finding>& findings) {
  if (spec["admissionChecks"].empty() || spec["admissionChecksStrategy"]["admissionChecks"].empty())
    return;
  findings.push_back(
      warned_spec("spec.admissionChecksStrategy",
                  "stands beside admissionChecks: Kueue drops it, and refuses both before 0.15",
                  "Move the names of admissionChecks to admissionChecksStrategy, as name: ...."));
}

// pkg/webhooks, validateConcurrentAdmissionPolicy: while the gate ConcurrentAdmission is on, which
// it is not by default. Who writes the policy wants it on.
void check_concurrent_admission(const Json& spec, std::vector<Finding>& findings) {
  constexpr std::size_t kFlavorsMax = 16;
  const Json policy = spec["concurrentAdmissionPolicy"];
  if (!policy.is_object()) return;
  const std::string within = "spec.concurrentAdmissionPolicy.migration.constraints";
  const std::string beside = " beside concurrentAdmissionPolicy, which Kueue refuses";
  const std::span<const Json> groups = spec["resourceGroups"].elements();
  if (groups.size() != 1)
    findings.push_back(warned_spec("spec.resourceGroups",
                                   "has " + std::to_string(groups.size()) + " groups" + beside,
                                   "Write one group, or take concurrentAdmissionPolicy away."));
  if (groups.size() == 1 && groups[0]["flavors"].elements().size() > kFlavorsMax)
    findings.push_back(warned_spec(
        "spec.resourceGroups[0].flavors",
        "has " + std::to_string(groups[0]["flavors"].elements().size()) + " flavors" + beside,
        "Write " + std::to_string(kFlavorsMax) + " at most, or take the policy away."));
  if (spec["queueingStrategy"].as_string() == "StrictFIFO")
    findings.push_back(warned_spec("spec.queueingStrategy", "is StrictFIFO" + beside,
                                   "Write queueingStrategy: BestEffortFIFO."));
  const Json constraints = policy["migration"]["constraints"];
  if (!constraints.is_object()) return;
  const std::string_view mode = policy["migration"]["mode"].as_string("TryPreferredFlavors");
  if (mode == "RetainFirstAdmission") {
    findings.push_back(warned_spec(
        within, "stands beside mode: RetainFirstAdmission, under which Kueue refuses it",
        "Write mode: TryPreferredFlavors, or take the constraints away."));
    return;
  }
  const std::string_view last = constraints["lastAcceptableFlavorName"].as_string();
  const std::set<std::string_view> flavors = flavors_of(spec);
  if (last.empty() || flavors.contains(last)) return;
  const std::vector<std::string_view> known(flavors.begin(), flavors.end());
  const std::string_view near = rules::nearest(last, known);
  findings.push_back(warned_spec(
      within + ".lastAcceptableFlavorName",
      "is " + shown(last, 60) + ", which is no flavor of the ClusterQueue",
      near.empty() ? "Name a flavor of its resourceGroups." : "Write " + shown(near, 60) + "."));
}

// Of Kueue's own controllers (pkg/controller/admissionchecks), each with the kind that its checks
// name as their parameters; others are somebody else's.
struct CheckController {
  std::string_view name;
  std::string_view reads;
};
constexpr CheckController kControllers[] = {
    {"kueue.x-k8s.io/multikueue", "MultiKueueConfig"},
    {"kueue.x-k8s.io/provisioning-request", "ProvisioningRequestConfig"}};

constexpr std::string_view kNeverActive =
    "the check never gets active, and queues with it admit nothing";

// pkg/util/admissioncheck, isValidConfigReference. Of what is no text the shape is told.
std::vector<Finding> parameters_warnings(const Json& parameters, std::string_view reads) {
  const std::string kind(reads);
  constexpr std::string_view kGroup = "kueue.x-k8s.io";
  const auto warned = [](const std::string& field, const std::string& what, std::string fix) {
    return std::vector<Finding>{
        warned_spec(field, what + ": " + std::string(kNeverActive), std::move(fix))};
  };
  if (parameters.is_null())
    return warned("spec.parameters", "is not set, which this controller needs",
                  "Write parameters: {apiGroup: " + std::string(kGroup) + ", kind: " + kind +
                      ", name: NAME}.");
  if (const Json given = parameters["kind"]; given.is_string() && given.as_string() != kind)
    return warned("spec.parameters.kind",
                  "is " + shown(given.as_string(), 40) + ", and this controller reads " + kind,
                  "Write kind: " + kind + ".");
  if (const Json given = parameters["apiGroup"]; given.is_string() && given.as_string() != kGroup)
    return warned(
        "spec.parameters.apiGroup",
        "is " + shown(given.as_string(), 40) + ", and " + kind + " is of " + std::string(kGroup),
        "Write apiGroup: " + std::string(kGroup) + ".");
  return {};
}

}  // namespace

std::vector<Finding> flavor_refusals(const Json& spec) {
  std::vector<Finding> findings;
  const std::span<const Json> taints = spec["nodeTaints"].elements();
  for (std::size_t i = 0; i < std::min(taints.size(), kElementsLookedAt); ++i)
    check_word(taints[i]["effect"], kEffects, element_path("spec.nodeTaints", i) + ".effect",
               findings);
  check_tolerations(spec["tolerations"], findings);
  if (!spec["topologyName"].is_null() && spec["nodeLabels"].empty())
    findings.push_back(
        refused_spec("spec.nodeLabels", "is not set, and topologyName wants one label",
                     "Write nodeLabels, a label that all nodes of the flavor have."));
  return findings;
}

std::vector<Finding> topology_refusals(const Json& spec) {
  std::vector<Finding> findings;
  const std::span<const Json> levels = spec["levels"].elements();
  std::set<std::string_view> labels;
  for (std::size_t i = 0; i < std::min(levels.size(), kElementsLookedAt); ++i) {
    const std::string_view label = levels[i]["nodeLabel"].as_string();
    if (label.empty()) continue;
    const std::string at = element_path("spec.levels", i) + ".nodeLabel";
    if (!labels.insert(label).second)
      findings.push_back(refused_spec(at, "is " + shown(label, 60) + " a second time",
                                      "Take one of the two levels away."));
    if (label == kHostname && i + 1 < levels.size())
      findings.push_back(
          refused_spec(at, "is " + std::string(kHostname) + ", which can only be the lowest level",
                       "Put that level last: the widest is the first."));
  }
  return findings;
}

std::vector<Finding> admission_check_refusals(const Json& spec) {
  const std::string_view name = spec["controllerName"].as_string();
  std::vector<std::string_view> known;
  for (const CheckController& controller : kControllers) {
    if (name == controller.name) return parameters_warnings(spec["parameters"], controller.reads);
    known.push_back(controller.name);
  }
  if (!name.starts_with("kueue.x-k8s.io/")) return {};
  const std::string_view near = rules::nearest(name, known);
  return {warned_spec(
      "spec.controllerName",
      "is " + shown(name, 60) + ", and Kueue has no such controller: " + std::string(kNeverActive),
      near.empty() ? "Write " + kube::or_list(known) + "." : "Write " + std::string(near) + ".")};
}

// pkg/webhooks, validateFairSharing.
std::vector<Finding> weight_refusals(const Json& spec) {
  const Json weight = spec["fairSharing"]["weight"];
  const Result<kube::Quantity> amount = kube::Quantity::from_json(weight);
  // What is no quantity strict decoding tells.
  if (weight.is_null() || !amount || amount->sign() >= 0) return {};
  return {refused_spec("spec.fairSharing.weight", "is negative",
                       "Write 0 or more: 1 is the usual weight.")};
}

std::vector<Finding> cluster_queue_refusals(const Json& object) {
  const Json spec = object["spec"];
  std::vector<Finding> findings;
  const Json preemption = spec["preemption"];
  const Json borrowing = preemption["borrowWithinCohort"];
  if (borrowing.is_object() && borrowing["policy"].as_string("Never") != "Never" &&
      preemption["reclaimWithinCohort"].as_string("Never") == "Never")
    findings.push_back(refused_spec("spec.preemption.borrowWithinCohort",
                                    "has a policy, and reclaimWithinCohort is Never",
                                    "Write reclaimWithinCohort: LowerPriority, or policy: Never."));
  const Json selector = spec["namespaceSelector"];
  if (selector.is_object()) {
    if (const auto read = kube::LabelSelector::from_json(selector); !read)
      findings.push_back(refused_spec("spec.namespaceSelector",
                                      "is no selector: " + shown(read.error().text(), 120),
                                      "Write matchLabels or matchExpressions."));
  }
  const Json fungibility = spec["flavorFungibility"];
  const bool tries_all =
      fungibility["whenCanBorrow"].as_string() == "TryNextFlavor" &&
      fungibility["whenCanPreempt"].as_string("TryNextFlavor") == "TryNextFlavor";
  if (!fungibility["preference"].is_null() && !tries_all)
    findings.push_back(refused_spec(
        "spec.flavorFungibility.preference",
        "wants whenCanBorrow and whenCanPreempt to be TryNextFlavor",
        "Write whenCanBorrow: TryNextFlavor and whenCanPreempt: TryNextFlavor beside it."));
  check_flavors_of_checks(spec, findings);
  if (object["apiVersion"].as_string() == "kueue.x-k8s.io/v1beta1") check_two_lists(spec, findings);
  check_concurrent_admission(spec, findings);
  return findings;
}

}  // namespace drawbridge::admission

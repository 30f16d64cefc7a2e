// DeviceRule (drawbridge.dev/v1alpha1), compiled: which objects it judges, by which expressions,
// and what becomes of an object that breaks it.
//
// Source of the rules: admissionregistration.k8s.io/v1 ValidatingAdmissionPolicy and its binding
// (k8s.io/apiserver pkg/admission/plugin/policy/matching), of which a DeviceRule is both.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "kube/api/labels.h"
#include "kube/api/result.h"
#include "rules/policy/policy.h"

namespace drawbridge::rules {

// As in charts/drawbridge/crds.
inline constexpr std::size_t kRuleKindsMax = 64;
inline constexpr std::size_t kRuleMatchConditionsMax = 64;
inline constexpr std::size_t kRuleVariablesMax = 256;
inline constexpr std::size_t kRuleValidationsMax = 256;
inline constexpr std::size_t kRuleAuditAnnotationsMax = 20;
inline constexpr std::size_t kRuleExpressionBytesMax = 65'536;
inline constexpr std::size_t kRuleAuditExpressionBytesMax = 5 * 1024;

enum class ValidationAction : std::uint8_t { kDeny, kWarn, kAudit };

std::string_view action_name(ValidationAction action);  // "Deny"

// The objects that expressions see as params.
struct RuleParams {
  std::string api_version;  // "v1", "example.com/v1"
  std::string kind;
  std::string name;          // empty: those that `selector` matches
  std::string ns;            // empty: that of the object that is judged
  std::string selector;      // without a name: a LabelSelector, as JSON text
  bool deny_without = true;  // parameterNotFoundAction: Deny
};

// An object that is about to be stored, as far as it decides which rules judge it.
struct RuleTarget {
  std::string_view group;
  std::string_view kind;
  bool creates = true;            // CREATE; else UPDATE
  bool asks_for_devices = false;  // by any path
  bool makes_pods = false;        // a Pod, or a workload
  // Kinds without a namespace have none, and every namespaceSelector lets them through.
  bool namespaced = true;
  kube::Json namespace_labels;
  kube::Json object;
  kube::Json old_object;  // null on CREATE
};

// Immutable; shared between threads.
struct DeviceRule {
  struct Kind {
    std::string group;
    std::string kind;
  };

  std::string name;
  Policy policy;
  std::vector<Kind> kinds;  // empty: every kind that asks for devices
  bool on_create = true;
  bool on_update = true;
  kube::LabelSelector namespace_selector = kube::LabelSelector::everything();
  kube::LabelSelector object_selector = kube::LabelSelector::everything();
  bool all_pods = false;
  bool judges_templates = true;  // of workloads, as the pods that they will make
  std::vector<ValidationAction> actions;
  std::optional<RuleParams> params;

  // By kind and operation; what labels say is not asked.
  bool judges(const RuleTarget& target) const;
  // By its labels, and those of its namespace.
  bool selects(const RuleTarget& target) const;
};

// Fails, naming the field, where the object is not what its CustomResourceDefinition lets through.
// Expressions that do not compile are kept: Policy::problems().
Result<std::shared_ptr<const DeviceRule>> compile_device_rule(const kube::Json& object);

// All DeviceRules of a cluster. Immutable; shared between threads.
class RuleIndex {
 public:
  using Rules = std::vector<std::shared_ptr<const DeviceRule>>;

  RuleIndex() = default;
  // Precondition: sorted by name, none twice.
  explicit RuleIndex(Rules rules) : rules_(std::move(rules)) {}

  const Rules& rules() const { return rules_; }
  bool empty() const { return rules_.empty(); }

 private:
  Rules rules_;
};

}  // namespace drawbridge::rules

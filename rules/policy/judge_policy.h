// What a policy says of one object: evaluated as the API server evaluates a
// ValidatingAdmissionPolicy.
//
// Source of the rules: k8s.io/apiserver (v1.36),
// pkg/admission/plugin/policy/validating/validator.go and pkg/admission/plugin/cel: the order of
// evaluation, what costs what, and every message.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/arena.h"
#include "kube/api/json.h"
#include "rules/cel/cel.h"
#include "rules/cel/library/authz.h"
#include "rules/cel/value.h"
#include "rules/policy/policy.h"

namespace drawbridge::rules {

// A messageExpression's text may have so many bytes; a longer one counts as none.
inline constexpr std::size_t kPolicyMessageMax = 5 * 1024;
// An audit annotation's value is cut behind so many bytes.
inline constexpr std::size_t kAuditValueMax = 10 * 1024;

// What is taken of PolicyInput::cost_left besides the cost of expressions, so that it bounds the
// time: for each policy and each expression, whatever it costs, and for each verdict and annotation
// beside the bytes of its text. A check of access takes kCheckWork instead of its cost, which
// stands for the time until its answer comes.
inline constexpr std::uint64_t kPolicyWork = 300;
inline constexpr std::uint64_t kExpressionWork = 30;
inline constexpr std::uint64_t kVerdictWork = 500;
inline constexpr std::uint64_t kCheckWork = 10'000;
// For each step that an evaluation takes besides its costs (cel::Outcome::steps).
inline constexpr std::uint64_t kStepWork = 4;

struct PolicyInput {
  kube::Json object;      // null on DELETE
  kube::Json old_object;  // null on CREATE
  kube::Json request;     // of the AdmissionReview
  kube::Json ns;          // the Namespace; null for an object without one
  kube::Json params;      // where the policy has params
  // Values of the variables that Policy::Language declared.
  std::span<const cel::Value> more = {};
  cel::Authorizer* authorizer = nullptr;  // nullptr: there is none
  cel::AccessQuestion resource = {};      // what authorizer.requestResource is about
  const cel::TimeZones* time_zones = nullptr;
  // What all policies of one request together may still take; lowered. nullptr: no bound.
  std::uint64_t* cost_left = nullptr;
};

struct PolicyDecision {
  // kError: it could not be evaluated.
  enum class Kind : std::uint8_t { kAdmit, kDeny, kError };
  Kind kind = Kind::kAdmit;
  bool denies = false;  // an error denies where failurePolicy is Fail
  std::string message;
  std::string reason;  // "Invalid", where it denies
};

struct AuditAnnotation {
  std::string key;
  std::string value;
  friend bool operator==(const AuditAnnotation&, const AuditAnnotation&) = default;
};

struct PolicyOutcome {
  bool matched = true;  // false: a match condition kept the object away
  // Of each validation; a single one where the policy failed as a whole.
  std::vector<PolicyDecision> decisions;
  std::vector<AuditAnnotation> audit_annotations;
  // Annotations that could not be made. Each denies, whatever validationActions say.
  std::vector<std::string> audit_errors;
  std::uint64_t cost = 0;  // of all expressions
  // The authorizer has not answered yet: to be judged again when it has. The rest says nothing.
  bool waits = false;
  // PolicyInput::cost_left was not enough; decisions hold nothing but that.
  bool ran_out = false;
};

// What is said where it was not enough.
inline constexpr std::string_view kOutOfRequestBudget =
    "the rules of this request cost too much together, and this one was not evaluated to its end";

// Memory of judge_policy(), which it uses again from policy to policy. One thread's at a time.
struct PolicyScratch {
  kube::Arena arena;
  std::vector<cel::Value> values;
  std::vector<cel::Value> for_messages;
  std::vector<std::optional<cel::Value>> computed;  // variables
  std::vector<std::shared_ptr<const void>> kept;    // what values hold besides
};

// Never throws; bounded by the budgets of rules/cel/cel.h. Safe for any number of threads, each
// with a scratch of its own.
PolicyOutcome judge_policy(const Policy& policy, const PolicyInput& input, PolicyScratch& scratch);

}  // namespace drawbridge::rules

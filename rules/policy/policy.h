// Policy: the expressions of a ValidatingAdmissionPolicy's or DeviceRule's spec, compiled.
//
// Source of the rules: k8s.io/apiserver, pkg/admission/plugin/policy/validating and
// pkg/admission/plugin/cel (v1.36): which variables an expression sees, the types that it may have,
// and the words for what does not compile. What does not compile is kept: it is an error when it is
// its turn, and failurePolicy says what follows.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "rules/cel/cel.h"

namespace drawbridge::rules {

enum class FailurePolicy : std::uint8_t { kFail, kIgnore };

struct PolicyExpression {
  std::string text;  // empty: there is none
  // Either the program or why there is none: "compilation failed: ERROR: <input>:1:1: ...".
  std::optional<cel::Program> program = std::nullopt;
  std::string failure = {};
};

struct PolicyProblem {
  std::string field;  // "spec.validations[0].expression"
  std::string text;   // as the API server says it; several lines where it shows the place
  // On one line, with the name that was probably meant: "line 1, column 9: undefined field 'conut';
  // did you mean count?"
  std::string brief = {};
  // What to write: a sentence, or "Write: " and an expression that compiles; empty for nothing.
  std::string fix = {};
};

// Immutable; shared between threads.
class Policy {
 public:
  struct Language {
    cel::KubernetesVersion version = {};
    // Variables besides those of every policy, which are bound in this order; may be empty.
    std::function<void(cel::EnvironmentBuilder& to)> declare = {};
    // Theirs and those of their fields, with which a misspelt one is compared.
    std::span<const std::string_view> names = {};
  };
  struct Named {
    std::string name;
    PolicyExpression expression;
  };
  struct Validation {
    PolicyExpression expression;
    PolicyExpression message_expression;
    std::string message;
    std::string reason;  // empty: Invalid
  };

  // `spec` was decoded strictly, and holds what its CRD lets through.
  static Policy compile(const kube::Json& spec, const Language& language);

  // What does not compile, in the order of the spec. Match conditions can't use variables.
  const std::vector<PolicyProblem>& problems() const { return problems_; }
  FailurePolicy failure_policy() const { return failure_policy_; }
  bool has_params() const { return has_params_; }
  std::span<const Named> match_conditions() const { return match_conditions_; }
  std::span<const Named> variables() const { return variables_; }
  std::span<const Validation> validations() const { return validations_; }
  std::span<const Named> audit_annotations() const { return audit_annotations_; }
  // The type of the value `variables`, which the environment of all expressions has.
  static const cel::Type& variables_type();

 private:
  class Compiler;

  FailurePolicy failure_policy_ = FailurePolicy::kFail;
  bool has_params_ = false;
  std::vector<Named> match_conditions_;
  std::vector<Named> variables_;
  std::vector<Validation> validations_;
  std::vector<Named> audit_annotations_;
  std::vector<PolicyProblem> problems_;
};

}  // namespace drawbridge::rules

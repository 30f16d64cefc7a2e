#include "rules/policy/judge_policy.h"

#include <algorithm>
#include <memory>
#include <new>
#include <optional>
#include <utility>

#include "rules/cel/evaluation.h"
#include "rules/cel/library/go_text.h"

namespace drawbridge::rules {
namespace {

using cel::Value;

constexpr std::string_view kOutOfBudget =
    "validation failed due to running out of cost budget, no further validation rules will be run";

// Tells how often it was asked.
class CountedAuthorizer final : public cel::Authorizer {
 public:
  explicit CountedAuthorizer(cel::Authorizer* inner) : inner_(inner) {}

  const cel::AccessAnswer* ask(const cel::AccessQuestion& question) override {
    ++asked_;
    const cel::AccessAnswer* answer = inner_->ask(question);
    waits_ = waits_ || answer == nullptr;
    return answer;
  }
  std::uint64_t asked() const { return asked_; }
  bool waits() const { return waits_; }

 private:
  cel::Authorizer* const inner_;  // not asked where there is none
  std::uint64_t asked_ = 0;
  bool waits_ = false;
};

void take(std::uint64_t work, std::uint64_t* left) {
  if (left != nullptr) *left -= std::min(*left, work);
}

// One round of evaluations, in which each variable is computed at most once: the API server begins
// a new one for match conditions, validations, messages and annotations. It has the scratch memory
// to itself.
class Round final : public cel::HostMap {
 public:
  enum class Is : std::uint8_t { kMatchConditions, kValidations, kMessages, kAnnotations };

  Round(const Policy& policy, const PolicyInput& input, Is is, std::uint64_t budget,
        PolicyScratch& scratch)
      : policy_(policy),
        input_(input),
        authorizer_(is == Is::kMatchConditions || is == Is::kValidations ? input.authorizer
                                                                         : nullptr),
        are_messages_(is == Is::kMessages),
        scratch_(scratch),
        budget_(budget) {
    scratch_.arena.reset();
    scratch_.computed.assign(policy.variables().size(), std::nullopt);
    std::vector<Value>& values = scratch_.values;
    values.assign({Value::json(input.object), Value::json(input.old_object),
                   is == Is::kMatchConditions ? Value() : Value::json(input.ns),
                   Value::json(input.request)});
    if (policy.has_params()) values.push_back(Value::json(input.params));
    scratch_.for_messages.clear();
    if (are_messages_) {
      scratch_.for_messages = values;
      add_last(scratch_.for_messages);
    }
    const Value unknown = Value::error(&kNoAuthorizerError);
    values.push_back(authorizer_ == nullptr ? unknown : cel::authorizer_value());
    values.push_back(authorizer_ == nullptr
                         ? unknown
                         : cel::request_resource_value(scratch_.arena, input.resource));
    add_last(values);
  }
  ~Round() { scratch_.kept.clear(); }
  Round(const Round&) = delete;
  Round& operator=(const Round&) = delete;

  struct Evaluated {
    Value value;             // as long as the round
    std::string error = {};  // empty: none
  };
  // nullopt: the budget of the round is spent, and nothing more is evaluated.
  std::optional<Evaluated> evaluate(const PolicyExpression& expression) {
    ran_out_ = ran_out_ || is_nothing_left();
    if (ran_out_) return std::nullopt;
    if (expression.text.empty()) return Evaluated{};
    if (!expression.program) return Evaluated{{}, "compilation error: " + expression.failure};
    const cel::Outcome outcome =
        run(*expression.program, are_messages_ ? scratch_.for_messages : scratch_.values);
    if (!spend(std::exchange(cost_of_variables_, 0)) || !spend(outcome.cost)) return std::nullopt;
    if (!outcome.value.is_error()) return Evaluated{outcome.value};
    return Evaluated{{},
                     "expression '" + expression.text +
                         "' resulted in error: " + std::string(outcome.value.error_message())};
  }

  std::uint64_t budget() const { return budget_; }
  std::uint64_t cost() const { return cost_; }
  bool ran_out() const { return ran_out_; }
  bool waits() const { return waits_; }

  // The value of `variables`.
  std::size_t size() const override { return scratch_.computed.size(); }
  cel::Entry entry(std::size_t index) const override {
    const std::string_view name = policy_.variables()[index].name;
    return {Value::string(name), variable(index)};
  }
  bool find(const Value& key, Value& found) const override {
    const std::optional<std::size_t> index = index_of(key);
    if (index) found = variable(*index);
    return index.has_value();
  }
  bool contains(const Value& key) const override {
    Value ignored;
    return find(key, ignored);
  }
  const cel::Type* type() const override { return &Policy::variables_type(); }

 private:
  static constexpr cel::EvalError kNoAuthorizerError{"no such attribute(s): authorizer"};
  static constexpr cel::EvalError kNothingLeftError{kOutOfRequestBudget};

  void add_last(std::vector<Value>& values) const {
    values.insert(values.end(), input_.more.begin(), input_.more.end());
    values.push_back(Value::map(this));
  }

  std::optional<std::size_t> index_of(const Value& key) const {
    if (!key.is(cel::ValueKind::kString)) return std::nullopt;
    const std::span<const Policy::Named> variables = policy_.variables();
    for (std::size_t i = 0; i < variables.size(); ++i) {
      if (variables[i].name == key.as_text()) return i;
    }
    return std::nullopt;
  }

  // Computed where it is first used, and then charged.
  Value variable(std::size_t index) const {
    if (scratch_.computed[index]) return *scratch_.computed[index];
    const Policy::Named& variable = policy_.variables()[index];
    const auto failed = [&](std::string_view how, std::string_view why) {
      return error("composited variable " + cel::quoted(variable.name) + std::string(how) +
                   std::string(why));
    };
    Value known;
    if (!variable.expression.program) {
      known = failed(" fails to compile: ", variable.expression.failure);
    } else {
      const cel::Outcome outcome = run(*variable.expression.program, scratch_.values);
      cost_of_variables_ += outcome.cost;
      known = outcome.value.is_error()
                  ? failed(" fails to evaluate: ", outcome.value.error_message())
                  : outcome.value;
    }
    scratch_.computed[index] = known;
    return known;
  }

  Value error(const std::string& text) const {
    kube::Arena& arena = scratch_.arena;
    const std::string_view kept = arena.copy(text);
    return Value::error(new (arena.allocate<cel::EvalError>(1)) cel::EvalError{kept});
  }

  cel::Outcome run(const cel::Program& program, const std::vector<Value>& values) const {
    ran_out_ = ran_out_ || is_nothing_left();
    if (ran_out_) return {Value::error(&kNothingLeftError)};
    std::uint64_t cost_max = cel::kPerCallCostMax;
    std::uint64_t steps_max = UINT64_MAX;
    if (input_.cost_left != nullptr) {
      cost_max = std::min(cost_max, *input_.cost_left);
      steps_max = *input_.cost_left / kStepWork;
    }
    CountedAuthorizer counted(authorizer_);
    cel::Authorizer* asked = authorizer_ == nullptr ? nullptr : &counted;
    cel::Outcome outcome =
        program.evaluate({values, asked, input_.time_zones, steps_max}, cost_max, scratch_.arena);
    if (outcome.kept) scratch_.kept.push_back(outcome.kept);
    waits_ = waits_ || counted.waits();
    const std::uint64_t of_checks =
        std::min(outcome.cost, counted.asked() * (cel::kAccessCheckCost - kCheckWork));
    take(kExpressionWork + outcome.cost - of_checks + kStepWork * outcome.steps, input_.cost_left);
    ran_out_ = ran_out_ || (outcome.cost_exceeded && cost_max < cel::kPerCallCostMax) ||
               (outcome.steps_exceeded && steps_max < cel::kUncountedStepsMax);
    return outcome;
  }

  bool is_nothing_left() const { return input_.cost_left != nullptr && *input_.cost_left == 0; }

  bool spend(std::uint64_t cost) {
    cost_ += cost;
    if (cost > budget_) return false;
    budget_ -= cost;
    return true;
  }

  const Policy& policy_;
  const PolicyInput& input_;
  cel::Authorizer* const authorizer_;
  const bool are_messages_;
  PolicyScratch& scratch_;
  // What is lazy: written while an expression reads.
  mutable std::uint64_t cost_of_variables_ = 0;
  mutable bool ran_out_ = false;
  mutable bool waits_ = false;
  std::uint64_t budget_;
  std::uint64_t cost_ = 0;
};

PolicyDecision failed(const Policy& policy, std::string message) {
  const bool denies = policy.failure_policy() == FailurePolicy::kFail;
  return {PolicyDecision::Kind::kError, denies, std::move(message), denies ? "Invalid" : ""};
}

// Go's utilerrors.NewAggregate().Error().
std::string aggregated(const std::vector<std::string>& errors) {
  if (errors.size() == 1) return errors.front();
  std::vector<std::string_view> told;
  std::string text;
  for (const std::string& error : errors) {
    if (std::find(told.begin(), told.end(), error) != told.end()) continue;
    told.push_back(error);
    text += (text.empty() ? "" : ", ") + error;
  }
  return told.size() == 1 ? text : "[" + text + "]";
}

// Whether the conditions let the object through; the outcome where they do not.
std::optional<PolicyOutcome> stopped_by_conditions(const Policy& policy, const PolicyInput& input,
                                                   PolicyScratch& scratch, std::uint64_t& cost) {
  if (policy.match_conditions().empty()) return std::nullopt;
  Round round(policy, input, Round::Is::kMatchConditions, cel::kMatchConditionsCostMax, scratch);
  std::vector<std::string> errors;
  bool is_false = false;
  for (const Policy::Named& condition : policy.match_conditions()) {
    const std::optional<Round::Evaluated> result = round.evaluate(condition.expression);
    if (!result) {
      errors = {std::string(kOutOfBudget)};
      is_false = false;
      break;
    }
    if (!result->error.empty()) errors.push_back(result->error);
    is_false = is_false || result->value.is_false();
  }
  cost += round.cost();
  PolicyOutcome outcome;
  outcome.matched = false;
  outcome.ran_out = round.ran_out();
  outcome.waits = round.waits();
  if (outcome.ran_out || outcome.waits) return outcome;
  if (is_false) return outcome;
  if (errors.empty()) return std::nullopt;
  if (policy.failure_policy() == FailurePolicy::kFail)
    outcome.decisions.push_back(failed(policy, aggregated(errors)));
  return outcome;
}

std::string message_of(const Policy::Validation& validation,
                       const std::optional<Round::Evaluated>& computed) {
  std::string_view message;
  if (computed && computed->error.empty() && computed->value.is(cel::ValueKind::kString)) {
    message = cel::trimmed(computed->value.as_text());
    if (message.size() > kPolicyMessageMax || message.find('\n') != std::string_view::npos)
      message = {};
  }
  if (message.empty()) message = cel::trimmed(validation.message);
  if (!message.empty()) return std::string(message);
  return "failed expression: " + std::string(cel::trimmed(validation.expression.text));
}

// Without their messages. What is left of the budget; nullopt where it was spent, and the outcome
// is whole then.
std::optional<std::uint64_t> judge_expressions(const Policy& policy, const PolicyInput& input,
                                               PolicyScratch& scratch, PolicyOutcome& outcome) {
  Round round(policy, input, Round::Is::kValidations, cel::kPerPolicyCostMax, scratch);
  std::optional<std::uint64_t> left;
  std::vector<PolicyDecision> decisions;
  decisions.reserve(policy.validations().size());
  for (const Policy::Validation& validation : policy.validations()) {
    std::optional<Round::Evaluated> result = round.evaluate(validation.expression);
    if (!result) break;
    if (!result->error.empty()) {
      decisions.push_back(failed(policy, std::move(result->error)));
    } else if (!result->value.is_true()) {
      decisions.push_back({PolicyDecision::Kind::kDeny, true, {}, {}});
    } else {
      decisions.emplace_back();
    }
  }
  outcome.cost += round.cost();
  outcome.ran_out = round.ran_out();
  outcome.waits = round.waits();
  if (decisions.size() == policy.validations().size()) {
    outcome.decisions = std::move(decisions);
    left = round.budget();
  } else {
    outcome.decisions.push_back(failed(policy, std::string(kOutOfBudget)));
  }
  return left;
}

// All messages are computed, also those of validations that hold: they may spend the budget.
void add_messages(const Policy& policy, const PolicyInput& input, std::uint64_t budget,
                  PolicyScratch& scratch, PolicyOutcome& outcome) {
  const std::span<const Policy::Validation> validations = policy.validations();
  const bool are_computed = std::any_of(
      validations.begin(), validations.end(),
      [](const Policy::Validation& each) { return !each.message_expression.text.empty(); });
  std::optional<Round> round;
  if (are_computed) round.emplace(policy, input, Round::Is::kMessages, budget, scratch);
  bool spent = false;
  for (std::size_t i = 0; i < validations.size() && !spent; ++i) {
    std::optional<Round::Evaluated> text;
    if (round) text = round->evaluate(validations[i].message_expression);
    spent = round && !text;
    PolicyDecision& decision = outcome.decisions[i];
    if (decision.kind != PolicyDecision::Kind::kDeny) continue;
    decision.message = message_of(validations[i], text);
    decision.reason = validations[i].reason.empty() ? "Invalid" : validations[i].reason;
  }
  if (round) {
    outcome.cost += round->cost();
    outcome.ran_out = outcome.ran_out || round->ran_out();
  }
  if (!spent) return;
  for (PolicyDecision& decision : outcome.decisions) {
    if (decision.kind != PolicyDecision::Kind::kError)
      decision = failed(policy, "failed messageExpression: " + std::string(kOutOfBudget));
  }
}

void annotate(const Policy& policy, const PolicyInput& input, PolicyScratch& scratch,
              PolicyOutcome& outcome) {
  if (policy.audit_annotations().empty()) return;
  // It is declared there, and yet nothing is bound to it.
  Round round(policy, input, Round::Is::kAnnotations, cel::kPerPolicyCostMax, scratch);
  std::vector<AuditAnnotation> made;
  std::vector<std::string> errors;
  for (const Policy::Named& annotation : policy.audit_annotations()) {
    const std::optional<Round::Evaluated> result = round.evaluate(annotation.expression);
    if (!result) {
      outcome.decisions = {failed(policy, std::string(kOutOfBudget))};
      outcome.cost += round.cost();
      outcome.ran_out = round.ran_out();
      return;
    }
    if (!result->error.empty()) {
      if (policy.failure_policy() == FailurePolicy::kFail) errors.push_back(result->error);
    } else if (result->value.is(cel::ValueKind::kString)) {
      const std::string_view value = cel::trimmed(result->value.as_text());
      if (!value.empty())
        made.push_back({annotation.name, std::string(value.substr(0, kAuditValueMax))});
    }
  }
  outcome.cost += round.cost();
  outcome.ran_out = outcome.ran_out || round.ran_out();
  outcome.audit_annotations = std::move(made);
  outcome.audit_errors = std::move(errors);
}

PolicyOutcome judge(const Policy& policy, const PolicyInput& input, PolicyScratch& scratch) {
  std::uint64_t cost = 0;
  if (std::optional<PolicyOutcome> stopped = stopped_by_conditions(policy, input, scratch, cost)) {
    stopped->cost = cost;
    return std::move(*stopped);
  }
  PolicyOutcome outcome;
  outcome.cost = cost;
  const std::optional<std::uint64_t> left = judge_expressions(policy, input, scratch, outcome);
  if (!left || outcome.ran_out || outcome.waits) return outcome;
  add_messages(policy, input, *left, scratch, outcome);
  annotate(policy, input, scratch, outcome);
  return outcome;
}

// What it takes to tell of it.
std::uint64_t work_of_texts(const PolicyOutcome& outcome) {
  std::uint64_t work = 0;
  for (const PolicyDecision& decision : outcome.decisions) {
    if (decision.denies) work += kVerdictWork + decision.message.size();
  }
  for (const AuditAnnotation& annotation : outcome.audit_annotations)
    work += kVerdictWork + annotation.value.size();
  for (const std::string& error : outcome.audit_errors) work += kVerdictWork + error.size();
  return work;
}

}  // namespace

PolicyOutcome judge_policy(const Policy& policy, const PolicyInput& input, PolicyScratch& scratch) {
  take(kPolicyWork, input.cost_left);
  PolicyOutcome outcome = judge(policy, input, scratch);
  if (!outcome.ran_out) {
    take(work_of_texts(outcome), input.cost_left);
    return outcome;
  }
  // What it came to up to there may be wrong: an error can be absorbed.
  PolicyOutcome ended;
  ended.matched = outcome.matched;
  ended.cost = outcome.cost;
  ended.ran_out = true;
  ended.decisions.push_back(failed(policy, std::string(kOutOfRequestBudget)));
  return ended;
}

}  // namespace drawbridge::rules

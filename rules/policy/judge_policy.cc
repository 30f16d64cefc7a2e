#include "rules/policy/judge_policy.h"

#include <algorithm>
#include <memory>
#include <new>
#include <optional>
#include <utility>

#include "rules/cel/library/go_text.h"

namespace drawbridge::rules {
namespace {

using cel::Value;

constexpr std::string_view kOutOfBudget =
    "validation failed due to running out of cost budget, no further validation rules will be run";

// One round of evaluations, in which each variable is computed at most once: the API server begins
// a new one for match conditions, validations, messages and annotations.
class Round final : public cel::HostMap {
 public:
  enum class Sees : std::uint8_t { kEverything, kNoNamespace, kNoAuthorizer };

  Round(const Policy& policy, const PolicyInput& input, Sees sees, std::uint64_t budget)
      : policy_(policy),
        input_(input),
        authorizer_(sees == Sees::kNoAuthorizer ? nullptr : input.authorizer),
        computed_(policy.variables().size()),
        budget_(budget) {
    values_ = {Value::json(input.object), Value::json(input.old_object),
               sees == Sees::kNoNamespace ? Value() : Value::json(input.ns),
               Value::json(input.request)};
    if (policy.has_params()) values_.push_back(Value::json(input.params));
    for_messages_ = values_;
    const Value unknown = Value::error(&kNoAuthorizerError);
    values_.push_back(authorizer_ == nullptr ? unknown : cel::authorizer_value());
    values_.push_back(authorizer_ == nullptr ? unknown
                                             : cel::request_resource_value(arena_, input.resource));
    for (std::vector<Value>* values : {&values_, &for_messages_}) {
      values->insert(values->end(), input.more.begin(), input.more.end());
      values->push_back(Value::map(this));
    }
  }
  Round(const Round&) = delete;
  Round& operator=(const Round&) = delete;

  struct Evaluated {
    Value value;             // as long as the round
    std::string error = {};  // empty: none
  };
  // nullopt: the budget of the round is spent, and nothing more is evaluated.
  std::optional<Evaluated> evaluate(const PolicyExpression& expression, bool is_message = false) {
    if (ran_out_) return std::nullopt;
    if (expression.text.empty()) return Evaluated{};
    if (!expression.program) return Evaluated{{}, "compilation error: " + expression.failure};
    const std::vector<Value>& values = is_message ? for_messages_ : values_;
    const cel::Outcome outcome = run(*expression.program, values);
    if (!spend(std::exchange(cost_of_variables_, 0)) || !spend(outcome.cost)) return std::nullopt;
    if (!outcome.value.is_error()) return Evaluated{outcome.value};
    return Evaluated{{},
                     "expression '" + expression.text +
                         "' resulted in error: " + std::string(outcome.value.error_message())};
  }

  std::uint64_t budget() const { return budget_; }
  std::uint64_t cost() const { return cost_; }
  bool ran_out() const { return ran_out_; }

  // The value of `variables`.
  std::size_t size() const override { return computed_.size(); }
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
  const cel::Type* type() const override { return &policy_.variables_type(); }

 private:
  static constexpr cel::EvalError kNoAuthorizerError{"no such attribute(s): authorizer"};

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
    std::optional<Value>& known = computed_[index];
    if (known) return *known;
    const Policy::Named& variable = policy_.variables()[index];
    const std::string quoted = cel::quoted(variable.name);
    if (!variable.expression.program) {
      known = error("composited variable " + quoted +
                    " fails to compile: " + variable.expression.failure);
      return *known;
    }
    const cel::Outcome outcome = run(*variable.expression.program, values_);
    cost_of_variables_ += outcome.cost;
    known = outcome.value.is_error()
                ? error("composited variable " + quoted +
                        " fails to evaluate: " + std::string(outcome.value.error_message()))
                : outcome.value;
    return *known;
  }

  Value error(const std::string& text) const {
    const std::string_view kept = arena_.copy(text);
    return Value::error(new (arena_.allocate<cel::EvalError>(1)) cel::EvalError{kept});
  }

  cel::Outcome run(const cel::Program& program, const std::vector<Value>& values) const {
    std::uint64_t cost_max = cel::kPerCallCostMax;
    if (input_.cost_left != nullptr) cost_max = std::min(cost_max, *input_.cost_left);
    cel::Outcome outcome =
        program.evaluate({values, authorizer_, input_.time_zones}, cost_max, arena_);
    if (outcome.kept) kept_.push_back(outcome.kept);
    if (input_.cost_left != nullptr) *input_.cost_left -= std::min(*input_.cost_left, outcome.cost);
    ran_out_ = ran_out_ || (outcome.cost_exceeded && cost_max < cel::kPerCallCostMax);
    return outcome;
  }

  bool spend(std::uint64_t cost) {
    cost_ += cost;
    if (cost > budget_) return false;
    budget_ -= cost;
    return true;
  }

  const Policy& policy_;
  const PolicyInput& input_;
  cel::Authorizer* const authorizer_;
  std::vector<Value> values_;
  std::vector<Value> for_messages_;
  // What is lazy: written while an expression reads.
  mutable kube::Arena arena_;
  mutable std::vector<std::shared_ptr<const void>> kept_;
  mutable std::vector<std::optional<Value>> computed_;
  mutable std::uint64_t cost_of_variables_ = 0;
  mutable bool ran_out_ = false;
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
                                                   std::uint64_t& cost) {
  if (policy.match_conditions().empty()) return std::nullopt;
  Round round(policy, input, Round::Sees::kNoNamespace, cel::kMatchConditionsCostMax);
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
  if (outcome.ran_out) return outcome;
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

// True where the budget was spent; the outcome is whole then.
bool judge_validations(const Policy& policy, const PolicyInput& input, PolicyOutcome& outcome) {
  Round round(policy, input, Round::Sees::kEverything, cel::kPerPolicyCostMax);
  std::vector<Round::Evaluated> results;
  for (const Policy::Validation& validation : policy.validations()) {
    std::optional<Round::Evaluated> result = round.evaluate(validation.expression);
    if (!result) {
      outcome.cost += round.cost();
      outcome.ran_out = round.ran_out();
      outcome.decisions.push_back(failed(policy, std::string(kOutOfBudget)));
      return true;
    }
    results.push_back(std::move(*result));
  }
  // All messages are computed, also those of validations that hold.
  Round messages(policy, input, Round::Sees::kNoAuthorizer, round.budget());
  std::vector<std::optional<Round::Evaluated>> texts;
  bool spent = false;
  for (const Policy::Validation& validation : policy.validations()) {
    if (!spent) texts.push_back(messages.evaluate(validation.message_expression, true));
    spent = spent || !texts.back();
  }
  outcome.cost += round.cost() + messages.cost();
  outcome.ran_out = round.ran_out() || messages.ran_out();
  for (std::size_t i = 0; i < results.size(); ++i) {
    const Policy::Validation& validation = policy.validations()[i];
    if (!results[i].error.empty()) {
      outcome.decisions.push_back(failed(policy, results[i].error));
    } else if (spent) {
      outcome.decisions.push_back(
          failed(policy, "failed messageExpression: " + std::string(kOutOfBudget)));
    } else if (!results[i].value.is_true()) {
      outcome.decisions.push_back({PolicyDecision::Kind::kDeny, true,
                                   message_of(validation, texts[i]),
                                   validation.reason.empty() ? "Invalid" : validation.reason});
    } else {
      outcome.decisions.emplace_back();
    }
  }
  return false;
}

void annotate(const Policy& policy, const PolicyInput& input, PolicyOutcome& outcome) {
  if (policy.audit_annotations().empty()) return;
  // It is declared there, and yet nothing is bound to it.
  Round round(policy, input, Round::Sees::kNoAuthorizer, cel::kPerPolicyCostMax);
  std::vector<AuditAnnotation> made;
  std::vector<std::string> errors;
  for (const Policy::Named& annotation : policy.audit_annotations()) {
    const std::optional<Round::Evaluated> result = round.evaluate(annotation.expression);
    if (!result) {
      outcome.decisions = {failed(policy, std::string(kOutOfBudget))};
      outcome.cost += round.cost();
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

}  // namespace

namespace {

PolicyOutcome judge(const Policy& policy, const PolicyInput& input) {
  std::uint64_t cost = 0;
  if (std::optional<PolicyOutcome> stopped = stopped_by_conditions(policy, input, cost)) {
    stopped->cost = cost;
    return std::move(*stopped);
  }
  PolicyOutcome outcome;
  outcome.cost = cost;
  if (!judge_validations(policy, input, outcome)) annotate(policy, input, outcome);
  return outcome;
}

}  // namespace

PolicyOutcome judge_policy(const Policy& policy, const PolicyInput& input) {
  PolicyOutcome outcome = judge(policy, input);
  if (!outcome.ran_out) return outcome;
  // What it came to up to there may be wrong: an error can be absorbed.
  PolicyOutcome ended;
  ended.matched = outcome.matched;
  ended.cost = outcome.cost;
  ended.ran_out = true;
  ended.decisions.push_back(failed(policy, std::string(kOutOfRequestBudget)));
  return ended;
}

}  // namespace drawbridge::rules

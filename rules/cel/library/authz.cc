// Kubernetes' authorizer library (apiserver pkg/cel/library/authz.go). What is asked is put to the
// caller's Authorizer.
#include "rules/cel/library/authz.h"

#include <cstddef>
#include <new>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "rules/cel/library/go_text.h"
#include "rules/cel/library/libraries.h"
#include "rules/cel/library/named_formats.h"
#include "rules/cel/library/support.h"

namespace drawbridge::cel {
namespace {

// The shortest requirement of a selector, `k,`, has two characters.
constexpr double kRequirementsPerCharacter = 0.5;
constexpr double kCostPerRequirement =
    static_cast<double>(kListCreateBaseCost + kStructCreateBaseCost);

// A step of a question, of the type that says which steps may follow.
template <const Type& kStepType>
class Question final : public Opaque {
 public:
  static constexpr const Type& kType = kStepType;

  explicit Question(const AccessQuestion& question) : question_(question) {}
  const AccessQuestion& question() const { return question_; }

  const Type* type() const override { return &kType; }
  // Kubernetes' can't be compared with anything.
  bool equals(const Opaque& /*other*/) const override { return false; }
  bool comparable_with(const Opaque& /*other*/) const override { return false; }
  std::string text() const override { return std::string(kType.name); }

 private:
  AccessQuestion question_;
};
using AuthorizerValue = Question<type::kAuthorizer>;
using PathCheck = Question<type::kPathCheck>;
using GroupCheck = Question<type::kGroupCheck>;
using ResourceCheck = Question<type::kResourceCheck>;

class Decision final : public Opaque {
 public:
  static constexpr const Type& kType = type::kDecision;

  explicit Decision(const AccessAnswer& answer) : answer_(answer) {}
  const AccessAnswer& answer() const { return answer_; }

  const Type* type() const override { return &kType; }
  bool equals(const Opaque& /*other*/) const override { return false; }
  bool comparable_with(const Opaque& /*other*/) const override { return false; }
  std::string text() const override { return std::string(kType.name); }

 private:
  AccessAnswer answer_;
};

// The question of the receiver, to be asked further as a To.
template <typename From, typename To, typename F>
Value step(Evaluation& evaluation, std::span<const Value> args, F change) {
  const auto* self = opaque_cast<From>(args[0]);
  if (self == nullptr) return evaluation.error(kNoSuchOverload);
  AccessQuestion question = self->question();
  change(question);
  return Value::opaque(evaluation.make<To>(question));
}

// Sets one part of it.
template <typename From, typename To, std::string_view AccessQuestion::*kPart>
Value with(Evaluation& evaluation, std::span<const Value> args) {
  return step<From, To>(evaluation, args,
                        [&](AccessQuestion& question) { question.*kPart = args[1].as_text(); });
}

Value path(Evaluation& evaluation, std::span<const Value> args) {
  if (trimmed(args[1].as_text()).empty()) return evaluation.error("path must not be empty");
  return with<AuthorizerValue, PathCheck, &AccessQuestion::path>(evaluation, args);
}

Value resource(Evaluation& evaluation, std::span<const Value> args) {
  if (trimmed(args[1].as_text()).empty()) return evaluation.error("resource must not be empty");
  return with<GroupCheck, ResourceCheck, &AccessQuestion::resource>(evaluation, args);
}

bool is_format(std::string_view key, std::string_view text) {
  for (const NamedFormatRule& rule : named_formats()) {
    if (rule.key == key) return rule.problems(text).empty();
  }
  return false;
}

Value service_account(Evaluation& evaluation, std::span<const Value> args) {
  if (!is_format("dns1123Subdomain", args[2].as_text())) {
    return evaluation.error("Invalid service account name");
  }
  if (!is_format("dns1123Label", args[1].as_text())) {
    return evaluation.error("Invalid service account namespace");
  }
  return step<AuthorizerValue, AuthorizerValue>(evaluation, args, [&](AccessQuestion& question) {
    question.service_account_namespace = args[1].as_text();
    question.service_account_name = args[2].as_text();
  });
}

template <typename Check>
Value check(Evaluation& evaluation, std::span<const Value> args) {
  const auto* self = opaque_cast<Check>(args[0]);
  if (self == nullptr || evaluation.authorizer() == nullptr) {
    return evaluation.error(kNoSuchOverload);
  }
  AccessQuestion question = self->question();
  question.verb = args[1].as_text();
  const AccessAnswer* answer = evaluation.authorizer()->ask(question);
  if (answer == nullptr) return evaluation.error(kAccessUnknown);
  return Value::opaque(evaluation.make<Decision>(*answer));
}

template <typename F>
Value of_decision(Evaluation& evaluation, std::span<const Value> args, F part) {
  const auto* self = opaque_cast<Decision>(args[0]);
  return self == nullptr ? evaluation.error(kNoSuchOverload) : part(self->answer());
}

Value allowed(Evaluation& evaluation, std::span<const Value> args) {
  return of_decision(evaluation, args,
                     [](const AccessAnswer& answer) { return Value::boolean(answer.allowed); });
}

Value reason(Evaluation& evaluation, std::span<const Value> args) {
  return of_decision(evaluation, args,
                     [](const AccessAnswer& answer) { return Value::string(answer.reason); });
}

Value errored(Evaluation& evaluation, std::span<const Value> args) {
  return of_decision(evaluation, args, [](const AccessAnswer& answer) {
    return Value::boolean(!answer.error.empty());
  });
}

Value error(Evaluation& evaluation, std::span<const Value> args) {
  return of_decision(evaluation, args,
                     [](const AccessAnswer& answer) { return Value::string(answer.error); });
}

std::uint64_t cost_of_check(std::span<const Value> /*args*/, const Value& /*result*/) {
  return kAccessCheckCost;
}

std::optional<CallEstimate> estimate_of_check(const EstimatedNode* /*target*/,
                                              std::span<const EstimatedNode> /*args*/) {
  return CallEstimate{{kAccessCheckCost, kAccessCheckCost}};
}

// Parsing a selector, and a struct and a list for each of its requirements.
CostEstimate selector_cost(SizeEstimate length) {
  const CostEstimate base{kListCreateBaseCost, kListCreateBaseCost};
  const CostEstimate requirements =
      scale(scale(length, kRequirementsPerCharacter), kCostPerRequirement);
  return add(add(base, scale(length, kStringTraversalCostFactor)), requirements);
}

std::uint64_t cost_of_selector(std::span<const Value> args, const Value& /*result*/) {
  const std::uint64_t length = size_for_cost(args[1]);
  return selector_cost({length, length}).max;
}

std::optional<CallEstimate> estimate_of_selector(const EstimatedNode* /*target*/,
                                                 std::span<const EstimatedNode> args) {
  if (args.size() != 1) return std::nullopt;
  return CallEstimate{selector_cost(args[0].size)};
}

// A member function of strings. None is a function of its arguments alone.
void add_step(Declarations& to, std::string_view name, std::string_view id, const Type* from,
              std::size_t strings, const Type* result, Implementation run) {
  std::vector<const Type*> params(strings + 1, &type::kString);
  params[0] = from;
  to.add(name, {.id = id,
                .params = std::move(params),
                .result = result,
                .member = true,
                .run = run,
                .pure = false});
}

}  // namespace

void add_authz(Declarations& to) {
  const Type* authorizer = declared(to, type::kAuthorizer);
  const Type* path_check = declared(to, type::kPathCheck);
  const Type* group_check = declared(to, type::kGroupCheck);
  const Type* resource_check = declared(to, type::kResourceCheck);
  const Type* decision = declared(to, type::kDecision);
  add_step(to, "path", "authorizer_path", authorizer, 1, path_check, path);
  add_step(to, "group", "authorizer_group", authorizer, 1, group_check,
           with<AuthorizerValue, GroupCheck, &AccessQuestion::group>);
  add_step(to, "serviceAccount", "authorizer_serviceaccount", authorizer, 2, authorizer,
           service_account);
  add_step(to, "resource", "groupcheck_resource", group_check, 1, resource_check, resource);
  add_step(to, "subresource", "resourcecheck_subresource", resource_check, 1, resource_check,
           with<ResourceCheck, ResourceCheck, &AccessQuestion::subresource>);
  add_step(to, "namespace", "resourcecheck_namespace", resource_check, 1, resource_check,
           with<ResourceCheck, ResourceCheck, &AccessQuestion::ns>);
  add_step(to, "name", "resourcecheck_name", resource_check, 1, resource_check,
           with<ResourceCheck, ResourceCheck, &AccessQuestion::name>);
  const auto add_check = [&](std::string_view id, const Type* from, Implementation run) {
    to.add("check", {.id = id,
                     .params = {from, &type::kString},
                     .result = decision,
                     .member = true,
                     .run = run,
                     .cost = cost_of_check,
                     .estimate = estimate_of_check,
                     .pure = false});
  };
  add_check("pathcheck_check", path_check, check<PathCheck>);
  add_check("resourcecheck_check", resource_check, check<ResourceCheck>);
  add_step(to, "errored", "decision_errored", decision, 0, &type::kBool, errored);
  add_step(to, "error", "decision_error", decision, 0, &type::kString, error);
  add_step(to, "allowed", "decision_allowed", decision, 0, &type::kBool, allowed);
  add_step(to, "reason", "decision_reason", decision, 0, &type::kString, reason);
}

void add_authz_selectors(Declarations& to) {
  const Type* check = declared(to, type::kResourceCheck);
  const auto selector = [&](std::string_view name, std::string_view id, Implementation run) {
    to.add(name, {.id = id,
                  .params = {check, &type::kString},
                  .result = check,
                  .member = true,
                  .run = run,
                  .cost = cost_of_selector,
                  .estimate = estimate_of_selector,
                  .pure = false});
  };
  selector("fieldSelector", "authorizer_fieldselector",
           with<ResourceCheck, ResourceCheck, &AccessQuestion::field_selector>);
  selector("labelSelector", "authorizer_labelselector",
           with<ResourceCheck, ResourceCheck, &AccessQuestion::label_selector>);
}

Value authorizer_value() {
  static const AuthorizerValue authorizer{AccessQuestion{}};
  return Value::opaque(&authorizer);
}

Value request_resource_value(kube::Arena& arena, const AccessQuestion& resource) {
  static_assert(std::is_trivially_destructible_v<ResourceCheck>);
  return Value::opaque(new (arena.allocate<std::byte>(sizeof(ResourceCheck)))
                           ResourceCheck(resource));
}

}  // namespace drawbridge::cel

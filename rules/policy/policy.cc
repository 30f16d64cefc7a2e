#include "rules/policy/policy.h"

#include <array>
#include <utility>
#include <variant>

#include "rules/cel/policy_environment.h"
#include "rules/finding.h"
#include "rules/policy/expression_advice.h"
#include "rules/policy/misspelt.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

constexpr cel::Type kVariables{cel::TypeKind::kObject, 0, "kubernetes.variables"};

// What a variable's own type is for the expressions that use it: scalars, lists and maps; every
// other type counts as dyn there.
const cel::Type* type_for_others(cel::TypeTable& types, const cel::Type& type) {
  static constexpr std::array<const cel::Type*, 9> kKept = {
      &cel::type::kBool,     &cel::type::kBytes,     &cel::type::kDouble,
      &cel::type::kDuration, &cel::type::kInt,       &cel::type::kNull,
      &cel::type::kString,   &cel::type::kTimestamp, &cel::type::kUint};
  for (const cel::Type* kept : kKept) {
    if (cel::same_type(type, *kept)) return kept;
  }
  if (type.is(cel::TypeKind::kList)) return types.list(type_for_others(types, *type.params[0]));
  if (type.is(cel::TypeKind::kMap)) {
    const cel::Type* key = type_for_others(types, *type.params[0]);
    return types.map(key, type_for_others(types, *type.params[1]));
  }
  return &cel::type::kDyn;
}

// As cel-go's Type.String() has it, which is not what its checker writes.
std::string go_text(const cel::Type& type) {
  if (cel::same_type(type, cel::type::kNull)) return "null_type";
  if (cel::same_type(type, cel::type::kDuration)) return "google.protobuf.Duration";
  if (cel::same_type(type, cel::type::kTimestamp)) return "google.protobuf.Timestamp";
  if (type.is(cel::TypeKind::kList)) return "list(" + go_text(*type.params[0]) + ")";
  if (type.is(cel::TypeKind::kMap))
    return "map(" + go_text(*type.params[0]) + ", " + go_text(*type.params[1]) + ")";
  return cel::to_text(type);
}

}  // namespace

class Policy::Compiler {
 public:
  Compiler(Policy& policy, const Language& language) : policy_(policy), language_(language) {}

  void compile(const Json& spec) {
    match_conditions(spec["matchConditions"]);
    variables(spec["variables"]);
    const cel::Environment full = environment(true, true);
    const cel::Environment of_messages = environment(false, true);
    std::size_t i = 0;
    for (const Json& validation : spec["validations"].elements()) {
      const std::string field = "spec.validations[" + std::to_string(i++) + "].";
      Validation& made = policy_.validations_.emplace_back();
      made.expression =
          expression(full, validation["expression"], field + "expression", {&cel::type::kBool});
      made.message_expression = expression(of_messages, validation["messageExpression"],
                                           field + "messageExpression", {&cel::type::kString});
      made.message = validation["message"].as_string();
      made.reason = validation["reason"].as_string();
    }
    i = 0;
    for (const Json& annotation : spec["auditAnnotations"].elements()) {
      const std::string field =
          "spec.auditAnnotations[" + std::to_string(i++) + "].valueExpression";
      policy_.audit_annotations_.push_back({std::string(annotation["key"].as_string()),
                                            expression(full, annotation["valueExpression"], field,
                                                       {&cel::type::kString, &cel::type::kNull})});
    }
  }

 private:
  void match_conditions(const Json& conditions) {
    if (conditions.size() == 0) return;
    const cel::Environment env = environment(true, false);
    std::size_t i = 0;
    for (const Json& condition : conditions.elements()) {
      const std::string field = "spec.matchConditions[" + std::to_string(i++) + "].expression";
      policy_.match_conditions_.push_back(
          {std::string(condition["name"].as_string()),
           expression(env, condition["expression"], field, {&cel::type::kBool})});
    }
  }

  // Each sees those before it.
  void variables(const Json& variables) {
    std::size_t i = 0;
    for (const Json& variable : variables.elements()) {
      const std::string field = "spec.variables[" + std::to_string(i++) + "].expression";
      const cel::Environment env = environment(true, true);
      policy_.variables_.push_back({std::string(variable["name"].as_string()),
                                    expression(env, variable["expression"], field, {})});
    }
  }

  cel::Environment environment(bool authorizer, bool composes) const {
    cel::EnvironmentBuilder builder(language_.version);
    cel::add_policy_variables(builder, {.params = policy_.has_params_, .authorizer = authorizer});
    if (language_.declare) language_.declare(builder);
    if (composes) {
      std::vector<cel::Field> fields;
      for (const Named& variable : policy_.variables_) {
        const std::optional<cel::Program>& program = variable.expression.program;
        fields.push_back(
            {variable.name, program ? type_for_others(builder.types(), program->result_type())
                                    : &cel::type::kDyn});
      }
      builder.add_object(kVariables.name, std::move(fields));
      builder.add_variable("variables", builder.types().object(kVariables.name));
    }
    return std::move(builder).build();
  }

  // With no `types`, it may have any.
  PolicyExpression expression(const cel::Environment& env, const Json& text,
                              const std::string& field,
                              const std::vector<const cel::Type*>& types) {
    PolicyExpression made;
    made.text = text.as_string();
    if (made.text.empty()) return made;
    std::variant<cel::Program, cel::CompileFailure> compiled = env.compile(made.text);
    std::string brief;
    if (const auto* failure = std::get_if<cel::CompileFailure>(&compiled)) {
      made.failure =
          (failure->stage == cel::CompileFailure::Stage::kFolding ? "program instantiation failed: "
                                                                  : "compilation failed: ") +
          failure->text;
      brief = brief_of(*failure, made.text);
    } else {
      cel::Program& program = std::get<cel::Program>(compiled);
      made.failure = type_failure(program.result_type(), types);
      if (made.failure.empty()) made.program = std::move(program);
    }
    if (brief.empty()) brief = made.failure;
    if (!made.failure.empty()) {
      std::string fix = fix_of(env, made.text, brief, types);
      policy_.problems_.push_back({field, made.failure, std::move(brief), std::move(fix)});
    }
    return made;
  }

  static std::string fix_of(const cel::Environment& env, const std::string& text,
                            std::string_view brief, const std::vector<const cel::Type*>& types) {
    ExpressionAdvice advice = expression_advice(text, brief);
    if (!advice.expression.empty() && advice.expression != text) {
      const auto compiled = env.compile(advice.expression);
      const auto* program = std::get_if<cel::Program>(&compiled);
      if (program != nullptr && type_failure(program->result_type(), types).empty())
        return "Write: " + printable(advice.expression);
    }
    return std::move(advice.words);
  }

  // The first of what is wrong, which often brings the rest about.
  std::string brief_of(const cel::CompileFailure& failure, std::string_view text) const {
    if (failure.issues.empty()) return {};
    const cel::Issue& issue = failure.issues.front();
    std::string brief;
    if (issue.offset < cel::kAfterAll) {
      const cel::Location place = cel::location_of(text, issue.offset);
      brief = "line " + std::to_string(place.line) + ", column " +
              std::to_string(place.column + 1) + ": ";
    }
    brief += issue.message;
    std::vector<std::string_view> names(language_.names.begin(), language_.names.end());
    for (const Named& variable : policy_.variables_) names.push_back(variable.name);
    const std::string_view meant = meant_name(issue.message, names);
    return meant.empty() ? brief : brief + "; did you mean " + std::string(meant) + "?";
  }

  // Empty where the type is one of `types`.
  static std::string type_failure(const cel::Type& type,
                                  const std::vector<const cel::Type*>& types) {
    std::string names;
    for (const cel::Type* wanted : types) {
      if (cel::same_type(type, *wanted)) return {};
      names += (names.empty() ? "" : " ") + go_text(*wanted);
    }
    if (types.empty()) return {};
    return (types.size() == 1 ? "must evaluate to " + names
                              : "must evaluate to one of [" + names + "]") +
           " but got " + go_text(type);
  }

  Policy& policy_;
  const Language& language_;
};

const cel::Type& Policy::variables_type() {
  return kVariables;
}

Policy Policy::compile(const Json& spec, const Language& language) {
  Policy policy;
  policy.failure_policy_ =
      spec["failurePolicy"].as_string() == "Ignore" ? FailurePolicy::kIgnore : FailurePolicy::kFail;
  policy.has_params_ = spec["paramKind"].is_object();
  Compiler(policy, language).compile(spec);
  return policy;
}

}  // namespace drawbridge::rules

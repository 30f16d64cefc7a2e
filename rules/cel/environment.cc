#include <functional>
#include <map>
#include <optional>
#include <utility>

#include "rules/cel/cel.h"
#include "rules/cel/checker.h"
#include "rules/cel/estimate.h"
#include "rules/cel/function.h"
#include "rules/cel/library/base_environment.h"
#include "rules/cel/library/libraries.h"
#include "rules/cel/parser.h"
#include "rules/cel/planner.h"
#include "rules/cel/program_impl.h"
#include "rules/cel/validators.h"

namespace drawbridge::cel {
namespace {

CompileFailure failure(CompileFailure::Stage stage, std::vector<Issue> issues,
                       std::string_view source) {
  CompileFailure made{stage, std::move(issues), {}, nullptr};
  made.text = to_text(made.issues, source);
  return made;
}

}  // namespace

struct Environment::Impl final : Scope {
  Declarations owned_declarations;
  std::vector<Variable> owned_variables;
  std::map<std::string, std::vector<Field>, std::less<>> objects;
  SizeHints hints = nullptr;
  ParserOptions parser;

  const std::vector<Field>* fields_of(std::string_view object_type) const override {
    const auto found = objects.find(object_type);
    return found == objects.end() ? nullptr : &found->second;
  }
};

Environment::Environment(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
Environment::Environment(Environment&&) noexcept = default;
Environment& Environment::operator=(Environment&&) noexcept = default;
Environment::~Environment() = default;

std::variant<Program, CompileFailure> Environment::compile(std::string_view expression,
                                                           PatternBudget* patterns) const {
  auto parsed = parse(expression, impl_->parser);
  if (auto* issues = std::get_if<std::vector<Issue>>(&parsed)) {
    return failure(CompileFailure::Stage::kParse, std::move(*issues), expression);
  }
  auto checked = check(std::move(std::get<Ast>(parsed)), *impl_);
  if (auto* issues = std::get_if<std::vector<Issue>>(&checked)) {
    return failure(CompileFailure::Stage::kCheck, std::move(*issues), expression);
  }
  auto program = std::make_shared<Program::Impl>();
  program->checked = std::move(std::get<CheckedAst>(checked));
  Validation validation = validate(program->checked, patterns);
  if (!validation.issues.empty()) {
    return failure(CompileFailure::Stage::kCheck, std::move(validation.issues), expression);
  }
  auto planned = plan(program->checked, *impl_->declarations, patterns);
  std::optional<Issue> no_program = std::move(validation.no_program);
  if (auto* failed = std::get_if<PlanFailure>(&planned)) {
    // cel-go stops at the first, going from left to right.
    if (!no_program || failed->offset < no_program->offset) {
      no_program = Issue{failed->offset, std::move(failed->message)};
    }
  }
  if (no_program) {
    CompileFailure failed =
        failure(CompileFailure::Stage::kFolding, {std::move(*no_program)}, expression);
    const Type* type = &program->checked.type();
    failed.result_type = std::shared_ptr<const Type>(std::move(program), type);
    return failed;
  }
  program->code = std::move(std::get<std::unique_ptr<const Code>>(planned));
  program->estimate = estimate_cost(program->checked, impl_->hints);
  program->environment = impl_;
  return Program(std::move(program));
}

std::size_t Environment::index_of(std::string_view variable) const {
  for (std::size_t i = 0; i < impl_->owned_variables.size(); ++i) {
    if (impl_->owned_variables[i].name == variable) return i;
  }
  return npos;
}

struct EnvironmentBuilder::Impl {
  std::shared_ptr<Environment::Impl> environment = std::make_shared<Environment::Impl>();
};

EnvironmentBuilder::EnvironmentBuilder(KubernetesVersion version)
    : impl_(std::make_unique<Impl>()) {
  Environment::Impl& made = *impl_->environment;
  add_libraries(made.owned_declarations, version);
  made.locals_come_first = version.minor >= kMinorOfCelGo029;
  made.parser.quoted_identifiers = version.minor >= kMinorOfCelGo029;
  made.parser.two_variable_macros = version.minor >= 32;
  made.parser.sort_by_macro = version.minor >= 34;
}

EnvironmentBuilder::~EnvironmentBuilder() = default;

TypeTable& EnvironmentBuilder::types() {
  return impl_->environment->owned_declarations.types();
}

EnvironmentBuilder& EnvironmentBuilder::add_variable(std::string_view name, const Type* type) {
  impl_->environment->owned_variables.push_back({std::string(name), type});
  return *this;
}

EnvironmentBuilder& EnvironmentBuilder::add_object(std::string_view name,
                                                   std::vector<Field> fields) {
  impl_->environment->objects.insert_or_assign(std::string(name), std::move(fields));
  return *this;
}

EnvironmentBuilder& EnvironmentBuilder::add_function(std::string_view name,
                                                     const Overload& overload) {
  impl_->environment->owned_declarations.add(name, overload);
  return *this;
}

EnvironmentBuilder& EnvironmentBuilder::set_size_hints(SizeHints hints) {
  impl_->environment->hints = hints;
  return *this;
}

EnvironmentBuilder& EnvironmentBuilder::add_bindings_macro() {
  impl_->environment->parser.bind_macro = true;
  return *this;
}

EnvironmentBuilder& EnvironmentBuilder::add_json_patch() {
  cel::add_json_patch(impl_->environment->owned_declarations);
  return *this;
}

Environment EnvironmentBuilder::build() && {
  Environment::Impl& made = *impl_->environment;
  made.declarations = &made.owned_declarations;
  made.variables = made.owned_variables;
  return Environment(std::move(impl_->environment));
}

}  // namespace drawbridge::cel

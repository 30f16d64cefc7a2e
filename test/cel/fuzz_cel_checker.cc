// Any expression is compiled or refused by the device and the policy environment. A refusal says
// why and where; a program has a type and an estimate whose bounds are in order; what is printed of
// its tree has the same type and estimate.
#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>

#include "rules/cel/device_environment.h"
#include "rules/cel/lexer.h"
#include "test/cel/fuzz_support.h"

namespace {

using namespace drawbridge::cel;
using drawbridge::cel::fuzzing::require;

const Environment& environment(std::size_t index) {
  static const Environment all[] = {
      device_environment({36}, {}, SelectorUse::kNew),
      device_environment({37}, {.consumable_capacity = true, .list_type_attributes = true}),
      fuzzing::policy_environment()};
  return all[index % std::size(all)];
}

void check_refusal(const CompileFailure& failure, const std::string& expression) {
  const std::size_t code_points = count_code_points(expression);
  require(!failure.issues.empty() && failure.issues.size() <= kIssuesMax + 1, "issues are told",
          expression);
  require(!failure.text.empty(), "issues have a text", expression);
  for (const Issue& issue : failure.issues) {
    require(issue.offset <= code_points || issue.offset >= kAfterAll, "places lie in the text",
            expression);
    require(!issue.message.empty(), "an issue says something", expression);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzzing::Choices choices({data, size});
  const std::size_t which = choices.below(3);
  const std::string expression = fuzzing::expression_of(
      choices, which < 2 ? generating::device_grammar() : generating::base_grammar());
  const auto compiled = environment(which).compile(expression);
  if (const auto* failure = std::get_if<CompileFailure>(&compiled)) {
    check_refusal(*failure, expression);
    return 0;
  }
  const Program& program = std::get<Program>(compiled);
  const CostEstimate estimate = program.estimated_cost();
  require(estimate.min <= estimate.max || estimate.max == 0, "the estimate is a range", expression);
  require(!to_text(program.result_type()).empty(), "the type has a name", expression);

  ParserOptions options;
  options.bind_macro = which < 2;
  options.quoted_identifiers = which > 0;
  const std::string printed = fuzzing::printed_again(expression, options);
  if (printed.empty()) return 0;
  const auto again = environment(which).compile(printed);
  require(std::holds_alternative<Program>(again), "what is printed compiles", expression);
  const Program& other = std::get<Program>(again);
  require(to_text(other.result_type()) == to_text(program.result_type()),
          "what is printed has the same type", expression);
  require(other.estimated_cost() == estimate, "what is printed has the same estimate", expression);
  return 0;
}

// Any expression that compiles is evaluated, over any object and within any budget. The budget ends
// it; the outcome is the same however much more is allowed, when it was printed and parsed again,
// and when its constants are variables, so that nothing is folded; `a || b` is `b || a` where
// either is true. (That an estimate bounds the cost does not hold in Kubernetes either.)
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "kube/api/json.h"
#include "rules/cel/evaluation.h"
#include "rules/cel/value_text.h"
#include "test/cel/fuzz_support.h"

namespace {

using namespace drawbridge::cel;
using namespace drawbridge;
using cel::fuzzing::Choices;
using cel::fuzzing::require;

// Under sanitizers, of the processor; it is 100 ms in what is shipped.
constexpr double kSecondsMax = 6;
constexpr std::size_t kArenaBytesMax = std::size_t{256} << 20;

// Variables for literals, by kind.
struct Pool {
  ExprKind kind;
  std::string_view prefix;
  const Type* type;
  std::size_t size;
};
constexpr std::array<Pool, 6> kPools = {{{ExprKind::kNull, "null_", &type::kNull, 1},
                                         {ExprKind::kBool, "bool_", &type::kBool, 2},
                                         {ExprKind::kInt, "int_", &type::kInt, 12},
                                         {ExprKind::kUint, "uint_", &type::kUint, 4},
                                         {ExprKind::kDouble, "double_", &type::kDouble, 4},
                                         {ExprKind::kString, "string_", &type::kString, 12}}};

const Environment& environment() {
  static const Environment made = [] {
    EnvironmentBuilder builder(KubernetesVersion{37});
    builder.add_bindings_macro();
    builder.add_variable("object", &type::kDyn);
    for (const Pool& pool : kPools) {
      for (std::size_t i = 0; i < pool.size; ++i) {
        builder.add_variable(std::string(pool.prefix) + std::to_string(i), pool.type);
      }
    }
    return std::move(builder).build();
  }();
  return made;
}

ParserOptions parser_options() {
  ParserOptions options;
  options.bind_macro = true;
  options.quoted_identifiers = true;
  return options;
}

// JSON with the names that expressions use, and values of any kind.
void write_json(Choices& choices, int depth, std::string& text) {
  static constexpr std::string_view kScalars[] = {"null",
                                                  "true",
                                                  "false",
                                                  "0",
                                                  "1",
                                                  "-3",
                                                  "5",
                                                  "9223372036854775807",
                                                  "1.5",
                                                  "\"\"",
                                                  "\"abc\"",
                                                  "\"12\"",
                                                  "\"10.0.0.1\"",
                                                  "\"1.2.3\"",
                                                  "\"1Gi\"",
                                                  "\"\\u00fc\\ud83d\\ude00\"",
                                                  "\"2024-02-29T12:34:56Z\"",
                                                  "\"1h\""};
  static constexpr std::string_view kNames[] = {"yes",   "number", "text", "numbers",
                                                "texts", "nested", "a",    "b"};
  const std::size_t kind = depth > 3 ? 0 : choices.below(4);
  if (kind < 2) {
    text += kScalars[choices.below(std::size(kScalars))];
    return;
  }
  text += kind == 2 ? '[' : '{';
  const std::size_t count = choices.below(kind == 2 ? 5 : std::size(kNames) + 1);
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) text += ',';
    if (kind == 3) ((text += '"') += kNames[i]) += "\":";
    write_json(choices, depth + 1, text);
  }
  text += kind == 2 ? ']' : '}';
}

kube::Document object_of(Choices& choices) {
  static constexpr std::string_view kUsual = R"({
    "yes": true, "number": 5, "text": "b c", "numbers": [3, 1, 2], "texts": ["a", "", "12"],
    "nested": {"a": 4, "b": -1, "number": 0}, "half": 0.5, "nothing": null})";
  std::string text(kUsual);
  if (choices.below(2) == 1) {
    text.clear();
    write_json(choices, 0, text);
  }
  auto read = kube::read_json(text);
  require(read.ok(), "the object is JSON", text);
  return std::move(*read);
}

struct Ran {
  std::string text;
  bool failed = false;
  bool exceeded = false;
  std::uint64_t cost = 0;
  bool is_true = false;

  friend bool operator==(const Ran& a, const Ran& b) {
    return a.text == b.text && a.failed == b.failed && a.exceeded == b.exceeded && a.cost == b.cost;
  }
};

Ran run(const Program& program, std::span<const Value> variables, std::uint64_t cost_max,
        const std::string& expression) {
  kube::Arena arena;
  const std::clock_t begun = std::clock();
  const Outcome outcome = program.evaluate({.variables = variables}, cost_max, arena);
  const double seconds = static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
  require(seconds < kSecondsMax, "the budget ends it in time", expression);
  require(arena.capacity() <= kArenaBytesMax, "memory is bounded", expression);
  require(outcome.cost_exceeded == (outcome.cost > cost_max) ||
              outcome.value.is_error(),  // what broke, or was free and had no end
          "cost and budget agree", expression);
  require(!outcome.cost_exceeded || outcome.value.is_error(), "over budget is an error",
          expression);
  return {cel_text(outcome.value), outcome.value.is_error(), outcome.cost_exceeded, outcome.cost,
          outcome.value.is_true()};
}

class Runner {
 public:
  explicit Runner(const kube::Document& object) : variables_(1 + 35) {
    variables_[environment().index_of("object")] = Value::json(object.root());
  }

  const Program* compile(const std::string& expression) {
    compiled_.push_back(
        std::make_unique<std::variant<Program, CompileFailure>>(environment().compile(expression)));
    return std::get_if<Program>(compiled_.back().get());
  }

  Ran run(const Program& program, std::uint64_t cost_max, const std::string& expression) const {
    return ::run(program, variables_, cost_max, expression);
  }

  // The expression with variables for its literals, which are bound to them; empty for none.
  std::string without_literals(const std::string& expression) {
    const auto parsed = parse(expression, parser_options());
    const Ast* ast = std::get_if<Ast>(&parsed);
    if (ast == nullptr) return {};
    for (const Pool& pool : kPools) {
      if (expression.find(pool.prefix) != std::string::npos) return {};  // it has them itself
    }
    std::array<std::size_t, kPools.size()> used{};
    const std::string text = unparse(*ast->root(), [&](const Expr& literal) -> std::string {
      for (std::size_t i = 0; i < kPools.size(); ++i) {
        if (kPools[i].kind != literal.kind || used[i] == kPools[i].size) continue;
        const std::string name = std::string(kPools[i].prefix) + std::to_string(used[i]++);
        variables_[environment().index_of(name)] = value_of(literal);
        return name;
      }
      return {};
    });
    return text;
  }

 private:
  Value value_of(const Expr& literal) {
    switch (literal.kind) {
      case ExprKind::kBool:
        return Value::boolean(literal.bool_value);
      case ExprKind::kInt:
        return Value::integer(literal.int_value);
      case ExprKind::kUint:
        return Value::unsigned_integer(literal.uint_value);
      case ExprKind::kDouble:
        return Value::real(literal.double_value);
      case ExprKind::kString:
        return Value::string(arena_.copy(literal.text));
      default:
        return {};
    }
  }

  kube::Arena arena_;
  std::vector<Value> variables_;
  std::vector<std::unique_ptr<std::variant<Program, CompileFailure>>> compiled_;
};

void check_budget(const Runner& runner, const Program& program, const Ran& whole,
                  std::uint64_t budget, const std::string& expression) {
  const Ran some = runner.run(program, budget, expression);
  if (whole.exceeded) return require(some.exceeded, "less budget ends it too", expression);
  if (whole.cost <= budget) return require(some == whole, "enough is enough", expression);
  require(some.exceeded && some.text == kCancelled, "too little ends it", expression);
  require(some.cost > budget && some.cost <= whole.cost + 1, "by one step at most", expression);
}

void check_printed(Runner& runner, const Program& program, const Ran& whole,
                   const std::string& expression) {
  const std::string printed = cel::fuzzing::printed_again(expression, parser_options());
  if (printed.empty()) return;
  const Program* again = runner.compile(printed);
  require(again != nullptr, "what is printed compiles", expression);
  require(again->estimated_cost() == program.estimated_cost(), "and has the same estimate",
          expression);
  require(runner.run(*again, kPerCallCostMax, printed) == whole, "and the same outcome",
          expression);
}

void check_unfolded(Runner& runner, const Ran& whole, const std::string& expression) {
  const std::string text = runner.without_literals(expression);
  const Program* unfolded = text.empty() ? nullptr : runner.compile(text);
  if (unfolded == nullptr) return;
  const Ran other = runner.run(*unfolded, kPerCallCostMax, text);
  if (whole.exceeded || other.exceeded) return;
  // Go's maps, which folded lists become, can't look for these.
  if (whole.failed && whole.text.find("unhashable") != std::string::npos) return;
  require(whole.failed == other.failed && (whole.failed || whole.text == other.text),
          "folded is unfolded",
          expression + "\nas " + text + "\n" + whole.text + "\n" + other.text);
}

void check_either(Runner& runner, Choices& choices) {
  const auto choose = [&](std::size_t bound) { return choices.below(bound); };
  cel::generating::TypedExpressions typed(cel::generating::base_grammar(), choose);
  const std::string a = cel::generating::base_grammar().text_of(typed.make_of("bool", 4));
  const std::string b = cel::generating::base_grammar().text_of(typed.make_of("bool", 4));
  const Program* first = runner.compile(a);
  const Program* second = runner.compile(b);
  const Program* both = runner.compile("(" + a + ") || (" + b + ")");
  const Program* swapped = runner.compile("(" + b + ") || (" + a + ")");
  if (first == nullptr || second == nullptr) return;
  require((both == nullptr) == (swapped == nullptr), "a || b compiles as b || a", a + "\n" + b);
  if (both == nullptr) return;
  const bool either = runner.run(*first, kPerCallCostMax, a).is_true ||
                      runner.run(*second, kPerCallCostMax, b).is_true;
  const Ran one = runner.run(*both, 3 * kPerCallCostMax, a);
  const Ran other = runner.run(*swapped, 3 * kPerCallCostMax, b);
  // What makes cel-go panic ends the whole evaluation.
  const auto broke = [](const Ran& ran) { return ran.text.starts_with(kInternalError); };
  if (either && !one.exceeded && !other.exceeded && !broke(one) && !broke(other)) {
    require(one.is_true && other.is_true, "a || b is true as b || a", a + "\n" + b);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Choices choices({data, size});
  const std::size_t budget_bits = choices.below(21);
  const std::uint64_t budget = choices.below(256) << budget_bits >> 8U;
  const kube::Document object = object_of(choices);
  Runner runner(object);
  if (choices.below(8) == 0) {
    check_either(runner, choices);
    return 0;
  }
  const std::string expression =
      cel::fuzzing::expression_of(choices, cel::generating::base_grammar());
  const Program* program = runner.compile(expression);
  if (program == nullptr) return 0;
  const Ran whole = runner.run(*program, kPerCallCostMax, expression);
  check_budget(runner, *program, whole, budget, expression);
  check_printed(runner, *program, whole, expression);
  check_unfolded(runner, whole, expression);
  return 0;
}

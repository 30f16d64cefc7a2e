// Programs that are run: values, errors and costs, and that a budget ends whatever runs.
#include "rules/cel/interpreter.h"

#include <gtest/gtest.h>

#include <chrono>
#include <set>
#include <string>

#include "kube/api/json.h"
#include "test/cel/evaluation_rows.h"
#include "test/cel/program_support.h"

namespace drawbridge::cel {
namespace {

class Interpreter : public testing::Test {
 protected:
  Interpreter() : document_(kube::read_json(kRowObject)) {
    EXPECT_TRUE(document_.ok());
    object_ = Value::json(document_->root());
  }

  TestOutcome run(std::string_view text, std::uint64_t cost_max = kPerCallCostMax) {
    const TestProgram program = compile_text(text);
    EXPECT_EQ(program.failure, "") << text;
    if (!program.failure.empty()) return {program.failure};
    return run_program(program, object_, cost_max);
  }

  // Ends of its budget, in less than the time that a sanitizer on a busy machine needs.
  void expect_ended(std::string_view text) {
    const TestProgram program = compile_text(text);
    ASSERT_EQ(program.failure, "") << text;
    const auto begun = std::chrono::steady_clock::now();
    const TestOutcome outcome = run_program(program, object_);
    const auto took = std::chrono::steady_clock::now() - begun;
    EXPECT_TRUE(outcome.cost_exceeded) << text;
    EXPECT_EQ(outcome.text, kCancelled) << text;
    EXPECT_LT(took, std::chrono::seconds(kSecondsMax)) << text;
  }

  // Sanitizers and busy machines included; it is some tens of milliseconds.
  static constexpr int kSecondsMax = 20;

  Result<kube::Document> document_;
  Value object_;
};

TEST_F(Interpreter, EveryRowHasKubernetesOutcomeAndCost) {
  for (const EvaluationRow& row : kEvaluationRows) {
    const TestOutcome outcome = run(row.expression);
    EXPECT_EQ(outcome.text, row.outcome) << row.expression;
    EXPECT_EQ(outcome.cost, row.cost) << row.expression;
  }
}

// A budget of the cost is enough, one less is not, and what it leaves is never absorbed.
TEST_F(Interpreter, EveryRowEndsOneUnitBelowItsCost) {
  for (const EvaluationRow& row : kEvaluationRows) {
    // has() of a ?: gives a unit back at its end.
    const std::uint64_t refunded = row.expression.starts_with("has((") ? 1 : 0;
    EXPECT_FALSE(run(row.expression, row.cost + refunded).cost_exceeded) << row.expression;
    if (row.cost == 0) continue;
    const TestOutcome outcome = run(row.expression, row.cost - 1);
    EXPECT_TRUE(outcome.cost_exceeded) << row.expression;
    EXPECT_EQ(outcome.text, kCancelled) << row.expression;
    EXPECT_GE(outcome.cost, row.cost) << row.expression;
  }
}

TEST_F(Interpreter, TheBudgetEndsLoopsInLoops) {
  std::string nested = "object.list.all(z, true)";
  for (int i = 0; i < 12; ++i) {
    nested = "[1,2,3,4,5,6,7,8,9,10].all(x" + std::to_string(i) + ", " + nested + ")";
  }
  expect_ended(nested);
}

// filter(x, false) costs nothing in cel-go.
TEST_F(Interpreter, TheBudgetEndsLoopsThatAreFree) {
  expect_ended(
      "cel.bind(r, lists.range(20000), "
      "r.filter(a, r.filter(b, r.filter(c, false).size() == 1).size() == 1).size() == 0)");
}

// `body` for 20,000 times 20,000 elements x.
std::string twice_over(std::string_view body) {
  return std::string("cel.bind(r, lists.range(20000), r.all(q, dyn(")
      .append(body)
      .append(") == q || true))");
}

TEST_F(Interpreter, TheBudgetEndsWhatGrows) {
  expect_ended(twice_over("r.map(x, [x, x]).size() == 0"));
  expect_ended(twice_over("r.transformMap(i, v, v).size() == 0"));
  expect_ended(twice_over("r.transformMapEntry(i, v, {-v: v}).size() == 0"));
  expect_ended(twice_over("r.transformMapEntry(i, v, {(v * 7919) % 19997: v}).size() == 0"));
  expect_ended(twice_over("r.exists(x, (object.long + object.long).size() == 0)"));
}

// One unit pays for the comparison of lists of any length, and for errors with a text.
TEST_F(Interpreter, TheBudgetEndsWhatIsCheapForItsCost) {
  expect_ended(twice_over("r.exists(x, object.missing == 1)"));
  expect_ended(twice_over("r.exists(x, r == r && x < 0)"));
  expect_ended(
      "cel.bind(r, lists.range(20000), cel.bind(s, r.map(x, r), "
      "r.all(q, s == r.map(x, r) || true)))");
}

// Each level holds the one below twice: comparing all of it would take 2^40 steps.
TEST_F(Interpreter, ListsThatShareAreComparedInTime) {
  std::string left = "[object.i]";
  std::string text = "a39 == b39";
  for (int i = 39; i >= 0; --i) {
    const std::string level = std::to_string(i);
    const std::string below = i == 0 ? "object.list" : "a" + std::to_string(i - 1);
    const std::string other = i == 0 ? "object.list" : "b" + std::to_string(i - 1);
    text = "cel.bind(a" + level + ", [" + below + ", " + below + "], cel.bind(b" + level + ", [" +
           other + ", " + other + "], " + text + "))";
  }
  const TestOutcome outcome = run(text);
  EXPECT_EQ(outcome.text, "true");
}

// 2^31 elements may be, 2^32 may not, and 2^100 wraps no count.
TEST_F(Interpreter, AListThatDoublesEndsAtItsLimit) {
  const auto doubled = [](int times) {
    std::string text = "a" + std::to_string(times) + ".size()";
    for (int i = times; i > 0; --i) {
      const std::string below = "a" + std::to_string(i - 1);
      text = "cel.bind(a" + std::to_string(i) + ", " + below + " + " + below + ", " + text + ")";
    }
    return "cel.bind(a0, [object.i], " + text + ")";
  };
  EXPECT_EQ(run(doubled(31)).text, "2147483648");
  for (const int times : {32, 63, 64, 100}) {
    EXPECT_EQ(run(doubled(times)).text, kCancelled) << times;
    EXPECT_TRUE(run(doubled(times)).cost_exceeded) << times;
  }
}

TEST_F(Interpreter, AVariableOfBindIsComputedOnceAndOnlyIfItIsRead) {
  const TestOutcome once = run("cel.bind(y, object.list.map(x, x), y)");
  const TestOutcome thrice = run("cel.bind(y, object.list.map(x, x), [y, y, y])");
  // Two more names and a list.
  EXPECT_EQ(thrice.cost, once.cost + 2 + 10);
  EXPECT_EQ(run("cel.bind(y, object.missing, true)").cost, 0U);
  EXPECT_EQ(run("cel.bind(y, 1 / 0, object.t || y == 1)").text, "true");
}

// The code of a variable runs in the midst of code that has values in its slots.
TEST_F(Interpreter, AVariableOfBindLeavesTheSlotsOfWhoReadsItAlone) {
  EXPECT_EQ(run("cel.bind(y, [object.i + 1, object.i + 2, object.i + 3], "
                "[object.i + 10, y[0] + object.i, object.i + 20, y[2]])")
                .text,
            "[11, 3, 21, 4]");
  EXPECT_EQ(run("cel.bind(a, object.i + 1, cel.bind(b, a + a * 2, "
                "[object.i, b + a, b * 2 + a]))")
                .text,
            "[1, 8, 14]");
  EXPECT_EQ(run("object.list.map(x, cel.bind(y, x * 2, [x, y, x + y]))").text,
            "[[1, 2, 3], [2, 4, 6], [3, 6, 9]]");
}

// A set of few constants is scanned, one of many searched.
TEST_F(Interpreter, AMemberIsFoundInSetsOfAnySize) {
  for (const int size : {1, 8, 9, 100}) {
    std::string numbers = "[";
    std::string texts = "[";
    for (int i = 0; i < size; ++i) {
      numbers += std::to_string(i * 2) + (i + 1 < size ? ", " : "]");
      texts += "'t" + std::to_string(i * 2) + (i + 1 < size ? "', " : "']");
    }
    for (int i = 0; i < 2 * size; ++i) {
      const std::string text = std::to_string(i);
      const std::string wanted = i % 2 == 0 ? "true" : "false";
      EXPECT_EQ(run(text + " in " + numbers).text, wanted) << text << " of " << size;
      EXPECT_EQ(run("dyn(" + text + "u) in " + numbers).text, wanted) << text << " of " << size;
      EXPECT_EQ(run("dyn(" + text + ".0) in " + numbers).text, wanted) << text << " of " << size;
      EXPECT_EQ(run("'t" + text + "' in " + texts).text, wanted) << text << " of " << size;
    }
    EXPECT_EQ(run("dyn(0.5) in " + numbers).text, "false");
    EXPECT_EQ(run("dyn('0') in " + numbers).text, "false");
    EXPECT_EQ(run("dyn(0.0 / 0.0) in " + numbers).text, "false");
  }
}

TEST_F(Interpreter, AMapOfManyKeysInAnyOrder) {
  EXPECT_EQ(run("lists.range(3000).transformMapEntry(i, v, {(v * 7919) % 3001: v}).size()").text,
            "3000");
  EXPECT_EQ(run("lists.range(3000).transformMapEntry(i, v, {v % 2999: v}).size()").text,
            "insert failed: key 0 already exists");
  EXPECT_EQ(run("lists.range(5).transformMapEntry(i, v, {10 - v: v})").text,
            "{6: 4, 7: 3, 8: 2, 9: 1, 10: 0}");
}

TEST_F(Interpreter, FoldingFailsTheCompilationWithTheConversionsError) {
  EXPECT_EQ(compile_text("int('0x1F')").failure, "type conversion error from 'string' to 'int'");
  EXPECT_EQ(compile_text("object.t || bool('TrUe')").failure,
            "type conversion error from 'string' to 'bool'");
  EXPECT_EQ(compile_text("object[b'a']").failure, "invalid qualifier type: types.Bytes");
  EXPECT_EQ(compile_text("object.s.matches('[')").failure,
            "error parsing regexp: missing closing ]: `[`");
  EXPECT_EQ(compile_text("1 / 0 == 1").failure, "");
}

TEST_F(Interpreter, TheFirstFailureInTheOrderOfPlanningIsTold) {
  // The accumulator's initial value is planned before the range.
  EXPECT_EQ(compile_text("cel.bind(y, int('a'), uint(-1) == uint(y))").failure,
            "type conversion error from 'string' to 'int'");
  EXPECT_EQ(compile_text("uint(-1) == uint('x')").failure, "unsigned integer overflow");
}

TEST_F(Interpreter, ManySlotsLieInTheArena) {
  std::string list = "[object.i";
  for (int i = 0; i < 500; ++i) list += ", object.i + " + std::to_string(i);
  EXPECT_EQ(run(list + "].size()").text, "501");
}

TEST_F(Interpreter, EveryBindingMayBeAnError) {
  const EvalError missing{"no such attribute(s): object"};
  const TestProgram program = compile_text("has(object.a) || object.list.exists(x, x == 1)");
  ASSERT_EQ(program.failure, "");
  const TestOutcome outcome = run_program(program, Value::error(&missing));
  EXPECT_TRUE(outcome.failed);
  EXPECT_EQ(outcome.text, missing.message);
}

// What several evaluations share beside their costs.
TEST_F(Interpreter, EndsWhereTheCallersStepsDo) {
  const Environment environment = EnvironmentBuilder(KubernetesVersion{37}).build();
  for (const std::string_view expression :
       {"[1, 2, 3].map(x, string(x)) == ['1', '2', '3']", "'a,b'.split(',').size() == 2",
        "'abcdefghabcdefgh'.indexOf('b') == 1", "quantity('1Gi').isGreaterThan(quantity('1Mi'))",
        "[[1], [2]] == [[1], [2]]", "lists.range(100).filter(x, false).size() == 0"}) {
    SCOPED_TRACE(expression);
    const auto compiled = environment.compile(expression);
    const auto& program = std::get<Program>(compiled);
    kube::Arena arena;
    const Outcome free = program.evaluate({}, kPerCallCostMax, arena);
    ASSERT_TRUE(free.value.is(ValueKind::kBool));
    EXPECT_TRUE(free.value.as_bool());
    ASSERT_GT(free.steps, 0U);
    EXPECT_FALSE(free.steps_exceeded);
    const Outcome paid = program.evaluate(
        {.variables = {}, .authorizer = nullptr, .time_zones = nullptr, .steps_max = free.steps},
        kPerCallCostMax, arena);
    EXPECT_FALSE(paid.cost_exceeded);
    EXPECT_EQ(paid.steps, free.steps);
    const Outcome ended = program.evaluate(
        {.variables = {}, .authorizer = nullptr, .time_zones = nullptr, .steps_max = 0},
        kPerCallCostMax, arena);
    EXPECT_TRUE(ended.cost_exceeded);
    EXPECT_TRUE(ended.steps_exceeded);
    EXPECT_TRUE(ended.value.is_error());
  }
}

}  // namespace
}  // namespace drawbridge::cel

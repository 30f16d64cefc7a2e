#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "rules/cel/cel.h"

namespace drawbridge::cel {
namespace {

std::string failure_of(const std::variant<Program, CompileFailure>& compiled) {
  const auto* failure = std::get_if<CompileFailure>(&compiled);
  return failure == nullptr ? "compiled" : failure->text;
}

Environment small(KubernetesVersion version = {37}) {
  EnvironmentBuilder builder(version);
  builder.add_variable("x", &type::kInt).add_variable("any", &type::kDyn);
  builder.add_object("Pod", {{"name", &type::kString}});
  builder.add_variable("pod", builder.types().object("Pod"));
  return std::move(builder).build();
}

TEST(Environment, CompilesAndSaysWhatTheProgramIs) {
  const Environment env = small();
  const auto compiled = env.compile("x + 1 > 2 && pod.name == 'a'");
  ASSERT_TRUE(std::holds_alternative<Program>(compiled)) << failure_of(compiled);
  const Program& program = std::get<Program>(compiled);
  EXPECT_EQ(to_text(program.result_type()), "bool");
  EXPECT_EQ(program.estimated_cost(), (CostEstimate{3, 6}));
  EXPECT_EQ(env.index_of("pod"), 2U);
  EXPECT_EQ(env.index_of("nobody"), Environment::npos);
}

TEST(Environment, AProgramOutlivesItsEnvironment) {
  std::variant<Program, CompileFailure> compiled = small().compile("x * 2");
  const Value variables[] = {Value::integer(21), Value(), Value()};
  kube::Arena arena;
  const Outcome outcome =
      std::get<Program>(compiled).evaluate({.variables = variables}, kPerCallCostMax, arena);
  EXPECT_EQ(outcome.value.as_int(), 42);
  EXPECT_EQ(outcome.cost, 2U);
}

TEST(Environment, FailuresNameTheirStageAndPlace) {
  const Environment env = small();
  const auto stage_of = [&](const char* source) {
    return std::get<CompileFailure>(env.compile(source)).stage;
  };
  EXPECT_EQ(stage_of("x +"), CompileFailure::Stage::kParse);
  EXPECT_EQ(stage_of("x + 'a'"), CompileFailure::Stage::kCheck);
  EXPECT_EQ(stage_of("int('a')"), CompileFailure::Stage::kFolding);
  EXPECT_EQ(failure_of(env.compile("x + y")),
            "ERROR: <input>:1:5: undeclared reference to 'y' (in container '')\n"
            " | x + y\n"
            " | ....^");
}

TEST(Environment, LiteralsThatCanOnlyFailAreRefused) {
  const Environment env = small();
  const auto message_of = [&](const std::string& source) {
    const auto compiled = env.compile(source);
    const auto* failure = std::get_if<CompileFailure>(&compiled);
    return failure == nullptr ? "compiled" : failure->issues.front().message;
  };
  EXPECT_EQ(message_of("duration('x')"), "invalid duration argument");
  EXPECT_EQ(message_of("timestamp('2020-01-01')"), "invalid timestamp argument");
  EXPECT_EQ(message_of("timestamp(253402300800)"), "invalid timestamp argument");
  EXPECT_EQ(message_of("timestamp(253402300799)"), "compiled");
  EXPECT_EQ(message_of("'a'.matches('(')"), "invalid matches argument");
  EXPECT_EQ(message_of("[1, 'a']"), "expected type 'int' but found 'string'");
  EXPECT_EQ(message_of("[1, any]"), "expected type 'int' but found 'dyn'");
  EXPECT_EQ(message_of("{'a': 1, 'b': null}"), "expected type 'int' but found 'null'");
  EXPECT_EQ(message_of("'%d %s'.format([1, 'a'])"), "compiled");
  EXPECT_EQ(message_of("'%d'.format(['a'])"),
            "error during formatting: decimal clause can only be used on integers, was given "
            "string");
}

TEST(Environment, NoVariableHoldsATypeThatIsKnownToBeOne) {
  const Environment env = small();
  const auto compiled = env.compile("[int].exists(t, t == type(1))");
  const auto& failure = std::get<CompileFailure>(compiled);
  EXPECT_EQ(failure.stage, CompileFailure::Stage::kFolding);
  EXPECT_EQ(failure.issues.front().message, "reference to undefined type: t");
  EXPECT_EQ(failure_of(env.compile("dyn([int]).exists(t, t == type(1))")), "compiled");
}

TEST(Environment, EachVersionHasItsLanguage) {
  const auto compiles = [](std::uint32_t minor, const char* source) {
    return std::holds_alternative<Program>(small({minor}).compile(source));
  };
  EXPECT_TRUE(compiles(37, "[1, 2].includes(1)"));
  EXPECT_FALSE(compiles(36, "[1, 2].includes(1)"));
  EXPECT_TRUE(compiles(34, "[3, 1].sort()"));
  EXPECT_FALSE(compiles(33, "[3, 1].sort()"));
  EXPECT_TRUE(compiles(33, "isSemver('1.0.0')"));
  EXPECT_FALSE(compiles(32, "isSemver('1.0.0')"));
  EXPECT_TRUE(compiles(32, "[1].all(i, v, i < v)"));
  EXPECT_FALSE(compiles(31, "[1].all(i, v, i < v)"));
  EXPECT_TRUE(compiles(31, "format.named('dns1123Label').hasValue()"));
  EXPECT_FALSE(compiles(30, "format.named('dns1123Label').hasValue()"));
  EXPECT_TRUE(compiles(30, "isIP('::1')"));
  EXPECT_FALSE(compiles(29, "isIP('::1')"));
  EXPECT_FALSE(compiles(37, "cel.bind(a, 1, a)"));
  EXPECT_FALSE(compiles(37, "jsonpatch.escapeKey('a')"));
}

TEST(Environment, IsSharedBetweenThreads) {
  const Environment env = small();
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&env] {
      for (int j = 0; j < 200; ++j) {
        const auto compiled = env.compile("[1, 2, 3].exists(v, v == x) || {'a': [any]}.a[0] == 1");
        EXPECT_TRUE(std::holds_alternative<Program>(compiled)) << failure_of(compiled);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace drawbridge::cel

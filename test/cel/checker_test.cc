#include "rules/cel/checker.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "rules/cel/library/libraries.h"
#include "rules/cel/parser.h"
#include "rules/cel/unify.h"

namespace drawbridge::cel {
namespace {

class CheckerTest : public testing::Test, protected Scope {
 protected:
  CheckerTest() {
    add_standard_operators(own_);
    add_standard_conversions(own_);
    add_standard_text(own_);
    add_standard_time(own_);
    const Type* ip = own_.types().opaque("net.IP");
    own_.add_type("net.IP", ip);
    own_.add("ip.isCanonical",
             {.id = "ip_is_canonical", .params = {&type::kString}, .result = &type::kBool});
    own_.add_type("optional_type", own_.types().optional(own_.types().param("V")));
    variables_ = {{"x", &type::kInt},
                  {"any", &type::kDyn},
                  {"y", &type::kString},
                  {"a.b", &type::kBool},
                  {"maybe", own_.types().wrapper(&type::kInt)},
                  {"address", ip},
                  {"opt", own_.types().optional(own_.types().map(&type::kString, &type::kInt))},
                  {"pod", own_.types().object("Pod")}};
    fields_["Pod"] = {{"name", &type::kString}, {"namespace", &type::kString}};
    declarations = &own_;
    variables = variables_;
  }

  const std::vector<Field>* fields_of(std::string_view name) const override {
    const auto found = fields_.find(name);
    return found == fields_.end() ? nullptr : &found->second;
  }

  std::variant<CheckedAst, std::vector<Issue>> checked(std::string_view source) {
    auto parsed = parse(source, {.bind_macro = true});
    if (auto* issues = std::get_if<std::vector<Issue>>(&parsed)) return std::move(*issues);
    return check(std::move(std::get<Ast>(parsed)), *this);
  }
  // The type, or the errors as "offset: message", one a line.
  std::string outcome(std::string_view source) {
    const auto result = checked(source);
    if (const auto* ast = std::get_if<CheckedAst>(&result)) return to_text(ast->type());
    std::string text;
    for (const Issue& it : std::get<std::vector<Issue>>(result)) {
      text += (text.empty() ? "" : "\n") + std::to_string(it.offset) + ": " + it.message;
    }
    return text;
  }
  Reference root_reference(std::string_view source) {
    auto result = checked(source);
    const auto& ast = std::get<CheckedAst>(result);
    Reference reference = ast.reference_of[ast.ast.root()->id];
    reference.overloads = {};
    return reference;
  }

  Declarations own_;
  std::vector<Variable> variables_;
  std::map<std::string, std::vector<Field>, std::less<>> fields_;
};

TEST_F(CheckerTest, GivesTypes) {
  const std::pair<const char*, const char*> rows[] = {
      {"null", "null"},
      {"1 + 2", "int"},
      {"[1, 2]", "list(int)"},
      {"[]", "list(dyn)"},
      {"{}", "map(dyn, dyn)"},
      {"[[], [1]]", "list(list(int))"},
      {"[1, any]", "list(dyn)"},
      {"[any, 1]", "list(dyn)"},
      {"[1, 'a']", "list(dyn)"},
      {"{'a': [1]}['a'][0]", "int"},
      {"{'a': 1}.a", "int"},
      {"any.a.b[0]", "dyn"},
      {"any + 1", "int"},
      {"any + any", "dyn"},
      {"any < 1", "bool"},
      {"x < 1.5", "bool"},
      {"any ? 1 : 2", "int"},
      {"x == 1 ? [1] : []", "list(int)"},
      {"type(1)", "type(int)"},
      {"type(type(1))", "type(type(int))"},
      {"int", "type(int)"},
      {"net.IP", "type(net.IP)"},
      {"list", "type(list(dyn))"},
      {"google.protobuf.Timestamp", "type(timestamp)"},
      {"a.b", "bool"},
      {".x", "int"},
      {"has(any.a)", "bool"},
      {"maybe + 1", "int"},
      {"maybe == null", "bool"},
      {"maybe", "wrapper(int)"},
      {"null < null", "bool"},
      {"address == null", "bool"},
      {"opt.a", "optional_type(int)"},
      {"pod.namespace", "string"},
      {"pod == null", "bool"},
      {"[1].map(i, i * 2)", "list(int)"},
      {"[1].filter(i, i > 1)", "list(int)"},
      {"{'a': 1}.all(k, k == 'a')", "bool"},
      {"any.exists(i, i)", "bool"},
      {"[].map(i, i)", "list(dyn)"},
      {"cel.bind(l, [1], l + l)", "list(int)"},
      {"ip.isCanonical('::1')", "bool"},
      {"google.protobuf.Int32Value{value: 1}", "wrapper(int)"},
      {"google.protobuf.Struct{}", "map(string, dyn)"},
      {"timestamp(null)", "timestamp"}};
  for (const auto& [source, type] : rows) EXPECT_EQ(outcome(source), type) << source;
}

TEST_F(CheckerTest, SaysWhatIsWrongAsCelGoDoes) {
  const std::pair<const char*, const char*> rows[] = {
      {"z", "0: undeclared reference to 'z' (in container '')"},
      {"z + w",
       "0: undeclared reference to 'z' (in container '')\n"
       "4: undeclared reference to 'w' (in container '')"},
      {"f(1)", "1: undeclared reference to 'f' (in container '')"},
      {"x.f()", "3: undeclared reference to 'f' (in container '')"},
      {"x + y", "2: found no matching overload for '_+_' applied to '(int, string)'"},
      {"1 == 1.0", "2: found no matching overload for '_==_' applied to '(int, double)'"},
      {"y.size(1)", "6: found no matching overload for 'size' applied to 'string.(int)'"},
      {"x && y",
       "0: expected type 'bool' but found 'int'\n"
       "5: expected type 'bool' but found 'string'"},
      {"x ? 1 : 2", "2: found no matching overload for '_?_:_' applied to '(int, int, int)'"},
      {"x.a", "1: type 'int' does not support field selection"},
      {"address.a", "7: type 'net.IP' does not support field selection"},
      {"pod.a", "3: undefined field 'a'"},
      {"[1].all(i, i)", "7: expected type 'bool' but found 'int'"},
      {"x.all(i, true)",
       "0: expression of type 'int' cannot be range of a comprehension (must be list, map, or "
       "dynamic)"},
      {"z.namespace()",
       "0: undeclared reference to 'z' (in container '')\n"
       "11: undeclared reference to 'namespace' (in container '')"},
      {"Missing{}", "7: undeclared reference to 'Missing' (in container '')"},
      {"google.protobuf.Int32Value{value: 'a'}",
       "27: expected type of field 'value' is 'int' but provided type is 'string'"}};
  for (const auto& [source, errors] : rows) {
    const std::string got = outcome(source);
    // Where a node stands is the parser's matter; what is said of it is this one's.
    std::string without_places;
    std::string wanted_without_places;
    const auto strip = [](const std::string& from, std::string& to) {
      for (std::size_t at = 0; at < from.size();) {
        const std::size_t end = std::min(from.find('\n', at), from.size());
        to += from.substr(from.find(": ", at) + 2, end - from.find(": ", at) - 2) + '\n';
        at = end + 1;
      }
    };
    strip(got, without_places);
    strip(errors, wanted_without_places);
    EXPECT_EQ(without_places, wanted_without_places) << source;
  }
}

TEST_F(CheckerTest, LocalsComeBeforeQualifiedNames) {
  EXPECT_EQ(outcome("[{'b': 1}].all(a, a.b == 1)"), "bool");
  EXPECT_EQ(outcome("['s'].all(x, .x == 1)"), "bool");
  locals_come_first = false;
  EXPECT_EQ(outcome("[{'b': 1}].all(a, a.b)"), "bool");
  EXPECT_EQ(outcome("['s'].all(x, .x == 's')"), "bool");
}

TEST_F(CheckerTest, AQualifiedNameIsOneReference) {
  const Reference variable = root_reference("a.b");
  EXPECT_EQ(variable.kind, Reference::Kind::kVariable);
  EXPECT_EQ(variable.variable, 3U);
  const Reference type = root_reference("net.IP");
  EXPECT_EQ(type.kind, Reference::Kind::kNamedType);
  EXPECT_EQ(type.named_type->name, "net.IP");
  EXPECT_EQ(root_reference("pod.name").kind, Reference::Kind::kNone);
}

TEST_F(CheckerTest, SeveralOverloadsRemainOnlyForDyn) {
  auto known = checked("1 + 2");
  const auto& a = std::get<CheckedAst>(known);
  ASSERT_EQ(a.reference_of[a.ast.root()->id].overloads.size(), 1U);
  EXPECT_EQ(a.reference_of[a.ast.root()->id].overloads[0]->id, "add_int64");
  auto unknown = checked("any + any");
  const auto& b = std::get<CheckedAst>(unknown);
  EXPECT_EQ(b.reference_of[b.ast.root()->id].overloads.size(), 9U);
}

TEST_F(CheckerTest, ReportsAtMostSoManyIssues) {
  std::string source = "z";
  for (int i = 0; i < 200; ++i) source += " || z";
  const auto result = checked(source);
  EXPECT_EQ(std::get<std::vector<Issue>>(result).size(), kIssuesMax + 1);
}

// 2^60 leaves of types that differ in one: the graph is compared in bounded time.
TEST_F(CheckerTest, TypesThatShareTheirPartsAreBounded) {
  const auto chain = [](const std::string& first) {
    std::string source = first;
    for (int i = 0; i < 60; ++i) source += ".map(v, {v: v})";
    return source;
  };
  const std::string got = outcome(chain("[any]") + " == " + chain("[1]"));
  EXPECT_NE(got.find("the types of this expression are too complex"), std::string::npos);
  EXPECT_LT(outcome(chain("[1]")).size(), kTypeTextMax + 10);
}

TEST_F(CheckerTest, TypesMayBeSoDeepAndNoDeeper) {
  // Five levels a step: the parser takes neither as many steps nor as many brackets.
  const auto nested = [](std::uint32_t levels) {
    std::string source = "[1]";
    for (std::uint32_t i = 0; i < (levels - 1) / 5; ++i) source += ".map(v, [[[[[v]]]]])";
    const std::uint32_t around = (levels - 1) % 5;
    return std::string(around, '[') + source + std::string(around, ']');
  };
  const auto deepest = checked(nested(kTypeDepthMax));
  ASSERT_TRUE(std::holds_alternative<CheckedAst>(deepest));
  EXPECT_EQ(std::get<CheckedAst>(deepest).type().depth, kTypeDepthMax);
  const std::string deeper = outcome(nested(kTypeDepthMax + 1));
  EXPECT_EQ(deeper.substr(deeper.find(": ")), ": the types of this expression are too complex");
}

// Each of the deepest types' levels is compared, also where what is innermost is known of only one.
TEST_F(CheckerTest, TheDeepestTypesCanBeCompared) {
  const auto nested = [](std::string source) {
    for (std::uint32_t i = 1; i < kTypeDepthMax / 5; ++i) source += ".map(v, [[[[[v]]]]])";
    return "[[[" + source + "]]]";
  };
  for (const char* innermost : {"[[]]", "[{}]", "[[any]]"}) {
    const std::string got = outcome(nested(innermost) + " == " + nested("[[1]]"));
    EXPECT_EQ(got.find("too complex"), std::string::npos) << innermost << ": " << got;
  }
}

class UnifierTest : public testing::Test {
 protected:
  TypeTable types_;
  kube::Arena arena_;
  Unifier unifier_{types_, arena_};
};

TEST_F(UnifierTest, WhatFailsLeavesNoTrace) {
  const Type* a = unifier_.fresh();
  const Type* from[] = {&type::kInt, &type::kString};
  const Type* to[] = {a, &type::kBool};
  EXPECT_FALSE(unifier_.assignable(from, to));
  EXPECT_EQ(unifier_.substitute(a, false), a);
  EXPECT_TRUE(unifier_.assignable(&type::kInt, a));
  EXPECT_EQ(unifier_.substitute(a, false), &type::kInt);
  EXPECT_FALSE(unifier_.assignable(&type::kString, a));
}

TEST_F(UnifierTest, AParameterIsNeverWithinItself) {
  const Type* a = unifier_.fresh();
  EXPECT_FALSE(unifier_.assignable(types_.list(a), a));
  EXPECT_FALSE(unifier_.assignable(a, types_.map(&type::kString, types_.list(a))));
}

TEST_F(UnifierTest, DynTakesAllAndWidens) {
  const Type* a = unifier_.fresh();
  EXPECT_TRUE(unifier_.assignable(&type::kInt, a));
  EXPECT_TRUE(unifier_.assignable(&type::kDyn, a));
  EXPECT_EQ(unifier_.substitute(a, false), &type::kDyn);
  EXPECT_EQ(unifier_.most_general(types_.list(&type::kInt), types_.list(&type::kDyn)),
            types_.list(&type::kDyn));
}

TEST_F(UnifierTest, NullGoesForWhatMayBeNull) {
  EXPECT_TRUE(unifier_.assignable(&type::kNull, types_.wrapper(&type::kInt)));
  EXPECT_TRUE(unifier_.assignable(&type::kNull, &type::kTimestamp));
  EXPECT_TRUE(unifier_.assignable(&type::kNull, types_.object("x")));
  EXPECT_FALSE(unifier_.assignable(&type::kNull, &type::kInt));
  EXPECT_FALSE(unifier_.assignable(&type::kNull, types_.list(&type::kInt)));
  EXPECT_TRUE(unifier_.assignable(types_.wrapper(&type::kInt), &type::kInt));
  EXPECT_FALSE(unifier_.assignable(types_.wrapper(&type::kInt), &type::kUint));
}

TEST_F(UnifierTest, ATypeThatIsTooDeepIsNotMade) {
  const Type* deepest = &type::kInt;
  for (std::uint32_t i = 0; i < kTypeDepthMax; ++i) deepest = unifier_.list(deepest);
  EXPECT_EQ(deepest->depth, kTypeDepthMax);
  EXPECT_FALSE(unifier_.too_complex());
  EXPECT_EQ(unifier_.list(deepest), &type::kDyn);
  EXPECT_TRUE(unifier_.too_complex());
  EXPECT_EQ(unifier_.map(&type::kString, deepest), &type::kDyn);
  EXPECT_EQ(unifier_.optional(deepest), &type::kDyn);
}

TEST_F(UnifierTest, ParametersThatStandForOneAnotherAreFollowedSoFar) {
  // Each stands for the next; to reach the last takes a comparison for each, and one that sees
  // whether the last is within what it is to stand for.
  const auto is_followed = [&](std::uint32_t parameters) {
    TypeTable types;
    Unifier unifier(types, arena_);
    const Type* first = unifier.fresh();
    const Type* last = first;
    for (std::uint32_t i = 1; i < parameters; ++i) {
      const Type* next = unifier.fresh();
      EXPECT_TRUE(unifier.assignable(next, last));
      last = next;
    }
    return unifier.assignable(&type::kInt, first) && !unifier.too_complex();
  };
  EXPECT_TRUE(is_followed(kTypeNestingMax - 1));
  EXPECT_FALSE(is_followed(kTypeNestingMax));
}

TEST_F(UnifierTest, FreeParametersBecomeDynInTheEnd) {
  const Type* a = unifier_.fresh();
  const Type* list = types_.list(a);
  EXPECT_EQ(unifier_.substitute(list, false), list);
  EXPECT_EQ(to_text(*unifier_.substitute(list, true)), "list(dyn)");
  EXPECT_EQ(to_text(*list), "list(_var0)");
}

}  // namespace
}  // namespace drawbridge::cel

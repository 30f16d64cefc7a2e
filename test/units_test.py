"""Plants names that are the same in the files of a unit and expects units.py to name them."""

import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import units  # noqa: E402

ONE = """namespace drawbridge::rules {
namespace {

constexpr int kMost = 3;
struct World {
  int width = 0;
};
std::string told(const std::string& what,
                 int count) {
  return what;
}

}  // namespace

int shared() {
  return told("a", 1);
}

}  // namespace drawbridge::rules
"""


class Units(unittest.TestCase):
    def test_same_names_are_told_with_their_files(self):
        other = ONE.replace("int count", "std::size_t count")
        both = ["a.cc", "b.cc"]
        self.assertEqual(units.shared({"a.cc": ONE, "b.cc": other}),
                         {("drawbridge::rules", name): both for name in ("told", "kMost", "World")})

    def test_other_names_and_other_namespaces_are_none_of_it(self):
        other = ONE.replace("told", "shown").replace("kMost", "kLeast").replace("World", "Town")
        self.assertEqual(units.shared({"a.cc": ONE, "b.cc": other}), {})
        self.assertEqual(units.shared({"a.cc": ONE, "b.cc": ONE.replace("::rules", "::quota")}), {})

    def test_what_others_may_call_is_left_to_the_linker(self):
        open_ones = "namespace drawbridge::rules {\n\nint shared() {\n}\n\n}  // namespace drawbridge::rules\n"
        self.assertEqual(units.shared({"a.cc": open_ones, "b.cc": open_ones}), {})

    def test_calls_and_tests_are_no_functions(self):
        calls = "namespace drawbridge::rules {\nnamespace {\n\nTEST(Rules, told) {\n  return told(1);\n}\n"
        self.assertEqual(units.shared({"a.cc": ONE, "b.cc": calls}), {})

    def test_a_type_that_a_header_shows_is_told_where_both_are_found(self):
        header = "namespace drawbridge::rules {\n\nclass World {\n};\nstd::string told(int count);\n"
        user = "namespace drawbridge::rules {\n\nvoid use(const World& world) {\n}\n"
        files = {"a.cc": ONE, "b.cc": user}
        self.assertEqual(units.beside_headers(files, {"world.h": header}),
                         {("drawbridge::rules", "World"): ["a.cc", "world.h", "b.cc"]})
        for other in (header.replace("::rules", ""), header.replace("class World {", "class World;")):
            self.assertEqual(units.beside_headers(files, {"world.h": other}), {})
        # Where it stands by itself, what is nearer is meant.
        for other in (user.replace("World&", "Town&"), user.replace("World&", "cel::World&"),
                      user.replace("use", "use(int);  // World").replace("World&", "Town&"),
                      user.replace("{\n\n", "{\nnamespace {\n\n")):
            files["b.cc"] = other
            self.assertEqual(units.beside_headers(files, {"world.h": header}), {}, other)

    def test_a_function_that_hides_a_header_s_is_told(self):
        header = "namespace drawbridge::rules {\n\nstd::string told(double count);\n"
        user = "namespace drawbridge::rules {\nnamespace {\n\nvoid use() {\n  told(0.5);\n}\n"
        files = {"a.cc": ONE, "b.cc": user}
        self.assertEqual(units.beside_headers(files, {"told.h": header}),
                         {("drawbridge::rules", "told"): ["a.cc", "told.h", "b.cc"]})
        # What comes before it, and what stands in the namespace itself, finds the header's.
        self.assertEqual(units.beside_headers({"b.cc": user, "a.cc": ONE}, {"told.h": header}), {})
        for other in (user.replace("namespace {\n", ""), user.replace("told(", "rules::told("),
                      user.replace("told(0.5)", "const bool told = true")):
            files["b.cc"] = other
            self.assertEqual(units.beside_headers(files, {"told.h": header}), {}, other)

    def test_an_alias_is_told_beside_what_else_has_the_name(self):
        own = "namespace drawbridge::rules {\nnamespace {\n\nusing World = std::vector<int>;\n"
        brings = "namespace drawbridge::rules {\nnamespace {\n\nusing cel::World;\n"
        named = {("drawbridge::rules", "World"): ["a.cc", "b.cc"]}
        for other in (ONE, brings, own.replace("int", "long")):
            self.assertEqual(units.torn_aliases({"a.cc": own, "b.cc": other}), named, other)
        self.assertEqual(units.torn_aliases({"a.cc": ONE, "b.cc": brings}), named)
        for other in (own, own.replace("::rules", "::quota"), own.replace("World", "Town")):
            self.assertEqual(units.torn_aliases({"a.cc": own, "b.cc": other}), {}, other)

    def test_headers_are_followed(self):
        found = units.headers_of(['#include "rules/checks/checks.h"\n#include "no/such.h"\n'])
        self.assertIn("rules/checks/facts.h", found)
        self.assertNotIn("no/such.h", found)

    def test_a_declaration_is_no_definition(self):
        ahead = "namespace drawbridge::rules {\nnamespace {\n\nstruct World;\n"
        self.assertEqual(units.shared({"a.cc": ONE, "b.cc": ahead}), {})


if __name__ == "__main__":
    unittest.main()

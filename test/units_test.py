"""Plants functions of the same name in the files of a unit and expects units.py to name them."""

import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import units  # noqa: E402

ONE = """namespace drawbridge::rules {
namespace {

constexpr int kMost = 3;
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
        self.assertEqual(units.shared({"a.cc": ONE, "b.cc": other}),
                         {("drawbridge::rules", "told"): ["a.cc", "b.cc"]})

    def test_other_names_and_other_namespaces_are_none_of_it(self):
        self.assertEqual(units.shared({"a.cc": ONE, "b.cc": ONE.replace("told", "shown")}), {})
        self.assertEqual(units.shared({"a.cc": ONE, "b.cc": ONE.replace("::rules", "::quota")}), {})

    def test_what_others_may_call_is_left_to_the_linker(self):
        open_ones = "namespace drawbridge::rules {\n\nint shared() {\n}\n\n}  // namespace drawbridge::rules\n"
        self.assertEqual(units.shared({"a.cc": open_ones, "b.cc": open_ones}), {})

    def test_calls_and_tests_are_no_functions(self):
        calls = ONE.replace("std::string told(", "TEST(Rules, Told") + "  return told(1);\n"
        self.assertEqual(units.shared({"a.cc": ONE, "b.cc": calls}), {})


if __name__ == "__main__":
    unittest.main()

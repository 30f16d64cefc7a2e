"""scripts/count.py: each test is counted once, and what a failed one said stands beside its name."""

import json
import os
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class CountTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def count(self, *arguments):
        command = [sys.executable, os.path.join(ROOT, "scripts", "count.py"), *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()

    def test_go(self):
        def event(action, test, output=None):
            fields = {"Action": action, "Package": "p", "Test": test, "Output": output}
            return json.dumps({name: value for name, value in fields.items() if value is not None})

        said = self.count("go", self.write("events", "\n".join((
            event("output", "T/x", "=== RUN   T/x\n"), event("output", "T/x", "    a_test.go:1: not asked\n"),
            event("fail", "T/x"), event("pass", "T/y"), event("skip", "T/z"), event("fail", "T"),
            event("fail", None)))))
        self.assertEqual(said[:4], ["1 1 1", "failed: p T/x", "    |     a_test.go:1: not asked", "skipped: p T/z"])

    def test_go_says_only_the_beginning(self):
        lines = [json.dumps({"Action": "output", "Package": "p", "Test": "T", "Output": f"{i} {'x' * 300}\n"})
                 for i in range(20)]
        lines.append(json.dumps({"Action": "fail", "Package": "p", "Test": "T"}))
        why = [line for line in self.count("go", self.write("events", "\n".join(lines))) if line.startswith("    | ")]
        self.assertEqual([line.split()[1] for line in why], [str(i) for i in range(12)])
        self.assertEqual({len(line) for line in why}, {240 + len("    | ")})

    def test_gtest(self):
        def test(name, result, *failures):
            return {"name": name, "result": result, "failures": [{"failure": text} for text in failures]}

        self.write("reports/test_a.json", json.dumps({"testsuites": [{"name": "S", "testsuite": [
            test("Good", "COMPLETED"), test("Bad", "COMPLETED", "a.cc:3\nExpected 1\n", "a.cc:4\nExpected 2"),
            test("Out", "SKIPPED")]}]}))
        junit = self.write("junit.xml", '<testsuite><testcase name="test_a" status="fail"/>'
                           '<testcase name="test_b" status="run"/><testcase name="test_c" status="fail"/></testsuite>')
        self.assertEqual(self.count("ctest", junit, os.path.join(self.folder, "reports")), [
            "2 2 1", "failed: S.Bad", "    | a.cc:3", "    | Expected 1", "    | a.cc:4", "    | Expected 2",
            "failed: test_c (it ended badly: a crash, a time-out, a leak at its end)", "skipped: S.Out"])

    def test_unittest(self):
        log = self.write("log", "FAIL: test_x (a.B)\nRan 3 tests in 1 s\nFAILED (failures=1, skipped=1)\n")
        self.assertEqual(self.count("unittest", log), ["1 1 1", "failed: test_x (a.B)", "skipped: a Python test"])


if __name__ == "__main__":
    unittest.main()

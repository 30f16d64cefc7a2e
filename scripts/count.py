#!/usr/bin/env python3
"""Counts what a test runner did, test by test, from the report that it wrote.

    count.py ctest JUNIT_XML GTEST_JSON_DIR    a run of ctest over GoogleTest binaries
    count.py go EVENTS                         the output of `go test -json`
    count.py unittest LOG                      the output of `python3 -m unittest`

Prints `PASSED FAILED SKIPPED`, then a line for each test that failed or was skipped, below it the
beginning of what a failed one said, and then what the runner itself said where that is not in the
log already.
"""

import glob
import json
import os
import re
import sys
import xml.etree.ElementTree as ElementTree


# Of what a failed test said, the lines that stand beside its name: who reads a CI has no other log.
WHY_LINES_MAX = 12
WHY_COLUMNS_MAX = 240


class Counts:
    def __init__(self):
        self.passed = 0
        self.failed = []
        self.why = {}
        self.skipped = []
        self.said = []

    def fail(self, name, said=()):
        self.failed.append(name)
        lines = [line.rstrip() for text in said for line in text.split("\n")]
        self.why[name] = [line for line in lines if line]

    def print(self):
        print(self.passed, len(self.failed), len(self.skipped))
        for name in self.failed:
            print("failed:", name)
            for line in self.why.get(name, [])[:WHY_LINES_MAX]:
                print("    | " + line[:WHY_COLUMNS_MAX])
        for name in self.skipped:
            print("skipped:", name)
        for line in self.said:
            print(line)


def count_gtest(report, counts):
    """Adds one binary's report and returns how many of its tests failed."""
    failed = 0
    for suite in report["testsuites"]:
        for test in suite["testsuite"]:
            name = f"{suite['name']}.{test['name']}"
            if test.get("failures"):
                counts.fail(name, (failure.get("failure", "") for failure in test["failures"]))
                failed += 1
            elif test["result"] == "COMPLETED":
                counts.passed += 1
            else:  # SKIPPED by the test itself, SUPPRESSED when its name begins with DISABLED_
                counts.skipped.append(name)
    return failed


def count_ctest(junit, reports):
    counts = Counts()
    binaries = {}
    for path in glob.glob(os.path.join(reports, "*.json")):
        # A test's message may hold any bytes.
        with open(path, encoding="utf-8", errors="replace") as file:
            binaries[os.path.basename(path)[:-len(".json")]] = json.loads(file.read(), strict=False)
    for case in ElementTree.parse(junit).getroot().iter("testcase"):
        name, status = case.get("name"), case.get("status")
        failed = 0
        if name in binaries:
            failed = count_gtest(binaries[name], counts)
        elif status == "run":
            counts.passed += 1
        if status == "fail" and not failed:
            counts.fail(f"{name} (it ended badly: a crash, a time-out, a leak at its end)")
        elif status not in ("run", "fail"):
            counts.skipped.append(f"{name} ({status})")
    return counts


def count_go(path):
    counts = Counts()
    results, output = {}, {}
    with open(path, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            if not line.startswith("{"):
                counts.said.append(line.rstrip())
                continue
            event = json.loads(line)
            key = (event.get("Package") or event.get("ImportPath", ""), event.get("Test"))
            if event["Action"] in ("output", "build-output"):
                output.setdefault(key, []).append(event["Output"].rstrip("\n"))
            elif event["Action"] in ("pass", "fail", "skip", "build-fail"):
                results[key] = event["Action"]
    parents = {(package, test.rsplit("/", 1)[0]) for package, test in results if test and "/" in test}
    for (package, test), action in results.items():
        said = output.get((package, test), [])
        if test is None:
            alone = action == "fail" and not any(
                pair[0] == package and pair[1] and result == "fail"
                for pair, result in results.items())
            if alone:
                counts.fail(f"{package} (before or after its tests)")
            counts.said += said if alone or action == "build-fail" else [
                line for line in said if line.startswith(("ok", "FAIL\t", "panic"))]
            continue
        if action == "fail":
            counts.said += said
        if (package, test) in parents:
            continue
        if action == "pass":
            counts.passed += 1
        elif action == "fail":
            counts.fail(f"{package} {test}", (line for line in said if not line.lstrip().startswith("=== ")))
        else:
            counts.skipped.append(f"{package} {test}")
    return counts


def count_unittest(path):
    counts = Counts()
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read()
    counts.failed = sorted(set(re.findall(r"^(?:FAIL|ERROR): (.*)$", text, re.M)))
    skipped = re.search(r"skipped=(\d+)", text)
    counts.skipped = ["a Python test"] * int(skipped.group(1) if skipped else 0)
    ran = sum(int(number) for number in re.findall(r"^Ran (\d+) tests?", text, re.M))
    counts.passed = max(0, ran - len(counts.failed) - len(counts.skipped))
    return counts


def main():
    readers = {"ctest": count_ctest, "go": count_go, "unittest": count_unittest}
    readers[sys.argv[1]](*sys.argv[2:]).print()


if __name__ == "__main__":
    main()

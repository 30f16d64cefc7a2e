#!/usr/bin/env python3
"""CEL beside cel-go with Kubernetes' libraries: the same expressions, compiled and evaluated, in one run.

Prints a table of the rows in bench/cel-go/selectors.jsonl and, for cel-spec's expressions, the geometric means, the
rows where we are slower, and the rows with regular expressions apart. A ratio is cel-go's CPU time divided by ours. Exits
with 1 where the outcomes or costs of a row differ, since times of different things are no comparison, and where a
selector that makes no library value allocates.
"""

import argparse
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
# Below this many nanoseconds a ratio says more of the clock than of the engines.
NOISE_NS = 5.0
# Rows whose time is the regular expressions': RE2's beside Go's regexp.
REGEX = re.compile(r"\.(matches|find|findAll)\(|\bmatches\(")
# What ends at the budget of a million.
BUDGET = 1_000_000


def rows_of(text):
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def run(command, **kwargs):
    return subprocess.run(command, check=True, capture_output=True, text=True, **kwargs).stdout


def measure_theirs(program, device, rows):
    answers = rows_of(run([program, "measure", device], input="".join(json.dumps(row) + "\n" for row in rows)))
    return {answer["name"]: answer for answer in answers}


def measure_ours(program, device, rows, seconds):
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)
        file.flush()
        text = run([program, device, file.name, "--benchmark_format=json", f"--benchmark_min_time={seconds}",
                    "--benchmark_repetitions=3", "--benchmark_report_aggregates_only=false"])
    best = {}
    for entry in json.loads(text)["benchmarks"]:
        if entry.get("run_type") == "aggregate" or entry.get("error_occurred"):
            continue
        stage, name = entry["run_name"].split("/", 1)
        kept = best.setdefault(name, {}).get(stage)
        if kept is None or entry["cpu_time"] < kept["cpu_time"]:
            best[name][stage] = entry
    return best


def mean(ratios):
    return math.exp(sum(math.log(ratio) for ratio in ratios) / len(ratios)) if ratios else float("nan")


def of_suite(rows, theirs, ours):
    """Ratios of the rows that both take, by stage and kind; how many have another outcome or cost."""
    ratios = {(stage, regex): [] for stage in ("compile", "evaluate") for regex in (False, True)}
    differ = []
    for row in rows:
        them, us = theirs[row["name"]], ours.get(row["name"], {})
        taken = "evaluate" in us
        # What an error cost before it came depends on the order in which a map of Go is walked.
        counts = them["outcome"] == "value"
        if (them["outcome"] == "refused") == taken or (counts and us["evaluate"]["cost"] != them["cost"]):
            differ.append(row["name"])
        if them["outcome"] == "refused" or not taken:
            continue
        for stage in ("compile", "evaluate"):
            ours_ns = max(us[stage]["cpu_time"], NOISE_NS)
            ratios[stage, bool(REGEX.search(row["expression"]))].append((them[f"{stage}_ns"] / ours_ns, row["name"]))
    return ratios, differ


def show_selectors(rows, theirs, ours):
    differ, allocating = [], []
    print(f"{'row':28} {'compile us':>22} {'ratio':>6}   {'evaluate ns':>26} {'ratio':>6} {'allocations':>12}")
    for row in rows:
        name = row["name"]
        them, us = theirs[name], ours[name]
        compile_ns, evaluate_ns = us["compile"]["cpu_time"], us["evaluate"]["cpu_time"]
        if us["evaluate"]["cost"] != them["cost"] or bool(us["evaluate"]["error"]) != (them["outcome"] == "error"):
            differ.append(name)
        allocations = round(us["evaluate"]["allocations"])
        if row.get("scalars") and allocations:
            allocating.append(name)
        print(f"{name:28} {them['compile_ns'] / 1e3:10.1f} : {compile_ns / 1e3:9.2f} "
              f"{them['compile_ns'] / compile_ns:6.1f}   {them['evaluate_ns']:14.0f} : {evaluate_ns:9.1f} "
              f"{them['evaluate_ns'] / evaluate_ns:6.1f} {them['allocations']:6.0f} : {allocations}")
        if us["evaluate"]["cost"] > BUDGET:
            print(f"{'':28} per unit of cost: {them['evaluate_ns'] / them['cost']:.1f} : "
                  f"{evaluate_ns / us['evaluate']['cost']:.1f} ns")
    return differ, allocating


def show_clusters(rows, theirs, ours):
    for row in rows:
        if not row.get("cluster"):
            continue
        us = ours[row["name"]]
        devices = us["match"]["devices"]
        print(f"\n{devices:.0f} devices x {row['name']}, one core: matched in {us['match']['real_time'] / 1e6:.1f} ms "
              f"({us['match']['matches']:.0f} match; cel-go's {theirs[row['name']]['evaluate_ns'] * devices / 1e6:.0f} ms "
              f"by the row above); read from their slices before, once, in {us['read']['real_time'] / 1e6:.1f} ms")


def show_suite(rows, theirs, ours):
    ratios, differ = of_suite(rows, theirs, ours)
    taken = sum(len(found) for (stage, _), found in ratios.items() if stage == "compile")
    print(f"\ncel-spec: {taken} expressions that both take, {len(differ)} of {len(rows)} with another outcome or cost")
    for (stage, regex), found in ratios.items():
        if not found:
            continue
        found.sort()
        kind = "regular expressions" if regex else "the rest"
        print(f"  {stage:8} {kind}: {len(found)} rows, {mean([ratio for ratio, _ in found]):.1f} times faster in "
              f"geometric mean, least {found[0][0]:.1f} ({found[0][1]})")
        for ratio, name in found:
            if ratio < 1:
                print(f"    slower: {ratio:.2f} {name}")
    return differ


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ours", required=True, help="the program bench_cel")
    parser.add_argument("--cel-go", required=True, help="the program bench/cel-go")
    parser.add_argument("--suite", help="a folder of cel-spec's tests; without it, only selectors are measured")
    parser.add_argument("--limit", type=int, default=2000, help="expressions of the suite that are measured at most")
    options = parser.parse_args()
    device = str(HERE / "cel-go/device.json")
    selectors = rows_of((HERE / "cel-go/selectors.jsonl").read_text())
    theirs = measure_theirs(options.cel_go, device, selectors)
    ours = measure_ours(options.ours, device, selectors, 0.1)
    differ, allocating = show_selectors(selectors, theirs, ours)
    show_clusters(selectors, theirs, ours)
    if options.suite:
        rows = {row["name"]: row for row in rows_of(run([options.cel_go, "suite", options.suite]))}
        rows = list(rows.values())[:options.limit]
        differ += show_suite(rows, measure_theirs(options.cel_go, device, rows),
                             measure_ours(options.ours, device, rows, 0.005))
    if allocating:
        sys.exit("cel: evaluation allocates: " + ", ".join(allocating))
    if differ:
        sys.exit("cel: another outcome or cost than cel-go: " + ", ".join(differ))


if __name__ == "__main__":
    main()

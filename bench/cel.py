#!/usr/bin/env python3
"""CEL beside cel-go with Kubernetes' libraries: the same expressions, compiled and evaluated, in one run.

Prints a table of the selectors in bench/cel-go/selectors.jsonl and, for cel-spec's expressions, the geometric means
and the slowest ratios. A ratio is cel-go's time divided by ours. Exits with 1 where the outcomes or costs of a
selector differ, since times of different things are no comparison.
"""

import argparse
import json
import math
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
# Below this many nanoseconds a ratio says more of the clock than of the engines.
NOISE_NS = 5.0
SLOWEST_SHOWN = 5


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
        if kept is None or entry["real_time"] < kept["real_time"]:
            best[name][stage] = entry
    return best


def mean(ratios):
    return math.exp(sum(math.log(ratio) for ratio in ratios) / len(ratios)) if ratios else float("nan")


def show_selectors(rows, theirs, ours):
    differ = []
    print(f"{'selector':28} {'compile us':>22} {'ratio':>6}   {'evaluate ns':>24} {'ratio':>6} {'allocations':>12}")
    for row in rows:
        name = row["name"]
        them, us = theirs[name], ours[name]
        compile_ns, evaluate_ns = us["compile"]["real_time"], us["evaluate"]["real_time"]
        if us["evaluate"]["cost"] != them["cost"] or bool(us["evaluate"]["error"]) != (them["outcome"] == "error"):
            differ.append(name)
        print(f"{name:28} {them['compile_ns'] / 1e3:10.1f} : {compile_ns / 1e3:9.2f} "
              f"{them['compile_ns'] / compile_ns:6.1f}   {them['evaluate_ns']:12.0f} : {evaluate_ns:9.1f} "
              f"{them['evaluate_ns'] / evaluate_ns:6.1f} {them['allocations']:6.0f} : "
              f"{us['evaluate']['allocations']:.0f}")
        if us["evaluate"]["cost"] > 1e6:
            print(f"{'':28} per cost unit: {them['evaluate_ns'] / them['cost']:.0f} : "
                  f"{evaluate_ns / us['evaluate']['cost']:.1f} ns")
    return differ


def show_suite(rows, theirs, ours):
    ratios = {"compile": [], "evaluate": []}
    differ = 0
    for row in rows:
        them, us = theirs[row["name"]], ours.get(row["name"], {})
        if them["outcome"] == "refused" or "evaluate" not in us:
            differ += (them["outcome"] == "refused") != ("evaluate" not in us)
            continue
        differ += us["evaluate"]["cost"] != them["cost"]
        for stage in ratios:
            ours_ns = max(us[stage]["real_time"], NOISE_NS)
            ratios[stage].append((them[f"{stage}_ns"] / ours_ns, row["name"]))
    print(f"\ncel-spec: {len(ratios['compile'])} expressions that both take, {differ} of {len(rows)} with another outcome "
          "or cost")
    for stage, found in ratios.items():
        found.sort()
        print(f"  {stage}: {mean([ratio for ratio, _ in found]):.1f} times faster in geometric mean; least: " +
              ", ".join(f"{ratio:.1f} ({name})" for ratio, name in found[:SLOWEST_SHOWN]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ours", required=True, help="the program bench_cel")
    parser.add_argument("--cel-go", required=True, help="the program bench/cel-go")
    parser.add_argument("--suite", help="a folder of cel-spec's tests; without it, only selectors are measured")
    parser.add_argument("--limit", type=int, default=2000, help="expressions of the suite that are measured at most")
    options = parser.parse_args()
    device = str(HERE / "cel-go/device.json")
    selectors = rows_of((HERE / "cel-go/selectors.jsonl").read_text())
    differ = show_selectors(selectors, measure_theirs(options.cel_go, device, selectors),
                            measure_ours(options.ours, device, selectors, 0.1))
    if options.suite:
        rows = {row["name"]: row for row in rows_of(run([options.cel_go, "suite", options.suite]))}
        rows = list(rows.values())[:options.limit]
        show_suite(rows, measure_theirs(options.cel_go, device, rows), measure_ours(options.ours, device, rows, 0.005))
    if differ:
        sys.exit("cel: another outcome or cost than cel-go: " + ", ".join(differ))


if __name__ == "__main__":
    main()

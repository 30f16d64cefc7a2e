#!/usr/bin/env python3
"""DeviceRules beside the API server's own evaluator of ValidatingAdmissionPolicies, and beside OPA's Rego.

The policies of bench/vap/policies.jsonl, each written in CEL and in Rego, over one pod, in one run: 1, 10 and 100 of
them, compiled before. CPU time counts, of all threads; engines take turns, and the best of the turns counts. Exits
with 1 where the engines refuse the pod differently often, since times of different things are no comparison.
"""

import argparse
import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
COUNTS = [1, 10, 100]


def run(command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def measure_ours(program, policies, review, seconds):
    text = run([program, policies, review, "--benchmark_format=json", f"--benchmark_min_time={seconds}"])
    rows = {}
    for entry in json.loads(text)["benchmarks"]:
        if "error_message" in entry:
            sys.exit(f"rules: {entry['run_name']}: {entry['error_message']}")
        what, count = entry["run_name"].split("/")
        rows[what, int(count)] = {"ns": entry["cpu_time"], "allocations": round(entry["allocations"]),
                                  "refused": round(entry.get("refused", 0))}
    return rows


def measure_theirs(program, policies, review):
    text = run([program, policies, review, *map(str, COUNTS)])
    return {(row["engine"], row["rules"]): row for row in map(json.loads, text.splitlines())}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ours", required=True, help="the program bench_rules")
    parser.add_argument("--vap", required=True, help="the program of bench/vap")
    parser.add_argument("--rounds", type=int, default=3, help="turns of each engine")
    parser.add_argument("--seconds", type=float, default=0.5, help="of ours, for each number of rules")
    options = parser.parse_args()
    policies = str(HERE / "vap/policies.jsonl")
    review = str(HERE / "reviews/left-alone.json")
    best = {}
    for _ in range(options.rounds):
        for rows in (measure_ours(options.ours, policies, review, options.seconds),
                     measure_theirs(options.vap, policies, review)):
            for key, row in rows.items():
                if key not in best or row["ns"] < best[key]["ns"]:
                    best[key] = row
    print(f"{'rules':>5} {'engine':12} {'us a request':>13} {'us a rule':>10} {'ratio':>6} {'allocations':>12}")
    differ = []
    for count in COUNTS:
        ours = best["judge", count]
        for engine, name in (("judge", "drawbridge"), ("vap", "VAP"), ("rego", "Rego (OPA)")):
            row = best[engine, count]
            print(f"{count:5} {name:12} {row['ns'] / 1e3:13.2f} {row['ns'] / 1e3 / count:10.3f} "
                  f"{row['ns'] / ours['ns']:6.1f} {row['allocations']:12}")
            if row["refused"] != ours["refused"]:
                differ.append(f"{name} refuses {row['refused']} by {count} rules, drawbridge {ours['refused']}")
    print("\nthe whole decision of drawbridge, from the decoded review to its findings")
    for count in [0, *COUNTS]:
        row = best["decide", count]
        print(f"{count:5} {'':12} {row['ns'] / 1e3:13.2f} {'':10} {'':6} {row['allocations']:12}")
    if differ:
        sys.exit("rules: " + "; ".join(differ))


if __name__ == "__main__":
    main()

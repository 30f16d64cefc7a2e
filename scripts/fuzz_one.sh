#!/usr/bin/env bash
# Runs one fuzz target from its kept inputs: fuzz_one.sh SECONDS fuzz_NAME
# New inputs go to build/fuzz/found/NAME, what crashes to build/fuzz/crashes; the kept ones in
# test/fuzz/corpus/NAME are only read.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=$1
target=$2
name=${target#fuzz_}
corpus=test/fuzz/corpus/$name
found=build/fuzz/found/$name
log=build/logs/$target.log

if [[ -z $(ls -A "$corpus" 2>/dev/null) ]]; then
  echo "$target has no inputs to start from: put some into $corpus"
  exit 1
fi
mkdir -p "$found" build/fuzz/crashes build/logs
options=(-max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1
  -artifact_prefix="build/fuzz/crashes/$name-")
[[ ! -f test/fuzz/$name.dict ]] || options+=(-dict="test/fuzz/$name.dict")
if timeout "$((seconds + 120))" "build/asan/fuzzers/$target" "${options[@]}" "$found" "$corpus" \
  >"$log" 2>&1; then
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  echo "$target: $runs runs, $(find "$found" -type f | wc -l) new inputs, no crash"
  exit 0
fi
tail -n 60 "$log"
echo "$target failed. Again: build/asan/fuzzers/$target build/fuzz/crashes/$name-*  (log: $log)"
exit 1

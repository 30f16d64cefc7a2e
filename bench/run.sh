#!/usr/bin/env bash
# Benchmarks. Usage: bench/run.sh [serve [--rounds N] [--seconds N] | cel [--limit N] | hostile [ROUNDS] | rules [--rounds N] | view [--seconds N] [--rate N] | quota [--rounds N] [--seconds N] | kueue]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cache=${DRAWBRIDGE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/drawbridge}

name=${1:-serve}
[ $# -gt 0 ] && shift
case $name in
  serve)
    for tool in nginx wrk go openssl curl taskset; do
      command -v "$tool" >/dev/null || { echo "bench: $tool is missing; ./dev setup bench installs it" >&2; exit 1; }
    done
    echo "building the controller-runtime webhook to compare with" >&2
    (cd "$here/webhook" && go build -trimpath -o "$cache/bench/webhook" .)
    cc -O2 -shared -fPIC -o "$cache/bench/awake.so" "$here/awake.c"
    exec python3 "$here/serve.py" --go-webhook "$cache/bench/webhook" --awake "$cache/bench/awake.so" "$@"
    ;;
  cel)
    command -v go >/dev/null || { echo "bench: go is missing; ./dev setup bench installs it" >&2; exit 1; }
    echo "building cel-go with Kubernetes' libraries to compare with" >&2
    (cd "$here/cel-go" && go build -trimpath -o "$cache/bench/cel-go" .)
    suite=$(cd "$here/cel-go" && go list -m -f '{{.Dir}}' cel.dev/expr)/tests/simple/testdata
    exec python3 "$here/cel.py" --ours "$here/../build/release/bench/bench_cel" --cel-go "$cache/bench/cel-go" \
      --suite "$suite" "$@"
    ;;
  rules)
    command -v go >/dev/null || { echo "bench: go is missing; ./dev setup bench installs it" >&2; exit 1; }
    echo "building the API server's evaluator of policies and OPA to compare with" >&2
    (cd "$here/vap" && go build -trimpath -o "$cache/bench/vap" .)
    exec python3 "$here/rules.py" --ours "$here/../build/release/bench/bench_rules" --vap "$cache/bench/vap" "$@"
    ;;
  view)
    for tool in go openssl taskset; do
      command -v "$tool" >/dev/null || { echo "bench: $tool is missing; ./dev setup bench installs it" >&2; exit 1; }
    done
    echo "building a controller-runtime manager to compare with" >&2
    (cd "$here/view" && go build -trimpath -o "$cache/bench/view" .)
    programs=$("$here/../test/cluster/tools/build.sh")
    exec python3 "$here/view.py" --view "$cache/bench/view" --programs "$programs" "$@"
    ;;
  quota)
    command -v go >/dev/null || { echo "bench: go is missing; ./dev setup bench installs it" >&2; exit 1; }
    cd "$here/../test"
    exec go run ./cluster/cmd/quotabench "$@"
    ;;
  hostile)
    exec "$here/../build/release/bench/bench_hostile" "$@"
    ;;
  kueue)
    exec "$here/../build/release/bench/bench_kueue" "$@"
    ;;
  *)
    echo "bench: there is no benchmark called $name; there are: serve, cel, hostile, rules, view, quota, kueue" >&2
    exit 1
    ;;
esac

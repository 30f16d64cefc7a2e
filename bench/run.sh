#!/usr/bin/env bash
# Benchmarks. Usage: bench/run.sh [serve] [--rounds N] [--seconds N]
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
  *)
    echo "bench: there is no benchmark called $name; there is: serve" >&2
    exit 1
    ;;
esac

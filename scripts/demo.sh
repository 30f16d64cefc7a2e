#!/usr/bin/env bash
# The main job on the embedded default, no cluster needed: first on files, then over HTTPS.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
drawbridge=build/release/drawbridge

bold=$'\e[1m' dim=$'\e[2m' plain=$'\e[0m' color=always
if [ ! -t 1 ] || [ -n "${NO_COLOR:-}" ]; then
  bold='' dim='' plain='' color=never
fi

say() { printf '\n%s%s%s\n' "$bold" "$1" "$plain"; }
explain() { printf '%s%s%s\n' "$dim" "$1" "$plain"; }

# review FILE EXPECTED_STATUS: a demo that shows something else than it says must fail.
review() {
  local status=0
  printf '\n$ drawbridge review --state examples/cluster %s\n' "$1"
  "$drawbridge" review --color "$color" --state examples/cluster "$1" || status=$?
  if [ "$status" -ne "$2" ]; then
    echo "demo: drawbridge review ended with $status instead of $2" >&2
    exit 1
  fi
}

say '1. A rewrite: nvidia.com/gpu becomes a claim'
explain 'The DeviceMapping in examples/cluster/mappings.yaml says which device stands for the name.'
review examples/1-rewrite.yaml 0

say '2. An overlap: the same GPU asked for by two paths'
explain 'Kubernetes would take two devices and say nothing.'
review examples/2-overlap.yaml 0

say '3. A quota: refused when it is applied, not Pending for hours'
explain 'Kubernetes would accept the Job, and its pod would stay Pending; here whoever applies it is told.'
review examples/3-quota.yaml 1

say '4. A GPU and a network card on one PCIe root, a MIG slice for the sidecar'
review examples/4-aligned.yaml 0

say '5. The same over HTTPS, as an API server asks'
scratch=$(mktemp -d)
server=''
stop() {
  if [ -n "$server" ]; then
    kill "$server" 2>/dev/null || true
    wait "$server" 2>/dev/null || true
  fi
  rm -rf "$scratch"
}
trap stop EXIT
: >"$scratch/serve.out" # it is read before the server has begun
: >"$scratch/serve.log"
"$drawbridge" serve --state examples/cluster --listen 127.0.0.1:0 --http-listen 127.0.0.1:0 \
  --write-ca "$scratch/ca.pem" --shutdown-delay 0 --log-level warn >"$scratch/serve.out" 2>"$scratch/serve.log" &
server=$!

# give_up WHAT: with the end of what the server said.
give_up() {
  {
    printf 'demo: %s. The end of what it said:\n' "$1"
    cat "$scratch/serve.out" "$scratch/serve.log" | tail -n 20
    printf 'To see more, start it by itself:\n  %s serve --state examples/cluster %s --log-level debug\n' \
      "$drawbridge" '--listen 127.0.0.1:0 --http-listen 127.0.0.1:0'
  } >&2
  exit 1
}

url=''
for _ in $(seq 100); do
  url=$(sed -n 's/.* serves \(https:[^ ]*\).*/\1/p' "$scratch/serve.out")
  if [ -n "$url" ] || ! kill -0 "$server" 2>/dev/null; then
    break
  fi
  sleep 0.1
done
if [ -z "$url" ]; then
  kill -0 "$server" 2>/dev/null || give_up 'drawbridge serve ended before it served'
  give_up 'drawbridge serve did not say within 10 s where it serves'
fi
printf '\n$ drawbridge serve --state examples/cluster\n%s\n' "$(cat "$scratch/serve.out")"
python3 scripts/demo_https.py "$url" "$scratch/ca.pem" || give_up 'the server did not do what it should'

say 'Next'
echo 'README.md shows how to register it with a cluster; ./dev cluster starts one with everything in it.'

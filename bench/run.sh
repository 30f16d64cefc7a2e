#!/usr/bin/env bash
# Benchmarks of what ./dev bench has built: bench/run.sh [--check] [NAME [OPTION...]]
# --check only says what is wrong with these words, or missing for them; --help lists them.
set -euo pipefail
called_from=$PWD
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
here=$root/bench
# shellcheck source=scripts/common.sh
source "$root/scripts/common.sh"
# shellcheck source=scripts/setup.sh
source "$root/scripts/setup.sh"
PATH=$PATH:/usr/sbin  # Debian's nginx is there, where only root looks

# Name; what has to be on PATH, Go with the module that it builds; options.
benches=(
  "serve   go:bench/webhook,nginx,wrk,openssl,curl,taskset [--rounds N] [--seconds N]"
  "cel     go:bench/cel-go [--limit N]"
  "rules   go:bench/vap [--rounds N] [--seconds N]"
  "view    go:bench/view,openssl,taskset,chrt [--seconds N] [--rate N] [--requests N] [--keep FOLDER]"
  "quota   go:test [--rounds N] [--seconds N] [--clients N] [--namespaces N]"
  "hostile - [ROUNDS]"
  "kueue   - [--benchmark_*=VALUE]"
)

usage() {
  local bench
  printf './dev bench [NAME [OPTION...]]\n\n'
  printf 'Measures drawbridge beside others; without NAME, serve. docs/bench.md says what each measures.\n\n'
  for bench in "${benches[@]}"; do
    read -r name needs options <<<"$bench"
    printf '    %-8s %s\n' "$name" "$options"
  done
}

# find_bench NAME: sets $name, $needs and $options.
find_bench() {
  local bench names=()
  for bench in "${benches[@]}"; do
    read -r name needs options <<<"$bench"
    [[ $name != "$1" ]] || return 0
    names+=("$name")
  done
  die "There is no benchmark '$1'. There are: ${names[*]}"
}

check_options() {
  local argument option known
  read -ra known <<<"${options//[][]/}"
  for argument in "$@"; do
    [[ $argument == -* ]] || continue
    for option in "${known[@]%%=*}"; do
      # shellcheck disable=SC2053  # a pattern
      [[ ${argument%%=*} != $option ]] || continue 2
    done
    die "./dev bench $name has no option '$argument'. It has: $options"
  done
}

check_needs() {
  local tools tool
  IFS=, read -ra tools <<<"${needs#-}"
  for tool in "${tools[@]}"; do
    if [[ $tool == go:* ]]; then
      setup_go "$root/${tool#go:}"
    elif ! command -v "$tool" >/dev/null; then
      setup bench
      command -v "$tool" >/dev/null ||
        die "./dev bench $name needs $tool, which is not on PATH." \
          "./dev setup bench installs it where there is apt-get; elsewhere install what scripts/packages.txt" \
          "lists for bench."
    fi
  done
}

only_check=''
case ${1:-} in
  -h | --help)
    usage
    exit
    ;;
  --check)
    only_check=yes
    shift
    ;;
esac
find_bench "${1:-serve}"
(($# == 0)) || shift
check_options "$@"
check_needs
[[ -z $only_check ]] || exit 0

case $name in
  serve)
    echo "building the controller-runtime webhook to compare with" >&2
    (cd "$here/webhook" && go build -trimpath -o "$cache/bench/webhook" .)
    cc -O2 -shared -fPIC -o "$cache/bench/awake.so" "$here/awake.c"
    exec python3 "$here/serve.py" --go-webhook "$cache/bench/webhook" --awake "$cache/bench/awake.so" "$@"
    ;;
  cel)
    echo "building cel-go with Kubernetes' libraries to compare with" >&2
    (cd "$here/cel-go" && go build -trimpath -o "$cache/bench/cel-go" .)
    suite=$(cd "$here/cel-go" && go list -m -f '{{.Dir}}' cel.dev/expr)/tests/simple/testdata
    exec python3 "$here/cel.py" --ours "$here/../build/release/bench/bench_cel" --cel-go "$cache/bench/cel-go" \
      --suite "$suite" "$@"
    ;;
  rules)
    echo "building the API server's evaluator of policies and OPA to compare with" >&2
    (cd "$here/vap" && go build -trimpath -o "$cache/bench/vap" .)
    exec python3 "$here/rules.py" --ours "$here/../build/release/bench/bench_rules" --vap "$cache/bench/vap" "$@"
    ;;
  view)
    echo "building a controller-runtime manager to compare with" >&2
    (cd "$here/view" && go build -trimpath -o "$cache/bench/view" .)
    programs=$("$here/../test/cluster/tools/build.sh")
    exec python3 "$here/view.py" --view "$cache/bench/view" --programs "$programs" "$@"
    ;;
  quota)
    cd "$here/../test"
    exec go run ./cluster/cmd/quotabench "$@"
    ;;
  hostile)
    exec "$here/../build/release/bench/bench_hostile" "$@"
    ;;
  kueue)
    exec "$here/../build/release/bench/bench_kueue" "$@"
    ;;
esac

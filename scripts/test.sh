# shellcheck shell=bash
# ./dev test: the stages, one after the other, and what they cost. Sourced after setup.sh.

# Name, budget in seconds on 2 cores from empty caches, and what it holds. All of them together with
# ./dev lint stay under 45 minutes.
stages=(
  "layers    15  where includes may point, and the tests of test/*.py"
  "unit     800  all unit tests of the release build; beside it Go builds the cluster's programs"
  "asan     480  the same under AddressSanitizer and UndefinedBehaviorSanitizer"
  "tsan     300  what has threads, under ThreadSanitizer"
  "aarch64  280  the pure layers, cross-compiled, under qemu"
  "fuzz     110  each fuzz target for a bounded time, from its kept inputs"
  "cluster  320  end to end on a real Kubernetes control plane"
)

print_stages() {
  local stage name budget holds
  for stage in "${stages[@]}"; do
    read -r name budget holds <<<"$stage"
    printf '    %-8s %4d s  %s\n' "$name" "$budget" "$holds"
  done
}

# --- counting

# count RUNNER ARGUMENTS...: adds what scripts/count.py reads to the stage's counts; ends the stage
# when a test failed, or was skipped in CI.
count() {
  local said passed failed skipped
  said=$(python3 "$root/scripts/count.py" "$@") || die "scripts/count.py can't read: $*"
  read -r passed failed skipped <<<"$said"
  printf '%d %d %d\n' "$passed" "$failed" "$skipped" >>"$counts"
  tail -n +2 <<<"$said" >>"$log"
  tail -n +2 <<<"$said" | grep -E '^(ok|FAIL|failed:|    \|)' | tail -n 60 || true
  if ((skipped > 0)); then
    grep '^skipped:' <<<"$said" | head -n 20
    if in_ci; then
      printf '  %d tests were skipped, and in CI every test has to run\n' "$skipped"
      exit 1
    fi
  fi
  ((failed == 0)) || exit 1
}

# --- tests of C++

# More options of ctest, for a stage that leaves some tests out.
ctest_options=()

# Names of the tests with this label ('' for all), which are also the names of their targets.
tests_labelled() {
  ctest --test-dir "$root/build/$1" -N ${2:+-L "^$2\$"} "${ctest_options[@]}" | sed -n 's/^ *Test *#[0-9]*: //p'
}

# cpp_tests PRESET LABEL: builds the tests with this label ('' for all) and runs them.
cpp_tests() {
  local preset=$1 label=$2 targets
  configure "$preset"
  step "names within a unit" python3 test/units.py "build/$preset"
  mapfile -t targets < <(tests_labelled "$preset" "$label")
  ((${#targets[@]})) || die "build/$preset has no test${label:+ with the label $label}:" \
    "drawbridge_test(... LABELS $label) in test/ adds one."
  build "$preset" "${targets[@]}"
  run_cpp_tests "$preset" "$label"
}

run_cpp_tests() {
  local preset=$1 label=$2 status=0 reports=$logs/$stage-reports
  rm -rf "$reports"
  mkdir -p "$reports"
  # One more than processors: the tests of the client and of the leader's duties wait most of their time.
  try_step "run the tests" env GTEST_OUTPUT="json:$reports/" "${without_aslr[@]}" \
    ctest --test-dir "$root/build/$preset" ${label:+-L "^$label\$"} "${ctest_options[@]}" \
    --no-tests=error --output-on-failure -j "$(($(nproc) + 1))" --output-junit "$reports/junit.xml" || status=$?
  ((status == 0)) || show_log_end
  grep -E '^[0-9]+% tests passed' "$log" || true
  count ctest "$reports/junit.xml" "$reports"
  return "$status"
}

# The sanitizers of g++ 12 and clang 14 can't lay out their memory where the kernel randomises more than 28 bits.
without_aslr=()
avoid_aslr() {
  if setarch -R true 2>/dev/null; then
    without_aslr=(setarch -R)
  fi
}

# --- programs in Go

# Each script builds one and says where it is on the last line of its stdout.
declare -A go_scripts=([oracle]=test/oracle/build.sh [tools]=test/cluster/tools/build.sh)

# start_go_builds NAME...: one after the other, beside the C++ build.
start_go_builds() {
  local name arguments=()
  for name in "$@"; do
    rm -f "$logs/$name.status"
    [[ ! -x ${go_scripts[$name]} ]] || arguments+=("$name" "${go_scripts[$name]}")
  done
  # shellcheck disable=SC2016  # expanded by the shell that it starts
  setsid bash -c '
    root=$PWD
    cd "$1" && shift
    while (($#)); do
      status=0
      "$root/$2" >"$1.path" 2>"$1.log" </dev/null || status=$?
      echo "$status" >"$1.status"
      shift 2
    done' go-builds "$logs" "${arguments[@]}" &
  go_builds=$!
  trap 'kill -- "-$go_builds" 2>/dev/null || true' EXIT
}

wait_for_status() {
  until [[ -s $1 ]]; do
    sleep 1
  done
}

# go_program NAME: waits for it and prints where it is into $go_program.
go_program() {
  step "wait for Go: $1" wait_for_status "$logs/$1.status"
  if [[ $(cat "$logs/$1.status") != 0 ]]; then
    log=$logs/$1.log
    show_log_end
    exit 1
  fi
  go_program=$(tail -n 1 "$logs/$1.path")
}

# The oracle answers what Kubernetes' own Go code would; tests that compare with it need it.
use_oracle() {
  [[ -x ${go_scripts[oracle]} ]] || return 0
  if ! command -v go >/dev/null; then
    printf '  no go on PATH: the tests that compare with Go implementations are skipped\n'
    return 0
  fi
  go_program oracle
  export DRAWBRIDGE_ORACLE=$go_program
}

# --- the stages; each runs in a subshell with its own log, and `exit 1` in it ends only the stage

stage_layers() {
  local status=0
  step "direction of includes" python3 test/layers.py
  # Those that begin with a d need the program, and run with the unit tests.
  try_step "tests of test/*.py" python3 -m unittest discover -v -s test -p '[!d]*_test.py' || status=$?
  ((status == 0)) || show_log_end
  count unittest "$log"
  return "$status"
}

stage_unit() {
  configure release
  step "names within a unit" python3 test/units.py build/release
  build release all
  use_oracle
  run_cpp_tests release ''
  test_program
  [[ -z ${DRAWBRIDGE_LONG:-} ]] || build_for_debugger
}

# Each source by itself and without inlining: a missing #include or definition shows here alone.
build_for_debugger() {
  configure debug
  build debug all
}

# The program as it is built, and the pages against it: codes, links, manifests, commands and what
# they print.
test_program() {
  local status=0 all=$log
  take_log unit.program
  try_step "test the program and the documentation" env DRAWBRIDGE_BIN="$root/build/release/drawbridge" \
    python3 -m unittest discover -v -s test -p 'd*_test.py' || status=$?
  ((status == 0)) || show_log_end
  count unittest "$log"
  log=$all
  return "$status"
}

stage_asan() {
  # What the generator of expressions makes and what stands in the sources is the same in every build.
  export GTEST_FILTER='-*GrammarCompleteness.*:Codes.*InTheSources*'
  export ASAN_OPTIONS=detect_stack_use_after_return=1:check_initialization_order=1
  export UBSAN_OPTIONS=print_stacktrace=1
  use_oracle
  avoid_aslr
  cpp_tests asan ''
}

stage_tsan() {
  export TSAN_OPTIONS=second_deadlock_stack=1
  use_oracle
  avoid_aslr
  cpp_tests tsan threads
}

stage_aarch64() {
  setup_arm64
  # qemu takes minutes for what compares with Go, for thousands of cases made by chance, for millions of nodes and for a
  # walk through all sources; and what must end in time does so on a processor, not under qemu.
  ctest_options=(-LE '^oracle$')
  export GTEST_FILTER='-*GrammarCompleteness.*:*PropertyTest.*:Text.EndsAtItsLength:Hostile*.*:*.Hostile*'
  GTEST_FILTER+=':Codes.*InTheSources*:YamlLimits.Nodes'
  cpp_tests aarch64 pure
}

stage_fuzz() {
  local targets seconds=20
  [[ -d test/fuzz ]] || die "test/fuzz is not there: it holds the fuzz targets and their inputs."
  [[ -z ${DRAWBRIDGE_LONG:-} ]] || seconds=600
  configure asan
  mapfile -t targets < <(ninja -C build/asan -t targets all | sed -n 's/^\(fuzz_[a-z0-9_]*\): phony$/\1/p')
  ((${#targets[@]})) || die "No target is added by drawbridge_fuzzer(...) in test/fuzz."
  build asan "${targets[@]}"
  step "run ${#targets[@]} fuzz targets for $seconds s each" run_fuzzers "$seconds" "${targets[@]}"
  grep '^fuzz_' "$log" || true
  printf '%d 0 0\n' "${#targets[@]}" >>"$counts"
}

run_fuzzers() {
  printf '%s\n' "${@:2}" | xargs -P "$(nproc)" -n 1 "$root/scripts/fuzz_one.sh" "$1"
}

stage_cluster() {
  local status=0 events=$logs/cluster.events
  [[ -d test/cluster ]] || die "test/cluster is not there: it holds the end-to-end tests."
  setup_go "$root/test/cluster/tools"
  configure release
  build release drawbridge
  go_program tools
  try_step "go test ./cluster/..." go_tests "$root/test" "$events" -timeout 25m ./cluster/... || status=$?
  count go "$events"
  [[ -z ${DRAWBRIDGE_LONG:-} ]] || beside_kueue || status=$?
  return "$status"
}

go_tests() {
  cd "$1" && go test -json -count=1 "${@:3}" >"$2"
}

# What Drawbridge says of queues, held against Kueue's own code, whose packages take minutes to build.
beside_kueue() {
  local status=0 events=$logs/cluster.kueue.events
  step "go vet test/kueue" vet_beside_kueue
  try_step "go test test/kueue" go_tests "$root/test/kueue" "$events" -timeout 40m . -for 10m || status=$?
  count go "$events"
  return "$status"
}

vet_beside_kueue() {
  cd "$root/test/kueue" && go vet ./...
}

# --- running them

run_stage() {
  local status=0 start=$SECONDS
  stage=$1
  counts=$logs/$stage.counts
  take_log "$stage"
  : >"$counts"
  printf '%s\n' "$stage"
  # Not in a condition, which would switch off -e inside.
  set +e
  (
    set -e
    trap 'times >"$logs/$stage.times"' EXIT
    "stage_$stage"
  )
  status=$?
  set -e
  printf '%d %d\n' "$status" "$((SECONDS - start))" >"$logs/$stage.result"
  ((status == 0)) || printf '  %s failed. Log: build/logs/%s.log. Again: ./dev test %s\n' \
    "$stage" "$stage" "$stage"
}

# CPU seconds of a stage's commands, from the second line that `times` printed: 1m2.345s 0m6.789s
cpu_seconds() {
  awk 'NR == 2 { gsub(/[ms]/, " "); printf "%d", 60 * $1 + $2 + 60 * $3 + $4 }' "$logs/$1.times"
}

# Prints the table and the closing line; fails when a stage did.
report() {
  local stage_line name budget holds status seconds passed failed skipped verdict
  local all_passed=0 all_failed=0 all_seconds=0
  printf '\n%-8s %-6s %8s %8s %8s %8s %8s %8s\n' stage '' passed failed skipped 'CPU s' seconds budget
  for stage_line in "${stages[@]}"; do
    read -r name budget holds <<<"$stage_line"
    [[ " $* " == *" $name "* ]] || continue
    read -r status seconds <"$logs/$name.result"
    read -r passed failed skipped < <(
      awk '{p += $1; f += $2; s += $3} END {print p + 0, f + 0, s + 0}' "$logs/$name.counts")
    verdict=passed
    if ((status != 0)); then
      verdict=FAILED
      ((failed > 0)) || failed=1
    fi
    printf '%-8s %-6s %8d %8d %8d %8d %8d %8d%s\n' "$name" "$verdict" "$passed" "$failed" \
      "$skipped" "$(cpu_seconds "$name")" "$seconds" "$budget" \
      "$( ((seconds <= budget)) || printf '  over budget')"
    all_passed=$((all_passed + passed))
    all_failed=$((all_failed + failed))
    all_seconds=$((all_seconds + seconds))
  done
  printf '%-8s %-6s %8d %8d %8s %8s %8d\n\n' all '' "$all_passed" "$all_failed" '' '' "$all_seconds"
  printf '%d passed, %d failed\n' "$all_passed" "$all_failed"
  ((all_failed == 0))
}

stage_names() {
  printf '%s\n' "${stages[@]}" | awk '{print $1}'
}

# What the chosen stages need from this machine, in as few installations as possible.
prepare() {
  local chosen=" $* " groups=(build) programs=()
  [[ ! $chosen =~ \ (asan|tsan|aarch64|fuzz|cluster)\  ]] || groups+=(test)
  setup "${groups[@]}"
  [[ ! $chosen =~ \ (unit|asan|tsan)\  ]] || programs+=(oracle)
  [[ ! $chosen =~ \ cluster\  ]] || programs+=(tools)
  if [[ $chosen == *" cluster "* ]] || in_ci; then
    setup_go "$root/test/cluster/tools"
  fi
  if ((${#programs[@]})) && command -v go >/dev/null; then
    start_go_builds "${programs[@]}"
  fi
}

# test_command [--long] [STAGE...]
test_command() {
  local argument name chosen=()
  for argument in "$@"; do
    if [[ $argument == --long ]]; then
      export DRAWBRIDGE_LONG=1
    elif stage_names | grep -qx -- "$argument"; then
      chosen+=("$argument")
    else
      die "./dev test has no stage '$argument'. It has:" "$(print_stages)"
    fi
  done
  ((${#chosen[@]})) || mapfile -t chosen < <(stage_names)
  take_log test
  prepare "${chosen[@]}"
  for name in "${chosen[@]}"; do
    run_stage "$name"
  done
  report "${chosen[@]}"
}

# shellcheck shell=bash
# ./dev lint and ./dev fmt. Sourced after test.sh.

# What git knows, and what is new and not ignored.
tracked() {
  git ls-files --cached --others --exclude-standard -- "$@" | sort -u | while read -r path; do
    [[ ! -f $path ]] || printf '%s\n' "$path"
  done
}

# Those that are run; shellcheck follows them into what they source.
shell_scripts() {
  tracked | while read -r path; do
    if head -c 64 "$path" | head -n 1 | grep -aq '^#!.*sh$'; then
      printf '%s\n' "$path"
    fi
  done
}

go_modules() {
  tracked '*go.mod' | xargs -r -n 1 dirname
}

lint_format() {
  local unformatted
  unformatted=$(tracked '*.cc' '*.h' | xargs -r clang-format --dry-run 2>&1 |
    sed -n 's/:[0-9]*:[0-9]*: warning: code should be clang-formatted.*//p' | sort | uniq -c)
  [[ -z $unformatted ]] || {
    printf 'Places in files; ./dev fmt mends them:\n%s\n' "$unformatted"
    return 1
  }
}

lint_shell() {
  shell_scripts | xargs -r shellcheck -x
}

lint_gofmt() {
  local unformatted
  unformatted=$(tracked '*.go' | xargs -r gofmt -l)
  [[ -z $unformatted ]] || {
    printf 'Not formatted; ./dev fmt mends them:\n%s\n' "$unformatted"
    return 1
  }
}

lint_go_vet() {
  local module
  for module in $(go_modules); do
    # A module that only pins tools has no package to vet.
    [[ -n $(tracked "$module/*.go") ]] || continue
    # Kueue's packages take minutes to build: ./dev test --long vets it, which builds them.
    [[ $module != test/kueue ]] || continue
    (cd "$module" && go vet ./...) || return 1
  done
}

# rules/shape/schema_data.cc is what test/oracle/schemas makes.
lint_schemas() {
  (cd test/oracle && GOWORK=off go test ./schemas)
}

lint_python() {
  tracked '*.py' | PYTHONPYCACHEPREFIX=$cache/pycache xargs -r python3 -m py_compile
}

# lint_step NAME WHAT COMMAND...: one kind of fault; all kinds are looked for before the command fails.
lint_step() {
  take_log "lint-$1"
  if ! try_step "${@:2}"; then
    show_log_end
    lint_faults=$((lint_faults + 1))
  fi
}

lint_command() {
  lint_faults=0
  setup build lint
  take_log lint
  configure debug
  step "configure units" cmake -S "$root" --preset debug -B build/units -DDRAWBRIDGE_UNIT_SOURCES=16
  lint_step format "layout of C++ (clang-format)" lint_format
  lint_step layers "direction of includes" python3 test/layers.py
  lint_step names "names within a unit" python3 test/units.py build/units
  if [[ -f test/coroutines.py ]]; then
    lint_step coroutines "coroutines that g++ 12 miscompiles" python3 test/coroutines.py
  fi
  lint_step shell "shell scripts (shellcheck)" lint_shell
  lint_step python "Python compiles" lint_python
  if [[ -n $(tracked '*.go') ]]; then
    setup_go "$root/test/cluster/tools"
    lint_step gofmt "layout of Go (gofmt)" lint_gofmt
    lint_step vet "mistakes in Go (go vet)" lint_go_vet
    lint_step schemas "schemas that are not what their types say" lint_schemas
  fi
  lint_step tidy "mistakes in C++ (clang-tidy)" python3 scripts/tidy.py build/debug "$cache/tidy" build/units
  ((lint_faults == 0)) || die "$lint_faults kinds of fault. Whole logs: build/logs/lint-*.log"
  printf 'nothing to complain about\n'
}

fmt_command() {
  setup lint
  take_log fmt
  tracked '*.cc' '*.h' >build/logs/fmt.files
  step "format C++ (clang-format)" xargs -r -a build/logs/fmt.files clang-format -i
  if command -v gofmt >/dev/null && [[ -n $(tracked '*.go') ]]; then
    tracked '*.go' >build/logs/fmt.files
    step "format Go (gofmt)" xargs -r -a build/logs/fmt.files gofmt -w
  fi
}

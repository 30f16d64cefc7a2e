# shellcheck shell=bash
# What the commands of ./dev share: steps, logs, and builds. Sourced with $root set, and $called_from,
# the folder in which the caller stands.

# What is wrong and what to do, on stderr; ends the command.
die() {
  printf '%s\n' "$@" >&2
  exit 1
}

# no_option COMMAND OPTION
no_option() {
  die "./dev $1 has no option '$2'. ./dev help $1 lists what it has."
}

# callers_path PATH: absolute, as the caller means it.
callers_path() {
  if [[ $1 == /* ]]; then
    printf '%s\n' "$1"
  else
    printf '%s\n' "$called_from/$1"
  fi
}

if [[ -z ${DRAWBRIDGE_CACHE:-}${XDG_CACHE_HOME:-}${HOME:-} ]]; then
  die "HOME is not set, so there is no place for what is kept between builds." \
    "Set HOME, or DRAWBRIDGE_CACHE to a folder that you may write to."
fi
cache=$(callers_path "${DRAWBRIDGE_CACHE:-${XDG_CACHE_HOME:-${HOME:-}/.cache}/drawbridge}")
logs=$root/build/logs
log=$logs/dev.log  # of the step that runs; a stage of ./dev test has its own
export DRAWBRIDGE_CACHE=$cache
# By its dependencies a source is known without being preprocessed, which a miss would pay for.
export CCACHE_DIR=$cache/ccache CCACHE_BASEDIR=$root CCACHE_DEPEND=1
# As the cluster's programs are built: what Go has compiled for one it has compiled for all.
export CGO_ENABLED=0 GOFLAGS="${GOFLAGS:+$GOFLAGS }-trimpath"

in_ci() { [[ ${CI:-} == true ]]; }

# take_log NAME: what follows is written to build/logs/NAME.log, from its start.
take_log() {
  mkdir -p "$logs"
  log=$logs/$1.log
  : >"$log"
}

# Beside a step on a terminal: its seconds, and how far ninja is.
ticker() {
  local what=$1 start=$SECONDS progress
  while sleep 1 && kill -0 "$$" 2>/dev/null; do
    progress=$(tail -c 400 "$log" 2>/dev/null | grep -ao '^\[[0-9]*/[0-9]*\]' | tail -n 1)
    printf '\r  %-58s %5d s %s' "$what" "$((SECONDS - start))" "$progress"
  done
}

# try_step WHAT COMMAND...: runs it with its output in the log and prints one line with its seconds;
# returns its status.
try_step() {
  local what=$1 start=$SECONDS status=0 ticking='' verdict=''
  shift
  mkdir -p "$logs"
  printf '\n== %s: %s\n' "$what" "$*" >>"$log"
  if [[ -t 1 ]]; then
    ticker "$what" &
    ticking=$!
  fi
  "$@" >>"$log" 2>&1 </dev/null || status=$?
  if [[ -n $ticking ]]; then
    kill "$ticking" 2>/dev/null
    wait "$ticking" 2>/dev/null || true
    printf '\r\033[K'
  fi
  ((status == 0)) || verdict='  FAILED'
  printf '  %-58s %5d s%s\n' "$what" "$((SECONDS - start))" "$verdict"
  return "$status"
}

# The same, but a failure shows the end of the log and ends the command (or the stage around it).
step() {
  if ! try_step "$@"; then
    show_log_end
    exit 1
  fi
}

show_log_end() {
  {
    printf -- '--- the end of %s\n' "${log#"$root"/}"
    tail -n "${DRAWBRIDGE_LOG_LINES:-40}" "$log"
    printf -- '---\n'
  } >&2
}

configure() {
  local options=()
  if [[ $1 == aarch64 ]]; then
    options=("-DDRAWBRIDGE_ARM64_ROOT=$arm64_root")
    # What CMake found before lies in the folder that it was given then.
    grep -qsxF "DRAWBRIDGE_ARM64_ROOT:PATH=$arm64_root" "$root/build/$1/CMakeCache.txt" || options+=(--fresh)
  fi
  step "configure $1" cmake -S "$root" --preset "$1" "${options[@]}"
}

# build PRESET TARGET...: into build/PRESET.
build() {
  step "build $1: $(short_list "${@:2}")" ninja -C "$root/build/$1" "${@:2}"
}

short_list() {
  if (($# > 2)); then
    printf '%d targets' $#
  else
    printf '%s' "$*"
  fi
}

#!/usr/bin/env bash
# Builds the oracle: Kubernetes' Go libraries, answering the tests in C++ (see main.go).
#
#   build.sh    into ${DRAWBRIDGE_CACHE:-${XDG_CACHE_HOME:-~/.cache}/drawbridge}/oracle-HASH/oracle,
#               named after the content of the sources and of this file; beside it oracle-1.36, which
#               is the same with the libraries of Kubernetes 1.36 (go_1_36.mod)
#
# Progress goes to stderr; the last line on stdout is the program, for DRAWBRIDGE_ORACLE. What is there
# already is not built again. May be interrupted, and run twice at once.
set -euo pipefail

die() {
  printf 'build.sh: %s\n' "$*" >&2
  exit 1
}

[[ $# -eq 0 ]] || die "usage: build.sh"
cd "${BASH_SOURCE[0]%/*}" 2>/dev/null || true

# The oracle of each version, and cel-spec's suite as they read it.
build() {
  go build -trimpath -ldflags "-s -w" -o "$out/.oracle.new" . || return
  go build -modfile=go_1_36.mod -trimpath -ldflags "-s -w -X main.minor=36" -o "$out/oracle-1.36" . || return
  rm -rf "$out/cel-spec"
  mkdir "$out/cel-spec"
  go run ./suite "$(go list -m -f '{{.Dir}}' cel.dev/expr)/tests/simple/testdata" "$out/cel-spec"
}

hash=$(cat ./*.go suite/*.go ./*.mod ./*.sum build.sh | sha256sum)
out=${DRAWBRIDGE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/drawbridge}/oracle-${hash:0:16}
if [[ -x $out/oracle ]]; then
  echo "$out/oracle"
  exit 0
fi

command -v go >/dev/null ||
  die "Go is missing. Install Go 1.26 or newer (https://go.dev/dl), put it on PATH, and run this again."
command -v flock >/dev/null ||
  die "flock is missing. Install util-linux (apt-get install util-linux), and run this again."
mkdir -p "$out" 2>/dev/null || die "can't create $out. Set DRAWBRIDGE_CACHE to a folder that you may write to."
exec 9>"$out/.lock"
if ! flock -n 9; then
  echo "another build of the oracle is running, waiting for it" >&2
  flock 9
fi

if [[ ! -x $out/oracle ]]; then
  echo "building the oracle for the tests, once (about a minute on 2 cores)" >&2
  started=$SECONDS
  # Built beside and renamed, so that the program is there whole or not at all; and without the lock,
  # which would outlive this script in a child.
  if ! CGO_ENABLED=0 GOWORK=off GOFLAGS="-mod=readonly -buildvcs=false" build >"$out/.build.log" 2>&1 9>&-; then
    grep -v '^go: downloading' "$out/.build.log" | tail -n 20 >&2
    die "building failed, see above. If a module could not be had, check the network and GOPROXY, and run this again."
  fi
  mv "$out/.oracle.new" "$out/oracle"
  rm -f "$out/.build.log"
  echo "  $((SECONDS - started)) s" >&2
fi
echo "$out/oracle"

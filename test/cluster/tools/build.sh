#!/usr/bin/env bash
# Builds the programs of a Kubernetes control plane from Go modules: etcd,
# kube-apiserver, kube-controller-manager, kube-scheduler and kubectl; and helm.
#
#   build.sh [OUT]   OUT is the folder for the programs; without it, one in
#                    ${DRAWBRIDGE_CACHE:-${XDG_CACHE_HOME:-~/.cache}/drawbridge},
#                    named after the content of each go.mod and go.sum and of
#                    this file.
#
# Progress goes to stderr; the last line on stdout is the folder. What is there
# already is not built again. May be interrupted, and run twice at once.
set -euo pipefail

kubernetes_minor=36
kubernetes_version=v1.36.3
helm_version=v4.3.1
# package:program, and where it is built by another go.mod than the one here, :folder
tools=(
  go.etcd.io/etcd/server/v3:etcd
  k8s.io/kubernetes/cmd/kube-apiserver:kube-apiserver
  k8s.io/kubernetes/cmd/kube-controller-manager:kube-controller-manager
  k8s.io/kubernetes/cmd/kube-scheduler:kube-scheduler
  k8s.io/kubernetes/cmd/kubectl:kubectl
  helm.sh/helm/v4/cmd/helm:helm:helm
)

# Without these stamps the server calls itself v0.0.0, and what it does by
# default, which depends on the version, is wrong.
stamp=k8s.io/component-base/version
ldflags="-s -w -X $stamp.gitVersion=$kubernetes_version"
ldflags+=" -X $stamp.gitMajor=1 -X $stamp.gitMinor=$kubernetes_minor -X $stamp.gitTreeState=clean"
ldflags+=" -X helm.sh/helm/v4/internal/version.version=$helm_version"

say() { printf '%s\n' "$*" >&2; }
die() { say "build.sh: $*"; exit 1; }

caller=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")"

if [[ $# -gt 1 || ${1-} == -* ]]; then
  die "usage: build.sh [OUT]"
elif [[ $# -eq 1 ]]; then
  out=$1
else
  hash=$(cat go.mod go.sum helm/go.mod helm/go.sum build.sh | sha256sum)
  out=${DRAWBRIDGE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/drawbridge}/tools-${hash:0:16}/bin
fi
[[ $out == /* ]] || out=$caller/$out

missing() {
  local tool name
  for tool in "${tools[@]}"; do
    IFS=: read -r _ name _ <<<"$tool"
    [[ -x $out/$name ]] || echo "$tool"
  done
}

if [[ -z $(missing) ]]; then
  echo "$out"
  exit 0
fi

command -v go >/dev/null ||
  die "Go is missing. Install Go 1.26 or newer (https://go.dev/dl), put it on PATH, and run this again."
export CGO_ENABLED=0 GOWORK=off GOFLAGS="-mod=readonly -buildvcs=false"
go_says=$(go list -m 2>&1) ||
  die "this Go can't build Kubernetes $kubernetes_version ($go_says). Install Go 1.26 or newer (https://go.dev/dl), or set GOTOOLCHAIN=auto."
command -v flock >/dev/null ||
  die "flock is missing. Install util-linux (apt-get install util-linux), and run this again."

mkdir -p "$out" 2>/dev/null || die "can't create $out. Set DRAWBRIDGE_CACHE to a folder that you may write to."
exec 9>"$out/.lock"
if ! flock -n 9; then
  say "another build into $out is running, waiting for it"
  flock 9
fi

log=$out/.build.log
[[ -z $(missing) ]] || say "building Kubernetes $kubernetes_version and helm $helm_version for the tests, once (about 6 minutes on 2 cores)"
for tool in $(missing); do
  IFS=: read -r package name folder <<<"$tool"
  from=$SECONDS
  # Built beside and renamed, so that a program is there whole or not at all. A
  # child may outlive this script: it has no lock, and a file of its own.
  new=$out/.$name.$$.new
  if ! go build -C "./$folder" -trimpath -ldflags "$ldflags" -o "$new" "$package" >"$log" 2>&1 9>&-; then
    grep -v '^go: downloading' "$log" | tail -n 20 >&2
    die "building $name failed, see above. If a module could not be had, check the network and GOPROXY; what is built already is kept, so run this again."
  fi
  mv "$new" "$out/$name"
  say "$(printf '  %-24s %4d s' "$name" $((SECONDS - from)))"
done
say "$(printf '  %-24s %4d s' 'all together' "$SECONDS")"
rm -f "$log" "$out"/.*.new
echo "$out"

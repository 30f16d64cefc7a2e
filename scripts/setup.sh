# shellcheck shell=bash
# ./dev setup: what the machine lacks. Sourced after common.sh.

package_groups=(build test lint bench)

packages_of() {
  awk -v group="$1" '$1 == group { print $2 }' "$root/scripts/packages.txt"
}

missing_packages() {
  local group package
  for group in "$@"; do
    for package in $(packages_of "$group"); do
      [[ $(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null) == installed ]] ||
        printf '%s\n' "$package"
    done
  done
}

as_root() {
  if ((EUID == 0)); then
    "$@"
  else
    sudo "$@"
  fi
}

install_packages() {
  # What can't be downloaded is said by the install that follows, for the packages that matter.
  as_root apt-get update || true
  as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y --no-install-recommends "$@"
}

# setup GROUP...: installs what is missing of these groups of scripts/packages.txt, with one call of
# apt-get, and says nothing when nothing is.
setup() {
  local missing
  [[ -z ${DRAWBRIDGE_NO_SETUP:-} ]] || return 0
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    die "./dev installs Debian packages, and this machine has no apt-get." \
      "Install what scripts/packages.txt lists by other means, then set DRAWBRIDGE_NO_SETUP=1."
  fi
  mapfile -t missing < <(missing_packages "$@")
  ((${#missing[@]})) || return 0
  if ((EUID != 0)) && ! command -v sudo >/dev/null; then
    die "Packages are missing and there is neither root nor sudo. As root, run:" \
      "  apt-get install --no-install-recommends ${missing[*]}"
  fi
  # The step's output goes to the log, where nobody sees sudo ask.
  ((EUID == 0)) || sudo -v || die "sudo was refused; as root, run: ./dev setup"
  step "install ${#missing[@]} Debian packages ($*)" install_packages "${missing[@]}"
}

# setup_go DIR: there is a Go that can build the module in DIR.
setup_go() {
  local said
  if ! command -v go >/dev/null; then
    said="there is no go on PATH"
  elif said=$(cd "$1" && go version 2>&1); then
    return 0
  fi
  die "Go $(sed -n 's/^go //p' "$1/go.mod") or newer is needed for ${1#"$root"/}: $said" \
    "Install it from https://go.dev/dl, or golang-go from Debian's bookworm-backports, which fetches" \
    "the newer one by itself (unless GOTOOLCHAIN=local is set). Debian 12's own golang-go is too old."
}

# setup_arm64: the arm64 libraries lie in $arm64_root, which is named after the packages and there whole
# or not at all: other clones share it. apt gets lists and a state of its own, so the machine's
# architectures and packages stay as they are and no root is needed.
setup_arm64() {
  local wanted hash
  wanted=$(packages_of arm64)
  hash=$(sha256sum <<<"$wanted")
  arm64_root=$cache/arm64-${hash:0:16}/root
  [[ ! -d $arm64_root ]] || return 0
  # shellcheck disable=SC2086  # one package a word
  step "fetch the arm64 libraries" fetch_arm64 $wanted
}

# May be interrupted, and run twice at once.
fetch_arm64() {
  local folder=${arm64_root%/*} deb
  local new=$folder/new
  mkdir -p "$folder" || return 1
  {
    if ! flock -n 9; then
      echo "another clone fetches them into $folder, waiting for it"
      flock 9 || return 1
    fi
    [[ ! -d $arm64_root ]] || return 0
    rm -rf "$new"
    mkdir -p "$new/lists/partial" "$new/debs" "$new/root" || return 1
    local apt=(apt-get -o APT::Architecture=arm64 -o APT::Architectures::=arm64
      -o Dir::State::status=/dev/null -o Dir::State::lists="$new/lists"
      -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= -o Acquire::Languages=none
      -o APT::Sandbox::User=)
    "${apt[@]}" update || true
    (cd "$new/debs" && "${apt[@]}" download "$@") || return 1
    for deb in "$new"/debs/*.deb; do
      dpkg-deb -x "$deb" "$new/root" || return 1
    done
    mv "$new/root" "$arm64_root" || return 1
    rm -rf "$new"
  } 9>"$folder/.lock"
}

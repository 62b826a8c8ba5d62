#!/usr/bin/env bash
# Install these packages of Debian or Ubuntu where that takes no password, else say what does:
#   tools/debian.sh nodejs npm
set -euo pipefail

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi; }

echo "installing $*" >&2
export DEBIAN_FRONTEND=noninteractive
exec 9>"${TMPDIR:-/tmp}/cotree-debian-$(id -u)"
flock 9 2>/dev/null || true # set-ups that run side by side take turns
said=$({ command -v apt-get >/dev/null && as_root apt-get -qq update &&
    as_root apt-get -qq install -y --no-install-recommends "$@"; } 2>&1 </dev/null) || {
    printf '%s\n' "$said" "run 'apt-get install $*' as root, then again" >&2
    exit 1
}

#!/usr/bin/env bash
# Let Spin explore the models in tests/model, and skip nothing; Debian's spin and gcc are installed
# when they are missing and that takes no password.
# --where-possible: where they cannot be had, say so and go on without; never in CI.
# Other words go to pytest:  tools/test_model.sh -m soak
set -euo pipefail
cd "$(dirname "$0")/.."

content=
if [ "${1-}" = --where-possible ]; then
    shift
    [ -n "${CI-}" ] || content=yes
fi

as_root() { # command: run it if that takes no password
    if [ "$(id -u)" = 0 ]; then "$@"; elif sudo -n true 2>/dev/null; then sudo -n "$@"; else return 1; fi
}

missing=()
command -v spin >/dev/null || missing+=(spin)
command -v gcc >/dev/null || missing+=(gcc libc6-dev)
if [ ${#missing[@]} -gt 0 ]; then
    echo "test_model: installing ${missing[*]}" >&2
    export DEBIAN_FRONTEND=noninteractive
    { command -v apt-get && as_root apt-get -qq update &&
        as_root apt-get -qq install -y --no-install-recommends "${missing[@]}"; } \
        >/dev/null </dev/null || {
        echo "test_model: run 'apt-get install ${missing[*]}' as root, then again" >&2
        [ -n "$content" ] || exit 1
        exit 0
    }
fi

export COTREE_MODEL=required
# All of it takes longer than the time after which a test counts as hanging.
exec .venv/bin/pytest -q -o faulthandler_timeout=3600 tests/model "$@"

#!/usr/bin/env bash
# Run tests/browser in a real headless Chromium, and skip nothing; Debian's is installed when there
# is none and that takes no password.  Screenshots are left in out/screenshots, to be looked at.
set -euo pipefail
cd "$(dirname "$0")/.."

die() { printf 'test_browser: %s\n' "$*" >&2; exit 1; }

there() { command -v chromium || command -v chromium-browser || command -v google-chrome; }

as_root() { # command: run it if that takes no password
    if [ "$(id -u)" = 0 ]; then "$@"; elif sudo -n true 2>/dev/null; then sudo -n "$@"; else return 1; fi
}

if ! there >/dev/null; then
    echo "test_browser: installing chromium" >&2
    export DEBIAN_FRONTEND=noninteractive
    { command -v apt-get && as_root apt-get -qq update &&
        as_root apt-get -qq install -y --no-install-recommends chromium; } >/dev/null </dev/null ||
        die "needs a browser: run 'apt-get install chromium' as root, then again"
fi

tools/setup.sh
export COTREE_BROWSER=required
exec .venv/bin/pytest -q tests/browser "$@"

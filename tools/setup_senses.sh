#!/usr/bin/env bash
# Make .venv-senses: the package with what sees, hears and pushes (OpenCV, mediapipe, pocketsphinx,
# MuJoCo, models of robots), for their tests; and the libraries of OpenGL that pictures need, which
# are Debian's and are installed when that takes no password.  A venv of its own, so that all other
# tests show what cotree does without these packages.
# Exit code 3: there are no wheels for this machine; 4: nor for this Python.
set -euo pipefail
cd "$(dirname "$0")/.."

die() { printf 'setup_senses: %s\n' "$*" >&2; exit 1; }

no_wheels() { # what is different here
    echo "setup_senses: this is $1; wheels of mediapipe 0.10.31 are for Linux on x86_64 with glibc" >&2
    exit 3
}

[ "$(uname -s)" = Linux ] || no_wheels "$(uname -s)"
[ "$(uname -m)" = x86_64 ] || no_wheels "$(uname -m)"
getconf GNU_LIBC_VERSION >/dev/null 2>&1 || no_wheels "a Linux without glibc"
if ${PYTHON:-python3} -c 'import sys; sys.exit(sys.version_info[:2] != (3, 10))' 2>/dev/null; then
    echo "setup_senses: MuJoCo 4 has no wheel for Python 3.10; name another: PYTHON=python3.11" >&2
    exit 4
fi

as_root() { # command: run it if that takes no password
    if [ "$(id -u)" = 0 ]; then "$@"; elif sudo -n true 2>/dev/null; then sudo -n "$@"; else return 1; fi
}

# For each library the package of Debian and Ubuntu that has it; glib is t64 in newer ones.
needs=(libEGL.so.1=libegl1 libGL.so.1=libgl1 libEGL_mesa.so.0=libegl-mesa0 libxcb.so.1=libxcb1
    libgthread-2.0.so.0=libglib2.0-0)
missing=()
libraries=$(ldconfig -p 2>/dev/null || /sbin/ldconfig -p)
for need in "${needs[@]}"; do
    grep -q "${need%=*}" <<<"$libraries" || missing+=("${need#*=}")
done
if [ ${#missing[@]} -gt 0 ]; then
    missing+=(libgl1-mesa-dri)
    echo "setup_senses: installing ${missing[*]}" >&2
    export DEBIAN_FRONTEND=noninteractive
    { command -v apt-get && as_root apt-get -qq update &&
        as_root apt-get -qq install -y --no-install-recommends "${missing[@]}"; } >/dev/null </dev/null ||
        die "cameras need OpenGL: run 'apt-get install ${missing[*]}' as root, then again"
fi

exec tools/setup.sh .venv-senses plan,test,perception,physics,speechtest

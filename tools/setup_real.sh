#!/usr/bin/env bash
# Make .venv-real: the package with everything that its tests can meet in reality (real rclpy and Fast
# DDS, Zenoh, OpenCV, mediapipe, pocketsphinx, MuJoCo, Playwright), all from the Python index; and
# what they need of the system (a browser, OpenGL, Spin, ip), which is Debian's and is installed when
# that takes no password.  A venv of its own, so that all other tests show what cotree does without.
# Exit code 3: there are no wheels for this machine; 4: nor for this Python.
set -euo pipefail
cd "$(dirname "$0")/.."

say() { printf 'setup_real: %s\n' "$*" >&2; }

no_wheels() { # what is different here
    say "this is $1; wheels of ROS 2 Jazzy and mediapipe are for Linux on x86_64 with glibc"
    exit 3
}

[ "$(uname -s)" = Linux ] || no_wheels "$(uname -s)"
[ "$(uname -m)" = x86_64 ] || no_wheels "$(uname -m)"
getconf GNU_LIBC_VERSION >/dev/null 2>&1 || no_wheels "a Linux without glibc"
if ${PYTHON:-python3} -c 'import sys; sys.exit(sys.version_info[:2] != (3, 10))' 2>/dev/null; then
    say "MuJoCo 4 has no wheel for Python 3.10; name another: PYTHON=python3.11"
    exit 4
fi

# A program or a library, and the package of Debian and Ubuntu that has it; glib is t64 in newer ones.
needs=(spin=spin gcc=gcc ip=iproute2 unshare=util-linux node=nodejs npm=npm
    libEGL.so.1=libegl1 libGL.so.1=libgl1 libEGL_mesa.so.0=libegl-mesa0 libxcb.so.1=libxcb1
    libgthread-2.0.so.0=libglib2.0-0)
missing=()
libraries=$(ldconfig -p 2>/dev/null || /sbin/ldconfig -p)
for need in "${needs[@]}"; do
    case $need in
    lib*) grep -q "${need%=*}" <<<"$libraries" || missing+=("${need#*=}") ;;
    *) command -v "${need%=*}" >/dev/null || missing+=("${need#*=}") ;;
    esac
done
[ -e /usr/include/stdio.h ] || missing+=(libc6-dev)
command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null ||
    missing+=(chromium)
if [[ " ${missing[*]-} " = *" libegl"* ]]; then missing+=(libgl1-mesa-dri); fi
if [ ${#missing[@]} -gt 0 ]; then
    tools/debian.sh "${missing[@]}"
fi

exec tools/setup.sh .venv-real all,perception,physics,browsertest,ltltest,test,realtest

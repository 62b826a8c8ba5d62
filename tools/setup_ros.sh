#!/usr/bin/env bash
# Make .venv-ros: the package with real rclpy and Fast DDS from the Python index, for tests/ros.
# Needs nothing of a ROS installation.  Exit code 3: there are no wheels for this machine.
set -euo pipefail
cd "$(dirname "$0")/.."

no_wheels() { # what is different here
    echo "setup_ros: this is $1; wheels of ROS 2 Jazzy are for Linux on x86_64 with glibc" >&2
    exit 3
}

[ "$(uname -s)" = Linux ] || no_wheels "$(uname -s)"
[ "$(uname -m)" = x86_64 ] || no_wheels "$(uname -m)"
getconf GNU_LIBC_VERSION >/dev/null 2>&1 || no_wheels "a Linux without glibc"

exec tools/setup.sh .venv-ros plan,test,rostest

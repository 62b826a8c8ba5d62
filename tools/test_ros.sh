#!/usr/bin/env bash
# Run tests/ros over real rclpy and Fast DDS, and skip nothing.
# --where-possible: without wheels for this machine, say why and run what needs no ROS; never in CI.
# Other words go to pytest:  tools/test_ros.sh -m soak
set -euo pipefail
cd "$(dirname "$0")/.."

content=
if [ "${1-}" = --where-possible ]; then
    shift
    [ -n "${CI-}" ] || content=yes
fi

tools/setup_ros.sh || {
    code=$?
    [ -n "$content" ] && [ $code = 3 ] || exit $code
    echo "test_ros: only what needs no ROS runs here; 'make ros' and CI insist on all" >&2
    exec .venv/bin/pytest -q tests/ros "$@"
}
export COTREE_ROS=required
exec .venv-ros/bin/pytest -q tests/ros "$@"

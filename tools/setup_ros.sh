#!/usr/bin/env bash
# Make .venv-ros: the package with real rclpy and Fast DDS from the Python index, for tests/ros.
# Needs Linux and Python 3.10 to 3.13 (PYTHON=... picks one); nothing of a ROS installation.
# Run the tests with:  COTREE_ROS=required .venv-ros/bin/pytest tests/ros
set -euo pipefail
cd "$(dirname "$0")/.."

venv=.venv-ros
fits() { "$1" -c 'import sys; sys.exit(not (3, 10) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null; }

python=
for candidate in ${PYTHON:-python3 python3.12 python3.13 python3.11 python3.10}; do
    if fits "$candidate"; then
        python=$candidate
        break
    fi
done
[ -n "$python" ] || {
    echo "setup_ros: needs Python 3.10 to 3.13: there are no wheels of ROS 2 Jazzy for others" >&2
    exit 3
}
stamp=$({ cat setup.py tools/setup_ros.sh && pwd && "$python" -V; } | sha256sum | cut -d' ' -f1)
[ -x $venv/bin/python ] && [ "$(cat $venv/stamp 2>/dev/null)" = "$stamp" ] && exit 0

echo "setup_ros: making $venv with $("$python" -V) (once; takes a minute)" >&2
rm -rf $venv
"$python" -m venv $venv
PIP_DISABLE_PIP_VERSION_CHECK=1 $venv/bin/python -m pip install --quiet \
    --editable ".[plan,test,rostest]" </dev/null >&2
echo "$stamp" >$venv/stamp

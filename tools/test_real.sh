#!/usr/bin/env bash
# What meets reality: processes, signals, Zenoh, real DDS, Spin, a browser; cameras, voices, forces.
# Nothing is skipped: a test that lacks something here fails.  What waited in vain for what never came
# is tried once more, and told.  Other words go to pytest:  tools/test_real.sh tests/ros -k race
set -euo pipefail
cd "$(dirname "$0")/.."

tools/setup_real.sh
[ -d .photos/opencv ] || tools/photos.sh

unset PYTHONDONTWRITEBYTECODE
export COTREE_TEST_ALL=1 MUJOCO_GL=${MUJOCO_GL:-egl}
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 # two processes share the cores
# Each worker has a network, processes and shared memory of its own.
python="tools/private.sh $PWD/.venv-real/bin/python"
lanes=${LANES:-4} # processes mostly wait
exec .venv-real/bin/pytest -q --timeout 600 --durations=10 \
    --tx "$lanes*popen//python=$python" --dist worksteal -m "(real or senses) and not soak" "$@"

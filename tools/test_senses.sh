#!/usr/bin/env bash
# Run the tests that see, hear, grasp and push, with everything that they need, and skip nothing but
# photographs that cannot be had here.
# --where-possible: without wheels for this machine, say why and go on without; never in CI.
# Other words go to pytest:  tools/test_senses.sh -m soak
set -euo pipefail
cd "$(dirname "$0")/.."

content=
if [ "${1-}" = --where-possible ]; then
    shift
    [ -n "${CI-}" ] || content=yes
fi

said=$(mktemp)
wait_for=
over() { # end what still runs beside
    [ -z "$wait_for" ] || kill -- -"$wait_for" 2>/dev/null || true
    rm -f "$said"
}
trap over EXIT
beside() { # command: run it beside the rest; what it says comes when it is waited for
    set -m # so that it can be ended as a whole
    "$@" >"$said" 2>&1 &
    wait_for=$!
    set +m
}
joined() { # the exit code of what ran beside, after what it said
    local code=0
    wait "$wait_for" || code=$?
    wait_for=
    cat "$said"
    return $code
}

beside tools/photos.sh
tools/setup_senses.sh || {
    code=$?
    # A Python without wheels is left out in CI, too: setup_senses has said which one to take.
    [ $code = 4 ] || { [ -n "$content" ] && [ $code = 3 ]; } || exit $code
    exit 0
}
joined || { echo "test_senses: the photographs did not come" >&2; [ -n "$content" ] || exit 1; }

export COTREE_PERCEPTION=required COTREE_PHYSICS=required MUJOCO_GL=${MUJOCO_GL:-egl}
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 # two processes share the cores
pytest() { # words: no test of this kind is no failure
    local code=0
    .venv-senses/bin/pytest -q "$@" || code=$?
    [ $code = 5 ] || return $code
}

missions=( # whole missions whose robots see and hear
    tests/app/test_seen_table.py
    tests/app/test_sensing.py
    tests/app/test_hearing.py
    tests/app/test_speaking.py
    tests/app/test_seeing_pages.py
)
rooms=(
    tests/perception
    tests/manipulation
    tests/simulation/physics
    tests/commands/test_grasp.py
)
beside pytest "${missions[@]}" "$@"
code=0
pytest "${rooms[@]}" "$@" || code=$?
joined || code=$?
exit $code

#!/usr/bin/env bash
# All tests, and the coverage that trees/, behaviours/ and cotree/core owe, in two lanes beside each
# other; what the second lane says is printed when both are over.
set -euo pipefail
cd "$(dirname "$0")/.."

bin=.venv/bin
processes=( # tests with real processes mostly wait
    tests/app/test_processes.py
    tests/app/test_errand_processes.py
    tests/app/test_teams.py
    tests/app/test_job_processes.py
    tests/app/test_viewing.py
    tests/app/test_viewing_page.py
    tests/app/test_ward_processes.py
    tests/book
    tests/zenoh/test_lan.py
)
covered=( # coverage makes tests three to four times slower, so only those run under it that owe some
    tests/core
    tests/trees
    tests/behaviours
)
beside=$(mktemp)
wait_for=

over() { # end whatever still runs beside
    [ -z "$wait_for" ] || kill -- -"$wait_for" 2>/dev/null || true
    rm -f "$beside"
}
trap over EXIT

second() { # every part of it, and whether all of them passed
    local code=0
    $bin/pytest -q "${processes[@]}" || code=1
    tools/test_ros.sh --where-possible || code=1
    tools/test_model.sh --where-possible || code=1
    $bin/pytest -q --cov --cov-report= "${covered[@]}" || code=1
    for room in trees cotree/core behaviours; do
        $bin/coverage report --include="$room/*" --fail-under=95 --skip-covered || code=1
    done
    return $code
}

set -m # so that what runs beside can be ended as a whole
second >"$beside" 2>&1 &
wait_for=$!
set +m

code=0
$bin/pytest -q --ignore=tests/ros --ignore=tests/browser --ignore=tests/model \
    "${covered[@]/#/--ignore=}" "${processes[@]/#/--ignore=}" || code=$?
wait "$wait_for" || code=$?
wait_for=
cat "$beside"
exit $code

#!/usr/bin/env bash
# Everything in virtual time, two tests at a time, with the coverage that trees/, behaviours/ and core
# owe; then the smoke of the real tier: what a first look at cotree meets.  Other words go to pytest
# instead of that:  tools/test.sh tests/trees -k then
set -euo pipefail
cd "$(dirname "$0")/.."

unset PYTHONDONTWRITEBYTECODE # hundreds of processes would compile the package again
export PYTHONHASHSEED=0
fast=(.venv/bin/pytest -q -n 2 --dist loadfile --durations=10 -m "not soak and not real and not senses and not faults")
if [ $# -gt 0 ]; then
    exec .venv/bin/pytest -q -m "not soak" "$@"
fi

covered=( # coverage makes tests three to four times slower, so only those run under it that owe some
    tests/core
    tests/trees
    tests/behaviours
)
long=( # of these rooms, and owe none: they try what is covered in thousands of ways
    tests/trees/test_layouts.py
    tests/trees/test_clocked_machine.py
    tests/trees/test_engine_machine.py
    tests/trees/test_ordering.py
    tests/trees/test_deadlock.py
    tests/trees/reading/test_fuzz.py
)
rest=()
for each in tests/test_*.py tests/*/; do
    [[ " ${covered[*]} " = *" ${each%/} "* ]] || rest+=("$each")
done
code=0
mkdir -p out
"${fast[@]}" --junit-xml=out/fast.xml "${rest[@]}" "${long[@]}" || code=1
tools/private.sh .venv/bin/pytest -q -m "smoke and not senses" >out/smoke.log 2>&1 & # mostly waits
smoke=$!
trap 'kill $smoke 2>/dev/null || true' EXIT
"${fast[@]}" --junit-xml=out/covered.xml "${long[@]/#/--ignore=}" --cov=cotree/core --cov=trees --cov=behaviours --cov-report= "${covered[@]}" || code=1
for room in trees cotree/core behaviours; do
    .venv/bin/coverage report --include="$room/*" --fail-under=95 --skip-covered || {
        echo "FAILED coverage of $room: below 95 %"
        code=1
    }
done
wait $smoke || code=1
cat out/smoke.log
PYTHONPATH=. .venv/bin/python -m tools.house.times out/fast.xml out/covered.xml || code=1
exit $code

#!/usr/bin/env bash
# Both environments and the photographs, all that the stages of .ci/stages need of the outside.
set -euo pipefail
cd "$(dirname "$0")/.."

tools/setup.sh &
fast=$!
tools/setup_real.sh
wait $fast
for _ in 1 2 3; do # an index may be away for a moment
    tools/photos.sh && break
    sleep 5
done
[ -d .photos/opencv ]
.venv/bin/python -m compileall -q cotree tests tools benchmarks

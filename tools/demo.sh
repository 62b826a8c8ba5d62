#!/usr/bin/env bash
# Run one mission to its end, then draw its record: what `make demo` shows.
set -euo pipefail
cd "$(dirname "$0")/.."

mission=${1:-config/experiments/human_robot.yaml}
name=$(basename "$mission" .yaml)
record=out/$name.mcap
plot=out/$name.svg

mkdir -p out
.venv/bin/cotree run "$mission" --record "$record"
.venv/bin/cotree plot "$record" --output "$plot"
printf '\nrecord  %s   (see it again: .venv/bin/cotree replay %s)\nplot    %s\n' "$record" "$record" "$plot"

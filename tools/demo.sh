#!/usr/bin/env bash
# Run one mission, with its page open in the browser where there is a screen, and draw its record at
# the end: what `make demo` shows.  The page stays until Ctrl-C; where nobody sits at a terminal, as in
# CI, there is no page, and everything ends by itself.
set -euo pipefail
cd "$(dirname "$0")/.."

mission=${1:-config/experiments/human_robot.yaml}
name=$(basename "$mission" .yaml)
record=out/$name.mcap
plot=out/$name.svg

mkdir -p out
if [ -t 0 ] && [ -t 1 ] && [ -z "${CI:-}" ]; then
    trap : INT # Ctrl-C is for the run, and then there is its plot
    .venv/bin/cotree run "$mission" --record "$record" --view --open
    trap - INT
else
    .venv/bin/cotree run "$mission" --record "$record"
fi
.venv/bin/cotree plot "$record" --output "$plot"
printf '\nrecord  %s   (see it again: .venv/bin/cotree view %s)\nplot    %s\n' "$record" "$record" "$plot"

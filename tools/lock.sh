#!/usr/bin/env bash
# Write constraints.txt: the versions of everything that CI installs, the newest that fit together.
set -euo pipefail
cd "$(dirname "$0")/.."

unset PIP_CONSTRAINT
rm -rf .venv .venv-real
tools/setup_real.sh
PIP_CONSTRAINT=$(mktemp)
export PIP_CONSTRAINT
freeze() { "$1"/bin/python -m pip freeze --exclude-editable; }
freeze .venv-real >"$PIP_CONSTRAINT"
tools/setup.sh
{ freeze .venv; freeze .venv-real; } | sort -uf >constraints.txt
rm "$PIP_CONSTRAINT"

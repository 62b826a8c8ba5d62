#!/usr/bin/env bash
# Write constraints.txt: the versions of everything that CI installs, the newest that fit together.
set -euo pipefail
cd "$(dirname "$0")/.."

unset PIP_CONSTRAINT
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
freeze() { "$1/bin/python" -m pip freeze --all --exclude-editable --exclude setuptools; }

rm -rf .venv .venv-real
tools/setup_real.sh
freeze .venv-real >"$work/found"
export PIP_CONSTRAINT=$work/found
tools/setup.sh
freeze .venv >>"$work/found"
.venv/bin/python -m venv "$work/colcon" # for tools/verify_packaging.sh
"$work/colcon/bin/pip" install -qq colcon-common-extensions build pytest
{
    echo "# What CI installs; made by 'make lock' with $(.venv/bin/python -V)."
    { cat "$work/found"; freeze "$work/colcon"; } | sort -uf
} >constraints.txt

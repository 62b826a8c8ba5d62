#!/usr/bin/env bash
# Make .venv-peers: the package and the packages of the Python index that benchmarks/peers.py puts
# beside it.  A venv of its own: they are large, and two of them are GPL.
set -euo pipefail
cd "$(dirname "$0")/.."
exec tools/setup.sh .venv-peers plan,test,benchtest

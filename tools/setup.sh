#!/usr/bin/env bash
# Make .venv with the package (editable) and everything the Makefile's targets use; other words are
# another folder and its extras.  Needs only a Python from 3.10 to 3.13 (PYTHON=... picks one).
# Instant when nothing changed.
set -euo pipefail
cd "$(dirname "$0")/.."

unset PYTHONPATH # pip would take what is there for installed here
venv=${1:-.venv}
extras=${2:-all,test,dev,browsertest,book}
glibc=$(getconf GNU_LIBC_VERSION 2>/dev/null | tr -dc '0-9 .' | xargs) || true
if [ $# -lt 2 ] && [ "$(printf '%s\n' 2.34 "${glibc:-0}" | sort -V | head -1)" = 2.34 ]; then
    extras+=,ltltest # the wheel of Spot fits
fi

say() { printf 'setup: %s\n' "$*" >&2; }
die() { say "$*"; exit 1; }

fits() { # interpreter: whether it runs and is a Python that cotree is tested on
    "$1" -c 'import sys; sys.exit(not (3, 10) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null
}

find_python() {
    local candidate
    for candidate in ${PYTHON:-python3 python3.13 python3.12 python3.11 python3.10}; do
        if fits "$candidate"; then
            echo "$candidate"
            return
        fi
    done
    die "needs Python 3.10 to 3.13; ${PYTHON:-python3} is $("${PYTHON:-python3}" -V 2>/dev/null || echo missing)." \
        "Name another: make PYTHON=/path/to/python3.12"
}

ensure_venv_module() { # interpreter: Debian and Ubuntu ship Python without it
    "$1" -c 'import ensurepip, venv' 2>/dev/null && return
    tools/debian.sh "$("$1" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')" ||
        die "this Python has no venv module"
}

wanted() { # what .venv must have been made from
    { cat setup.py pyproject.toml tools/setup.sh && echo "$extras" && pwd && "$1" -V; } | sha256sum | cut -d' ' -f1
}

python=$(find_python)
stamp=$(wanted "$python")
[ -x $venv/bin/python ] && [ "$(cat $venv/stamp 2>/dev/null)" = "$stamp" ] && exit 0

ensure_venv_module "$python"
say "making $venv with $("$python" -V) (once; takes a minute)"
rm -rf $venv
"$python" -m venv $venv
export PIP_DISABLE_PIP_VERSION_CHECK=1
pip="$venv/bin/python -m pip"
as_pip() { # uv resolves and unpacks ten times faster; what pip was told about indexes holds for it, too
    local key value
    $pip install -qq --upgrade pip uv </dev/null || return
    while IFS='=' read -r key value; do
        value=$(xargs <<<"${value//\\n/ }")
        case ${key#*.} in
        index-url) export UV_DEFAULT_INDEX=$value ;;
        extra-index-url) export UV_INDEX=$value ;;
        no-index) export UV_NO_INDEX=$value ;;
        find-links) export UV_FIND_LINKS=${value// /,} ;;
        constraint) export UV_CONSTRAINT=$value ;;
        cert) export SSL_CERT_FILE=$value ;;
        esac
    done < <($pip config list)
    $venv/bin/uv pip install -q --index-strategy unsafe-best-match --python $venv/bin/python "$@"
}
as_pip --editable ".[$extras]" </dev/null >&2 ||
    { say "uv could not; trying pip" && $pip install -qq --editable ".[$extras]" </dev/null >&2; }
echo "$stamp" >$venv/stamp

#!/bin/sh
# Check claims.pml exhaustively with Spin: the rules as they are must hold, each broken one must not.
# Needs spin and gcc; as root it installs spin (Debian) when it is missing.  About 1.3 GB, 1 minute.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
if ! command -v spin >/dev/null 2>&1; then
    if [ "$(id -u)" -ne 0 ]; then
        echo "run.sh: spin is not installed; install the package 'spin', or run this as root" >&2
        exit 2
    fi
    apt-get install -y spin >/dev/null
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
failed=0
speed=-O2

# explore ROUNDS0 ROUNDS1 CRASHES LOSSES [-DSWITCH...]: the verifier's words go to the file "said".
explore() {
    dims="-DROUNDS0=$1 -DROUNDS1=$2 -DCRASHES=$3 -DLOSSES=$4"
    shift 4
    # The model has one process, so partial order reduction has nothing to reduce.
    spin $dims "$@" -a "$here/claims.pml" >said 2>&1 || { cat said >&2; return 1; }
    gcc -w "$speed" -DSAFETY -DNOREDUCE -DVECTORSZ=512 -DMEMLIM=3500 -o pan pan.c
    ./pan -E -m20000 >said 2>&1 || true    # -E: when nobody can start any more, exploring ends
}

figures() {
    states=$(sed -n 's/^ *\([0-9.e+]*\) states, stored.*/\1/p' said)
    seconds=$(sed -n 's/.*elapsed time \([0-9.e-]*\) seconds.*/\1/p' said)
    memory=$(sed -n 's/^ *\([0-9.]*\).*total actual memory usage.*/\1/p' said)
    echo "$states states, $seconds s, $memory MB"
}

# Complete means: no error, and no limit of memory or depth was met.
holds() {
    name=$1
    shift
    explore "$@" || { failed=1; return; }
    if grep -q 'errors: 0' said && ! grep -qE 'MEMLIM|max search depth|out of memory' said; then
        echo "holds   $name: errors: 0, $(figures)"
    else
        failed=1
        echo "FAILED  $name: $(grep -E 'assertion violated|MEMLIM|depth too|errors:' said | tr '\n' ';')"
    fi
}

breaks() {
    name=$1
    shift
    explore "$@" "-DBROKEN_$name" || { failed=1; return; }
    if grep -q 'assertion violated' said && ! grep -q 'invalid array index' said; then
        echo "caught  $name: $(sed -n 's/^pan:[0-9]*: //p' said | head -n 1)"
    else
        failed=1
        echo "MISSED  $name: $(grep 'errors:' said), $(figures)"
    fi
}

#      what                                       rounds  crashes losses
holds  "message faults"                             2 1     0       0
holds  "a restart with its disk"                    2 1     1       0
holds  "the third voter loses its disk"             2 1     0       1 -DLOSER=2
holds  "a restart and a lost disk, whose ever"      1 1     1       1

speed=-O0    # an error is found at once: compiling would take longer than running
breaks QUORUM                                       1 1     0       0
breaks FORGET                                       1 1     1       0
breaks NO_TAINT                                     1 1     1       0
breaks NO_VERIFY                                    1 1     0       0
breaks DIRTY                                        1 1     0       0
breaks RELEASE_WITHOUT_DONE                         1 1     0       0
breaks STALE_RELEASE                                2 1     0       0
breaks TERM                                         1 1     0       0
breaks GUARD                                        1 1     0       0
breaks LATE                                         1 1     0       0
breaks HELD                                         1 1     0       0
breaks BALLOT                                       2 1     0       0
breaks MATCH                                        2 1     0       0
breaks SYNC                                         1 1     0       1

[ "$failed" -eq 0 ] && echo "the rules hold, and every broken one was caught"
exit "$failed"

#!/bin/sh
# Check the models exhaustively with Spin: the rules as they are must hold, each broken one must not.
# claims.pml is about who executes a leaf, revisions.pml about taking it back meanwhile.
# --short: only what is marked `short`, in seconds and with little memory.
# Needs spin and gcc: tools/setup_real.sh installs them.  All of it takes about
# 4 GB and 10 minutes of one core, --short less than one.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
for tool in spin gcc; do
    command -v "$tool" >/dev/null || { echo "run.sh: needs $tool: tools/setup_real.sh" >&2; exit 2; }
done
only=${1-}
part=--long
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
failed=0
speed=-O2
model=claims

# short CHECK...: one that --short does, too.
short() { part=--short; "$@"; part=--long; }
left_out() { [ "$only" = --short ] && [ "$part" = --long ]; }

# explore ROUNDS0 ROUNDS1 CRASHES LOSSES [-DSWITCH...]: the verifier's words go to the file "said".
explore() {
    dims="-DROUNDS0=$1 -DROUNDS1=$2 -DCRASHES=$3 -DLOSSES=$4"
    shift 4
    # The model has one process, so partial order reduction has nothing to reduce.
    spin $dims "$@" -a "$here/$model.pml" >said 2>&1 || { cat said >&2; return 1; }
    gcc -w "$speed" -DSAFETY -DNOREDUCE -DVECTORSZ=512 -DMEMLIM=7000 -o pan pan.c
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
    left_out && return
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
    left_out && return
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
short holds  "a restart and the third disk lost"     1 1     1       1 -DLOSER=2 -DCRASHER=0
# With a renewal, a restart and a lost disk in one run: whoever of the two restarts.
holds  "renewal, the other restarts, third disk"    2 1     1       1 -DLOSER=2 -DCRASHER=1
holds  "renewal, it restarts, third disk"           2 1     1       1 -DLOSER=2 -DCRASHER=0

speed=-O0    # an error is found at once: compiling would take longer than running
breaks QUORUM                                       1 1     0       0
breaks FORGET                                       1 1     1       0
short breaks NO_TAINT                                     1 1     1       0
breaks NO_VERIFY                                    1 1     0       0
breaks DIRTY                                        1 1     0       0
breaks RELEASE_WITHOUT_DONE                         1 1     0       0
breaks STALE_RELEASE                                2 1     0       0
breaks TERM                                         1 1     0       0
short breaks GUARD                                        1 1     0       0
breaks LATE                                         1 1     0       0
breaks HELD                                         1 1     0       0
breaks BALLOT                                       2 1     0       0
breaks MATCH                                        2 1     0       0
breaks SYNC                                         1 1     0       1

# In revisions.pml ROUNDS1 counts the questions of 1: a revision has two.
model=revisions
speed=-O2
holds  "an undo races a claim"                      1 2     0       0
holds  "executed, taken back, executed again"       2 2     0       0 -DREVISES_FIRST
holds  "taken back by 1, then executed by 1"        1 3     0       0 -DREVISES_FIRST
holds  "two who take it back at once"               2 2     0       0 -DREVISES_FIRST -DBOTH
holds  "an undo, and a restart with its disk"       1 2     1       0
holds  "an undo, and a disk lost, whose ever"       1 2     0       1 -DREVISES_FIRST

speed=-O0
breaks QUORUM                                       2 2     0       0 -DREVISES_FIRST
short breaks EARLY                                        1 2     0       0 -DREVISES_FIRST
breaks EXCLUDES                                     1 2     0       0 -DREVISES_FIRST
breaks EXCLUDED                                     1 2     0       0 -DREVISES_FIRST
breaks STALE                                        2 2     0       0 -DREVISES_FIRST
breaks LATE                                         1 2     0       0 -DREVISES_FIRST
breaks TERM                                         1 2     0       0 -DREVISES_FIRST
breaks SILENT_VOTE                                  2 2     0       0 -DREVISES_FIRST
breaks DONE_NEWEST                                  2 2     0       0 -DREVISES_FIRST
breaks NO_VERIFY                                    2 2     0       0 -DREVISES_FIRST
breaks NO_TAINT                                     2 2     0       0 -DREVISES_FIRST
breaks SAME_EPOCH                                   2 2     0       0 -DREVISES_FIRST -DBOTH
breaks UNDO_CLEARS                                  1 3     0       0 -DREVISES_FIRST
breaks ABANDONED                                    1 3     0       0 -DREVISES_FIRST
breaks RELEASE                                      1 2     0       0

[ "$failed" -eq 0 ] && echo "the rules hold, and every broken one was caught"
exit "$failed"

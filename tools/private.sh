#!/usr/bin/env bash
# Run a command with a network, processes, shared memory and temporary files of its own, so that
# nothing of this machine, and no other run beside it, is met:  tools/private.sh COMMAND...
# Where that is not allowed it runs as it is, and this is said.
set -euo pipefail

apart=(unshare --net --ipc --pid --mount --fork --mount-proc --kill-child)
if ! { [ "$(uname -s)" = Linux ] && command -v ip && "${apart[@]}" true; } >/dev/null 2>&1; then
    echo "private: this machine does not let us; it runs among others" >&2
    exec "$@"
fi
TMPDIR=$(mktemp -d "${TMPDIR:-/tmp}/private-XXXXXX")
export TMPDIR
trap 'rmdir "$TMPDIR"' EXIT
code=0
# The shell stays, because the first process of a namespace gets all orphans and must bury them.
"${apart[@]}" bash -c '
    ip link set lo up
    ip link set lo multicast on
    ip route add 224.0.0.0/4 dev lo
    mount -t tmpfs tmpfs /dev/shm
    mount -t tmpfs tmpfs "$TMPDIR" # a disk that never makes anybody wait
    code=0
    "$@" || code=$?
    exit $code' private "$@" || code=$?
exit $code

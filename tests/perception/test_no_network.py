"""Nothing that perception loads or runs makes a socket, in Python or in C.

The kernel itself watches: a seccomp filter, installed before anything is imported and inherited by
every thread and child, kills the process at its first ``socket`` (of any family, so also at the
netlink or unix socket that a name lookup opens) or ``io_uring_setup`` (which could make one
unseen).  What is proved: on the paths run here, not one socket was made.  That no other path makes
one is not proved; the pinned version was traced, too (specification, 1.1).
"""

from __future__ import annotations

import platform
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cotree.perception.blind import Blind
from cotree.perception.hands.landmarks import Landmarker

ROOT = Path(__file__).resolve().parents[2]

SEAL = """
import ctypes, platform, struct
arch, numbers = {
    "x86_64": (0xC000003E, (41, 425)), "aarch64": (0xC00000B7, (198, 425)),
}[platform.machine()]
LOAD, SAME, END = 0x20, 0x15, 0x06
KILL, ALLOW = 0x80000000, 0x7FFF0000
steps = [(LOAD, 0, 0, 4), (SAME, 1, 0, arch), (END, 0, 0, KILL), (LOAD, 0, 0, 0)]
for number in numbers:
    steps += [(SAME, 0, 1, number), (END, 0, 0, KILL)]
steps.append((END, 0, 0, ALLOW))
code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in steps))
program = ctypes.create_string_buffer(struct.pack("HxxxxxxP", len(steps), ctypes.addressof(code)))
libc = ctypes.CDLL(None, use_errno=True)
for words in ((38, 1, 0, 0, 0), (22, 2, ctypes.addressof(program), 0, 0)):
    if libc.prctl(*(ctypes.c_ulong(word) for word in words)):
        raise SystemExit("no seccomp")
"""

SEES = """
from itertools import islice
import numpy as np
from cotree.perception.camera import looking
from cotree.perception.frame import frame_of
from cotree.perception.hands import Watcher, open_landmarker
from cotree.perception.markers import open_markers
from cotree.perception.objects import things_in
from tests.kit.pictures.reaching import camera, draw, film
dice = np.random.default_rng(3)
reach = draw(dice)
finder, marks, seen = open_landmarker(hands=1), open_markers(0.05), 0
with Watcher(finder) as watcher:
    for t_s, rgb, depth in islice(film(reach, dice), 4):
        frame = frame_of(t_s + 1.0, rgb, depth, camera())
        things_in(frame)
        marks.look(frame)
        seen += len(watcher.look(frame))
print("seen", seen)
"""


def run(code: str) -> subprocess.CompletedProcess[str]:
    if platform.system() != "Linux" or platform.machine() not in ("x86_64", "aarch64"):
        pytest.skip("seccomp is Linux's, and the numbers of its calls are those of two machines")
    found = subprocess.run(
        [sys.executable, "-c", SEAL + code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if "no seccomp" in found.stderr:
        pytest.skip("this kernel takes no seccomp filter")
    return found


@pytest.mark.parametrize(
    "code",
    [
        "import socket; socket.getaddrinfo('example.org', 80)",
        "import ctypes; ctypes.CDLL(None).socket(2, 1, 0)",
        "import ctypes, threading\n"
        "thread = threading.Thread(target=lambda: ctypes.CDLL(None).socket(10, 1, 0))\n"
        "thread.start(); thread.join()",
    ],
)
def test_the_seal_kills_what_asks_the_network(code: str) -> None:
    assert run(code).returncode == -signal.SIGSYS


def test_seeing_hands_things_and_markers_makes_no_socket(landmarker: Landmarker) -> None:
    assert not isinstance(landmarker, Blind)
    found = run(SEES)
    assert found.returncode == 0, found.stderr[-2000:]
    assert int(found.stdout.split()[-1]) >= 2


def test_hearing_makes_no_socket() -> None:
    found = run(
        "import numpy as np\n"
        "from cotree.perception.speech import open_ears\n"
        "ears = open_ears()\n"
        "print(ears.hear(np.full(8000, 500, np.int16)) if hasattr(ears, 'hear') else ears)\n"
    )
    assert found.returncode == 0, found.stderr[-2000:]
    if "is not here" in found.stdout:
        pytest.skip(found.stdout)
    assert found.stdout.strip() == "unclear"

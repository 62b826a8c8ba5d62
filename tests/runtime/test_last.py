from __future__ import annotations

import subprocess
import sys

import pytest

from cotree.runtime.last import Last

HANGS = """
import ctypes, sys
from cotree.runtime import hanging
from cotree.runtime.last import Last
hanging.LEAVING_S = 0.3
if sys.argv[2:]:
    sys.platform = sys.argv[2]
last = Last()
last.do(lambda: print("left", flush=True))
last.do(ctypes.PyDLL(None).pause)
last.do(lambda: print("never", flush=True))
last.close(int(sys.argv[1]))
"""
"""Waits for ever in C, and holds up all threads of Python meanwhile."""
GOES_ON = """
import sys, threading
from cotree.runtime import hanging
hanging.LEAVING_S = 0.2
with hanging.ending_in_time(7):
    pass
threading.Event().wait(0.6)
sys.exit(3)
"""


def ran(code: str, *args: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", code, *args]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("code", [0, 1, 2, 130])
def test_who_hangs_while_it_leaves_ends_as_it_would_have_ended(code: int) -> None:
    done = ran(HANGS, str(code))
    assert (done.returncode, done.stdout, done.stderr) == (code, "left\n", "")


def test_where_the_system_has_no_such_timer_it_ends_with_1() -> None:
    done = ran(HANGS, "0", "elsewhere")
    assert (done.returncode, done.stdout) == (1, "left\n")


def test_everything_is_left_once_and_in_order() -> None:
    last, left = Last(), list[str]()
    last.do(lambda: left.append("bus"))
    last.do(lambda: left.append("node"))
    last.close(0)
    last.close(0)
    assert left == ["bus", "node"]


def test_who_has_left_in_time_goes_on() -> None:
    assert ran(GOES_ON).returncode == 3


def test_a_second_ctrl_c_does_not_wait() -> None:
    code = """
from cotree.runtime.last import Last
def again(): raise KeyboardInterrupt
last = Last()
last.do(again)
last.close(130)
print("never")
"""
    done = ran(code)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


ENDS = """
import atexit, sys, threading
from cotree.runtime.last import end
atexit.register(print, "; at exit")
over = threading.Event()
thread = threading.Thread(target=over.wait, daemon=True)
thread.start()
if sys.argv[2] == "alone":
    over.set()
    thread.join()
sys.stdout.write("half a line")
end(int(sys.argv[1]))
sys.stdout.write("; goes on")
sys.exit(int(sys.argv[1]))
"""


@pytest.mark.parametrize("code", [0, 130])
@pytest.mark.parametrize(
    ("who", "said"),
    [("alone", "half a line; goes on; at exit\n"), ("two", "half a line; at exit\n")],
)
def test_python_ends_by_itself_only_where_no_thread_could_come_back(
    code: int, who: str, said: str
) -> None:
    done = ran(ENDS, str(code), who)
    assert (done.returncode, done.stdout, done.stderr) == (code, said, "")


POOL = """
import sys, threading
from concurrent.futures import ProcessPoolExecutor
from cotree.runtime.last import end
if __name__ == "__main__":
    threading.Thread(target=threading.Event().wait, daemon=True).start()
    pool = ProcessPoolExecutor(1)
    print(pool.submit(pow, 2, 3).result(), flush=True)
    end(int(sys.argv[1]))
"""
"""Its worker waits for work until Python says that there is none."""


def test_who_works_for_it_is_sent_home_before() -> None:
    done = ran(POOL, "3")
    assert (done.returncode, done.stdout, done.stderr) == (3, "8\n", "")

"""Standard output belongs to what was asked for."""

from __future__ import annotations

import subprocess
import sys

BABBLING = """
import os
from cotree.commands._output import apart
print("before")
with apart():
    os.write(1, b"debugging of some library\\n")
    print("ours")
os.write(1, b"after\\n")
"""


def ran(code: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_what_a_library_prints_by_itself_does_not_get_into_the_output() -> None:
    said = ran(BABBLING)
    assert said.stdout.splitlines() == ["before", "ours", "after"]
    assert said.stderr == "debugging of some library\n"
    assert said.returncode == 0


def test_without_a_standard_error_it_is_as_it_was() -> None:
    said = ran("import os; os.close(2)\n" + BABBLING)
    assert "ours" in said.stdout


def test_an_error_comes_through_and_the_output_is_put_back() -> None:
    said = ran(
        "from cotree.commands._output import apart\n"
        "try:\n"
        "    with apart():\n"
        "        raise ValueError('mine')\n"
        "except ValueError as error:\n"
        "    print('caught', error)\n"
    )
    assert (said.stdout, said.stderr) == ("caught mine\n", "")

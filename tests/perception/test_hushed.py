from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HEAD = "import os, sys\nfrom cotree.perception.hushed import hushed\n"
CHATTER = "os.write(2, b'chatter\\n')\n"


def said(*lines: str, close: bool = False) -> str:
    """What a process says on standard error; with ``close``, it has none."""
    command = [sys.executable, "-c", HEAD + "\n".join(lines)]
    line = " ".join(f"'{word.replace(chr(39), chr(34))}'" for word in command)
    done = subprocess.run(
        f"{line} 2>&-" if close else line,
        shell=True,
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stderr + done.stdout


def test_libraries_are_quiet_and_we_are_not() -> None:
    assert said("with hushed():", f"    {CHATTER}    print('ours', file=sys.stderr)") == "ours\n"


def test_afterwards_all_is_as_before() -> None:
    after = f"{CHATTER}print('ours', file=sys.stderr)"
    assert said("with hushed(): pass", after) == "chatter\nours\n"


def test_once_inside_the_other_is_quiet_too() -> None:
    inner = f"    with hushed():\n        {CHATTER}        print('ours', file=sys.stderr)"
    assert said("with hushed():", inner, f"    {CHATTER}") == "ours\n"


def test_it_can_be_told_not_to() -> None:
    assert said("with hushed(if_=False):", f"    {CHATTER}") == "chatter\n"


def test_without_standard_error_there_is_nothing_to_do() -> None:
    assert said("with hushed():", "    print('done')", close=True) == "done\n"


def test_an_error_goes_on_its_way_and_standard_error_comes_back() -> None:
    with pytest.raises(subprocess.CalledProcessError) as stopped:
        said("with hushed():", "    raise RuntimeError('wrong')")
    assert "RuntimeError: wrong" in stopped.value.stderr


def test_what_was_said_before_the_end_of_a_line_still_arrives() -> None:
    assert said("sys.stderr.write('before ')", "with hushed(): pass") == "before "

"""``cotree run --operate`` at a keyboard, and what is refused."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cotree import cli
from cotree.app.again import do_again
from cotree.commands import _keyboard
from cotree.runtime.messages import Acted
from cotree.runtime.read import read
from tests.missions import FETCH, PAIR, write

ROOT = Path(__file__).resolve().parents[2]
Streams = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("--break", "pick cup"), "--break needs somebody who lets the run go on; say --operate"),
        (("--operate", "--break", "pick cpu"), "no node 'pick cpu' in this mission; did you mean"),
        (("--operate", "--break", "move to table"), "'move to table' means several nodes: task/"),
    ],
)
def test_what_cannot_be_stopped_at_is_said_before_anything_runs(
    tmp_path: Path, capsys: Streams, args: tuple[str, ...], words: str
) -> None:
    assert cli.main(["run", str(write(tmp_path, FETCH)), *args]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert words in err
    assert err.count("\n") <= 2
    assert not Path("out").exists()


def test_two_cannot_share_one_keyboard(capsys: Streams) -> None:
    file = str(ROOT / "config/experiments/human_robot.yaml")
    assert cli.main(["run", file, "--operate", "--as", "ann"]) == 2
    assert "--as and --operate both take the lines" in capsys.readouterr().err


class Lines:
    """A keyboard at which each line waits until the one before had an effect."""

    def __init__(self) -> None:
        self.lines: list[str | None] = ["arm", "pasue", "fall pr3", "resume", None]
        self.looked = 0

    @property
    def waiting(self) -> bool:
        self.looked += 1
        return self.looked % 5 == 0 and bool(self.lines)

    def take(self) -> list[str | None]:
        return [self.lines.pop(0)]


@pytest.mark.real
def test_a_run_stops_at_a_breakpoint_and_goes_on_when_that_is_typed(
    tmp_path: Path, capsys: Streams, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_keyboard, "Keyboard", Lines)
    file = str(write(tmp_path, FETCH))
    assert cli.main(["run", file, "--operate", "--break", "pick cup", "--fast"]) == 0
    out = capsys.readouterr().out.splitlines()
    said = [line.strip().split(" s  ")[-1] for line in out]
    order = [
        "the operator put a breakpoint at task/cup/pick cup",
        "stopped before task/cup/pick cup; resume or step goes on",
        "no robot 'pr3'; did you mean 'pr2'?",
        "the operator let the run go on",
    ]
    assert [line for line in said if line in order] == order
    assert any(line.startswith("'pasue' is no act; did you mean 'pause'?") for line in said)
    recording = read(tmp_path / "out" / "mission.mcap")
    assert do_again(recording).ok
    acts = [each for each in recording.messages if isinstance(each, Acted)]
    assert [each.by for each in acts] == ["operator"] * len(acts)
    assert cli.main(["replay", str(tmp_path / "out" / "mission.mcap")]) == 0
    assert "the operator let the run go on" in capsys.readouterr().out
    assert cli.main(["why", str(tmp_path / "out" / "mission.mcap"), "pick cup"]) == 0
    assert "the operator put a breakpoint at task/cup/pick cup at 0 s" in capsys.readouterr().out


@pytest.mark.real
def test_with_no_input_at_all_a_run_stops_nowhere(tmp_path: Path) -> None:
    args = ("run", str(write(tmp_path, PAIR)), "--operate", "--fast", "--break", "task", "--quiet")
    done = subprocess.run(
        [sys.executable, "-m", "cotree", *args],
        stdin=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stderr

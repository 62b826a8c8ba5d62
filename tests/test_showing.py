from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

from cotree import app, cli
from cotree.commands._showing import Show, exit_code
from cotree.runtime.messages import End
from cotree.runtime.metronome import Metronome
from cotree.runtime.record import Recorder
from cotree.runtime.watchdog import SlowTick
from tests.missions import FETCH, write

Streams = pytest.CaptureFixture[str]
SLOW = SlowTick("task/think", 0.5, "  the stack\n")


def a_terminal() -> Console:
    return Console(file=io.StringIO(), width=100, height=40, force_terminal=True, color_system=None)


def text(console: Console) -> str:
    file = console.file
    assert isinstance(file, io.StringIO)
    return file.getvalue()


def test_the_exit_code_says_how_it_ended() -> None:
    codes = {result: exit_code(End(0.0, 0, result)) for result in ("success", "stuck", "halted")}
    assert codes == {"success": 0, "stuck": 1, "halted": 130}
    assert exit_code(None) == 1


def test_on_a_terminal_the_run_is_a_picture_and_no_lines(tmp_path: Path, capsys: Streams) -> None:
    console = a_terminal()
    show = Show(console=console)
    mission = app.read_mission(write(tmp_path, FETCH))
    assert show.live
    with show:
        app.run_virtual(mission, show.write, watch=show.now)
    show.summary()
    assert "▶ pick cup  base left_gripper head" in text(console)
    assert capsys.readouterr().out.count("\n") == 1


def test_quiet_and_json_are_no_pictures() -> None:
    assert not Show(console=a_terminal(), quiet=True).live
    assert not Show(console=a_terminal(), json=True).live
    assert not Show(console=Console(file=io.StringIO())).live


def test_a_terminal_shows_lines_when_asked(tmp_path: Path, capsys: Streams) -> None:
    console = a_terminal()
    show = Show(console=console, lines=True)
    with show:
        app.run_virtual(app.read_mission(write(tmp_path, FETCH)), show.write, watch=show.now)
    assert text(console) == ""
    assert "✓ done     task/cup/pick cup\n" in capsys.readouterr().out


def test_run_and_replay_take_plain(tmp_path: Path, capsys: Streams) -> None:
    record = str(tmp_path / "fetch.mcap")
    assert cli.main(["run", write(tmp_path, FETCH), "--plain", "--record", record]) == 0
    ran = capsys.readouterr().out
    assert cli.main(["replay", record, "--plain"]) == 0
    assert ran.startswith(capsys.readouterr().out.rstrip())


def test_what_the_engine_is_at_is_nobodys_business(capsys: Streams) -> None:
    Show(console=Console(file=io.StringIO())).slow(SlowTick("", 0.03, "  the stack\n"))
    assert capsys.readouterr().err == "the engine holds up the tick for 0.030 s already\n"


def test_slow_ticks_are_reported_once_each_and_counted(capsys: Streams) -> None:
    show = Show(console=Console(file=io.StringIO()))
    metronome = Metronome(0.1)
    show.beat(metronome)
    metronome.noted(("task/think", 0.5))
    for _ in range(3):
        show.slow(SLOW)
    assert capsys.readouterr().err == (
        "task/think holds up the tick for 0.500 s already\n  the stack\n"
    )
    show.summary()
    out = capsys.readouterr().out
    assert "0 overruns  late p99 0.0 ms" in out
    assert "slowest leaf: task/think, 500.00 ms in one tick" in out
    assert "task/think took more than 5 ms in 1 tick" in out
    assert "task/think held up 3 ticks" in out


def test_a_robot_that_does_not_keep_up_is_shown_as_degraded() -> None:
    show, metronome = Show(console=a_terminal()), Metronome(0.1)
    assert show.status() == ""
    show.beat(metronome)
    for i in range(4):
        metronome.begin(0.2 * i)
        metronome.end(0.2 * i + 0.15)
    assert show.status() == "4 overruns  late p99 0.0 ms  DEGRADED"


def test_a_record_that_fails_in_the_middle_is_said_at_the_end(capsys: Streams) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    with Show(console=Console(file=io.StringIO()), recorder=Recorder(Path("/dev/full"))) as show:
        show.write(End(0.0, 0, "success"))
    show.summary()
    captured = capsys.readouterr()
    assert captured.err == "/dev/full: the record stops here: No space left on device\n"
    assert "record:" not in captured.out


def test_on_a_terminal_the_view_says_that_it_is_stopping() -> None:
    show = Show(console=a_terminal())
    show.halting()
    assert show.status() == "halting; Ctrl-C again stops at once"
    show.halting()
    assert show.status() == "stopping at once"
    show.story.hear(End(0.0, 0, "halted"))
    assert show.status() == ""


def test_elsewhere_the_first_two_signals_are_answered(capfd: pytest.CaptureFixture[str]) -> None:
    show = Show(console=Console(file=io.StringIO()))
    for _ in range(3):
        show.halting()
    assert capfd.readouterr().err == "halting; Ctrl-C again stops at once\nstopping at once\n"


def test_one_is_not_many(capsys: Streams) -> None:
    show = Show(console=Console(file=io.StringIO()))
    metronome = Metronome(0.1)
    show.beat(metronome)
    metronome.begin(0.0)
    metronome.end(0.15)
    show.slow(SLOW)
    show.summary()
    out = capsys.readouterr().out
    assert "1 overrun  late" in out
    assert "task/think held up 1 tick\n" in out


def test_a_paced_run_shows_the_time_in_between(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Streams
) -> None:
    monkeypatch.chdir(tmp_path)
    path = write(tmp_path, FETCH)
    assert cli.main(["run", path, "--speed", "1e6", "--record", "a.mcap"]) == 0
    paced = Path("a.mcap").read_bytes()
    assert cli.main(["run", path, "--fast", "--record", "a.mcap"]) == 0
    assert Path("a.mcap").read_bytes() == paced
    assert cli.main(["replay", "a.mcap", "--speed", "1e6"]) == 0
    assert "✓ fetch succeeded" in capsys.readouterr().out

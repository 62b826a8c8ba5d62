from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import cotree
from cotree import cli
from cotree.commands.robot import without_ros
from tests.missions import FAILING, FETCH, NOISY, STUCK, TEAM, WAITING, write

ROOT = Path(__file__).resolve().parent.parent
Streams = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def process(*args: str, **env: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "cotree", *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", **env},
    )


def first_line(running: subprocess.Popen[str]) -> str:
    assert running.stdout is not None
    return running.stdout.readline()


# -- the command as such -----------------------------------------------------------------------


def test_help_names_every_command_and_imports_nothing_heavy() -> None:
    code = (
        "import sys; from cotree.cli import main; assert main(['--help']) == 0; "
        "print(sorted({'msgspec', 'numpy', 'py_trees', 'rich', 'mcap', 'yaml'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout.endswith("[]\n")
    for command in ("run", "replay", "plot", "robot"):
        assert f"\n    {command} " in done.stdout


def test_the_version_is_the_one_of_the_package(capsys: Streams) -> None:
    assert cli.main(["--version"]) == 0
    assert capsys.readouterr().out == f"cotree {cotree.__version__}\n"
    assert f'version="{cotree.__version__}"' in (ROOT / "setup.py").read_text()


def test_without_a_command_there_is_help_and_an_error(capsys: Streams) -> None:
    assert cli.main([]) == 2
    assert "usage: cotree" in capsys.readouterr().out


def test_an_unknown_command_is_answered_with_the_known_ones(capsys: Streams) -> None:
    assert cli.main(["rum"]) == 2
    assert "'replay'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--seed", "-1"], "'-1' is not a whole number from 0 up"),
        (["--seed", "x"], "'x' is not a whole number from 0 up"),
        (["--rate", "0"], "'0' is not a number above 0"),
        (["--speed", "nan"], "'nan' is not a number above 0"),
        (["--speed", "fast"], "'fast' is not a number above 0"),
        (["--real-time", "inf"], "'inf' is not a number above 0"),
        (["--fast", "--real-time"], "not allowed with argument"),
        (["--selector", "best"], "invalid choice: 'best'"),
    ],
)
def test_wrong_options_are_said_in_one_line(args: list[str], message: str, capsys: Streams) -> None:
    assert cli.main(["run", "mission.yaml", *args]) == 2
    assert message in capsys.readouterr().err


# -- run ---------------------------------------------------------------------------------------


def test_run_tells_every_change_in_a_line_and_a_summary(tmp_path: Path, capsys: Streams) -> None:
    assert cli.main(["run", write(tmp_path, FETCH)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any("▶ running  task/cup/pick cup  on base" in line for line in lines)
    assert lines[-2].startswith("✓ fetch succeeded after ")
    assert lines[-2].endswith(": 4 steps, 2 skipped, 0 failures")
    assert lines[-1] == f"  record: {Path('out', 'mission.mcap')}"
    assert (tmp_path / "out" / "mission.mcap").exists()


def test_run_can_be_quiet_or_speak_json(tmp_path: Path, capsys: Streams) -> None:
    path = write(tmp_path, FETCH)
    assert cli.main(["run", path, "--quiet", "--no-record"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1
    assert cli.main(["run", path, "--json", "--record", "a.mcap", "--seed", "4"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["result"], data["steps"], data["seed"]) == ("success", 4, 4)
    assert data["record"] == "a.mcap"
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(("text", "word"), [(STUCK, "got stuck"), (FAILING, "failed")])
def test_a_mission_that_does_not_succeed_is_code_1(
    tmp_path: Path, text: str, word: str, capsys: Streams
) -> None:
    assert cli.main(["run", write(tmp_path, text), "--no-record"]) == 1
    assert word in capsys.readouterr().out


def test_bad_missions_are_lines_and_code_2(tmp_path: Path, capsys: Streams) -> None:
    assert cli.main(["run", write(tmp_path, FETCH.replace("pick", "pikc"))]) == 2
    captured = capsys.readouterr()
    assert "did you mean 'pick'" in captured.err
    assert captured.out == ""
    assert cli.main(["run", "nothing.yaml"]) == 2
    assert "nothing.yaml" in capsys.readouterr().err
    assert cli.main(["run", write(tmp_path, TEAM)]) == 2
    error = capsys.readouterr().err
    assert "this release runs exactly one robot" in error
    assert error.count("\n") == 1


def test_a_record_that_can_not_be_written_is_code_2(tmp_path: Path, capsys: Streams) -> None:
    path = write(tmp_path, FETCH)
    assert cli.main(["run", path, "--record", path]) == 2
    assert "is not a record; I do not replace it" in capsys.readouterr().err
    assert cli.main(["run", path, "--record", f"{path}/a.mcap"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_the_record_does_not_depend_on_the_process(tmp_path: Path) -> None:
    path = write(tmp_path, NOISY)
    running = [
        process("run", path, "--quiet", "--seed", "3", "--record", f"{i}.mcap", PYTHONHASHSEED=i)
        for i in ("1", "2")
    ]
    for each in running:
        _, error = each.communicate(timeout=60)
        assert (each.returncode, error) == (0, "")
    assert (tmp_path / "1.mcap").read_bytes() == (tmp_path / "2.mcap").read_bytes()


def test_ctrl_c_halts_cleanly_with_code_130(tmp_path: Path) -> None:
    path = write(tmp_path, WAITING)
    running = process("run", path, "--real-time", "--rate", "50", "--record", "a.mcap")
    assert "waiting" in first_line(running)
    assert "running" in first_line(running)
    running.send_signal(signal.SIGINT)
    out, error = running.communicate(timeout=60)
    assert (running.returncode, error) == (130, "")
    assert "■ waiting was halted after" in out
    assert cli.main(["replay", "a.mcap", "--verify"]) == 0


def test_what_is_killed_leaves_a_record_that_can_be_replayed(
    tmp_path: Path, capsys: Streams
) -> None:
    path = write(tmp_path, WAITING)
    running = process("run", path, "--real-time", "--rate", "50", "--record", "a.mcap")
    first_line(running)
    assert "running" in first_line(running)
    running.kill()
    running.communicate(timeout=60)
    assert cli.main(["replay", "a.mcap"]) == 0
    captured = capsys.readouterr()
    assert "waiting has no end after" in captured.out
    assert "a.mcap: was cut off after" in captured.err
    assert captured.err.count("\n") == 1
    assert cli.main(["replay", "a.mcap", "--verify"]) == 0


def test_a_reader_that_goes_away_ends_the_run_in_one_line(tmp_path: Path) -> None:
    running = process("run", write(tmp_path, WAITING), "--real-time", "--rate", "50", "--no-record")
    first_line(running)
    assert running.stdout is not None
    assert running.stderr is not None
    running.stdout.close()
    running.send_signal(signal.SIGINT)
    assert running.stderr.read() == "nobody reads the output any more\n"
    running.stderr.close()
    assert running.wait(timeout=60) == 2


def test_a_terminal_that_knows_ascii_only_is_enough(tmp_path: Path) -> None:
    done = process("run", write(tmp_path, FETCH), "--no-record", PYTHONIOENCODING="ascii")
    out, error = done.communicate(timeout=60)
    assert (done.returncode, error) == (0, "")
    assert "? fetch succeeded" in out


# -- replay and plot ---------------------------------------------------------------------------


@pytest.fixture
def record(tmp_path: Path, capsys: Streams) -> str:
    assert cli.main(["run", write(tmp_path, NOISY), "--record", "a.mcap", "--quiet"]) == 0
    capsys.readouterr()
    return "a.mcap"


def test_replay_tells_what_run_told(tmp_path: Path, capsys: Streams) -> None:
    assert cli.main(["run", write(tmp_path, NOISY), "--record", "a.mcap"]) == 0
    ran = capsys.readouterr().out.splitlines()
    assert cli.main(["replay", "a.mcap"]) == 0
    assert capsys.readouterr().out.splitlines() == ran[:-1]


def test_replay_can_verify(record: str, capsys: Streams) -> None:
    assert cli.main(["replay", record, "--verify"]) == 0
    assert "all the same, byte for byte" in capsys.readouterr().out
    assert cli.main(["replay", record, "--verify", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["first"] is None


def test_replay_finds_a_changed_record(record: str, capsys: Streams) -> None:
    data = Path(record).read_bytes()
    Path(record).write_bytes(data.replace(b'"state":"running"', b'"state":"skipped"', 1))
    assert cli.main(["replay", record, "--verify"]) == 1
    out = capsys.readouterr().out
    assert out.startswith("✗ 1 of ")
    assert '"state":"skipped"' in out
    assert cli.main(["replay", record, "--verify", "--json"]) == 1


def test_replay_can_show_one_moment(record: str, capsys: Streams) -> None:
    assert cli.main(["replay", record, "--at", "10"]) == 0
    assert "fetch  10.0 s" in capsys.readouterr().out
    assert cli.main(["replay", record, "--at", "10", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["result"] is None
    assert cli.main(["replay", record, "--at", "-3"]) == 2


def test_replay_and_plot_refuse_what_is_no_record(tmp_path: Path, capsys: Streams) -> None:
    path = write(tmp_path, FETCH)
    for command in (["replay", path], ["replay", "nothing.mcap"], ["plot", path]):
        assert cli.main(command) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_plot_draws_beside_the_record_or_where_it_is_told(record: str, capsys: Streams) -> None:
    pytest.importorskip("matplotlib")
    assert cli.main(["plot", record]) == 0
    assert capsys.readouterr().out == "a.svg\n"
    assert "pick cup" in Path("a.svg").read_text()
    assert cli.main(["plot", record, "-o", "b.png"]) == 0
    assert Path("b.png").exists()


def test_plot_knows_three_formats(record: str, capsys: Streams) -> None:
    assert cli.main(["plot", record, "-o", "a.gif"]) == 2
    assert capsys.readouterr().err == "a.gif: no picture format '.gif'; known: .svg, .png, .pdf\n"
    assert cli.main(["plot", record, "-o", "nowhere/a.svg"]) == 2


# -- robot -------------------------------------------------------------------------------------


def test_what_ros_adds_is_passed_over() -> None:
    assert without_ros(["a", "--ros-args", "-r", "__node:=x", "--", "b"]) == ["a", "b"]
    assert without_ros(["a", "--ros-args", "--log-level", "info"]) == ["a"]
    assert without_ros(["a", "--", "b"]) == ["a", "--", "b"]


def test_a_robot_halts_when_it_is_terminated(tmp_path: Path) -> None:
    running = process(
        "robot", "--mission", write(tmp_path, WAITING), "--name", "pr2", "--no-record",
        "--ros-args", "-r", "__node:=pr2",
    )  # fmt: skip
    first_line(running)
    assert "running" in first_line(running)
    running.send_signal(signal.SIGTERM)
    out, error = running.communicate(timeout=60)
    assert (running.returncode, error) == (130, "")
    assert "was halted" in out


def test_a_robot_that_is_not_in_the_mission_is_code_2(tmp_path: Path, capsys: Streams) -> None:
    path = write(tmp_path, FETCH)
    assert cli.main(["robot", "--mission", path, "--name", "pr3"]) == 2
    assert "no teammate 'pr3' in this mission; did you mean 'pr2'?" in capsys.readouterr().err

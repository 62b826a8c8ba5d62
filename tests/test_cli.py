from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

import cotree
from cotree import cli
from cotree.commands.robot import without_ros
from cotree.runtime.messages import Told
from cotree.runtime.read import read
from cotree.runtime.record import Recorder
from tests.missions import FAILING, FETCH, NOISY, PAIR, STUCK, TEAM, WAITING, write

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


def without_late_ticks(error: str) -> str:
    """What was said on standard error, but for ticks that a busy machine has held up, and where."""
    return re.sub(r"^.* holds up the tick for .*\n(  .*\n)*", "", error, flags=re.MULTILINE)


def halts(running: subprocess.Popen[str], number: int) -> str:
    """It stops what moves when it gets this signal, and says so; what else it said."""
    running.send_signal(number)
    out, error = running.communicate()
    words = "halting; Ctrl-C again stops at once\n"
    assert (running.returncode, without_late_ticks(error)) == (130, words)
    return out


def first_line(running: subprocess.Popen[str]) -> str:
    assert running.stdout is not None
    return running.stdout.readline()


# -- the command as such -----------------------------------------------------------------------


@pytest.mark.real
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
    (line,) = capsys.readouterr().err.splitlines()
    assert line == "cotree: there is no command 'rum'; did you mean 'run'?"


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--seed", "-1"], "'-1' is not a whole number from 0 up"),
        (["--seed", "x"], "'x' is not a whole number from 0 up"),
        (["--rate", "0"], "'0' is not a rate from 0.1 to 1000"),
        (["--rate", "1e9"], "'1e9' is not a rate from 0.1 to 1000"),
        (["--rate", "nan"], "'nan' is not a rate"),
        (["--until", "soon"], "'soon' is not a duration such as 90s, 30min or 2h"),
        (["--until", "0h"], "'0h' is not a duration"),
        (["--until", "5 days"], "'5 days' is not a duration"),
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
    assert "the whole task is one 'move', which a team cannot share out" in error
    assert error.count("\n") == 1
    assert not Path("out").exists()


def test_a_record_that_can_not_be_written_is_code_2(tmp_path: Path, capsys: Streams) -> None:
    path = write(tmp_path, FETCH)
    assert cli.main(["run", path, "--record", path]) == 2
    assert "is not a record; I do not replace it" in capsys.readouterr().err
    assert cli.main(["run", path, "--record", f"{path}/a.mcap"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.real
def test_the_record_does_not_depend_on_the_process(tmp_path: Path) -> None:
    path = write(tmp_path, NOISY)
    running = [
        process("run", path, "--quiet", "--seed", "3", "--record", f"{i}.mcap", PYTHONHASHSEED=i)
        for i in ("1", "2")
    ]
    for each in running:
        _, error = each.communicate()
        assert (each.returncode, error) == (0, "")
    assert (tmp_path / "1.mcap").read_bytes() == (tmp_path / "2.mcap").read_bytes()


@pytest.mark.real
def test_ctrl_c_halts_cleanly_with_code_130(tmp_path: Path) -> None:
    path = write(tmp_path, WAITING)
    running = process("run", path, "--real-time", "--rate", "50", "--record", "a.mcap")
    assert "waiting" in first_line(running)
    assert "running" in first_line(running)
    out = halts(running, signal.SIGINT)
    assert "■ waiting was halted after" in out
    assert cli.main(["replay", "a.mcap", "--verify"]) == 0


@pytest.mark.real
def test_what_is_killed_leaves_a_record_that_can_be_replayed(
    tmp_path: Path, capsys: Streams
) -> None:
    path = write(tmp_path, WAITING)
    running = process("run", path, "--real-time", "--rate", "50", "--record", "a.mcap")
    first_line(running)
    assert "running" in first_line(running)
    running.kill()
    running.communicate()
    assert cli.main(["replay", "a.mcap"]) == 2
    error = capsys.readouterr().err
    assert "there is a.unfinished.mcap: the unfinished record of a run that was killed" in error
    assert cli.main(["replay", "a.unfinished.mcap"]) == 0
    captured = capsys.readouterr()
    assert "waiting has no end after" in captured.out
    assert "a.unfinished.mcap: was cut off after" in captured.err
    assert captured.err.count("\n") == 1
    assert cli.main(["replay", "a.unfinished.mcap", "--verify"]) == 1
    captured = capsys.readouterr()
    assert captured.out.startswith("✗ 2 ticks verified; the record ends after that: ")
    assert captured.out.count("\n") == 1
    assert captured.err == ""
    assert cli.main(["run", write(tmp_path, FETCH), "--quiet", "--record", "a.mcap"]) == 0
    assert "a.unfinished.mcap: the unfinished record" in capsys.readouterr().err


@pytest.mark.real
def test_when_nobody_reads_any_more_a_run_goes_on_in_silence(tmp_path: Path) -> None:
    running = process("run", write(tmp_path, FETCH), "--record", "a.mcap")
    assert running.stdout is not None
    assert running.stderr is not None
    running.stdout.close()
    assert running.stderr.read() == ""
    running.stderr.close()
    assert running.wait() == 0
    assert cli.main(["replay", "a.mcap", "--verify"]) == 0


@pytest.mark.real
def test_bad_news_that_nobody_reads_go_to_standard_error(tmp_path: Path) -> None:
    running = process("run", write(tmp_path, WAITING), "--real-time", "--rate", "50", "--no-record")
    first_line(running)
    assert running.stdout is not None
    assert running.stderr is not None
    running.stdout.close()
    running.send_signal(signal.SIGINT)
    error = running.stderr.read()
    running.stderr.close()
    assert "■ waiting was halted after" in error
    assert running.wait() == 130


@pytest.mark.real
def test_who_shows_a_record_to_nobody_is_silent(tmp_path: Path) -> None:
    assert cli.main(["run", write(tmp_path, FAILING), "--record", "a.mcap"]) == 1
    for options in ([], ["--at", "1"], ["--json"], ["--verify"], ["--help"]):
        running = process("replay", "a.mcap", *options)
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert (options, running.stderr.read()) == (options, "")
        running.stderr.close()
        assert running.wait() == 0


@pytest.mark.real
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_an_output_without_room_is_one_line_and_code_2(tmp_path: Path) -> None:
    path = write(tmp_path, FETCH)
    full = "standard output: No space left on device\n"
    with Path("/dev/full").open("w") as nowhere:
        for args in (["run", path, "--record", "a.mcap"], ["show", path], ["--help"]):
            done = subprocess.run(
                [sys.executable, "-m", "cotree", *args],
                stdout=nowhere,
                stderr=subprocess.PIPE,
                text=True,
                env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"},
                check=False,
            )
            assert (done.returncode, done.stderr[: len(full)]) == (2, full)
            assert "Traceback" not in done.stderr
            assert ("✓ fetch succeeded" in done.stderr) == (args[0] == "run")
    assert cli.main(["replay", "a.mcap", "--verify"]) == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_record_without_room_is_said_with_the_result_and_is_code_2(
    tmp_path: Path, capsys: Streams
) -> None:
    path = write(tmp_path, FETCH)
    assert cli.main(["run", path, "--quiet", "--record", "/dev/full"]) == 2
    captured = capsys.readouterr()
    assert captured.err == "/dev/full: the record stops here: No space left on device\n"
    assert "✓ fetch succeeded" in captured.out
    assert "record:" not in captured.out
    assert cli.main(["run", path, "--json", "--record", "/dev/full"]) == 2
    assert json.loads(capsys.readouterr().out)["record"] is None


@pytest.mark.real
def test_two_runs_of_one_mission_at_once_keep_both_records(tmp_path: Path) -> None:
    path = write(tmp_path, NOISY)
    running = [process("run", path, "--quiet", "--seed", seed) for seed in ("1", "2")]
    outs = [each.communicate() for each in running]
    assert [error for _, error in outs] == ["", ""]
    found = sorted(Path("out").iterdir())
    assert all(cli.main(["replay", str(file), "--verify"]) == 0 for file in found)
    assert len(found) == 2 or "replaces an older one" in "".join(out for out, _ in outs)


def test_an_older_record_is_replaced_and_that_is_said(tmp_path: Path, capsys: Streams) -> None:
    path = write(tmp_path, FETCH)
    for _ in range(2):
        assert cli.main(["run", path, "--quiet"]) == 0
    where = Path("out", "mission.mcap")
    assert capsys.readouterr().out.endswith(f"  record: {where} (replaces an older one)\n")


def test_only_the_usual_folder_of_records_is_made(tmp_path: Path, capsys: Streams) -> None:
    path = write(tmp_path, FETCH)
    assert cli.main(["run", path, "--record", "new/a.mcap"]) == 2
    assert "there is no folder 'new'; make it first: mkdir -p 'new'" in capsys.readouterr().err
    Path("out").write_text("")
    assert cli.main(["run", path]) == 2
    assert "cannot write a record here" in capsys.readouterr().err


def test_a_rate_has_the_limits_of_the_policy(tmp_path: Path, capsys: Streams) -> None:
    for hz, code in (("0.1", 0), ("1000", 0), ("0.09", 2), ("1001", 2)):
        said = write(tmp_path, FETCH + f"policy: {{rate: {hz} Hz}}\n", "said.yaml")
        path = write(tmp_path, FETCH)
        assert cli.main(["run", said, "--quiet", "--no-record"]) == code
        assert cli.main(["run", path, "--quiet", "--no-record", "--rate", hz]) == code
    assert capsys.readouterr().err


def test_a_mission_ends_where_it_is_told_to(tmp_path: Path, capsys: Streams) -> None:
    path = write(tmp_path, WAITING)
    assert cli.main(["run", path, "--quiet", "--no-record", "--until", "5min"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("✗ waiting ran out of time after 300.")
    assert lines[1] == "  task still runs after 5 min; --until sets another limit [out_of_time]"
    assert cli.main(["run", path, "--quiet", "--no-record", "--until", "1h"]) == 0


def test_a_planner_that_is_not_installed_is_said_before_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Streams
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    path = write(tmp_path, FETCH)
    said = write(tmp_path, FETCH + "policy: {schedule: cp_sat}\n", "said.yaml")
    for args in (
        ["run", path, "--schedule", "cp_sat"],
        ["run", said],
        ["robot", "--mission", said, "--name", "pr2"],
    ):
        assert cli.main(args) == 2
        captured = capsys.readouterr()
        assert 'needs OR-Tools: pip install "cotree[plan]"' in captured.err
        assert captured.err.count("\n") == 1
        assert captured.out == ""
    assert not Path("out").exists()


def test_ctrl_c_during_the_start_is_quiet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Streams
) -> None:
    def interrupted(path: str, **changes: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("cotree.app.read_mission", interrupted)
    assert cli.main(["run", write(tmp_path, FETCH)]) == 130
    assert capsys.readouterr() == ("", "")


@pytest.mark.real
def test_a_terminal_that_knows_ascii_only_is_enough(tmp_path: Path) -> None:
    done = process("run", write(tmp_path, FETCH), "--no-record", PYTHONIOENCODING="ascii")
    out, error = done.communicate()
    assert (done.returncode, error) == (0, "")
    assert "? fetch succeeded" in out


def test_run_takes_a_team_too(tmp_path: Path, capsys: Streams) -> None:
    path = write(tmp_path, PAIR)
    assert cli.main(["run", path, "--record", "a.mcap"]) == 0
    ran = capsys.readouterr().out.splitlines()
    assert any(line.endswith("ann  ✓ done     task/cup") for line in ran)
    assert ran[-4].startswith("✓ pair succeeded after ")
    assert ran[-3].startswith("  ann  did cup, ")
    assert cli.main(["replay", "a.mcap"]) == 0
    assert capsys.readouterr().out.splitlines() == ran[:-1]
    assert cli.main(["replay", "a.mcap", "--verify"]) == 0
    assert "all the same, byte for byte" in capsys.readouterr().out
    assert cli.main(["replay", "a.mcap", "--at", "10"]) == 0
    assert "pair  10.0 s  2 steps  a ann  b bob" in capsys.readouterr().out


def test_a_team_ends_where_it_is_told_to(tmp_path: Path, capsys: Streams) -> None:
    path = write(tmp_path, PAIR)
    assert cli.main(["run", path, "--no-record", "--json", "--until", "20s", "--seed", "4"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert (data["result"], data["seed"], sorted(data["robots"])) == (
        "out_of_time", 4, ["ann", "bob"],
    )  # fmt: skip


@pytest.mark.real
def test_ctrl_c_halts_a_team_in_real_time(tmp_path: Path) -> None:
    running = process("run", write(tmp_path, PAIR), "--real-time", "--no-record")
    while "running" not in first_line(running):
        pass
    out = halts(running, signal.SIGINT)
    assert "pair was halted" in out


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
    assert out.startswith("✗ 1 tick verified; the record ends after that: a.mcap: is damaged after")
    assert cli.main(["replay", record, "--verify", "--json"]) == 1
    assert "is damaged" in json.loads(capsys.readouterr().out)["damage"]
    assert cli.main(["replay", record]) == 0
    assert "(a checksum is wrong)" in capsys.readouterr().err


def test_replay_marks_what_came_out_differently(record: str, capsys: Streams) -> None:
    rewritten = Recorder(Path("b.mcap"))
    for message in read(Path(record)).messages:
        if isinstance(message, Told) and message.n == 1:
            first = msgspec.structs.replace(message.changes[0], path="task/elsewhere")
            message = msgspec.structs.replace(message, changes=(first, *message.changes[1:]))
        rewritten.write(message)
    rewritten.close()
    assert cli.main(["replay", "b.mcap", "--verify"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("✗ 1 of ")
    assert lines[1].startswith("  first: tick 1 at 0.05 s")
    assert lines[2].startswith('    changes[0].path: recorded "task/elsewhere", replayed "task/')
    assert len(lines) == 3


def test_replay_can_show_one_moment(record: str, capsys: Streams) -> None:
    assert cli.main(["replay", record, "--at", "10"]) == 0
    assert "fetch  10.0 s" in capsys.readouterr().out
    assert cli.main(["replay", record, "--at", "10", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["result"] is None
    assert cli.main(["replay", record, "--at", "-3"]) == 2
    capsys.readouterr()
    ends = []
    for time in ("9999", "99999"):
        assert cli.main(["replay", record, "--at", time]) == 0
        ends.append(capsys.readouterr().out)
    assert ends[0] == ends[1]
    assert "9999" not in ends[0]


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


@pytest.mark.real
def test_a_robot_halts_when_it_is_terminated(tmp_path: Path) -> None:
    running = process(
        "robot", "--mission", write(tmp_path, WAITING), "--name", "pr2", "--no-record",
        "--ros-args", "-r", "__node:=pr2",
    )  # fmt: skip
    first_line(running)
    assert "running" in first_line(running)
    out = halts(running, signal.SIGTERM)
    assert "was halted" in out


def test_a_robot_that_is_not_in_the_mission_is_code_2(tmp_path: Path, capsys: Streams) -> None:
    path = write(tmp_path, FETCH)
    assert cli.main(["robot", "--mission", path, "--name", "pr3"]) == 2
    assert capsys.readouterr().err == (
        f"{path}:3:1: no teammate 'pr3' in this mission; did you mean 'pr2'?\n"
    )


@pytest.mark.real
def test_a_robot_of_a_team_waits_for_the_others(
    tmp_path: Path, capsys: Streams, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    args = ["--mission", write(tmp_path, PAIR), "--name", "ann", "--no-record"]
    fast = ["--bus", "udp", "--real-time", "20", "--until", "5s"]
    assert cli.main(["robot", *args, *fast]) == 1
    out, error = capsys.readouterr()
    assert "waiting for bob, tablet: a team that remembers nothing begins when everybody" in error
    assert "out of time" in out


@pytest.mark.parametrize(
    ("wrong", "word"),
    [
        (["--bus", "pigeon"], "--bus pigeon: no such bus"),
        (["--bus", "udp:no"], "--bus udp:no: 'no' is no port; say udp:24000"),
        (["--lan"], "--lan needs --keys DIR (made by 'cotree keys'), or --insecure-lan"),
        (["--keys", "k"], "--keys and --insecure-lan are for --lan"),
        (["--lan", "--insecure-lan", "--bus", "udp"], "only --bus zenoh goes over a network"),
        (["--name", "tablet"], "'tablet' is a witness; start 'cotree witness' for it"),
        (["--name", "bobb"], "no robot 'bobb' in this mission; did you mean 'bob'?"),
    ],
)
def test_what_cannot_be_joined_is_one_line_and_code_2(
    tmp_path: Path, capsys: Streams, monkeypatch: pytest.MonkeyPatch, wrong: list[str], word: str
) -> None:
    monkeypatch.chdir(tmp_path)
    args = ["--mission", write(tmp_path, PAIR), "--name", "ann", "--no-record"]
    assert cli.main(["robot", *args, *wrong]) == 2
    error = capsys.readouterr().err
    assert word in error
    assert "Traceback" not in error


# -- bench -------------------------------------------------------------------------------------


def test_bench_says_what_there_is_and_measures_something(capsys: Streams) -> None:
    assert cli.main(["bench"]) == 2
    assert capsys.readouterr().out.startswith("cotree bench multitasking: ")
    assert cli.main(["bench", "multitasking", "--layouts", "0"]) == 2
    assert "'0' is not a number of layouts; try 1000" in capsys.readouterr().err

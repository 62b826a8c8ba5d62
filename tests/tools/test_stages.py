"""The build: whatever goes wrong in one stage, the others run, and the end says all of it."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.kit.processes import ROOT
from tests.kit.waiting import until
from tools import stages

PYTEST = f"{sys.executable} -m pytest -q -p no:cacheprovider"
GOOD = "def test_good():\n    pass\n"


class Ran(NamedTuple):
    """A build that is over."""

    code: int
    lines: list[str]

    @property
    def end(self) -> list[str]:
        """What stands behind everything that the stages said."""
        return self.lines[self.lines.index("== the end") + 1 :]

    def row(self, stage: str) -> str:
        """A stage's line of the table, without how long it took."""
        return next(" ".join(line.split()[1:3]) for line in self.end if line.split()[0] == stage)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "test_good.py").write_text(GOOD)
    return tmp_path


def build(project: Path, *rows: str) -> Ran:
    (project / "stages").write_text("".join(f"{row}\n" for row in rows))
    ran = subprocess.run(command(project), cwd=project, capture_output=True, text=True)
    assert ran.stderr == ""
    return Ran(ran.returncode, ran.stdout.splitlines())


def command(project: Path) -> list[str]:
    return [
        sys.executable,
        str(ROOT / "tools/stages.py"),
        "stages",
        "--logs",
        str(project / "logs"),
    ]


def good(name: str = "good") -> str:
    return f"{name} 60 {PYTEST} test_good.py"


def test_when_all_is_well_it_is_green_and_the_tests_are_counted(project: Path) -> None:
    ran = build(project, "# a comment", good("one"), "plain 60 true", good("two"))
    assert ran.code == 0
    assert all(ran.row(name).startswith("ok") for name in ("one", "plain", "two"))
    assert ran.end[-1] == "2 passed, 0 failed"
    assert sum(" passed in " in line for line in ran.end) == 2, "pytest's own closing lines"
    assert (project / "logs" / "one").read_text().endswith("s\n")


def test_a_failing_test_is_named_at_the_end_and_the_next_stage_runs(project: Path) -> None:
    (project / "test_bad.py").write_text("def test_bad():\n    assert 1 == 2\n")
    ran = build(project, f"bad 60 {PYTEST} test_bad.py", good())
    assert ran.code == 1
    assert ran.row("bad") == "FAILED (1)"
    assert ran.row("good").startswith("ok")
    assert "bad: FAILED test_bad.py::test_bad - assert 1 == 2" in ran.end
    assert ran.end[-1] == "1 passed, 1 failed"


def test_a_hanging_test_fails_and_a_hanging_stage_is_ended(project: Path) -> None:
    hangs = "import threading\ndef test_hangs():\n    threading.Event().wait()\n"
    (project / "test_hangs.py").write_text(hangs + GOOD)
    ran = build(
        project,
        f"one 60 {PYTEST} --timeout 1 test_hangs.py",
        f"two 2 {PYTEST} test_hangs.py",
        good(),
    )
    assert ran.code == 1
    assert ran.row("one") == "FAILED (1)"
    assert any("FAILED test_hangs.py::test_hangs" in line for line in ran.end)
    assert ran.row("two") == "too late"
    assert any("over its limit of 2 s" in line for line in ran.lines)
    assert ran.row("good").startswith("ok")


def test_when_all_the_time_is_used_up_the_rest_is_told(project: Path) -> None:
    (project / "stages").write_text("long 60 sleep 600\nnever 60 true\n")
    words = [*command(project), "--within", "2"]
    ran = subprocess.run(words, cwd=project, capture_output=True, text=True)
    found = Ran(ran.returncode, ran.stdout.splitlines())
    assert found.code == 1
    assert [found.row(name) for name in ("long", "never")] == ["too late", "no time"]


def test_a_stage_that_is_killed_or_leaves_somebody_behind_does_not_hold_up_the_others(
    project: Path,
) -> None:
    ran = build(project, "dies 60 bash -c 'kill -9 $$'", "leaves 60 bash -c 'sleep 600 &'", good())
    assert ran.code == 1
    assert ran.row("dies") == "killed (9)"
    assert ran.row("leaves").startswith("ok")
    assert ran.row("good").startswith("ok")


def test_without_any_test_it_is_red(project: Path) -> None:
    ran = build(project, "plain 60 true", "none 60 bash -c 'echo no tests ran in 0.01s'")
    assert ran.code == 1
    assert "no test has run" in ran.end
    assert ran.end[-1] == "0 passed, 0 failed"
    ran = build(project, f"none 60 {PYTEST} -k nothing test_good.py", good())
    assert (ran.code, ran.row("none")) == (1, "FAILED (5)")


def test_a_missing_tool_is_one_line_and_the_others_run(project: Path) -> None:
    ran = build(project, "lacks 60 no-such-tool --check", good())
    assert ran.code == 1
    assert ran.row("lacks") == "cannot start"
    assert any(
        line.startswith("lacks: ERROR lacks: ") and "no-such-tool" in line for line in ran.end
    )
    assert ran.row("good").startswith("ok")


def test_a_stale_mutant_is_named_at_the_end(project: Path) -> None:
    (project / "tests" / "mutants").mkdir(parents=True)
    (project / "tests" / "mutants" / "toy.toml").write_text(
        '[[mutant]]\nname = "m"\nfile = "test_good.py"\nold = "gone"\nnew = ""\n'
        'tests = ["test_good.py"]\n'
    )
    fits = f"{sys.executable} {ROOT / 'tools/mutants.py'} --fits --root ."
    ran = build(project, f"fits 60 {fits}", good())
    assert ran.code == 1
    assert ran.row("fits") == "FAILED (1)"
    assert any(line.startswith("fits: stale    test_good.py: m (old occurs 0") for line in ran.end)
    assert ran.row("good").startswith("ok")


def test_a_build_that_is_told_to_end_still_says_how_far_it_came(project: Path) -> None:
    (project / "stages").write_text(
        f"{good()}\nlong 60 bash -c 'echo begun; sleep 600'\nnever 60 true\n"
    )
    run = subprocess.Popen(command(project), cwd=project, stdout=subprocess.PIPE, text=True)
    long = project / "logs" / "long"
    until(lambda: long.exists() and "begun" in long.read_text(), "the second stage has begun")
    run.send_signal(signal.SIGTERM)
    ran = Ran(run.wait(), (run.communicate()[0]).splitlines())
    assert ran.code == 1
    assert ran.row("good").startswith("ok")
    assert ran.row("long").startswith("SIGTERM")
    assert ran.row("never") == "not run"
    assert "ended by SIGTERM" in ran.end
    assert ran.end[-1] == "1 passed, 0 failed"


@pytest.mark.parametrize(
    ("table", "why"),
    [
        ("", "at least one stage"),
        ("a 1 true\na 2 true", "no name twice"),
        ("a soon true", "line 1: write name, limit in seconds, command: a soon true"),
        ("\na 10", "line 2: write name"),
        ("a 10 'true", "No closing quotation"),
    ],
)
def test_a_wrong_table_is_one_line(
    table: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "stages").write_text(table)
    assert stages.main([str(tmp_path / "stages")]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert why in line


def test_single_stages_can_be_chosen(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "stages").write_text("a 1 true\n")
    assert stages.main([str(tmp_path / "stages"), "--only", "b"]) == 2
    assert "no stage b" in capsys.readouterr().err

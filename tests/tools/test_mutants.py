from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tools import mutants

CODE = "def larger(a: int, b: int) -> int:\n    return a if a > b else b\n"
TEST = "from toy import larger\n\n\ndef test_larger() -> None:\n    assert larger(1, 2) == 2\n"


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    """A project of one function and one test."""
    (tmp_path / "tests" / "mutants").mkdir(parents=True)
    (tmp_path / "toy.py").write_text(CODE)
    (tmp_path / "test_toy.py").write_text(TEST)
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    return tmp_path


def write(toy: Path, *entries: dict[str, object]) -> None:
    lines = []
    for entry in entries:
        lines.append("[[mutant]]")
        lines += [f"{key} = {json.dumps(value)}" for key, value in entry.items()]
    (toy / "tests" / "mutants" / "toy.toml").write_text("\n".join(lines))


def entry(**changes: object) -> dict[str, object]:
    told = {"name": "m", "file": "toy.py", "old": "a > b", "new": "a < b", "tests": ["test_toy.py"]}
    return told | changes


def words(toy: Path, capsys: pytest.CaptureFixture[str], *options: str) -> tuple[int, list[str]]:
    code = mutants.main(["--root", str(toy), "--json", *options])
    return code, [verdict["word"] for verdict in json.loads(capsys.readouterr().out)]


def test_each_mutant_is_judged_in_its_own_tree_and_the_project_stays_as_it_was(
    toy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(
        toy,
        entry(name="caught"),
        entry(name="survived", new="a >= b"),
        entry(name="stale", old="a == b"),
        entry(name="gone", file="nowhere.py"),
        entry(name="no Python", new="a >"),
        entry(name="broken", old="def larger", new="def smaller"),
        entry(name="caught again, so the survivor was taken back"),
    )
    expected = ["caught", "survived", "stale", "stale", "stale", "broken", "caught"]
    assert words(toy, capsys, "-j", "2") == (1, expected)
    assert (toy / "toy.py").read_text() == CODE


def test_when_all_are_caught_the_exit_code_is_0_and_the_count_is_printed(
    toy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(toy, entry())
    assert mutants.main(["--root", str(toy)]) == 0
    assert capsys.readouterr().out == "1 of 1 mutants caught\n"


def test_a_survivor_is_named_with_its_file(capsys: pytest.CaptureFixture[str]) -> None:
    verdicts = [
        mutants.Verdict("two owners", "a.py", "survived"),
        mutants.Verdict("old rule", "b.py", "stale", "old occurs 2 times, not once"),
        mutants.Verdict("fine", "b.py", "caught"),
    ]
    assert mutants.report(verdicts, as_json=False).splitlines() == [
        "survived a.py: two owners",
        "stale    b.py: old rule (old occurs 2 times, not once)",
        "1 of 3 mutants caught",
    ]


def test_a_change_that_would_fit_twice_is_stale(toy: Path) -> None:
    mutant = mutants.Mutant("m", "toy.py", "int", "float", ("test_toy.py",))
    verdict = mutants.judge(mutant, toy, timeout_s=60.0)
    assert (verdict.word, verdict.detail) == ("stale", "old occurs 3 times, not once")


def test_tests_that_never_end_have_noticed(toy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutants, "run_tests", lambda *_: None)
    mutant = mutants.Mutant("m", "toy.py", "a > b", "a < b", ("test_toy.py",))
    assert mutants.judge(mutant, toy, timeout_s=60.0).detail == "the tests never ended"


def test_tests_that_take_too_long_are_ended(toy: Path) -> None:
    assert mutants.run_tests(toy, ["test_toy.py"], timeout_s=0.001) is None


def test_tests_that_fail_without_a_mutant_judge_nothing(
    toy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (toy / "test_toy.py").write_text(TEST.replace("== 2", "== 1"))
    write(toy, entry())
    assert mutants.main(["--root", str(toy)]) == 2
    assert "without any mutant these tests do not pass: pytest test_toy.py" in (
        capsys.readouterr().err
    )


def test_a_mutant_whose_venv_is_not_here_is_left_out_and_counted(
    toy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(toy, entry(), entry(name="seen", venv=".venv-real"))
    assert mutants.main(["--root", str(toy)]) == 0
    captured = capsys.readouterr()
    assert captured.out == "1 of 1 mutants caught\n"
    assert captured.err.splitlines()[-1] == "1 left out: their venv is not here"


def test_a_mutant_is_judged_by_the_python_of_its_venv(
    toy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (toy / ".venv-x" / "bin").mkdir(parents=True)
    python = toy / ".venv-x" / "bin" / "python"
    python.write_text(f'#!/bin/sh\ntouch {toy}/asked\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)
    write(toy, entry(venv=".venv-x"))
    assert mutants.main(["--root", str(toy)]) == 0
    assert (toy / "asked").exists()
    assert capsys.readouterr().out == "1 of 1 mutants caught\n"


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"venv": "../x"}, "venv is a folder below the root, such as .venv-real"),
        ({"venv": 3}, "venv is a folder below the root, such as .venv-real"),
        ({"extra": "x"}, "expected name, file, old, new, tests; look at extra"),
        ({"tests": []}, "tests is a list of at least one pytest path"),
        ({"old": ""}, "old must be a text that new changes"),
        ({"new": "a > b"}, "old must be a text that new changes"),
        ({"file": 3}, "old must be a text that new changes"),
    ],
)
def test_a_wrong_entry_is_refused_with_its_name(
    toy: Path, capsys: pytest.CaptureFixture[str], changes: dict[str, object], complaint: str
) -> None:
    write(toy, entry(**changes))
    assert mutants.main(["--root", str(toy)]) == 2
    assert f"toy.toml: m: {complaint}" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["not toml", "", "mutants = 1"])
def test_a_wrong_file_is_refused_with_its_path(
    toy: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    (toy / "tests" / "mutants" / "toy.toml").write_text(text)
    assert mutants.main(["--root", str(toy)]) == 2
    assert "toy.toml: " in capsys.readouterr().err


def test_a_project_without_mutants_is_not_called_fine(
    toy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert mutants.main(["--root", str(toy)]) == 2
    assert "no mutants in" in capsys.readouterr().err


def test_only_picks_mutants_by_name(toy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(toy, entry(name="one"), entry(name="two", new="a >= b"))
    assert words(toy, capsys, "--only", "one") == (0, ["caught"])


def test_a_part_has_every_so_manyth(toy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(toy, entry(name="one"), entry(name="two", new="b"), entry(name="three"))
    assert words(toy, capsys, "--part", "0/2") == (0, ["caught", "caught"])
    assert words(toy, capsys, "--part", "1/2")[1] in (["survived"], ["caught"])


@pytest.mark.parametrize("part", ["2/2", "a/b", "1"])
def test_a_part_that_there_is_not_is_refused(
    toy: Path, part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    write(toy, entry())
    assert mutants.main(["--root", str(toy), "--part", part]) == 2
    assert "write 0/3, 1/3 or 2/3" in capsys.readouterr().err


def test_what_was_caught_is_judged_again_when_something_has_changed(
    toy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(toy, entry(name="one"), entry(name="two", new="a >= b"))
    assert words(toy, capsys) == (1, ["caught", "survived"])
    assert words(toy, capsys) == (1, ["survived"]), "only what was not caught"
    assert words(toy, capsys, "--all") == (1, ["caught", "survived"])
    (toy / "test_toy.py").write_text(TEST + "\n")
    assert words(toy, capsys) == (1, ["caught", "survived"]), "another test"
    write(toy, entry(name="one", tests=["test_toy.py::test_larger"]))
    assert words(toy, capsys) == (0, ["caught"])
    assert len(json.loads((toy / mutants.JUDGED).read_text())) == 1, "others are forgotten"


def test_a_mutant_stands_in_one_function(toy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    method = "    def larger(self, a: int, b: int) -> int:\n        return a if a > b else b\n"
    (toy / "toy.py").write_text(f"{CODE}\n\nclass Pair:\n{method}")
    write(toy, entry(name="twice"), entry(name="once", within="larger"))
    assert words(toy, capsys) == (1, ["stale", "caught"])
    write(toy, entry(within="Pair.larger"), entry(name="gone", within="Pair.smaller"))
    assert words(toy, capsys) == (1, ["survived", "stale"]), "no test looks at the method"


def test_all_misfits_are_told_at_once_with_the_nearest_text(
    toy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(
        toy,
        entry(),
        entry(name="old", old="return a if a >= b else b"),
        entry(name="no test", tests=["test_toy.py::test_smaller"]),
        entry(name="no file", tests=["test_nothing.py"]),
        entry(name="no Python", new="a >"),
    )
    assert mutants.main(["--root", str(toy), "--fits"]) == 1
    *lines, last = capsys.readouterr().out.splitlines()
    assert [line.split(": ")[1].partition(" (")[0] for line in lines] == [
        "old", "no test", "no file", "no Python",
    ]  # fmt: skip
    assert "nearest: return a if a > b else b" in lines[0]
    assert "there is no test test_smaller in test_toy.py" in lines[1]
    assert last == "1 of 5 mutants fit their text"

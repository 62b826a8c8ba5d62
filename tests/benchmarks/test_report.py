"""``make bench`` as a whole, with benchmarks that are played."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from benchmarks.report import making, running
from benchmarks.report.entries import ENTRIES, Entry
from benchmarks.report.values import Beside, Curve, Figure, Gate, Line, Reading
from benchmarks.report.venvs import ROOT, Pythons

GOOD = "import json; print(json.dumps({'ms': 2.0, 'theirs': 5.0}))"
PLAYED = {
    "fine": GOOD,
    "slow": f"{GOOD}; import sys; print('2 ms, above 1', file=sys.stderr); sys.exit(1)",
    "broken": "raise RuntimeError('a wheel came off')",
    "silent": "print('no document')",
    "strange": "print('{}')",
    "lame": GOOD,
    "wordy": "import json, sys; print(json.dumps({'ms': len(sys.argv), 'theirs': 1.0}))",
}


def read(found: dict[str, Any]) -> Reading:
    figure = Figure(
        "a step", found["ms"], "ms", Gate(at_most=10), (Beside("them", found["theirs"]),)
    )
    line = Line("ours", ((1.0, 1.0), (10.0, found["ms"])))
    return Reading((figure,), (Curve("steps", "Steps over feet", "feet", "ms", (line,)),))


def read_strictly(found: dict[str, Any]) -> Reading:
    return Reading((Figure("a step", found["ms"], "ms", Gate(at_most=1)),))


def entry(name: str, **more: Any) -> Entry:
    return Entry(name, f"What {name} means.", more.pop("read", read), **more)


def made(tmp_path: Path, *entries: Entry, words: Sequence[str] = ()) -> tuple[int, Any, str]:
    """Exit code, and both documents."""
    folder, out = tmp_path / "benchmarks", tmp_path / "out"
    folder.mkdir()
    for name, text in PLAYED.items():
        (folder / f"{name}.py").write_text(text)
    code = making.main(["--out", str(out), *words], entries, folder)
    return code, json.loads((out / "bench.json").read_text()), (out / "bench.md").read_text()


def statuses(document: Any) -> dict[str, str]:
    return {each["name"]: each["status"] for each in document["benchmarks"]}


def test_every_benchmark_is_in_the_report() -> None:
    files = sorted(file.stem for file in (ROOT / "benchmarks").glob("*.py"))

    assert sorted({each.stem for each in ENTRIES}) == files
    assert len({each.name for each in ENTRIES}) == len(ENTRIES)


@pytest.mark.parametrize("each", ENTRIES, ids=lambda each: each.name)
def test_every_benchmark_knows_the_words_that_it_is_told(each: Entry) -> None:
    text = (ROOT / "benchmarks" / f"{each.stem}.py").read_text()
    if 'main(["bench"' in text:  # a command of cotree
        text = (ROOT / "cotree" / "commands" / "bench.py").read_text()
    options = [word for word in ("--json", *each.full, *each.quick) if word.startswith("--")]

    assert [option for option in options if f'"{option}"' not in text] == []


def test_a_report_tells_figures_gates_peers_and_curves(tmp_path: Path) -> None:
    code, document, page = made(tmp_path, entry("fine"))

    assert code == 0
    assert document["good"] is True
    assert document["benchmarks"][0]["found"] == {"ms": 2.0, "theirs": 5.0}
    assert "What fine means." in page
    assert "| a step | 2 ms | at most 10 | ✓ |" in page
    assert "| fine | a step | 2 ms | them | 5 ms | 2.5 |" in page
    assert "![Steps over feet](bench/steps.svg)" in page
    assert "| 10 | 2 |" in page
    assert "<svg" in (tmp_path / "out" / "bench" / "steps.svg").read_text()


def test_a_missed_gate_is_a_row_that_says_so_and_the_exit_code(tmp_path: Path) -> None:
    code, document, page = made(tmp_path, entry("fine"), entry("slow"))

    assert code == 1
    assert document["good"] is False
    assert statuses(document) == {"fine": "done", "slow": "gate missed"}
    assert "2 ms, above 1" in page


def test_a_figure_beyond_its_gate_counts_whatever_the_exit_code(tmp_path: Path) -> None:
    code, document, page = made(tmp_path, entry("fine", read=read_strictly))

    assert code == 1
    assert statuses(document) == {"fine": "gate missed"}
    assert "| a step | 2 ms | at most 1 | ✗ |" in page


def test_who_fails_is_a_row_and_the_others_go_on(tmp_path: Path) -> None:
    names = ("broken", "silent", "strange", "fine")

    code, document, page = made(tmp_path, *map(entry, names))

    assert code == 1
    assert list(statuses(document).values()) == ["failed", "failed", "failed", "done"]
    assert "a wheel came off" in page
    assert str(tmp_path.home()) not in page


def test_what_is_not_installed_is_a_row_and_no_fault(tmp_path: Path) -> None:
    lame = entry("lame", needs=("json", "a_module_that_nobody_has"))

    code, document, page = made(tmp_path, lame, entry("fine"))

    assert code == 0
    assert statuses(document) == {"lame": "missing", "fine": "done"}
    assert "not installed: a_module_that_nobody_has" in page


def test_an_environment_that_cannot_be_made_is_a_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "setup_real.sh").write_text(
        "#!/bin/sh\necho 'no wheels for this machine' >&2\nexit 3\n"
    )
    (tools / "setup_real.sh").chmod(0o755)
    monkeypatch.setattr(making, "Pythons", lambda given: Pythons(given, tmp_path))

    code, document, page = made(tmp_path, entry("lame", venv="real"))

    assert code == 0
    assert statuses(document) == {"lame": "missing"}
    assert "no wheels for this machine" in page


def test_who_takes_too_long_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "LONGEST_S", 0.0)

    code, document, page = made(tmp_path, entry("fine"))

    assert code == 1
    assert statuses(document) == {"fine": "failed"}
    assert "it took longer than 0 s" in page


def test_quick_and_full_are_told_different_words(tmp_path: Path) -> None:
    wordy = entry("wordy", full=("a", "b", "c"), quick=("a",))

    _, document, page = made(tmp_path, wordy, words=["--quick"])

    assert document["benchmarks"][0]["found"]["ms"] == 3  # file, --json, a
    assert "Quick" in page


def test_one_benchmark_can_be_chosen(tmp_path: Path) -> None:
    _, document, _ = made(tmp_path, entry("fine"), entry("slow"), words=["--only", "fine"])

    assert statuses(document) == {"fine": "done"}


def test_wrong_words_are_refused_with_the_remedy(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        making.main(["--python", "nowhere"], [entry("fine")], tmp_path)

    assert "'nowhere' is not like real=.venv-real/bin/python" in capsys.readouterr().err


def test_the_machine_is_described_without_saying_whose_it_is(tmp_path: Path) -> None:
    _, document, page = made(tmp_path, entry("fine"))

    machine = document["machine"]
    assert {"processor", "cores", "memory", "system", "python"} <= machine.keys()
    assert document["versions"]["usual"]["py_trees"]
    assert str(Path.home()) not in page
    assert str(ROOT) not in page

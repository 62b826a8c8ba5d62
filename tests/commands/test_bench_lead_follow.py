from __future__ import annotations

import json
from pathlib import Path

import pytest

from cotree.cli import main
from cotree.commands import _lead_follow
from cotree.simulation.people import rivals, study
from cotree.simulation.people.dispatch import dispatch
from cotree.simulation.people.planners import dispatcher
from cotree.simulation.people.report import Report

WORDS = [
    "bench",
    "lead-follow",
    "--n",
    "1",
    "--sessions",
    "2",
    "--missions",
    "1",
    "--processes",
    "1",
]


@pytest.fixture(scope="module")
def small() -> Report:
    robots = dict.fromkeys(rivals.ROBOTS, dispatcher)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(study, "printed", dispatch)
        patch.setattr(rivals, "ROBOTS", robots)
        return _lead_follow.report(1, 2, 1, 0, 1)


@pytest.fixture(autouse=True)
def measured(small: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_lead_follow, "report", lambda *asked: small)


def test_both_tables_are_printed_beside_the_papers(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(WORDS) == 0
    text = capsys.readouterr().out
    assert "Table III" in text
    assert "(10.93, " in text
    assert "Table IV" in text
    assert "1 kitting missions of each robot on the engine" in text
    assert "yes  every session came to its end" in text


def test_the_figures_are_there_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*WORDS, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert len(found["tables"]["wrong"]) == len(found["tables"]["assigned"]) == 27
    rivals_ = [match["rival"] for match in found["rivalry"]["matches"]]
    assert rivals_ == ["printed", "dispatcher", "early dispatcher"]
    assert [match["rival"] for match in found["missions"]["matches"]] == ["printed", "dispatcher"]
    assert found["missions"]["unfinished"] == 0


def test_both_beliefs_are_drawn(tmp_path: Path) -> None:
    file = tmp_path / "beliefs.svg"
    assert main([*WORDS, "--plot", str(file)]) == 0
    text = file.read_text()
    for word in ("follows 0.3", "follows 0.9", "believed: errs", "errs 0.8, robust"):
        assert word in text
    again = tmp_path / "again.svg"
    main([*WORDS, "--plot", str(again)])
    assert again.read_bytes() == file.read_bytes()


def test_a_picture_that_cannot_be_is_refused_before_the_work(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main([*WORDS, "--plot", "beliefs.bmp"]) == 2
    assert "no picture format '.bmp'" in capsys.readouterr().err
    assert main([*WORDS, "--plot", str(tmp_path / "none" / "beliefs.svg")]) == 2
    assert "make it first" in capsys.readouterr().err

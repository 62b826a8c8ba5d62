from __future__ import annotations

import json
from pathlib import Path

import pytest

from cotree.cli import main

GOOD = "mission: m\nteam: {pr2: {robot: pr2}}\ntask: {then: [{wait: 1}, {and: [{wait: 2}]}]}\n"
BAD = "mission: m\nteam: {pr2: {robot: pr2}}\ntask: {then: [{wayt: 1}, {wait: x}]}\n"


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("good.yaml").write_text(GOOD)
    Path("bad.yaml").write_text(BAD)


def test_good_missions_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", "good.yaml", "good.yaml"]) == 0
    out, err = capsys.readouterr()
    assert out == "good.yaml: ok, 4 nodes, 2 leaves\n" * 2
    assert err == ""


def test_every_mistake_of_every_file_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", "bad.yaml", "good.yaml", "none.yaml"]) == 2
    out, err = capsys.readouterr()
    assert out == "good.yaml: ok, 4 nodes, 2 leaves\n"
    assert err.splitlines() == [
        "bad.yaml:3:16: no behaviour 'wayt'; did you mean 'wait'?",
        "bad.yaml:3:33: 'duration': expected a duration such as '10 s', found 'x'",
        "none.yaml:1:1: no such file",
    ]


def test_programs_get_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", "--json", "good.yaml", "bad.yaml"]) == 2
    out, err = capsys.readouterr()
    good, bad = json.loads(out)
    assert err == ""
    assert good == {"file": "good.yaml", "ok": True, "nodes": 4, "leaves": 2, "errors": []}
    assert bad["ok"] is False
    assert bad["errors"][0] == {
        "file": "bad.yaml",
        "line": 3,
        "column": 16,
        "message": "no behaviour 'wayt'; did you mean 'wait'?",
    }

from __future__ import annotations

from pathlib import Path

import pytest

from cotree.cli import main

TEXT = "mission: tea\nteam: {pr2: {robot: pr2}}\ntask: {then: [{wait: 1}]}\n"


@pytest.fixture
def path(tmp_path: Path) -> str:
    file = tmp_path / "m.yaml"
    file.write_text(TEXT)
    return str(file)


@pytest.mark.parametrize(
    ("option", "begins", "holds"),
    [
        ([], "→ task", "└── wait 1 s"),
        (["--ascii"], "-> task", "`-- wait 1 s"),
        (["--dot"], "digraph task {", 'label="wait 1 s"'),
        (["--mermaid"], "flowchart LR", '["wait 1 s"]'),
        (["--svg"], "<svg ", "<title>tea</title>"),
    ],
)
def test_a_task_is_drawn_in_each_form(
    path: str, option: list[str], begins: str, holds: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show", *option, path]) == 0
    out = capsys.readouterr().out
    assert out.startswith(begins)
    assert holds in out


def test_a_bad_mission_is_not_drawn(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path(path).write_text(TEXT.replace("wait", "wayt"))
    assert main(["show", path]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == f"{path}:3:16: no behaviour 'wayt'; did you mean 'wait'?\n"

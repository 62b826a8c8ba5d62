from __future__ import annotations

import json
from pathlib import Path

import pytest

from cotree.cli import main
from tests.missions import FETCH, write

HOSPITAL = "config/experiments/hospital.yaml"
WARD = """
mission: ward
team:
  a: {robot: delivery, at: x2}
  b: {robot: quadruped, at: s1}
world: hospital
ltl:
"""


def said(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().out.splitlines()


def test_the_paper_s_hospital_is_shared_out_as_published(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["plan", HOSPITAL]) == 0
    assert said(capsys) == [
        "dr     deliver p3: 105",
        "         x2 > c9 > c8 > s1, pick > c8 > c5 > c4 > c3 > p3, drop",
        "a1     deliver p6: 70",
        "         s1, pick > c8 > c5 > c4 > c3 > p6, drop",
        "wassi  walk with the patient, then to p4: 110",
        "         p2 > c2 > c1, start training > c7 > c6 > c7 > c1 > p4, end training",
        "all together 285, at most 110; least sum",
        "rule: [](!p3 && X p3 -> loaded)",
        "rule: [](!p6 && X p6 -> loaded)",
        "rule: [](!p4 && X p4 -> training)",
    ]


def test_who_has_to_wait_for_whom_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = WARD + "".join(
        f"  - deliver: {{to: {place}, loaded: loaded, done: standby}}\n" for place in ("p3", "p6")
    )
    text += "  - not before: {what: p6, before: p3 && standby}\n"
    assert main(["plan", str(write(tmp_path, text))]) == 0
    assert "     s1, pick > c8 > c5 > c4 > c3 (after a's step 10) > p6, drop" in said(capsys)


def test_what_nobody_can_do_has_no_plan(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = WARD + "  - <>(p3 && training)\n  - '[](!p3 && X p3 -> loaded)'\n  - '[]!c1'\n"
    assert main(["plan", str(write(tmp_path, text))]) == 1
    (line, *_) = said(capsys)
    assert line.startswith("no plan: nobody can do <>(p3 && training)")
    assert "a delivery is never training" in line


def test_as_json_it_says_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plan", HOSPITAL, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [(way["robot"], way["cost"]) for way in found["ways"]] == [
        ("dr", 105.0),
        ("a1", 70.0),
        ("wassi", 110.0),
    ]
    assert found["total"] == 285.0


def test_a_mission_without_a_sentence_is_told_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["plan", str(write(tmp_path, FETCH))]) == 2
    assert "the mission has no 'ltl' and no errands" in capsys.readouterr().err

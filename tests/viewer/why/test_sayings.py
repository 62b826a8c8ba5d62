from __future__ import annotations

import typing

import pytest

from cotree.runtime.why.answer import Account, Answer, Branch, Line, Moment, Rule
from cotree.viewer.why import data, lines
from cotree.viewer.why.refusals import DENIALS, SAYINGS, denial

WON = {"alone", "contended", "verified", "resumed", "granted", "person", "seen"}
"""Rules by which somebody did it."""
BAXTER = Account(
    "baxter",
    True,
    "alone",
    potential=1.93,
    parts={"distance": 1.62, "grasp": 0.31},
    won_s=37.3,
    started_s=37.3,
    ballot=4,
)


def test_every_rule_has_words() -> None:
    rules = set(typing.get_args(Rule))
    assert rules == WON | set(SAYINGS) | {"denied"}


def test_every_answer_of_the_team_has_words() -> None:
    for why in DENIALS:
        text = denial(why, 3.0, "pr2")
        assert text.startswith("asked at 3 s")
        assert "{" not in text
    assert denial("odd", None, "") == "asked, and the team said no: odd"


def test_one_who_did_it_and_one_who_was_busy() -> None:
    pr2 = Account(
        "pr2",
        False,
        "busy",
        leaf="task/drinks/sugar",
        resource="right_gripper",
        until_s=38.8,
        potential=2.1,
        parts={"distance": 1.1, "grasp": 1.0},
    )
    ann = Account("ann", False, "not_seen")
    answer = Answer(
        "task/food/burger", "place", 37.3, "task/food/burger", "running", (BAXTER, pr2, ann)
    )
    assert list(lines(answer)) == [
        "task/food/burger at 37.3 s",
        "  baxter does it: won at 37.3 s (ballot 4), nobody else asked; "
        "potential 1.93 = distance 1.62 + grasp 0.31",
        "  pr2 did not: was busy with drinks/sugar (right_gripper) until 38.8 s; "
        "potential then 2.1 (distance 1.1 + grasp 1)",
        "  ann did not: not seen at it",
    ]


@pytest.mark.parametrize(
    ("moment", "line"),
    [
        (Moment(1.0, "a", "halted", "lease"), "stopped at 1 s: its lease ran out (no quorum)"),
        (Moment(1.0, "a", "halted", "odd"), "stopped at 1 s: odd"),
        (Moment(1.0, "a", "given_up", "it slipped"), "gave it up at 1 s: it slipped"),
        (
            Moment(1.0, "a", "verified", "partial", times=3, until_s=2.5),
            "looked at 1 s: half done; 3 times until 2.5 s",
        ),
        (Moment(1.0, "a", "denied", "held"), "asked at 1 s, but baxter had it"),
        (Moment(1.0, "a", "waited"), "waited from 1 s"),
    ],
)
def test_what_else_became_of_a_claim_is_a_line_below(moment: Moment, line: str) -> None:
    other = Account("a", False, "taken", by="baxter", history=(moment,))
    answer = Answer("task", "place", 2.0, "task", "", (BAXTER, other))
    assert list(lines(answer))[-2:] == ["  a did not: baxter had it", f"    {line}"]


def test_alternatives_that_are_equal_go_by_the_tree() -> None:
    choice = (
        Branch("task/or/a", True, potential=2.0),
        Branch("task/or/b", False, potential=2.0),
        Branch("task/or/c", False, potential=3.0),
        Branch("task/or/d", False, "lacks", potential=0.0),
    )
    answer = Answer("task/or", "or", 2.0, "task/or/a", "", (BAXTER,), choice=choice)
    assert list(lines(answer))[2:5] == [
        "  chosen: or/a 2",
        "  instead of: or/b 2, just as suitable, and later in the tree",
        "  instead of: or/c 3, not free",
    ]


def test_a_task_shows_who_is_at_what() -> None:
    rows = (
        Line("task/a", "running", "pr2", 1.0),
        Line("task/b", "gave_up", "pr2", 1.0, 2.0, rule="verified"),
        Line("task/c", "inactive"),
    )
    assert list(lines(Answer("task", "and", 3.0, state="running", lines=rows))) == [
        "task at 3 s: running",
        "  a: pr2, from 1 s on, running",
        "  b: pr2, 1 s to 2 s, gave it up (looked first)",
        "  c: inactive",
    ]


def test_text_from_a_mission_cannot_steer_a_terminal() -> None:
    other = Account("a", False, "not_ready", message="evil\x1b[2J\nline")
    answer = Answer("task", "place", 2.0, "task", "", (other,))
    assert list(lines(answer))[1] == "  a did not: evil�[2J line"


def test_programs_get_the_same_facts_with_short_numbers() -> None:
    account = Account("a", True, "alone", potential=1 / 3, won_s=0.1 + 0.2, history=())
    found = data(Answer("task", "place", 0.30000000000000004, "task", "done", (account,)))
    assert found == {
        "node": "task",
        "word": "place",
        "at_s": 0.3,
        "piece": "task",
        "state": "done",
        "accounts": [
            {"who": "a", "did": True, "rule": "alone", "potential": 0.333333, "won_s": 0.3}
        ],
    }


def test_a_record_of_one_process_says_nothing_of_what_its_peers_did() -> None:
    seen, peer = Account("", True, "seen", ended_s=9.0), Account("b", False, "elsewhere")
    answer = Answer("task/cup", "place", 9.0, "task/cup", "done", (seen, peer))
    assert list(lines(answer))[1:] == [
        "  no robot of this record did it: at 9 s its goal was seen to hold",
        "  b: what it knew stands in its own record",
    ]

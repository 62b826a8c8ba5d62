"""Missions of which something is given up: every robot comes to the same end."""

from __future__ import annotations

import pytest

from cotree import app
from cotree.core.actions import Begin
from cotree.runtime.messages import Message, Told
from cotree.trees.reading import loads
from tests.kit.evidence import Life

TEAM = """
mission: both branches
team:
  a: {robot: pr2, at: [0, 0]}
  b: {robot: {resources: {base: base, horn: horn}}, at: [0, 20]}
world:
  {places: {p: [0.5, 0], away: [0, 40]}, objects: {x: [0.2, 0]}, facts: {never: false}}
coordination: {witness: [t]}
"""
BRING = "{then: [{move: x}, {pick: x}, {move: p}, {place: {object: x, at: p}}], name: bring}"
IMPOSSIBLE = "{guard: {fact: never, do: {wait: 1 s}}, name: impossible}"


def task(*branch: str) -> str:
    """Two ways, of which the second one suits ``a`` and is begun first."""
    steps = "".join(f"          - {step}\n" for step in branch)
    return f"""
task:
  and:
    - {{perform: {{what: hum, duration: 5 s, needs: [horn, base]}}}}
    - or:
      - {{move: away, name: other}}
      - name: chosen
        then:
{steps}      name: either
"""


@pytest.mark.parametrize("seed", range(3))
def test_where_something_was_done_no_other_branch_is_begun(seed: int) -> None:
    messages: list[Message] = []
    end = app.run_team(
        loads(TEAM + task(BRING, IMPOSSIBLE) + f"simulation: {{seed: {seed}}}\n"), messages.append
    )
    assert end.result == "failure", end.reasons
    assert "task/either/chosen/bring/place x at p" in Life(messages).executed
    assert "task/either/other" not in {deed.leaf for deed in Life(messages).deeds}


def test_what_was_half_done_of_a_piece_that_is_given_up_is_nothing_done() -> None:
    """Its robot did a part of it; for the team nothing of the branch is done."""
    half = "{then: [{move: x}, {pick: x}, {guard: {fact: never, do: {wait: 1 s}}}], name: half}"
    messages: list[Message] = []
    end = app.run_team(loads(TEAM + task(half)), messages.append)
    assert end.result == "success", end.reasons
    assert "task/either/chosen/half/pick x" in Life(messages).executed
    assert "task/either/other" in Life(messages).executed


SHUT = """
mission: gate
team:
  r1: {robot: {resources: {g1: gripper}, reach: 20 m}}
  r2: {robot: pr2}
world: {places: {p0: [-1.16, 1.01]}, objects: {o0: [0.38, -0.33]}, grasps: {r1: {o0: 0}}}
task: {then: [{place: {object: o0, at: p0}}]}
"""


def test_who_leaves_it_to_others_tries_when_they_have_given_it_up() -> None:
    """The one can hardly grasp it, and the other one cannot reach where it belongs."""
    messages: list[Message] = []
    end = app.run_team(loads(SHUT), messages.append)
    assert end.result == "success", end.reasons
    told = [each for each in messages if isinstance(each, Told)]
    begun = {each.robot for each in told for command in each.commands if isinstance(command, Begin)}
    assert begun == {"r1"}

"""Who passes the check of the order of acquisition never deadlocks, whatever the interleaving.

A small model plays whole teams exhaustively: robots take pieces of work, each step takes what it
needs on its robot at once (if the robot's other pieces can still finish, as the engine sees to),
claims shared things from the team, and keeps what its lineage keeps.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cotree.core.mission import Blueprint
from cotree.trees.catalogue import catalogue
from cotree.trees.circles import circular
from cotree.trees.ordering import circle
from cotree.trees.reading import loads
from cotree.trees.things import misplaced

WORDS = catalogue(offers=[])
HEAD = """\
mission: m
team:
  one: {robot: {resources: {base: base, head: head}}}
  two: {robot: {resources: {base: base, head: head}}}
world: {places: {here: [0, 0]}}
shared: [a, b]
task:
  and:
"""
ROBOTS = (0, 1)
THINGS = frozenset("ab")

Event = tuple[frozenset[str], frozenset[str]]
"""What is taken at once, and what is given back when that step is over."""
Steps = tuple[Event, ...]
State = tuple[tuple[int, int], ...]
"""Of each piece: its robot (-1: nobody yet), and how many of its steps have begun.

While a step goes on nothing is waited for; so it is over when the next one is tried.
"""


# -- the model ---------------------------------------------------------------------------------


def steps_of(piece: Blueprint) -> Steps:
    """What one piece takes and gives back, step by step."""
    found: list[Event] = []
    kept: frozenset[str] = frozenset()
    for child in piece.children if piece.word == "then" else (piece,):
        kept = _child(child, kept, found)
    return tuple(found)


def _child(child: Blueprint, kept: frozenset[str], found: list[Event]) -> frozenset[str]:
    things: frozenset[str] = frozenset()
    inner = child
    while inner.word == "holding":
        things |= set(inner.params.what)
        inner = inner.children[0]
    leaves = inner.children if inner.word == "sequence" else (inner,)
    if len(leaves) == 1 and inner.word != "sequence":
        needs, keeps = _leaf(inner)
        taken = (needs | things) - kept
        found.append((taken, (taken | kept) - keeps))
        return keeps
    found.append((things - kept, frozenset()))
    for leaf in leaves:
        needs, keeps = _leaf(leaf)
        taken = needs - kept - things
        found.append((taken, taken - keeps))
        kept |= keeps
    taken, back = found[-1]
    found[-1] = (taken, back | things)
    return kept


def _leaf(leaf: Blueprint) -> tuple[frozenset[str], frozenset[str]]:
    if leaf.word == "move":
        return frozenset(("base", *leaf.params.through)), frozenset(("base",))
    return frozenset(leaf.params.needs), frozenset()


class Team:
    """All that a team can do with these pieces."""

    def __init__(self, pieces: tuple[Steps, ...]) -> None:
        self.pieces = pieces
        self.safe = cache(self._safe)

    def owned(self, piece: int, begun: int, *, settled: bool) -> frozenset[str]:
        """What a piece has; ``settled``: its step is over."""
        has: frozenset[str] = frozenset()
        for number, (taken, back) in enumerate(self.pieces[piece][:begun]):
            has |= taken
            if settled or number + 1 < begun:
                has -= back
        return has - (has if settled and begun == len(self.pieces[piece]) else frozenset())

    def stuck(self) -> State | None:
        """A state from which nobody can go on although something is left, or None."""
        start: State = ((-1, 0),) * len(self.pieces)
        seen, front = {start}, [start]
        while front:
            state = front.pop()
            following = list(self.following(state))
            if not following and any(
                begun < len(self.pieces[number]) for number, (_, begun) in enumerate(state)
            ):
                return state
            for after in following:
                if after not in seen:
                    seen.add(after)
                    front.append(after)
        return None

    def following(self, state: State) -> Iterator[State]:
        """Every next step that some robot can begin."""
        for number, (robot, begun) in enumerate(state):
            if begun == len(self.pieces[number]):
                continue
            for chosen in ROBOTS if robot < 0 else (robot,):
                if self.may(state, number, chosen):
                    yield (*state[:number], (chosen, begun + 1), *state[number + 1 :])

    def may(self, state: State, piece: int, robot: int) -> bool:
        """Whether a robot can grant the next step, and the team its shared things."""
        taken = self.pieces[piece][state[piece][1]][0]
        for other, (whose, begun) in enumerate(state):
            has = self.owned(other, begun, settled=True) if other != piece else frozenset[str]()
            if taken & (has if whose == robot else has & THINGS):
                return False
        mine = [
            (other, begun + (other == piece))
            for other, (whose, begun) in enumerate(state)
            if whose == robot or other == piece
        ]
        return self.safe(tuple(mine))

    def _safe(self, mine: tuple[tuple[int, int], ...]) -> bool:
        """Whether one robot's pieces can all end, if nobody else has a shared thing."""
        if all(begun == len(self.pieces[piece]) for piece, begun in mine):
            return True
        for place, (piece, begun) in enumerate(mine):
            if begun == len(self.pieces[piece]):
                continue
            others = [self.owned(o, n, settled=True) for o, n in mine if o != piece]
            if self.pieces[piece][begun][0].isdisjoint(frozenset().union(*others)) and self.safe(
                (*mine[:place], (piece, begun + 1), *mine[place + 1 :])
            ):
                return True
        return False


# -- random tasks ------------------------------------------------------------------------------

EITHER = ["a", "b"]
SOME = ["a", "b", "[b, a]"]
PERFORMS = ["[head]", "[a]", "[b]", "[a, b]", "[head, a]", "[head, b]"]
INNER = ["{perform: {what: x, needs: [head]}}", "{move: here}", "{perform: {what: x}}"]


def a_step(choose: Any) -> str:
    """One step of a piece; ``choose`` picks from a list."""
    kind = choose(["perform", "move", "move", "through", "holding", "holding"])
    if kind == "perform":
        return f"{{perform: {{what: x, needs: {choose(PERFORMS)}}}}}"
    if kind == "move":
        return "{move: here}"
    if kind == "through":
        return f"{{move: {{to: here, through: {choose(EITHER)}}}}}"
    inner = ", ".join(choose(INNER) for _ in range(choose([1, 2])))
    return f"{{holding: {{what: {choose(SOME)}, do: {{sequence: [{inner}]}}}}}}"


def a_task(choose: Any) -> str:
    """A few pieces, to be shared out."""
    pieces = []
    for _ in range(choose([2, 4, 4, 4])):
        steps = ", ".join(a_step(choose) for _ in range(choose([1, 2])))
        pieces.append(f"    - then: [{steps}]\n")
    return HEAD + "".join(pieces)


def judged(text: str) -> tuple[bool, Team]:
    """Whether a mission passes the check, and its team in the model."""
    mission = loads(text, "m.yaml", files={}, catalogue=WORDS, checks=[misplaced])
    passes = not list(circular(mission, WORDS))
    return passes, Team(tuple(map(steps_of, mission.task.children)))


@given(data=st.data())
@settings(max_examples=150, deadline=None)
def test_who_passes_the_check_never_deadlocks(data: st.DataObject) -> None:
    passes, team = judged(a_task(lambda choices: data.draw(st.sampled_from(choices))))
    if passes:
        assert team.stuck() is None


RISKY = [
    "{move: here}, {perform: {what: x, needs: [%s]}}",
    "{holding: {what: %s, do: {sequence: [{perform: {what: x}}, {move: here}]}}}",
    "{move: here}, {holding: {what: %s, do: {perform: {what: x, needs: [head]}}}}",
]


def test_many_of_those_that_are_refused_can_deadlock() -> None:
    dice = random.Random(7)
    outcomes = []
    for _ in range(300):
        pieces = [dice.choice(RISKY) % dice.choice(EITHER) for _ in range(4)]
        outcomes.append(outcome(*pieces))
    assert ("passes", "deadlocks") not in outcomes
    assert outcomes.count(("refused", "deadlocks")) >= 10
    assert outcomes.count(("passes", "ends")) >= 10


def outcome(*pieces: str) -> tuple[str, str]:
    passes, team = judged(HEAD + "".join(f"    - then: [{piece}]\n" for piece in pieces))
    stuck = team.stuck() is not None
    return "passes" if passes else "refused", "deadlocks" if stuck else "ends"


def test_two_things_on_two_robots_can_deadlock_through_their_bases() -> None:
    standing, holding, _ = RISKY
    pieces = [standing % "a", standing % "b", holding % "a", holding % "b"]
    assert outcome(*pieces) == ("refused", "deadlocks")
    assert outcome(*pieces[:3]) == ("passes", "ends"), "only one thing is held while driving"


def test_one_thing_alone_never_deadlocks_because_each_robot_weighs_its_grants() -> None:
    standing, holding, _ = RISKY
    assert outcome(*[standing % "a", holding % "a"] * 2) == ("passes", "ends")


def test_things_taken_one_inside_the_other_want_one_order() -> None:
    inside = "{holding: {what: %s, do: {holding: {what: %s, do: {sequence: [{perform: x}]}}}}}"
    assert outcome(inside % ("a", "b"), inside % ("b", "a")) == ("passes", "ends"), "taken at once"


@pytest.mark.parametrize(
    ("edges", "found"),
    [
        (["ax", "xb", "by", "ya"], "axbya"),
        (["ax", "xa", "by", "yb"], None),
        (["ab", "ba"], "aba"),
        (["ax", "xb", "bx", "xa"], "axbxa"),
        (["ax", "xb"], None),
        (["ab", "bx", "xy", "ya", "xa"], "abxa"),
        ([], None),
    ],
)
def test_a_circle_leads_through_two_shared_things(edges: list[str], found: str | None) -> None:
    way = circle([(edge[0], edge[1]) for edge in edges], ["a", "b"])
    assert way == (None if found is None else list(found))

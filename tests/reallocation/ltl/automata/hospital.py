"""The missions of the hospital, and the sizes of their automata."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

REGIONS = (
    *(f"p{number}" for number in range(1, 7)),
    *(f"c{number}" for number in range(1, 12)),
    *("x1", "x2", "w1", "w2", "s1"),
)
STATES = ("standby", "loaded", "training")
LETTERS = tuple(frozenset(pair) for pair in product(REGIONS, STATES))
"""What a quadruped can show."""


def deliver(room: str) -> str:
    return f"<>({room} && standby) && []((!{room} && X {room}) -> loaded)"


@dataclass(frozen=True)
class Mission:
    """A mission, and how many states its smallest automaton has: over what robots can be, and over
    all sets of atoms, where Spot and ltl2ba find one less, because they leave the dead state out.
    """

    name: str
    text: str
    one_hot: int
    free: int


WALK = "c7 && training && <>(c6 && training && <>(c7 && training && <>(p4 && standby)))"
TRAINED = "[]((!p4 && X p4) -> training)"
MISSIONS = (
    Mission("repo1", f"{deliver('p6')} && {deliver('p3')}", 17, 17),
    Mission("repo2", f"<>({WALK}) && {TRAINED} && {deliver('p6')} && {deliver('p3')}", 141, 161),
    Mission(
        "repo_c1",
        f"<>(c1 && training && <>({WALK})) && {TRAINED} && {deliver('p6')} && {deliver('p3')}",
        169,
        193,
    ),
    Mission(
        "paper",
        f"{deliver('p3')} && {deliver('p6')} && <>(p4 && standby) && {TRAINED} && "
        "<>(c1 && training && <>(c7 && training && <>(c6 && training)))",
        225,
        257,
    ),
)

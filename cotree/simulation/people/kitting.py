"""The kitting task: the simulation's four workspaces, and the study's patterns B, C and D.

Where the paper and its records disagree, the records count: pink and green are near the robot.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from cotree.reallocation.lead_follow.collaboration.actions import Act
from cotree.reallocation.lead_follow.problem import Agent, Costs, Subtask

Pattern: TypeAlias = Literal["B", "C", "D"]

PERSON, ROBOT = "person", "robot"
SPOTS = 5
HUMAN_M = {"green": 7.0, "orange": 7.0, "pink": 17.0, "blue": 17.0}
ROBOT_S = {"green": 36.0, "pink": 36.0, "orange": 39.2, "blue": 39.2}
"""Stated nowhere; near from the only range in which both printed optima hold, far 1.09 times it."""
HUMAN_M_S = 1.2
TABLE = "table"
STAY_S = 2.0
"""At a table where there is room for one, for one block."""
COLOURS = {"G": "green", "P": "pink", "O": "orange", "B": "blue"}
PATTERNS: dict[Pattern, tuple[str, ...]] = {
    "B": ("OOGGP", "POOPB", "PPBBG", "BGGBO"),
    "C": ("POGOP", "GPBPG", "BGOGB", "OBPBO"),
    "D": ("OOBBP", "BBPPG", "PPGGO", "GGOOB"),
}
SIMULATED_S = {
    "W1": (5.567, 11.982),
    "W2": (13.515, 20.087),
    "W3": (13.552, 20.044),
    "W4": (7.547, 9.479),
}
"""Of the simulation: how long the person and the robot take for one block of a workspace."""


class Scene(msgspec.Struct, frozen=True):
    """A job for one person and one robot, with what things cost there."""

    name: str
    subtasks: tuple[Subtask, ...]
    agents: tuple[Agent, ...]
    far: frozenset[str]
    """A long way for the person."""
    costs: Costs
    refuse_s: float
    """How long the robot takes to hand back what it was given wrongly."""
    person_starts_s: float
    """When the person decides for the first time."""
    at_once: bool = False
    """The person may begin what comes next while the robot still places what is before."""
    word_s: float = 1.0
    """How long a person takes for a word on the tablet."""
    notice_s: float = 3.0
    """After how long a person who waits sees that something has changed."""
    alone_at: frozenset[str] = frozenset()
    """Places where there is room for one agent at a time."""

    def returning(self) -> dict[str, dict[str, float]]:
        """How long the robot takes to return a wrong block: once to the spot and back."""
        return {each.id: {ROBOT: each.durations[ROBOT]} for each in self.subtasks}


def simulated() -> Scene:
    """The scene behind Tables III and IV."""
    rows = [(place, spot, *SIMULATED_S[place]) for place in SIMULATED_S for spot in range(SPOTS)]
    far = frozenset(f"{place}.{spot + 1}" for place, spot, *_ in rows if place in ("W2", "W3"))
    return _scene("simulation", rows, far, hand_over_s=2.0, starts_s=3.0, at_once=True)


def kitting(pattern: Pattern, speed_m_s: float = HUMAN_M_S) -> Scene:
    """The user study with one of its patterns."""
    rows, far = [], set()
    for number, colours in enumerate(PATTERNS[pattern], start=1):
        for spot, letter in enumerate(colours):
            colour, place = COLOURS[letter], f"W{number}"
            rows.append((place, spot, HUMAN_M[colour] / speed_m_s, ROBOT_S[colour]))
            if colour in ("pink", "blue"):
                far.add(f"{place}.{spot + 1}")
    return _scene(
        f"kitting {pattern}", rows, frozenset(far), hand_over_s=0.0, starts_s=0.0, at_once=False
    )


def crowded(scene: Scene, stay_s: float = STAY_S) -> Scene:
    """The scene with one table where there is room for one; each block takes so long there."""
    here = {"place": TABLE, "at_place_s": stay_s}
    subtasks = tuple(msgspec.structs.replace(each, **here) for each in scene.subtasks)
    name = f"{scene.name}, room for one"
    return msgspec.structs.replace(scene, name=name, subtasks=subtasks, alone_at=frozenset({TABLE}))


def _scene(
    name: str,
    rows: list[tuple[str, int, float, float]],
    far: frozenset[str],
    hand_over_s: float,
    starts_s: float,
    at_once: bool,
) -> Scene:
    subtasks = tuple(
        Subtask(
            id=f"{place}.{spot + 1}",
            durations={PERSON: person_s, ROBOT: robot_s},
            after=(f"{place}.{spot}",) if spot else (),
            place=place,
        )
        for place, spot, person_s, robot_s in rows
    )
    agents = (Agent(PERSON, "person"), Agent(ROBOT, "robot", hand_over_s=hand_over_s))
    c_f = 1.5 * (max(row[2] for row in rows) + max(row[3] for row in rows))
    return Scene(name, subtasks, agents, far, Costs(c_f, 2 * c_f, c_f), 2.0, starts_s, at_once)


def nominal_s(scene: Scene, act: Act) -> float:
    """How long an action takes if nothing is uncertain."""
    subtask = next(each for each in scene.subtasks if each.id == act.subtask)
    if act.places or act.action == "R3":  # returning is the way there and back, too
        return subtask.durations[act.agent]
    match act.action:
        case "R2":
            return next(each.hand_over_s for each in scene.agents if each.id == act.agent)
        case "R6":
            return scene.refuse_s
        case "R5":
            return 0.0
    return scene.word_s

"""How the work stands: each subtask's state, and who does what."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Literal, TypeAlias

import msgspec

from cotree.reallocation.lead_follow.collaboration.actions import Act
from cotree.reallocation.lead_follow.problem import Agent, Subtask


class Stage(str, Enum):
    """The six states of Fig. 6."""

    OPEN = "open"
    ASSIGNED = "assigned to a person"
    GIVEN = "given to a robot"
    GIVEN_WRONG = "given to a robot wrongly"
    MISPLACED = "placed wrongly"
    PLACED = "placed rightly"


class Piece(msgspec.Struct, frozen=True):
    """One subtask as it stands."""

    stage: Stage = Stage.OPEN
    who: str = ""
    """Whose it is: of assigned and given the new owner, of placed who placed it."""
    mistakes: int = 0
    """How often it was placed or given wrongly."""


class Doing(msgspec.Struct, frozen=True):
    """What an agent is at, and what else they could have done when they began."""

    act: Act
    could_follow: bool = False
    could_choose: bool = False
    could_give: bool = False
    robot_waits: bool = False


class Table(msgspec.Struct, frozen=True):
    """The whole collaboration at one moment."""

    subtasks: tuple[Subtask, ...]
    agents: tuple[Agent, ...]
    pieces: Mapping[str, Piece]
    doing: Mapping[str, Doing] = {}
    """Per agent."""
    closed: frozenset[str] = frozenset()
    """Subtasks that wait for work of other kinds; nobody begins them, or is told to."""
    at_once: bool = False
    """A person may begin what comes after a subtask as soon as that is being placed, as in the
    simulation study; otherwise when it is placed rightly."""

    def agent(self, name: str) -> Agent | None:
        """The agent of this name."""
        return next((each for each in self.agents if each.id == name), None)

    def at(self, subtask: str) -> str:
        """Who is doing this subtask now (placing or returning it); nobody: an empty word."""
        for name, doing in self.doing.items():
            act = doing.act
            if act.subtask == subtask and (act.places or act.action in ("H3", "R3")):
                return name
        return ""

    def done(self) -> frozenset[str]:
        """The subtasks that are placed rightly."""
        return frozenset(id_ for id_, piece in self.pieces.items() if piece.stage is Stage.PLACED)

    def over(self) -> bool:
        """Whether everything is placed rightly."""
        return all(piece.stage is Stage.PLACED for piece in self.pieces.values())


FactKind: TypeAlias = Literal[
    "placed right", "placed wrong", "handed over", "taken back", "refused", "returned", "corrected"
]


class Fact(msgspec.Struct, frozen=True):
    """What an action made true."""

    kind: FactKind
    subtask: str
    agent: str
    """Who did it."""
    to: str = ""
    """Of handed over: whose it is now."""


def laid(subtasks: tuple[Subtask, ...], agents: tuple[Agent, ...], at_once: bool = False) -> Table:
    """A table on which nothing was done yet; ValueError names what cannot be."""
    names = [each.id for each in subtasks]
    for id_ in names:
        if names.count(id_) > 1:
            raise ValueError(f"two subtasks are called '{id_}'; give each a name of its own")
    for each in subtasks:
        for before in each.after:
            if before not in names:
                known = ", ".join(names)
                raise ValueError(f"'{each.id}' is after '{before}', which is none of: {known}")
    return Table(subtasks, agents, {id_: Piece() for id_ in names}, at_once=at_once)

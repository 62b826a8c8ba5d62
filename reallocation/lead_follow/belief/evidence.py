"""What one action of a person says about them; each is about one subtask, by its id."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

import msgspec

Did: TypeAlias = Literal["followed", "chose", "gave", "refused", "returned", "took_back"]
"""H4, H1, H2, H6, H3 and H5 of the paper's Table II."""


class Evidence(msgspec.Struct, frozen=True):
    """One action, and what else the person could have done at that moment."""

    subtask: str
    did: Did
    right: bool = True
    """Of chose, gave and returned: whether it was no mistake."""
    could_follow: bool = False
    """Something that a robot assigned to them could be begun."""
    could_choose: bool = False
    """Something that nobody had assigned could be begun."""
    could_give: bool = False
    """Something could be given to a robot."""
    robot_waits: bool = False
    """A robot had assigned something to them, or held something they gave it (the study's gate)."""


def noticed(actions: Iterable[Evidence]) -> tuple[Evidence, ...]:
    """The actions between two looks of the robot, in order of time, without those undone unseen.

    What was given and taken back before the robot looked did not happen.
    """
    kept: list[Evidence] = []
    for action in actions:
        given = _given(kept, action.subtask) if action.did == "took_back" else None
        if given is None:
            kept.append(action)
        else:
            del kept[given]
    return tuple(kept)


def _given(kept: list[Evidence], subtask: str) -> int | None:
    """Where the last action on this subtask is, if it gave it away."""
    for place in reversed(range(len(kept))):
        if kept[place].subtask == subtask:
            return place if kept[place].did == "gave" else None
    return None

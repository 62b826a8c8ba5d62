"""What is told about robots, their parts and jobs, and under which names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

Facts: TypeAlias = Mapping[str, str | float | bool | None]

MOST_WORDS = 600
"""Letters in a reason that everybody is told."""


def battery(robot: str) -> str:
    """How full a battery is, 0 to 1."""
    return f"{robot}/battery"


def works(robot: str, part: str) -> str:
    """Whether a part works; nothing known: it does."""
    return f"{robot}/{part}/works"


def sees(robot: str, part: str) -> str:
    """Whether nothing covers a part; nothing known: nothing does."""
    return f"{robot}/{part}/sees"


def agent(job: str) -> str:
    """Which robot has a job; nothing known: the one that the mission gives it to."""
    return f"{job}/agent"


def team(job: str) -> str:
    """Who does a job together, as the robot that has it has decided."""
    return f"{job}/team"


def refused(job: str) -> str:
    """Why nobody does a job."""
    return f"{job}/refused"


def robot_of(part: str) -> str:
    """The robot of a part that is written with it in front: ``M1`` of ``M1/M2``."""
    return part.partition("/")[0]


def word(facts: Facts, name: str) -> str:
    """What is told under a name, if that is a text; otherwise empty."""
    value = facts.get(name)
    return value if isinstance(value, str) else ""


def shortened(text: str) -> str:
    """A reason on one line, no longer than everybody is told."""
    line = "; ".join(part.strip() for part in text.splitlines())
    return line if len(line) <= MOST_WORDS else line[: MOST_WORDS - 3] + "..."

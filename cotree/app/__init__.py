"""The composition root: the only room that knows every other.

It makes of a mission its robots, each with its tree, its body, its time and its record, and runs
them.
"""

from __future__ import annotations

from cotree.app.again import do_again
from cotree.app.alone import (
    Robot,
    assemble,
    run_real,
    run_virtual,
    simulated_body,
)
from cotree.app.missions import is_team, read_mission
from cotree.app.team import run_team
from cotree.app.voice import Voice, no_person

__all__ = [
    "Robot",
    "Voice",
    "assemble",
    "do_again",
    "is_team",
    "no_person",
    "read_mission",
    "run_real",
    "run_team",
    "run_virtual",
    "simulated_body",
]

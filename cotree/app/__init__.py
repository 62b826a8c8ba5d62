"""The composition root: the only room that knows every other.

It makes of a mission its robots, each with its tree, its body, its time and its record, and runs
them.
"""

from __future__ import annotations

from cotree.app.again import do_again
from cotree.app.alone import Robot, assemble, run_real, run_virtual
from cotree.app.missions import is_team, read_mission
from cotree.app.operating import Controls, check_breaks, paths_of
from cotree.app.team import run_team
from cotree.app.voice import Voice, no_person

__all__ = [
    "Controls",
    "Robot",
    "Voice",
    "assemble",
    "check_breaks",
    "do_again",
    "is_team",
    "no_person",
    "paths_of",
    "read_mission",
    "run_real",
    "run_team",
    "run_virtual",
]

"""Doing recorded runs again, of one robot or of a team."""

from __future__ import annotations

import msgspec

from cotree.app.alone import assemble
from cotree.app.assembly import Assembly
from cotree.app.missions import is_team
from cotree.core.errors import InputError
from cotree.core.mission import Mission
from cotree.runtime.executor import Executor
from cotree.runtime.messages import Hello, Message
from cotree.runtime.read import Recording
from cotree.runtime.record import RecordError
from cotree.runtime.verify import Boots, Verdict, verify, verify_team
from cotree.trees.reading import loads


def do_again(recording: Recording) -> Verdict:
    """Run a recorded mission once more on what it heard, and compare what it told."""
    mission = mission_of(recording.hello)
    check_robots_record(recording.hello, mission)
    if is_team(mission):
        return verify_team(recording, boots_of(mission))
    return verify(recording, _alone(mission))


def check_robots_record(hello: Hello, mission: Mission) -> None:
    """RecordError for the record of a person or a witness, who has no ticks to do again."""
    name, mate = hello.robot, mission.team.get(hello.robot)
    if name in mission.coordination.witness or (mate is not None and mate.robot is None):
        what = "a witness" if mate is None else "a person"
        raise RecordError(
            f"this is the record of {name}, {what}: it has what was said there and then ('cotree "
            "replay' shows it), and no ticks to be done again; the robots' records have those"
        )


def boots_of(mission: Mission) -> Boots:
    """How the robots of a recorded mission come to life again."""
    if is_team(mission):
        return Assembly(mission, _ignore).again
    return lambda born: _alone(mission)


def mission_of(hello: Hello) -> Mission:
    """The mission of a record; RecordError when it can no longer be read."""
    try:
        mission = loads(hello.text, hello.file, files=hello.included)
    except InputError as error:
        first = error.mistakes[0]
        raise RecordError(f"the recorded mission can no longer be read: {first}") from error
    return msgspec.structs.replace(mission, policy=hello.policy, chance=hello.chance)


def _alone(mission: Mission) -> Executor:
    return assemble(mission).executor(_ignore)


def _ignore(message: Message) -> None:
    """What is done again is not recorded again."""

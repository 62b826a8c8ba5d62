"""Doing recorded runs again, of one robot or of a team."""

from __future__ import annotations

import msgspec

from cotree.app.alone import assemble
from cotree.app.missions import is_team
from cotree.app.team import Assembly
from cotree.core.errors import InputError
from cotree.core.mission import Mission
from cotree.runtime.executor import Executor
from cotree.runtime.messages import Born, Hello, Message
from cotree.runtime.read import Recording
from cotree.runtime.record import RecordError
from cotree.runtime.verify import Verdict, verify, verify_team
from cotree.trees.reading import loads


def do_again(recording: Recording) -> Verdict:
    """Run a recorded mission once more on what it heard, and compare what it told."""
    mission = mission_of(recording.hello)
    if not is_team(mission):
        return verify(recording, Executor(assemble(mission).engine, _ignore))
    assembly = Assembly(mission, _ignore)

    def boots(born: Born) -> Executor:
        if born.robot not in assembly.robots:
            raise RecordError(f"the recorded mission has no robot '{born.robot}'")
        return assembly.executor(
            born.robot,
            born.life,
            born.memory,
            born.clock_s,
            first=born.first,
            incarnation=born.incarnation,
        )

    return verify_team(recording, boots)


def mission_of(hello: Hello) -> Mission:
    """The mission of a record; RecordError when it can no longer be read."""
    try:
        mission = loads(hello.text, hello.file, files=hello.included)
    except InputError as error:
        first = error.mistakes[0]
        raise RecordError(f"the recorded mission can no longer be read: {first}") from error
    return msgspec.structs.replace(mission, policy=hello.policy, chance=hello.chance)


def _ignore(message: Message) -> None:
    """What is done again is not recorded again."""

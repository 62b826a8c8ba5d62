"""Why: a record's robots brought back to a moment, and asked."""

from __future__ import annotations

from cotree.app.again import mission_of
from cotree.app.alone import assemble
from cotree.app.missions import is_team
from cotree.app.team import Assembly
from cotree.runtime.executor import Executor
from cotree.runtime.messages import Born, Message
from cotree.runtime.read import Recording
from cotree.runtime.verify import Boots
from cotree.runtime.why.answer import Answer
from cotree.runtime.why.explain import explain


def why(recording: Recording, node: str, at_s: float | None = None) -> Answer:
    """Who did a node, by which rule, and why each other teammate did not."""
    return explain(recording, boots_of(recording), node, at_s)


def boots_of(recording: Recording) -> Boots:
    """How the robots of a record come to life again."""
    mission = mission_of(recording.hello)
    if not is_team(mission):
        return lambda born: Executor(assemble(mission).engine, _ignore)
    assembly = Assembly(mission, _ignore)

    def boots(born: Born) -> Executor:
        return assembly.executor(
            born.robot,
            born.life,
            born.memory,
            born.clock_s,
            first=born.first,
            incarnation=born.incarnation,
        )

    return boots


def _ignore(message: Message) -> None:
    """What is done again is not recorded again."""

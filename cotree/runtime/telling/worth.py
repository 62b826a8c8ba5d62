"""What of a record is worth telling to who looks on."""

from __future__ import annotations

import msgspec

from cotree.core.actions import Answered, Command, Ended, Event, Permit
from cotree.core.mission import Chance
from cotree.runtime.messages import Hello


def light(hello: Hello) -> Hello:
    """What a viewer shows of it; the mission's text is in the records."""
    chance = Chance(seed=hello.chance.seed)
    return msgspec.structs.replace(hello, text="", included={}, chance=chance)


def matters(event: Event) -> bool:
    """What is seen is told now and then (``Glimpses``), and most of it changes nothing here."""
    match event:
        case Ended(reason=reason):
            return reason is not None
        case Answered():
            return True
    return False


def is_shown(command: Command) -> bool:
    """Permits are renewed all the time, and say nothing to people."""
    return not isinstance(command, Permit)

"""One moment of one piece of work: what the record says of it, and everybody's tree."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping

import msgspec

from cotree.runtime.why.answer import Moment
from cotree.runtime.why.executions import Executions
from cotree.runtime.why.log import Log
from cotree.runtime.why.mind import Mind

SETTLED = ("released", "denied", "asked", "won")
"""Words that are told elsewhere in an account."""


@dataclasses.dataclass(frozen=True)
class Scene:
    """What accounts are made of."""

    log: Log
    piece: str
    executions: Executions
    minds: Mapping[str, Mind]
    rival: Callable[[str, float], tuple[str, str]]
    """Which robot (this one, or any if it has no name) had which other alternative then."""

    def history(self, robot: str, besides: str = "") -> tuple[Moment, ...]:
        """What became of a robot's claims and is not told elsewhere; what repeats itself, once."""
        found: list[Moment] = []
        for each in self.executions.moments:
            if each.who != robot or each.word in (*SETTLED, besides):
                continue
            last = found[-1] if found else None
            if last is None or (last.word, last.why) != (each.word, each.why):
                found.append(each)
            else:
                again = msgspec.structs.replace(last, times=last.times + 1, until_s=each.at_s)
                found[-1] = again
        return tuple(found)

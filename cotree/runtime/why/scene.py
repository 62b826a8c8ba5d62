"""One moment of one piece of work: what the record says of it, and everybody's tree."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping

import msgspec

from cotree.runtime.why.answer import Moment
from cotree.runtime.why.executions import Executions
from cotree.runtime.why.log import Log
from cotree.runtime.why.mind import Mind
from cotree.runtime.why.talks import Question

SETTLED = ("released", "denied", "asked", "won", "seen_done")
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

    @property
    def questions(self) -> list[Question]:
        """What people were asked about the piece until then."""
        return self.log.talks.about(self.piece, self.executions.end)

    def history(self, robot: str) -> tuple[Moment, ...]:
        """What became of a robot's claims and questions and is not told elsewhere, in order.

        What repeats itself is told once.
        """
        found: list[Moment] = []
        told = [each for each in self.executions.moments if each.word not in SETTLED]
        told += [_asked(each) for each in self.questions]
        for each in sorted(told, key=lambda moment: moment.at_s):
            if each.who != robot:
                continue
            last = found[-1] if found else None
            if last is None or each.about or (last.word, last.why) != (each.word, each.why):
                found.append(each)
            else:
                again = msgspec.structs.replace(last, times=last.times + 1, until_s=each.at_s)
                found[-1] = again
        return tuple(found)


def _asked(question: Question) -> Moment:
    ask = question.ask
    return Moment(
        question.at_s,
        ask.robot,
        "asks",
        question.answer,
        ask.person,
        question.about,
        until_s=question.answer_s,
    )

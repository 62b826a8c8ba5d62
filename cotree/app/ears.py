"""Who hears what people of a mission answer aloud."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from cotree.app.eyes import Nobody
from cotree.core.actions import Answered
from cotree.core.mission import Mission
from cotree.core.senses import SPEECH
from cotree.runtime.senses.ports import Eye, Moment, Sensed
from cotree.team.mirror.questions import Answer, Question

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cotree.perception.blind import Blind
    from cotree.perception.speech import Cutter, Ears, Heard


class Utterance(msgspec.Struct, frozen=True):
    """An answer on its way from a mouth to the ears."""

    person: str
    question: Question
    says_yes: bool


def utterance(person: str, question: Question, answer: Answer) -> Utterance:
    """What somebody says who means this answer."""
    done = answer.done is True
    return Utterance(
        person, question, done if question.about_done else answer.keeps is question.yes
    )


PIECE = 1600
"""A microphone delivers so many samples at a time, a tenth of a second."""


class Hearing:
    """Implements ``Eye`` for ears: an utterance in, what was understood of it out.

    A sound comes as a microphone would deliver it, in pieces, and the answer is cut out of it.
    """

    def __init__(self, ears: Ears, cutter: Cutter, sounds: dict[bool, NDArray[np.int16]]) -> None:
        self._ears = ears
        self._cutter = cutter
        self._sounds = sounds

    def look(self, moment: Moment) -> Sensed:
        """Listen."""
        from cotree.perception.speech import answer_to

        said = moment.shot
        assert isinstance(said, Utterance)
        heard = self._hear(self._sounds[said.says_yes])
        answer = answer_to(said.question, heard)
        return Sensed(moment.t_s, (Answered(answer.question, answer.keeps, answer.done),))

    def close(self) -> None:
        """Nothing is held open."""

    def _hear(self, sound: NDArray[np.int16]) -> Heard:
        """The one answer in all that was said; who says both yes and no has said neither."""
        pieces = (sound[start : start + PIECE] for start in range(0, len(sound), PIECE))
        cut = [part for piece in pieces for part in self._cutter.take(piece)]
        heard = {self._ears.hear(part) for part in (*cut, *self._cutter.finish())}
        match "yes" in heard, "no" in heard:
            case True, False:
                return "yes"
            case False, True:
                return "no"
        return "unclear"


def ears_of(mission: Mission) -> Eye:
    """Whoever hears the people of a mission; where nobody can, it is said why."""
    from cotree.perception.blind import Blind
    from cotree.perception.speech import open_cutter, open_ears

    yes, no = _sounds(mission)
    ears, cutter = open_ears(), open_cutter()
    for part in (ears, cutter, yes, no):
        if isinstance(part, Blind):
            return Nobody((SPEECH,), part.reason)
    assert not isinstance(ears, Blind)
    assert not isinstance(cutter, Blind)
    assert not isinstance(yes, Blind)
    assert not isinstance(no, Blind)
    return Hearing(ears, cutter, {True: yes, False: no})


def _sounds(mission: Mission) -> tuple[NDArray[np.int16] | Blind, NDArray[np.int16] | Blind]:
    from cotree.perception.speech.sounds import sound_in

    speech, folder = mission.senses.speech, Path(mission.file).parent
    assert speech is not None
    return sound_in(folder / speech.yes), sound_in(folder / speech.no)

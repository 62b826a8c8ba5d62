"""Robots of a running team ask aloud: each question when it opens, until it needs no answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cotree.core.senses import VOICE
from cotree.runtime.crew.crew import Crew
from cotree.runtime.senses.mouthpiece import Mouthpiece
from cotree.runtime.senses.ports import Sensed
from cotree.simulation.stage.stage import Stage
from cotree.team.mirror.questions import Question

if TYPE_CHECKING:
    from cotree.perception.blind import Blind
    from cotree.perception.speech import Voice


class Aloud:
    """Implements ``Speaks``: the voice of this machine, or why it has none."""

    def __init__(self, voice: Voice | Blind) -> None:
        self._voice = voice

    def say(self, text: str) -> str:
        """Begin to say this; an empty text is silence."""
        from cotree.perception.blind import Blind

        if isinstance(self._voice, Blind):
            return self._voice.reason
        if not text:
            self._voice.hush()
            return ""
        found = self._voice.say(text)
        return "" if found is None else found.reason

    def hush(self) -> None:
        """Stop speaking."""
        self.say("")


def voice_here() -> Aloud:
    """The voice of this machine; to be called in the process that speaks."""
    from cotree.perception.speech import open_voice

    return Aloud(open_voice())


class Speaking:
    """The voice of one run: ``hear`` is told when it speaks, and why it does not."""

    def __init__(self, crew: Crew, stage: Stage, hear: Callable[[Sensed], None]) -> None:
        self._stage = stage
        self._hear = hear
        self._asked = 0
        """So many questions have been opened."""
        self._said: Question | None = None
        self._mouthpiece = Mouthpiece(voice_here)
        self._mouthpiece.warm_up()
        before = crew.after

        def after(now_s: float) -> None:
            before(now_s)
            self._listen(now_s)

        crew.after = after

    def close(self) -> None:
        """The run is over."""
        self._mouthpiece.close()

    def _listen(self, now_s: float) -> None:
        talking = self._stage.talking
        if len(talking.asked) > self._asked:
            self._asked = len(talking.asked)
            _, self._said = talking.asked[-1]
            self._mouthpiece.say(self._said.text)
        elif self._said is not None and talking.question(self._said.id) is None:
            self._said = None
            self._mouthpiece.say("")
        why = self._mouthpiece.why()
        if why is not None:
            self._hear(Sensed(now_s, blind={VOICE: why} if why else {}))

"""Questions to people over a bus that loses messages: asked again until somebody has answered."""

from __future__ import annotations

from cotree.core.actions import Answered, Ask, Posed, Say, Unask
from cotree.runtime.process.telegrams import Speech, Spoken

AGAIN_S = 0.5
MOST_OPEN = 256
"""Questions to one person at a time, more than anybody could answer."""
FORGOTTEN_S = 15.0
"""A question that nobody takes back is not asked for longer than this."""


class Asking:
    """A robot's side: repeats what is asked, and takes back for good."""

    def __init__(self) -> None:
        self._open: dict[str, tuple[Ask, float]] = {}
        """By id: what is asked, since when."""
        self._out: list[Spoken] = []
        self._next_s = 0.0

    def says(self, speech: Ask | Unask | Say, now_s: float) -> None:
        """The robot says something."""
        self._out.append(Spoken(speech.person, speech))
        if isinstance(speech, Ask):
            self._open[speech.question] = (speech, now_s)
        elif isinstance(speech, Unask):
            self._open.pop(speech.question, None)

    def hears(self, speech: Speech) -> None:
        """A person answers."""
        if isinstance(speech, Answered):
            self._open.pop(speech.question, None)

    def telling(self, now_s: float) -> list[Spoken]:
        """What to say now."""
        out, self._out = self._out, []
        if now_s >= self._next_s:
            self._next_s = now_s + AGAIN_S
            new = {each.what for each in out}
            for ask, since_s in list(self._open.values()):
                if now_s - since_s > FORGOTTEN_S:
                    del self._open[ask.question]
                elif ask not in new:
                    out.append(Spoken(ask.person, ask))
        return out


class Answering:
    """A person's side: hears each thing once, and says an answer again when it is asked again."""

    def __init__(self, person: str) -> None:
        self._person = person
        self._heard_s: dict[str, float] = {}
        """Open questions, and when they were asked last."""
        self._open: dict[str, Ask] = {}
        self._said: dict[str, Spoken] = {}
        """The last that was said about each question."""

    def hears(self, speech: Speech, now_s: float) -> tuple[Ask | Unask | Say | None, Spoken | None]:
        """What of it is new, and what to say again."""
        match speech:
            case Ask(question=id_):
                if id_ not in self._open and not self._makes_room():
                    return None, None
                self._heard_s[id_] = now_s
                if id_ in self._open:
                    return None, self._said.get(id_)
                self._open[id_] = speech
                return speech, None
            case Unask(question=id_):
                self._heard_s.pop(id_, None)
                return speech, None
            case Say():
                return speech, None
        return None, None

    def _makes_room(self) -> bool:
        """Whether one more may be open; the oldest that nobody asks any more is forgotten."""
        if len(self._open) < MOST_OPEN:
            return True
        old = next((id_ for id_ in self._open if id_ not in self._heard_s), None)
        if old is not None:
            del self._open[old]
            self._said.pop(old, None)
        return old is not None

    def says(self, spoken: Spoken) -> None:
        """The person answers."""
        if isinstance(spoken.what, Posed | Answered):
            self._said[spoken.what.question] = spoken
        if isinstance(spoken.what, Answered):
            self._heard_s.pop(spoken.what.question, None)

    def silent(self, now_s: float) -> list[Unask]:
        """Questions that nobody asks any more: their robots are gone, or have been answered."""
        lost = [id_ for id_, at_s in self._heard_s.items() if now_s - at_s > 6 * AGAIN_S]
        for id_ in lost:
            del self._heard_s[id_]
        return [Unask(self._open[id_].robot, self._person, id_) for id_ in lost]

"""A person's attention: one question at a time, the longest waiting first.

The port of one person (tablet, microphone, script): questions of all robots come in, the one
that is posed goes out, and words become answers there, where it is known what was asked.
"""

from __future__ import annotations

from cotree.core.actions import Keeps
from cotree.team.mirror.questions import Answer, Question, understand, understand_done

LOST_S = 15.0
"""After so long a question is dropped: its robot gives up sooner, if it still lives."""


class Attention:
    """What one person is asked."""

    def __init__(self, person: str) -> None:
        self.person = person
        self.open: Question | None = None
        """The question that the person hears now."""
        self.waiting: list[Question] = []
        self._since_s = 0.0
        self._seen: set[str] = set()

    def ask(self, now_s: float, question: Question) -> Question | None:
        """Queue a question; returns the one to pose now, if there is a new one."""
        if question.person != self.person or question.id in self._seen:
            return None
        self._seen.add(question.id)
        self.waiting.append(question)
        self.waiting.sort(key=lambda one: (one.since_s, one.robot, one.id))
        return self._next(now_s)

    def retract(self, now_s: float, question: str) -> Question | None:
        """A question needs no answer any more; returns the one to pose now."""
        self._seen.add(question)  # a late copy of it is not asked either
        self.waiting = [one for one in self.waiting if one.id != question]
        return self._close(now_s, question)

    def answer(
        self, now_s: float, question: str, keeps: Keeps | None, done: bool | None = None
    ) -> tuple[Answer | None, Question | None]:
        """Who keeps it, chosen on a screen: the answer to send, and the question to pose now."""
        if self.open is None or self.open.id != question:
            return None, None
        return Answer(question, keeps, done), self._close(now_s, question)

    def hear(self, now_s: float, words: str) -> tuple[Answer | None, Question | None]:
        """Words heard are an answer to the open question, or to none."""
        if self.open is None:
            return None, None
        if self.open.about_done:
            return self.answer(now_s, self.open.id, None, understand_done(words))
        return self.answer(now_s, self.open.id, understand(words, self.open.yes))

    def time(self, now_s: float) -> Question | None:
        """Drop a question whose robot has fallen silent; returns the one to pose now."""
        if self.open is not None and now_s - self._since_s >= LOST_S:
            return self._close(now_s, self.open.id)
        return None

    def _close(self, now_s: float, question: str) -> Question | None:
        if self.open is None or self.open.id != question:
            return None
        self.open = None
        return self._next(now_s)

    def _next(self, now_s: float) -> Question | None:
        if self.open is not None or not self.waiting:
            return None
        self.open, self._since_s = self.waiting.pop(0), now_s
        return self.open

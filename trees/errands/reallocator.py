"""Who answers the wish for another plan, where a mission is planned as one sentence."""

from __future__ import annotations

from cotree.behaviours.desk import Desk
from cotree.core.reasons import Reason
from cotree.core.wishes import Reallocated, Wish
from cotree.trees.errands.errands import Errands
from cotree.trees.reactions.case import CaseTicker
from cotree.trees.reactions.reallocation import Reallocator
from cotree.trees.reactions.setbacks import Setbacks


class ErrandReallocator:
    """Asks the planner; a robot that can do nothing any more gives its work back instead."""

    def __init__(
        self, errands: Errands, desk: Desk, otherwise: Reallocator, setbacks: Setbacks
    ) -> None:
        self._errands = errands
        self._setbacks = setbacks
        self._agenda = errands.agenda
        self._desk = desk
        self._otherwise = otherwise
        self._open: dict[str, int] = {}
        """Wishes that wait for the planner, with the answers that there were before."""

    @property
    def eager(self) -> bool:
        """Whether the next tick has something to do."""
        return bool(self._open) or self._otherwise.eager

    def ask(self, wish: Wish, case: CaseTicker | None) -> None:
        """Ask for another plan from where everybody is now."""
        if wish.who == "team" and self._agenda.robot in self._agenda.lost:
            self._otherwise.ask(wish, case)
            return
        self._open[wish.id] = self._agenda.answers
        self._agenda.want(wish.who)

    def withdraw(self, wish: str) -> None:
        """Nobody wishes that any more."""
        if self._open.pop(wish, None) is None:
            self._otherwise.withdraw(wish)

    def hear(self, answer: Reallocated) -> None:
        """Answers come to the agenda."""
        self._otherwise.hear(answer)

    def step(self) -> None:
        """Tell what came of it."""
        self._otherwise.step()
        for wish, before in list(self._open.items()):
            if self._agenda.answers > before and self._agenda.reach is None:
                del self._open[wish]
                self._desk.answers[wish] = why_not = self._came()
                if why_not is None:
                    self._errands.go_on(self._setbacks.forgive)

    def _came(self) -> Reason | None:
        refusal = self._agenda.last_refusal
        if refusal is not None:
            return Reason(refusal.status, refusal.message)
        return None

"""Who answers the wish to share work out anew: a port, and the answer for plain task trees.

A planner that knows better (for a temporal-logic mission) takes this one's place with
``engine.reactions.reallocator = ...``.
"""

from __future__ import annotations

from typing import Protocol

from cotree.behaviours.desk import Desk
from cotree.core.reasons import Reason
from cotree.core.wishes import Reallocated, Wish
from cotree.trees.reactions.anew import Anew
from cotree.trees.reactions.aside import Aside
from cotree.trees.reactions.case import CaseTicker
from cotree.trees.reactions.lookout import Lookout


class Reallocator(Protocol):
    """Answers wishes, each with ``desk.answers[wish.id] = reason`` (None: it came true).

    It is asked at the end of the tick in which somebody wishes, and called again at the start of
    each tick after it, before anything is decided.  It may change the tree's preferences and give
    work back; a planner that thinks longer is asked through
    ``desk.questions`` and answers with an event.
    """

    @property
    def eager(self) -> bool:
        """Whether the next tick has something to do."""

    def ask(self, wish: Wish, case: CaseTicker | None) -> None:
        """A wish lies on the desk; ``case``: the reaction that has it."""

    def withdraw(self, wish: str) -> None:
        """Nobody wishes that any more, answered or not."""

    def hear(self, answer: Reallocated) -> None:
        """A planner's answer; one to a wish that is not open is dropped."""

    def step(self) -> None:
        """One more tick."""


class TaskReallocator:
    """For task trees: work goes back, and is decided anew; no plan is needed for that."""

    def __init__(self, desk: Desk, lookout: Lookout, anew: Anew, aside: Aside) -> None:
        self._desk = desk
        self._lookout = lookout
        self._anew = anew
        self._aside = aside
        self._open: dict[str, tuple[Wish, CaseTicker | None]] = {}
        self._tried: set[str] = set()
        """Wishes of ``me`` that were carried out, and whose effect is to be seen."""

    @property
    def eager(self) -> bool:
        """Whether something is carried out whose effect must be seen."""
        mine = any(wish.who != "team" for wish, _ in self._open.values())
        return mine or bool(self._tried) or self._anew.busy

    def ask(self, wish: Wish, case: CaseTicker | None) -> None:
        """Begin at once."""
        self._open[wish.id] = (wish, case)
        about = None if case is None else case.about
        if wish.who == "team":
            refusal = self._aside.begin(wish.id, about)
            if refusal is not None:
                self._answer(wish.id, refusal)
        else:
            self._anew.begin()

    def withdraw(self, wish: str) -> None:
        """Take part again, if this kept the robot aside."""
        if self._open.pop(wish, None) is not None:
            self._tried.discard(wish)
            self._aside.end(wish)

    def hear(self, answer: Reallocated) -> None:
        """No planner was asked."""

    def step(self) -> None:
        """Go on stopping what must be decided anew, and see what came of it."""
        self._anew.step()
        for id_, (wish, case) in list(self._open.items()):
            if wish.who == "team":
                if case is not None and case.raised is None:
                    self._answer(id_, None)
            elif not self._anew.busy:
                self._see(id_, case)

    def _see(self, id_: str, case: CaseTicker | None) -> None:
        """In the tick after: whether the disturbance is still there."""
        if id_ not in self._tried:
            self._tried.add(id_)
            return
        if case is not None:
            self._lookout.look(case)
            if case.raised is not None:
                unchanged = f"{case.raised.message}, whatever this robot does instead"
                self._answer(id_, Reason("unchanged", unchanged))
                return
        self._answer(id_, None)

    def _answer(self, id_: str, reason: Reason | None) -> None:
        del self._open[id_]
        self._tried.discard(id_)
        self._aside.end(id_)
        self._desk.answers[id_] = reason

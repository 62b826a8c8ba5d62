"""The ticker of one reaction: what its checker found, what is done about it, how often already."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from py_trees.behaviour import Behaviour
from py_trees.common import Status

from cotree.core.changes import DisturbanceChange
from cotree.core.reasons import Reason
from cotree.core.stopping import Stop
from cotree.trees.reactions.nodes import Reaction
from cotree.trees.ticking.composite import CompositeTicker
from cotree.trees.ticking.ticker import FAILURE, RUNNING, SUCCESS, Shared, Ticker

Word: TypeAlias = Literal["raised", "changed", "again", "over", "hopeless"]
WORDS = {
    "nothing": None,
    "interrupt": Stop.INTERRUPT,
    "cancel": Stop.CANCEL,
    "kill": Stop.KILL,
}


class CaseTicker(CompositeTicker):
    """Calm, or about a disturbance: at work, resting between two attempts, or at its wits' end."""

    __slots__ = (
        "about",
        "due_s",
        "ended",
        "gave_up",
        "raised",
        "reason_of",
        "tell",
        "tries",
        "word",
    )

    node: Reaction

    def __init__(self, node: Behaviour, shared: Shared, children: list[Ticker]) -> None:
        super().__init__(node, shared, children)
        self.word = WORDS[self.node.params.stops]
        """How the task stops for it; None: it does not."""
        self.raised: Reason | None = None
        """What its checker says now."""
        self.about: Reason | None = None
        """The disturbance that it reacts to; None: it is calm."""
        self.tries = 0
        """Reactions to this disturbance that changed nothing."""
        self.due_s = 0.0
        """When the next attempt may begin."""
        self.gave_up: Reason | None = None
        """Why it will not try again."""
        self.ended: Callable[[CaseTicker], None] = lambda case: None
        """Told of each end of its subtree: what that still owned is free."""
        self.tell: Callable[[DisturbanceChange], None] = lambda change: None
        """Told what becomes of the disturbance."""
        self.reason_of: Callable[[Behaviour], Reason] = _unknown

    # -- what it is about ----------------------------------------------------------------------

    def follow(self, now_s: float) -> None:
        """Take notice of what the checker says; a reaction that has begun goes on to its end."""
        raised = self.raised
        if self.about is None:
            if raised is not None:
                self.tries, self.due_s = 0, now_s
                self._becomes(raised, "raised")
        elif raised is not None:
            if raised != self.about:
                self._becomes(raised, "changed")
        elif self.status is not RUNNING and self.gave_up is None:
            self._becomes(None, "over")

    def _becomes(self, about: Reason | None, word: Word, why: Reason | None = None) -> None:
        self.about = about
        self.node.feedback_message = "" if about is None else about.message
        self.tell(DisturbanceChange(self.path(), word, why or about))

    def wants(self, now_s: float) -> bool:
        """Whether it has something to do now, and does not do it yet."""
        return self.about is not None and self.gave_up is None and now_s >= self.due_s

    def at_work(self) -> bool:
        """Whether its subtree has begun, or is being stopped."""
        return self.status is RUNNING

    # -- as a ticker ---------------------------------------------------------------------------

    def start(self) -> bool:
        """From the start of its subtree, whatever became of the last attempt."""
        self.children[0].reset()
        return super().start()

    def step(self) -> Status:
        """One tick of its subtree."""
        return self.judge(self.children[0].tick())

    def over(self, status: Status) -> Status:
        """An attempt is over."""
        self.ended(self)
        status = super().over(status)
        if status is SUCCESS and self.raised is None:
            self._becomes(None, "over")
        else:
            self._count(status)
        return status

    def over_halted(self) -> None:
        """A more urgent reaction has the turn; this one begins anew afterwards."""
        super().over_halted()
        self.ended(self)

    def _count(self, status: Status) -> None:
        """One more attempt changed nothing: another one after a pause, or none."""
        about = self.about
        assert about is not None
        self.tries += 1
        params = self.node.params
        self.due_s = self.shared.now_s + params.rest * 2.0 ** min(self.tries - 1, 16)
        why = self.reason_of(self.children[0].node) if status is FAILURE else None
        if self.raised is None:
            return
        if self.tries < params.attempts:
            self._becomes(about, "again", why)
            return
        if why is None:
            times = "once" if self.tries == 1 else f"{self.tries} times"
            message = f"{about.message}; reacting {times} did not help"
            why = Reason(about.code, message, about.data).at(self.path())
            self.because(why)
            self.become(FAILURE)
        self.gave_up = why
        self._becomes(about, "hopeless", why)


def _unknown(node: Behaviour) -> Reason:
    return Reason("failed", f"{node.name} failed")

"""The ticker of an errand: it grows the steps of the plan, and does them one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count

from py_trees.behaviour import Behaviour
from py_trees.common import Status

from cotree.core.changes import GrownChange, Twig
from cotree.core.disturbances import BLOCKED
from cotree.core.errands import Leg
from cotree.core.stopping import Stop
from cotree.trees.called import called
from cotree.trees.errands.agenda import Agenda
from cotree.trees.errands.errand import Errand
from cotree.trees.errands.steps import name_of, step_of
from cotree.trees.reasons import reason_of
from cotree.trees.ticking.composite import CompositeTicker
from cotree.trees.ticking.ticker import FAILURE, RUNNING, SUCCESS, Shared, Ticker

Graft = Callable[[Behaviour], Ticker]
"""Ties a new node to the engine, below an errand."""


class ErrandTicker(CompositeTicker):
    """Follows the agenda: what it plans anew replaces the steps that have not begun."""

    __slots__ = ("_graft", "_legs", "_place", "_serial", "_version")

    node: Errand

    def __init__(self, node: Errand, shared: Shared, graft: Graft) -> None:
        super().__init__(node, shared, [])
        self._graft = graft
        self._version = -1
        """The answer of the agenda that the steps are from."""
        self._legs: tuple[Leg, ...] = ()
        self._place = 0
        """The step that is next, or runs."""
        self._serial: Iterator[int] = count(1)

    @property
    def agenda(self) -> Agenda:
        """What is planned."""
        assert self.node.agenda is not None, "an errand is attached to an agenda"
        return self.node.agenda

    def start(self) -> bool:
        """From now on this robot may do what leads here."""
        self.agenda.running.add(self.node.path)
        self._version = -1
        self.agenda.resumes(self.node.path)
        return super().start()

    def step(self) -> Status:
        """Grow what was planned anew, then do the next step."""
        agenda = self.agenda
        if self._version != agenda.version and not self._replant():
            return self.take(RUNNING)
        if not agenda.has(self.node.path):
            return self._waits("it waits for a plan")
        earlier = agenda.before(self.node.path)
        if earlier is not None:
            agenda.aside.add(self.node.path)
            return self._waits(f"first comes {_last(earlier)}")
        return self._go_on(agenda)

    def _go_on(self, agenda: Agenda) -> Status:
        while self._place < len(self.children):
            child, leg = self.children[self._place], self._legs[self._place]
            lacking = agenda.lacking(leg) if child.status is not RUNNING else None
            if lacking is not None:
                return self._waits(f"it also advances {_last(lacking)}, which must run first")
            awaited = agenda.awaits(leg) if child.status is not RUNNING else None
            if awaited is not None:
                return self._waits(f"the sentence wants {awaited} to get further first")
            status = child.tick()
            if status is FAILURE:
                return self._failed()
            if status is RUNNING:
                return self._waits(name_of(leg))
            self._place += 1
        return self.over(SUCCESS)

    def _failed(self) -> Status:
        """The way leads no further: another one is needed from where the robot is."""
        reason = reason_of(self.node, self.shared.reasons)
        if reason.code == BLOCKED:
            self.agenda.barred(self._legs[self._place], str(reason.data.get("way", "")))
        self.agenda.failed = self._legs[self._place]
        self.agenda.want("me")
        return self.over(FAILURE)

    def _waits(self, message: str) -> Status:
        self.node.feedback_message = message
        return self.take(RUNNING)

    # -- steps ---------------------------------------------------------------------------------

    def _replant(self) -> bool:
        """Steps of the new plan; False while what must not go on is being stopped."""
        course = self.agenda.course(self.node.path)
        legs = () if course is None else course.legs
        running = self._running()
        kept = [running] if running is not None and legs and self._same(legs[0]) else []
        if running is not None and not kept and not running.halt(Stop.INTERRUPT):
            return False
        self._version = self.agenda.version
        self.children = [*kept, *map(self._grown, legs[len(kept) :])]
        self._legs, self._place = legs, 0
        self.node.children = [child.node for child in self.children]
        for child in self.node.children:
            child.parent = self.node
        self.shared.grown.append(GrownChange(self.node.path, tuple(self._twigs())))
        return True

    def _twigs(self) -> Iterator[Twig]:
        for step in self.node.children:
            yield _twig(step, self.node.path)
            yield from (_twig(node, called(step)) for node in step.children)

    def _running(self) -> Ticker | None:
        if self._place >= len(self.children):
            return None
        child = self.children[self._place]
        return child if child.status is RUNNING else None

    def _same(self, leg: Leg) -> bool:
        """Whether a leg is what is being done."""
        now = self._legs[self._place]
        return (leg.action, leg.source, leg.target) == (now.action, now.source, now.target)

    def _grown(self, leg: Leg) -> Ticker:
        path = f"{self.node.path}/{next(self._serial)} {name_of(leg)}, {self.agenda.robot}"
        return self._graft(step_of(leg, path, self.agenda))

    # -- the end -------------------------------------------------------------------------------

    def over(self, status: Status) -> Status:
        """It is done, or has to be planned anew."""
        self.agenda.running.discard(self.node.path)
        if status is SUCCESS:
            self.agenda.done.add(self.node.path)
        return super().over(status)

    def over_halted(self) -> None:
        """It does not run any more."""
        self.agenda.running.discard(self.node.path)
        super().over_halted()


def _twig(node: Behaviour, above: str) -> Twig:
    word = "step" if node.children else type(node).__name__.lower()
    return Twig(called(node), word, node.name, above)


def _last(path: str) -> str:
    return path.rpartition("/")[2]

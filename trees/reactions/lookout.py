"""When each checker is asked: something it read has changed, and its next period has begun."""

from __future__ import annotations

import math
import reprlib
from collections.abc import Iterable, Sequence
from functools import partial

from cotree.behaviours.checkers.declare import Checker
from cotree.behaviours.checkers.look import EXPECTED, SETBACKS, WAYS, Look
from cotree.behaviours.desk import Desk, Inspection
from cotree.core.alarms import Alarms, earliest
from cotree.core.belief import RESOURCES, Key
from cotree.core.reasons import Reason
from cotree.trees.reactions.case import CaseTicker
from cotree.trees.reactions.setbacks import Setbacks
from cotree.trees.registry import Registry
from cotree.trees.watch import Watch

SLACK = 1e-6
"""Of a period: ticks fall on a grid, and rounding must not cost a whole period."""
CHECKER_FAILED = "checker_failed"
CHECKER_HANGS = "checker_hangs"
HANGS_PERIODS = 5
HANGS_S = 1.0
"""A checker that has not answered after so many periods, and so long, hangs."""


class Lookout:
    """Asks the checkers of one robot."""

    def __init__(self, cases: Sequence[CaseTicker], desk: Desk, registry: Registry) -> None:
        self.cases = cases
        self.setbacks = Setbacks()
        self._desk = desk
        self._registry = registry
        self._version = -1
        self._turns = -1
        self._watch: Watch[CaseTicker] = Watch()
        self._alarms: Alarms[CaseTicker] = Alarms()
        self._begun = False
        self._asked: dict[CaseTicker, float] = {}
        """Checkers that were asked away from the tick and have not answered, and when."""
        self._hung: set[CaseTicker] = set()

    def hear(self, changed: frozenset[Key], now_s: float) -> bool:
        """Ask those whose time has come; whether any of them sees a disturbance."""
        if not self._begun:
            self._begun = True
            for case in self.cases:
                self._alarms.set(case, now_s)
        for case in self._watch.concerned(changed):
            self._soon(case, now_s)
        if self.news or self._version != self._registry.version:
            for case in self._watch.concerned(self._own_news()):
                self._soon(case, now_s)
        if not self._alarms:
            return False
        due = self._alarms.due(now_s * (1 + SLACK) + SLACK * SLACK)
        for case in due:
            if case.node.checker.polled:
                self._inspect(case, now_s)
            else:
                self.look(case)
        return any(case.raised is not None for case in due)

    def _own_news(self) -> Iterable[Key]:
        """What changed that is no belief."""
        news: list[Key] = []
        if self._version != self._registry.version:
            self._version = self._registry.version
            news.append(RESOURCES)
        if self.setbacks.news:
            self.setbacks.news = False
            news.append(SETBACKS)
        if self._turns != self._desk.turns:
            self._turns = self._desk.turns
            news += [EXPECTED, WAYS]
        return news

    def _soon(self, case: CaseTicker, now_s: float) -> None:
        """Ask at the next multiple of its period, which may be now; an answer is taken at once."""
        if case.node.checker.polled:
            self._alarms.set(case, now_s)
            return
        rate_hz = case.node.params.rate
        self._alarms.set(case, math.ceil(now_s * rate_hz - SLACK) / rate_hz)

    # -- away from the tick --------------------------------------------------------------------

    def _inspect(self, case: CaseTicker, now_s: float) -> None:
        """Take its answer, ask it once more at its rate, or notice that none comes."""
        period_s = 1.0 / case.node.params.rate
        asked_s = self._asked.get(case)
        if asked_s is not None:
            checked = self._desk.belief.checks.get(case.path())
            if checked is not None and checked.asked_s >= asked_s:
                del self._asked[case]
                self._hung.discard(case)
                case.raised = checked.reason
                self._alarms.set(case, max(asked_s + period_s, now_s))
                if now_s < asked_s + period_s - SLACK:
                    return
            elif now_s >= asked_s + max(HANGS_PERIODS * period_s, HANGS_S) - SLACK:
                self._hung.add(case)
                case.raised = _hangs(case.node.name, now_s - asked_s)
                return
            else:
                due_s = asked_s + max(HANGS_PERIODS * period_s, HANGS_S)
                self._alarms.set(case, due_s)
                return
        self._asked[case] = now_s
        self._watch.reads(case, [("checked", case.path())])
        ask = partial(_ask, case.node.name, case.node.checker, self._look())
        self._desk.inspections.append(Inspection(case.path(), now_s, ask))
        self._alarms.set(case, now_s + max(HANGS_PERIODS * period_s, HANGS_S))

    # -- in the tick ---------------------------------------------------------------------------

    def look(self, case: CaseTicker) -> None:
        """Ask one checker now; one that raises is a disturbance itself."""
        look = self._look()
        case.raised = _ask(case.node.name, case.node.checker, look)
        self._watch.reads(case, look.read)
        if look.again_s is not None:
            self._alarms.set(case, look.again_s)

    def _look(self) -> Look:
        desk = self._desk
        return Look(
            desk.belief,
            desk.robot,
            self._registry.state(),
            dict(self.setbacks.reasons),
            dict(desk.expected),
            dict(desk.ways),
            desk.same_place_m,
            None if desk.counted is None else dict(desk.counted),
        )

    def next_s(self) -> float | None:
        """When somebody is to be asked without an event."""
        return self._alarms.next_s()

    def expects_s(self) -> float | None:
        """The same, without those that are asked again and again and mean nothing by it."""
        return earliest(*(at_s for case, at_s in self._alarms if not case.node.checker.polled))

    @property
    def asks(self) -> bool:
        """Whether somebody who is asked away from the tick may answer any moment."""
        return bool(self._asked) and any(case not in self._hung for case in self._asked)

    @property
    def news(self) -> bool:
        """Whether the next tick has to look at something."""
        return self.setbacks.news or self._turns != self._desk.turns


def _ask(name: str, checker: Checker, look: Look) -> Reason | None:
    """What a checker answers; one that raises, or answers something else, is the disturbance."""
    try:
        answer: object = checker.check(look)
        if answer is None or isinstance(answer, Reason):
            return answer
        said = f"answered {reprlib.repr(answer)}, which is neither a Reason nor None"
    except MemoryError:
        raise
    except Exception as error:
        said = f"raised {type(error).__name__}: {' '.join(str(error).split())}"
    return Reason(CHECKER_FAILED, f"the checker '{name}' {said}")


def _hangs(name: str, for_s: float) -> Reason:
    return Reason(CHECKER_HANGS, f"the checker '{name}' has not answered for {for_s:.1f} s")

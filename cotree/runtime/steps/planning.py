"""When the steps are shared out anew, and what was planned last."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from cotree.reallocation.lead_follow.planning.reasons import Reason, reasons
from cotree.reallocation.lead_follow.problem import LeadPlan, Problem

AGAIN_S = 1.0
"""So often it is looked whether the plan can still be kept, when nothing happens."""
_decoder = msgspec.json.Decoder(LeadPlan)


class Planning:
    """The plan that a robot follows, and its wish for another one."""

    def __init__(self) -> None:
        self.plan: LeadPlan | None = None
        self.plans = 0
        """Counts the plans."""
        self.since_s = 0.0
        """From when on the plan counts."""
        self.wanted = 0
        """Counts the wishes; 0: nothing is wanted now."""
        self.why = ""
        """Why it is planned anew."""
        self._serial = 0
        self._asked_s = 0.0
        self._known: object = None
        """How things stood when it was looked last."""
        self._look_s = 0.0
        self._excused: frozenset[tuple[str, str]] | None = frozenset()
        """Reasons that another plan does not help; None: not looked at since it was planned."""
        self._asked: Problem | None = None
        """How things stood when a plan was wanted."""
        self._helpless: frozenset[tuple[str, str]] = frozenset()
        """Reasons that held for the plan when it was made."""

    def look(self, stands: Callable[[], Problem], known: object, now_s: float) -> None:
        """Want another plan if this one does not do."""
        if self.wanted or (known == self._known and now_s < self._look_s):
            return
        news = known != self._known
        self._known, self._look_s = known, now_s + AGAIN_S
        if self.plan is None:
            if news:
                self._want("nothing is planned", stands(), now_s)
            return
        problem = stands()
        found = reasons(problem, self.plan, now_s - self.since_s)
        if self._excused is None:  # what is late from the start, a tick after it was planned
            self._excused = self._helpless | _keys(found, "late")
        new = [each for each in found if (each.kind, each.subtask) not in self._excused]
        if new:
            self._want(new[0].text, problem, now_s)

    def _want(self, why: str, problem: Problem, now_s: float) -> None:
        self._serial += 1
        self.wanted, self.why, self._asked_s = self._serial, why, now_s
        self._asked = problem

    def take(self, plan: LeadPlan | None) -> None:
        """The planner has answered; None: there is no plan."""
        self.plan = None if plan is None else _in_order(plan)
        self.since_s, self.wanted = self._asked_s, 0
        self.plans += 1
        self._excused = None
        asked, self._asked = self._asked, None
        if self.plan is not None and asked is not None:
            self._helpless = _keys(reasons(asked, self.plan, 0.0), "otherwise")

    def follow(self, value: object, now_s: float) -> None:
        """Somebody else has planned for everybody."""
        if not isinstance(value, str):
            return
        try:
            self.plan, self.since_s = _decoder.decode(value), now_s
            self.plans += 1
        except msgspec.MsgspecError:
            return


def _keys(found: Iterable[Reason], kind: str) -> frozenset[tuple[str, str]]:
    return frozenset((each.kind, each.subtask) for each in found if each.kind == kind)


def _in_order(plan: LeadPlan) -> LeadPlan:
    """The same plan, agents by name: as it comes back from a record."""
    return msgspec.structs.replace(plan, order=dict(sorted(plan.order.items())))


def said(plan: LeadPlan) -> str:
    """A plan as the value of a fact."""
    return msgspec.json.encode(plan, order="deterministic").decode()

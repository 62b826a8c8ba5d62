"""A plan as a preference: who may start now, never a bypass of any check.

The plan is a list of rounds.  A leaf of a later round is held back until every leaf of the
earlier rounds has started, and until those have ended that the plan waits for; if then nothing
can start and nothing runs, or if a leaf fails, the plan is dropped.
"""

from __future__ import annotations

from collections.abc import Iterable

from cotree.core.reasons import Reason
from cotree.core.steps import Plan
from cotree.trees.asker import Asker


class Preference:
    """What is left of a plan."""

    def __init__(self) -> None:
        self.plan: Plan | None = None
        self.wanted = True
        """Whether somebody should plan (again)."""
        self._round: dict[str, int] = {}
        self._left: list[int] = []
        self._awaited: list[set[str]] = []

    def take(self, plan: Plan | None, begun: Iterable[str] = ()) -> None:
        """Follow this plan, or none; ``begun`` are the leaves that run or are over already."""
        self.plan = plan
        self.wanted = False
        rounds = plan.rounds if plan is not None else ()
        self._round = {path: i for i, leaves in enumerate(rounds) for path in leaves}
        self._left = [len(leaves) for leaves in rounds]
        after = plan.after if plan is not None else ()
        self._awaited = [set(leaves) for leaves in after] or [set() for _ in rounds]
        for path in begun:
            self.passed(path)

    def drop(self) -> None:
        """The world went another way."""
        self.take(None)
        self.wanted = True

    def hindrance(self, asker: Asker) -> Reason | None:
        """Why this one had better wait, as far as the plan is concerned."""
        return None if self.allows(asker) else Reason("planned_later", "the plan starts it later")

    def allows(self, asker: Asker) -> bool:
        """Whether this one may start now, as far as the plan is concerned."""
        if self.plan is None:
            return True
        round_ = self._round.get(asker.path)
        if round_ is None or self._awaited[round_]:
            return False
        return not any(self._left[:round_])

    def started(self, path: str) -> bool:
        """One leaf has started; True if others may start now that could not before."""
        if self.plan is None:
            return False
        round_ = self._round.pop(path, None)
        if round_ is None:
            self.drop()
            return True
        self._left[round_] -= 1
        return self._left[round_] == 0

    def ended(self, path: str, *, success: bool) -> bool:
        """One leaf has ended; True if others may start now that could not before."""
        if self.plan is None:
            return False
        if not success:
            self.drop()
            return True
        freed = [awaited for awaited in self._awaited if path in awaited]
        for awaited in freed:
            awaited.remove(path)
        return bool(freed)

    def passed(self, path: str) -> bool:
        """One leaf is past starting without having been started; True if others may start now."""
        round_ = self._round.pop(path, None)
        if round_ is None:
            return False
        self._left[round_] -= 1
        return self._left[round_] == 0

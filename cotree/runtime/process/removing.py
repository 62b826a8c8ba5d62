"""What whoever starts a process says of teammates that are switched off for good."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from cotree.runtime.acts import Remove
from cotree.runtime.executor import Executor
from cotree.team.hearing import NOT_YET
from cotree.team.roster import Change
from cotree.team.teammate import Teammate

AGAIN_S = 0.5


class Removing:
    """Takes one after the other out of the team, once nobody hears it any more."""

    def __init__(self, names: Iterable[str], notice: Callable[[str], None]) -> None:
        self._left = list(dict.fromkeys(names))
        self._notice = notice
        self._next_s = 0.0
        self._warned: set[str] = set()

    def look(self, executor: Executor, now_s: float) -> None:
        """Before a tick: let the team go on without the next one, if that can be."""
        if not self._left or now_s < self._next_s or executor.accord is None:
            return
        self._next_s = now_s + AGAIN_S
        name, mate = self._left[0], executor.accord.mate
        if name not in mate.mind.roster.members:
            self._over(f"{name} is no member of the team any more")
        elif mate.mind.joined:
            self._try(name, mate, executor, now_s)

    def _try(self, name: str, mate: Teammate, executor: Executor, now_s: float) -> None:
        if mate.alive(name, now_s):
            self._wait(f"{name} is removed when it was silent for {mate.mind.timing.dead_s} s")
            return
        found = mate.next_roster(Change(remove=name, switched_off=True), now_s)
        if found == NOT_YET:
            self._wait(f"{name} is removed when the team has heard of the last change")
        elif isinstance(found, str):
            self._over(f"{name} is not removed: {found}")
        else:
            executor.steering.want(Remove(robot=name))
            self._over(f"{name} is removed from the team for good")

    def _wait(self, why: str) -> None:
        if why not in self._warned:
            self._warned.add(why)
            self._notice(why)

    def _over(self, what: str) -> None:
        self._left.pop(0)
        self._notice(what)

"""What an operator wants of one robot: kept for its next tick, and done there.

It is part of what the tick heard, so a record's ticks can be done again with it.
"""

from __future__ import annotations

from cotree.runtime import acts
from cotree.runtime.accord.accord import Accord
from cotree.runtime.acts import Break, Override, Remove
from cotree.runtime.messages import Heard
from cotree.runtime.ports import TreeEngine
from cotree.team.roster import Change


class Steering:
    """Waits for the next tick of one robot."""

    def __init__(self) -> None:
        self._acts: list[acts.Steering] = []
        self._goes_on: dict[str, None] = {}

    def __bool__(self) -> bool:
        return bool(self._acts or self._goes_on)

    def want(self, act: acts.Steering) -> None:
        """One more act."""
        self._acts.append(act)

    def go_on(self, paths: tuple[str, ...]) -> None:
        """What is held at these breakpoints may begin."""
        self._goes_on.update(dict.fromkeys(paths))

    def take(self) -> tuple[tuple[acts.Steering, ...], tuple[str, ...]]:
        """All that waits; nothing does afterwards."""
        if not self:
            return (), ()
        found = tuple(self._acts), tuple(self._goes_on)
        self._acts, self._goes_on = [], {}
        return found


def steer(heard: Heard, engine: TreeEngine, accord: Accord | None) -> None:
    """Do in this tick what the operator wants of its robot."""
    for act in heard.acts:
        match act:
            case Break(path=path, on=on):
                engine.operating.break_at(path, on=on)
            case Override(path=path, result=result):
                engine.operating.override(path, success=result == "success")
            case Remove(robot=robot) if accord is not None:
                accord.mate.change_roster(Change(remove=robot, switched_off=True), heard.t)
    if heard.goes_on:
        engine.operating.go_on(heard.goes_on)

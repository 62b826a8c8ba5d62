"""Operating at a keyboard: each line is one act."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from cotree.core.words import did_you_mean
from cotree.runtime.acts import (
    Act,
    Arm,
    Break,
    Inject,
    Injury,
    Override,
    Pause,
    Remove,
    Resume,
    Step,
)
from cotree.runtime.meant import meant, several

Read = Callable[[str], Act]
CAN_SAY = (
    "arm, disarm; pause, resume, step; break NODE, clear NODE; fall, drop, kill, restart, cut or "
    "mend ROBOT; block or unblock WAY [ROBOT]; succeed ROBOT NODE, fail ROBOT NODE; remove ROBOT"
)


ALONE: Mapping[str, Act] = {
    "arm": Arm(on=True),
    "disarm": Arm(on=False),
    "pause": Pause(),
    "resume": Resume(),
    "step": Step(),
}
"""Words that need no others."""
WHO = "which robot?"


class Unclear(ValueError):
    """A line that is no act; the text is one line for people."""


class Reader:
    """Knows the nodes of one mission."""

    def __init__(self, paths: Sequence[str]) -> None:
        self._paths = paths
        self._words: Mapping[str, Read] = {
            "break": lambda rest: Break(path=self._node(rest)),
            "clear": lambda rest: Break(path=self._node(rest), on=False),
            "fall": lambda rest: _injected("fall", rest),
            "drop": lambda rest: _injected("drop", rest),
            "kill": lambda rest: _injected("kill", rest),
            "restart": lambda rest: _injected("restart", rest),
            "cut": lambda rest: _injected("cut", rest),
            "mend": lambda rest: _injected("mend", rest),
            "block": lambda rest: _on_way("block", rest),
            "unblock": lambda rest: _on_way("unblock", rest),
            "succeed": lambda rest: self._override("success", rest),
            "fail": lambda rest: self._override("failure", rest),
            "remove": lambda rest: Remove(robot=_said(rest, WHO)),
        }

    def read(self, line: str) -> Act:
        """The act that a line is; Unclear says what is wrong with it."""
        word, _, rest = line.strip().partition(" ")
        if word == "help":
            raise Unclear(CAN_SAY)
        if word in ALONE and not rest:
            return ALONE[word]
        if word not in self._words:
            hint = did_you_mean(word, (*ALONE, *self._words), most=0)
            raise Unclear(f"'{line.strip()[:80]}' is no act{hint}; there are: {CAN_SAY}")
        return self._words[word](rest.strip())

    def _node(self, name: str) -> str:
        found = meant(self._paths, name)
        if len(found) > 1:
            raise Unclear(several(name, found))
        return found[0] if found else _said(name, "which node?")

    def _override(self, result: Literal["success", "failure"], rest: str) -> Act:
        robot, _, node = rest.partition(" ")
        return Override(robot=_said(robot, WHO), path=self._node(node.strip()), result=result)


def _injected(what: Injury, rest: str) -> Act:
    return Inject(what=what, robot=_said(rest, WHO))


def _on_way(what: Injury, rest: str) -> Act:
    way, _, robot = rest.partition(" ")
    return Inject(what=what, place=_said(way, "which way?"), robot=robot.strip())


def _said(name: str, question: str) -> str:
    if not name:
        raise Unclear(f"{question} there are: {CAN_SAY}")
    return name[:200]

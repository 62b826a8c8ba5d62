"""What somebody at a page or a keyboard did to a run, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cotree.runtime.acts import (
    FORETOLD,
    Act,
    Answer,
    Arm,
    Be,
    Break,
    Done,
    Failed,
    Give,
    Inject,
    Override,
    Pause,
    Refuse,
    Remove,
    Resume,
    Step,
    Take,
)
from cotree.runtime.messages import Acted

INJURIES: Mapping[str, Callable[[Inject], str]] = {
    "fall": lambda act: f"made {act.robot} fall",
    "drop": lambda act: f"made {act.robot} lose what it carries",
    "block": lambda act: f"blocked the way {act.place}{_whom(act)}",
    "unblock": lambda act: f"cleared the way {act.place}{_whom(act)}",
    "kill": lambda act: f"killed the process of {act.robot}",
    "restart": lambda act: f"started {act.robot} again",
    "cut": lambda act: f"cut {act.robot} off",
    "mend": lambda act: f"connected {act.robot} again",
}


def deed(act: Act) -> str:
    """What was done: ``made a fall``."""
    match act:
        case Arm(on=on):
            return "took control of the run" if on else "gave up control of the run"
        case Pause():
            return "paused the run"
        case Resume():
            return "let the run go on"
        case Step():
            return "let the run take a step"
        case Break(path=path, on=on):
            return f"put a breakpoint at {path}" if on else f"took the breakpoint at {path} away"
        case Inject():
            return INJURIES[act.what](act)
        case Override(robot=robot, path=path, result=result):
            return f"ended {path} of {robot} with {result}"
        case Remove(robot=robot):
            return f"removed {robot} from the team for good"
    return _taking(act)


def _taking(act: Act) -> str:
    match act:
        case Answer(piece=piece, keep=keep):
            return f"answered about {piece}: {'I do it' if keep == 'me' else 'the robot does it'}"
        case Take(piece=piece):
            return f"took {piece}"
        case Give(piece=piece, robot=robot):
            return f"gave {piece} to {robot}"
        case Refuse(piece=piece):
            return f"refused {piece}"
        case Done(piece=piece):
            return f"said that {piece} is done"
        case Failed(piece=piece):
            return f"said that {piece} went wrong"
        case Be(person=person):
            return f"came as {person}"
    return "left what was begun"


def _whom(act: Inject) -> str:
    return f" for {act.robot}" if act.robot else ""


def deed_line(by: str, act: Act, wrong: str = "") -> str:
    """Who did what, and whether it had an effect."""
    who = "the operator" if by == "operator" else by
    return f"{who} {deed(act)}" if not wrong else f"{who}, in vain: {deed(act)} ({wrong})"


def deed_of(acted: Acted) -> str:
    """The same of a record's message."""
    return deed_line(acted.by, acted.act, acted.wrong)


CRASHED = "crashed, as the mission says"


def crashed(acted: Acted) -> str:
    """The robot whose program ends since the mission's file says so; of other deeds nothing."""
    return acted.act.robot if acted.by == FORETOLD and isinstance(acted.act, Inject) else ""

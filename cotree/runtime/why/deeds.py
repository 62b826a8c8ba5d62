"""What people at a page or a keyboard did to a node, or to who was at it."""

from __future__ import annotations

from collections.abc import Iterable

from cotree.core.paths import is_in
from cotree.runtime.acts import Act, Arm, Be, Break, Inject, Override, Remove, Taking
from cotree.runtime.messages import Acted
from cotree.runtime.why.answer import Answer, Deed


def deeds_about(answer: Answer, acted: Iterable[Acted], until_s: float | None) -> tuple[Deed, ...]:
    """Acts with an effect that concern the answer's node; all of them, or up to a time."""
    robots = {each.who for each in answer.accounts if each.asked_s is not None or each.did}
    robots |= {each.who for each in answer.accounts if each.history}
    return tuple(
        Deed(each.t, each.by, each.act)
        for each in acted
        if not each.wrong
        and (until_s is None or each.t <= until_s)
        and _concerns(each.act, answer, robots)
    )


def _concerns(act: Act, answer: Answer, robots: set[str]) -> bool:
    match act:
        case Override(path=path) | Break(path=path):
            return _near(path, answer)
        case Inject(robot=robot):
            return not robot or robot in robots
        case Remove():
            return True
        case Arm() | Be():
            return False
    piece = getattr(act, "piece", "") if isinstance(act, Taking) else ""
    return piece != "" and _near(piece, answer)


def _near(path: str, answer: Answer) -> bool:
    around = (answer.node, answer.piece or answer.node)
    return any(is_in(path, each) or is_in(each, path) for each in around)

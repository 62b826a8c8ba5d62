"""Why a robot that was asked for a favour does not grant it, in words."""

from __future__ import annotations

from cotree.core.jobs import Robot
from cotree.reallocation.capability.can import can
from cotree.reallocation.capability.favour.messages import Grant, Letter, Request
from cotree.reallocation.capability.favour.terms import Out
from cotree.reallocation.capability.models import IDLE_ABOVE


def declined(
    letter: Letter, out: Out, robot: Robot, idle_above: float = IDLE_ABOVE, *, busy: bool
) -> str:
    """Why this answer to a request is no grant; empty: it is one, or the letter is no request."""
    request = letter.message
    if not isinstance(request, Request) or request.case.agent == robot.name:
        return ""
    if any(isinstance(each.message, Grant) for each in out.letters):
        return ""
    if busy:
        return f"{robot.name} is busy, or promised to another"
    if robot.battery <= idle_above:
        return f"{robot.battery:.0%} of {robot.name}'s battery is left"
    return "" if request.plea is None else _unable(request, robot)


def _unable(request: Request, robot: Robot) -> str:
    plea = request.plea
    assert plea is not None
    alone = str(can(robot, plea.job, "level"))
    if plea.own is None:
        return alone
    if not robot.ports:
        return f"{alone}; it has no port for {plea.agent}"
    orders = ((plea.own, robot), (robot, plea.own))
    towers = (can(order, plea.job, "level") for order in orders)
    return "; ".join([alone, *(str(each) for each in towers if not each)])

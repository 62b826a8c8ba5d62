"""A robot's body by name, where an installed package offers one: what really moves it."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.metadata import EntryPoint

from cotree.app.ros_body import first_sights
from cotree.core.actions import Command, Event
from cotree.core.mission import Mission
from cotree.runtime.ports import Body
from cotree.trees.offers import BODIES, Named, Unusable, callable_, in_short

PARTS = ("command", "advance", "next_event_s")


def body_named(
    name: str, mission: Mission, robot: str, offers: Iterable[EntryPoint] | None = None
) -> Body:
    """The body that a package makes for this robot: ``make(mission, robot)``.

    ``Unusable`` says in one line why there is none.
    """
    make = Named(BODIES, "body", callable_("make(mission, robot)"), (), offers).get(name)
    try:
        body: Body = make(mission, robot)  # type: ignore[assignment]
    except Exception as error:  # a package can fail in any way
        raise Unusable(f"body '{name}' cannot be made for {robot} ({in_short(error)})") from error
    missing = [part for part in PARTS if not callable(getattr(body, part, None))]
    if missing:
        raise Unusable(f"body '{name}' is no body: it has no {' and no '.join(missing)}()")
    return Informed(body, [*first_sights(mission, robot)])


class Informed:
    """A body that also tells at first what the mission says of the beginning."""

    def __init__(self, body: Body, first: Iterable[Event]) -> None:
        self._body = body
        self._first = list(first)

    def command(self, command: Command, now_s: float) -> None:
        """As the body does."""
        self._body.command(command, now_s)

    def advance(self, to_s: float) -> list[Event]:
        """What happened, after what was so before."""
        first, self._first = self._first, []
        return [*first, *self._body.advance(to_s)]

    def next_event_s(self) -> float | None:
        """As the body does."""
        return self._body.next_event_s()

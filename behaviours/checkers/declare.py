"""How a class says that it is a checker: its name under ``reactions:``, its rate, what is done.

Like ``@behaviour``, the declaration is all there is to write::

    @checker("too hot", rate=1.0, do="wait: 10 s", stops="cancel")
    class TooHot(Checker):
        \"\"\"The motors are too hot.

        ```yaml
        reactions: {too hot: {rate: 1, do: {wait: 1 min}}}
        ```
        \"\"\"

        def check(self, look: Look) -> Reason | None: ...
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from typing import ClassVar, Literal, TypeAlias, TypeVar

from cotree.behaviours.checkers.look import Look
from cotree.core.reasons import Reason

Stops: TypeAlias = Literal["nothing", "interrupt", "cancel", "kill"]
"""What a disturbance does to the task while it lasts: the engine's words of stopping, or nothing.

What stops the task also stops reactions that are written below it."""


class Checker:
    """Looks for one kind of disturbance."""

    polled: ClassVar[bool] = False
    """True: it asks the world itself, so it is called at its rate, away from the tick."""

    def check(self, look: Look) -> Reason | None:
        """Why the robot cannot go on as it does; None: nothing is wrong."""
        raise NotImplementedError


@dataclasses.dataclass(frozen=True)
class CheckerDeclaration:
    """What the YAML of one checker looks like."""

    name: str
    make: Callable[[], Checker]
    rate_hz: float
    stops: Stops
    do: str
    """The reaction if the mission writes none, as YAML."""
    doc: str
    example: str


C = TypeVar("C", bound=type[Checker])


def checker(name: str, *, rate: float, do: str, stops: Stops = "interrupt") -> Callable[[C], C]:
    """Declare a class as the checker of this name."""

    def declare(cls: C) -> C:
        doc = (cls.__doc__ or "").strip()
        found = re.search(r"```yaml\n(.*?)```", doc, re.DOTALL)
        if found is None:
            raise TypeError(f"{cls.__qualname__}: the docstring shows no ```yaml example")
        cls.checks = CheckerDeclaration(  # type: ignore[attr-defined]
            name, cls, rate, stops, do, doc[: found.start()].strip(), found.group(1)
        )
        return cls

    return declare

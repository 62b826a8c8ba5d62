"""What is written of one reaction, besides what is done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cotree.behaviours.checkers.declare import Checker, Stops
from cotree.behaviours.declare import Hertz, Seconds, parameter


@dataclass(frozen=True)
class ReactionParams:
    """Parameters of a reaction."""

    rate: Hertz = parameter("how often it is looked for at most", low=0.001, high=1000)
    stops: Stops = parameter(
        "what the task does meanwhile: it goes on (nothing), pauses (interrupt), puts down what it "
        "holds (cancel), or stops at once (kill)",
        default="interrupt",
    )
    attempts: int = parameter(
        "after so many reactions that change nothing the robot has failed", default=3, low=1
    )
    rest: Seconds = parameter(
        "the pause after the first reaction that changes nothing; each further one is twice as "
        "long",
        default=1.0,
        low=0.0,
    )


@dataclass(frozen=True)
class Reacting(ReactionParams):
    """The same with the checker itself."""

    make: Callable[[], Checker] = Checker
    """A checker for one robot."""
    condition: str = ""
    """The mission's own ``if``, as it is written."""
    fact: str = ""
    """The fact it is about."""

"""Somebody who operates runs by a script: each act when something is so, in order."""

from __future__ import annotations

from collections.abc import Callable

from cotree import app
from cotree.core.changes import NodeChange, NodeState
from cotree.core.mission import Mission
from cotree.runtime.acts import Act, Arm
from cotree.runtime.hatch import Ticket
from cotree.runtime.messages import Acted, End, Heard, Message, Told, encode
from cotree.runtime.replies import Standing
from cotree.trees.reading import loads

When = Callable[[], bool]
PATIENCE = 10_000
"""So many naps, and the script has forgotten to let the run go on."""


class Script:
    """Implements ``Door``; it is armed from the beginning."""

    def __init__(self) -> None:
        self.answers: list[tuple[Act, str | None]] = []
        self.shown: list[Standing] = []
        self.naps = 0
        """Since the last act."""
        self._acts: list[tuple[When, Act]] = [(lambda: True, Arm(on=True))]

    def then(self, when: When, *acts: Act) -> None:
        """Do these once this is so, after all that was planned before."""
        self._acts += [(when, act) for act in acts]

    @property
    def waiting(self) -> bool:
        return bool(self._acts) and self._acts[0][0]()

    def take(self) -> list[Ticket]:
        found = []
        while self.waiting:
            self.naps = 0
            found.append(Ticket(1, self._acts.pop(0)[1]))
        return found

    def answer(self, ticket: Ticket, wrong: str | None = None) -> None:
        self.answers.append((ticket.act, wrong))

    def show(self, view: Standing) -> None:
        self.shown.append(view)

    def nap(self) -> None:
        self.naps += 1
        assert self.naps < PATIENCE, "nobody lets the run go on"

    @property
    def refused(self) -> list[str]:
        """What was wrong with the acts."""
        return [wrong for _, wrong in self.answers if wrong is not None]

    @property
    def paused(self) -> bool:
        """Whether the run rests now."""
        return bool(self.shown) and self.shown[-1].paused

    @property
    def stopped_at(self) -> tuple[str, ...]:
        """The breakpoints at which it rests."""
        return self.shown[-1].stopped_at if self.shown else ()


class Operated:
    """A run in virtual time, or paced by a clock that nobody waits for, with a script."""

    def __init__(self, text: str | Mission, *breaks: str) -> None:
        self.mission = loads(text, "m.yaml") if isinstance(text, str) else text
        self.script = Script()
        self.messages: list[Message] = []
        self.breaks = breaks

    def run(self, *, until_s: float | None = 600.0) -> End:
        controls = app.Controls(
            self.script, app.check_breaks(self.mission, list(self.breaks)), self.script.nap
        )
        runs = app.run_team if app.is_team(self.mission) else app.run_virtual
        return runs(self.mission, self.messages.append, until_s=until_s, controls=controls)

    # -- when ----------------------------------------------------------------------------------

    def then(self, when: When, *acts: Act) -> Operated:
        """Do these once this is so."""
        self.script.then(when, *acts)
        return self

    def paused(self) -> bool:
        """It rests, and has for a while."""
        return self.script.paused and self.script.naps > 2

    def at(self, t_s: float) -> When:
        """Once mission time has come so far."""
        return lambda: self.now_s >= t_s

    def stands(self, path: str, state: NodeState = NodeState.RUNNING, robot: str = "") -> When:
        """Once a node stands so, for this robot or any."""
        return lambda: self.state(path, robot) is state

    # -- what happened -------------------------------------------------------------------------

    @property
    def now_s(self) -> float:
        return next((each.t for each in reversed(self.messages) if isinstance(each, Heard)), 0.0)

    def changes(self, path: str, robot: str = "") -> list[tuple[float, NodeChange]]:
        return [
            (told.t, change)
            for told in self.messages
            if isinstance(told, Told) and robot in ("", told.robot)
            for change in told.changes
            if isinstance(change, NodeChange) and f"/{change.path}/".endswith(f"/{path}/")
        ]

    def state(self, path: str, robot: str = "") -> NodeState:
        found = self.changes(path, robot)
        return found[-1][1].state if found else NodeState.INACTIVE

    def began(self, path: str) -> list[float]:
        """When a node began to run, each time."""
        return [t for t, change in self.changes(path) if change.state is NodeState.RUNNING]

    @property
    def acted(self) -> list[tuple[float, Act, str]]:
        return [(each.t, each.act, each.wrong) for each in self.messages if isinstance(each, Acted)]

    def bytes(self) -> bytes:
        return b"\n".join(map(encode, self.messages))

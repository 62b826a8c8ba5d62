"""What every body must do; inherit it, and say how to make one and what it can do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from cotree.conformance.waiting import waiting_for_nobody
from cotree.core.actions import (
    FOREVER_S,
    Action,
    Begin,
    Drive,
    Ended,
    Event,
    Grasp,
    Halt,
    Pause,
    Permit,
)
from cotree.core.stopping import Stop
from cotree.runtime.ports import Body

STEP_S = 0.1
PIECE = "task/a"
"""The piece of work that its actions are of."""


class BodyConformance:
    """Inherit it; ``patience_s`` is how long its slowest action takes."""

    robot: ClassVar[str] = "pr2"
    actions: ClassVar[Sequence[Action]] = (Pause(1.0), Drive((0.5, 0.0, 0.0)))
    """Some that it can do from where it is at first, each on its own; the first is the longest."""
    patience_s: ClassVar[float] = 60.0
    guards: ClassVar[bool] = True
    """Whether it keeps permits, as a body in a team must; False: somebody else does for it."""

    def body(self) -> Body:
        """A fresh body."""
        raise NotImplementedError

    def begun(self, action: Action, id_: str = "a") -> Body:
        """A body that has been asked to do this."""
        body = self.body()
        body.advance(0.0)
        self.orders(body, action, id_, FOREVER_S)
        return body

    def orders(self, body: Body, action: Action, id_: str, until_s: float) -> None:
        """Begin an action that is permitted until then."""
        body.command(Permit(self.robot, PIECE, (1, self.robot), until_s), 0.0)
        body.command(Begin(id_, self.robot, action, (), PIECE), 0.0)

    def until_quiet(self, body: Body, from_s: float = 0.0) -> list[Event]:
        """What happens until the patience is over."""
        events: list[Event] = []
        for step in range(1, 1 + round(self.patience_s / STEP_S)):
            events += body.advance(from_s + step * STEP_S)
        return events

    def test_what_begins_ends_exactly_once(self) -> None:
        for action in self.actions:
            events = self.until_quiet(self.begun(action))
            assert _ended(events) == ["a"], f"{action} must end, once"

    def test_what_is_halted_ends_exactly_once_and_not_as_a_success(self) -> None:
        for how in Stop:
            body = self.begun(self.actions[0])
            events = body.advance(STEP_S)
            body.command(Halt("a", self.robot, how), STEP_S)
            events += self.until_quiet(body, STEP_S)
            assert _ended(events) == ["a"], f"{how.name} must be answered, once"
            ended = next(each for each in events if isinstance(each, Ended))
            assert ended.reason is not None, "what was halted has not succeeded"

    def test_halting_twice_is_halting_once(self) -> None:
        body = self.begun(self.actions[0])
        body.command(Halt("a", self.robot, Stop.CANCEL), 0.0)
        body.command(Halt("a", self.robot, Stop.KILL), 0.0)
        assert _ended(self.until_quiet(body)) == ["a"]

    def test_halting_what_is_over_or_never_began_harms_nothing(self) -> None:
        body = self.begun(self.actions[-1])
        self.until_quiet(body)
        late_s = self.patience_s + STEP_S
        body.command(Halt("a", self.robot, Stop.CANCEL), late_s)
        body.command(Halt("never", self.robot, Stop.CANCEL), late_s)
        assert "a" not in _ended(self.until_quiet(body, late_s))

    def test_what_it_cannot_do_fails_and_says_so(self) -> None:
        body = self.body()
        body.advance(0.0)
        self.orders(body, self.impossible(), "a", FOREVER_S)
        ended = [each for each in self.until_quiet(body) if isinstance(each, Ended)]
        assert len(ended) == 1
        assert ended[0].reason is not None
        assert ended[0].reason.code

    def impossible(self) -> Action:
        """Something that it cannot do from where it is at first."""
        return Grasp("nothing like that", "no such gripper")

    def test_orders_and_answers_wait_for_nothing(self) -> None:
        body = self.body()
        with waiting_for_nobody("a body"):
            body.advance(0.0)
            self.orders(body, self.actions[0], "a", FOREVER_S)
            body.advance(STEP_S)

    def test_what_it_foretells_is_not_in_the_past(self) -> None:
        body = self.begun(self.actions[0])
        body.advance(STEP_S)
        due_s = body.next_event_s()
        assert due_s is None or due_s >= STEP_S - 1e-9

    def test_a_motion_whose_permit_runs_out_is_stopped(self) -> None:
        """The guard is on the body's side, whatever becomes of who gave the order."""
        if not self.guards:
            return  # somebody else keeps its permits
        body = self.body()
        body.advance(0.0)
        self.orders(body, self.actions[-1], "a", STEP_S)
        ended = [each for each in self.until_quiet(body) if isinstance(each, Ended)]
        assert [each.id for each in ended] == ["a"]
        assert ended[0].reason is not None


def _ended(events: Sequence[Event]) -> list[str]:
    return [each.id for each in events if isinstance(each, Ended)]

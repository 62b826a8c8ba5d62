"""Who executed a piece of work, when, and what became of it: told from the record alone."""

from __future__ import annotations

from collections.abc import Iterable

from cotree.core.changes import NodeState
from cotree.runtime.why.answer import Moment
from cotree.runtime.why.execution import Ask, Execution
from cotree.runtime.why.log import GOES_ON, REACHED, Claimed, Log, Stood

ENDS = ("released", "given_up", "halted")
"""Words that end an execution."""


class Executions:
    """Reads the claims on a piece and the states of its units, in order, up to some place."""

    def __init__(self, log: Log, piece: str, units: Iterable[str], end: int) -> None:
        self.asks: list[Ask] = []
        self.all: list[Execution] = []
        self.moments: list[Moment] = []
        self.reached_s: float | None = None
        """When somebody first knew that it is done."""
        self._piece = piece
        self.end = end
        """Where in the record reading ended."""
        self._open: dict[str, Execution] = {}
        self._asking: dict[str, Ask] = {}
        self._verified: dict[str, str] = {}
        self._states: dict[tuple[str, str], NodeState] = {}
        units = tuple(units)
        for entry in _merged(log, piece, units):
            if entry.place >= end:
                break
            if isinstance(entry, Claimed):
                self._claim(entry)
            else:
                self._node(entry, unit=entry.change.path in units)

    # -- reading -------------------------------------------------------------------------------

    def _claim(self, entry: Claimed) -> None:
        robot, at_s, change = entry.robot, entry.at_s, entry.change
        self.moments.append(Moment(at_s, robot, change.word, change.why, change.holder))
        match change.word:
            case "asked":
                ask = self._asking[robot] = Ask(robot, at_s, entry.place)
                self.asks.append(ask)
            case "denied":
                self._answered(robot, entry)
            case "verified":
                self._found(robot, change.why)
            case "won":
                self._won(entry)
            case "halted":
                self._end(robot, at_s, "", halted=change.why)
            case "released":
                self._end(robot, at_s, change.why)
            case "given_up":
                self._end(robot, at_s, "gave_up", halted=change.why)

    def _answered(self, robot: str, entry: Claimed) -> Ask | None:
        ask = self._asking.pop(robot, None)
        if ask is not None:
            ask.answer_s, ask.word = entry.at_s, entry.change.word
            ask.why, ask.holder = entry.change.why, entry.change.holder
        return ask

    def _found(self, robot: str, outcome: str) -> None:
        """Before it was started again, somebody looked what was left of it."""
        self._verified[robot] = outcome
        if outcome == "done" and self.all:
            self.all[-1].outcome = "found_done"

    def _won(self, entry: Claimed) -> None:
        robot, change = entry.robot, entry.change
        ask = self._answered(robot, entry)
        found = self._verified.pop(robot, "")
        before = next((each for each in reversed(self.all) if each.robot == robot), None)
        resumed = ask is None and before is not None and before.halted == "person"
        execution = Execution(
            robot, ask, entry.at_s, change.token[0], found, resumed, place=entry.place
        )
        self._open[robot] = execution
        self.all.append(execution)

    def _end(self, robot: str, at_s: float, outcome: str, halted: str = "") -> None:
        execution = self._open.get(robot)
        if execution is None:
            return
        execution.halted = halted or execution.halted
        execution.ended_s = at_s
        execution.outcome = outcome or "halted"
        if outcome:
            del self._open[robot]

    def _node(self, entry: Stood, *, unit: bool) -> None:
        change = entry.change
        key = (entry.robot, change.path)
        before, self._states[key] = self._states.get(key, NodeState.INACTIVE), change.state
        if unit and change.state is NodeState.RUNNING and before not in GOES_ON:
            self._started(entry)
        if change.path == self._piece:
            self._turned(entry)

    def _started(self, entry: Stood) -> None:
        execution = self._open.get(entry.robot)
        if execution is None:
            execution = self._open[entry.robot] = Execution(entry.robot)
            self.all.append(execution)
        if execution.started_s is None:
            execution.started_s, execution.place = entry.at_s, entry.place

    def _turned(self, entry: Stood) -> None:
        change = entry.change
        if change.state in REACHED and self.reached_s is None:
            self.reached_s = entry.at_s
        execution = self._open.get(entry.robot)
        if execution is None or execution.won_s is not None or execution.started_s is None:
            return
        if change.state in REACHED:  # alone: nobody releases anything
            self._end(entry.robot, entry.at_s, "done")
        elif change.state is NodeState.FAILED:
            why = "" if change.reason is None else change.reason.message
            self._end(entry.robot, entry.at_s, "gave_up", halted=why)
        elif change.state is NodeState.WAITING:
            self._end(entry.robot, entry.at_s, "failed", halted=change.message)

    # -- questions -----------------------------------------------------------------------------

    @property
    def last(self) -> Execution | None:
        """The last one that really began."""
        begun = (each for each in reversed(self.all) if each.started_s is not None)
        return next(begun, None)

    @property
    def done_by_robot(self) -> bool:
        """Whether some robot did it to its end."""
        return any(
            each.outcome in ("done", "found_done") and each.started_s is not None
            for each in self.all
        )

    @property
    def by_nobody_known(self) -> bool:
        """Whether it is done, and not by a robot."""
        return self.reached_s is not None and not self.done_by_robot

    def running(self) -> Execution | None:
        """Who is at it."""
        last = self.last
        return last if last is not None and last.ended_s is None else None


def _merged(log: Log, piece: str, units: tuple[str, ...]) -> list[Claimed | Stood]:
    """Claims and states in order; in one tick a claim is won before the unit starts."""
    paths = dict.fromkeys((piece, *units))
    entries: list[Claimed | Stood] = [*log.claims.get(piece, ())]
    for path in paths:
        entries += log.nodes.get(path, ())
    return sorted(entries, key=lambda entry: (entry.place, _rank(entry)))


def _rank(entry: Claimed | Stood) -> int:
    """In one tick the claim is won, then the unit starts, then it ends and is released."""
    if isinstance(entry, Stood):
        return 1
    return 2 if entry.change.word in ENDS else 0

"""How a robot came to do a piece of work, and by which rule it won it."""

from __future__ import annotations

from typing import Any

from cotree.runtime.why.answer import Account
from cotree.runtime.why.execution import Ask, Execution
from cotree.runtime.why.people import person_of
from cotree.runtime.why.scene import Scene
from cotree.runtime.why.steps import ended_before, freed_by, waits
from cotree.runtime.why.units import its_turn


class Doers:
    """Accounts of who did it."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene

    def did(self, execution: Execution) -> Account:
        """How a robot came to do it."""
        robot, ask = execution.robot, execution.ask
        rivals = [] if ask is None else self._rivals(ask)
        account: dict[str, Any] = {
            "asked_s": None if ask is None else ask.at_s,
            "won_s": execution.won_s,
            "started_s": execution.started_s,
            "ended_s": execution.ended_s,
            "outcome": execution.outcome or self._lost(execution),
            "ballot": execution.ballot,
            "rivals": tuple(dict.fromkeys(rival.robot for rival in rivals)),
            "things": self._things(execution),
            "history": tuple(
                each for each in self._scene.history(robot) if each.word != "verified"
            ),
            **self._weighed(robot),
        }
        if execution.won_s is None:
            return self._granted(execution, account)
        if execution.resumed:
            return Account(robot, True, "resumed", by=person_of(self._scene), **account)
        if execution.verified:
            by, since_s = self._before(execution)
            found = execution.verified
            return Account(
                robot, True, "verified", message=found, by=by, until_s=since_s, **account
            )
        return Account(robot, True, "contended" if rivals else "alone", **account)

    def _rivals(self, ask: Ask) -> list[Ask]:
        asks = self._scene.executions.asks
        return [other for other in asks if other.robot != ask.robot and other.during(ask)]

    def _things(self, execution: Execution) -> dict[str, float]:
        """What the team shares that the robot had to win before it could start."""
        start_s = execution.started_s or 0.0
        return {
            name: entry.at_s
            for name in self._scene.log.things
            for entry in self._scene.log.claims.get(name, ())
            if entry.robot == execution.robot
            and entry.change.word == "won"
            and execution.decided_s <= entry.at_s <= start_s
        }

    def _lost(self, execution: Execution) -> str:
        """Whether the robot vanished while it was at it."""
        if execution.ended_s is not None or execution.started_s is None:
            return ""
        silent_s = self._silent_s(execution)
        return "" if silent_s is None else "vanished"

    def _silent_s(self, execution: Execution) -> float | None:
        last_s = self._scene.log.last_tick_s(execution.robot, execution.started_s or 0.0)
        return None if last_s is None else self._scene.log.silent_since(execution.robot, last_s)

    def _before(self, execution: Execution) -> tuple[str, float | None]:
        """Who had it before, and when that robot stopped or was heard last."""
        earlier = [each for each in self._scene.executions.all if each is not execution]
        earlier = [each for each in earlier if each.decided_s <= execution.decided_s]
        if not earlier:
            return "", None
        before = earlier[-1]
        ended_s = before.ended_s
        return before.robot, self._silent_s(before) if ended_s is None else ended_s

    def _weighed(self, robot: str) -> dict[str, Any]:
        mind = self._scene.minds.get(robot)
        part = None if mind is None else mind.parts.get(self._scene.piece)
        unit = None if part is None else its_turn(part)
        if mind is None or unit is None:
            return {}
        score, potential = mind.weigh(unit)
        found: dict[str, Any] = {"potential": potential, "resources": unit.asker.resources}
        if score is not None:
            found |= {"parts": score.parts, "risk": score.risk}
        return found

    def _granted(self, execution: Execution, account: dict[str, Any]) -> Account:
        """Alone: what it waited for since its turn came, and after what that was."""
        entries = self._scene.log.nodes.get(self._scene.piece, ())
        before = [entry for entry in entries if entry.place < execution.place]
        account["history"] = waits(before, execution.robot, execution.decided_s)
        start = [e for e in entries if e.place == execution.place and e.change.resources]
        leaf = ended_before(self._scene.log, self._scene.piece, execution.robot, execution.place)
        if start and not leaf:
            leaf = freed_by(self._scene.log, self._scene.piece, start[-1])
        return Account(execution.robot, True, "granted", leaf=leaf, **account)

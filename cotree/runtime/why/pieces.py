"""The answer for one piece of work: the moment, and an account of every teammate."""

from __future__ import annotations

from collections.abc import Iterable

from cotree.runtime.why.answer import Account, Answer
from cotree.runtime.why.doers import Doers
from cotree.runtime.why.execution import Execution
from cotree.runtime.why.executions import Executions
from cotree.runtime.why.log import Log
from cotree.runtime.why.mind import Mind
from cotree.runtime.why.others import Others
from cotree.runtime.why.past import Past
from cotree.runtime.why.people import person
from cotree.runtime.why.replay import Replay
from cotree.runtime.why.scene import Scene
from cotree.runtime.why.steps import step_of


class Pieces:
    """Explains single pieces; the later ones last, because the robots are not brought back."""

    def __init__(self, past: Past, replay: Replay) -> None:
        self.past = past
        self._replay = replay

    def explain(self, path: str, piece: str, at_s: float | None) -> Answer:
        """Who did it, or why nobody does; ``path`` is the piece or a step of it."""
        executions = self.past.executions(piece, at_s)
        execution = _explained(executions, at_s, self.past.log)
        if execution is not None:
            return self.executed(path, piece, execution, executions)
        if executions.by_nobody_known:
            return self._reached(path, piece, executions)
        return self._waiting(path, piece, at_s, executions)

    def scene(self, piece: str, executions: Executions, at_s: float, *, before: bool) -> Scene:
        """Everybody's tree as it was at a time, or just before it."""
        log = self.past.log
        self._replay.until(log.before(at_s) if before else log.until(at_s))
        robots = self._replay.executors.items()
        minds = {name: Mind(each, log.clock_s(name, at_s)) for name, each in robots}

        def rival(robot: str, then_s: float) -> tuple[str, str]:
            return self.past.rival(piece, robot, then_s)

        return Scene(log, piece, executions, minds, rival)

    def executed(
        self, path: str, piece: str, execution: Execution, executions: Executions
    ) -> Answer:
        """A robot did it, or does it."""
        decided_s, log = execution.decided_s, self.past.log
        scene = self.scene(piece, executions, decided_s, before=False)
        doer = Doers(scene).did(execution)
        others = [robot for robot in log.robots if robot != execution.robot]
        accounts = [
            doer,
            *(Others(scene).did_not(robot, decided_s, execution) for robot in others),
            *(person(scene, name, None, execution.robot) for name in log.people),
        ]
        started_s = execution.started_s or 0.0
        return self._answer(scene, path, started_s, doer.outcome or "running", accounts)

    def _reached(self, path: str, piece: str, executions: Executions) -> Answer:
        """It is done, and no robot did it: a person, or its goal held."""
        reached_s, log = executions.reached_s or 0.0, self.past.log
        scene = self.scene(piece, executions, reached_s, before=True)
        people = [person(scene, name, reached_s, "") for name in log.people]
        did = [account for account in people if account.did]
        if not did:
            did = [Account("", True, "seen", ended_s=reached_s, outcome="done")]
        robots = [Others(scene).did_not(robot, reached_s, None) for robot in log.robots]
        rest = [account for account in people if not account.did]
        return self._answer(scene, path, reached_s, "done", [*did, *robots, *rest])

    def _waiting(self, path: str, piece: str, at_s: float | None, executions: Executions) -> Answer:
        """Nobody does it; if another alternative was chosen, that is the moment to look at."""
        log = self.past.log
        moment_s = log.end_s if at_s is None else at_s
        rivals = self.past.rivals(piece) if at_s is None else []
        if rivals:
            moment_s = rivals[0][0].decided_s
        scene = self.scene(piece, executions, moment_s, before=False)
        accounts = [
            *(Others(scene).did_not(robot, moment_s, None) for robot in log.robots),
            *(person(scene, name, None, "") for name in log.people),
        ]
        return self._answer(scene, path, moment_s, self.past.state(piece, moment_s), accounts)

    def _answer(
        self, scene: Scene, path: str, at_s: float, state: str, accounts: Iterable[Account]
    ) -> Answer:
        piece = scene.piece
        inside = path.startswith(f"{piece}/")
        step = step_of(scene.log, path, scene.executions) if inside else None
        if step is not None and step.started_s is not None:
            at_s = step.started_s
        word = self.past.words[path]
        return Answer(path, word, at_s, piece, state, accounts=tuple(accounts), step=step)


def _explained(executions: Executions, at_s: float | None, log: Log) -> Execution | None:
    """The execution that a question is about, if it is about one."""
    last = executions.last
    if last is None or executions.by_nobody_known:
        return None
    if last.ended_s is None and at_s is not None and log.silent_since(last.robot, at_s) is not None:
        return None  # who has it is gone: why does nobody else go on?
    if executions.done_by_robot or last.ended_s is None:
        return last
    return last if at_s is None else None

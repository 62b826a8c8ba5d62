"""The answer for a node of several pieces: the one that matters, or a line for each."""

from __future__ import annotations

import msgspec

from cotree.runtime.why.answer import Answer, Branch, Line
from cotree.runtime.why.doers import Doers
from cotree.runtime.why.executions import Executions
from cotree.runtime.why.mind import Mind
from cotree.runtime.why.people import person
from cotree.runtime.why.pieces import Pieces

OWN_RULES = ("not_ready", "gate", "unsuitable", "lacks", "taken")
"""Why an alternative could not be chosen, besides that another one was."""


class Several:
    """Explains ``or``, and tasks of several pieces."""

    def __init__(self, pieces: Pieces) -> None:
        self._pieces = pieces
        self._past = pieces.past

    # -- alternatives --------------------------------------------------------------------------

    def alternatives(self, path: str, at_s: float | None) -> Answer:
        """Why this branch: by whom and when the first piece of it was decided."""
        begun = self._past.begun(path, at_s)
        if not begun:
            return self.task(path, at_s)
        branch = self._past.branch_of(path, begun[-1][1])
        execution, piece = next(
            pair for pair in begun if self._past.branch_of(path, pair[1]) == branch
        )
        executions = self._past.executions(piece, at_s)
        answer = self._pieces.executed(path, piece, execution, executions)
        scene = self._pieces.scene(piece, executions, execution.decided_s, before=False)
        mind = scene.minds[execution.robot]
        branches = dict.fromkeys((branch, *self._past.branches(path)))
        choice = tuple(_branch(mind, each, branch) for each in branches)
        return msgspec.structs.replace(answer, choice=choice)

    # -- tasks ---------------------------------------------------------------------------------

    def task(self, path: str, at_s: float | None) -> Answer:
        """The one piece that runs then, or a line for each; or why another branch was chosen."""
        below = self._past.shape.below(path)
        choice = self._past.choice_against(path)
        if choice and not self._past.begun(path, at_s):
            return self.alternatives(choice, at_s)
        running = [piece for piece in below if at_s is not None and self._runs(piece, at_s)]
        if len(running) == 1 or len(below) == 1:
            return self._pieces.explain(path, (running or below)[0], at_s)
        moment_s = self._past.log.end_s if at_s is None else at_s
        found = [(piece, self._past.executions(piece, at_s)) for piece in below]
        found.sort(key=lambda pair: pair[1].reached_s or 0.0)  # robots only go forward
        lines = {piece: self._line(piece, each, moment_s) for piece, each in found}
        return Answer(
            path,
            self._past.words[path],
            moment_s,
            state=self._past.state(path, moment_s),
            lines=tuple(lines[piece] for piece in below),
        )

    def _runs(self, piece: str, at_s: float) -> bool:
        return self._past.executions(piece, at_s).running() is not None

    def _line(self, piece: str, executions: Executions, at_s: float) -> Line:
        if executions.by_nobody_known:
            return self._by_nobody(piece, executions)
        last = executions.last
        if last is None:
            return Line(piece, self._past.state(piece, at_s))
        told = Doers(self._pieces.scene(piece, executions, 0.0, before=True)).did(last)
        state = told.outcome or "running"
        return Line(piece, state, last.robot, last.started_s, last.ended_s, told.rule)

    def _by_nobody(self, piece: str, executions: Executions) -> Line:
        """Done, but by no robot."""
        reached_s = executions.reached_s or 0.0
        scene = self._pieces.scene(piece, executions, reached_s, before=True)
        people = [person(scene, name, reached_s, "") for name in self._past.log.people]
        who = next((account.who for account in people if account.did), "")
        return Line(piece, "done", who, to_s=reached_s, rule="person" if who else "seen")


def _branch(mind: Mind, path: str, chosen: str) -> Branch:
    wish = mind.alternative(path, chosen)
    said = path != chosen and wish.rule in OWN_RULES
    return Branch(
        path,
        path == chosen,
        wish.rule if said else "undecided",
        wish.message if said else "",
        potential=wish.potential,
        parts=wish.parts,
    )

"""The shop floor as somebody sees it who hears all facts: who is at which step, and who was.

Robots and simulated people look at the same floor.  What is heard becomes events of the
collaboration; what cannot be by its rules changes nothing, but what lies there counts.
"""

from __future__ import annotations

import msgspec

from cotree.core.mission import Mission
from cotree.core.sayings import Saying, heard, wanted
from cotree.core.work_facts import DOES, LOOKS, PLACED, REFUSES, TURN, WRONG, outcome_of, work_of
from cotree.reallocation.lead_follow.collaboration.actions import Act, Action
from cotree.reallocation.lead_follow.collaboration.allowed import refusal
from cotree.reallocation.lead_follow.collaboration.machine import Did, Stopped
from cotree.reallocation.lead_follow.collaboration.table import Piece, Stage
from cotree.runtime.steps.board import Board
from cotree.runtime.steps.news import GIVEN


class Floor(Board):
    """Who does what, from what is told."""

    def __init__(self, mission: Mission) -> None:
        super().__init__(mission)
        self.heard_s: dict[str, float] = {}
        """When each person said something last."""
        self.unwilling: set[tuple[str, str]] = set()
        """Person and step: she has said that she does not do it."""
        self._last: dict[str, object] = {}

    # -- hearing -------------------------------------------------------------------------------

    def hear(self, name: str, value: object, now_s: float) -> None:
        """A fact; one that is known already says nothing."""
        if self._last.get(name) == value:
            return
        self._last[name] = value
        said, want = heard(name, value), wanted(name)
        if said is not None:
            person, path, saying = said
            if path in self.steps:
                self.heard_s[person] = now_s
                self._say(person, self.steps[path], saying, now_s)
        elif want is not None:
            robot, person, path = want
            if path in self.steps:
                self._wants(robot, person, self.steps[path], bool(value), now_s)
        else:
            self._fact(name, value, now_s)

    def known(self, name: str) -> object:
        """What a fact said last; None: it was not heard."""
        return self._last.get(name)

    def _fact(self, name: str, value: object, now_s: float) -> None:
        step, _, rest = name.rpartition("/")
        if name.endswith(PLACED) and step in self.paths:
            outcome = outcome_of(value)
            if outcome is not None:
                self.lay(step, *outcome, now_s)
        elif name.endswith(LOOKS) and step in self.paths:
            self._looks(step, str(value))
        elif name.endswith(TURN):
            self.open(step)
        elif name.endswith(DOES):
            self._does(step, value, now_s)
        elif REFUSES in name and rest in self.paths and value:
            self.event(Did(Act(name.partition(REFUSES)[0], "R6", rest)), now_s)

    def _looks(self, step: str, how: str) -> None:
        """What a person said is done may be seen to be wrong only then."""
        self.looks[step] = how
        piece = self.table.pieces[step]
        agent = self.table.agent(piece.who)
        person = agent is not None and agent.kind == "person"
        if how == WRONG and piece.stage is Stage.PLACED and person:
            self.force(step, Piece(Stage.MISPLACED, piece.who))

    # -- robots --------------------------------------------------------------------------------

    def _does(self, robot: str, value: object, now_s: float) -> None:
        doing = work_of(value)
        self.rests(robot, now_s)
        if doing is not None and doing.step in self.paths:
            act = Act(robot, doing.action, doing.step, to=doing.to)
            self.begin(act, doing.takes_s, now_s)

    def _wants(self, robot: str, person: str, step: str, wants: bool, now_s: float) -> None:
        piece = self.table.pieces[step]
        if wants:
            self.event(Did(Act(robot, "R2", step, to=person)), now_s)
        elif piece.stage is Stage.ASSIGNED and piece.who == person and not self.table.at(step):
            self.event(Did(Act(robot, "R5", step)), now_s)

    # -- people --------------------------------------------------------------------------------

    def _say(self, person: str, step: str, saying: Saying, now_s: float) -> None:
        match saying.word:
            case "take":
                self._takes(person, step, now_s)
            case "done":
                self._did(person, step, now_s)
            case "give":
                self._gives(person, step, saying.robot, now_s)
            case "refuse":
                self.unwilling.add((person, step))
                self._leaves(person, step, "H6", now_s)
            case "failed" if self.table.pieces[step].stage is Stage.MISPLACED:
                self.event(Did(Act(person, "H3", step)), now_s)
            case _:
                self._leaves(person, step, "H5", now_s)

    def _takes(self, person: str, step: str, now_s: float) -> None:
        self.unwilling.discard((person, step))
        if self.table.pieces[step].stage in GIVEN:
            self.event(Did(Act(person, "H5", step)), now_s)
        if person in self.table.doing:
            self.event(Stopped(person), now_s)
        takes_s = self._durations[step].get(person, 0.0)
        self.begin(Act(person, self.how(person, step), step), takes_s, now_s)

    def _gives(self, person: str, step: str, robot: str, now_s: float) -> None:
        """What she is at, or was asked to do, she lets go before."""
        piece, doing = self.table.pieces[step], self.table.doing.get(person)
        if doing is not None and doing.act.subtask == step:
            self.event(Stopped(person), now_s)
            self.at.pop(person, None)
        if piece.stage is Stage.ASSIGNED and piece.who == person:
            self.event(Did(Act(person, "H6", step)), now_s)
        right = self.looks.get(step) != WRONG
        self.event(Did(Act(person, "H2", step, right, robot)), now_s)

    def hinders(self, person: str, step: str, robot: str = "") -> str:
        """Why a person cannot take a step now, or give it to a robot; empty: nothing does."""
        table, piece = self.table, self.table.pieces[step]
        mine = piece.stage is Stage.ASSIGNED and piece.who == person
        act = (
            Act(person, "H2", step, to=robot)
            if robot
            else Act(person, self.how(person, step), step)
        )
        if (mine and robot) or (piece.stage in GIVEN and not robot):
            table = msgspec.structs.replace(table, pieces={**table.pieces, step: Piece()})
        return refusal(table, act)

    def _did(self, person: str, step: str, now_s: float) -> None:
        if self.table.pieces[step].stage in GIVEN:  # who was not heard to take it back
            self.event(Did(Act(person, "H5", step)), now_s)
        act = Act(person, self.how(person, step), step, self.looks.get(step) != WRONG)
        self.end(person, step, now_s)
        if act.right or act.action == "H1":
            self.event(Did(act), now_s)
        else:
            self.force(step, Piece(Stage.MISPLACED, person))

    def _leaves(self, person: str, step: str, otherwise: Action, now_s: float) -> None:
        """She lets go of what she is at, or of what was hers."""
        doing = self.table.doing.get(person)
        if doing is not None and doing.act.subtask == step:
            self.event(Stopped(person), now_s)
            self.at.pop(person, None)
            otherwise = "H6" if otherwise == "H5" else otherwise
            if self.table.pieces[step].stage is not Stage.ASSIGNED:
                return
        self.event(Did(Act(person, otherwise, step)), now_s)

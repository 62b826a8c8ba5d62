"""A simulated person who shares steps with robots: decides, works, errs, and says what she does."""

from __future__ import annotations

import statistics

import msgspec

from cotree.core.actions import Keeps
from cotree.core.mission import Mission, Simulated
from cotree.core.sayings import Saying, Word
from cotree.core.work_facts import WRONG
from cotree.reallocation.lead_follow.collaboration.actions import Act, Action
from cotree.reallocation.lead_follow.collaboration.table import Stage
from cotree.runtime.steps.floor import Floor
from cotree.simulation.chance import luck
from cotree.simulation.people.persons import Delegator, Drifter, PaperPerson
from cotree.simulation.people.view import Person as Model
from cotree.simulation.people.view import View, view_of
from cotree.simulation.stage.at_work import AtWork
from cotree.simulation.stage.wishes import Lies, Uttered
from cotree.team.dice import Dice
from cotree.team.mirror.questions import Answer, Question
from cotree.team.mirror.script import Act as HandAct
from cotree.team.mirror.script import Pace

STARTS_S = 3.0
"""When she decides for the first time."""
NOTICE_S = 3.0
"""After how long who waits sees that something has changed."""
SPEAKS_S = 1.0
"""How long a word takes."""
STREAMS = 1_000_003
"""Decisions of a run have dice of their own."""
WORDS: dict[Action, Word] = {"H2": "give", "H5": "leave", "H6": "refuse", "H3": "failed"}


class Listed(msgspec.Struct, frozen=True):
    """Somebody who does certain steps in a certain order, and all that she is told."""

    steps: tuple[str, ...]

    def decide(self, view: View, dice: Dice) -> Act | None:
        """The next one that can be begun; else what a robot asks for."""
        options = {act.subtask: act for act in (*view.own, *view.offered)}
        listed = (options[step] for step in self.steps if step in options)
        return next(listed, view.offered[0] if view.offered else None)


def model_of(said: Simulated) -> Model:
    """How somebody decides."""
    match said.kind:
        case "paper":
            return PaperPerson(said.follows, said.errs)
        case "drifter":
            return Drifter((said.follows, 0.8), (said.errs, 0.6))
        case "delegator":
            return Delegator(said.gives, said.follows, said.errs)
        case "script":
            return Listed(said.does)


class Colleague(AtWork):
    """Decides whenever she is free; the same seed makes the same decisions of the same floor."""

    pace = Pace()

    def __init__(self, name: str, mission: Mission, said: Simulated) -> None:
        self.name = name
        self.floor = Floor(mission)
        self.model = model_of(said)
        self._chance = mission.chance
        self._number = list(mission.team).index(name)
        self._decisions = self._said = 0
        self._due_s: float | None = STARTS_S
        self._doing: Act | None = None
        self._waits: int | None = None
        """How the floor stood when she found nothing to do."""
        self._questions: list[Question] = []
        self._tries: dict[str, int] = {}
        self._regained = ""
        """What she has just taken back: to do it, and not to give it away again."""
        subtasks = self.floor.problem.subtasks
        takes = {each.id: said.pace * each.durations.get(name, 0.0) for each in subtasks}
        self._takes_s = takes
        middle = statistics.fmean(takes.values())
        self._far = frozenset(step for step, seconds in takes.items() if seconds > middle)

    # -- the port ------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether she is at nothing."""
        return self._doing is None

    def wakes_s(self) -> float | None:
        """When she goes on by herself."""
        return self._due_s

    def done(self, now_s: float, done: object) -> None:
        """She sees the floor."""

    def asked(self, now_s: float, question: Question) -> None:
        """A robot asks."""
        self._questions.append(question)

    def retracted(self, question: str) -> None:
        """The question needs no answer any more."""
        self._questions = [each for each in self._questions if each.id != question]

    def step(self, now_s: float) -> list[HandAct | Answer | Uttered | Lies]:
        """What happens until now, in order."""
        if self._questions:
            asked, self._questions = self._questions, []
            return [self._answer(each) for each in asked]
        if self._waits is not None and self._waits != self.floor.news:
            self._waits, self._due_s = None, now_s + NOTICE_S
        if self._due_s is None or now_s < self._due_s:
            return []
        self._due_s = None
        if self.floor.table.over():
            return []
        return self._ends(now_s) if self._doing is not None else self._decides(now_s)

    # -- how -----------------------------------------------------------------------------------

    def _answer(self, question: Question) -> Answer:
        step = self.floor.steps.get(question.leaf, "")
        if question.about_done:
            piece = self.floor.table.pieces.get(step)
            return Answer(question.id, None, piece is not None and piece.stage is Stage.PLACED)
        mine = self._doing is not None and self._doing.subtask == step
        return Answer(question.id, Keeps.HUMAN if mine else Keeps.ROBOT)

    def _decides(self, now_s: float) -> list[HandAct | Answer | Uttered | Lies]:
        dice = Dice((self._chance.seed * 97 + self._number) * STREAMS + self._decisions)
        act = self.model.decide(self._view(), dice)
        if act is None:
            self._waits = self.floor.news
            return []
        self._decisions += 1
        self._regained = act.subtask if act.action == "H5" else ""
        if not act.places:
            self._due_s = now_s + SPEAKS_S
            seen = self._lies(act) if act.action == "H2" else []
            return [*seen, self._says(act, WORDS[act.action], act.to)]
        self._doing = act
        tries = self._tries[act.subtask] = self._tries.get(act.subtask, 0) + 1
        stretch = luck(self._chance, self.name, f"{act.subtask}/{tries}", "pause").stretch
        self._due_s = now_s + stretch * self._takes_s[act.subtask]
        return [self._says(act, "take")]

    def _view(self) -> View:
        """What she can do; of her own choice only what she has just taken back, if she has."""
        view = view_of(self.floor.table, self.name, self._far, self._decisions)
        back = tuple(act for act in view.own if act.subtask == self._regained)
        return msgspec.structs.replace(view, own=back, giving=()) if back else view

    def _ends(self, now_s: float) -> list[HandAct | Answer | Uttered | Lies]:
        act, self._doing, self._due_s = self._doing, None, now_s
        assert act is not None
        return [*self._lies(act), self._says(act, "done")]

    def _lies(self, act: Act) -> list[Lies]:
        """How it really is, where that is not what everybody thinks."""
        how = "right" if act.right else WRONG
        known = self.floor.looks.get(act.subtask, "right")
        return [] if how == known else [Lies(act.subtask, how)]

    def _says(self, act: Act, word: Word, robot: str = "") -> Uttered:
        self._said += 1
        return Uttered(self.floor.paths[act.subtask], Saying(word, robot, self._said))

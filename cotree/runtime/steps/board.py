"""Where all steps stand and who is at one: a table, its events, and what they say of people."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from cotree.core.mission import Mission
from cotree.core.work_facts import How
from cotree.core.work_steps import STEP
from cotree.reallocation.lead_follow.collaboration.actions import PERSONS, ROBOTS, Act, Action
from cotree.reallocation.lead_follow.collaboration.machine import (
    Began,
    Changed,
    Did,
    Event,
    Stopped,
    after,
)
from cotree.reallocation.lead_follow.collaboration.table import Piece, Stage, laid
from cotree.reallocation.lead_follow.given import problem_of
from cotree.reallocation.lead_follow.planning.learn import Observed
from cotree.runtime.steps.before import before_steps
from cotree.runtime.steps.news import ASKEW, OF_STAGE, STAGES, WORDS, At, News, Seen


class Board:
    """The table that everybody shares, as one of them knows it."""

    def __init__(self, mission: Mission) -> None:
        self.problem = problem_of(mission)
        self.before = before_steps(mission.task)
        """Of each step that waits for other work: where that stands in the task."""
        table = laid(self.problem.subtasks, self.problem.agents)
        self.table = msgspec.structs.replace(table, closed=frozenset(self.before))
        self.paths = {
            node.params.what: node.path for node in mission.task.walk() if node.word == STEP
        }
        """Of each step."""
        self.steps = {path: step for step, path in self.paths.items()}
        self.seen: list[Seen] = []
        """What people did, until somebody learns from it."""
        self.took: list[Observed] = []
        """How long it took, until somebody learns from it."""
        self.at: dict[str, At] = {}
        """Who is at something."""
        self.looks: dict[str, str] = {}
        self.news = 0
        """Counts what has changed."""
        self.tell: Callable[[News], None] = lambda news: None
        """Told of everything that happens."""
        self._durations = {each.id: each.durations for each in self.problem.subtasks}
        self._kinds = {each.id: each.kind for each in self.problem.subtasks}

    def event(self, event: Event, now_s: float) -> bool:
        """Put an event on the table; whether it could be."""
        doing = self.table.doing.get(event.agent) if isinstance(event, Stopped) else None
        changed = after(self.table, event)
        if not isinstance(changed, Changed):
            return False
        self.table, self.news = changed.table, self.news + 1
        if changed.evidence is not None and isinstance(event, Did):
            self.seen.append(Seen(event.act.agent, changed.evidence, now_s))
        self._say_it(event, None if doing is None else doing.act.subtask)
        return True

    def _say_it(self, event: Event, stopped: str | None) -> None:
        match event:
            case Stopped(agent=agent) if stopped is not None:
                self.tell(News(stopped, "stopped", agent))
            case Began(act=act):
                text = (PERSONS | ROBOTS)[act.action]
                self.tell(News(act.subtask, "began", act.agent, act.to, text))
            case Did(act=act):
                stage = self.table.pieces[act.subtask].stage
                word = WORDS[act.action] if act.action in WORDS else OF_STAGE[stage]
                wrong = stage is Stage.GIVEN_WRONG
                self.tell(News(act.subtask, word, act.agent, act.to, "wrongly" if wrong else ""))

    def begin(self, act: Act, takes_s: float, now_s: float) -> None:
        """Somebody begins, if that can be; else they are at nothing."""
        if self.event(Began(act), now_s):
            self.at[act.agent] = At(now_s, takes_s, act.subtask if act.places else "")
        else:
            self.at.pop(act.agent, None)

    def end(self, agent: str, step: str, now_s: float) -> None:
        """Somebody is through with a step; how long it took is kept."""
        at, doing = self.at.pop(agent, None), self.table.doing.get(agent)
        if at is not None and doing is not None and doing.act.subtask == step and doing.act.places:
            expected_s = self._durations[step].get(agent, at.takes_s)
            self.took.append(Observed(agent, self._kinds[step], expected_s, now_s - at.since_s))

    def rests(self, robot: str, now_s: float) -> None:
        """A robot is at nothing any more."""
        if robot in self.table.doing:
            self.event(Stopped(robot), now_s)
        self.at.pop(robot, None)

    def how(self, person: str, step: str) -> Action:
        """By which action a person does a step: her own choice, or what a robot asked for."""
        doing, piece = self.table.doing.get(person), self.table.pieces[step]
        if doing is not None and doing.act.subtask == step and doing.act.places:
            return doing.act.action
        return "H4" if piece.stage is Stage.ASSIGNED and piece.who == person else "H1"

    def open(self, step: str) -> None:
        """The turn of a step has come."""
        if step in self.table.closed:
            self.table = msgspec.structs.replace(self.table, closed=self.table.closed - {step})
            self.news += 1

    # -- what lies there -----------------------------------------------------------------------

    def lay(self, step: str, how: How, who: str, now_s: float) -> None:
        """What lies there counts, whatever was said before."""
        stage = STAGES[how]
        if self.table.pieces[step].stage is stage:
            return
        self.end(who, step, now_s)
        act = self._deed(step, how, who)
        if act is None or not self.event(Did(act), now_s):
            self.force(step, Piece(stage, who))

    def _deed(self, step: str, how: How, who: str) -> Act | None:
        agent, doing = self.table.agent(who), self.table.doing.get(who)
        if agent is None:
            return None
        if agent.kind == "person":
            action: Action = "H3" if how == "returned" else self.how(who, step)
            return Act(who, action, step, how != "wrong")
        works = doing is not None and (doing.act.places or doing.act.action == "R3")
        if doing is not None and works and doing.act.subtask == step:
            return doing.act
        return Act(who, "R3" if how == "returned" else "R1", step)

    def force(self, step: str, piece: Piece) -> None:
        """So it is, by whatever way; who was at that step is not any more."""
        others = {
            name: doing
            for name, doing in self.table.doing.items()
            if doing.act.subtask != step or not (doing.act.places or doing.act.action == "R3")
        }
        mistakes = self.table.pieces[step].mistakes + (piece.stage is Stage.MISPLACED)
        pieces = {**self.table.pieces, step: msgspec.structs.replace(piece, mistakes=mistakes)}
        self.table = msgspec.structs.replace(self.table, pieces=pieces, doing=others)
        self.news += 1
        self.tell(News(step, OF_STAGE[piece.stage], piece.who))

    def askew(self) -> set[str]:
        """Steps that are placed, or were given, wrongly."""
        return {step for step, piece in self.table.pieces.items() if piece.stage in ASKEW}

    def lies(self) -> Iterator[tuple[str, str, str]]:
        """What lies there by what people said: step, ``right`` or ``wrong``, and who did it."""
        for step, piece in self.table.pieces.items():
            if piece.stage in (Stage.PLACED, Stage.MISPLACED):
                yield step, "right" if piece.stage is Stage.PLACED else "wrong", piece.who

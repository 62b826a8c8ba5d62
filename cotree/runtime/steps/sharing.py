"""One robot's side of work that people and robots share: it listens, plans, speaks and works.

The first robot that is alive plans for everybody and tells people what is theirs; the others
follow its plan.  Everything comes out of facts that were heard and plans that were answered, so a
record's ticks can be done again.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from cotree.core.actions import Event, FactSeen
from cotree.core.changes import StepChange
from cotree.core.disturbances import healthy
from cotree.core.mission import Mission
from cotree.core.steps import NoPlan
from cotree.core.work_facts import LEARNT, LOOKS, believes, does, learnt, shared
from cotree.reallocation.lead_follow.asked import Asked
from cotree.reallocation.lead_follow.collaboration.allowed import may
from cotree.reallocation.lead_follow.problem import LeadPlan
from cotree.runtime.steps.chronicle import Chronicle
from cotree.runtime.steps.floor import Floor
from cotree.runtime.steps.news import News
from cotree.runtime.steps.outlook import Outlook
from cotree.runtime.steps.planning import Planning, said
from cotree.runtime.steps.reporter import Reporter
from cotree.runtime.steps.teller import Teller
from cotree.runtime.steps.turns import Turns
from cotree.runtime.steps.words import Words
from cotree.runtime.steps.working import Working
from cotree.trees.engine import Engine
from cotree.trees.ticking.ticker import RUNNING

PATIENCE_S = 600.0
"""So long the team waits for people who say nothing, when only they can go on."""


class Sharing:
    """Who does which step, as one robot knows, and what it does about it."""

    def __init__(self, mission: Mission, engine: Engine) -> None:
        self.robot = engine.desk.robot
        self.floor = Floor(mission)
        self.outlook = Outlook(mission, self.floor)
        self.planning = Planning()
        self._engine = engine
        self._way = mission.steps.plan
        self._robots = [agent.id for agent in self.floor.problem.robots()]
        self._now_s = self._stirred_s = 0.0
        self._caught_up = False
        """Whether it has heard how the steps stood when its process began."""
        self._told_times = self.outlook.lasting.durations  # nothing yet
        """What was told last of how long everybody takes."""
        self._teller = Teller(engine.desk, self.floor)
        parts = {part.path: part for part in engine.parts.values()}
        self._turns = Turns(self.floor, parts, self._teller)
        self._chronicle = Chronicle(self.floor, mission.task.path)
        self._words = Words(engine.desk, self.floor, self._teller)
        hold_s, people = mission.coordination.hold_s, self.outlook.people
        self._reporter = Reporter(self.floor, people, self._teller, self._chronicle, hold_s)
        self.floor.tell = self._note
        hand_over_s = mission.steps.hand_over
        self._working = Working(
            engine, self.floor, self.outlook, self.planning, self._words, hand_over_s
        )

    # -- a tick --------------------------------------------------------------------------------

    def look(self, events: Iterable[Event], now_s: float) -> None:
        """Hear, learn, say what is to be said, and choose what to do."""
        self._now_s = self._teller.now_s = now_s
        before = self.floor.news
        facts = [event for event in events if isinstance(event, FactSeen)]
        for fact in sorted(facts, key=lambda fact: not fact.name.endswith(LOOKS)):
            self._hear(fact, now_s)  # how it looks counts before what is said of it
        self._caught_up = True
        self._miss(now_s)
        self._turns.look(leads=self.leads)
        self._report()
        self._learn()
        if self.floor.news != before:
            self._stirred_s = now_s
        if self.floor.table.over():
            return
        if self._engine.ticker.status is RUNNING:
            self._words.go_on()
            self._working.go_on(now_s, speaks=self.leads)
        self._plan()

    def _hear(self, fact: FactSeen, now_s: float) -> None:
        if self._teller.echoes(fact):
            return
        planned = fact.name == shared(self.foreman) and not self.leads
        if planned and self.floor.known(fact.name) != fact.value:
            self.planning.follow(fact.value, now_s)
        if fact.name.endswith(LEARNT):
            self.outlook.lasting.hear(fact.value)
        self.floor.hear(fact.name, fact.value, now_s)

    @property
    def foreman(self) -> str:
        """The robot that plans and speaks for all."""
        absent, broken = self.outlook.absent, self.outlook.broken
        heard = [name for name in self._robots if name not in absent]
        return next((name for name in heard if name not in broken), next(iter(heard), self.robot))

    @property
    def leads(self) -> bool:
        """Whether this robot is that one."""
        return self.foreman == self.robot

    def _miss(self, now_s: float) -> None:
        """Who is not heard does nothing; people learn it from the robot that speaks."""
        rights = self._engine.rights
        absent = frozenset() if rights is None else rights.absent - {self.robot}
        facts = self._engine.desk.belief.facts
        broken = frozenset(name for name in self._robots if facts.get(healthy(name)) is False)
        self.outlook.look(now_s, absent, broken)
        for name in sorted(absent & self.floor.table.doing.keys()):
            if self.leads:
                self._teller.tell(does(name), "")
            else:
                self.floor.rests(name, now_s)

    # -- telling -------------------------------------------------------------------------------

    def told(self) -> list[StepChange]:
        """What became of steps since the last call."""
        return self._chronicle.drain()

    def _note(self, news: News) -> None:
        """Each robot tells what it does; the one that plans, what people and the lost did."""
        others = news.who in self._robots and news.who not in self.outlook.absent
        mine = news.who == self.robot or (self.leads and not others)
        if not mine or not self._caught_up:
            return
        doing = self.floor.table.doing.get(news.who)
        if news.word == "began" and doing is not None and doing.act.places:
            takes = self.outlook.takes(news.who, news.step)
            news = msgspec.structs.replace(news, text="; ".join(filter(None, (news.text, takes))))
        self._chronicle.note(news)

    def _report(self) -> None:
        """Say how it lies there what people did; want no more what is not theirs any more."""
        self._reporter.look(self._now_s, leads=self.leads)
        self._words.forget()
        if self._working.rests and self.robot in self.floor.table.doing:
            self._teller.tell(does(self.robot), "")

    def _learn(self) -> None:
        """Say what is thought of people, and how long everybody takes."""
        outlook, lasting = self.outlook, self.outlook.lasting
        thought, lasts = outlook.learn(self._now_s), outlook.learn_times()
        if not self.leads:
            return
        for person in thought:
            self._teller.tell(believes(self.robot, person), outlook.thinks(person))
            self._chronicle.thinks(person, outlook.thinks(person))
        for agent, kind in lasts:
            self._chronicle.lasts(agent, kind, lasting.says(agent, kind))
        if lasting.durations is not self._told_times:
            self._told_times = lasting.durations
            self._teller.tell(learnt(self.robot), lasting.told())

    # -- plans ---------------------------------------------------------------------------------

    def _plan(self) -> None:
        """Want another plan, if it is this robot that plans."""
        if not self.leads or self.outlook.idle:
            return
        outlook = self.outlook
        known = (self.floor.news, outlook.away, outlook.absent, outlook.broken)
        self.planning.look(lambda: self.outlook.problem(self._now_s), known, self._now_s)
        if self.planning.wanted:
            self._stir()

    def _stir(self) -> None:
        """There is something to do at the next beat."""
        self._engine.desk.wake_at(self._engine.tree, self._now_s)

    @property
    def wants_plan(self) -> int:
        """Counts the wishes for a plan; 0: there is none."""
        return self.planning.wanted

    def problem(self) -> Asked:
        """The question for the planner."""
        return Asked(self.outlook.problem(self._now_s), self._way, self.planning.plan)

    def take(self, answer: LeadPlan | NoPlan) -> None:
        """Follow the planner's answer from now on."""
        if isinstance(answer, NoPlan):
            self.planning.take(None)
            self._teller.tell(shared(self.robot), f"no plan: {answer.message}")
            return
        self.planning.take(answer)
        self._teller.tell(shared(self.robot), said(answer))
        self._chronicle.shares(answer, self.outlook, self.planning.why)

    @property
    def waits(self) -> bool:
        """Whether a person may go on, although no robot can."""
        table = self.floor.table
        if table.over() or self._now_s > self._stirred_s + PATIENCE_S:
            return False
        people = self.outlook.people
        return any(name in table.doing or may(table, name) for name in people)

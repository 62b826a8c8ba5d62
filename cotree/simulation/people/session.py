"""One session of a simulated person and a planning robot, event by event, in virtual time.

Whoever is free decides: the person by themselves, the robot by a plan of how things stand.  The
robot carries out its plan up to its second subtask and then asks again; it never waits while its
own queue holds something that could be begun.  The same seed gives every policy the same luck.
"""

from __future__ import annotations

from cotree.core.mission import Chance
from cotree.reallocation.lead_follow.belief.evidence import Evidence, noticed
from cotree.reallocation.lead_follow.collaboration import (
    Act,
    Began,
    Changed,
    Did,
    Event,
    Stopped,
    Table,
    after,
    laid,
)
from cotree.reallocation.lead_follow.collaboration.asking import problem_of
from cotree.reallocation.lead_follow.collaboration.speaking import Queue, commitment
from cotree.reallocation.lead_follow.problem import LeadPlan, Problem
from cotree.simulation.chance import luck
from cotree.simulation.people.kitting import PERSON, ROBOT, Scene, nominal_s
from cotree.simulation.people.places import Places
from cotree.simulation.people.policy import Policy
from cotree.simulation.people.result import Moment, Result, Tally
from cotree.simulation.people.view import Person, view_of
from cotree.team.dice import Dice

MOST_EVENTS = 2000
"""A session that is not over after so many goes in circles."""
STREAMS = 1_000_003
"""Decisions of a session have dice of their own, so that they are the same in every variant."""


def play(scene: Scene, person: Person, policy: Policy, seed: int, noise: float = 0.0) -> Result:
    """One session, to its end."""
    session = _Session(scene, person, policy, Chance(seed=seed, noise=noise))
    session.run()
    return session.result()


class _Session:
    """What changes while a session runs."""

    def __init__(self, scene: Scene, person: Person, policy: Policy, chance: Chance) -> None:
        self.scene, self.person, self.policy, self.chance = scene, person, policy, chance
        self.table = laid(scene.subtasks, scene.agents, scene.at_once)
        self.belief = policy.belief
        self.now_s = 0.0
        self.ends: dict[str, tuple[float, Act | None]] = {}
        """Per agent: until when they are busy, and with what."""
        self.waits_at: Table | None = None
        """The table at which the person found nothing to do."""
        self.queue: Queue = ()
        self.unseen: list[Evidence] = []
        self.tries: dict[tuple[str, str], int] = {}
        self.places = Places(scene.subtasks, scene.alone_at)
        self.tally = Tally(ROBOT)
        self.story = [Moment(0.0, self.belief.means)]

    # -- time ----------------------------------------------------------------------------------

    def run(self) -> None:
        """From the first decision until everything is placed rightly."""
        self._busy(PERSON, self.scene.person_starts_s, None)
        self._decide()
        for _ in range(MOST_EVENTS):
            if self.table.over() or not self.ends:
                return
            self._next()
            self._decide()

    def result(self) -> Result:
        """What came out."""
        over = self.table.over()
        return self.tally.result(self.now_s, over, self.story, self.places.stays)

    def _next(self) -> None:
        """Time jumps to the next end of an action."""
        until_s, agent = min((end, name) for name, (end, _) in self.ends.items())
        self.now_s = until_s
        _, act = self.ends.pop(agent)
        if act is not None and not self._tell(Did(act)):
            self._tell(Stopped(agent))

    def _busy(self, agent: str, takes_s: float, act: Act | None) -> None:
        if takes_s > 0.0:
            self.ends[agent] = (self.now_s + takes_s, act)
        elif act is not None:
            self._tell(Did(act))

    def _tell(self, event: Event) -> bool:
        """Put an event on the table; whether it could be."""
        changed = after(self.table, event)
        if not isinstance(changed, Changed):
            return False
        self.table = changed.table
        if changed.evidence is not None:
            self.unseen.append(changed.evidence)
        if isinstance(event, Did):
            for fact in changed.facts:
                self.tally.fact(fact.kind, event.act)
        return True

    def _decide(self) -> None:
        """Whoever is free does something; words of no length may follow one another."""
        for _ in range(MOST_EVENTS):
            before = self.table
            if ROBOT not in self.ends and not self.table.over():
                self._robot()
            if PERSON not in self.ends and not self.table.over():
                self._person()
            if self.table is before:
                return

    # -- the person ----------------------------------------------------------------------------

    def _person(self) -> None:
        if self.waits_at is not None and self.waits_at is not self.table:
            self.waits_at = None
            self._busy(PERSON, self.scene.notice_s, None)
            return
        number = self.tally.choices
        view = view_of(self.table, PERSON, self.scene.far, number)
        act = self.person.decide(view, Dice(self.chance.seed * STREAMS + number))
        if act is None:
            self.waits_at = self.table
            return
        self.tally.choices += 1
        self._begin(act, self._takes(act))

    def _takes(self, act: Act) -> float:
        """How long an action takes this time."""
        seconds = nominal_s(self.scene, act)
        if not self.chance.noise or not seconds:
            return seconds
        key = (act.agent, act.subtask)
        self.tries[key] = self.tries.get(key, 0) + 1
        name = f"{act.subtask}/{self.tries[key]}"
        return seconds * luck(self.chance, act.agent, name, "pause").stretch

    def _begin(self, act: Act, takes_s: float) -> None:
        if self._tell(Began(act)):
            self._busy(act.agent, self.places.takes_s(act, self.now_s, takes_s), act)

    # -- the robot -----------------------------------------------------------------------------

    def _robot(self) -> None:
        """The next action of the plan, or of a new one."""
        if self._go_on():
            return
        self._learn()
        answer = self.policy.plan(self._problem())
        self.tally.decisions += 1
        if isinstance(answer, LeadPlan):
            early_s = self.policy.conduct.early_s([self.belief.means])
            self.queue = commitment(self.table, answer, ROBOT, early_s)
        self._go_on()

    def _go_on(self) -> bool:
        """The next action of the line that can still be; whether there was one."""
        while self.queue:
            act, *rest = self.queue
            self.queue = tuple(rest)
            before = self.table
            self._begin(act, self._takes(act))
            if self.table is not before:
                return True
        return False

    def _learn(self) -> None:
        """What the person did since the last look."""
        for seen in noticed(self.unseen):
            means = self.belief.means
            self.belief = self.belief.after(seen)
            self.story.append(Moment(self.now_s, self.belief.means, seen, means))
        self.unseen.clear()

    def _problem(self) -> Problem:
        """How things stand, with the durations that are expected."""
        scene, policy = self.scene, self.policy
        return problem_of(
            self.table,
            {name: end - self.now_s for name, (end, _) in self.ends.items()},
            {PERSON: self.belief.means},
            scene.returning(),
            scene.costs,
            policy.conduct.weights,
            scene.refuse_s,
            scene.alone_at,
            policy.conduct.tell_all,
        )

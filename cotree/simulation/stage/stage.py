"""The stage: one world, all robots of a mission in it, each behind its own part, and people.

Everything happens in true time and in one order; the same calls give the same events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import msgspec

from cotree.core.actions import (
    Ask,
    Begin,
    Ended,
    Event,
    FactSeen,
    Halt,
    HandSeen,
    ObjectSeen,
    Say,
    Tell,
    Unask,
)
from cotree.core.belief import Key
from cotree.core.mission import Mission
from cotree.core.reasons import Reason
from cotree.core.sayings import wanted
from cotree.core.stopping import Stop
from cotree.runtime.crew.ports import LocalTime
from cotree.runtime.inbox import key_of
from cotree.simulation.agenda import Agenda
from cotree.simulation.body import KinematicBody
from cotree.simulation.stage.cast import body_of, people_of, targets_of
from cotree.simulation.stage.hidden import Hidden
from cotree.simulation.stage.lies import lies, pretended
from cotree.simulation.stage.motion import Listener, Motion
from cotree.simulation.stage.part import Part
from cotree.simulation.stage.player import Player
from cotree.simulation.stage.talking import Talking
from cotree.simulation.stage.times import TrueTime
from cotree.team.ballots import Ballot
from cotree.team.mirror.questions import Answer, Question
from cotree.team.mirror.script import Act
from cotree.team.mirror.watch import Target


class Stage:
    """One simulated world for a whole team."""

    def __init__(
        self,
        mission: Mission,
        body: KinematicBody | None = None,
        targets: Mapping[str, Target] | None = None,
    ) -> None:
        self.mission = mission
        self.body = body or body_of(mission)
        self.now_s = 0.0
        """True time."""
        self.parts: dict[str, Part] = {}
        self.motions: dict[str, Motion] = {}
        """What moves now, by the body's ids."""
        self.listeners: list[Listener] = []
        self._agenda: Agenda[Callable[[float], None]] = Agenda()
        self._latest: dict[Key, Event] = {}
        """The newest event about everything that can be seen."""
        self._askers: dict[str, str] = {}
        """Who told something to stop that does not move."""
        self._because: dict[str, Reason] = {}
        """Why the stage stopped a motion."""
        self._lies: set[str] = set()
        """Motions that will say that they succeeded, and do nothing."""
        self._looking = False
        self.mouth: Callable[[str, Question, Answer], None] | None = None
        """Takes what people of a script say aloud, where ears hear it; None: it is understood."""
        self._hidden = Hidden(mission.senses, self.body.world)
        self.targets = targets_of(mission) if targets is None else dict(targets)
        self.people: dict[str, Player] = {}
        self.people |= {
            name: Player(self, name, mission.team[name].start, person, self.targets)
            for name, person in people_of(mission, self.targets).items()
        }
        for name, player in self.people.items():
            self.body.follow(name, player.hand.at)
        self.talking = Talking(self.people, self.targets)
        self.moved()

    # -- for who runs the team -----------------------------------------------------------------

    def part(self, robot: str, clock: LocalTime | None = None) -> Part:
        """A robot's body port, the same each time; the clock of the first call counts."""
        if robot not in self.parts:
            if robot not in self.body.world.robots:
                known = ", ".join(self.body.world.robots)
                raise ValueError(f"no robot '{robot}' on stage; there is: {known}")
            self.parts[robot] = Part(robot, clock or TrueTime(), self)
        return self.parts[robot]

    def person(self, name: str) -> Player:
        """One of the people."""
        if name not in self.people:
            known = ", ".join(self.people) or "nobody"
            raise ValueError(f"no person '{name}' on stage; there is: {known}")
        return self.people[name]

    def advance(self, true_s: float) -> None:
        """Let true time pass; it never runs backwards."""
        while (due_s := self.next_event_s()) is not None and due_s <= true_s:
            self.now_s = max(self.now_s, due_s)
            self._tell(self.body.advance(self.now_s))
            while (note := self._agenda.first()) is not None and note[0] <= self.now_s:
                self._agenda.cross_out()
                note[1](self.now_s)
        self.now_s = max(self.now_s, true_s)

    def next_event_s(self) -> float | None:
        """When something happens next by itself, in true time; None: never without a command."""
        note, due_s = self._agenda.first(), self.body.next_event_s()
        if note is None or (due_s is not None and due_s <= note[0]):
            return due_s
        return note[0]

    def waiting(self) -> list[str]:
        """Robots that have something to look at, and people who have answered."""
        robots = [name for name, part in self.parts.items() if part.waiting]
        return robots + [name for name, player in self.people.items() if player.answered]

    def listen(self, listener: Listener) -> None:
        """Tell somebody from now on what physically happens."""
        self.listeners.append(listener)

    def crash(self, robot: str, *, orphan: bool = False) -> None:
        """A robot's process is gone; ``orphan``: its motions go on until the guard stops them."""
        self.part(robot).crash(orphan=orphan)

    def restart(self, robot: str) -> list[str]:
        """A robot's process begins anew; the pieces of which something was left are named."""
        return self.part(robot).restart()

    # -- for parts and people ------------------------------------------------------------------

    def at(self, true_s: float, do: Callable[[float], None]) -> None:
        """Plan something; the past means now."""
        self._agenda.note(max(true_s, self.now_s), do)

    def begin(self, begin: Begin, token: Ballot) -> None:
        """Let a robot move."""
        if begin.id not in self.motions:
            motion = self.motions[begin.id] = Motion(begin, token, self.now_s)
            for listener in self.listeners:
                listener.begins(motion, self.now_s)
        if lies(self.mission.chance, begin) and (pause := pretended(self.body, begin)) is not None:
            self._lies.add(begin.id)
            begin = msgspec.structs.replace(begin, action=pause)
        self.body.command(begin, self.now_s)

    def halt(self, halt: Halt) -> None:
        """Pass an order to stop on to the body."""
        if halt.id not in self.motions:
            self._askers[halt.id] = halt.robot
        self.body.command(halt, self.now_s)

    def tell(self, told: Tell) -> None:
        """A robot lets everybody know something."""
        self.body.command(told, self.now_s)

    def kill(self, motion: Motion, why: Reason) -> None:
        """Stop a motion at once, for this reason."""
        self._because[motion.begin.id] = why
        self.body.command(Halt(motion.begin.id, motion.robot, Stop.KILL), self.now_s)

    def wanted(self, person: str) -> list[tuple[str, str, str]]:
        """What robots would have this person do: which robot, which piece, in words."""
        found = []
        for fact in self._latest.values():
            if isinstance(fact, FactSeen) and fact.value:
                who = wanted(fact.name)
                if who is not None and who[1] == person:
                    found.append((who[0], who[2], str(fact.value)))
        return found

    def facts(self) -> list[FactSeen]:
        """Everything that was told until now, the newest of each."""
        return [fact for fact in self._latest.values() if isinstance(fact, FactSeen)]

    def fact(self, name: str) -> str | float | bool | None:
        """The newest of what was told under a name."""
        event = self._latest.get(("fact", name))
        return event.value if isinstance(event, FactSeen) else None

    def state(self, robot: str) -> list[Event]:
        """All that this robot can see now."""
        return [each for each in self._latest.values() if self._sees(robot, each)]

    def show(self, events: Iterable[Event], to: Iterable[str] | None = None) -> None:
        """Let robots see something, some of them or everybody, unless they have senses for it."""
        told = (self._hidden.told(each, self._latest.get(key_of(each))) for each in events)
        self._let_see([each for each in told if each is not None], to)

    def sensed(self, events: Iterable[Event]) -> None:
        """Senses tell this; a hand is for those who watch that person."""
        for event in events:
            if isinstance(event, HandSeen):
                self._let_see([event], self.mission.team[event.person].watched_by)
            else:
                self._let_see([event], None)

    def holds(self) -> frozenset[str]:
        """What robots have in their grippers."""
        carriers = self.body.world.carriers.items()
        return frozenset(name for name, (who, _) in carriers if who in self.body.world.robots)

    def _let_see(self, seen: list[Event], to: Iterable[str] | None) -> None:
        self._latest.update((key_of(event), event) for event in seen)
        names = self.parts if to is None else to
        for name in names:
            if name in self.parts:
                self.parts[name].hear(seen)
        if to is None:
            for player in self.people.values():
                player.hear(seen, self.now_s)

    def converse(self, command: Ask | Unask | Say) -> None:
        """A robot says something to a person."""
        self._pass_on(self.talking.hear(command, self.now_s))

    def answered(self) -> None:
        """A person has answered: who asked is told."""
        self.at(self.now_s, lambda true_s: self._pass_on(self.talking.collect(true_s)))

    def _pass_on(self, told: Iterable[tuple[str, Event]]) -> None:
        for robot, event in told:
            if robot in self.parts:
                self.parts[robot].hear([event])
        again_s = self.talking.forgets_s(self.now_s)
        if again_s is not None:
            self.at(again_s, lambda true_s: self._pass_on(self.talking.collect(true_s)))

    def speaks(self, person: str, answer: Answer) -> bool:
        """Whether somebody must hear this answer before it is one."""
        question = self.talking.question(answer.question)
        if self.mouth is None or question is None:
            return False
        self.mouth(person, question, answer)
        return True

    def acted(self, person: str, act: Act) -> None:
        """A person begins to do something."""
        for listener in self.listeners:
            listener.acts(person, act, self.now_s)

    def moved(self) -> None:
        """An object is somewhere else: people look up."""
        if not self._looking:
            self._looking = True
            self.at(self.now_s, lambda true_s: self._let_people_look())

    # -- how -----------------------------------------------------------------------------------

    def _let_people_look(self) -> None:
        self._looking = False
        for player in self.people.values():
            player.look(self.now_s)

    def _sees(self, robot: str, event: Event) -> bool:
        if not isinstance(event, HandSeen):
            return True
        return robot in self.mission.team[event.person].watched_by

    def _tell(self, events: Iterable[Event]) -> None:
        for event in events:
            if isinstance(event, Ended):
                self._ended(event)
            else:
                self.show([event])
                if isinstance(event, ObjectSeen):
                    self.moved()

    def _ended(self, event: Ended) -> None:
        motion = self.motions.get(event.id)
        reason = event.reason
        if motion is None or (reason is not None and reason.code == "begun_twice"):
            robot = self._askers.pop(event.id, "") if motion is None else motion.robot
        else:
            del self.motions[event.id]
            robot = motion.robot
            reason = self._because.pop(event.id, reason)
            done = reason is None and event.id not in self._lies
            self._lies.discard(event.id)
            for listener in self.listeners:
                listener.ends(motion, done, self.now_s)
        if robot in self.parts:
            self.parts[robot].ended(event.id, reason)

"""The body with physics: the same commands and events, and contact decides what comes of them."""

from __future__ import annotations

import math
from collections.abc import Callable

from cotree.core.actions import (
    Begin,
    Command,
    Event,
    Halt,
    ObjectSeen,
    RobotSeen,
)
from cotree.core.disturbances import Misfortune
from cotree.core.mission import Mission
from cotree.core.places import Point
from cotree.core.reasons import Reason
from cotree.simulation.body import Close, End, KinematicBody
from cotree.simulation.doing import Doing
from cotree.simulation.physics.armwork import ArmWork
from cotree.simulation.physics.around import Around
from cotree.simulation.physics.building import built
from cotree.simulation.physics.grips import Grips, which_of
from cotree.simulation.physics.hand import Hand
from cotree.simulation.physics.hands import Choose, Hands
from cotree.simulation.physics.legs import Legs
from cotree.simulation.physics.ports import Arms
from cotree.simulation.physics.scores import Scores
from cotree.simulation.physics.staging import Staged
from cotree.simulation.physics.world import PhysicalWorld
from cotree.simulation.robots import robots_of

LOOK_S = 0.05
"""How often the world is looked at while something moves in it."""
LEAD_STEPS = 5
"""After how many steps motors get new targets."""
FRAME_S = 0.02
"""How often people's hands are moved on."""
REST_S = 1.0
"""How long after the last motion things may still fall and roll."""
ASKS_S = 0.2
"""How often it is asked whether legs have done what they should."""


class PhysicsBody(KinematicBody):
    """Implements the ``Body`` port: times are foretold as in the kinematic world, outcomes are not.

    A hand goes the way of its action in the time that this takes; whether the object comes along is
    friction's answer.  While nothing moves, no steps are computed.
    """

    def __init__(
        self,
        mission: Mission,
        stage: Staged | None = None,
        choose: Choose | None = None,
        arms: Arms | None = None,
    ) -> None:
        stage, self.sim = built(mission, arms) if stage is None else (stage, stage.sim())
        self.armless = stage.armless
        """The robots that should have arms, and why they have none; their grippers fly."""
        robots, reach_m = robots_of(mission), mission.policy.same_place_m
        self.world: PhysicalWorld = PhysicalWorld(
            mission.world.objects, reach_m=reach_m, sim=self.sim
        )
        super().__init__(
            robots,
            mission.world.objects,
            mission.chance,
            reach_m=reach_m,
            grasps={
                robot: scores
                for robot, scores in mission.world.grasps.items()
                if robot not in stage.standing
            },
            places=mission.world.places,
            world=self.world,
        )
        self.legs = Legs(self.sim, stage.legged)
        models = {name: model.name for name, (model, _) in robots.items()}
        around = Around(self.sim, stage.eyes(), self.world.in_other_hands)
        self.arms = ArmWork(self.sim, stage, models, arms, around)
        hands = Hands(self.sim, models, stage.parked, choose)
        self.grips = Grips(self.world, hands, self.arms)
        self.people = {name: Hand(self.sim, name) for name in stage.people}
        self._follows: dict[str, Callable[[float], Point]] = {}
        self.grips.begin({name: start for name, (_, start) in robots.items()})
        self.sim.settle(0.3)
        who = [(robot, models[robot], gripper) for robot, gripper in self.arms]
        self._scores = Scores(arms, around, who, mission.world.objects)
        for seen in self._scores.first():
            self._agenda.note(0.0, seen)
        self._looked_s = 0.0
        self._moving_until_s = 0.0
        self._people_s = 0.0

    def follow(self, person: str, hand_at: Callable[[float], Point]) -> None:
        """Show this person's hand where that function says that it is."""
        self._follows[person] = hand_at

    def where(self, robot: str, now_s: float) -> Point:
        """Where a robot's base is; who walks is where its legs have brought it."""
        walks = robot in self.legs
        return self.legs.where(robot) if walks else super().where(robot, now_s)

    # -- the port ------------------------------------------------------------------------------

    def advance(self, to_s: float) -> list[Event]:
        """Let time pass, in the world of forces, too; and tell in order what happened."""
        events: list[Event] = []
        self._scores.look(self._looked_s, self.world.in_hands())
        while True:
            due_s = self.next_event_s()
            until_s = to_s if due_s is None else min(due_s, to_s)
            events += self._run(until_s)
            events += super().advance(until_s)
            self._scores.look(until_s, self.world.in_hands())
            events += self._scores.told(until_s)
            if until_s >= to_s:
                return events

    def next_event_s(self) -> float | None:
        """When something happens; while something moves, the world is looked at often."""
        due = [super().next_event_s(), self._scores.due_s]
        if self._moves(self._looked_s):
            due.append((math.floor(self._looked_s / LOOK_S + 1e-6) + 1) * LOOK_S)
        return min((each for each in due if each is not None), default=None)

    # -- forces --------------------------------------------------------------------------------

    def _run(self, to_s: float) -> list[Event]:
        """Let forces work until then, and look."""
        if self._moves(self._looked_s):
            self.sim.advance(to_s, self._lead, steps=LEAD_STEPS)
        else:
            self.sim.data.time = to_s
        self._looked_s = max(self._looked_s, to_s)
        events: list[Event] = []
        for name in self.legs.fell():
            events += super()._strike(Misfortune(to_s, "falls", name), to_s)
        return [*events, *self._gripping(to_s), *self.world.looked()]

    def _gripping(self, now_s: float) -> list[Event]:
        """What hands have taken, lost or given up becomes known; what came to nothing ends."""
        for thing in self.grips.slipped():
            self._agenda.note(now_s, ObjectSeen(thing, self.world.truth(thing)))
        events = [seen for doing in self._doing.values() for seen in self.grips.noticed(doing)]
        for id_, doing in list(self._doing.items()):
            why = self.grips.given_up(doing)
            if why is not None:
                self._fails(id_, doing, why, now_s)
        return events

    def _moves(self, now_s: float) -> bool:
        busy = bool(self._doing) or self.legs.busy()
        carried = any(who not in self.world.robots for who, _ in self.world.carriers.values())
        if busy or carried:
            self._moving_until_s = now_s + REST_S
        return now_s < self._moving_until_s

    def _lead(self, now_s: float) -> None:
        def base(name: str) -> Point:
            return super(PhysicsBody, self).where(name, now_s)

        self.grips.lead(now_s, base)
        self.legs.lead(now_s, base)
        if now_s >= self._people_s:
            self._people_s = now_s + FRAME_S
            self.world.drag()
            for name, hand_at in self._follows.items():
                self.people[name].go_over(hand_at(now_s))

    def _fails(self, id_: str, doing: Doing, why: Reason, now_s: float) -> None:
        if doing.outcome is None:
            doing.outcome, doing.ends_s = why, now_s
            self._agenda.note(now_s, End(id_))

    # -- actions -------------------------------------------------------------------------------

    def command(self, command: Command, now_s: float) -> None:
        """Begin or halt an action; hands and legs set out on their ways."""
        super().command(command, now_s)
        if not isinstance(command, Begin) or command.id not in self._doing:
            return
        self._moving_until_s = now_s + REST_S
        self._looked_s = max(self._looked_s, now_s)
        self.grips.set_out(self._doing[command.id], now_s)
        self.legs.begin(command)

    def _strike(self, what: Misfortune, at_s: float) -> list[Event]:
        """Who has legs is pushed, and falls if that is too much; the rest as ever."""
        if what.what == "falls" and what.robot in self.legs:
            self.legs.push(what.robot, at_s)
            self._looked_s = max(self._looked_s, at_s)
            return []
        return super()._strike(what, at_s)

    def _close(self, id_: str, at_s: float) -> list[Event]:
        if self._stale(at_s, Close(id_)):
            return []
        doing = self._doing[id_]
        if self.grips.by_arm(doing):
            return []
        why = self.grips.closes(doing, at_s)
        if why is None:
            return super()._close(id_, at_s)
        self._fails(id_, doing, why, at_s)
        return []

    def _end(self, id_: str, at_s: float) -> list[Event]:
        if self._stale(at_s, End(id_)):
            return []
        doing = self._doing[id_]
        if self.grips.at_work(doing) or self.legs.at_work(doing, at_s):
            doing.ends_s = at_s + ASKS_S
            self._agenda.note(doing.ends_s, End(id_))
            return []
        if doing.outcome is None:
            doing.outcome = self.grips.why(doing) or self.legs.why(doing)
        events = super()._end(id_, at_s)
        if which_of(doing) is None:
            return self._stands_truly(doing, events)
        self.grips.rest(doing)
        return [self._true(event) for event in events]

    def _halt(self, halt: Halt, now_s: float) -> None:
        """A hand that is cancelled puts back what it holds; one that is killed holds it."""
        super()._halt(halt, now_s)
        doing = self._doing.get(halt.id)
        if doing is not None:
            self.grips.stop(doing, halt.how, now_s)

    def _stands_truly(self, doing: Doing, events: list[Event]) -> list[Event]:
        """Where a robot that went or got up on its legs really is."""
        if not self.legs.moved(doing):
            return events
        name = doing.begin.robot
        self.world.moved(name, self.legs.where(name))
        others = [each for each in events if not isinstance(each, RobotSeen)]
        return [self.world.robot_seen(name), *others]

    def _true(self, event: Event) -> Event:
        """Where an object that was let go really lies."""
        if isinstance(event, ObjectSeen) and event.held_by is None:
            self.world.objects[event.object] = self.world.truth(event.object)
            return self.world.object_seen(event.object)
        return event

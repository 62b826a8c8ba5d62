"""Two robots and a person at one table: the real mirror, watch, dialogue and metric, no protocol.

Robots are timers; the person plays a script with a simulated hand.  What a robot is told to do by
its dialogues is carried out as an executor would.
"""

from __future__ import annotations

from collections.abc import Iterable

from cotree.core.mission import Metric, Reach
from cotree.core.places import Point, distance_m
from cotree.team.mirror.attention import Attention
from cotree.team.mirror.dialogues import Dialogues
from cotree.team.mirror.effects import (
    Allow,
    AskPerson,
    CancelLeaf,
    Effect,
    ResumeLeaf,
    Retract,
    Say,
    StopLeaf,
    Suppress,
    Tell,
)
from cotree.team.mirror.person import Mirror, active, done, fold
from cotree.team.mirror.questions import Answer, Question
from cotree.team.mirror.reaches import Arm, Noise
from cotree.team.mirror.script import Act, Deed, Pace, ScriptedPerson
from cotree.team.mirror.sightings import Sighting, Stage
from cotree.team.mirror.turns import enabled, is_done
from cotree.team.mirror.watch import Target, Watch
from tests.team.mirror.allocation import Table, potentials
from tests.team.mirror.table import SHARED_GOAL, SHARED_HOME, SHARED_OBJECTS, SHARED_TABLE

STEP_S = 1 / 30
STOP_S = 0.3
SPEED_M_S = 0.1
HANDLING_S = 10.0


class Robot:
    """A timer with a place, and the mind that cotree gives it."""

    def __init__(self, name: str, home: Point, speed_m_s: float) -> None:
        self.name = name
        self.speed_m_s = speed_m_s
        self.at = home
        self.leaf: str | None = None
        self.left_s = 0.0
        """What its leaf still takes."""
        self.stops_s: float | None = None
        """When it will have stopped; while stopped it stays so until it is resumed."""
        self.moving = False
        self.conflict_s: float | None = None
        """Since when a person is known at what it does."""
        self.dialogues = Dialogues(name, SHARED_TABLE)
        self.mirror = Mirror("ann")
        targets = {leaf: Target(leaf, goal) for leaf, goal in SHARED_GOAL.items()}
        self.watch = Watch("ann", name, targets, home=SHARED_HOME["human"])

    def holds(self) -> bool:
        """Whether it has its object in the gripper."""
        if self.leaf is None:
            return False
        way_s = distance_m(SHARED_OBJECTS[self.leaf], SHARED_GOAL[self.leaf]) / self.speed_m_s
        return self.left_s < way_s + HANDLING_S / 2


class SharedTable:
    """One run.  ``latency_s``: how late robots know what the person does; None: from the hand."""

    def __init__(
        self,
        lines: Iterable[Reach],
        latency_s: float | None = None,
        pace: Pace | None = None,
        noise: Noise = lambda: 0.0,
        speed: float = 1.0,
        order: tuple[str, ...] = ("PR2", "Baxter"),
    ) -> None:
        self.noise = noise
        self.now_s = 0.0
        self.latency_s = latency_s
        self.robots = [Robot(name, SHARED_HOME[name], SPEED_M_S * speed) for name in order]
        self.objects = dict(SHARED_OBJECTS)
        self.arm = Arm(SHARED_HOME["human"])
        self.person = ScriptedPerson(lines, pace or Pace())
        self.carried: str | None = None
        self.attention = Attention("ann")
        self.done: set[str] = set()
        self.executor: dict[str, str] = {}
        self.dialogues: list[tuple[str, str, str]] = []
        self.said: list[str] = []
        self.stop_delays_s: list[float] = []
        self.most_open = 0
        self._news: list[tuple[float, Sighting]] = []
        self._asked: dict[str, Question] = {}

    def run(self, until_s: float = 300.0) -> None:
        """Until the task is done and nobody has anything left to do."""
        while not is_done(SHARED_TABLE, self.done) or not self.person.over:
            assert self.now_s < until_s, "the task is not done in time"
            self._step()
            self.now_s += STEP_S

    def _step(self) -> None:
        self.person.done(self.now_s, self.done)
        for happened in self.person.step(self.now_s):
            if isinstance(happened, Answer):
                self._answer(happened)
            else:
                self._act(happened)
        if self.carried is not None:
            self.objects[self.carried] = self.arm.at(self.now_s)
        self._see()
        for robot in self.robots:
            self.done |= done(robot.mirror)
        for robot in self.robots:
            self._tick(robot)

    # -- the person ----------------------------------------------------------------------------

    def _act(self, act: Act) -> None:
        match act.deed:
            case Deed.REACHES:
                self.arm.go(self.now_s, self.objects[act.leaf], self.person.pace.reach_s)
                self._foresee(act.leaf, Stage.REACHING)
            case Deed.TAKES:
                self.arm.go(self.now_s, SHARED_GOAL[act.leaf], self.person.pace.places_s - 0.1)
                self.carried = act.leaf
                self._foresee(act.leaf, Stage.WORKING)
            case Deed.PLACES:
                self.carried = None
                self.executor[act.leaf] = "human"
                self.arm.go(self.now_s, self.arm.home, 1.0)
                self._foresee(act.leaf, Stage.DONE)
            case Deed.WITHDRAWS:
                self.arm.go(self.now_s, self.arm.home, 1.0)

    def _foresee(self, leaf: str, stage: Stage) -> None:
        if self.latency_s is not None:
            at_s = self.now_s + self.latency_s
            word = Sighting("ann", leaf, stage, 0.9, at_s, "camera", at_s, stamp_s=at_s)
            self._news.append((at_s, word))

    def _answer(self, answer: Answer) -> None:
        sent, posed = self.attention.answer(self.now_s, answer.question, answer.keeps)
        if sent is not None and sent.keeps is not None:
            question = self._asked[sent.question]
            self.dialogues.append((question.robot, question.leaf, sent.keeps.value))
            for robot in self.robots:
                self._obey(robot, robot.dialogues.answered(self.now_s, sent))
        self._pose(posed)

    def _pose(self, question: Question | None) -> None:
        if question is None:
            return
        self._asked[question.id] = question
        self.person.asked(self.now_s, question)
        for robot in self.robots:
            self._obey(robot, robot.dialogues.posed(self.now_s, question.id))

    # -- seeing --------------------------------------------------------------------------------

    def _see(self) -> None:
        words = [word for at_s, word in self._news if at_s <= self.now_s]
        self._news = [(at_s, word) for at_s, word in self._news if at_s > self.now_s]
        if self.latency_s is None:
            for robot in self.robots:
                words += self._watched(robot)
        self._share(words)

    def _watched(self, robot: Robot) -> list[Sighting]:
        watch = robot.watch
        watch.task(enabled(SHARED_TABLE, self.done), self.done)
        seen = []
        held = {other.leaf for other in self.robots if other.holds()}
        for name, at in self.objects.items():
            seen += watch.object(self.now_s, name, self._blurred(at, 0.3), held=name in held)
        seen += watch.hand(self.now_s, self._blurred(self.arm.at(self.now_s), 1.0))
        return [word for word in seen if isinstance(word, Sighting)]

    def _blurred(self, at: Point, share: float) -> Point:
        x, y, z = at
        return (x + share * self.noise(), y + share * self.noise(), z)

    def _share(self, words: Iterable[Sighting]) -> None:
        told = list(words)
        for robot in self.robots:
            robot.mirror = fold(robot.mirror, told)
            for word in told:
                robot.watch.hear(word)
            known = active(robot.mirror, robot.name, self.now_s)
            if robot.leaf in known and robot.moving and robot.conflict_s is None:
                robot.conflict_s = self.now_s

    # -- the robots ----------------------------------------------------------------------------

    def _tick(self, robot: Robot) -> None:
        running = [] if robot.leaf is None else [robot.leaf]
        known = active(robot.mirror, robot.name, self.now_s)
        self._obey(robot, robot.dialogues.look(self.now_s, running, known, self.done))
        self.most_open = max(self.most_open, int(self.attention.open is not None))
        if robot.stops_s is not None and self.now_s >= robot.stops_s:
            robot.stops_s = None
            assert robot.leaf is not None
            assert robot.conflict_s is not None
            self.stop_delays_s.append(self.now_s - robot.conflict_s)
            robot.conflict_s = None
            self._obey(robot, robot.dialogues.stopped(self.now_s, robot.leaf))
        elif robot.leaf is not None and robot.moving:
            self._work(robot, robot.leaf)
        if robot.leaf is None:
            self._choose(robot)

    def _work(self, robot: Robot, leaf: str) -> None:
        robot.left_s -= STEP_S
        if robot.left_s <= 0.0:
            robot.at = self.objects[leaf] = SHARED_GOAL[leaf]
            robot.leaf, robot.moving = None, False
            self.done.add(leaf)
            self.executor[leaf] = robot.name

    def _choose(self, robot: Robot) -> None:
        known = active(robot.mirror, robot.name, self.now_s)
        taken = {other.leaf for other in self.robots}
        free = {}
        for leaf in enabled(SHARED_TABLE, self.done):
            self._obey(robot, robot.dialogues.wants(leaf, known))
            if leaf not in taken and leaf not in robot.dialogues.suppressed:
                free[leaf] = self._potential(robot, leaf)
        if free:
            leaf = max(free, key=lambda key: free[key])
            way_m = distance_m(robot.at, self.objects[leaf])
            way_m += distance_m(self.objects[leaf], SHARED_GOAL[leaf])
            robot.leaf, robot.left_s = leaf, way_m / robot.speed_m_s + HANDLING_S
            robot.moving = True

    def _potential(self, robot: Robot, leaf: str) -> float:
        at = {robot.name: robot.at}
        metric = Metric({"distance": 1.0})
        speeds = {robot.name: robot.speed_m_s}
        table = Table(SHARED_TABLE, at, self.objects, SHARED_GOAL, {}, metric, speeds)
        return potentials(table, at, leaf, self.now_s)[robot.name]

    def _obey(self, robot: Robot, effects: Iterable[Effect]) -> None:
        for effect in effects:
            match effect:
                case StopLeaf():
                    robot.moving, robot.stops_s = False, self.now_s + STOP_S
                case ResumeLeaf(leaf=leaf):
                    robot.moving = True
                    self._obey(robot, robot.dialogues.resumed(self.now_s, leaf))
                case CancelLeaf():
                    robot.leaf, robot.stops_s, robot.moving = None, None, False
                case AskPerson(question):
                    self._pose(self.attention.ask(self.now_s, question))
                case Retract(question=id_):
                    self.person.retracted(id_)
                    self._pose(self.attention.retract(self.now_s, id_))
                case Tell(word):
                    self._share([word])
                case Say(text=text):
                    self.said.append(text)
                case Suppress() | Allow():
                    pass  # the dialogues keep the list themselves

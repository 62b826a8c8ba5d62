"""A mission as values: what the YAML says after every check, ready for trees and planners."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

import msgspec

from cotree.core.allocation import Allocated, Allocation, Matching
from cotree.core.disturbances import Misfortune
from cotree.core.jobs import Job, Model
from cotree.core.places import Point
from cotree.core.senses import CameraModel, Senses
from cotree.core.work_steps import WorkSteps

REACTIONS = "reactions"
"""The word, the name and the path of the node above the reactions and the task."""


class Mark(msgspec.Struct, frozen=True):
    """Where something is written; lines and columns count from 1."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


class Blueprint(msgspec.Struct, frozen=True):
    """One node of the task as written, with its parameters read and checked."""

    word: str
    """The declared behaviour: ``then``, ``move``."""
    name: str
    """What people call it; unique among its siblings."""
    path: str
    """Names from the root down, joined by ``/``; the same for every teammate."""
    params: Any
    """An instance of the behaviour's parameters, or None."""
    children: tuple[Blueprint, ...]
    mark: Mark
    written: tuple[str, ...] = ()
    """The parameters that stand in the YAML; all others have their defaults."""
    if_unsure: Literal["", "redo", "resume", "ask"] = ""
    """What to do when nobody knows whether it was done; empty: what its behaviour says.

    Written beside a node that contains others it holds for all of them that say nothing."""
    repeatable: bool = False
    """Whether doing it twice at once does no harm."""
    allocation: Allocation | None = None
    """How it is found who does it, where that is written."""

    def walk(self) -> Iterator[Blueprint]:
        """This node and all below it, parents first, in order."""
        yield self
        for child in self.children:
            yield from child.walk()


class ResourceModel(msgspec.Struct, frozen=True):
    """A resource that a robot has."""

    name: str
    type: str


class Way(msgspec.Struct, frozen=True):
    """A way from one place to another, in this direction; what it costs counts when planning."""

    source: str
    target: str
    cost: float


class Operation(msgspec.Struct, frozen=True):
    """What brings a robot from one operating state to another: load, unload, begin a training."""

    name: str
    source: str
    target: str
    cost: float
    only_at: tuple[str, ...] = ()
    """Places, or areas, of which it must be in one; none: anywhere."""
    duration_s: float = 1.0
    """How long it takes in simulation."""


class RobotModel(msgspec.Struct, frozen=True):
    """What a kind of robot has and how fast it is; numbers are for simulation and look-ahead."""

    name: str
    resources: tuple[ResourceModel, ...]
    speed_m_s: float = 0.5
    drive_overhead_s: float = 3.0
    """Added to each drive, also the shortest."""
    handling_s: float = 20.0
    """One pick, or one place; also both together, where an arm brings something at one go."""
    arm_speed_m_s: float = 0.25
    """How fast a gripper moves while the base stands."""
    reach_m: float = 1.0
    """How far from the base the arms reach."""
    home: Mapping[str, Point] = {}
    """Where grippers are at first, by name; the others are where the base is."""
    states: tuple[str, ...] = ()
    """Its operating states; the first is the one it starts in, unless the mission says another."""
    operations: tuple[Operation, ...] = ()
    ways: tuple[Way, ...] = ()
    """Ways that it alone has, or that cost it something else than others."""
    capability: Model | None = None
    """What of it serves jobs; each part is also the resource of the same name."""
    battery: float = 1.0
    """How full it is at first, 0 to 1."""


class Metric(msgspec.Struct, frozen=True):
    """How suitable a robot is for a leaf: which terms count how much, and what a 0 means."""

    weights: Mapping[str, float] = msgspec.field(
        default_factory=lambda: {"distance": 1.0, "grasp": 0.1}
    )
    """By the name of the term; a term with weight 0 counts nothing and gates nothing."""
    gate: Literal["soft", "hard"] = "hard"
    """``soft``: a 0 only adds nothing.  ``hard``: who scores 0 is not considered."""
    hysteresis: float = 0.05
    """Another leaf must be better by this share before a robot changes its mind."""


class Coordination(msgspec.Struct, frozen=True):
    """How the robots of a team agree on who does what; only a team of several reads this."""

    partition: Literal["block", "witness", "home", "zones", "operator", "optimistic"] = "block"
    """What happens when the team falls apart into groups that do not hear each other."""
    witness: tuple[str, ...] = ()
    """Who votes without being a robot of the team: a base station, a person's tablet."""
    hold_s: float = 2.0
    """How long a lease lasts without being renewed."""
    renew_s: float = 0.5
    stop_s: float = 0.5
    """How long a motion takes to stop, at most: what is measured, not what is hoped."""
    rule: Literal["quorum", "paper"] = "quorum"
    """``paper``: the published rule (earliest timestamp), which is unsafe; for comparison."""


class Teammate(msgspec.Struct, frozen=True):
    """A robot or a person of the team."""

    name: str
    robot: RobotModel | None
    """None for a person."""
    start: Point = (0.0, 0.0, 0.0)
    watched_by: tuple[str, ...] = ()
    mark: Mark | None = None
    state: str = ""
    """The operating state that it starts in; empty: the first of its model."""


class World(msgspec.Struct, frozen=True):
    """Where everything is at the start."""

    places: Mapping[str, Point] = {}
    objects: Mapping[str, Point] = {}
    facts: Mapping[str, str | float | bool] = {}
    """What else is known by name: ``{door_open: true}``."""
    grasps: Mapping[str, Mapping[str, float]] = {}
    """How well each robot could grasp each object, 0 to 100: ``{pr2: {cup: 25}}``."""
    ways: tuple[Way, ...] = ()
    """Which way leads from place to place; none: a robot may drive anywhere."""
    stay_cost: float = 0.01
    """What standing still costs a robot that has to wait for something."""
    areas: Mapping[str, tuple[str, ...]] = {}
    """Names for several places: ``{ward: [p1, p2]}``."""
    physics: bool = False
    """Whether forces decide in simulation what comes of an action."""
    cameras: Mapping[str, CameraModel] = {}
    """What looks at it."""


class Policy(msgspec.Struct, frozen=True):
    """How decisions are made; every field has a sensible default."""

    rate_hz: float = 20.0
    selector: Literal["greedy", "exact"] = "greedy"
    schedule: str = "auto"
    """How far ahead is planned: none, rollout, exact, cp_sat, auto; or a package's planner."""
    retries: int = 2
    cooldown_s: float = 1.0
    patience_s: float = 10.0
    """How long a leaf may wait for its precondition while nothing else happens."""
    same_place_m: float = 0.30
    halt_s: float = 5.0
    """How long a leaf may take to stop before the stop becomes a kill."""


class Happening(msgspec.Struct, frozen=True):
    """A fact that changes in simulation at a certain time."""

    at_s: float
    fact: str
    equals: str | float | bool


class Chance(msgspec.Struct, frozen=True):
    """What happens to the robots in simulation; all draws come from one seeded generator."""

    seed: int = 0
    noise: float = 0.0
    """Coefficient of variation of durations."""
    failure: float = 0.0
    """Probability that an action fails."""
    failures: Mapping[str, float] = {}
    """The same for single kinds of action: ``{grasp: 0.1}``."""
    lies: float = 0.0
    """Probability that an action on an object says success, and the object stays as it was."""
    events: tuple[Happening, ...] = ()
    """Not random at all: what changes when."""
    people: Mapping[str, tuple[Reach, ...]] = {}
    """What the people of the team do, by name."""
    simulated: Mapping[str, Simulated] = {}
    """How people share steps with robots, by name; who is missing does nothing by themselves."""


class Reach(msgspec.Struct, frozen=True):
    """One line of a scripted person: after these leaves, the hand goes for that one."""

    for_: str
    """The path of a leaf."""
    after: tuple[str, ...] = ()
    """Paths of leaves that must be done before."""
    delay_s: float = 0.0
    keeps: bool = True
    """What the person answers when a robot asks: whether the person goes on with the leaf."""
    acts: bool = True
    """False: says so, and then does nothing."""
    asked: bool = False
    """Only when a robot asks for help: otherwise the person does nothing for that leaf."""


class Simulated(msgspec.Struct, frozen=True):
    """Somebody who shares steps with robots: how they decide, and how often they err."""

    kind: Literal["paper", "drifter", "delegator", "script"] = "paper"
    """As in the paper; changing while they work; commanding, and still following; as ``does``."""
    follows: float = 0.6
    """How likely they do what a robot asks of them."""
    errs: float = 0.1
    """How likely a choice of their own is wrong."""
    gives: float = 0.5
    """Of a delegator: how likely they give work away."""
    does: tuple[str, ...] = ()
    """Of a script: the steps that they do, in this order."""
    pace: float = 1.0
    """So many times as long as written they take for everything."""


class Clause(msgspec.Struct, frozen=True):
    """One conjunct of a sentence of temporal logic."""

    formula: str
    mark: Mark
    errand: str = ""
    """The path of the errand in which one robot does it; empty: it is a rule."""
    together: bool = False
    """Of a rule: the team keeps it as a whole; otherwise every robot keeps it on its own way."""


class Sentence(msgspec.Struct, frozen=True):
    """What a team is asked for in temporal logic: all clauses together."""

    clauses: tuple[Clause, ...]
    objective: Literal["sum", "makespan", "lexicographic"]
    """What a plan makes least: all costs together, the largest of one robot, or that one first."""
    mark: Mark
    parts: tuple[str, ...] = ()
    """By robot, where the team as a whole may be asked for steps: the path of the errand in which
    it does its part of them."""
    facts: tuple[str, ...] = ()
    """Facts of the world that it speaks of; what they are can change."""

    @property
    def errands(self) -> tuple[str, ...]:
        """The paths of all its errands."""
        return (*(clause.errand for clause in self.clauses if clause.errand), *self.parts)


class Mission(msgspec.Struct, frozen=True):
    """The unit a user writes, validates, runs and replays."""

    name: str
    team: Mapping[str, Teammate]
    world: World
    task: Blueprint
    policy: Policy = Policy()
    chance: Chance = Chance()
    metric: Metric = msgspec.field(default_factory=Metric)
    coordination: Coordination = Coordination()
    shared: tuple[str, ...] = ()
    """What one robot of the team at a time may use (a corridor, a tool), in the order in which
    they are taken."""
    sentence: Sentence | None = None
    """What the task was made of, if it was written as one sentence."""
    file: str = ""
    text: str = ""
    """The YAML itself, for the record."""
    included: Mapping[str, str] = {}
    """Texts of included files, for the record."""
    reactions: tuple[Blueprint, ...] = ()
    """What is looked for beside the task, and what is done then; the first counts most."""
    disturbances: tuple[Misfortune, ...] = ()
    """What befalls the robots in simulation."""
    jobs: Mapping[str, Job] = {}
    """What nodes may ask for by name."""
    matching: Matching = msgspec.field(default_factory=Matching)
    allocated: Mapping[str, Allocated] = {}
    """By the path of a subtree: the job whose robots are found by matching."""
    steps: WorkSteps = WorkSteps()
    """What people and robots share out among themselves, if the mission is written so."""
    senses: Senses = Senses()
    """What is seen and heard, instead of being told by the simulated world."""

    @property
    def first_facts(self) -> Mapping[str, str | float | bool]:
        """What is known at the beginning; how full batteries are, too, where the metric asks."""
        if "battery" not in self.metric.weights:
            return self.world.facts
        robots = {name: mate.robot for name, mate in self.team.items() if mate.robot is not None}
        full = {f"{name}/battery": robot.battery for name, robot in robots.items()}
        return {**full, **self.world.facts}

    @property
    def tree(self) -> Blueprint:
        """The whole tree: the reactions, if there are any, and the task."""
        if not self.reactions:
            return self.task
        children = (*self.reactions, self.task)
        return Blueprint(REACTIONS, REACTIONS, REACTIONS, None, children, self.reactions[0].mark)

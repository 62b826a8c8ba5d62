"""A mission as values: what the YAML says after every check, ready for trees and planners."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

import msgspec

from cotree.core.places import Point


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

    def walk(self) -> Iterator[Blueprint]:
        """This node and all below it, parents first, in order."""
        yield self
        for child in self.children:
            yield from child.walk()


class ResourceModel(msgspec.Struct, frozen=True):
    """A resource that a robot has."""

    name: str
    type: str


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


class World(msgspec.Struct, frozen=True):
    """Where everything is at the start."""

    places: Mapping[str, Point] = {}
    objects: Mapping[str, Point] = {}
    facts: Mapping[str, str | float | bool] = {}
    """What else is known by name: ``{door_open: true}``."""
    grasps: Mapping[str, Mapping[str, float]] = {}
    """How well each robot could grasp each object, 0 to 100: ``{pr2: {cup: 25}}``."""


class Policy(msgspec.Struct, frozen=True):
    """How decisions are made; every field has a sensible default."""

    rate_hz: float = 20.0
    selector: Literal["greedy", "exact"] = "greedy"
    schedule: Literal["none", "rollout", "exact", "cp_sat", "auto"] = "auto"
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
    file: str = ""
    text: str = ""
    """The YAML itself, for the record."""
    included: Mapping[str, str] = {}
    """Texts of included files, for the record."""

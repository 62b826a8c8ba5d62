"""What the planner of a person and a robot at one job is asked, and what it answers.

Times are seconds.  People, robots and subtasks have names.  Equal problems have equal answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from cotree.core.steps import NoPlan

Action: TypeAlias = Literal["do", "hand_over", "correct"]
Way: TypeAlias = Literal["paper", "joint"]


class Subtask(msgspec.Struct, frozen=True):
    """One piece of the job, done as a whole by one agent."""

    id: str
    durations: Mapping[str, float]
    """How long each agent takes for it; who is missing cannot do it."""
    after: tuple[str, ...] = ()
    """Subtasks that must be done before it begins."""
    place: str = ""
    """Where it ends; see ``Problem.shared``."""
    at_place_s: float | None = None
    """How much of its end is spent at the place; None: all of it."""
    needs: frozenset[str] = frozenset()
    """Skills that whoever does it must have."""
    kind: str = ""
    """Subtasks of one kind take an agent about equally longer or shorter than was thought."""


class Agent(msgspec.Struct, frozen=True):
    """A person or a robot of the team."""

    id: str
    kind: Literal["person", "robot"]
    skills: frozenset[str] = frozenset()
    hand_over_s: float = 0.0
    """Of a robot: how long it takes to tell a person that a subtask is theirs."""


class Running(msgspec.Struct, frozen=True):
    """What an agent does now; it is finished before the agent begins anything else."""

    remaining_s: float
    """The time it still takes; an agent that is only busy has no subtask here."""
    subtask: str = ""
    action: Action = "do"
    to: str = ""
    """Of a hand-over: the person."""


class Means(msgspec.Struct, frozen=True):
    """What is believed of a person, as means: 0 never, 1 always."""

    p_follow: float = 1.0
    p_error: float = 0.0


class Costs(msgspec.Struct, frozen=True):
    """Penalties of equation 10 (``plan: paper``), in seconds."""

    c_f: float = 0.0
    """Of a subtask for a person who prefers to lead."""
    c_e: float = 0.0
    """Of a subtask that is not assigned to a person who makes mistakes."""
    c_v: float = 0.0
    """Of moving a subtask from whom it was assigned to."""


class Weights(msgspec.Struct, frozen=True):
    """What ``plan: joint`` adds to the makespan, in seconds of makespan."""

    displeased_s: float = 0.0
    """Of assigning one subtask to a person who certainly prefers to lead."""
    wrong_s: float = 0.0
    """Of one certain error, when a subtask is left for a person to choose: one of theirs that they
    are not told, or one that a robot keeps and somebody who does not follow could take instead."""
    change_s: float = 0.0
    """Of one subtask with another agent than the last plan, or the assignment, had for it."""


class Problem(msgspec.Struct, frozen=True):
    """A job and how it stands."""

    subtasks: tuple[Subtask, ...]
    agents: tuple[Agent, ...]
    done: frozenset[str] = frozenset()
    running: Mapping[str, Running] = {}
    """Per agent."""
    assigned: Mapping[str, str] = {}
    """Subtasks that a robot assigned to a person, who knows of it: subtask to person."""
    given: Mapping[str, str] = {}
    """Subtasks that a person gave to a robot, rightly: subtask to robot."""
    wrong: Mapping[str, Mapping[str, float]] = {}
    """Subtasks done or given wrongly: who could put that right, and how long each takes for it.
    That comes before the subtask itself, which is open."""
    means: Mapping[str, Means] = {}
    """Per person; who is missing follows and makes no errors."""
    costs: Costs = Costs()
    weights: Weights = Weights()
    shared: frozenset[str] = frozenset()
    """Places where there is room for one agent at a time."""
    tell_all: bool = False
    """Every subtask of a person is assigned by a robot, as in the paper.  Otherwise only where
    ``displeased_s * (1 - p_follow)`` is less than ``wrong_s * p_error``."""

    def open(self) -> tuple[Subtask, ...]:
        """What is not done, in order; what runs is open."""
        return tuple(each for each in self.subtasks if each.id not in self.done)

    def people(self) -> tuple[Agent, ...]:
        """The persons of the team, in order."""
        return tuple(agent for agent in self.agents if agent.kind == "person")

    def robots(self) -> tuple[Agent, ...]:
        """The robots of the team, in order."""
        return tuple(agent for agent in self.agents if agent.kind == "robot")

    def eligible(self, subtask: Subtask) -> tuple[Agent, ...]:
        """Who can do a subtask, in order."""
        return tuple(
            agent
            for agent in self.agents
            if agent.id in subtask.durations and subtask.needs <= agent.skills
        )


class Planned(msgspec.Struct, frozen=True):
    """One action of an agent."""

    agent: str
    action: Action
    subtask: str
    start_s: float
    """Counted from now; what runs starts at 0 and has its remaining time."""
    end_s: float
    to: str = ""
    """Of a hand-over: the person."""


class LeadPlan(msgspec.Struct, frozen=True):
    """Who does what, and when."""

    order: Mapping[str, tuple[Planned, ...]]
    """Per agent, one after the other."""
    makespan_s: float
    cost_s: float
    """What was minimised: the makespan and what the weights add to it."""
    bound_s: float
    """No plan (``how: paper``: no schedule of this allocation) costs less."""
    how: Way
    solver: str
    """Which search found it."""
    told: frozenset[str] = frozenset()
    """Subtasks of people that a robot assigns, or has assigned; others are left to their choice.
    A hand-over that takes no time stands only here."""

    @property
    def status(self) -> Literal["optimal", "feasible"]:
        """Whether it is proved that nothing better exists."""
        return "optimal" if self.cost_s <= self.bound_s + 1e-9 else "feasible"

    @property
    def gap(self) -> float:
        """How much above the bound it may be, as a share of its cost."""
        return max(0.0, self.cost_s - self.bound_s) / self.cost_s if self.cost_s else 0.0

    @property
    def assigned(self) -> dict[str, str]:
        """Who does each open subtask."""
        return {each.subtask: each.agent for each in self._doing()}

    @property
    def starts(self) -> dict[str, float]:
        """When each open subtask starts."""
        return {each.subtask: each.start_s for each in self._doing()}

    def next(self, agent: str) -> Planned | None:
        """What an agent does first, if it does anything."""
        return next(iter(self.order.get(agent, ())), None)

    def _doing(self) -> list[Planned]:
        actions = (each for line in self.order.values() for each in line)
        return [each for each in actions if each.action == "do" and each.subtask]


Answer: TypeAlias = LeadPlan | NoPlan
"""A plan, or which kind of none: impossible is proved; not_found, out_of_time, not_supported."""

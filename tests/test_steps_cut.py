"""Shared steps in a team that is cut, and loses letters and robots: none is done twice."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

import pytest

from cotree.app.team import crew_of
from cotree.core.actions import Event, FactSeen, Perform
from cotree.core.sayings import heard
from cotree.core.work_facts import LOOKS
from cotree.runtime.crew.crew import Crew
from cotree.runtime.messages import Message
from cotree.runtime.swarm.faults import Air, Fault
from cotree.simulation.stage.motion import Motion
from cotree.simulation.stage.stage import Stage
from cotree.team.dice import Dice
from cotree.team.mirror.script import Act
from cotree.trees.reading import loads

TEAM = """\
mission: cut
team:
  fetch: {robot: pr2_right_arm, at: [0, 0]}
  pr2:   {robot: pr2_right_arm, at: [0, 1]}
  hsr:   {robot: pr2_right_arm, at: [0, 2]}
  ann:   {person: {}, at: [4, 0]}
  bob:   {person: {}, at: [4, 2]}
steps:
  hand_over: 1 s
  correct: {fetch: 8 s, pr2: 9 s, hsr: 9 s}
  kinds:
    near: {takes: {ann: 6 s, bob: 9 s, fetch: 12 s, pr2: 10 s, hsr: 11 s}}
    heavy: {takes: {fetch: 7 s, pr2: 7 s, hsr: 8 s}}
  all:
    W1: [near, heavy, near]
    W2: [near, near, heavy]
    W3: [heavy, near, near]
simulation:
  seed: SEED
  people:
    ann: {simulated: {follows: 0.6, errs: ERRS}}
    bob: {simulated: {kind: delegator, follows: 0.7, errs: ERRS}}
"""


@dataclasses.dataclass
class Step:
    """How one step really stands."""

    lies: str = ""
    by: str = ""
    looks: str = "right"
    """What is placed there next will look so."""
    robots: set[str] = dataclasses.field(default_factory=set)
    """Whose hands are at it."""


class Chaos:
    """One run: which trouble comes when is thrown with the seed."""

    def __init__(self, seed: int) -> None:
        self.dice = dice = Dice(seed * 7919 + 1)
        text = TEAM.replace("SEED", str(seed)).replace("ERRS", dice.choice(("0", "0.3")))
        air = Air(loss=dice.choice((0.0, 0.1, 0.3)))
        self.mission = loads(text, "m.yaml")
        self.messages: list[Message] = []
        self.crew, self.stage = crew_of(self.mission, self.messages.append, air=air, until_s=400.0)
        self.steps = {step.name: Step() for step in self.mission.steps.all}
        self.wrong: list[str] = []
        """What must not be."""
        self.stage.listen(self)
        shown = self.stage.show

        def show(events: Iterable[Event], to: Iterable[str] | None = None) -> None:
            events = list(events)
            for event in events:
                self.hears(event)
            shown(events, to)

        self.stage.show = show  # type: ignore[method-assign]
        self.plan()

    def plan(self) -> None:
        """Cuts that heal, and robots that die, the planner first; some come back."""
        dice, at_s = self.dice, 2.0
        for number in range(1 + dice.below(3)):
            at_s += 12 * dice.random()
            if dice.chance(0.5):
                side = dice.choice(((0,), (1,), (2,), (0, 1), (1, 2)))
                self.crew.queue.at(at_s, lambda side=side: cut(self.crew, side))  # type: ignore[misc]
                at_s += 4 + 12 * dice.random()
                self.crew.queue.at(at_s, self.crew.network.heal)
            elif number == 0 or dice.chance(0.5):
                name = dice.choice(("fetch", "fetch", "pr2", "hsr"))
                back = self.crew.queue.now_s + at_s + 3 + 10 * dice.random()
                self.crew.queue.at(at_s, lambda name=name: die(self.crew, self.stage, name))  # type: ignore[misc]
                self.crew.queue.at(back, lambda name=name: boot(self.crew, self.stage, name))  # type: ignore[misc]
                at_s = back

    # -- what really happens -------------------------------------------------------------------

    def begins(self, motion: Motion, true_s: float) -> None:
        """A robot's hands begin."""
        name, step = self.of(motion)
        if step is None:
            return
        if step.robots and name in self.steps:
            self.wrong.append(f"{true_s:.1f} s: {motion.robot} and {step.robots} are at {name}")
        step.robots.add(motion.robot)

    def ends(self, motion: Motion, done: bool, true_s: float) -> None:
        """They are through, or were stopped."""
        name, step = self.of(motion)
        if step is None:
            return
        step.robots.discard(motion.robot)
        if done and name.startswith("return "):
            step.lies = ""
        elif done:
            self.lies(name, "right", motion.robot, true_s)

    def acts(self, person: str, act: Act, true_s: float) -> None:
        """No hand is seen."""

    def of(self, motion: Motion) -> tuple[str, Step | None]:
        name = motion.begin.action.name if isinstance(motion.begin.action, Perform) else ""
        return name, self.steps.get(name.removeprefix("return "))

    def hears(self, event: Event) -> None:
        """A person says something."""
        said = heard(event.name, event.value) if isinstance(event, FactSeen) else None
        if isinstance(event, FactSeen) and event.name.endswith(LOOKS):
            self.steps[event.name.removesuffix(LOOKS)].looks = str(event.value)
        if said is not None and said[2].word == "done":
            name = said[1].rpartition("/")[2]
            self.lies(name, self.steps[name].looks, said[0], self.crew.queue.now_s)

    def lies(self, name: str, how: str, who: str, true_s: float) -> None:
        step = self.steps[name]
        if step.lies == "right":
            self.wrong.append(f"{true_s:.1f} s: {who} does {name}, which {step.by} has done")
        step.lies, step.by = how, who

    def run(self) -> str:
        end = self.crew.run()
        self.messages.append(end)
        return end.result


def cut(crew: Crew, side: tuple[int, ...]) -> None:
    crew.network.partitions.append(Fault("partition", 0.0, side=side))


def die(crew: Crew, stage: Stage, name: str) -> None:
    crew.seats[name].die(disk=True)
    stage.crash(name)


def boot(crew: Crew, stage: Stage, name: str) -> None:
    stage.restart(name)
    crew.seats[name].boot(crew.queue.now_s)


@pytest.mark.parametrize("seed", range(1, 6))
def test_no_step_is_done_twice_and_all_are_done(seed: int) -> None:
    ends_well(seed)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 400))
def test_no_step_is_done_twice_in_hundreds_of_runs(seed: int) -> None:
    ends_well(seed)


def ends_well(seed: int) -> None:
    chaos = Chaos(seed)
    assert (chaos.run(), chaos.wrong) == ("success", [])
    assert {step.lies for step in chaos.steps.values()} == {"right"}

"""Random jobs of people and robots, and the paper's."""

from __future__ import annotations

from cotree.reallocation.lead_follow.problem import (
    Agent,
    Means,
    Problem,
    Running,
    Subtask,
    Weights,
)
from cotree.team.dice import Dice


def team(people: int, robots: int, hand_over_s: float = 0.0) -> tuple[Agent, ...]:
    """That many of each."""
    return (
        *(Agent(f"p{i}", "person") for i in range(people)),
        *(Agent(f"r{i}", "robot", hand_over_s=hand_over_s) for i in range(robots)),
    )


def chains(
    dice: Dice, count: int, length: int, agents: tuple[Agent, ...], spread: float = 0.1
) -> tuple[Subtask, ...]:
    """Subtasks in chains, with whole durations that differ between agents."""
    found = []
    for k in range(count):
        base = {"person": dice.between(5, 15), "robot": dice.between(9, 22)}
        times = {
            agent.id: base[agent.kind] * dice.between(1 - spread, 1 + spread) for agent in agents
        }
        after = (f"t{k - 1}",) if k % length else ()
        found.append(Subtask(f"t{k}", times, after))
    return tuple(found)


def anything(dice: Dice, most: int = 5) -> Problem:
    """A small problem with everything that a problem may have, in whole seconds."""
    people, robots = ((1, 1), (1, 2), (2, 1), (0, 2), (1, 0))[dice.below(5)]
    agents = team(people, robots, float(dice.below(3)))
    count = 1 + dice.below(most)
    names = [f"t{k}" for k in range(count)]
    subtasks = tuple(_subtask(dice, k, names, agents) for k in range(count))
    done = frozenset(each.id for each in subtasks if not each.after and dice.chance(0.1))
    open_ = [each for each in subtasks if each.id not in done]
    humans = [agent.id for agent in agents if agent.kind == "person"]
    machines = [agent.id for agent in agents if agent.kind == "robot"]
    wrong = {
        each.id: {agent.id: float(1 + dice.below(4)) for agent in agents if dice.chance(0.8)}
        for each in open_
        if dice.chance(0.12)
    }
    assigned, given = {}, {}
    for each in open_:
        if humans and dice.chance(0.2):
            assigned[each.id] = dice.choice(humans)
        elif machines and dice.chance(0.2):
            given[each.id] = dice.choice(machines)
    return Problem(
        subtasks,
        agents,
        done=done,
        running=_running(dice, agents, open_, done, wrong, humans),
        assigned=assigned,
        given=given,
        wrong={name: repair or {agents[0].id: 2.0} for name, repair in wrong.items()},
        means={name: Means(dice.below(11) / 10, dice.below(11) / 10) for name in humans},
        weights=Weights(float(dice.below(4)), float(dice.below(4)), float(dice.below(3))),
        shared=frozenset({"table"} if dice.chance(0.5) else ()),
        tell_all=dice.chance(0.3),
    )


def _subtask(dice: Dice, k: int, names: list[str], agents: tuple[Agent, ...]) -> Subtask:
    able = [agent for agent in agents if dice.chance(0.8)] or [dice.choice(agents)]
    return Subtask(
        names[k],
        {agent.id: float(1 + dice.below(9)) for agent in able},
        after=tuple(name for name in names[:k] if dice.chance(0.3)),
        place=dice.choice(["", "table"]),
        at_place_s=dice.choice([None, 0.0, 1.0, 3.0]),
    )


def _running(
    dice: Dice,
    agents: tuple[Agent, ...],
    open_: list[Subtask],
    done: frozenset[str],
    wrong: dict[str, dict[str, float]],
    humans: list[str],
) -> dict[str, Running]:
    """What one agent, at most, does now."""
    agent = dice.choice(agents)
    left = float(dice.below(5))
    if dice.chance(0.5):
        return {}
    ready = [each for each in open_ if done >= set(each.after) and agent.id in each.durations]
    ready = [each for each in ready if each.id not in wrong]
    if ready and dice.chance(0.5):
        return {agent.id: Running(left, dice.choice(ready).id)}
    if agent.kind == "robot" and humans and open_ and dice.chance(0.5):
        each = dice.choice(open_)
        return {agent.id: Running(left, each.id, "hand_over", dice.choice(humans))}
    return {agent.id: Running(left)}

"""Random scenes: one seed, one team, one task, one weather."""

from __future__ import annotations

from cotree.runtime.swarm.arena import TINY_S, Scene
from cotree.runtime.swarm.faults import Profile, draw
from cotree.runtime.swarm.tasks import random_task, repeatable, shared, without_resources
from cotree.team.dice import Dice
from cotree.team.outline import Task
from cotree.team.policies import Word
from cotree.team.timing import Timing

ROBOTS = (1, 2, 2, 3, 3, 3, 4, 4, 5, 6)
WORDS: tuple[Word, ...] = ("block", "block", "block", "home", "zones", "witness")


def random_scene(seed: int, profile: Profile, rule: str = "quorum") -> Scene:
    """The scene of a seed."""
    dice = Dice(seed)
    task = random_task(dice)
    leaves = len(Task(task))
    robots = dice.choice(ROBOTS)
    word = dice.choice(WORDS) if rule == "quorum" else "block"
    if profile.optimistic:
        word = "optimistic" if rule == "quorum" else word
        task = repeatable(task, dice)
    witness = word == "witness" and robots < 5
    hosts = robots + witness
    voters = min(hosts, 5)
    if hosts > 3 and dice.chance(0.5):
        voters = 3
    rho = dice.choice((1e-3, 0.03, 0.1))
    timing = Timing(
        rho=rho,
        margin_s=dice.choice((TINY_S, 0.05)),
        stop_s=dice.choice((0.0, 0.1, 0.3)),
        beat_s=dice.choice((0.2, 0.25, 0.4)),
    )
    things, uses = shared(task) if rule == "quorum" and dice.chance(profile.things) else ((), ())
    if things:
        task = without_resources(task)
    work_s = tuple(dice.choice((0.0, 0.3, 1.0, 3.0, 6.0)) + dice.random() for _ in range(leaves))
    return Scene(
        seed,
        task,
        work_s,
        robots,
        voters,
        witness,
        2 if dice.chance(0.3) else 1,
        timing,
        word,
        draw(profile, hosts, leaves, rho, dice),
        rule,
        dice.chance(0.4),
        dice.chance(0.3),
        things,
        uses,
    )

"""Schedules by hand: each family aims at one rule, and its seed varies times and places.

Random runs rarely meet the edge of a lease, a second lost disk, or two alternatives that nobody
knows about; these go there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec

from cotree.runtime.swarm.arena import TINY_S, Scene
from cotree.runtime.swarm.faults import Air, Fault, Weather
from cotree.team.dice import Dice
from cotree.team.outline import Kind, Outline
from cotree.team.policies import Word
from cotree.team.timing import Timing

T = TypeVar("T")


def leaf(path: str, *resources: str) -> Outline:
    """A leaf of a directed task."""
    return Outline("leaf", path, (), resources)


def node(kind: Kind, path: str, *children: Outline) -> Outline:
    """A task node of a directed task."""
    return Outline(kind, path, children)


ONE = leaf("x")
CHOICE = node("or", "o", leaf("o.a"), leaf("o.b"))
BRANCHES = node(
    "or",
    "o",
    node("then", "o.a", leaf("o.a.1"), leaf("o.a.2")),
    node("then", "o.b", leaf("o.b.1"), leaf("o.b.2")),
)
THREE = node("or", "o", leaf("o.a"), leaf("o.b"), leaf("o.c"))
SHARED = node("and", "n", leaf("n.a", "door"), leaf("n.b", "door"), leaf("n.c", "door"))
TWO = node("then", "t", leaf("t.a"), leaf("t.b"))


def scene(
    dice: Dice,
    task: Outline,
    work_s: float,
    faults: list[Fault],
    *,
    robots: int = 3,
    voters: int = 3,
    air: Air | None = None,
    timing: Timing | None = None,
    drifts: tuple[float, ...] = (),
    word: Word = "block",
    hands: int = 1,
) -> Scene:
    """A scene with only what is named."""
    count = sum(1 for _ in _leaves(task))
    low_s = dice.choice((0.0, 0.002))
    air = air or Air(low_s=low_s, high_s=low_s + dice.choice((0.0, 0.01)))
    still = (0.0,) * robots
    weather = Weather(air, tuple(sorted(faults, key=lambda f: f.at_s)), still, drifts or still)
    return Scene(
        dice.bits(),
        task,
        (work_s,) * count,
        robots,
        voters,
        False,
        hands,
        timing or Timing(margin_s=TINY_S, stop_s=dice.choice((0.0, 0.1, 0.3))),
        word,
        weather,
        eager=dice.chance(0.6),
    )


def _leaves(task: Outline) -> list[Outline]:
    return [task] if task.kind == "leaf" else [x for c in task.children for x in _leaves(c)]


def _some(dice: Dice, *some: T) -> T:
    return dice.choice(some)


# -- families --------------------------------------------------------------------------------------


def race(dice: Dice) -> Scene:
    """Everybody wants the same at the same instant."""
    robots = 2 + dice.below(5)
    task = _some(dice, ONE, CHOICE, SHARED, BRANCHES)
    return scene(dice, task, dice.random(), [], robots=robots, voters=min(robots, 5))


def takeover(dice: Dice) -> Scene:
    """The holder dies in motion, and its body goes on."""
    at_s = 0.3 + dice.random() * 4
    faults = [
        Fault("crash", at_s, 30.0 * dice.random(), host, orphan=dice.chance(0.7), cut=cut)
        for host, cut in ((dice.below(3), dice.below(3) - 1), (dice.below(3), -1))
    ]
    return scene(dice, _some(dice, ONE, TWO, CHOICE, SHARED), 3.0, faults)


def cut_off(dice: Dice) -> Scene:
    """The holder is alone for a while, at the edges of drift."""
    rho = dice.choice((0.02, 0.1, 0.2))
    timing = Timing(rho=rho, margin_s=TINY_S, stop_s=0.0, beat_s=dice.choice((0.1, 0.2)))
    alone = dice.choice((0, 1, 2, 2))  # the last one wins most races
    drifts = tuple(-rho if host == alone else rho for host in range(3))
    at_s = 0.2 + dice.random() * 2
    side = (alone,) if dice.chance(0.8) else (dice.below(3),)
    one_way = dice.chance(0.3)
    faults = [Fault("partition", at_s, 3 + 5 * dice.random(), side=side, one_way=one_way)]
    return scene(dice, _some(dice, ONE, ONE, SHARED), 8.0, faults, timing=timing, drifts=drifts)


def slow_votes(dice: Dice) -> Scene:
    """Questions arrive at once and answers late; then the holder is cut off."""
    air = Air(low_s=0.0, high_s=0.0, late=0.5, late_s=0.5)
    side = (dice.below(3),)
    at_s = 0.3 + 2 * dice.random()
    faults = [Fault("partition", at_s, 5.0, side=side)]
    stop_s = dice.choice((0.0, 0.3, 0.6))
    timing = Timing(rho=0.0, margin_s=TINY_S, stop_s=stop_s, beat_s=0.1, claim_s=1.2)
    return scene(dice, _some(dice, ONE, SHARED), 8.0, faults, timing=timing, air=air)


def paused(dice: Dice) -> Scene:
    """Processes sleep across the ends of their leases."""
    faults = [
        Fault("pause", 0.2 + dice.random() * 6, 0.5 + 4 * dice.random(), dice.below(3))
        for _ in range(4)
    ]
    return scene(dice, _some(dice, ONE, SHARED, CHOICE), 4.0, faults)


def forgetful(dice: Dice) -> Scene:
    """A voter loses its disk inside somebody's lease, and others cannot be heard."""
    at_s = 0.1 + dice.random() * 2
    victim = dice.below(3)
    faults = [
        Fault("crash", at_s, 0.2 * dice.random(), victim, disk=False),
        Fault("partition", at_s, 6.0, side=(dice.below(3),), one_way=dice.chance(0.3)),
    ]
    if dice.chance(0.5):
        again_s = at_s + 1 + 4 * dice.random()
        faults.append(Fault("crash", again_s, 0.1, dice.below(3), disk=dice.chance(0.5)))
    return scene(dice, _some(dice, ONE, TWO, CHOICE, SHARED), 6.0, faults)


def restarted(dice: Dice) -> Scene:
    """A voter restarts with its disk inside the lease of one that is cut off from it."""
    at_s = 0.3 + dice.random()
    holder, victim = dice.below(3), dice.below(3)
    faults = [
        Fault("partition", at_s, 4.0, side=(holder,)),
        Fault("crash", at_s + 0.05, 0.05 * dice.random(), victim),
        Fault("crash", at_s + 0.3 * dice.random(), 0.0, (victim + 1) % 3),
    ]
    return scene(dice, _some(dice, ONE, SHARED), 6.0, faults)


def all_forget(dice: Dice) -> Scene:
    """Two or three voters lose their disks at about the same time."""
    at_s = 0.3 + dice.random() * 4
    faults = [
        Fault("crash", at_s + 1.5 * dice.random(), 1.5 * dice.random(), host, disk=False)
        for host in dice.shuffled((0, 1, 2))[: 2 + dice.below(2)]
    ]
    return scene(dice, _some(dice, BRANCHES, TWO, CHOICE, THREE), 1.5, faults)


def unknown(dice: Dice) -> Scene:
    """Alternatives whose holders died one after the other."""
    faults = [
        Fault(
            "crash",
            0.2 + dice.random() * 8,
            2 * dice.random(),
            dice.below(3),
            disk=dice.chance(0.8),
        )
        for _ in range(6)
    ]
    return scene(dice, _some(dice, CHOICE, THREE, BRANCHES), 2.5, faults)


def outsider(dice: Dice) -> Scene:
    """A robot without a vote stops unclean, or dies, and only it knows."""
    side = tuple(host for host in range(5) if dice.chance(0.5)) or (4,)
    faults = [
        Fault("partition", 0.3 + dice.random() * 3, 2 + 2 * dice.random(), side=side),
        Fault("pause", 0.3 + dice.random() * 3, 2 * dice.random(), 3 + dice.below(2)),
        Fault("crash", 3 + 3 * dice.random(), 1.0, 3 + dice.below(2), disk=dice.chance(0.5)),
    ]
    task = _some(dice, ONE, CHOICE, SHARED, TWO)
    return scene(dice, task, 3.0, faults, robots=5, voters=3)


def late_letters(dice: Dice) -> Scene:
    """Claims, votes and releases that overtake each other by seconds."""
    air = Air(
        loss=dice.choice((0.0, 0.2)), doubled=0.4, high_s=0.01, late=0.3, late_s=3.0 * dice.random()
    )
    faults = [Fault("pause", dice.random() * 6, 2 * dice.random(), dice.below(3)) for _ in range(2)]
    faults += [Fault("crash", dice.random() * 6, dice.random(), dice.below(3))]
    return scene(dice, _some(dice, ONE, SHARED, CHOICE), 1.0, faults, air=air)


def crowded(dice: Dice) -> Scene:
    """People everywhere, while letters are late."""
    task = _some(dice, ONE, CHOICE, BRANCHES, TWO)
    count = len(_leaves(task))
    faults = [
        Fault(
            "person",
            dice.random() * 8,
            0.2 + 4 * dice.random(),
            leaf=dice.below(count),
            finishes=dice.chance(0.5),
        )
        for _ in range(5)
    ]
    faults.append(Fault("partition", dice.random() * 6, 3.0, side=(dice.below(3),)))
    return scene(dice, task, 2.0, faults)


def person_at_the_door(dice: Dice) -> Scene:
    """A person finishes what a robot still moves on, while others wait for its resource."""
    faults = [
        Fault("person", 0.2 + dice.random() * 2, 0.1 * dice.random(), leaf=dice.below(3))
        for _ in range(3)
    ]
    timing = Timing(margin_s=TINY_S, stop_s=dice.choice((0.3, 0.6)))
    return scene(dice, SHARED, 3.0, faults, timing=timing)


def halves(dice: Dice) -> Scene:
    """An even team in two halves; each goes on with what it is at home in."""
    task = node(
        "and",
        "n",
        node("or", "n.o", leaf("n.o.a"), leaf("n.o.b")),
        node("or", "n.p", leaf("n.p.a"), leaf("n.p.b")),
        leaf("n.x", "door"),
        leaf("n.y", "door"),
    )
    robots = dice.choice((2, 4))
    side = tuple(range(robots // 2)) if dice.chance(0.7) else (0,)
    faults = [Fault("partition", dice.random(), 15.0, side=side)]
    word: Word = dice.choice(("home", "zones"))
    return scene(dice, task, 1.0, faults, robots=robots, voters=robots, word=word)


def two_alone(dice: Dice) -> Scene:
    """Two robots without a witness."""
    faults = [
        Fault(
            "crash", dice.random() * 4, 3.0 * dice.random(), dice.below(2), disk=dice.chance(0.7)
        ),
        Fault("partition", dice.random() * 6, 2.0, side=(0,)),
    ]
    return scene(dice, _some(dice, CHOICE, TWO), 1.5, faults, robots=2, voters=2)


def five_voters(dice: Dice) -> Scene:
    """Five voters, two of them forgetful, one cut off."""
    hosts = dice.shuffled(range(5))
    at_s = 0.2 + dice.random() * 2
    faults = [
        Fault("crash", at_s, 0.1, hosts[0], disk=False),
        Fault("crash", at_s + 2.5 * dice.random(), 0.1, hosts[1], disk=False),
        Fault("partition", at_s - 0.1, 5.0, side=tuple(hosts[2:4])),
        Fault("crash", at_s + 0.5 * dice.random(), dice.random(), hosts[4]),
    ]
    return scene(dice, _some(dice, ONE, CHOICE), 5.0, faults, robots=5, voters=5)


def mixed_branches(dice: Dice) -> Scene:
    """A person does a later part of one branch while robots work in the other."""
    faults = [
        Fault("person", dice.random() * 3, 0.3, leaf=dice.below(4))
        for _ in range(1 + dice.below(3))
    ]
    return scene(dice, BRANCHES, 1.0, faults)


def given_up(dice: Dice) -> Scene:
    """Nobody can do a later part of a branch, when its first part is done or not yet."""
    at_s = 4.0 * dice.random()
    faults = [Fault("abandon", at_s, 0.0, dice.below(3), leaf=dice.below(4), alone=True)]
    if dice.chance(0.5):
        faults.append(Fault("crash", at_s + dice.between(-1.0, 1.0), 1.0, dice.below(3)))
    if dice.chance(0.3):
        faults.append(Fault("partition", at_s, 3.0, side=(dice.below(3),)))
    return scene(dice, BRANCHES, 1.0, [fault for fault in faults if fault.at_s > 0])


def buried(dice: Dice) -> Scene:
    """One is dead for good, and an operator says so to a robot that the others do not hear."""
    robots = 3 + dice.below(2)
    task = node("and", "n", *(leaf(f"n.{number}") for number in range(7)))
    dead, at_s = dice.below(robots), 0.3 + 3 * dice.random()
    asked = (dead + 1) % robots  # who an operator talks to first
    side = (asked,) if dice.chance(0.7) else (dice.below(robots),)
    faults = [
        Fault("dies", at_s, 2 * dice.random(), dead, orphan=dice.chance(0.3)),
        Fault("partition", at_s + dice.between(-0.3, 1.5), 4 + 6 * dice.random(), side=side),
    ]
    if dice.chance(0.5):
        victim, again_s = dice.below(robots), at_s + 6 * dice.random()
        faults.append(Fault("crash", again_s, dice.random(), victim, disk=dice.chance(0.4)))
    word: Word = dice.choice(("block", "home", "zones", "zones"))
    work_s = 1.0 + 3 * dice.random()
    return scene(dice, task, work_s, faults, robots=robots, voters=robots, word=word)


def optimists(dice: Dice) -> Scene:
    """Who hears nobody goes on with what may be done twice, and with nothing else."""
    safe = msgspec.structs.replace(leaf("t.a"), duplicate_safe=True)
    again = msgspec.structs.replace(leaf("t.c"), duplicate_safe=True)
    task = node(_some(dice, "then", "and"), "t", safe, leaf("t.b"), again)
    at_s = 0.1 + 2 * dice.random()
    faults = [
        Fault("partition", at_s, 6 + 6 * dice.random(), side=(dice.below(3),)),
        Fault("undo", at_s + 4 * dice.random(), host=dice.below(3), leaf=dice.below(1000)),
        Fault("person", at_s + 4 * dice.random(), 2 * dice.random(), leaf=dice.below(3)),
    ]
    return scene(dice, task, 1.0 + 3 * dice.random(), faults, word="optimistic")


FAMILIES: dict[str, Callable[[Dice], Scene]] = {
    family.__name__: family
    for family in (
        race,
        takeover,
        cut_off,
        slow_votes,
        paused,
        forgetful,
        restarted,
        all_forget,
        unknown,
        outsider,
        late_letters,
        crowded,
        person_at_the_door,
        halves,
        two_alone,
        five_voters,
        mixed_branches,
        given_up,
        buried,
        optimists,
    )
}


def directed_scene(family: str, seed: int) -> Scene:
    """One schedule of a family."""
    return FAMILIES[family](Dice(seed))

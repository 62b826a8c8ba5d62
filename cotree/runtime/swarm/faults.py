"""Which faults there are, which of them a profile has, and how one run draws its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec

from cotree.team.dice import Dice

FAULTS_S = 20.0
"""How long faults happen; afterwards everything is healed."""
FINISH_S = 60.0
"""How long a healed team may take."""

Kind = Literal[
    "crash", "pause", "partition", "spike", "jump", "slow", "person", "undo", "abandon", "dies"
]


class Fault(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that goes wrong, at a time, for a time."""

    kind: Kind
    at_s: float
    for_s: float = 0.0
    host: int = 0
    side: tuple[int, ...] = ()
    """Of a partition: the hosts on one side."""
    one_way: bool = False
    disk: bool = True
    """Of a crash: whether the disk survives."""
    orphan: bool = True
    """Of a crash, and of who dies for good: whether the motion goes on."""
    cut: int = -1
    """Of a crash: how many more letters leave after the next record is stored; -1: at once."""
    by_s: float = 0.0
    """Of a jump: how far the wall clock jumps."""
    leaf: int = 0
    finishes: bool = True
    """Of a person: whether the leaf is done afterwards."""
    alone: bool = False
    """Of what is given up: only this leaf, because nobody can do it."""


class Air(msgspec.Struct, frozen=True):
    """How letters travel while faults happen."""

    loss: float = 0.0
    doubled: float = 0.0
    low_s: float = 0.001
    high_s: float = 0.015
    late: float = 0.0
    """Probability of a much longer delay."""
    late_s: float = 3.0


class Profile(msgspec.Struct, frozen=True):
    """What may go wrong in a run; each run draws how much of it does."""

    name: str
    loss: float = 0.0
    doubled: float = 0.0
    late: float = 0.0
    skew_s: float = 0.0
    """Offset of wall clocks."""
    jumps: int = 0
    drift: bool = False
    crashes: int = 0
    orphan: bool = False
    amnesia: float = 0.0
    pauses: int = 0
    slow: int = 0
    partitions: int = 0
    spikes: int = 0
    people: int = 0
    operators: int = 0
    """How often an operator takes something back, or gives a branch up."""
    deaths: int = 0
    """Hosts that never come back; later an operator says that they are switched off."""
    optimistic: bool = False
    """Whether teams go on alone, when nobody answers, with what may be done twice."""
    things: float = 0.0
    """In how many of the scenes leaves need things that are claimed by themselves."""
    subset: bool = False
    """Leave out kinds of fault at random, so that rare mixtures come up."""


PROFILES: dict[str, Profile] = {
    profile.name: profile
    for profile in (
        Profile("none"),
        Profile("skew", skew_s=1.0, jumps=2, drift=True),
        Profile("loss10", loss=0.1),
        Profile("loss30", loss=0.3),
        Profile("dup_delay", doubled=0.2, late=0.1, spikes=2),
        Profile("crashes", crashes=3, amnesia=0.2),
        Profile("orphan", crashes=3, orphan=True, amnesia=0.2),
        Profile("pauses", pauses=4, slow=2),
        Profile("partitions", partitions=3),
        Profile("people", people=4),
        Profile(
            "things",
            things=1.0,
            loss=0.1,
            crashes=3,
            orphan=True,
            amnesia=0.2,
            pauses=1,
            partitions=1,
            people=1,
        ),
        Profile(
            "undo",
            operators=4,
            loss=0.1,
            crashes=2,
            orphan=True,
            amnesia=0.2,
            pauses=1,
            partitions=1,
            people=1,
        ),
        Profile(
            "roster",
            deaths=1,
            loss=0.1,
            doubled=0.1,
            crashes=3,
            orphan=True,
            amnesia=0.2,
            pauses=1,
            partitions=2,
            people=1,
            operators=1,
        ),
        Profile(
            "optimistic",
            optimistic=True,
            loss=0.1,
            doubled=0.1,
            late=0.05,
            crashes=3,
            orphan=True,
            amnesia=0.2,
            pauses=2,
            partitions=3,
            people=2,
            operators=2,
        ),
        Profile(
            "storm",
            loss=0.3,
            doubled=0.2,
            late=0.1,
            skew_s=2.0,
            jumps=2,
            drift=True,
            crashes=8,
            orphan=True,
            amnesia=0.3,
            pauses=5,
            slow=2,
            partitions=4,
            spikes=2,
            people=3,
            operators=3,
            things=0.4,
            subset=True,
        ),
    )
}


class Weather(msgspec.Struct, frozen=True):
    """All that one run draws of its profile."""

    air: Air
    faults: tuple[Fault, ...]
    skews_s: tuple[float, ...]
    drifts: tuple[float, ...]


class _Drawer:
    """Draws one run's weather of a profile."""

    def __init__(self, profile: Profile, hosts: int, leaves: int, dice: Dice) -> None:
        self.profile = profile
        self.hosts = hosts
        self.leaves = leaves
        self.dice = dice

    def air(self) -> Air:
        """How letters travel."""
        dice, profile = self.dice, self.profile
        low_s = dice.choice((0.0, 0.001, 0.005))
        return Air(
            self._share(profile.loss),
            self._share(profile.doubled),
            low_s,
            low_s + dice.choice((0.0, 0.014, 0.1)),
            self._share(profile.late),
            dice.choice((0.5, 3.0)),
        )

    def faults(self) -> list[Fault]:
        """Everything that happens at a time."""
        profile = self.profile
        kinds: tuple[tuple[int, Callable[[], Fault]], ...] = (
            (profile.crashes, lambda: _crash(profile, self.hosts, self.dice)),
            (profile.pauses, self._pause),
            (profile.slow, lambda: self._at("slow", 3 * self.dice.random())),
            (profile.partitions, lambda: _partition(self.hosts, self.dice)),
            (profile.spikes, lambda: self._at("spike", 2 * self.dice.random())),
            (profile.jumps, self._jump),
            (profile.people, self._person),
            (profile.operators, self._operator),
        )
        found = [make() for most, make in kinds for _ in range(self._kept(most))]
        found += [self._death() for _ in range(profile.deaths)]
        return sorted(found, key=lambda fault: fault.at_s)

    def _kept(self, most: int) -> int:
        """How many of a kind: all, or with ``subset`` some, and often none."""
        if not self.profile.subset:
            return most
        return 0 if self.dice.chance(0.4) else self.dice.below(most + 1)

    def _share(self, most: float) -> float:
        if not self.profile.subset:
            return most
        return 0.0 if self.dice.chance(0.4) else most * self.dice.random()

    def _at(self, kind: Kind, for_s: float) -> Fault:
        return Fault(kind, _when(self.dice), for_s, self.dice.below(self.hosts))

    def _pause(self) -> Fault:
        return self._at("pause", self.dice.choice((0.3, 1.0, 2.5, 5.0)) * self.dice.random())

    def _jump(self) -> Fault:
        by_s = self.dice.between(-5.0, 5.0)
        return Fault("jump", _when(self.dice), 0.0, self.dice.below(self.hosts), by_s=by_s)

    def _person(self) -> Fault:
        dice = self.dice
        length_s, leaf = dice.between(0.3, 3.0), dice.below(self.leaves)
        finishes = dice.chance(0.6)
        return Fault("person", _when(dice), length_s, leaf=leaf, finishes=finishes)

    def _death(self) -> Fault:
        """When it dies, and how much later an operator says so."""
        dice = self.dice
        late_s, host = dice.between(0.0, 6.0), dice.below(self.hosts)
        return Fault("dies", _when(dice), late_s, host, orphan=dice.chance(0.5))

    def _operator(self) -> Fault:
        dice = self.dice
        kind: Kind = "abandon" if dice.chance(0.3) else "undo"
        return Fault(kind, _when(dice), 0.0, dice.below(self.hosts), leaf=dice.below(1000))


def draw(profile: Profile, hosts: int, leaves: int, rho: float, dice: Dice) -> Weather:
    """What goes wrong in one run."""
    drawer = _Drawer(profile, hosts, leaves, dice)
    air, faults = drawer.air(), tuple(drawer.faults())
    skews = tuple(dice.between(-profile.skew_s, profile.skew_s) for _ in range(hosts))
    drifts = tuple(dice.choice((-rho, rho, 0.0)) if profile.drift else 0.0 for _ in range(hosts))
    return Weather(air, faults, skews, drifts)


def _when(dice: Dice) -> float:
    """Mostly early, when there is something to disturb."""
    return FAULTS_S * dice.random() * (dice.random() if dice.chance(0.7) else 1.0)


def _crash(profile: Profile, hosts: int, dice: Dice) -> Fault:
    down_s = dice.choice((0.05, 0.5, 2.0, 6.0)) * dice.random()
    return Fault(
        "crash",
        _when(dice),
        down_s,
        dice.below(hosts),
        disk=not dice.chance(profile.amnesia),
        orphan=profile.orphan and dice.chance(0.7),
        cut=dice.below(4) - 1,
    )


def _partition(hosts: int, dice: Dice) -> Fault:
    side = tuple(host for host in range(hosts) if dice.chance(0.5))
    return Fault("partition", _when(dice), 8 * dice.random(), side=side, one_way=dice.chance(0.3))

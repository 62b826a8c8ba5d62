"""What may go wrong in a run of a mission: the weather of the claim protocol, and more."""

from __future__ import annotations

import math

import msgspec

from cotree.core.mission import Chance
from cotree.runtime.swarm.faults import (
    FAULTS_S,
    PROFILES,
    Air,
    Fault,
    Profile,
    Weather,
    draw,
)
from cotree.team.dice import Dice

RHO = 1e-3
"""How far clocks drift; what the protocol allows for."""


class Hardship(msgspec.Struct, frozen=True):
    """What may go wrong; each run draws how much of it does."""

    weather: Profile
    noise: float = 0.0
    """Of how long things take."""
    failure: float = 0.0
    """Of actions that fail."""
    lies: float = 0.0
    """Of actions that only say that they succeeded."""
    deaths: int = 0
    """Robots that never come back."""

    @property
    def name(self) -> str:
        """What people call it."""
        return self.weather.name

    @property
    def excuses(self) -> bool:
        """Whether a mission may fail because of it; otherwise it must succeed."""
        return bool(self.failure or self.lies or self.deaths)


SIMPLE = (
    "none",
    "skew",
    "loss10",
    "loss30",
    "dup_delay",
    "crashes",
    "orphan",
    "pauses",
    "partitions",
)
"""Of the claim protocol's own; people and operators of a mission come from the mission."""


STORM = msgspec.structs.replace(PROFILES["storm"], people=0, operators=0, things=0.0)
TEMPEST = msgspec.structs.replace(STORM, name="tempest", amnesia=0.0)
"""When one of three voters is dead for good, no other one may forget what it promised."""


HARDSHIPS: dict[str, Hardship] = {
    hardship.name: hardship
    for hardship in (
        *(Hardship(PROFILES[name]) for name in SIMPLE),
        Hardship(Profile("noise"), noise=0.4),
        Hardship(Profile("failing"), failure=0.15),
        Hardship(Profile("lies"), lies=0.15),
        Hardship(Profile("death"), deaths=1),
        Hardship(STORM, noise=0.3),
        Hardship(TEMPEST, noise=0.3, failure=0.1, lies=0.1, deaths=1),
    )
}
"""By name.  In a storm everything happens from which a team must recover, in a tempest the rest."""


class Trial(msgspec.Struct, frozen=True):
    """One run of a mission: its seed, its faults, its rule; equal trials run equally."""

    seed: int
    faults: str = "none"
    rule: str = "quorum"
    only: tuple[int, ...] | None = None
    """Of all faults that the seed draws, the numbers of those that happen; None: all."""
    calm: tuple[str, ...] = ()
    """What does not happen: ``loss``, ``doubled``, ``late``, ``drift``, ``noise``, ..."""


CALM = ("loss", "doubled", "late", "drift", "noise", "failure", "lies")
"""What a trial can be spared, besides faults that happen at a time."""


class Trials(msgspec.Struct, frozen=True):
    """All that one trial draws of its hardship."""

    weather: Weather
    offsets_s: tuple[float, ...]
    """Of the steady clocks: they show anything when a mission begins."""
    noise: float
    failure: float
    lies: float

    def chance(self, given: Chance, seed: int) -> Chance:
        """The chance of a mission, with this on top."""
        return msgspec.structs.replace(
            given,
            seed=seed,
            noise=max(given.noise, self.noise),
            failure=max(given.failure, self.failure),
            lies=max(given.lies, self.lies),
        )


def can_die(robots: int, hosts: int) -> bool:
    """Whether a majority is left when one robot is dead for good."""
    return robots > 1 and hosts - 1 > hosts // 2


def drawn(trial: Trial, robots: int, hosts: int, lasts_s: float) -> Trials:
    """What a trial draws; faults are spread over as long a time as the mission lasts."""
    hardship = HARDSHIPS[trial.faults]
    dice = Dice(trial.seed)
    weather = draw(hardship.weather, hosts, 1, RHO, dice)
    faults = [*weather.faults]
    if hardship.deaths and can_die(robots, hosts):
        dies_s = FAULTS_S * dice.random()
        orphan = dice.chance(0.5)
        faults.append(Fault("crash", dies_s, math.inf, dice.below(robots), orphan=orphan))
    scale = max(1.0, lasts_s / FAULTS_S)
    faults = [msgspec.structs.replace(each, at_s=each.at_s * scale) for each in faults]
    if trial.only is not None:
        faults = [each for number, each in enumerate(faults) if number in trial.only]
    offsets_s = tuple(dice.between(-1000.0, 1000.0) for _ in range(hosts))
    amount = dice.random() if hardship.weather.subset else 1.0
    return Trials(
        msgspec.structs.replace(
            weather,
            air=_calmed(weather.air, trial.calm),
            faults=tuple(sorted(faults, key=lambda each: each.at_s)),
            drifts=tuple(0.0 if "drift" in trial.calm else each for each in weather.drifts),
        ),
        offsets_s,
        *(_amount(getattr(hardship, word), word, trial, amount) for word in CALM[4:]),
    )


def _calmed(air: Air, calm: tuple[str, ...]) -> Air:
    still = {word: 0.0 for word in ("loss", "doubled", "late") if word in calm}
    return msgspec.structs.replace(air, **still)


def _amount(most: float, word: str, trial: Trial, amount: float) -> float:
    return 0.0 if word in trial.calm else most * amount

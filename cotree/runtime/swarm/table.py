"""Many runs, counted: profiles down, rules across; and the smallest run that still fails."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Protocol, TypeVar

import msgspec

from cotree.runtime.swarm.arena import Arena, Result, Scene
from cotree.runtime.swarm.directed import FAMILIES, directed_scene
from cotree.runtime.swarm.faults import PROFILES
from cotree.runtime.swarm.scenes import random_scene


class Broken(Protocol):
    """A broken invariant."""

    @property
    def rule(self) -> str:
        """Which one."""


class Ran(Protocol):
    """What came of a run, whatever was run."""

    @property
    def violations(self) -> Sequence[Broken]:
        """What was broken."""

    @property
    def finished(self) -> bool:
        """Whether it came to its end."""

    @property
    def failed(self) -> bool:
        """Whether its task failed, for whatever reason."""

    @property
    def ok(self) -> bool:
        """Whether nothing was broken and nothing is stuck."""

    @property
    def time_s(self) -> float:
        """How long it took, in virtual time."""

    @property
    def events(self) -> int:
        """How much happened."""


S = TypeVar("S")


class Row(msgspec.Struct):
    """The runs of one profile (or family) under one rule."""

    name: str
    rule: str
    runs: int = 0
    broken: int = 0
    stuck: int = 0
    """Those that came to no end."""
    failures: int = 0
    """Those whose task failed."""
    rules: dict[str, int] = {}
    """How often each invariant was the first to break."""
    failed: list[int] = []
    """The first few seeds that failed."""
    reasons: dict[str, int] = {}
    """Of runs that ended well without success: how often each reason was stated."""
    events: int = 0
    simulated_s: float = 0.0
    samples: dict[str, list[float]] = {}
    """What else was measured, each time."""

    def add(
        self, seed: int, result: Ran, measured: Mapping[str, list[float]] | None = None
    ) -> None:
        """Count one run."""
        for name, values in (measured or {}).items():
            self.samples.setdefault(name, []).extend(values)
        self.runs += 1
        self.events += result.events
        self.simulated_s += result.time_s
        if result.violations:
            self.broken += 1
            first = result.violations[0].rule
            self.rules[first] = self.rules.get(first, 0) + 1
        elif result.failed:
            self.failures += 1
        elif not result.finished:
            self.stuck += 1
        if not result.ok and len(self.failed) < 20:
            self.failed.append(seed)

    def refuse(self, reasons: Iterable[str]) -> None:
        """Count why a run did not succeed, and need not."""
        for reason in reasons:
            self.reasons[reason] = self.reasons.get(reason, 0) + 1

    def merge(self, other: Row) -> None:
        """Count another row's runs too."""
        self.runs += other.runs
        self.broken += other.broken
        self.stuck += other.stuck
        self.failures += other.failures
        self.events += other.events
        self.simulated_s += other.simulated_s
        for rule, count in other.rules.items():
            self.rules[rule] = self.rules.get(rule, 0) + count
        for reason, count in other.reasons.items():
            self.reasons[reason] = self.reasons.get(reason, 0) + count
        for name, values in other.samples.items():
            self.samples.setdefault(name, []).extend(values)
        self.failed = sorted([*self.failed, *other.failed])[:20]


def scene_of(name: str, seed: int, rule: str = "quorum") -> Scene:
    """The scene of a profile, or of a directed family."""
    if name in FAMILIES:
        return msgspec.structs.replace(directed_scene(name, seed), rule=rule)
    return random_scene(seed, PROFILES[name], rule)


def run_scene(scene: Scene, *, trace: bool = False) -> Result:
    """One run."""
    return Arena(scene, trace=trace).run()


def run_many(name: str, seeds: Iterable[int], rule: str = "quorum") -> Row:
    """A row for these seeds."""
    row = Row(name, rule)
    for seed in seeds:
        row.add(seed, run_scene(scene_of(name, seed, rule)))
    return row


def lines(rows: Iterable[Row]) -> Iterator[str]:
    """The table, as text."""
    yield f"{'faults':<20} {'rule':<10} {'runs':>7} {'broken':>7} {'stuck':>6}  first broken; seeds"
    for row in rows:
        rules = ", ".join(f"{rule} {count}" for rule, count in sorted(row.rules.items()))
        seeds = f"; seeds {row.failed[:5]}" if row.failed else ""
        yield (
            f"{row.name:<20} {row.rule:<10} {row.runs:>7} {row.broken:>7} {row.stuck:>6}"
            f"  {rules or '-'}{seeds}"
        )


# -- the smallest failing run ----------------------------------------------------------------------


def fails_alike(result: Ran, like: Ran) -> bool:
    """Whether a run fails in the same way: the same invariant, or stuck too."""
    if like.violations:
        return any(each.rule == like.violations[0].rule for each in result.violations)
    return not result.ok and not result.violations


def shrink(scene: Scene, run: Callable[[Scene], Result] = run_scene) -> Scene:
    """The scene with as few faults, and as calm an air, as still fail in the same way."""
    return smallest(scene, run, _simpler)


def smallest(scene: S, run: Callable[[S], Ran], simpler: Callable[[S], Iterable[S]]) -> S:
    """What is left of a failing scene when everything is left out that it fails without."""
    like = run(scene)
    if like.ok:
        raise ValueError("this run does not fail, so there is nothing to shrink")

    def kept(candidate: S) -> bool:
        return candidate != scene and fails_alike(run(candidate), like)

    changed = True
    while changed:
        changed = False
        for candidate in simpler(scene):
            if kept(candidate):
                scene, changed = candidate, True
                break
    return scene


def _simpler(scene: Scene) -> Iterator[Scene]:
    """Scenes with something less, the largest steps first."""
    weather = scene.weather
    faults = weather.faults
    for size in sorted({len(faults) // 2, len(faults) // 4, 1} - {0}, reverse=True):
        for start in range(0, len(faults), size):
            fewer = faults[:start] + faults[start + size :]
            yield _with(scene, weather=msgspec.structs.replace(weather, faults=fewer))
    for calmer in ({"loss": 0.0}, {"doubled": 0.0}, {"late": 0.0}):
        air = msgspec.structs.replace(weather.air, **calmer)
        if air != weather.air:
            yield _with(scene, weather=msgspec.structs.replace(weather, air=air))
    if any(weather.drifts):
        still = (0.0,) * len(weather.drifts)
        yield _with(scene, weather=msgspec.structs.replace(weather, drifts=still))


def _with(scene: Scene, **changes: object) -> Scene:
    return msgspec.structs.replace(scene, **changes)

"""From a job to its actions: which objects are carried where, in which order (1.8).

For each object that is not where it should be: detect it, move to it, grasp it, move to its place,
release it.  That is the shortest way as long as every object is carried once; a goal that needs a
detour (two objects that change places) is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple, TypeAlias

from cotree.core.jobs import Job

Verb: TypeAlias = Literal["detect", "move", "grasp", "release"]


class Act(NamedTuple):
    """One action: what is done, for the sake of which object, and where."""

    verb: Verb
    thing: str
    place: str

    def __str__(self) -> str:
        match self.verb:
            case "move":
                return f"move to {self.place}"
            case "release":
                return f"release {self.thing} at {self.place}"
        return f"{self.verb} {self.thing}"


class Haul(NamedTuple):
    """One object that is carried from where it is to where it belongs."""

    thing: str
    place: str
    after: tuple[str, ...] = ()
    """Objects that must have been carried before."""

    @property
    def acts(self) -> tuple[Act, ...]:
        """What is done with it, in order; ``move`` to an object goes to where that is."""
        thing, place = self.thing, self.place
        return (
            Act("detect", thing, thing),
            Act("move", thing, thing),
            Act("grasp", thing, thing),
            Act("move", thing, place),
            Act("release", thing, place),
        )


class NoSequence(ValueError):
    """There is no such order; the text says what stands in the way."""


def hauls(job: Job) -> tuple[Haul, ...]:
    """What is to be carried, in an order that works; or ``NoSequence``."""
    targets = _targets(job)
    stands = {thing.name: thing.on for thing in job.things}
    after: dict[str, tuple[str, ...]] = {}
    for thing, place in targets.items():
        above = tuple(name for name, on in stands.items() if on == thing)
        for name in above:
            if name not in targets:
                raise NoSequence(f"{thing} cannot be moved: {name} stands on it, and has no goal")
        after[thing] = tuple(name for name in (*above, place) if name in targets)
    return tuple(Haul(thing, targets[thing], after[thing]) for thing in _ordered(after))


def acts(job: Job) -> tuple[Act, ...]:
    """All actions of a job, one after the other, as one team does them."""
    return tuple(act for haul in hauls(job) for act in haul.acts)


def layers(found: tuple[Haul, ...]) -> Iterator[tuple[Haul, ...]]:
    """The same in groups, each free in its order, one group after the other."""
    done: set[str] = set()
    left = list(found)
    while left:
        now = tuple(haul for haul in left if done.issuperset(haul.after))
        yield now
        done |= {haul.thing for haul in now}
        left = [haul for haul in left if haul.thing not in done]


def _targets(job: Job) -> dict[str, str]:
    """Where each object belongs that is not there already."""
    things = {thing.name: thing for thing in job.things}
    found: dict[str, str] = {}
    for relation in job.goal:
        thing = things.get(relation.subject)
        if thing is not None and thing.on == relation.object:
            continue
        if thing is not None and thing.fixed:
            raise NoSequence(f"{relation}: {relation.subject} is fixed")
        if found.get(relation.subject, relation.object) != relation.object:
            raise NoSequence(
                f"{relation.subject} cannot be on {found[relation.subject]} and {relation.object}"
            )
        found[relation.subject] = relation.object
    return found


def _ordered(after: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    """As they are written, but everything after what it waits for."""
    done: list[str] = []
    left = list(after)
    while left:
        ready = [name for name in left if set(after[name]) <= set(done)]
        if not ready:
            raise NoSequence(f"{', '.join(left)} stand in each other's way")
        done.append(ready[0])
        left.remove(ready[0])
        yield ready[0]

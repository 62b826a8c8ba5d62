"""The door from pixels to mirrors: palms and things in, sightings of what a person does out.

A leaf is done where its object is seen at its goal, at rest, and the hand is away from it: the
judgments are ``cotree.team.mirror``'s, and hold for cameras as they do for simulated eyes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypeAlias

from cotree.core.places import Point
from cotree.perception.hands.owner import Owner
from cotree.perception.hands.track import Track
from cotree.perception.objects.found import Seen
from cotree.team.mirror.aim import LITERAL, Aim
from cotree.team.mirror.gathering import Gathered
from cotree.team.mirror.watch import Seen as Said
from cotree.team.mirror.watch import Target, Watch

Ways: TypeAlias = Literal["gathered", "literal"]


class Onlooker:
    """One robot's eyes on one person: frames' facts in, what the mirror is told out."""

    def __init__(
        self,
        person: str,
        observer: str,
        targets: Mapping[str, Target],
        *,
        way: Ways = "gathered",
        home: Point | None = None,
    ) -> None:
        aim = Gathered() if way == "gathered" else Aim(LITERAL)
        self.watch = Watch(person, observer, targets, home=home, aim=aim)
        self._owner = Owner(unseen_s=self.watch.limits.unseen_s)

    def task(self, turn: Iterable[str], done: Iterable[str]) -> None:
        """Which leaves are the person's turn now, and which are done, by whomever."""
        self.watch.task(turn, done)

    def see(
        self,
        t_s: float,
        hands: Sequence[Track],
        things: Seen | None,
        held: Iterable[str] = (),
    ) -> list[Said]:
        """What this frame tells; ``held`` are the things that robots hold."""
        robots, said = frozenset(held), list[Said]()
        for thing in () if things is None else things.things:
            if thing.name and not thing.cut:
                said += self.watch.object(t_s, thing.name, thing.at, held=thing.name in robots)
        hand = self._owner.pick(hands)
        if hand is not None:
            said += self.watch.hand(t_s, hand.palm.at)
        return said or self.watch.time(t_s)

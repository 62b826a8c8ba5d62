"""Which part of which member acts next: the least-cost one over the graph of the team."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from cotree.core.actions import ObjectSeen
from cotree.core.allocation import Matching
from cotree.core.jobs import DOCK, UNDOCK, Job, docked, seen_by
from cotree.core.reasons import Reason
from cotree.reallocation.capability.answer import Mode
from cotree.reallocation.capability.control import Control, NoPart
from cotree.reallocation.capability.favour.messages import Case
from cotree.reallocation.capability.matched import compared_by
from cotree.reallocation.capability.roles import dealt
from cotree.runtime.jobs.names import Facts, robot_of, word
from cotree.runtime.jobs.roll import Roll

MOVE = "move"
"""With what a robot gets onto another one, or off it."""


class Team(NamedTuple):
    """Who does a job together, as this robot knows."""

    case: Case
    mode: Mode
    members: tuple[str, ...]
    """In an assembly lowest first."""

    def __str__(self) -> str:
        case = self.case
        number = f"{case.agent} {case.boot}.{case.serial}.{case.round}"
        return f"{number}: {self.mode} {' '.join(self.members)}"

    @property
    def stack(self) -> tuple[str, ...]:
        """The tower, lowest first; empty if it is none."""
        return self.members if self.mode == "assembly" else ()


class Acting:
    """Answers for one job and one team, at one moment."""

    def __init__(
        self,
        job: Job,
        team: Team,
        roll: Roll,
        matching: Matching,
        facts: Facts,
        objects: Mapping[str, ObjectSeen],
        done: Callable[[str], bool],
    ) -> None:
        self._job = job
        self._team = team
        self._roll = roll
        self._by = compared_by(matching)
        self._facts = facts
        self._objects = objects
        self._done = done
        """Whether an object is where it belongs."""
        self._dealt = dealt(job, team.members)

    def part(self, action: str, object_: str) -> str | Reason:
        """The part that acts, as ``M1/M2``; or why nobody can."""
        if action in (DOCK, UNDOCK):
            return self._climbs(object_)
        holder = self._holder(object_)
        if holder and robot_of(holder) not in self._team.members:
            return Reason("held", f"{holder} holds {object_}")
        if holder and action in ("grasp", "release"):
            return holder
        if action == "release":
            return Reason("not_held", f"nobody holds {object_}")
        first = self._first(object_)
        if first:
            return Reason("busy", f"{first} first")
        return self._chosen(action, object_, holder)

    def lost(self, object_: str) -> str:
        """The part outside of the team that holds an object; empty: none does."""
        holder = self._holder(object_)
        return "" if robot_of(holder) in self._team.members else holder

    def _chosen(self, action: str, object_: str, holder: str) -> str | Reason:
        """The least-cost part, from the one that has the object, or has seen it."""
        who = self._who(object_)
        control = self._control(who, self._occupied(object_) if action == "grasp" else frozenset())
        start = holder or self._seen(object_)
        if robot_of(start) not in who:
            start = self._team.case.agent if self._team.case.agent in who else who[0]
        if start not in control.domains:
            start = robot_of(start)
        found = control.for_action(action, start)
        return Reason("no_part", found.message) if isinstance(found, NoPart) else found.part

    def _control(self, who: tuple[str, ...], out: frozenset[str]) -> Control:
        robots = self._roll.robots(who, self._facts)
        covered = self._roll.covered(who, self._facts)
        tower = self._team.mode == "assembly"
        return Control(robots, self._job, covered | out, assembled=tower, by=self._by)

    def _who(self, object_: str) -> tuple[str, ...]:
        """The members that do what is to be done with an object; partners share them out.

        Who holds it already, since before this team was formed, keeps it.
        """
        members = self._team.members
        if self._team.mode != "partnership":
            return members
        holder = robot_of(self._holder(object_))
        if holder in members:
            return (holder,)
        return (self._dealt.get(object_, members[0]),)

    def _first(self, object_: str) -> str:
        """Another object that its carrier is about, and has not brought yet; empty: none.

        A carrier sees to one at a time: it must not drive to another one in between.
        """
        who = self._who(object_)
        others = [thing for thing in self._dealt if self._who(thing) == who]
        for begun in (self._holder, self._seen):
            now = next((thing for thing in others if begun(thing) and not self._done(thing)), "")
            if now:
                return "" if now == object_ else now
        return ""

    def _seen(self, object_: str) -> str:
        return word(self._facts, seen_by(self._job.name, object_))

    def _climbs(self, robot: str) -> str | Reason:
        """Its own wheels, or those of the lowest of the tower that comes to it.

        Who belongs to the team no more is left behind by the one that it stands on.
        """
        stack, on = self._team.stack, word(self._facts, docked(robot))
        able = [robot, *stack[:1]] if robot in stack else [robot, on, *self._team.members]
        for who in dict.fromkeys(each for each in able if each in self._team.members):
            found = self._control((who,), frozenset()).for_action(MOVE, who)
            if not isinstance(found, NoPart):
                return found.part
        return Reason("no_part", f"nobody can drive for {robot} to climb")

    def _holder(self, object_: str) -> str:
        there = self._objects.get(object_)
        return "" if there is None or there.held_by is None else "/".join(there.held_by)

    def _occupied(self, object_: str) -> frozenset[str]:
        """Parts that hold something else."""
        return frozenset(
            "/".join(each.held_by)
            for name, each in self._objects.items()
            if each.held_by is not None and name != object_
        )

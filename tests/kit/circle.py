"""A few robots with real trees, accords and teammates; their bodies are in the test's hands.

A letter takes one step of time, and the test says who hears whom.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from py_trees.behaviour import Behaviour
from py_trees.common import Status

from cotree.core.actions import Ask, Begin, Command, Event, FactSeen, Permit, Say, Unask
from cotree.core.belief import fold
from cotree.core.changes import Change, ClaimChange
from cotree.core.mission import ResourceModel
from cotree.core.places import Point
from cotree.runtime.accord.accord import Accord
from cotree.runtime.accord.company import Company
from cotree.team.dice import Dice
from cotree.team.durable import Durable, Key, Value, keep, remember
from cotree.team.messages import Letter
from cotree.team.mind import Plot
from cotree.team.outline import Outline, Task
from cotree.team.policies import Policy
from cotree.team.roster import Roster
from cotree.team.teammate import Setting, Teammate
from cotree.team.timing import Timing
from cotree.trees.part import Part
from cotree.trees.pieces import Piece, outline_of
from tests.kit.claims import TIMING
from tests.kit.rig import Rig

STEP_S = 0.05


class Member(Rig):
    """One robot.  What it begins goes on until the test ends it; what it halts stops at once."""

    def __init__(
        self, root: Behaviour, resources: Iterable[ResourceModel], name: str, things: Iterable[str],
        **policy: Any,
    ) -> None:  # fmt: skip
        names = tuple(things)
        shared = tuple(ResourceModel(thing, thing) for thing in names)
        super().__init__(root, (*resources, *shared), name=name, **policy)
        self.rights = self.engine.share(names)
        self.accord: Accord
        self.stubborn = False
        """Whether what is halted goes on until the test ends it."""
        self.letters: list[Letter] = []
        self.events: list[Event] = []
        self.orders: list[Command] = []
        """All commands to the body, in order."""
        self.claims: list[ClaimChange] = []
        self.news: list[Change] = []
        """What the last tick told of claims and of the quorum."""
        self.sent: list[Letter] = []
        self.stored: list[Durable] = []

    @property
    def mate(self) -> Teammate:
        return self.accord.mate

    def beat(self, now_s: float) -> list[Letter]:
        """One tick; returns what is to be sent."""
        self.now_s = now_s
        if not self.stubborn:
            self.events += [self.ended(name, "halted") for name in list(self.halted)]
        events, self.events = self.events, []
        letters, self.letters = self.letters, []
        self.desk.belief, changed = fold(self.desk.belief, events, now_s)
        self.accord.before(letters, events, now_s)
        self.status = self.engine.tick(changed)
        self.accord.after(now_s)
        self.news = self.accord.told()
        self.claims += [each for each in self.news if isinstance(each, ClaimChange)]
        self.orders += self.desk.commands
        self._take()
        sent, self.accord.letters = self.accord.letters, []
        stored, self.accord.durable = self.accord.durable, []
        self.sent += sent
        self.stored += stored
        return sent

    # -- the test's hands ----------------------------------------------------------------------

    def ends(self, *names: str, code: str | None = None) -> None:
        """These actions end, as the next tick will hear."""
        self.events += [self.ended(name, code) for name in names]

    def see_soon(self, **facts: Any) -> None:
        """Facts that the next tick will hear: ``see_soon(x_goal=True)`` is ``x.goal``."""
        self.events += [FactSeen(k.replace("_", ".", 1), v) for k, v in facts.items()]

    # -- looking -------------------------------------------------------------------------------

    def name(self, short: str) -> str:
        return next(name for name in self.rights.all if name.split("/")[-1] == short)

    def piece(self, short: str) -> Piece:
        return self.rights.pieces[self.name(short)]

    def number(self, short: str) -> int:
        return self.mate.mind.task.number[self.name(short)]

    def said(self, word: str, short: str = "") -> list[str]:
        """Why, for each claim of which this was told."""
        return [
            change.why
            for change in self.claims
            if change.word == word and short in ("", change.piece.split("/")[-1])
        ]

    def words(self, short: str) -> list[str]:
        """What became of the claims for this, in order."""
        return [each.word for each in self.claims if each.piece.split("/")[-1] == short]

    def permits(self, short: str) -> list[Permit]:
        return [
            each
            for each in self.orders
            if isinstance(each, Permit) and each.piece.split("/")[-1] == short
        ]

    def begins(self) -> list[Begin]:
        return [each for each in self.orders if isinstance(each, Begin)]

    def talk(self) -> list[Ask | Unask | Say]:
        return [each for each in self.orders if isinstance(each, Ask | Unask | Say)]

    def holds(self, short: str) -> bool:
        return self.rights.all[self.name(short)].held


class Circle:
    """All of them, and witnesses."""

    def __init__(
        self,
        tree: Callable[[], Behaviour],
        names: str = "a",
        witnesses: str = "",
        *,
        resources: Iterable[ResourceModel] = (),
        things: Iterable[str] = (),
        timing: Timing = TIMING,
        word: str = "block",
        people: Mapping[str, Point] | None = None,
        **policy: Any,
    ) -> None:
        self.now_s = 0.0
        self.things = tuple(things)
        self.sides: list[str] = []
        """Who hears only each other."""
        self.lost: Callable[[Letter, str], bool] = lambda letter, to: False
        self.disks: dict[str, dict[Key, Value]] = {name: {} for name in (*names, *witnesses)}
        self.members: dict[str, Member] = {}
        self.witnesses: dict[str, Teammate] = {}
        self.posts: dict[str, list[Letter]] = {name: [] for name in witnesses}
        self.lives = 0
        self._tree = tree
        self._resources = tuple(resources)
        self._policy = policy
        self._people = people
        robots = tuple(names)
        first = self._rig("nobody")
        assert isinstance(first.engine.root, Part)
        self.outline: Outline = outline_of(first.engine.root)
        self.plot = Plot(Task(self.outline, self.things))
        self.roster = Roster((*robots, *witnesses), (*robots, *witnesses)[:5], 0, tuple(witnesses))
        self.setting = Setting("test", self.roster, timing, Policy(word))  # type: ignore[arg-type]
        for name in names:
            self.boot(name, first=True)
        for name in witnesses:
            self.witnesses[name] = self._mate(name, first=True)

    def _rig(self, name: str) -> Member:
        return Member(self._tree(), self._resources, name, self.things, **self._policy)

    def _mate(self, name: str, *, first: bool) -> Teammate:
        self.lives += 1
        disk = self.disks[name]
        memory = remember(disk) if disk else None
        return Teammate(
            name,
            self.plot,
            self.setting,
            Dice(ord(name[0])),
            self.now_s,
            boot=self.lives,
            memory=memory,
            first=first,
        )

    def __getitem__(self, name: str) -> Member:
        return self.members[name]

    # -- life and death ------------------------------------------------------------------------

    def boot(self, name: str, *, first: bool = False, disk: bool = True) -> Member:
        """A new process."""
        if not disk:
            self.disks[name].clear()
        member = self._rig(name)
        member.now_s = self.now_s
        mate = self._mate(name, first=first)
        company = None
        if self._people:
            pieces = member.rights.pieces
            company = Company(member.desk, pieces, self.outline, self._people, mate.mind.boot)
        member.accord = Accord(member.rights, member.desk, member.engine.registry, mate, company)
        self.members[name] = member
        return member

    def dies(self, name: str) -> None:
        """Its process is gone; its disk stays."""
        del self.members[name]

    # -- time ----------------------------------------------------------------------------------

    def step(self) -> None:
        """Everybody ticks once, and letters travel."""
        self.now_s = round(self.now_s + STEP_S, 6)
        post: list[tuple[str, Letter]] = []
        for name, member in self.members.items():
            letters = member.beat(self.now_s)
            keep(self.disks[name], member.stored)
            member.stored.clear()
            post += [(name, letter) for letter in letters]
        for name, mate in self.witnesses.items():
            for letter in self.posts[name]:
                mate.receive(letter, self.now_s)
            self.posts[name].clear()
            mate.tick(self.now_s)
            out = mate.drain()
            keep(self.disks[name], out.durable)
            post += [(name, letter) for letter in out.letters]
        for sender, letter in post:
            self._carry(sender, letter)

    def _carry(self, sender: str, letter: Letter) -> None:
        for name in letter.to or (*self.members, *self.witnesses):
            if name == sender or self.lost(letter, name):
                continue
            if any((sender in side) != (name in side) for side in self.sides):
                continue
            if name in self.members:
                self.members[name].letters.append(letter)
            elif name in self.witnesses:
                self.posts[name].append(letter)

    def go(self, for_s: float = 0.5) -> None:
        """Let time pass."""
        for _ in range(round(for_s / STEP_S)):
            self.step()

    def until(self, what: Callable[[], object], within_s: float = 10.0) -> float:
        """Let time pass until this holds; returns how long that took."""
        since_s = self.now_s
        while not what():
            assert self.now_s < since_s + within_s, self.story()
            self.step()
        return self.now_s - since_s

    def ends(self, name: str, code: str | None = None) -> None:
        """Whoever does this ends it."""
        for member in self.members.values():
            if name in member.begun:
                member.ends(name, code=code)
        self.step()

    # -- looking -------------------------------------------------------------------------------

    def going(self) -> dict[str, str]:
        """What goes on, and who does it."""
        return {action: name for name, member in self.members.items() for action in member.going()}

    def done(self) -> set[str]:
        """What everybody alive knows as done."""
        everybody = [
            {
                each.name.split("/")[-1]
                for each in m.rights.all.values()
                if each.piece and each.piece.done
            }
            for m in self.members.values()
        ]
        return set.intersection(*everybody)

    @property
    def status(self) -> set[Status]:
        return {member.status for member in self.members.values()}

    def story(self) -> str:
        """What everybody said of claims, for a failing test."""
        return "\n".join(
            f"{name}: {[(c.piece, c.word, c.why) for c in m.claims]} {m.going()}"
            for name, m in self.members.items()
        )

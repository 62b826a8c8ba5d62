"""Teammates without a network: letters are handed over by hand, one by one."""

from __future__ import annotations

from collections.abc import Callable

from cotree.team.ballots import Ballot
from cotree.team.conflicts import Conflicts
from cotree.team.dice import Dice
from cotree.team.durable import Key, Value, keep, remember
from cotree.team.effects import Order, Out, Start
from cotree.team.facts import Facts
from cotree.team.messages import Claim, Letter, Release, Vote
from cotree.team.mind import Mind, Plot
from cotree.team.outline import Kind, Outline, Task
from cotree.team.people import People
from cotree.team.policies import Policy
from cotree.team.roster import Roster
from cotree.team.teammate import Setting, Teammate
from cotree.team.timing import Timing
from cotree.team.voter import Voter


def leaf(path: str, *resources: str) -> Outline:
    return Outline("leaf", path, (), resources)


def node(kind: Kind, path: str, *children: Outline) -> Outline:
    return Outline(kind, path, children)


ONE = leaf("x")
PAIR = node("and", "n", leaf("a"), leaf("b"))
CHOICE = node("or", "o", leaf("a"), leaf("b"))
BRANCHES = node(
    "or", "o", node("then", "p", leaf("p1"), leaf("p2")), node("then", "q", leaf("q1"), leaf("q2"))
)
ORDER = node("then", "t", leaf("a"), leaf("b"))
DOOR = node("and", "n", leaf("a", "door"), leaf("b", "door"), leaf("c"))

TIMING = Timing(margin_s=0.0, rho=0.0, stop_s=0.3)


def voter_of(outline: Outline) -> Voter:
    """A voter with facts and people of its own."""
    conflicts = Conflicts(Task(outline))
    people = People("v", TIMING.person_s)
    return Voter(conflicts, Facts(len(conflicts.task)), people, TIMING.term_s)


def claim(
    leaf: int,
    counter: int,
    robot: str = "r",
    *,
    boot: int = 1,
    round: int = 1,
    renews: bool = False,
) -> Claim:
    return Claim(leaf, (counter, robot), boot, round, renews=renews)


def release(leaf: int, counter: int, robot: str = "r", *, boot: int = 1, round: int = 1) -> Release:
    return Release(leaf, (counter, robot), boot, round)


def ask(voter: Voter, asked: Claim, now_s: float, robot: str = "r") -> Vote:
    """A voter's answer, which must not be silence."""
    vote = voter.vote(robot, asked, now_s)
    assert vote is not None
    return vote


def mind_of(name: str, outline: Outline, voters: tuple[str, ...], word: str = "block") -> Mind:
    members = (name, *(voter for voter in voters if voter != name))
    mind = Mind(name, Plot(Task(outline)), Roster(members, voters), TIMING, Policy(word))  # type: ignore[arg-type]
    mind.joined = True
    return mind


class Team:
    """Several teammates; nothing travels unless a test says so."""

    def __init__(
        self,
        outline: Outline,
        names: str = "abc",
        voters: str = "abc",
        timing: Timing = TIMING,
        word: str = "block",
        things: tuple[str, ...] = (),
    ) -> None:
        self.plot = Plot(Task(outline, things))
        policy = Policy(word)  # type: ignore[arg-type]
        self.setting = Setting("test", Roster(tuple(names), tuple(voters)), timing, policy)
        self.disks: dict[str, dict[Key, Value]] = {name: {} for name in names}
        self.orders: dict[str, list[Order]] = {name: [] for name in names}
        self.post: list[Letter] = []
        self.stored_first = True
        self.mates = {name: self.born(name, 0.0, first=True) for name in names}

    def born(self, name: str, now_s: float, *, first: bool = False) -> Teammate:
        """A new incarnation, from its disk if there is anything on it."""
        disk = self.disks[name]
        memory = remember(disk) if disk else None
        boot = 1 if first else 1000 + int(now_s * 10)
        return Teammate(
            name,
            self.plot,
            self.setting,
            Dice(ord(name[0])),
            now_s,
            boot=boot,
            memory=memory,
            first=first,
        )

    def restart(self, name: str, now_s: float, *, disk: bool = True) -> Teammate:
        """Lose the process, and perhaps the disk; letters under way stay under way."""
        if not disk:
            self.disks[name].clear()
        self.orders[name].clear()
        self.mates[name] = self.born(name, now_s)
        return self.mates[name]

    def __getitem__(self, name: str) -> Teammate:
        return self.mates[name]

    def collect(self, *names: str) -> list[Letter]:
        """Store, obey and gather what these (or all) want to send."""
        found: list[Letter] = []
        for name in names or tuple(self.mates):
            out: Out = self.mates[name].drain()
            keep(self.disks[name], out.durable)
            self.orders[name] += out.orders
            found += out.letters
        self.post += found
        return found

    def deliver(
        self,
        letters: list[Letter],
        now_s: float,
        keep_from: Callable[[Letter, str], bool] = lambda letter, to: False,
    ) -> None:
        """Hand letters to all their readers, except where the test keeps them back."""
        for letter in letters:
            for name in letter.to or tuple(self.mates):
                lost = name == letter.sender or name not in self.mates or keep_from(letter, name)
                if not lost:
                    self.mates[name].receive(letter, now_s)

    def settle(
        self,
        now_s: float,
        keep_from: Callable[[Letter, str], bool] = lambda letter, to: False,
    ) -> None:
        """Exchange letters, without time passing, until nobody has anything to say."""
        for _ in range(30):
            letters = self.collect()
            if not letters:
                return
            self.deliver(letters, now_s, keep_from)
        raise AssertionError("they never stop talking")

    def until(
        self,
        from_s: float,
        to_s: float,
        keep_from: Callable[[Letter, str], bool] = lambda letter, to: False,
    ) -> None:
        """Let time pass in small steps, everybody ticking."""
        steps = round((to_s - from_s) / 0.05)
        for step in range(1, steps + 1):
            now_s = from_s + step * (to_s - from_s) / steps
            for mate in list(self.mates.values()):
                mate.tick(now_s)
            self.settle(now_s, keep_from)

    def got(self, name: str, kind: type[Order]) -> list[Order]:
        """Orders of this kind so far."""
        return [order for order in self.orders[name] if isinstance(order, kind)]

    def token(self, name: str) -> Ballot:
        """The token of the last start."""
        starts = [order for order in self.orders[name] if isinstance(order, Start)]
        return starts[-1].token

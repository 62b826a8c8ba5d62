"""Robots that ask each other favours over a network that loses, doubles and delays letters."""

from __future__ import annotations

import dataclasses
import random

import msgspec

from cotree.reallocation.capability.favour.messages import Letter, decode, encode
from cotree.reallocation.capability.favour.node import Favour
from cotree.reallocation.capability.favour.terms import News, Out, Terms
from cotree.reallocation.capability.models import Job, Robot

STEP_S = 0.02


@dataclasses.dataclass
class Air:
    """What happens to letters."""

    seed: int = 0
    lost: float = 0.0
    doubled: float = 0.0
    delay_s: float = 0.01
    """The longest; each letter takes some share of it."""


class World:
    """A team, its clock and its air; links say who hears whom, everybody if there are none."""

    def __init__(
        self,
        robots: list[Robot],
        air: Air | None = None,
        terms: Terms | None = None,
        links: set[tuple[str, str]] | None = None,
    ) -> None:
        self.air = air or Air()
        self.terms = terms or Terms()
        self.dice = random.Random(self.air.seed)
        self.now_s = 0.0
        self.links = links
        self.nodes = {r.name: Favour(r, 0.0, self.terms, quiet=False) for r in robots}
        self.news: list[tuple[str, News]] = []
        self.sent = 0
        self.down: dict[str, Robot] = {}
        self._boots = dict.fromkeys(self.nodes, 0)
        self._air: list[tuple[float, int, str, bytes]] = []

    # -- what happens --------------------------------------------------------------------------

    def assign(self, name: str, job: Job) -> None:
        self.follow(name, self.nodes[name].assign(job, self.now_s))

    def finish(self, name: str) -> None:
        self.follow(name, self.nodes[name].finish())

    def battery(self, name: str, charge: float) -> None:
        node = self.nodes[name]
        node.sensed(msgspec.structs.replace(node.robot, battery=charge))

    def crash(self, name: str) -> None:
        self.down[name] = self.nodes.pop(name).robot

    def restart(self, name: str) -> None:
        self._boots[name] += 1
        robot = self.down.pop(name)
        self.nodes[name] = Favour(robot, self.now_s, self.terms, self._boots[name])

    def step(self) -> None:
        """A little time passes; what is due arrives, doubled and in any order."""
        self.now_s += STEP_S
        due = sorted(each for each in self._air if each[0] <= self.now_s)
        self._air = [each for each in self._air if each[0] > self.now_s]
        for _, _, to, data in due:
            if to in self.nodes:
                letter = decode(data)
                assert letter is not None
                self.follow(to, self.nodes[to].hear(letter, self.now_s))
        for name in sorted(self.nodes):
            self.follow(name, self.nodes[name].tick(self.now_s))

    def run(self, seconds: float) -> None:
        for _ in range(round(seconds / STEP_S)):
            self.step()
            self.check()

    def follow(self, name: str, out: Out) -> None:
        self.news += [(name, each) for each in out.news]
        for letter in out.letters:
            for to in [letter.way[0]] if letter.way else self.neighbours(name):
                self._post(to, letter)

    def neighbours(self, name: str) -> list[str]:
        everybody = sorted({*self.nodes, *self.down} - {name})
        if self.links is None:
            return everybody
        return [n for n in everybody if {(name, n), (n, name)} & self.links]

    # -- what must be so -----------------------------------------------------------------------

    def check(self) -> None:
        """No helper has two agents, no robot has two jobs, nobody counts on one who is free."""
        for name in sorted({*self.nodes, *self.down}):
            agents = [n for n, node in self.nodes.items() if node.counts_on(name, self.now_s)]
            assert len(agents) <= 1, f"{self.now_s:.2f} s: {agents} count on {name}"
            node = self.nodes.get(name)
            if node is None:
                continue
            bond = node.helper.bond
            assert bond is None or node.seeker is None, f"{name} helps, and has a job of its own"
            if agents and self._boots[name] == 0:
                assert bond is not None, f"{agents[0]} counts on {name}, who is free"
                assert bond.case.agent == agents[0]

    def said(self, name: str, kind: type[News]) -> list[News]:
        return [each for who, each in self.news if who == name and isinstance(each, kind)]

    def _post(self, to: str, letter: Letter) -> None:
        self.sent += 1
        copies = 0 if self.dice.random() < self.air.lost else 1
        copies += self.dice.random() < self.air.doubled
        for _ in range(copies):
            at_s = self.now_s + self.dice.random() * self.air.delay_s
            self._air.append((at_s, self.dice.randrange(2**32), to, encode(letter)))

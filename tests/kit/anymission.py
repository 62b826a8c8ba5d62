"""Missions by a seed: small teams, trees of all words, and a judge who is sure of some of them.

The judge shares nothing with the engine.  It is sure only where every robot's part is plain: one
robot can do all of each ``then`` alone, and no branch of an ``or`` can be begun and not ended.
"""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import msgspec

Data = dict[str, Any]
PLACES = {"p0": [0, 2], "p1": [3, 2], "p2": [5, 0]}
OBJECTS = {"o0": [1, 1], "o1": [4, 1], "o2": [2, 3]}
THING = "corridor"
KINDS = ("base", "gripper", "gripper", "horn")
"""What a robot may have one of, or two."""
DEEP = 3


class Judged(NamedTuple):
    """A part of a task, and what its judge knows of it."""

    data: Data
    able: frozenset[str]
    """The robots of which each can do all of it alone."""
    team: bool
    """Whether the team surely can."""
    dead: bool
    """Whether nobody can even begin anything of it."""


class Author:
    """Writes missions."""

    def __init__(self, seed: int) -> None:
        self.dice = Random(seed)
        self.seed = seed
        self._names = 0
        self._left = list(OBJECTS)
        """Objects that no part has yet: two parts that bring the same one are nobody's doubt."""
        self.robots = {f"r{n}": self._has() for n in range(self.dice.choice((1, 2, 2, 3, 3, 4)))}
        for kind in set(KINDS) - {each for has in self.robots.values() for each in has}:
            self.robots[self.dice.choice(list(self.robots))].append(kind)
        self.shares = self.dice.random() < 0.5
        self._brings = self._patrols = False
        """A drive waits for a free hand, as the paper has it, and a control keeps the base
        meanwhile: what is brought beside that may wait for ever, so nobody is sure of it."""

    def _has(self) -> list[str]:
        return [kind for kind in KINDS if self.dice.random() < 0.7]

    def mission(self) -> tuple[str, bool]:
        """The mission as YAML, and whether it is surely doable."""
        parts = [self._part(0) for _ in range(self.dice.randint(2, 3))]
        whole = self._and(parts)
        data: Data = {
            "mission": f"anything {self.seed}",
            "team": {name: self._robot(has) for name, has in self.robots.items()},
            "world": {"places": PLACES, "objects": OBJECTS, "facts": {"never": False}},
            "task": whole.data,
        }
        if self.shares:
            data["shared"] = [THING]
        if len(self.robots) > 1:
            data["coordination"] = {"witness": ["t"]}
        sure = whole.team and not (self._brings and self._patrols)
        return msgspec.json.encode(data).decode(), sure

    def _robot(self, has: list[str]) -> Data:
        named = {"head": "head"} | {f"{kind}{n}": kind for n, kind in enumerate(has)}
        at = [self.dice.randint(0, 5), self.dice.randint(0, 3)]
        model = {"resources": named, "speed": "5 m/s", "handling": "1 s", "reach": "1 m"}
        return {"robot": model, "at": at}

    # -- parts ---------------------------------------------------------------------------------

    def _part(self, depth: int) -> Judged:
        dice = self.dice
        if depth < DEEP and dice.random() < 0.5:
            parts = [self._part(depth + 1) for _ in range(dice.randint(1, 3))]
            return dice.choice((self._and, self._then, self._or))(parts)
        leaf = dice.choice((self._perform, self._perform, self._move, self._wait, self._bring))()
        return self._wrapped(leaf) if dice.random() < 0.25 else leaf

    def _named(self, data: Data) -> Data:
        self._names += 1
        return {**data, "name": f"n{self._names}"}

    def _and(self, parts: list[Judged]) -> Judged:
        able = frozenset.intersection(*(part.able for part in parts))
        team, dead = all(part.team for part in parts), all(part.dead for part in parts)
        return Judged(self._named({"and": [part.data for part in parts]}), able, team, dead)

    def _then(self, parts: list[Judged]) -> Judged:
        able = frozenset.intersection(*(part.able for part in parts))
        data = self._named({"then": [part.data for part in parts]})
        return Judged(data, able, bool(able), parts[0].dead)

    def _or(self, parts: list[Judged]) -> Judged:
        open_ = [part for part in parts if not part.dead]
        sure = bool(open_) and all(part.team for part in open_)
        able = frozenset.intersection(*(part.able for part in open_)) if open_ else frozenset()
        data = self._named({"or": [part.data for part in parts]})
        return Judged(data, able, sure, not open_)

    def _leaf(self, data: Data, able: frozenset[str]) -> Judged:
        return Judged(self._named(data), able, bool(able), not able)

    def _who(self, *kinds: str) -> frozenset[str]:
        """Who has as many of each of these."""
        return frozenset(
            name
            for name, has in self.robots.items()
            if all(has.count(kind) >= kinds.count(kind) for kind in kinds)
        )

    def _perform(self) -> Judged:
        kinds = self.dice.sample(("base", "gripper", "horn"), self.dice.choice((0, 0, 1, 1, 2)))
        needs = [*kinds, *([THING] if self.shares and self.dice.random() < 0.3 else [])]
        params: Data = {"what": f"act{self._names}", "duration": f"{self.dice.randint(1, 3)} s"}
        return self._leaf({"perform": {**params, "needs": needs}}, self._who(*kinds))

    def _move(self) -> Judged:
        to: Data = {"to": self.dice.choice((*PLACES, *self._left))}
        if self.shares and self.dice.random() < 0.4:
            to["through"] = THING
        return self._leaf({"move": to}, self._who("base"))

    def _wait(self) -> Judged:
        return self._leaf({"wait": "1 s"}, self._who())

    def _bring(self) -> Judged:
        if not self._left:
            return self._wait()
        self._brings = True
        name = self._left.pop(self.dice.randrange(len(self._left)))
        at = self.dice.choice(list(PLACES))
        steps = [
            {"move": name},
            {"pick": name},
            {"move": at},
            {"place": {"object": name, "at": at}},
        ]
        return self._leaf({"then": steps}, self._who("base", "gripper"))

    def _wrapped(self, part: Judged) -> Judged:
        """In a control or decorator that changes nothing of who can do it."""
        self._patrols = self._patrols or "move" in part.data
        times = {"times": 2, "do": part.data}
        ways: list[Data] = [
            {"repeat": times},
            {"retry": times},
            {"timeout": {"after": "10 min", "do": part.data}},
        ]
        if THING not in str(part.data):
            ways.append({"sequence": [part.data, {"wait": "1 s"}]})
        data = self.dice.choice(ways)
        return part._replace(data=self._named(data))

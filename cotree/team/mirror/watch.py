"""Watch one hand of a person: from samples and objects to what the person does with which leaf.

The watcher of one robot.  It knows whose turn which leaf is (the person's simulated controller) and
reads the hand with that in mind; what it says goes into the mirror that all robots share.
Spec C.2 to C.4: reach, take, put down, withdraw, give up; done only where the object is seen at its
goal, at rest and let go.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol, TypeAlias

import msgspec

from cotree.core.places import Point, distance_m
from cotree.team.mirror.aim import DEFAULT, Aim, Guess, Rule
from cotree.team.mirror.effort import Effort
from cotree.team.mirror.forgiven import Forgiven
from cotree.team.mirror.outcome import Limits, Scene, Verdict, verdict_of
from cotree.team.mirror.sightings import Sighting, Stage, Unsure
from cotree.team.mirror.things import Thing, Things

Seen: TypeAlias = Sighting | Unsure


class Target(msgspec.Struct, frozen=True):
    """What a leaf does to the world: this object, to this place."""

    object: str
    goal: Point


class Watches(Protocol):
    """How the watcher of a person's hand is made."""

    def __call__(
        self, person: str, observer: str, targets: Mapping[str, Target], *, home: Point | None
    ) -> Watch:
        """A watcher that has seen nothing yet."""


class Watch:
    """One robot's watcher of one person's hand."""

    def __init__(
        self,
        person: str,
        observer: str,
        targets: Mapping[str, Target],
        rule: Rule = DEFAULT,
        limits: Limits = Limits(),  # noqa: B008 (frozen)
        home: Point | None = None,
        aim: Aim | None = None,
    ) -> None:
        self.person = person
        self.observer = observer
        self.targets = dict(targets)
        self.limits = limits
        self.home = {} if home is None else {"": home}
        """Where the hand rests: on its way back it means no object, whatever lies there."""
        self.things = Things()
        self.effort: Effort | None = None
        """What the hand is at."""
        self._aim = Aim(rule) if aim is None else aim
        self._turn: frozenset[str] = frozenset()
        self._done: frozenset[str] = frozenset()
        self._forgiven = Forgiven(self.limits)

    # -- what is known of the task -------------------------------------------------------------

    def task(self, turn: Iterable[str], done: Iterable[str]) -> None:
        """Which leaves are the person's turn now, and which are done, by whomever."""
        self._turn, self._done = frozenset(turn), frozenset(done)
        if self.effort is not None and self.effort.leaf in self._done:
            self.effort = None

    # -- what is seen --------------------------------------------------------------------------

    def hand(self, t_s: float, at: Point) -> list[Seen]:
        """The hand is here."""
        meant = {**self._objects(self._turn), **self.home}
        guess = self._aim.see(t_s, at, meant, self._objects(self._open()))
        last = self._aim.hand.last
        if last is None or last.t_s != t_s:
            return []
        said = self._recognised(guess, t_s) if guess is not None else []
        return [*said, *self._follow(t_s)]

    def object(self, t_s: float, name: str, at: Point, *, held: bool = False) -> list[Seen]:
        """An object is here; ``held`` when a robot holds it."""
        thing = self.things.see(t_s, name, at, held=held)
        if thing is None:
            return []
        return [*self._taken(t_s, name, thing), *self._follow(t_s)]

    def time(self, t_s: float) -> list[Seen]:
        """Nothing is seen, but time passes."""
        return self._follow(t_s)

    @property
    def hand_at(self) -> Point | None:
        """Where the hand was seen last."""
        last = self._aim.hand.last
        return None if last is None else last.at

    # -- what is said --------------------------------------------------------------------------

    def keeps(self, t_s: float, leaf: str) -> list[Seen]:
        """The person said that the leaf stays with them."""
        if leaf not in self.targets or leaf in self._done:
            return []
        if self.effort is None or self.effort.leaf != leaf:
            self.effort = self._begin(leaf, t_s, 1.0)
        self.effort.acts(t_s)
        return [self._say(t_s, 1.0)]

    def concedes(self, t_s: float, leaf: str) -> list[Seen]:
        """The person said that the leaf is the robot's."""
        if leaf in self.targets:
            self._forgiven.forgive(self.targets[leaf].object, t_s)
        if self.effort is None or self.effort.leaf != leaf:
            return []
        return self._clear(t_s, "conceded", 1.0)

    def hear(self, word: Sighting) -> None:
        """Another robot tells what the person said: the eyes follow."""
        if word.person != self.person or not word.spoken:
            return
        if self.effort is not None and self.effort.leaf == word.leaf and self.effort.asked:
            self.effort = None  # what it was in doubt about is said now
        if word.stage is Stage.CLEARED:
            self.concedes(word.at_s, word.leaf)
        elif word.stage is Stage.REACHING:
            self.keeps(word.at_s, word.leaf)

    # -- recognition ---------------------------------------------------------------------------

    def _open(self) -> list[str]:
        return [leaf for leaf in self.targets if leaf not in self._done]

    def _objects(self, leaves: Iterable[str]) -> dict[str, Point]:
        """Where the objects of these leaves are, as far as the person may mean them."""
        free = self.things.free()
        names = {self.targets[leaf].object for leaf in leaves if leaf in self.targets}
        known = {name: free[name] for name in sorted(names) if name in free}
        return self._forgiven.without(known, self._aim.hand.last)

    def _leaf_of(self, name: str) -> str | None:
        """The leaf that an object is for: one whose turn it is before any other."""
        leaves = [leaf for leaf in self._open() if self.targets[leaf].object == name]
        return next((leaf for leaf in leaves if leaf in self._turn), next(iter(leaves), None))

    def _recognised(self, guess: Guess, t_s: float) -> list[Seen]:
        leaf = self._leaf_of(guess.object)
        if leaf is None or (self.effort is not None and self.effort.stage is Stage.WORKING):
            return []
        if self.effort is not None and self.effort.leaf == leaf:
            if not (self.effort.arrived and guess.arrived):  # to rest at it is to do nothing
                self.effort.acts(t_s)
            self.effort.arrived = self.effort.arrived or guess.arrived
            surer = guess.confidence > self.effort.confidence
            return [self._say(t_s, guess.confidence)] if surer else []
        if self._may_hold(t_s):
            return []
        said = self._clear(t_s, "reaches for something else", guess.confidence)
        self.effort = self._begin(leaf, t_s, guess.confidence)
        self.effort.arrived = guess.arrived
        return [*said, self._say(t_s, guess.confidence)]

    def _may_hold(self, t_s: float) -> bool:
        """Whether the hand has arrived at an object that nobody has seen since then."""
        effort = self.effort
        thing = None if effort is None else self.things.get(self.targets[effort.leaf].object)
        if effort is None or thing is None or not effort.arrived:
            return False
        return self.limits.still_s <= t_s - thing.seen_s

    def _taken(self, t_s: float, name: str, thing: Thing) -> list[Seen]:
        """An object moved: the person has it in hand if the hand is at it and no robot holds it."""
        last = self._aim.hand.last
        leaf = self._leaf_of(name)
        if leaf is None or thing.held or last is None or t_s - last.t_s > self.limits.unseen_s:
            return []
        effort = self.effort
        if effort is not None and effort.stage is Stage.WORKING:
            return []
        mine = effort is not None and effort.leaf == leaf
        near = self.limits.let_go_m if mine else self._aim.rule.near_m
        moved = distance_m(thing.lay, thing.at) >= self.limits.taken_m
        if not moved or distance_m(last.at, thing.at) > near:
            return []
        said = [] if mine else self._clear(t_s, "takes something else", 1.0)
        if effort is None or not mine:
            self.effort = self._begin(leaf, t_s, 1.0)
        return [*said, *self._work(t_s, 1.0)]

    def _begin(self, leaf: str, t_s: float, confidence: float) -> Effort:
        thing = self.things.get(self.targets[leaf].object)
        lay = self.targets[leaf].goal if thing is None else thing.at
        return Effort(leaf, lay, t_s, confidence, unexpected=leaf not in self._turn)

    def _work(self, t_s: float, confidence: float) -> list[Seen]:
        assert self.effort is not None
        self.effort.stage = Stage.WORKING
        self.effort.acts(t_s)
        return [self._say(t_s, confidence)]

    # -- what becomes of it --------------------------------------------------------------------

    def _follow(self, t_s: float) -> list[Seen]:
        """What the newest positions and the time mean for what the hand is at."""
        effort = self.effort
        if effort is None:
            return []
        target = self.targets[effort.leaf]
        view = Scene(t_s, self._aim.hand, self.things.get(target.object), target.goal, self.limits)
        verdict = verdict_of(effort, view)
        if verdict is not None:
            return self._told(t_s, effort, verdict)
        old = view.hand_is_old() or t_s - effort.said_s < self.limits.news_s
        return [] if old else [self._say(t_s, effort.confidence)]

    def _told(self, t_s: float, effort: Effort, verdict: Verdict) -> list[Seen]:
        if verdict.stage is None:
            effort.asked = True
            return [Unsure(self.person, effort.leaf, t_s, self.observer)]
        if verdict.stage is Stage.WORKING:
            return self._work(t_s, verdict.confidence)
        if effort.stage is Stage.REACHING and not effort.left_for_s(t_s):
            # It rests where it is; that is not a new reach.
            self._forgiven.forgive(self.targets[effort.leaf].object, t_s)
        return self._end(t_s, verdict.stage, verdict.confidence, verdict.why)

    # -- saying it -----------------------------------------------------------------------------

    def _say(self, t_s: float, confidence: float) -> Sighting:
        assert self.effort is not None
        self.effort.said_s, self.effort.confidence = t_s, confidence
        return self._word(t_s, self.effort, self.effort.stage, confidence)

    def _word(
        self, t_s: float, effort: Effort, stage: Stage, sure: float, why: str = ""
    ) -> Sighting:
        return Sighting(
            self.person,
            effort.leaf,
            stage,
            sure,
            t_s,
            self.observer,
            effort.acted_s,
            effort.unexpected,
            why,
            stamp_s=t_s,
        )

    def _end(self, t_s: float, stage: Stage, confidence: float, why: str = "") -> list[Seen]:
        if self.effort is None:
            return []
        effort, self.effort = self.effort, None
        return [self._word(t_s, effort, stage, confidence, why)]

    def _clear(self, t_s: float, why: str, confidence: float) -> list[Seen]:
        return self._end(t_s, Stage.CLEARED, confidence, why)

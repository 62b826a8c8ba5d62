"""What one robot knows of people at work: its own sightings and those of its peers.

Sightings go into mirrors, one for each person, that all robots share; a watcher for each person
turns what is seen of a hand and of objects into sightings.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from cotree.behaviours.desk import Desk
from cotree.core.actions import Event, HandSeen, ObjectSeen
from cotree.core.places import Location, Point, distance_m
from cotree.runtime.accord.sight import goal_leaf
from cotree.team.mirror import person as mirrors
from cotree.team.mirror.person import Mirror
from cotree.team.mirror.sightings import Sighting, Unsure
from cotree.team.mirror.turns import enabled
from cotree.team.mirror.watch import Seen, Target, Watch, Watches
from cotree.team.outline import Outline
from cotree.trees.pieces import Piece


class Onlooker:
    """Watches people, tells of them and hears of them."""

    def __init__(
        self,
        desk: Desk,
        pieces: Mapping[str, Piece],
        outline: Outline,
        people: Mapping[str, Point],
        watches: Watches = Watch,
    ) -> None:
        self.people = people
        """By name: where the hand rests."""
        self._make = watches
        """Makes who watches a hand; pictures need another watcher than truth."""
        self.mirrors = {name: Mirror(name) for name in people}
        self.known_done: frozenset[str] = frozenset()
        """The pieces that are done, by whomever."""
        self.news = False
        """Whether any mirror may have changed since this was reset."""
        self._desk = desk
        self._outline = outline
        self._pieces = pieces
        self._watches: dict[str, Watch] = {}
        self._words: list[Sighting] = []
        self._unsure: list[Unsure] = []

    # -- what comes in -------------------------------------------------------------------------

    def perceive(self, event: Event, now_s: float) -> None:
        """What the robot's own senses say of hands and objects."""
        match event:
            case HandSeen(person=name, at=at, t_s=t_s) if name in self.people:
                self._note(self._watch(name).hand(t_s, at))
            case ObjectSeen(object=name, at=at, held_by=held_by):
                held = self._is_held(held_by)
                for watch in self._watches.values():
                    self._note(watch.object(now_s, name, at, held=held))

    def hear(self, words: Iterable[Sighting]) -> None:
        """What other robots say of people."""
        for word in words:
            if word.person in self.people and word.leaf in self._pieces:
                self._fold(word)
                self._watch(word.person).hear(word)

    def tell(self, word: Sighting) -> None:
        """What this robot has learnt of a person by asking."""
        self._fold(word)
        self._words.append(word)
        self._watch(word.person).hear(word)

    def done(self, leaves: frozenset[str]) -> None:
        """Which leaves are done, by whomever."""
        self.known_done = leaves
        self.news = True
        turns = enabled(self._outline, leaves)
        for watch in self._watches.values():
            watch.task(turns, leaves)

    def look(self, now_s: float) -> None:
        """Time passes for whoever is at something."""
        for watch in self._watches.values():
            if watch.effort is not None:
                self._note(watch.time(now_s))

    def _note(self, seen: Iterable[Seen]) -> None:
        for each in seen:
            if isinstance(each, Sighting):
                self._fold(each)
                self._words.append(each)
            else:
                self._unsure.append(each)
                self.news = True

    def _fold(self, word: Sighting) -> None:
        self.mirrors[word.person] = mirrors.fold(self.mirrors[word.person], (word,))
        self.news = True

    # -- what follows --------------------------------------------------------------------------

    def take_words(self) -> list[Sighting]:
        """Own words, to be told to the other robots, once."""
        words, self._words = self._words, []
        return words

    def take_unsure(self) -> list[Unsure]:
        """What a person seems to have finished where nobody could see it, once."""
        unsure, self._unsure = self._unsure, []
        return unsure

    def active(self, now_s: float) -> dict[str, Sighting]:
        """The leaves that are some person's now."""
        found: dict[str, Sighting] = {}
        for mirror in self.mirrors.values():
            found |= mirrors.active(mirror, self._desk.robot, now_s)
        return found

    def finished(self) -> dict[str, str]:
        """By leaf: who was seen to finish it; only what is not known as done yet."""
        return {
            leaf: name
            for name, mirror in self.mirrors.items()
            for leaf in mirrors.done(mirror) - self.known_done
        }

    @property
    def follows(self) -> bool:
        """Whether some person is at something, so that time itself must be looked at."""
        return any(watch.effort is not None for watch in self._watches.values())

    def nearest(self, piece: str) -> list[str]:
        """Whose hand is nearest the object first, then those whose hand nobody has seen."""
        target = self._targets().get(piece)
        seen = None if target is None else self._desk.belief.objects.get(target.object)

        def far_m(person: str) -> float:
            watch = self._watches.get(person)
            at = None if watch is None else watch.hand_at
            return math.inf if at is None or seen is None else distance_m(at, seen.at)

        return sorted(self.people, key=far_m)

    # -- watching ------------------------------------------------------------------------------

    def _watch(self, person: str) -> Watch:
        """The watcher of one person's hand, made when there is something to watch."""
        watch = self._watches.get(person)
        if watch is None:
            robot, belief = self._desk.robot, self._desk.belief
            watch = self._make(person, robot, self._targets(), home=self.people[person])
            watch.task(enabled(self._outline, self.known_done), self.known_done)
            for name, seen in belief.objects.items():
                watch.object(self._desk.now_s, name, seen.at, held=self._is_held(seen.held_by))
            self._watches[person] = watch
        return watch

    def _is_held(self, held_by: tuple[str, str] | None) -> bool:
        """Whether a robot holds it."""
        return held_by is not None and held_by[0] not in self.people

    def _targets(self) -> dict[str, Target]:
        """By piece: the object that it moves, and where to."""
        view = self._desk.view()
        found = {}
        for path, piece in self._pieces.items():
            params = getattr(goal_leaf(piece.root), "params", None)
            object_, at = getattr(params, "object", None), getattr(params, "at", None)
            goal = view.locate(at) if isinstance(at, Location) else None
            if isinstance(object_, str) and goal is not None:
                found[path] = Target(object_, goal)
        return found

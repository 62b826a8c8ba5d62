"""The people around one robot: what it sees of them, what it settles with them, what they say.

Sightings go into mirrors that all robots share; a person at a leaf stops whoever executes it, and
the dialogue that follows decides who keeps it.  What is to be done comes out as effects.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from cotree.behaviours.desk import Desk
from cotree.core.actions import Answered, Event, HandSeen, ObjectSeen, Posed
from cotree.core.places import Location, Point, distance_m
from cotree.runtime.accord.sight import goal_leaf
from cotree.team.mirror import person as mirrors
from cotree.team.mirror.dialogues import Dialogues
from cotree.team.mirror.doubts import Doubts
from cotree.team.mirror.effects import Effect, Tell
from cotree.team.mirror.favour import Wish
from cotree.team.mirror.favours import Favours
from cotree.team.mirror.person import Mirror
from cotree.team.mirror.questions import Answer, Keeps
from cotree.team.mirror.sightings import Sighting
from cotree.team.mirror.turns import enabled
from cotree.team.mirror.watch import Seen, Target, Watch
from cotree.team.outline import Outline
from cotree.trees.pieces import Piece

LOOK_S = 0.25
"""How often time itself is looked at while a person is at something."""


class Company:
    """What one robot knows of people and has to settle with them."""

    def __init__(
        self,
        desk: Desk,
        pieces: Mapping[str, Piece],
        outline: Outline,
        people: Mapping[str, Point],
        boot: int,
    ) -> None:
        self.desk = desk
        self.people = people
        """By name: where the hand rests."""
        self.mirrors = {name: Mirror(name) for name in people}
        self.dialogues = Dialogues(desk.robot, outline, boot)
        self.doubts = Doubts(desk.robot, boot)
        self.favours = Favours(desk.robot, boot)
        self.words: list[Sighting] = []
        """Own words, to be told to the other robots."""
        self.news = False
        """Whether anything happened that ``look`` must consider."""
        self._outline = outline
        self._pieces = pieces
        self._watches: dict[str, Watch] = {}
        self._done: frozenset[str] = frozenset()
        self._effects: list[Effect] = []

    # -- what comes in -------------------------------------------------------------------------

    def perceive(self, events: Iterable[Event], now_s: float) -> None:
        """What the robot's own senses say."""
        for event in events:
            match event:
                case HandSeen(person=name, at=at, t_s=t_s) if name in self.people:
                    self._note(self._watch(name).hand(t_s, at), now_s)
                case ObjectSeen(object=name, at=at, held_by=held_by):
                    held = held_by is not None and held_by[0] not in self.people
                    for watch in self._watches.values():
                        self._note(watch.object(now_s, name, at, held=held), now_s)
                case Posed(question=question):
                    self._effects += self.dialogues.posed(now_s, question)
                    self.doubts.posed(now_s, question)
                    self.favours.posed(now_s, question)
                    self.news = True
                case Answered():
                    self._hear_answer(event, now_s)

    def _hear_answer(self, event: Answered, now_s: float) -> None:
        keeps = None if event.keeps is None else Keeps(event.keeps)
        answer = Answer(event.question, keeps, event.done)
        self._effects += self.dialogues.answered(now_s, answer)
        self._effects += self.doubts.answered(now_s, answer)
        self._effects += self.favours.answered(now_s, answer)
        self.news = True

    def hear(self, words: Iterable[Sighting]) -> None:
        """What other robots say of people."""
        for word in words:
            if word.person in self.people:
                self._fold(word)
                self._watch(word.person).hear(word)

    def done(self, leaves: frozenset[str]) -> None:
        """Which leaves are done, by whomever."""
        self._done = leaves
        self.news = True
        turns = enabled(self._outline, leaves)
        for watch in self._watches.values():
            watch.task(turns, leaves)

    def _note(self, seen: Iterable[Seen], now_s: float) -> None:
        for each in seen:
            if isinstance(each, Sighting):
                self._fold(each)
                self.words.append(each)
            else:
                self._effects += self.doubts.unsure(now_s, each)
                self.news = True

    def _fold(self, word: Sighting) -> None:
        self.mirrors[word.person] = mirrors.fold(self.mirrors[word.person], (word,))
        self.news = True

    # -- what follows --------------------------------------------------------------------------

    def active(self, now_s: float) -> dict[str, Sighting]:
        """The leaves that are some person's now."""
        found: dict[str, Sighting] = {}
        for mirror in self.mirrors.values():
            found |= mirrors.active(mirror, self.desk.robot, now_s)
        return found

    def finished(self) -> dict[str, str]:
        """By leaf: who was seen to finish it; only what is not known as done yet."""
        return {
            leaf: name
            for name, mirror in self.mirrors.items()
            for leaf in mirrors.done(mirror) - self._done
        }

    def look(self, running: Iterable[str], now_s: float) -> list[Effect]:
        """What this moment asks for; ``running`` are the pieces begun and not ended."""
        self.news = False
        for watch in self._watches.values():
            if watch.effort is not None:
                self._note(watch.time(now_s), now_s)
        effects, self._effects = self._effects, []
        effects += self.dialogues.look(now_s, running, self.active(now_s), self._done)
        effects += self.doubts.look(now_s, self._done)
        effects += self.favours.look(now_s, self.active(now_s), self._done)
        return self._told(effects)

    def wants(self, piece: str, now_s: float) -> list[Effect]:
        """Before a claim: nothing if the piece is free; else it is left to the person."""
        return self.dialogues.wants(piece, self.active(now_s))

    def stopped(self, piece: str, now_s: float) -> list[Effect]:
        """A piece has come to its safe stop."""
        return self._told(self.dialogues.stopped(now_s, piece))

    def resumed(self, piece: str, now_s: float) -> list[Effect]:
        """A piece runs again."""
        return self._told(self.dialogues.resumed(now_s, piece))

    def wish(self, piece: str, wish: Wish, now_s: float, *, asks: bool) -> list[Effect]:
        """No robot can go on with a piece: whoever is at it may, and if it ``asks``, people are."""
        word = self.active(now_s).get(piece)
        people = self._nearest(piece) if asks else ()
        if word is None and not people:
            return []
        at_it = "" if word is None else word.person
        unseen = wish is Wish.HELP and goal_leaf(self._pieces[piece].root) is None
        return self._told(self.favours.want(now_s, piece, people, wish, unseen=unseen, at_it=at_it))

    def _nearest(self, piece: str) -> list[str]:
        """Whose hand is nearest the object first, then those whose hand nobody has seen."""
        target = self._targets().get(piece)
        seen = None if target is None else self.desk.belief.objects.get(target.object)

        def far_m(person: str) -> float:
            watch = self._watches.get(person)
            at = None if watch is None else watch.hand_at
            return math.inf if at is None or seen is None else distance_m(at, seen.at)

        return sorted(self.people, key=far_m)

    def _told(self, effects: list[Effect]) -> list[Effect]:
        for effect in effects:
            if isinstance(effect, Tell):
                self._fold(effect.word)
                self.words.append(effect.word)
                self._watch(effect.word.person).hear(effect.word)
        return effects

    def talks_about(self, piece: str) -> bool:
        """Whether a dialogue about this piece goes on."""
        return piece in self.dialogues.talks

    def due_s(self, now_s: float) -> float:
        """When time itself must be looked at again."""
        lively = (
            self.news
            or self.dialogues.talks
            or self.dialogues.suppressed
            or self.doubts.open
            or self.favours.open
            or any(watch.effort is not None for watch in self._watches.values())
        )
        return now_s + LOOK_S if lively else math.inf

    # -- watching ------------------------------------------------------------------------------

    def _watch(self, person: str) -> Watch:
        """The watcher of one person's hand, made when there is something to watch."""
        watch = self._watches.get(person)
        if watch is None:
            targets = self._targets()
            watch = Watch(person, self.desk.robot, targets, home=self.people[person])
            watch.task(enabled(self._outline, self._done), self._done)
            for name, seen in self.desk.belief.objects.items():
                held = seen.held_by is not None and seen.held_by[0] not in self.people
                watch.object(self.desk.now_s, name, seen.at, held=held)
            self._watches[person] = watch
        return watch

    def _targets(self) -> dict[str, Target]:
        view = self.desk.view()
        found = {}
        for path, piece in self._pieces.items():
            leaf = goal_leaf(piece.root)
            object_, at = getattr(leaf, "params", None), None
            if object_ is not None:
                at = getattr(object_, "at", None)
                object_ = getattr(object_, "object", None)
            goal = view.locate(at) if isinstance(at, Location) else None
            if isinstance(object_, str) and goal is not None:
                found[path] = Target(object_, goal)
        return found

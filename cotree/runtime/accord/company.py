"""The people around one robot: what it settles with them, and what they say.

A person at a leaf stops whoever executes it, and the dialogue that follows decides who keeps it.
What is to be done comes out as effects.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from cotree.behaviours.desk import Desk
from cotree.behaviours.step import WorkStep
from cotree.core.actions import Answered, Event, FactSeen, Posed
from cotree.core.paths import is_in
from cotree.core.places import Point
from cotree.core.sayings import heard
from cotree.runtime.accord.onlooker import Onlooker
from cotree.runtime.accord.sight import goal_leaf
from cotree.team.mirror.dialogues import Dialogues
from cotree.team.mirror.doubts import Doubts
from cotree.team.mirror.effects import Effect, Tell
from cotree.team.mirror.favour import Wish
from cotree.team.mirror.favours import Favours
from cotree.team.mirror.questions import Answer
from cotree.team.mirror.sightings import Sighting
from cotree.team.mirror.watch import Watch, Watches
from cotree.team.mirror.wishes import Wishes
from cotree.team.outline import Outline
from cotree.trees.pieces import Piece

LOOK_S = 0.25
"""How often time itself is looked at while a person is at something."""


class Company:
    """What one robot has to settle with people."""

    def __init__(
        self,
        desk: Desk,
        pieces: Mapping[str, Piece],
        outline: Outline,
        people: Mapping[str, Point],
        boot: int,
        watches: Watches = Watch,
    ) -> None:
        self.onlooker = Onlooker(desk, pieces, outline, people, watches)
        self.dialogues = Dialogues(desk.robot, outline, boot)
        self.doubts = Doubts(desk.robot, boot)
        self.favours = Favours(desk.robot, boot)
        self.wishes = Wishes(desk.robot)
        self._pieces = pieces
        self._effects: list[Effect] = []
        self._heard = False
        """Whether a person has heard or answered a question since the last look."""

    # -- what comes in -------------------------------------------------------------------------

    def perceive(self, events: Iterable[Event], now_s: float) -> None:
        """What the robot's own senses say."""
        for event in events:
            match event:
                case Posed(question=question):
                    self._effects += self.dialogues.posed(now_s, question)
                    self.doubts.posed(now_s, question)
                    self.favours.posed(now_s, question)
                    self._heard = True
                case Answered():
                    self._hear_answer(event, now_s)
                case FactSeen():
                    self._hear_saying(event, now_s)
                case _:
                    self.onlooker.perceive(event, now_s)

    def _hear_answer(self, event: Answered, now_s: float) -> None:
        answer = Answer(event.question, event.keeps, event.done)
        self._effects += self.dialogues.answered(now_s, answer)
        self._effects += self.doubts.answered(now_s, answer)
        self._effects += self.favours.answered(now_s, answer)
        self._heard = True

    def _hear_saying(self, fact: FactSeen, now_s: float) -> None:
        """What a person says to everybody, about a piece or a leaf in it."""
        said = heard(fact.name, fact.value)
        if said is None or said[0] not in self.onlooker.people:
            return
        person, leaf, saying = said
        piece = next((path for path in self._pieces if is_in(leaf, path)), None)
        if piece is None or piece in self.onlooker.known_done:
            return
        sight = goal_leaf(self._pieces[piece].root)
        step = isinstance(sight, WorkStep)
        word = self.wishes.hear(person, piece, saying, now_s, seen=sight is not None, handless=step)
        if word is not None:
            self.onlooker.tell(word)
        if not self.wishes.is_willing(person, piece):
            self._effects += self.favours.declines(now_s, piece, person)
        self._heard = True

    # -- what follows --------------------------------------------------------------------------

    @property
    def news(self) -> bool:
        """Whether anything happened that ``look`` must consider."""
        return self._heard or self.onlooker.news

    def active(self, now_s: float) -> dict[str, Sighting]:
        """The leaves that are some person's now."""
        return self.onlooker.active(now_s)

    def look(self, running: Iterable[str], now_s: float) -> list[Effect]:
        """What this moment asks for; ``running`` are the pieces begun and not ended."""
        self._heard = self.onlooker.news = False
        self.onlooker.look(now_s)
        effects, self._effects = self._effects, []
        for unsure in self.onlooker.take_unsure():
            effects += self.doubts.unsure(now_s, unsure)
        active = self.active(now_s)
        done = self.onlooker.known_done.union(self.onlooker.finished())
        effects += self.dialogues.look(now_s, running, active, done)
        effects += self.doubts.look(now_s, done)
        effects += self.favours.look(now_s, active, done)
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
        near = self.onlooker.nearest(piece) if asks else ()
        people = [person for person in near if self.wishes.is_willing(person, piece)]
        if word is None and not people:
            return []
        at_it = "" if word is None else word.person
        unseen = wish is Wish.HELP and goal_leaf(self._pieces[piece].root) is None
        return self._told(self.favours.want(now_s, piece, people, wish, unseen=unseen, at_it=at_it))

    def _told(self, effects: list[Effect]) -> list[Effect]:
        for effect in effects:
            if isinstance(effect, Tell):
                self.onlooker.tell(effect.word)
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
            or self.wishes.given
            or self.onlooker.follows
        )
        return now_s + LOOK_S if lively else math.inf

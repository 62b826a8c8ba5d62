"""What one robot knows of the errands of its team: who does which, and its own way.

It asks for a plan when its reasons change, and keeps what the planner answered until then.  It
moves nothing and plans nothing itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

import msgspec

from cotree.core.belief import Key
from cotree.core.disturbances import healthy, state_of, way_named
from cotree.core.errands import (
    Assignment,
    Course,
    Errands,
    Leg,
    Question,
    Spot,
    assignments,
    read_word,
    shared_out_by,
    told_word,
    word_of,
)
from cotree.core.mission import Mission
from cotree.core.reasons import Reason
from cotree.core.steps import NoPlan
from cotree.trees.errands.barriers import Barriers, Value
from cotree.trees.errands.start import Start
from cotree.trees.errands.surroundings import Surroundings
from cotree.trees.errands.tried import Tried, unable_of
from cotree.trees.errands.way import Way

Reach: TypeAlias = Literal["given", "me", "team", "cheaper"]
URGENCY: Mapping[Reach, int] = {"given": 0, "me": 1, "cheaper": 2, "team": 3}


def aside(robot: str) -> str:
    """The fact in which a robot tells that it has given all its work back."""
    return f"{robot}/aside"


class Agenda:
    """One robot's side of a mission of one sentence."""

    def __init__(self, mission: Mission, robot: str, errands: Iterable[str]) -> None:
        self.start = Start(mission)
        self.robot = robot
        self.errands = tuple(errands)
        self.words: dict[str, tuple[Spot, ...]] = {
            name: (spot,) for name, spot in self.start.spots.items()
        }
        self._seen: dict[str, dict[int, tuple[str, ...]]] = {name: {} for name in self.words}
        """By robot: what else was true at steps of its word, where the file says otherwise."""
        self.order: list[str] = []
        """Whose words got longer, in the order in which that was heard."""
        self.assignment: Assignment | None = None
        self._way = Way()
        self.answers = 0
        """How often the planner has answered."""
        self.version = 0
        """Counts the answers; an errand that was planned anew grows new steps."""
        self.reach: Reach | None = "given"
        """What is to be asked; None: nothing."""
        self.wishes = 1
        """Counts what was to be asked; grows while an answer is awaited, too."""
        self.refusal: NoPlan | None = None
        """Why the team has no plan at all."""
        self.last_refusal: NoPlan | None = None
        """Why the last question had no answer."""
        self.done: set[str] = set()
        self.running: set[str] = set()
        """Errands that run here, so that the team lets this robot do them."""
        self.aside: set[str] = set()
        """Errands that run and wait until another one is done: they keep nothing meanwhile."""
        self.tells: list[tuple[str, str | bool]] = []
        """What peers are to hear: names of facts, and their values."""
        self._lost: frozenset[str] = frozenset()
        self._silent: frozenset[str] = frozenset()
        self._barriers = Barriers(robot, self.words, self.start.ways)
        self._tried = Tried(robot)
        self._stands = True
        self._late = False
        """Whether the first plan became possible only when something changed."""
        self.failed: Leg | None = None
        """The last leg that went wrong here."""
        facts = mission.first_facts
        self._barriers.look(facts)
        self.surroundings = Surroundings(mission)
        self.surroundings.look(facts)
        self._lost = self._unhealthy(facts)
        self._outset = self._as_it_is()

    # -- what is known -------------------------------------------------------------------------

    @property
    def here(self) -> Spot:
        """Where this robot is, and in which operating state."""
        return self.words[self.robot][-1]

    @property
    def hopeless(self) -> bool:
        """Whether it is proved, before anybody has begun, that the team cannot do it."""
        refusal = self.refusal
        if self.assignment is not None or refusal is None:
            return False
        impossible = refusal.status == "impossible" and not self.surroundings.may_change
        return impossible or refusal.status == "not_supported"

    @property
    def lost(self) -> frozenset[str]:
        """Robots that do nothing any more, as far as is known."""
        return self._lost | self._silent

    def hear(
        self, changed: Iterable[Key], facts: Mapping[str, Value], *, stands: bool = True
    ) -> bool:
        """Take notice of what changed; whether that changes who shall do what.

        ``stands``: this robot is where its word ends, so it sees what is otherwise there now.
        """
        self._stands = stands
        before = (self.wishes, self.assignment)
        standing = self._standing()
        mine: Key = ("fact", word_of(self.robot))
        for key in sorted(changed, key=lambda key: (key != mine, key)):
            if key[0] == "fact":
                self._hear_fact(key[1], facts)
        if self.refusal is not None and standing != self._standing():
            self.want("team")
        return before != (self.wishes, self.assignment)

    def _standing(self) -> tuple[object, ...]:
        """What may make possible what was not."""
        return self.words, self._barriers.known, self.lost, self.surroundings.known()

    def _hear_fact(self, name: str, facts: Mapping[str, Value]) -> None:
        robot, _, what = name.partition("/")
        if what == "word" and robot in self.words:
            self._hear_word(robot, facts.get(name))
        elif what == "assignment":
            self._hear_assignment(facts.get(name))
        elif name == state_of(self.robot):
            self._observe(facts.get(name))
        elif what in ("healthy", "aside") and robot in self.words:
            self._hear_loss(facts)
        elif what == "unable" and robot in self.words and robot != self.robot:
            self._tried.hear(robot, facts.get(name))
        elif way_named(name):
            self.tells += self._barriers.look(facts)
        elif self.surroundings.tells(name):
            self._look_around(facts)

    def _look_around(self, facts: Mapping[str, Value]) -> None:
        """A way opens, or something else is true from now on; perhaps also where this robot is."""
        here = self.here
        before = self.surroundings.true_at(here)
        self.surroundings.look(facts)
        if self.assignment is None:  # nobody has begun: that is how it is at the outset
            self._late = self._late or self.refusal is not None
            around = self._as_it_is()
            self._outset = msgspec.structs.replace(
                self._outset,
                costs=around.costs,
                closed=around.closed,
                areas=around.areas,
                holding=around.holding,
            )
        if self._stands and self.surroundings.true_at(here) != before:
            self.arrived(here, again=True)
            self.want("given")

    def _hear_word(self, robot: str, value: Value) -> None:
        try:
            word, seen = read_word(value) if isinstance(value, str) else ((), {})
        except msgspec.MsgspecError:
            return
        more = len(word) - len(self.words[robot])
        if more > 0 and all(map(self.start.knows, word)):
            self.order += [robot] * more
            if robot == self.robot:  # an earlier process of it has told that: it goes on from there
                later = {len(word) - 1 + at: true for at, true in self._seen[robot].items() if at}
                word, seen = word + self.words[robot][1:], {**seen, **later}
                self.want("given")
            self.words[robot], self._seen[robot] = word, seen

    def _hear_assignment(self, value: Value) -> None:
        try:
            told = assignments.decode(value) if isinstance(value, str) else None
        except msgspec.MsgspecError:
            return
        mine = self.assignment
        if told is not None and (mine is None or told.revision > mine.revision):
            self.assignment = told
            self.refusal = None
            self.want("given")
            self.adopt()

    def _hear_loss(self, facts: Mapping[str, Value]) -> None:
        before = self.lost
        self._lost = self._unhealthy(facts)
        self._look_after(before)

    def _unhealthy(self, facts: Mapping[str, Value]) -> frozenset[str]:
        broken = (name for name in self.words if facts.get(healthy(name)) is False)
        return frozenset(broken) | {name for name in self.words if facts.get(aside(name)) is True}

    def silence(self, robots: frozenset[str]) -> bool:
        """Who has not been heard for so long that its work is anybody's; whether that is new."""
        before, reach = self.lost, self.reach
        self._silent = robots & self.words.keys()
        self._look_after(before)
        return before != self.lost or reach != self.reach

    def _look_after(self, before: frozenset[str]) -> None:
        """Somebody is lost, or is back; perhaps somebody whom the team cannot do without."""
        if self.lost - before:
            self.adopt()
        elif before - self.lost and self.refusal is not None:
            self.want("team")

    def adopt(self) -> None:
        """Open work that is nobody's any more is shared out anew, by the first of the others."""
        if self.assignment is None:
            return
        who = self.assignment.who
        open_ = (errand for errand in self.errands if errand not in self.done)
        able = [name for name in self.words if name not in self.lost]
        if able[:1] == [self.robot] and any(who.get(errand) not in able for errand in open_):
            self.want("team")

    def _observe(self, value: Value) -> None:
        """The operating state is seen; if nothing here brought it about, that is where it is."""
        place, state = self.here
        if isinstance(value, str) and value != state and self.start.knows((place, value)):
            self.arrived((place, value))

    def led(self, place: str) -> bool:
        """Something else has led this robot to a place, from where it goes on; whether so."""
        if place == self.here[0] or not self.start.knows((place, self.here[1])):
            return False
        self.arrived((place, self.here[1]))
        if any(course.errand not in self.done for course in self.way):
            self.want("given")
        return True

    # -- asking and answering ------------------------------------------------------------------

    def want(self, reach: Reach) -> None:
        """Ask for a plan; of several wishes the furthest counts."""
        self.wishes += 1
        if self.reach is None or URGENCY[reach] > URGENCY[self.reach]:
            self.reach = reach

    def question(self) -> Question:
        """What is to be planned now: first, as it was at the outset, so that all plan the same."""
        return self._outset if self.assignment is None else self._as_it_is()

    def _as_it_is(self) -> Question:
        return Question(
            self.robot,
            self.reach or "given",
            dict(self.words),
            tuple(self.order),
            self.assignment,
            frozenset(self.done),
            self.lost,
            (*self._barriers.known, *self._tried.ways),
            self._tried.operations,
            {robot: tuple(sorted(seen.items())) for robot, seen in self._seen.items() if seen},
            self.surroundings.costs,
            self.surroundings.closed,
            self.surroundings.areas,
            self.surroundings.holding,
        )

    def take(self, answer: Errands | NoPlan) -> None:
        """Go on after this answer."""
        self.answers += 1
        reach, self.reach = self.reach, None
        if isinstance(answer, NoPlan):
            self.last_refusal = answer
            if self.assignment is not None and self._otherwise(reach):
                return
            if self.assignment is None or reach in ("team", "cheaper"):
                self.refusal = answer
            return
        self.last_refusal = None
        self.refusal = None
        told = self.assignment
        self.assignment = answer.assignment
        if answer.kind == "first" and self._late:  # not all may have heard of it at the same time
            self.assignment = msgspec.structs.replace(answer.assignment, revision=(1, self.robot))
            self._tell_assignment()
        self._way.take(answer.way, answer.since or len(self.words[self.robot]))
        self.version += 1
        if answer.kind == "first":
            self._catch_up(reach)
        if told != answer.assignment and answer.kind != "first":
            self._tell_assignment()

    def _tell_assignment(self) -> None:
        text = msgspec.json.encode(self.assignment, order="deterministic").decode()
        self.tells.append((shared_out_by(self.robot), text))

    def _otherwise(self, reach: Reach | None) -> bool:
        """Whether something else is asked, because what was asked has no answer."""
        if reach == "given":  # others count on this robot in vain
            self.want("team")
            return True
        told = self._tried.forgive() if reach in ("team", "cheaper") else None
        if told is None:
            return False
        self.tells.append((unable_of(self.robot), told))
        self.want("team")
        return True

    def _catch_up(self, reach: Reach | None) -> None:
        """Who comes late, or comes back, goes on from how things stand."""
        outset, now = self._outset, self._as_it_is()
        if reach not in (None, "given"):
            self.want(reach)
        elif (now.words, now.blocked) != (outset.words, outset.blocked):
            self.want("given")
        if now.lost != outset.lost:
            self.adopt()

    # -- for the errands -----------------------------------------------------------------------

    def hindrance(self, errand: str) -> Reason | None:
        """Why this robot does not do an errand now; None: it does."""
        if self.refusal is not None:
            return Reason("no_plan", self.refusal.message)
        if self.assignment is None:
            return Reason("planning", "it is not shared out yet")
        who = self.assignment.who.get(errand)
        if who == self.robot:
            return None
        return Reason("planned", f"{who} does it" if who else "nobody is to do it")

    @property
    def way(self) -> tuple[Course, ...]:
        """This robot's way, as it was answered."""
        return self._way.courses

    def has(self, errand: str) -> bool:
        """Whether an errand is on this robot's way."""
        return any(course.errand == errand for course in self.way)

    def course(self, errand: str) -> Course | None:
        """The part of this robot's way that an errand ends; None: it is not this robot's."""
        return self._way.course(errand, self.words[self.robot])

    def before(self, errand: str) -> str | None:
        """Which errand comes first on this robot's way; None: this one."""
        first = next((course.errand for course in self.way if course.errand not in self.done), None)
        return None if first == errand else first

    def resumes(self, errand: str) -> None:
        """An errand begins, perhaps once more: its way must begin where the robot is."""
        course = self.course(errand)
        if course is None or self.before(errand) is not None or not course.legs:
            return
        if course.legs[0].source != self.here:
            self.want("given")

    def lacking(self, leg: Leg) -> str | None:
        """An errand that a leg would advance although it does not run here yet."""
        return next(
            (each for each in leg.advances if each not in self.running and each not in self.done),
            None,
        )

    def barred(self, leg: Leg, way: str = "") -> None:
        """This robot gets no further on a leg; ``way``: because of one with another name."""
        self.tells += self._barriers.add(leg, way)

    def bars(self, leg: Leg) -> None:
        """This robot has tried in vain, and will not try again: it counts on that leg no more."""
        self.tells.append((unable_of(self.robot), self._tried.add(leg)))
        self.want("cheaper")

    def awaits(self, leg: Leg) -> str | None:
        """A robot that must have got further before a leg may begin."""
        if leg.after is None or len(self.words[leg.after[0]]) >= leg.after[1]:
            return None
        return leg.after[0]

    def arrived(self, spot: Spot, *, again: bool = False) -> None:
        """This robot is there now; ``again``: it is there for one step more, which counts."""
        if spot == self.here and not again:
            return
        true = self.surroundings.true_at(spot)
        if true is not None:
            self._seen[self.robot][len(self.words[self.robot])] = true
        self.words[self.robot] = (*self.words[self.robot], spot)
        self.order.append(self.robot)
        text = told_word(self.words[self.robot], self._seen[self.robot])
        self.tells.append((word_of(self.robot), text))

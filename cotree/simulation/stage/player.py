"""A person on stage: what the mind decides really happens, and who watches sees the hand move."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping

from cotree.core.actions import Event, FactSeen, HandSeen
from cotree.core.places import Point
from cotree.core.sayings import says, told
from cotree.core.work_facts import looks
from cotree.runtime.acts import Taking
from cotree.simulation.stage.at_work import AtWork, InPerson
from cotree.simulation.stage.goals import lies_there
from cotree.simulation.stage.hand import GraspingHand
from cotree.simulation.stage.interactive import InteractivePerson
from cotree.simulation.stage.person import Person
from cotree.simulation.stage.scene import ForPeople
from cotree.simulation.stage.wishes import Lies, Uttered
from cotree.team.mirror.questions import Answer, Question
from cotree.team.mirror.script import Act, Deed, ScriptedPerson
from cotree.team.mirror.watch import Target

FRAME_S = 1 / 30
LINGERS_S = 1.0
"""So long after a movement the eyes still look at full rate."""
GLANCE_S = 0.5
"""How often a hand is seen that rests away from home."""
BORED_S = 20.0
"""After so long the hand of who wants nothing more goes home."""
HOMEWARD_S = 1.0
"""How long the hand takes back to where it rests."""
EARLY_S = 0.1
"""So long before an object is let go the hand is there."""


class Player:
    """One person: a mind, a hand, and ears and a mouth for questions and answers."""

    def __init__(
        self,
        stage: ForPeople,
        name: str,
        home: Point,
        mind: Person,
        targets: Mapping[str, Target],
    ) -> None:
        self.name = name
        self.mind = mind
        self.hand = GraspingHand(name, home, stage.body.world)
        self._stage = stage
        self._targets = targets
        self._watchers = stage.mission.team[name].watched_by
        self._deeds: deque[Act] = deque()
        """What was decided and waits for the hand to arrive."""
        self._answers: list[Answer] = []
        self._told: set[str] = set()
        self._done: frozenset[str] = frozenset()
        """What the person knows to be done since the last look."""
        self._focus: str | None = None
        """The object that is seen together with the hand: what it was last after."""
        self._frame_s: float | None = None
        """When the hand is seen next."""
        self._planned_s: float | None = None

    # -- questions and answers -----------------------------------------------------------------

    def asked(self, question: Question, now_s: float) -> None:
        """A robot asks; what comes of it is told by ``answers``."""
        self._stage.advance(now_s)
        self.mind.asked(now_s, question)
        self._live(now_s)

    def retracted(self, question: str, now_s: float) -> None:
        """The question with this id needs no answer any more."""
        self._stage.advance(now_s)
        self.mind.retracted(question)
        self._live(now_s)

    @property
    def answered(self) -> bool:
        """Whether there are answers that nobody has collected."""
        return bool(self._answers)

    def heard(self, answer: Answer) -> None:
        """This is what was understood of an answer."""
        self._answers.append(answer)
        self._stage.answered()

    def answers(self, now_s: float) -> list[Answer]:
        """What was answered until now, once."""
        self._stage.advance(now_s)
        answers, self._answers = self._answers, []
        return answers

    # -- what the person knows -----------------------------------------------------------------

    def told(self, leaves: Iterable[str], now_s: float) -> None:
        """Somebody tells that these leaves are done, which can not be seen."""
        self._stage.advance(now_s)
        self._told |= set(leaves)
        self._done = self.done()
        self._live(now_s)

    def look(self, now_s: float) -> None:
        """Objects have moved: the person looks where they are."""
        self._done = self.done()
        self._live(now_s)

    def hear(self, events: Iterable[Event], now_s: float) -> None:
        """Everybody can see and hear this: who shares steps with robots takes notice."""
        if isinstance(self.mind, AtWork):
            news = [each for each in events if isinstance(each, FactSeen)]
            for fact in news:
                self.mind.hear(fact.name, fact.value, now_s)
            if news:
                self._stage.moved()

    def replace(self, mind: Person, now_s: float) -> None:
        """Somebody else decides from now on: a person at a keyboard takes the script's place."""
        self._stage.advance(now_s)
        self.mind = mind
        self._live(now_s)

    def listens(self, now_s: float) -> None:
        """Somebody says from now on what the person does, and no script."""
        mission = self._stage.mission
        objects = {leaf: target.object for leaf, target in self._targets.items()}
        robots = [name for name, mate in mission.team.items() if mate.robot is not None]
        tasks = [node.path for node in mission.task.walk() if not node.children]
        if mission.steps.all:
            mind = InPerson(self.name, mission, robots, tasks)
            for fact in self._stage.facts():
                mind.hear(fact.name, fact.value, now_s)
            self.replace(mind, now_s)
            return
        self.replace(InteractivePerson(objects, robots, tasks), now_s)

    def say(self, said: str | Taking, now_s: float) -> str | None:
        """Tell the person what to do; the answer says what is wrong with it, or None."""
        if not isinstance(self.mind, InteractivePerson):
            return f"{self.name} plays a script and takes no orders"
        self._stage.advance(now_s)
        wrong = self.mind.say(said, now_s)
        self._live(now_s)
        return wrong

    @property
    def meant(self) -> Taking | None:
        """What was said and understood last, as an act."""
        return self.mind.meant if isinstance(self.mind, InteractivePerson) else None

    def goes(self, now_s: float) -> None:
        """Nobody speaks for the person any more, who goes and says no to whatever is asked."""
        if not isinstance(self.mind, InteractivePerson):
            return
        moment = self.mind.moment()
        if moment.busy:
            self.say("leave", now_s)
        away = ScriptedPerson(())
        if moment.question is not None:
            away.asked(now_s, moment.question)
        self.replace(away, now_s)

    def wanted(self) -> list[tuple[str, str, str]]:
        """What robots would have the person do: which robot, which piece, in words."""
        return self._stage.wanted(self.name)

    def done(self) -> frozenset[str]:
        """The leaves that the person sees or was told to be done."""
        world = self._stage.body.world
        there = {leaf for leaf, target in self._targets.items() if lies_there(world, target)}
        return frozenset(there | self._told)

    # -- living --------------------------------------------------------------------------------

    def _live(self, now_s: float) -> None:
        """Decide, do, be seen, and plan when to go on."""
        self.mind.done(now_s, self._done)
        while happened := self.mind.step(now_s):
            for each in happened:
                self._happens(each, now_s)
            self.mind.done(now_s, self._done)
        self._do_what_waits(now_s)
        self._be_seen(now_s)
        self._plan(now_s)

    def _happens(self, what: Act | Answer | Uttered | Lies, now_s: float) -> None:
        if isinstance(what, Lies):
            self._stage.show([FactSeen(looks(what.step), what.how)])
            return
        if isinstance(what, Uttered):
            self._stage.show([FactSeen(says(self.name, what.leaf), told(what.saying))])
            return
        if isinstance(what, Answer):
            aloud = isinstance(self.mind, ScriptedPerson)
            if not (aloud and self._stage.speaks(self.name, what)):
                self.heard(what)
            return
        if what.deed is Deed.WITHDRAWS:
            self._deeds.clear()
            self._do(what, now_s)
            return
        self._deeds.append(what)
        self._do_what_waits(now_s)

    def _do_what_waits(self, now_s: float) -> None:
        while self._deeds and now_s >= self.hand.rests_s:
            self._do(self._deeds.popleft(), now_s)

    def _do(self, act: Act, now_s: float) -> None:
        target, pace = self._targets[act.leaf], self.mind.pace
        self._stage.acted(self.name, act)
        self._focus = target.object
        match act.deed:
            case Deed.REACHES:
                there = self._stage.body.world.objects[target.object]
                self.hand.go(now_s, there, pace.reach_s)
            case Deed.TAKES if self.hand.take(now_s, target.object):
                self._show_object(target.object)
                self.hand.go(now_s, target.goal, max(pace.places_s - EARLY_S, EARLY_S))
            case _:
                self._let_go(target.goal if act.deed is Deed.PLACES else None, now_s)
        self._frame_s = now_s

    def _let_go(self, at: Point | None, now_s: float) -> None:
        """Put down what is in the hand, here or there, and go home."""
        let_go = self.hand.put(now_s, at)
        if let_go is not None:
            self._show_object(let_go)
        self.hand.go(now_s, self.hand.home, HOMEWARD_S)

    def _show_object(self, name: str) -> None:
        self._stage.show([self._stage.body.world.object_seen(name)])
        self._stage.moved()

    # -- being seen ----------------------------------------------------------------------------

    def _be_seen(self, now_s: float) -> None:
        if self._frame_s is None or now_s < self._frame_s:
            return
        self._frame_s = self._next_frame_s(now_s)
        if not self._watchers:
            return
        self.hand.carry(now_s)
        seen: list[Event] = [HandSeen(self.name, self.hand.at(now_s), now_s)]
        if self._focus is not None:
            seen.insert(0, self._stage.body.world.object_seen(self._focus))
        self._stage.show(seen, self._watchers)

    def _next_frame_s(self, now_s: float) -> float | None:
        if not self._watchers:
            return None
        if now_s < self.hand.rests_s + LINGERS_S:
            return now_s + FRAME_S
        if self.hand.at_home(now_s):
            return None
        if self.mind.over and now_s >= self.hand.rests_s + BORED_S:
            self.hand.go(now_s, self.hand.home, HOMEWARD_S)
        return now_s + GLANCE_S

    def _plan(self, now_s: float) -> None:
        """Wake up when there is something to do or to show."""
        arrives_s = self.hand.rests_s if self._deeds else None
        wishes = (self.mind.wakes_s(), self._frame_s, arrives_s)
        due_s = min((each for each in wishes if each is not None), default=None)
        if due_s is None or due_s == self._planned_s:
            return
        self._planned_s = due_s
        self._stage.at(due_s, self._wake)

    def _wake(self, now_s: float) -> None:
        if self._planned_s is not None and now_s >= self._planned_s:
            self._planned_s = None
            self._live(now_s)

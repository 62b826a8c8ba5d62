"""One arm at work: it carries out what pick and place says, and tells it what came of that."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from msgspec.structs import replace

from cotree.core.reasons import Reason
from cotree.core.stopping import Stop
from cotree.manipulation.frames import Array
from cotree.manipulation.handling.choice import Choice, Chooser
from cotree.manipulation.handling.limb import SETTLES_S, Limb
from cotree.manipulation.handling.questions import Question, Questions
from cotree.manipulation.handling.site import Site
from cotree.manipulation.handling.spots import Spots, spots_of
from cotree.manipulation.handling.values import Errand, Lead, Motion, Sense, Think, World
from cotree.manipulation.pick.feel import Feel
from cotree.manipulation.pick.machine import begin, step
from cotree.manipulation.pick.values import (
    Blocked,
    Close,
    Closed,
    Command,
    Event,
    Felt,
    Finish,
    Go,
    Hold,
    LookAgain,
    Open,
    Resume,
    Saw,
    Spot,
    State,
    Step,
    StopAsked,
)

HOLDING = frozenset({Step.CARRY, Step.PLACE, Step.BACK_OUT, Step.OVER})
Use = Callable[[object, float], None]


class Worker:
    """Leads one arm through errands; what is thought over elsewhere comes when it comes."""

    def __init__(
        self, robot: str, chooser: Chooser, world: World, rest: Array, think: Think
    ) -> None:
        self.chooser = chooser
        self.limb = Limb(chooser.post, rest)
        self.why: Reason | None = None
        """Why the last errand came to nothing."""
        self._site = Site(robot, world)
        self._questions = Questions(chooser, self.limb, self._site)
        self._think = think
        self._state: State | None = None
        self._errand: Errand | None = None
        self._choices: tuple[Choice, ...] = ()
        self._spots: Spots | None = None
        self._thought: tuple[Callable[[], object], Use] | None = None
        self._feel = Feel()
        self._inside: Array | None = None
        """Where the thing was in the hand when that closed."""

    # -- what it is told -----------------------------------------------------------------------

    def take(self, errand: Errand) -> None:
        """Take a thing, and bring it to its goal, if it has one."""
        self._errand, self._state, self.why = errand, None, None
        self._stand_still()
        self._choose(self._begun)

    def put(self, errand: Errand, now_s: float) -> None:
        """Bring what is held to a goal; after an interruption, go on."""
        self._errand, self.why = errand, None
        state = self._state
        if state is not None and state.paused:
            self._heard(Resume(), now_s)
            return
        before = State(Step.CARRY, max(1, len(self._choices))) if state is None else state
        held_m = before.held_m if before.held_m is not None else self.limb.sense.width_m
        self._state = State(
            Step.CARRY, before.grasps, grasp=before.grasp, bound=Spot.ABOVE, held_m=held_m
        )
        self._stand_still()
        self._go(Go(Spot.ABOVE, before.grasp), now_s)

    def stop(self, how: Stop, now_s: float) -> None:
        """Pause; put back what is held and end; or hold still at once and for good."""
        if self._state is not None:
            self._heard(StopAsked(how), now_s)
            return
        self._stand_still()
        self._errand = None

    # -- what it says --------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether there is nothing that it would do by itself now."""
        state = self._state
        if self._errand is None:
            return True
        return state is not None and (state.step is Step.OVER or state.paused or self._waits(state))

    @property
    def holds(self) -> str | None:
        """What it has lifted and not put down."""
        state = self._state
        if self._errand is None or state is None or state.held_m is None or state.opening:
            return None
        return self._errand.thing if state.step in HOLDING else None

    @property
    def placed(self) -> bool:
        """Whether it has let go of its thing at the goal."""
        state = self._state
        if state is None or (state.held_m is not None and not state.opening):
            return False
        return state.step is Step.PLACE or (state.step is Step.OVER and self.why is None)

    def _waits(self, state: State) -> bool:
        """Whether it has taken a thing and nobody has said where it is to go."""
        return state.step is Step.CARRY and self._errand is not None and self._errand.goal is None

    # -- what it does --------------------------------------------------------------------------

    def lead(self, sense: Sense) -> Lead:
        """Go on; called again and again."""
        if self._thought is not None:
            ask, use = self._thought
            answer = ask()
            if answer is not None:
                self._thought = None
                use(answer, sense.now_s)
        event = self.limb.feels(sense)
        if isinstance(event, Closed):
            self._feel, self._inside = Feel(), self._in_hand()
        if event is not None:
            self._heard(event, sense.now_s)
        self._notice(sense.now_s)
        return self.limb.led()

    def _notice(self, now_s: float) -> None:
        """What is held: is it still there?"""
        state = self._state
        if state is None or state.held_m is None or state.opening or self._inside is None:
            return
        self._heard(Felt(self._feel.smooth(self.limb.sense.width_m)), now_s)
        away = self._in_hand()[:3, 3] - self._inside[:3, 3]
        self._heard(Saw(away_m=float(np.linalg.norm(away))), now_s)

    def _in_hand(self) -> Array:
        """Where the thing is in the hand, as far as that is felt."""
        assert self._errand is not None
        return self._site.in_hand(self._errand.thing, self.limb.sense.hand)

    def _heard(self, event: Event, now_s: float) -> None:
        if self._state is None:
            return
        self._state, commands = step(self._state, event)
        for command in commands:
            self._carry_out(command, now_s)

    def _carry_out(self, command: Command, now_s: float) -> None:
        match command:
            case Go():
                self._go(command, now_s)
            case Open() | Close():
                self.limb.squeeze(now_s, open_=isinstance(command, Open))
            case Hold():
                self._stand_still()
            case LookAgain():
                self._choose(self._looked)
            case Finish(reason=reason):
                self.why = reason

    def _stand_still(self) -> None:
        self._thought = None
        self.limb.still()

    # -- what it thinks over -------------------------------------------------------------------

    def _ask(self, question: Question | None, use: Use) -> None:
        if question is not None:
            self._thought = (self._think(question), use)

    def _choose(self, use: Use) -> None:
        """Look at the thing, and have its grasps thought over."""
        assert self._errand is not None
        self._ask(self._questions.choices(self._errand), use)

    def _begun(self, answer: object, now_s: float) -> None:
        self._choices = answer if isinstance(answer, tuple) else ()
        self._state, commands = begin(len(self._choices))
        for command in commands:
            self._carry_out(command, now_s)
        if isinstance(answer, Reason):
            self._state = replace(self._state, why=answer)
            self.why = answer

    def _looked(self, answer: object, now_s: float) -> None:
        found = answer if isinstance(answer, tuple) else ()
        failed = 0 if self._state is None or not found else self._state.failed % len(found)
        self._choices = (*found[failed:], *found[:failed])
        self._heard(Saw(grasps=len(self._choices)), now_s)

    def _go(self, go: Go, now_s: float) -> None:
        """Have the way to a spot thought over."""
        assert self._errand is not None
        errand, spots = self._errand, self._spots
        held = self._state is not None and self._state.held_m is not None
        if go.spot is Spot.ABOVE:
            self._ask(self._questions.setting_out(errand, spots, held=held), self._sets_out)
            return
        if go.spot is Spot.BEFORE:
            spots = self._spots = spots_of(self._choices[go.grasp], self._site.at(errand.thing))
        if spots is not None:
            self._ask(self._questions.way(errand, spots, go.spot, held=held), self._moves)

    def _sets_out(self, answer: object, now_s: float) -> None:
        if isinstance(answer, tuple):
            self._spots, answer = answer
        self._moves(answer, now_s)

    def _moves(self, answer: object, now_s: float) -> None:
        if not isinstance(answer, Motion):
            why = answer if isinstance(answer, Reason) else Reason("no_way", "no way was found")
            self._heard(Blocked(why), now_s)
            return
        due_s = now_s
        if self._state is not None and self._state.bound is not None and self._errand is not None:
            due_s = self._errand.pace.due_s(self._state.bound)
        self.limb.go(answer.paced(due_s - now_s - SETTLES_S), now_s)

"""One robot among others: passes letters on, helps, and asks for help."""

from __future__ import annotations

import msgspec

from cotree.reallocation.capability.favour.helping import Helper
from cotree.reallocation.capability.favour.messages import (
    Accept,
    Answer,
    Case,
    Grant,
    Letter,
    Message,
    Release,
    Request,
    Settled,
)
from cotree.reallocation.capability.favour.seeking import Seeker
from cotree.reallocation.capability.favour.terms import NOTHING, HandedOver, Out, Terms
from cotree.reallocation.capability.models import Job, Robot

MOST_HANDED = 64
"""Jobs handed over that are remembered, until their new owners surely know."""


class Favour:
    """The favour protocol of one robot: tell it what happens, and do what it answers.

    ``boot`` must be larger after every restart; ``quiet`` may be False only where the robot cannot
    have promised anything before (the first start of a simulation).
    """

    def __init__(
        self,
        robot: Robot,
        now_s: float,
        terms: Terms | None = None,
        boot: int = 0,
        quiet: bool = True,
    ) -> None:
        self.robot = robot
        self.terms = terms or Terms()
        self.boot = boot
        self.helper = Helper(self.terms, now_s, quiet)
        self.seeker: Seeker | None = None
        self._serial = 0
        self._handed: dict[Case, str] = {}
        """Jobs of this agent that are another's now."""

    # -- what happens --------------------------------------------------------------------------

    def assign(self, job: Job, now_s: float, wanted: frozenset[str] = frozenset()) -> Out:
        """This robot receives a job: it asks for help, or partners.

        Teams with the ``wanted`` robots come first, if there are any.
        A robot that helps, or has a job, cannot take one.
        """
        if self.busy:
            message = f"{self.robot.name} has a job, or helps with one; let it finish first"
            raise ValueError(message)
        self.helper.reserved = None
        self._serial += 1
        case = Case(self.robot.name, self.boot, self._serial, 0)
        self.seeker = Seeker(self._now(), job, case, self.terms, now_s, wanted)
        return self.seeker.begin()

    def sensed(self, robot: Robot) -> None:
        """The robot's battery and parts as they are now."""
        self.robot = robot

    def hear(self, letter: Letter, now_s: float) -> Out:
        """A letter has come: pass it on, or act on it."""
        if len(letter.way) > 1:
            mine = letter.way[0] == self.robot.name
            return Out((Letter(letter.way[1:], letter.message),)) if mine else NOTHING
        if letter.way and letter.way[0] != self.robot.name:
            return NOTHING
        return self._act(letter.message, now_s)

    def tick(self, now_s: float) -> Out:
        """Time has passed."""
        out = self.helper.tick(self.robot, now_s)
        return out + self._sought(self.seeker.tick(now_s)) if self.seeker is not None else out

    def finish(self) -> Out:
        """The job of this robot is over, its own or one it took over."""
        out = self.seeker.end() if self.seeker is not None else NOTHING
        self.seeker = None
        if self.helper.bond is not None and self.helper.bond.mode == "subcontract":
            self.helper.finished()
        return out

    # -- what is so ----------------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        """Whether it has a job, or helps with one."""
        return self.helper.bond is not None or self.seeker is not None

    def due_s(self) -> float:
        """When ``tick`` has something to do, if nothing is heard before; infinity: never."""
        due_s = self.helper.due_s()
        return due_s if self.seeker is None else min(due_s, self.seeker.due_s())

    def counts_on(self, helper: str, now_s: float) -> bool:
        """Whether this agent may use this helper, at this moment."""
        return self.seeker is not None and self.seeker.counts_on(helper, now_s)

    # -- one by one ----------------------------------------------------------------------------

    def _now(self) -> Robot:
        busy = self.robot.busy or self.seeker is not None
        return msgspec.structs.replace(self.robot, busy=busy)

    def _act(self, message: Message, now_s: float) -> Out:
        match message:
            case Request():
                return self._asked(message, now_s)
            case Grant():
                return self._granted(message)
            case Accept():
                return self.helper.accepted(message, self._now(), now_s)
            case Answer():
                return self._answered(message, now_s)
            case Release():
                return self.helper.released(message)
            case Settled():
                self.helper.settled(message)
        return NOTHING

    def _asked(self, request: Request, now_s: float) -> Out:
        """Grant it, or pass it on, once."""
        me = self.robot.name
        if request.case.agent == me or me in request.trail or request.case in self._handed:
            return NOTHING
        if not self.helper.first(request.case):
            return self.helper.asked_again(request.case, now_s)
        granted = self.helper.asked(request, self._now(), now_s)
        if granted is not None:
            return granted
        if request.hops < 1:
            return NOTHING
        trail = (*request.trail, me)
        further = msgspec.structs.replace(request, hops=request.hops - 1, trail=trail)
        return Out((Letter((), further),))

    def _granted(self, grant: Grant) -> Out:
        if self.seeker is None or grant.case in self._handed:
            return NOTHING
        return self.seeker.granted(grant)

    def _answered(self, answer: Answer, now_s: float) -> Out:
        """A yes that nobody waits for frees the helper; one of a subcontractor is confirmed."""
        way = answer.trail[1:]
        if self._handed.get(answer.case) == answer.helper:
            return Out((Letter(way, Settled(answer.case)),)) if answer.yes else NOTHING
        if self.seeker is not None and self.seeker.case == answer.case:
            return self._sought(self.seeker.answered(answer, now_s))
        return Out((Letter(way, Release(answer.case)),)) if answer.yes else NOTHING

    def _sought(self, out: Out) -> Out:
        """Note whether the job is another's now: this robot is idle then."""
        for news in out.news:
            if isinstance(news, HandedOver):
                self._handed[news.case] = news.to
                if len(self._handed) > MOST_HANDED:
                    del self._handed[next(iter(self._handed))]
                self.seeker = None
        return out

"""One robot's jobs: it asks for help when one is its own, and begins, adopts, ends or gives up."""

from __future__ import annotations

import msgspec

from cotree.reallocation.capability.answer import NoTeam
from cotree.reallocation.capability.favour.messages import Case
from cotree.runtime.jobs import names
from cotree.runtime.jobs.acting import Team
from cotree.runtime.jobs.duty import Duty
from cotree.runtime.jobs.heeding import AGAIN_S, Heeding
from cotree.runtime.jobs.names import shortened
from cotree.runtime.jobs.office import Office


class Asking:
    """Drives the protocol for one robot."""

    def __init__(self, office: Office) -> None:
        self._office = office
        self._heeding = Heeding(office)
        self._me = office.favour.robot.name
        self._now_s = 0.0

    def hear(self, now_s: float) -> None:
        """Letters, time, and what became of the jobs."""
        self._now_s = now_s
        robot = self._office.rules.robot(self._me, self._office.owning.facts)
        self._office.favour.sensed(msgspec.structs.replace(robot, busy=self._at_work()))
        self._heeding.hear(now_s)
        self.see_to_all()

    def see_to_all(self) -> None:
        """Begin, adopt, end or give up jobs, as their turns and their robots come and go."""
        for duty in self._office.duties.values():
            self._see_to(duty)

    @property
    def asks(self) -> bool:
        """Whether an answer to a question is under way."""
        seeker = self._office.favour.seeker
        return seeker is not None and seeker.phase in ("asking", "binding")

    @property
    def due_s(self) -> float:
        """When there is something to do, if nothing is heard before."""
        waits = (
            max(duty.retry_s, self._office.favour.helper.ready_s)
            for duty in self._office.duties.values()
            if duty.team is None and duty.refusal is None
        )
        return min([self._office.favour.due_s(), *(each for each in waits if each > self._now_s)])

    def give_up(self, duty: Duty, waits_for: str) -> None:
        """Nothing goes on any more: if the job is this robot's, it is refused with the reason."""
        if self._office.owning.mine(duty) and duty.its_turn() and duty.refusal is None:
            self._office.minutes.refuse(duty, waits_for or duty.vain or "nobody has answered")

    def renew(self, duty: Duty, why: str, wanted: frozenset[str] = frozenset()) -> None:
        """The team cannot go on: another one is searched, or there is none.

        ``wanted`` robots are taken if they can help: they hold something of the job.
        """
        duty.wanted = wanted
        duty.renewed += 1
        duty.vain = shortened(why)
        self._office.minutes.note(duty, "lost", (), duty.vain)
        if duty.renewed > self._office.favour.terms.rounds:
            self._office.minutes.refuse(duty, duty.vain)
        elif duty.renewed > 1:  # perhaps whoever is missing comes back
            duty.retry_s = self._now_s + AGAIN_S
        self._heeding.let_go(duty, self._now_s)

    def _see_to(self, duty: Duty) -> None:
        """Begin, adopt, end or give up a job."""
        refused = names.word(self._office.owning.facts, names.refused(duty.job.name))
        if refused and duty.refusal is None:
            self._office.minutes.forgo(duty, refused)
        if duty.promised is not None:
            self._heeding.joins(duty)
        if duty.part.is_over() or duty.refusal is not None:
            self._end(duty)
        elif self._office.owning.mine(duty):
            self._begin(duty)
        elif self._seeks(duty):
            self._heeding.let_go(duty, self._now_s)
        elif duty.its_turn() and self._office.owning.inherits(duty):
            self._office.owning.claim(duty)

    def _begin(self, duty: Duty) -> None:
        if duty.team is not None:
            return
        if duty.known.complete() and duty.begun():
            self._tidy(duty)
            return
        if not self._office.mail.others:
            self._alone(duty)
            return
        waits_s = max(duty.retry_s, self._office.favour.helper.ready_s)
        if self._now_s < waits_s or not duty.its_turn():
            return
        if self._office.favour.busy or self._at_work():
            return
        self._heeding.sought = duty.job.name
        if not duty.vain:
            self._office.minutes.note(duty, "asks", self._office.mail.others)
        wanted = duty.wanted - frozenset(self._office.owning.absent)
        out = self._office.favour.assign(duty.job, self._now_s, wanted)
        self._heeding.follow(out, self._now_s)

    def _at_work(self) -> bool:
        """Whether it does what is left of a job by itself."""
        return any(
            duty.team is not None and duty.team.mode == "solo" and not duty.part.is_over()
            for duty in self._office.duties.values()
        )

    def _alone(self, duty: Duty) -> None:
        """There is nobody to be asked."""
        found = self._office.rules.match(self._me, duty.job, (), self._office.owning.facts)
        if isinstance(found, NoTeam):
            self._office.minutes.refuse(duty, found.explain())
        else:
            self._office.minutes.decided(duty, Case(self._me, 0, 0, 0), found)

    def _tidy(self, duty: Duty) -> None:
        """All is where it belongs: what is left needs nobody else."""
        duty.form(Team(Case(self._me, 0, 0, 0), "solo", (self._me,)))
        duty.anew = False
        self._office.minutes.dirty = True

    def _seeks(self, duty: Duty) -> bool:
        """Whether this robot leads, or looks for, a team for a job."""
        seeker = self._office.favour.seeker
        return seeker is not None and seeker.job.name == duty.job.name

    def _end(self, duty: Duty) -> None:
        """Nothing is left to do: who helped is free."""
        contracted = duty.team is not None and duty.team.mode == "subcontract"
        if self._seeks(duty) or contracted:
            self._heeding.let_go(duty, self._now_s)

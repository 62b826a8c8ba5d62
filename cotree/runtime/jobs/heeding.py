"""What one robot makes of the answers of the favour protocol: teams, losses, favours it grants."""

from __future__ import annotations

from collections.abc import Iterable

from cotree.reallocation.capability.answer import Answer, Decision, NoTeam
from cotree.reallocation.capability.favour.messages import Letter
from cotree.reallocation.capability.favour.terms import (
    Decided,
    Freed,
    HandedOver,
    Helping,
    Lost,
    News,
    Out,
    Refused,
)
from cotree.runtime.jobs import names
from cotree.runtime.jobs.acting import Team
from cotree.runtime.jobs.declining import declined
from cotree.runtime.jobs.duty import Duty
from cotree.runtime.jobs.names import shortened
from cotree.runtime.jobs.office import Office

AGAIN_S = 2.0
"""After a search that came to nothing because who could was busy or silent, until the next."""
SILENT_S = 30.0
"""A robot that could help is waited for so long when it falls silent: most come back."""


class Heeding:
    """Sends what the protocol wants to be sent, and lets the jobs follow its news."""

    def __init__(self, office: Office) -> None:
        self.sought = ""
        """The job for which help was asked last."""
        self._office = office

    def hear(self, now_s: float) -> None:
        """Letters, and time."""
        favour = self._office.favour
        for letter in self._office.mail.take():
            busy = favour.seeker is not None or not favour.helper.free(now_s)
            out = favour.hear(letter, now_s)
            self._decline(letter, out, busy=busy)
            self.follow(out, now_s)
        self.follow(favour.tick(now_s), now_s)

    def let_go(self, duty: Duty, now_s: float) -> None:
        """The team of a job is no more: who helped is free."""
        duty.team = duty.promised = None
        self._office.minutes.dirty = True
        self.follow(self._office.favour.finish(), now_s)

    def follow(self, out: Out, now_s: float) -> None:
        """Do what the protocol says."""
        for letter in out.letters:
            self._office.mail.send(letter)
        for news in out.news:
            self._office.minutes.dirty = True
            self._take(news, now_s)

    def _take(self, news: News, now_s: float) -> None:
        if isinstance(news, Helping):
            self._helps(news)
        elif isinstance(news, Freed):
            self._freed(news)
        elif self.sought in self._office.duties:
            self._led(self._office.duties[self.sought], news, now_s)

    # -- as the one who has the job ------------------------------------------------------------

    def _led(self, duty: Duty, news: News, now_s: float) -> None:
        """News of the team that this robot leads."""
        match news:
            case Decided():
                duty.missed_s = None
                self._office.minutes.decided(duty, news.case, news.decision)
            case Refused():
                duty.team = None
                self._nobody(duty, news.why, now_s)
            case Lost():
                self._office.minutes.note(duty, "lost", (news.helper,), news.why)
                duty.team = None
                if duty.known.complete():
                    self.let_go(duty, now_s)
            case HandedOver():
                self._office.minutes.note(duty, "handed_over", (news.to,))
                duty.team, duty.handed = None, news.to

    def _nobody(self, duty: Duty, why: NoTeam, now_s: float) -> None:
        """Nobody granted it: who could is busy, or silent, so wait; or nobody could, so refuse."""
        self.follow(self._office.favour.finish(), now_s)
        absent = self._office.owning.absent
        others = self._office.mail.others
        found = self._match(duty, [name for name in others if name not in absent])
        if isinstance(found, Decision):
            lacks = f"{', '.join(found.helpers)} could, and does not answer or is busy"
            duty.missed_s = None
        else:
            lacks = self._misses(duty, now_s)
        if lacks:
            duty.vain = shortened(f"{why.message}; {lacks}")
            duty.retry_s = now_s + AGAIN_S
        elif isinstance(found, NoTeam):
            extra = f"{', '.join(sorted(absent))}: silent\n" if absent else ""
            verdicts = "\n".join(map(str, found.verdicts))
            self._office.minutes.refuse(duty, f"{found.message}\n{extra}{verdicts}")

    def _misses(self, duty: Duty, now_s: float) -> str:
        """Which silent robots are still waited for, because they could; empty: none is."""
        could = self._match(duty, self._office.mail.others)
        if isinstance(could, NoTeam):
            return ""
        duty.missed_s = now_s if duty.missed_s is None else duty.missed_s
        if now_s >= duty.missed_s + SILENT_S:
            return ""
        absent = self._office.owning.absent
        who = [name for name in could.helpers if name in absent]
        return f"{', '.join(who)} could, and is silent"

    def _match(self, duty: Duty, others: Iterable[str]) -> Answer:
        """The answer if these were asked, and none of them was busy."""
        office = self._office
        return office.rules.match(office.favour.robot.name, duty.job, others, office.owning.facts)

    # -- as a helper ---------------------------------------------------------------------------

    def joins(self, duty: Duty) -> None:
        """Begin once it is heard that everybody has agreed: until then another one may do it."""
        told = names.word(self._office.owning.facts, names.team(duty.job.name))
        if duty.promised is not None and duty.team is None and str(duty.promised) == told:
            duty.form(duty.promised)
            self._office.minutes.dirty = True

    def _helps(self, news: Helping) -> None:
        """This robot belongs to the team of another one, or has its job now."""
        duty = self._office.duties.get(news.job)
        if duty is None:
            return
        self._office.minutes.note(duty, "helps", news.members, news.mode)
        duty.team, duty.promised = None, Team(news.case, news.mode, news.members)
        if news.mode == "subcontract":
            duty.form(duty.promised)
            self._office.owning.claim(duty)
        self.joins(duty)

    def _freed(self, news: Freed) -> None:
        for duty in self._office.duties.values():
            case = None if duty.promised is None else duty.promised.case
            if case is not None and (case.agent, case.serial) == (
                news.case.agent,
                news.case.serial,
            ):
                duty.team = duty.promised = None
                self._office.minutes.note(duty, "freed", (news.case.agent,), news.why)

    def _decline(self, letter: Letter, out: Out, *, busy: bool) -> None:
        """Say why what was asked is not granted."""
        why = declined(
            letter, out, self._office.favour.robot, self._office.favour.terms.idle_above, busy=busy
        )
        if not why:
            return
        plea = getattr(letter.message, "plea", None)
        duty = None if plea is None else self._office.duties.get(plea.job.name)
        if duty is not None and duty.declined != why:
            duty.declined = why
            self._office.minutes.note(duty, "cannot", (letter.message.case.agent,), why)

"""What one robot decides about jobs: noted, to be told, and said to everybody."""

from __future__ import annotations

from cotree.core.changes import Change, JobChange, JobWord
from cotree.reallocation.capability.answer import Decision
from cotree.reallocation.capability.favour.messages import Case
from cotree.runtime.jobs import names
from cotree.runtime.jobs.acting import Team
from cotree.runtime.jobs.duty import Duty
from cotree.runtime.jobs.names import shortened
from cotree.runtime.jobs.owning import Owning


class Minutes:
    """Keeps what was decided until it is told."""

    def __init__(self, owning: Owning) -> None:
        self.changes: list[Change] = []
        """To be told."""
        self.dirty = True
        """Whether anything was decided since somebody looked."""
        self._owning = owning

    def note(self, duty: Duty, word: JobWord, who: tuple[str, ...] = (), text: str = "") -> None:
        """Something that is told."""
        self.changes.append(JobChange(duty.job.name, duty.path, word, who, text))

    def decided(self, duty: Duty, case: Case, decision: Decision) -> None:
        """There is a team: everybody is told, and it begins."""
        duty.vain = ""
        duty.form(Team(case, decision.mode, decision.members))
        self._owning.tell(names.team(duty.job.name), str(duty.team))
        self.note(duty, "team", decision.members, decision.explain())
        self.dirty = True

    def refuse(self, duty: Duty, why: str) -> None:
        """Nobody does it: everybody is told, and gives it up."""
        text = shortened(why)
        self.note(duty, "refused", (), text)
        self._owning.tell(names.refused(duty.job.name), text)
        self.forgo(duty, text)

    def forgo(self, duty: Duty, why: str) -> None:
        """This robot gives it up."""
        duty.forgo(why)
        self.dirty = True

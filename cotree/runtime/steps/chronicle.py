"""What became of shared steps, for the record: whose they were and why, and what was done."""

from __future__ import annotations

from cotree.core.changes import StepChange, StepWord
from cotree.reallocation.lead_follow.problem import LeadPlan
from cotree.runtime.steps.floor import Floor
from cotree.runtime.steps.news import OF_STAGE, News
from cotree.runtime.steps.outlook import Outlook


class Chronicle:
    """Notes it until it is told."""

    def __init__(self, floor: Floor, task: str) -> None:
        self._floor = floor
        self._task = task
        self._changes: list[StepChange] = []
        self._owners: dict[str, tuple[str, bool]] = {}
        """Who is to do each step by the last plan, and whether they are told."""
        self._laid: dict[str, tuple[str, str]] = {}
        """What was said last of how each step lies there, and by whom."""

    def note(self, news: News) -> None:
        """Something happened to a step."""
        path = self._floor.paths[news.step]
        self._changes.append(StepChange(path, news.word, news.who, news.to, news.text))
        if news.word in OF_STAGE.values():
            self._laid[news.step] = news.word, news.who

    def lies(self, step: str, how: str, who: str) -> None:
        """So a step lies there; nobody has said so if it came about while nobody planned."""
        word: StepWord = "placed" if how == "right" else "misplaced"
        if self._laid.get(step) != (word, who):
            self.note(News(step, word, who))

    def thinks(self, person: str, text: str) -> None:
        """This is believed of a person now."""
        self._changes.append(StepChange(self._task, "believes", person, text=text))

    def lasts(self, agent: str, kind: str, text: str) -> None:
        """So long somebody takes for steps of one kind."""
        self._changes.append(StepChange(self._task, "lasts", agent, kind, text))

    def shares(self, plan: LeadPlan, outlook: Outlook, why: str) -> None:
        """Say of each step that is somebody else's now why that is so."""
        people = ", ".join(f"{name} {outlook.thinks(name)}" for name in outlook.people)
        because = f"{plan.how} plan, {plan.makespan_s:.0f} s to go; {people}; {why}"
        for step, who in sorted(plan.assigned.items()):
            owner = who, step in plan.told
            if self._owners.get(step) != owner:
                self._owners[step] = owner
                told = "to be told; " if owner[1] else ""
                takes = outlook.takes(who, step)
                text = f"{told}{takes}{'; ' if takes else ''}{because}"
                self._changes.append(StepChange(self._floor.paths[step], "shared", who, text=text))

    def drain(self) -> list[StepChange]:
        """All of it, once."""
        changes, self._changes = self._changes, []
        return changes

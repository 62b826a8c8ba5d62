"""People who share steps with robots: they see the floor, and say what they do on it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from cotree.core.mission import Mission
from cotree.core.work_facts import WRONG
from cotree.simulation.stage.interactive import InteractivePerson
from cotree.simulation.stage.wishes import Give, Lies, Moment, Take, Wish

if TYPE_CHECKING:
    from cotree.runtime.steps.floor import Floor


class AtWork:
    """Somebody who knows what is done, assigned and going on."""

    floor: Floor

    def hear(self, name: str, value: object, now_s: float) -> None:
        """Everybody hears this."""
        self.floor.hear(name, value, now_s)


class InPerson(InteractivePerson, AtWork):
    """A real person at a page or a keyboard: takes steps, and says when they are done."""

    def __init__(
        self, name: str, mission: Mission, robots: Iterable[str], tasks: Iterable[str]
    ) -> None:
        from cotree.runtime.steps.floor import Floor  # heavy

        super().__init__({}, robots, tasks)
        self.floor: Floor = Floor(mission)
        self._steps = {
            step.id: self.floor.paths[step.id]
            for step in self.floor.problem.subtasks
            if name in step.durations
        }
        """Of all steps that this person can do, the leaf."""
        self._name = name
        self._later: tuple[int, dict[str, str]] = (-1, {})
        """What could not be begun, when the floor stood so."""

    def hear(self, name: str, value: object, now_s: float) -> None:
        """What was returned lies there no more: whoever looks sees nothing wrong any longer."""
        askew = self.floor.askew()
        super().hear(name, value, now_s)
        for step in sorted(askew - self.floor.askew()):
            if self.floor.looks.get(step) == WRONG:
                self._happened.append(Lies(step, "right"))

    def moment(self) -> Moment:
        """What can be said now."""
        done = self.floor.table.done()
        free = {step: leaf for step, leaf in self._steps.items() if step not in done}
        tasks = tuple(leaf for leaf in self._tasks if self.floor.steps.get(leaf) not in done)
        later = self._not_yet()
        return Moment(free, self._question, self._leaf or "", self._robots, tasks, later)

    def _not_yet(self) -> dict[str, str]:
        """Of steps that cannot be taken now, the leaf, and why."""
        news, later = self._later
        if news != self.floor.news:
            why = {leaf: self.floor.hinders(self._name, step) for step, leaf in self._steps.items()}
            later = {leaf: text for leaf, text in why.items() if text}
            self._later = self.floor.news, later
        return later

    def objection(self, wish: Wish) -> str | None:
        """What the rules of the collaboration say against it."""
        match wish:
            case Take(leaf=leaf):
                return self._not_yet().get(leaf)
            case Give(leaf=leaf, robot=robot) if leaf in self.floor.steps:
                return self.floor.hinders(self._name, self.floor.steps[leaf], robot) or None
        return None

    def _takes(self, leaf: str, now_s: float) -> None:
        """She goes and does it; no hand is simulated."""
        self.refused.pop(leaf, None)
        self.given.pop(leaf, None)
        self._leaf = leaf
        self._says(leaf, "take")

    def _puts_down(self) -> None:
        leaf, self._leaf = self._leaf, None
        if leaf is not None:
            self._says(leaf, "done")

    def _leaves(self, word: object) -> None:
        leaf, self._leaf = self._leaf, None
        if leaf is not None:
            self._says(leaf, "leave")

    def _turns_down(self, leaf: str, now_s: float) -> None:
        if leaf == self._leaf:
            self._leaf = None
        super()._turns_down(leaf, now_s)

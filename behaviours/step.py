"""``step``: one step of work that people and robots share out among themselves."""

from __future__ import annotations

from typing import Literal

from py_trees.common import Status

from cotree.behaviours.declare import behaviour
from cotree.behaviours.leaf import ActionLeaf
from cotree.behaviours.perform import PerformParams
from cotree.core.actions import Action, Perform
from cotree.core.belief import View
from cotree.core.resources import Need
from cotree.core.stopping import Stop
from cotree.core.work_facts import Does, at_work, does, outcome_of, placed
from cotree.core.work_steps import STEP

Doing = Literal["R1", "R3", "R4"]


@behaviour(STEP, params=PerformParams, short="what")
class WorkStep(ActionLeaf):
    """Do one step of work that people do, too: `steps` makes a task of these by itself.

    It is done when it is seen to be right, whoever did it.  What a person did wrongly is put right
    first, by whoever the plan says.

    ```yaml
    - step: {what: glue the lid, duration: 9 s}
    ```
    """

    params: PerformParams
    goal_lasts = True
    assigned = True
    act: Doing = "R1"
    """What it is to do: the step, a step that it was given, or to return what is wrong."""
    takes_s: float | None = None
    """How long that takes here; None: as long as is written."""
    rests = False
    """Whether what it was told is done, and it waits for what is next."""
    serial = 0

    def needs(self, view: View) -> tuple[Need, ...]:
        """What the YAML says, alone."""
        return tuple(Need(type_) for type_ in self.params.needs)

    def goal(self, view: View) -> bool:
        """Whether it is placed rightly."""
        seen = outcome_of(view.fact(placed(self.params.what)))
        return seen is not None and seen[0] == "right"

    def action(self) -> Action:
        """Perform it."""
        what = self.params.what
        return Perform(f"return {what}" if self.act == "R3" else what, self._lasts_s)

    @property
    def _lasts_s(self) -> float:
        return self.params.duration if self.takes_s is None else self.takes_s

    def initialise(self) -> None:
        """Begin, and say so."""
        super().initialise()
        self.rests = False
        self.serial += 1
        doing = Does(self.act, self.params.what, self._lasts_s, serial=self.serial)
        self.desk.tell(does(self.desk.robot), at_work(doing))

    def update(self) -> Status:
        """Wait for the end, say how it lies there, and wait until that is seen."""
        if self._id:
            status = super().update()
            if status is not Status.SUCCESS:
                return status
            self.rests = True
            self._says_so()
            return Status.RUNNING
        return Status.SUCCESS if self.goal(self.desk.view()) else Status.RUNNING

    def halt(self, how: Stop) -> bool:
        """It waits for nothing any more; what ended before it could be stopped is done."""
        ended = self.desk.ended(self._id) if self._id else None
        if ended is not None and ended.reason is None:
            self._says_so()
        self.rests = False
        return super().halt(how)

    def _says_so(self) -> None:
        """How it lies there now."""
        how = "returned" if self.act == "R3" else "right"
        self.desk.tell(placed(self.params.what), f"{how} {self.desk.robot}")

    def go_on(self, act: Doing, takes_s: float) -> None:
        """Do this next, without letting go of the step."""
        self.act, self.takes_s = act, takes_s
        self.initialise()

"""What a robot says to people about steps: that one is theirs, that it is not, that it refuses."""

from __future__ import annotations

from cotree.behaviours.desk import Desk
from cotree.core.actions import Perform
from cotree.core.sayings import wants
from cotree.core.work_facts import Does, at_work, does, refuses
from cotree.reallocation.lead_follow.collaboration.actions import Act
from cotree.reallocation.lead_follow.collaboration.table import Stage
from cotree.runtime.steps.floor import Floor
from cotree.runtime.steps.teller import Teller


class Words:
    """Says one thing after the other; each takes its time, and is heard at its end."""

    def __init__(self, desk: Desk, floor: Floor, teller: Teller) -> None:
        self._desk = desk
        self._floor = floor
        self._teller = teller
        self._saying: tuple[str, Act] | None = None
        """The action of the body, and what is said."""
        self._asked: dict[str, str] = {}
        """Steps that this robot has told a person are theirs."""
        self._serial = 0

    @property
    def busy(self) -> bool:
        """Whether it is saying something."""
        return self._saying is not None

    def say(self, act: Act, takes_s: float) -> None:
        """Begin to say it."""
        if takes_s <= 0.0:
            self._utter(act)
            return
        what = f"{'tell ' + act.to if act.to else 'refuse'}: {act.subtask}"
        self._saying = (self._desk.begin(Perform(what, takes_s)), act)
        self._serial += 1
        assert act.action in ("R2", "R6"), "only these words take time"
        doing = Does(act.action, act.subtask, takes_s, act.to, self._serial)
        self._teller.tell(does(act.agent), at_work(doing))

    def go_on(self) -> None:
        """It is said when its time is over."""
        if self._saying is None:
            return
        ended = self._desk.ended(self._saying[0])
        if ended is None:
            return
        act, self._saying = self._saying[1], None
        if ended.reason is None:
            self._utter(act)
        self._teller.tell(does(act.agent), "")

    def forget(self) -> None:
        """Want no more what is not theirs any more."""
        for step, person in list(self._asked.items()):
            piece = self._floor.table.pieces[step]
            if piece.stage is not Stage.ASSIGNED or piece.who != person:
                del self._asked[step]
                self._want(step, self._desk.robot, person, "")

    def _utter(self, act: Act) -> None:
        step = act.subtask
        match act.action:
            case "R2":
                self._asked[step] = act.to
                self._want(step, act.agent, act.to, f"please do {step}")
            case "R5":
                person = self._floor.table.pieces[step].who
                for robot in self._floor.problem.robots():
                    self._want(step, robot.id, person, "")
                self._asked.pop(step, None)
            case _:
                self._serial += 1
                self._teller.tell(refuses(act.agent, step), str(self._serial))

    def _want(self, step: str, robot: str, person: str, text: str) -> None:
        name = wants(robot, person, self._floor.paths[step])
        if text or self._floor.known(name):
            self._teller.tell(name, text)

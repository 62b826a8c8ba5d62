"""One teammate's typed door to the blackboard.

py_trees' blackboard is one dict for the whole process, and its displays and streams show it; so
every key of a teammate lives under the teammate's name (``/pr2/resources/left_arm/owners``), only
this door reads and writes them, and it knows who wrote a key last.

The two public trays of the desk are ``belief`` (in) and ``commands`` (out).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from py_trees.behaviour import Behaviour
from py_trees.blackboard import Blackboard  # noqa: TID251  (this is the door)

from cotree.behaviours.crewed import Crewed, Nobody
from cotree.behaviours.hands import Hands
from cotree.behaviours.suitability import Suitability
from cotree.core.actions import Action, Begin, Command, Ended, Halt, Tell
from cotree.core.alarms import Alarms
from cotree.core.belief import Belief, View
from cotree.core.mission import RobotModel
from cotree.core.places import SAME_PLACE_M
from cotree.core.reasons import Reason
from cotree.core.stopping import Stop
from cotree.core.wishes import Who, Wish

_MISSING = object()


class Inspection(NamedTuple):
    """A question to a checker that is asked away from the tick."""

    path: str
    asked_s: float
    ask: Callable[[], Reason | None]
    """Answers when it can, on whatever thread; may raise, or never come back."""


class Desk:
    """Everything that one teammate's tree reads and writes."""

    def __init__(self, robot: str, model: RobotModel | None = None) -> None:
        self.robot = robot
        self.model = model or RobotModel(robot, ())
        self.same_place_m = SAME_PLACE_M
        self.suitability = Suitability()
        """The mission's metric, and for which leaves this robot is shut by it."""
        self.hands = Hands()
        """What this robot's grippers hold, as far as can be seen."""
        self.crew: Crewed = Nobody()
        """Who acts with what, where jobs are done by whoever has the parts for them."""
        self.prefix = f"/{robot}/"
        self.belief = Belief()
        self.commands: list[Command] = []
        self.writers: dict[str, str] = {}
        self.heard: set[str] = set()
        """Ids of outcomes that somebody has read; they may be forgotten."""
        self.alarms: Alarms[Behaviour] = Alarms()
        """When nodes want to be ticked although nothing happened."""
        self.wishes: list[Wish] = []
        """Put there by this tick: work is to be shared out anew."""
        self.withdrawn: list[str] = []
        """Wishes that nobody has any more."""
        self.answers: dict[str, Reason | None] = {}
        """What became of wishes: why not, or None where they came true."""
        self.expected: dict[str, str | float | bool] = {}
        """What facts must be by what this robot did."""
        self.ways: dict[str, str] = {}
        """By node: the way that it drives, or will."""
        self.counted: dict[str, str | float | bool | None] | None = None
        """What the plan counts on: facts of ways and places, and others; None: on nothing."""
        self.turns: int = 0
        """Counts the changes of what is expected, and of the ways."""
        self.inspections: list[Inspection] = []
        """Put there by this tick: checkers that are to be asked away from it."""
        self.stopwatch: Callable[[], float] | None = None
        """In real time: measures what somebody else's code takes; never the time of the mission."""
        self._serial = 0

    # -- the blackboard ------------------------------------------------------------------------

    def read(self, key: str, default: Any = _MISSING) -> Any:
        """The value of this teammate's key; a missing key without a default raises KeyError."""
        value = Blackboard.storage.get(self.prefix + key, default)
        if value is _MISSING:
            raise KeyError(f"{self.prefix}{key} has not been written")
        return value

    def write(self, key: str, value: Any, by: str) -> None:
        """Set this teammate's key; ``by`` (a node's path) is remembered as its last writer."""
        Blackboard.storage[self.prefix + key] = value
        self.writers[key] = by

    def keys(self) -> list[str]:
        """This teammate's keys, sorted, without its name."""
        cut = len(self.prefix)
        return sorted(key[cut:] for key in Blackboard.storage if key.startswith(self.prefix))

    def clear(self) -> None:
        """Remove everything this teammate wrote."""
        for key in self.keys():
            del Blackboard.storage[self.prefix + key]
        self.writers.clear()

    # -- commands and their outcomes -----------------------------------------------------------

    @property
    def now_s(self) -> float:
        """The time of this tick."""
        return self.belief.now_s

    def begin(self, action: Action, resources: tuple[str, ...] = (), permit: str = "") -> str:
        """Order an action and return its id."""
        self._serial += 1
        id_ = f"{self.robot}.{self._serial}"
        self.commands.append(Begin(id_, self.robot, action, resources, permit))
        return id_

    def halt(self, id_: str, how: Stop) -> None:
        """Order that an action stops; ``ended`` tells when it has."""
        self.commands.append(Halt(id_, self.robot, how))

    def tell(self, name: str, value: str | float | bool) -> None:
        """Let all teammates know something under a name; what was told last counts."""
        self.commands.append(Tell(self.robot, name, value))

    def ended(self, id_: str) -> Ended | None:
        """How an action ended, or None while it goes on."""
        ended = self.belief.ended.get(id_)
        if ended is not None:
            self.heard.add(id_)
        return ended

    # -- wishes, and what must be so by now ----------------------------------------------------

    def wish(self, who: Who, path: str) -> str:
        """Wish that work is shared out anew, and return the id under which the answer will lie."""
        self._serial += 1
        id_ = f"{self.robot}.{self._serial}"
        self.wishes.append(Wish(id_, who, path, self.now_s))
        return id_

    def unwish(self, id_: str) -> None:
        """Nobody wishes that any more; an answer is dropped."""
        self.answers.pop(id_, None)
        self.withdrawn.append(id_)

    def expect(self, fact: str, value: str | float | bool) -> None:
        """By what was just done, this fact is so; the checker ``state`` notices if it is not."""
        if self.expected.get(fact) != value:
            self.expected[fact] = value
            self.turns += 1

    def takes(self, path: str, way: str | None) -> None:
        """The node at this path drives this way from now on, or will; None: it does not."""
        if self.ways.get(path) != way:
            if way is None:
                del self.ways[path]
            else:
                self.ways[path] = way
            self.turns += 1

    def counts(self, on: dict[str, str | float | bool | None] | None) -> None:
        """The plan counts on these facts from now on; None: there is none."""
        if on != self.counted:
            self.counted = on
            self.turns += 1

    def wake_at(self, node: Behaviour, time_s: float) -> None:
        """Ask for a tick at this time, whatever happens or does not, instead of an earlier wish."""
        self.alarms.set(node, time_s)

    def view(self) -> View:
        """The belief, to ask questions of."""
        return View(self.belief, self.robot, same_place_m=self.same_place_m)

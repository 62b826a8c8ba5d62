"""The base of every leaf: a py_trees behaviour that says what it needs before it runs.

A leaf answers questions while it waits (``needs``, ``potential``, ``ready``, ``goal``) and then
lives the py_trees life (``initialise``, ``update``, ``terminate``) with one more word, ``halt``.
Questions are pure: they look at a ``View`` and change nothing.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from py_trees.behaviour import Behaviour
from py_trees.common import Status

from cotree.behaviours.desk import Desk
from cotree.core.actions import Action
from cotree.core.belief import View
from cotree.core.reasons import Reason
from cotree.core.resources import Need
from cotree.core.steps import Step
from cotree.core.stopping import Stop
from cotree.team.metric import Score


class Leaf(Behaviour):
    """A behaviour of a task tree.

    The engine sets ``desk`` and ``path`` when the tree is attached to a teammate, and ``granted``
    (needs and the resources that answer them) before ``initialise``.
    """

    polled: ClassVar[bool] = True
    """Whether ``update`` must run every tick; False: only events and wake-ups concern it."""

    goal_lasts: ClassVar[bool] = False
    """Whether a goal that holds stays reached (an object at its place), so that seeing it is done;
    otherwise (a robot at a location) a held goal is only passed over, and only for now."""

    hands_on: ClassVar[bool] = False
    """Whether what it achieves is of use only to the robot that did it: where it stands, what it
    holds.  What comes next in the same ``then`` is this robot's work, too."""

    assigned: ClassVar[bool] = False
    """Whether who does it is found by a plan or by matching, not by claims alone.  A ``then`` with
    such a leaf is nobody's as a whole; nor is one with a subtree below that is matched."""

    if_unsure: ClassVar[Literal["redo", "resume", "ask"]] = "ask"
    """In a team, what to do when nobody knows whether it was done: do it from the start, look and
    do what is left, or ask a person.  A mission may say otherwise.  ``resume`` if its goal lasts,
    unless the class says something else."""

    permit = ""
    """In a team: under whose permit its motions are."""

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        if cls.goal_lasts and cls.if_unsure == "ask" and "if_unsure" not in vars(cls):
            cls.if_unsure = "resume"

    def __init__(self, name: str, params: Any = None) -> None:
        super().__init__(name)
        self.params = params
        self.desk: Desk = Desk("nobody")
        self.path = name
        self.granted: tuple[tuple[Need, str], ...] = ()
        self.reason: Reason | None = None

    # -- questions, asked while it waits -------------------------------------------------------

    def needs(self, view: View) -> tuple[Need, ...]:
        """The resources it runs on."""
        return ()

    def potential(self, view: View) -> float:
        """How suitable it is now; 0 or less: do not consider me."""
        return 1.0

    def score(self, view: View) -> Score | None:
        """What its potential is made of, for who asks why; None: not the mission's metric."""
        return None

    def ready(self, view: View) -> Reason | None:
        """Why it may not start yet, or None."""
        return None

    def goal(self, view: View) -> bool:
        """Whether what it is for already holds."""
        return False

    def step(self, view: View) -> Step | None:
        """What look-ahead should know of it; None: a tree with this leaf is not planned ahead."""
        return None

    # -- life ----------------------------------------------------------------------------------

    def update(self) -> Status:
        """One step; a leaf that only has an effect on start or no effect at all succeeds."""
        return Status.SUCCESS

    def halt(self, how: Stop) -> bool:
        """Stop; True once it has stopped.  Asked again every tick until then."""
        return True

    # -- helpers -------------------------------------------------------------------------------

    def fail(self, code: str, message: str, **data: Any) -> Status:
        """Note why and return FAILURE: ``return self.fail("slipped", "the cup slipped")``."""
        self.reason = Reason(code, message, data)
        return Status.FAILURE

    def resource(self, type_: str) -> str:
        """The name of the granted resource that answers the need of this type."""
        for need, name in self.granted:
            if need.type == type_:
                return name
        raise LookupError(f"{self.path} was granted no {type_}")


class ActionLeaf(Leaf):
    """A leaf that is one action of the body: it begins it, waits for its end, and can halt it."""

    polled = False

    def __init__(self, name: str, params: Any = None) -> None:
        super().__init__(name, params)
        self._id = ""
        """Of the action that goes on; empty when none does."""
        self._asked: Stop | None = None

    def action(self) -> Action:
        """The action to begin, asked once per execution."""
        raise NotImplementedError

    def initialise(self) -> None:
        """Begin the action."""
        self._asked = None
        self._id = self.desk.begin(
            self.action(), tuple(name for _, name in self.granted), self.permit
        )

    def update(self) -> Status:
        """Wait for the end."""
        ended = self.desk.ended(self._id)
        if ended is None:
            return Status.RUNNING
        self._id = ""
        if ended.reason is None:
            return Status.SUCCESS
        self.reason = ended.reason
        return Status.FAILURE

    def halt(self, how: Stop) -> bool:
        """Ask the body to stop and wait until it says that it has."""
        if not self._id or self.desk.ended(self._id) is not None:
            self._id = ""
            return True
        if self._asked is None or how > self._asked:
            self._asked = how
            self.desk.halt(self._id, how)
        return False

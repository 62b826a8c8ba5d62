"""``reallocate me``, ``reallocate team``: share work out anew."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from py_trees.common import Status

from cotree.behaviours.declare import behaviour, parameter
from cotree.behaviours.leaf import Leaf
from cotree.core.stopping import Stop
from cotree.core.wishes import Who


class Reallocating(Leaf):
    """Wishes that work is shared out anew, and waits for the answer."""

    polled = False
    who: ClassVar[Who] = "me"

    def __init__(self, name: str, params: Any = None) -> None:
        super().__init__(name, params)
        self._id = ""

    def initialise(self) -> None:
        """Wish."""
        self._id = self.desk.wish(self.who, self.path)

    def update(self) -> Status:
        """Wait for the answer."""
        if self._id not in self.desk.answers:
            return Status.RUNNING
        self.reason = self.desk.answers.pop(self._id)
        self._id = ""
        return Status.SUCCESS if self.reason is None else Status.FAILURE

    def halt(self, how: Stop) -> bool:
        """Wish it no more; nothing moves for it."""
        if self._id:
            self.desk.unwish(self._id)
            self._id = ""
        return True


@behaviour("reallocate me")
class ReallocateMe(Reallocating):
    """Decide anew what this robot does.

    The plan is dropped, claims on work that has not begun go back, what a blocked way has stopped
    goes back too, and what was lost is fetched again.  It fails with the code ``unchanged``
    if the disturbance is as it was.  It stands in reactions only.

    ```yaml
    - reallocate me
    ```
    """

    who = "me"


@behaviour("reallocate team")
class ReallocateTeam(Reallocating):
    """Give all work back to the team, stopping what runs; peers take over what is not done.

    It lasts as long as the disturbance: until then this robot asks for nothing.  Afterwards it
    takes part again.  A robot without teammates fails with the code ``alone``.  It stands in
    reactions only.

    ```yaml
    - reallocate team
    ```
    """

    who = "team"


@dataclass(frozen=True)
class ReallocateParams:
    """Parameters of ``reallocate``."""

    who: Who = parameter(
        "for this robot alone (me), by the whole team (team), or whichever costs less (cheaper)",
        default="cheaper",
    )


@behaviour("reallocate", params=ReallocateParams, short="who")
class Reallocate(Reallocating):
    """Decide anew: for this robot alone, by the whole team, or both, and the cheaper one is taken.

    What a robot's way costs is known where errands are planned as one sentence; in other tasks
    ``cheaper`` is the same as ``reallocate me``.

    ```yaml
    - reallocate
    - reallocate: team
    ```
    """

    def __init__(self, name: str, params: ReallocateParams) -> None:
        super().__init__(name, params)
        self.who = params.who  # type: ignore[misc]

"""What physically became of each piece of work, and what the team has written down about it."""

from __future__ import annotations

from collections.abc import Callable

from cotree.simulation.stage.motion import Motion
from cotree.team.ballots import ZERO, Ballot
from cotree.team.facts import Fact
from cotree.team.outline import Task
from cotree.team.progress import Progress


class Ledger:
    """By number of piece.

    A piece is *complete* from the moment somebody wrote down that it is done and it really was:
    only the robot that executes it knows which motion is the last one.
    """

    def __init__(
        self, task: Task, goal: Callable[[str], bool | None], *, optimistic: bool = False
    ) -> None:
        pieces = task.first_thing
        self.task = task
        self.epoch = [0] * pieces
        self.complete = [False] * pieces
        self.by_robot = [False] * pieces
        """Complete, and a robot has moved for it."""
        self.writers: list[set[str]] = [set() for _ in range(pieces)]
        """Who has written down that it is done."""
        self.token: list[Ballot] = [ZERO] * pieces
        """The highest under which it was moved on."""
        self.touched = [False] * pieces
        """Somebody moved on it, it is not complete, and nobody has looked since."""
        self.succeeded = [False] * pieces
        """Whether the last motion on it has really done what it was for."""
        self.looked: set[tuple[int, Ballot]] = set()
        """Under which tokens somebody has looked what became of it."""
        self.free = [optimistic and leaf.duplicate_safe for leaf in task.leaves]
        """Which pieces go on everywhere, cut off or not: doing them twice does no harm."""
        self.progress = Progress(task, self.complete.__getitem__)
        self._goal = goal
        self._number: dict[str, int] = {}

    def number(self, path: str) -> int | None:
        """The piece to which a path belongs, or None."""
        if path not in self._number:
            here = path
            while here and here not in self.task.number:
                here = here.rpartition("/")[0]
            self._number[path] = self.task.number.get(here, -1)
        number = self._number[path]
        return number if 0 <= number < self.task.first_thing else None

    def begins(self, piece: int, token: Ballot) -> None:
        """A robot moves on it."""
        self.token[piece] = max(token, self.token[piece])
        if not self.free[piece]:
            self.succeeded[piece] = False
        if not self.complete[piece]:
            self.touched[piece] = True

    def ends(self, piece: int, motion: Motion, done: bool) -> None:
        """The motion is over."""
        if self.free[piece]:
            self.succeeded[piece] = done or self.succeeded[piece]
        elif motion.token >= self.token[piece]:
            self.succeeded[piece] = done

    def verified(self, piece: int, token: Ballot, *, untouched: bool) -> None:
        """Somebody has looked."""
        self.looked.add((piece, token))
        if untouched:
            self.touched[piece] = False

    def write(self, robot: str, fact: Fact) -> bool:
        """Somebody writes down a fact; False when it says done and that is not the case."""
        piece = fact.leaf
        epoch = fact.mark // 3
        if epoch > self.epoch[piece]:
            self._open(piece, epoch)
        if not fact.done or epoch < self.epoch[piece]:
            return True
        self.writers[piece].add(robot)
        if self.complete[piece]:
            return True
        if not self.really_done(piece):
            return False
        self.complete[piece] = True
        self.by_robot[piece] = self.touched[piece]
        self.touched[piece] = False
        self.progress.finished(piece)
        return True

    def really_done(self, piece: int) -> bool:
        """Its lasting goal holds, or, where nobody can see that, its last motion succeeded."""
        holds = self._goal(self.task.leaves[piece].path)
        return self.succeeded[piece] if holds is None else holds

    def forget(self) -> None:
        """Nobody knows any more what was promised."""
        self.token = [ZERO] * len(self.token)

    def _open(self, piece: int, epoch: int) -> None:
        self.epoch[piece] = epoch
        self.writers[piece].clear()
        self.succeeded[piece] = False
        self.by_robot[piece] = False
        if self.complete[piece]:
            self.complete[piece] = False
            self.progress.rebuild()

"""Checks the invariants of the team against what physically moves on stage.

The rules are those of ``specs/coordination.md`` 2.6; the swarm's monitor checks the same ones where
work is only time.  A monitor sees everything and tells nobody.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

import msgspec

from cotree.core.changes import Change, ClaimChange
from cotree.simulation.stage.ledger import Ledger
from cotree.simulation.stage.looks import KEPT, Looks
from cotree.simulation.stage.motion import Motion
from cotree.team.ballots import Ballot
from cotree.team.conflicts import Conflicts
from cotree.team.durable import Durable
from cotree.team.effects import Outcome
from cotree.team.facts import Fact
from cotree.team.mirror.script import Act, Deed
from cotree.team.outline import Task


class Broken(msgspec.Struct, frozen=True):
    """One broken invariant."""

    rule: str
    at_s: float
    robot: str
    piece: str
    what: str

    def __str__(self) -> str:
        return f"{self.at_s:.3f} s {self.rule}: {self.robot} at {self.piece}: {self.what}"


def _nothing_seen(piece: str) -> bool | None:
    return None


def _kept(piece: int) -> bool:
    return True


def _nobody_known(robot: str, piece: str) -> bool:
    return False


class Monitor:
    """Listens to a stage (``stage.listen``), and to what is stored and verified.

    ``optimistic`` is the policy of that name.  ``kept`` says whether any disk knows a piece done,
    ``goal`` whether its lasting goal physically holds (``Goals.holds``), ``knows`` whether a robot
    knows of a person at it; a robot that learns of one has ``stops_s`` to stop (a tick and its stop
    time).  A person who has had an object in hand for ``notice_s`` must have been noticed by all.
    """

    def __init__(
        self,
        task: Task,
        *,
        optimistic: bool = False,
        kept: Callable[[int], bool] = _kept,
        goal: Callable[[str], bool | None] = _nothing_seen,
        knows: Callable[[str, str], bool] = _nobody_known,
        stops_s: float = 0.6,
        notice_s: float = math.inf,
    ) -> None:
        self.broken: list[Broken] = []
        self.ledger = Ledger(task, goal, optimistic=optimistic)
        self.motions: dict[str, tuple[int, Motion]] = {}
        self._task = task
        self._kept = kept
        self._conflicts = Conflicts(task)
        self._things = frozenset(task.things)
        self._knows = knows
        self._stops_s = stops_s
        self._notice_s = notice_s
        self._in_hand: dict[str, tuple[int, float]] = {}
        """What each person has in hand, since when."""
        self._looks = Looks()
        self._known_s: dict[tuple[str, int], float] = {}
        """Since when a robot that moves knows of a person there."""

    # -- what it listens to --------------------------------------------------------------------

    def begins(self, motion: Motion, true_s: float) -> None:
        """A robot begins to move."""
        piece = self.ledger.number(motion.piece)
        if piece is None:
            return
        say = _Speaker(self.broken, true_s, motion.robot, self._task.leaves[piece].path)
        for other, theirs in self.motions.values():
            self._beside(say, piece, motion, other, theirs)
        self._in_order(say, piece)
        if not self.ledger.free[piece]:
            self._after_done(say, piece, motion)
        self._with_people(say, piece, motion, true_s)
        if motion.token < self.ledger.token[piece] and not self.ledger.free[piece]:
            say("I8", f"token {motion.token} after {self.ledger.token[piece]}")
        self.ledger.begins(piece, motion.token)
        self.motions[motion.begin.id] = (piece, motion)

    def ends(self, motion: Motion, done: bool, true_s: float) -> None:
        """It does not move any more."""
        ended = self.motions.pop(motion.begin.id, None)
        if ended is not None:
            self.ledger.ends(ended[0], motion, done)

    def acts(self, person: str, act: Act, true_s: float) -> None:
        """A person begins to do something."""
        piece = self.ledger.number(act.leaf)
        if act.deed is Deed.TAKES and piece is not None:
            self._in_hand[person] = (piece, true_s)
        elif act.deed in (Deed.PLACES, Deed.WITHDRAWS):
            self._in_hand.pop(person, None)

    # -- what it is told -----------------------------------------------------------------------

    def stored(self, robot: str, records: Iterable[Durable], true_s: float) -> None:
        """A robot writes down what it holds for true."""
        for record in records:
            fact = record.value
            if not isinstance(fact, Fact) or self._task.is_thing(fact.leaf):
                continue
            if not self.ledger.write(robot, fact):
                say = _Speaker(self.broken, true_s, robot, self._task.leaves[fact.leaf].path)
                say("I9", "is written down as done, and it is not")

    def told(self, robot: str, changes: Iterable[Change]) -> None:
        """What a robot tells of its claims: whether it has looked before it began."""
        for change in changes:
            if not isinstance(change, ClaimChange):
                continue
            found = self._looks.told(robot, change)
            if found is not None and (found != KEPT or self._moved_last(robot, change.piece)):
                untouched = found == Outcome.UNTOUCHED.value
                self.verified(robot, change.piece, change.token, untouched=untouched)

    def _moved_last(self, robot: str, path: str) -> bool:
        piece = self.ledger.number(path)
        return piece is not None and self.ledger.token[piece][1] == robot

    def verified(self, robot: str, path: str, token: Ballot, *, untouched: bool) -> None:
        """A robot has looked what became of a piece that somebody left."""
        piece = self.ledger.number(path)
        if piece is not None:
            self.ledger.verified(piece, token, untouched=untouched)

    def forgets(self) -> None:
        """All disks are lost: the team begins anew."""
        self.ledger.forget()

    def look(self, true_s: float) -> None:
        """To be called after each tick: who knows of a person and moves on must be stopping."""
        known: dict[tuple[str, int], float] = {}
        for piece, motion in self.motions.values():
            path, key = self._task.leaves[piece].path, (motion.robot, piece)
            if not self._knows(motion.robot, path):
                continue
            known[key] = self._known_s.get(key, true_s)
            if true_s - known[key] > self._stops_s:
                say = _Speaker(self.broken, true_s, motion.robot, path)
                say("I6b", "goes on although it knows of a person")
                known[key] = math.inf  # once is enough
        self._known_s = known

    # -- rules ---------------------------------------------------------------------------------

    def _beside(
        self, say: _Speaker, piece: int, motion: Motion, other: int, theirs: Motion
    ) -> None:
        things = self._things & set(motion.begin.resources) & set(theirs.begin.resources)
        if other == piece:
            if theirs.robot != motion.robot and not self.ledger.free[piece]:
                say("I1", f"{theirs.robot} moves on it")
        elif self._rivals(piece, other):
            path = self._task.leaves[other].path
            say("I2a", f"{theirs.robot} moves on the alternative {path}")
        if things and theirs.robot != motion.robot:
            say("I3", f"{', '.join(sorted(things))} is used by {theirs.robot}")

    def _rivals(self, one: int, other: int) -> bool:
        """Whether two pieces are in different branches of an ``or``."""
        mine = {node.number: index for node, index in self._conflicts.alternatives(one)}
        theirs = {node.number: index for node, index in self._conflicts.alternatives(other)}
        return any(mine[node] != theirs[node] for node in mine.keys() & theirs.keys())

    def _in_order(self, say: _Speaker, piece: int) -> None:
        ledger = self.ledger
        for node, own in self._task.above(piece):
            if node.kind == "then":
                for index in range(own):
                    if not ledger.progress.is_complete(node.children[index]):
                        say("I4", f"comes after step {index + 1}, which is not done")
            elif node.kind == "or":
                self._only_branch(say, piece, range(node.first, node.end))

    def _only_branch(self, say: _Speaker, piece: int, leaves: range) -> None:
        """No branch is entered after work was done in another, unless a person has mixed them."""
        ledger = self.ledger
        for other in leaves:
            if ledger.complete[other] and ledger.by_robot[other] and self._rivals(piece, other):
                say("I2b", f"the alternative {self._task.leaves[other].path} is done already")

    def _after_done(self, say: _Speaker, piece: int, motion: Motion) -> None:
        ledger = self.ledger
        looked = (piece, motion.token) in ledger.looked
        if ledger.complete[piece]:
            if self._task.leaves[piece].repair == "redo" and not self._kept(piece):
                return  # it went with the disks of all who knew
            knew = motion.robot in ledger.writers[piece]
            if knew or (ledger.by_robot[piece] and not looked):
                say("I5", "is done already")
        elif ledger.touched[piece] and motion.token > ledger.token[piece] and not looked:
            say("I7", "was left unfinished, and nobody has looked")

    def _with_people(self, say: _Speaker, piece: int, motion: Motion, true_s: float) -> None:
        if self._knows(motion.robot, self._task.leaves[piece].path):
            say("I6a", "starts where it knows a person to be")
        for person, (at, since_s) in self._in_hand.items():
            if at == piece and true_s - since_s > self._notice_s:
                say("I6c", f"starts although {person} has had it in hand since {since_s:g} s")


class _Speaker:
    """Notes what is broken here and now."""

    def __init__(self, broken: list[Broken], at_s: float, robot: str, piece: str) -> None:
        self._broken, self._here = broken, (at_s, robot, piece)

    def __call__(self, rule: str, what: str) -> None:
        """This rule is broken."""
        self._broken.append(Broken(rule, *self._here, what))

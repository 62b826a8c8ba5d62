"""What the records of a team's processes prove together, on one time for all.

Each process writes on its own clock.  A letter is in the record of whoever sent it and of whoever
heard it, so two clocks differ by half of what the quickest letters there and back seem to take.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import TypeAlias

from cotree.core.actions import Begin, Carry, Command, Ended, Permit, Release
from cotree.core.changes import ClaimChange
from cotree.runtime.messages import Born, Heard, Message, Said, Told
from cotree.runtime.read import read
from cotree.runtime.record import RecordError
from cotree.team.messages import Letter

BLUR_S = 0.1
"""So well are the clocks of two records compared: two ticks."""
TICK_S = 0.05
"""Between two looks at what came: a letter waits so long, whatever the machine does."""
STEPS = 4
"""A takeover waits for so many ticks, of the heir or of a voter: a voter sees that the lease is
over, the heir asks, the voter answers, the heir begins."""
Stamp: TypeAlias = tuple[str, int, int]
"""Tells a letter from every other one: sender, its incarnation, number."""


@dataclasses.dataclass
class Deed:
    """One execution of one leaf; times are on the clock of its record."""

    robot: str
    leaf: str
    begun_s: float
    permit_s: float = 0.0
    """Until when the guard lets it go on."""
    ended_s: float | None = None
    """When the robot knew that it was over; a sleeper knows that late."""
    done: bool = False

    @property
    def until_s(self) -> float:
        """When it has surely ended."""
        return self.permit_s if self.ended_s is None else min(self.ended_s, self.permit_s)


class Life:
    """One process's own account; also that of a whole team in one process, for what was done."""

    def __init__(self, messages: Iterable[Message]) -> None:
        self.robot = ""
        self.deeds: list[Deed] = []
        self.pieces: set[str] = set()
        """What it has claimed."""
        self.sent: dict[Stamp, float] = {}
        self.heard: dict[Stamp, float] = {}
        self._going: dict[str, Deed] = {}
        self._permits: dict[str, float] = {}
        for message in messages:
            self._read(message)

    @property
    def executed(self) -> Counter[str]:
        """How often each leaf was executed to its end."""
        return Counter(deed.leaf for deed in self.deeds if deed.done)

    def last_heard_s(self, robot: str, before_s: float) -> float:
        """When it heard the last letter of a robot, before some time."""
        return max(t for stamp, t in self.heard.items() if stamp[0] == robot and t < before_s)

    def _read(self, message: Message) -> None:
        match message:
            case Born():
                self.robot = message.robot
            case Said():
                self._said(message.letter, message.t)
            case Told():
                claims = (each for each in message.changes if isinstance(each, ClaimChange))
                self.pieces.update(each.piece for each in claims)
                for command in message.commands:
                    self._told(command, message.t)
            case Heard():
                for event in message.events:
                    if isinstance(event, Ended) and (deed := self._going.pop(event.id, None)):
                        deed.ended_s, deed.done = message.t, event.reason is None
            case _:
                pass

    def _said(self, letter: Letter, t: float) -> None:
        place = self.sent if letter.sender == self.robot else self.heard
        place.setdefault((letter.sender, letter.boot, letter.n), t)

    def _told(self, command: Command, t: float) -> None:
        if isinstance(command, Begin) and command.piece:
            self._going[command.id] = Deed(self.robot, command.piece, t)
            self.deeds.append(self._going[command.id])
            self._permit(command.piece, self._permits.get(command.piece, t))
        elif isinstance(command, Permit):
            self._permits[command.piece] = command.until_s
            self._permit(command.piece, command.until_s)

    def _permit(self, leaf: str, until_s: float) -> None:
        for deed in self._going.values():
            if deed.leaf == leaf:
                deed.permit_s = max(deed.permit_s, until_s)


@dataclasses.dataclass(frozen=True)
class Takeover:
    """From the last sign of life of a robot until another one began its leaf."""

    took_s: float
    late_s: float
    """So long a letter between the heir and the rest of the team was held up meanwhile, at most: by
    a machine that did other things than to let its reader tick."""

    @property
    def own_s(self) -> float:
        """What the team took for itself: each step may have waited for one such tick."""
        return self.took_s - STEPS * self.late_s


class Evidence:
    """All records in a folder, or some of them."""

    def __init__(self, folder: Path, pattern: str = "*.mcap") -> None:
        self.lives = [Life(written(path)) for path in sorted(folder.glob(pattern))]

    @property
    def executed(self) -> Counter[str]:
        """How often each leaf was executed to its end, by whomever."""
        return sum((life.executed for life in self.lives), Counter())

    def takeover(self, robot: str, word: str) -> Takeover:
        """How a leaf of a robot that was heard no more was begun by another one."""
        for life in self.lives:
            deed = next((deed for deed in life.deeds if word in deed.leaf), None)
            if deed is not None and life.robot != robot:
                since_s = life.last_heard_s(robot, deed.begun_s)
                others = [each for each in self.lives if each.robot not in (robot, life.robot)]
                late_s = [_late_s(life, each, since_s, deed.begun_s) for each in others]
                return Takeover(deed.begun_s - since_s, max(late_s, default=0.0))
        raise AssertionError(f"nobody else has done {word}")

    def overlaps(self) -> list[str]:
        """Where two robots may have executed the same piece of work at once."""
        found: list[str] = []
        pieces = {piece for life in self.lives for piece in life.pieces}
        for one, other in combinations(self.lives, 2):
            ahead_s = _ahead_s(one, other)
            if one.robot == other.robot or ahead_s is None:
                continue
            for mine, yours in _same_piece(one.deeds, other.deeds, pieces):
                starts_s = max(mine.begun_s + ahead_s, yours.begun_s)
                common_s = min(mine.until_s + ahead_s, yours.until_s) - starts_s
                if common_s > BLUR_S:
                    found.append(f"for {common_s:.3f} s: {mine} and {yours}, {ahead_s:.3f} s ahead")
        return found


def _same_piece(
    some: Iterable[Deed], others: Iterable[Deed], pieces: set[str]
) -> Iterator[tuple[Deed, Deed]]:
    others = list(others)
    for one in some:
        for other in others:
            if _piece(one.leaf, pieces) == _piece(other.leaf, pieces):
                yield one, other


def _piece(leaf: str, pieces: set[str]) -> str:
    """The piece of work that a leaf belongs to."""
    whole = [piece for piece in pieces if leaf == piece or leaf.startswith(f"{piece}/")]
    return max(whole, key=len, default=leaf)


def _ahead_s(one: Life, other: Life) -> float | None:
    """What to add to the times of one record for those of the other; None: they never spoke."""
    there_s, back_s = _quickest(one.sent, other.heard), _quickest(other.sent, one.heard)
    return None if there_s is None or back_s is None else (there_s - back_s) / 2


def _quickest(sent: Mapping[Stamp, float], heard: Mapping[Stamp, float]) -> float | None:
    return min((heard[stamp] - sent[stamp] for stamp in sent.keys() & heard), default=None)


def _late_s(one: Life, other: Life, since_s: float, until_s: float) -> float:
    """How much longer than the quickest letter one took, there or back, in a time of the first."""
    worst_s = 0.0
    for sent, heard, clock in (
        (one.sent, other.heard, one.sent),
        (other.sent, one.heard, one.heard),
    ):
        quickest_s = _quickest(sent, heard)
        for stamp in sent.keys() & heard:
            if quickest_s is not None and since_s <= clock[stamp] <= until_s:
                worst_s = max(worst_s, heard[stamp] - sent[stamp] - quickest_s - TICK_S)
    return worst_s


def written(path: Path) -> Sequence[Message]:
    """What a process wrote; nothing when it was killed before it could say what it is."""
    try:
        return read(path).messages
    except RecordError:
        return ()


def placed(path: Path) -> Counter[str]:
    """How often each object was put down, by one record."""
    return placed_in(written(path))


def placed_in(messages: Iterable[Message]) -> Counter[str]:
    """How often each object was put down, by whomever."""
    begun: dict[tuple[str, str], str] = {}
    found: Counter[str] = Counter()
    for message in messages:
        if isinstance(message, Born):  # a new process counts its actions anew
            begun = {key: what for key, what in begun.items() if key[0] != message.robot}
        elif isinstance(message, Told):
            for command in message.commands:
                if isinstance(command, Begin) and isinstance(command.action, Release | Carry):
                    begun[message.robot, command.id] = command.action.object
        elif isinstance(message, Heard):
            for event in message.events:
                if isinstance(event, Ended) and event.reason is None:
                    what = begun.pop((message.robot, event.id), None)
                    found.update([] if what is None else [what])
    return found

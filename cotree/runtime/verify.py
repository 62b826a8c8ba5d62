"""Doing a recorded run again: the same events must give the same bytes."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from typing import TypeAlias

import msgspec

from cotree.runtime.executor import Executor
from cotree.runtime.messages import Born, Heard, Said, Told, encode
from cotree.runtime.read import Recording
from cotree.runtime.record import RecordError
from cotree.team import messages as letters
from cotree.team.durable import Key, Value, disk_of, keep, remember

Boots: TypeAlias = Callable[[Born], Executor]
"""How a robot's process comes to life."""


class Difference(msgspec.Struct, frozen=True, omit_defaults=True):
    """The first tick that came out differently."""

    n: int
    t: float
    recorded: str
    replayed: str
    robot: str = ""
    """Of a team: whose tick it was."""


class Verdict(msgspec.Struct, frozen=True):
    """What came of it."""

    ticks: int
    """Ticks that were done again."""
    same: int
    """Ticks whose bytes were the same."""
    first: Difference | None
    damage: str = ""
    """Why the record has no more ticks, although the run may have had."""

    @property
    def equal(self) -> bool:
        """Whether all ticks were the same."""
        return self.same == self.ticks

    @property
    def ok(self) -> bool:
        """Whether they were, and nothing of the record is missing."""
        return self.equal and not self.damage


def verify(recording: Recording, executor: Executor) -> Verdict:
    """Do every tick of the one robot again and compare what it told."""
    return _verdict(recording, {"": _Process(executor, {})}, lambda born: executor)


def verify_team(recording: Recording, boots: Boots) -> Verdict:
    """Do every tick of every process again; compare what it told, said, and left on its disk."""
    return _verdict(recording, {}, boots)


@dataclasses.dataclass
class _Tick:
    """What a record knows of one tick."""

    heard: Heard
    place: int
    """Counts the ticks of the record."""
    told: bytes = b""
    said: list[bytes] = dataclasses.field(default_factory=list)
    last: bool = True
    """The process may have ended before it had sent all its letters."""

    def difference(self, told: bytes, said: list[bytes]) -> Difference | None:
        """Compare it with what the same tick gives now."""
        if told != self.told:
            return self._differs(self.told, told)
        if self.last:
            said = said[: len(self.said)]
        return None if said == self.said else self._differs(_list(self.said), _list(said))

    def _differs(self, recorded: bytes, replayed: bytes) -> Difference:
        heard = self.heard
        return Difference(heard.n, heard.t, recorded.decode(), replayed.decode(), heard.robot)


def _list(texts: list[bytes]) -> bytes:
    return b"[" + b",".join(texts) + b"]"


def _ticks(recording: Recording) -> Iterator[Born | _Tick]:
    """Births, and ticks as soon as all is read that they told; in order for each robot."""
    now: dict[str, _Tick] = {}
    """The last tick of each robot."""
    place = 0
    for message in recording.messages:
        match message:
            case Born(robot=robot):
                if robot in now:
                    yield now.pop(robot)
                yield message
            case Heard(robot=robot):
                if robot in now:
                    now[robot].last = False
                    yield now[robot]
                place += 1
                now[robot] = _Tick(message, place)
            case Told(robot=robot) if robot in now:
                now[robot].told = encode(message)
            case Said(letter=letter) if letter.sender in now:
                now[letter.sender].said.append(letters.encode(letter))
    for tick in now.values():
        if not (recording.cut and tick.place == place and not tick.told):
            yield tick  # of the very last one the cut may have taken what it told


class _Process:
    """One incarnation of a robot, done again; it leaves its disk to the next one."""

    def __init__(self, executor: Executor, disk: dict[Key, Value]) -> None:
        self.disk = disk
        self._executor = executor

    def again(self, tick: _Tick) -> Difference | None:
        """Do a tick again; what is different."""
        told = self._executor.replay(tick.heard)
        said: list[bytes] = []
        accord = self._executor.accord
        if accord is not None:
            durable, accord.durable = accord.durable, []
            keep(self.disk, durable)
            said = [letters.encode(letter) for letter in accord.letters]
            accord.letters = []
        return tick.difference(encode(told) if told.changes or told.commands else b"", said)


def _disk(born: Born, before: _Process | None) -> tuple[dict[Key, Value], Difference | None]:
    """The disk that a process finds, and what is wrong with it; it may have been lost.

    What the first process of a record finds was written before the record begins.
    """
    if before is None:
        return ({} if born.memory is None else disk_of(born.memory)), None
    disk = {} if born.memory is None else before.disk
    memory = remember(disk) if disk else None
    if memory == born.memory:
        return disk, None
    recorded, replayed = (msgspec.json.encode(each).decode() for each in (born.memory, memory))
    return disk, Difference(0, born.clock_s, recorded, replayed, born.robot)


def _verdict(recording: Recording, processes: dict[str, _Process], boots: Boots) -> Verdict:
    flaws: dict[str, Difference] = {}
    """Disks that were not as they should be; they count with the next tick."""
    ticks = same = 0
    first: tuple[int, Difference] | None = None
    for each in _ticks(recording):
        if isinstance(each, Born):
            disk, flaw = _disk(each, processes.get(each.robot))
            processes[each.robot] = _Process(boots(each), disk)
            flaws |= {each.robot: flaw} if flaw is not None else {}
            continue
        robot = each.heard.robot
        if robot not in processes:
            raise RecordError(f"the record has a tick of '{robot}', whose process never began")
        difference = flaws.pop(robot, processes[robot].again(each))
        ticks += 1
        if difference is None:
            same += 1
        elif first is None or each.place < first[0]:
            first = each.place, difference
    return Verdict(ticks, same, None if first is None else first[1], recording.cut)

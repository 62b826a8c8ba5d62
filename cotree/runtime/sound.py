"""Whether the messages of a record belong together: whoever reads one may rely on it.

A record may come from a stranger, or from a fault: a tree in which a node lies below one that is
not there, somebody who lives and is no teammate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from cotree.runtime.messages import Born, Heard, Hello, Message, Node, Team, Told, Tree

T = TypeVar("T")


def soundly(
    unpack: Callable[[str, bytes], Iterable[T]], message_of: Callable[[T], Message | None]
) -> Callable[[str, bytes], Iterator[T]]:
    """Unpacks a whole record, and checks each message of it."""
    sound = Sound()

    def checked(topic: str, data: bytes) -> Iterator[T]:
        for each in unpack(topic, data):
            message = message_of(each)
            if message is not None:
                sound.check(message)
            yield each

    return checked


class Sound:
    """Follows a record from its beginning."""

    def __init__(self) -> None:
        self._hello: Hello | None = None
        self._robots: frozenset[str] | None = None
        """None: it has not said who takes part."""

    def check(self, message: Message) -> None:
        """ValueError, if it says what cannot be, after all that was said before."""
        match message:
            case Hello():
                if self._hello is not None:
                    raise ValueError("it begins twice")
                self._hello = message
            case Tree(nodes=nodes):
                _check_tree(nodes)
            case Team(members=members):
                self._robots = frozenset(each.name for each in members if each.robot is not None)
            case Born(robot=robot):
                if self._robots is not None and robot not in self._robots:
                    raise ValueError(f"a robot '{robot}' begins, which the team does not have")
            case Heard(robot=robot) | Told(robot=robot):
                self._check_tick(robot, message)

    def _check_tick(self, robot: str, message: Heard | Told) -> None:
        if self._hello is None or self._robots is None:
            raise ValueError("there is a tick before anybody is known")
        if robot and robot not in self._robots and not self._hello.robot:
            raise ValueError(f"a robot '{robot}' ticks, which the team does not have")


def _check_tree(nodes: tuple[Node, ...]) -> None:
    for index, node in enumerate(nodes):
        if not (0 <= node.parent < index or (index == 0 and node.parent == -1)):
            raise ValueError(f"node '{node.path}' lies below one that is not there")

"""How one robot stands, as its own tree sees it: what a monitor is shown."""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Iterable
from typing import TypeAlias

import msgspec

from cotree.core.actions import Event, FactSeen
from cotree.core.changes import Change, GrownChange, NodeChange, NodeState, ResourceChange
from cotree.runtime.messages import Born, Heard, Hello, Message, Node, Told, Tree
from cotree.viewer.groot2.tree_xml import title_of, xml_of
from cotree.viewer.groot2.wire import (
    FROM,
    MOST_NODES,
    STATES,
    STATUS,
    TREE_BYTES,
    State,
    transition,
)
from cotree.viewer.words import plain

Value: TypeAlias = str | float | bool | None
MOST_TRANSITIONS = 1000
"""The newest are kept, as long as nobody asks for them."""
MOST_VALUES, LONGEST = 2000, 600


class Picture:
    """Takes the messages of a run; shows one robot of a team, or the only one."""

    def __init__(self, robot: str) -> None:
        self.robot = robot
        self.title = "mission"
        self._nodes: list[Node] = []
        self._number: dict[str, int] = {}
        self._state: list[State] = []
        self._statuses = bytearray()
        self._values: dict[str, Value] = {}
        self._transitions: deque[bytes] = deque(maxlen=MOST_TRANSITIONS)
        self._since_us: int | None = None
        self._drawn: tuple[str, bytes] | None = None
        """The tree and its identity; None: another one since somebody asked."""

    # -- what a monitor is shown ---------------------------------------------------------------

    @property
    def xml(self) -> str:
        """The tree as it is now."""
        return self._drawing()[0]

    @property
    def tree_id(self) -> bytes:
        """Another one for each other tree, so that a monitor asks for that again."""
        return self._drawing()[1]

    @property
    def statuses(self) -> bytes:
        """Number and state of every node."""
        return bytes(self._statuses)

    @property
    def values(self) -> bytes:
        """What it knows and what it uses, by name, as MessagePack."""
        return msgspec.msgpack.encode(self._values)

    def has(self, number: int) -> bool:
        """Whether a node has this number."""
        return 1 <= number <= len(self._nodes)

    def record(self, since_us: int | None) -> None:
        """Keep transitions from this time on; None: no longer."""
        self._since_us = since_us
        if since_us is not None:
            self._transitions.clear()

    def transitions(self) -> bytes:
        """Those since the last call."""
        found = b"".join(self._transitions)
        self._transitions.clear()
        return found

    # -- what happens --------------------------------------------------------------------------

    def take(self, message: Message, now_us: int) -> None:
        """Go on with a message, which came at this time."""
        match message:
            case Hello(mission=mission):
                self.title, self._drawn = title_of(mission), None
            case Tree(nodes=nodes):
                self._plant(nodes)
            case Born(robot=self.robot):
                self._begin()
            case Heard() if self._is_mine(message.robot):
                self._hear(message.events)
            case Told() if self._is_mine(message.robot):
                for change in message.changes:
                    self._change(change, now_us)

    def _is_mine(self, robot: str) -> bool:
        return robot in ("", self.robot)

    def _plant(self, nodes: Iterable[Node]) -> None:
        self._nodes, self._number, self._state = [], {}, []
        self._statuses.clear()
        for node in nodes:
            self._add(node)

    def _add(self, node: Node) -> None:
        if len(self._nodes) >= MOST_NODES:
            return
        self._nodes.append(node)
        self._number[node.path] = len(self._nodes)
        self._state.append(State.IDLE)
        self._statuses += STATUS.pack(len(self._nodes), State.IDLE)
        self._drawn = None

    def _drawing(self) -> tuple[str, bytes]:
        if self._drawn is None:
            xml = xml_of(self.title, self._nodes)
            self._drawn = xml, _identity(f"{self.robot}\n{xml}")
        return self._drawn

    def _begin(self) -> None:
        """A new process knows nothing of what the old one did."""
        self._plant(list(self._nodes))
        self._values.clear()

    def _hear(self, events: Iterable[Event]) -> None:
        for event in events:
            if isinstance(event, FactSeen):
                self._put(event.name, event.value)

    def _change(self, change: Change, now_us: int) -> None:
        match change:
            case NodeChange(path=path, state=state) if path in self._number:
                self._turn(self._number[path], state, now_us)
            case ResourceChange(name=name, owners=owners, load=load):
                holds = f" (holds {load})" if load else ""
                self._put(f"resource {name}", f"{', '.join(owners) or 'free'}{holds}")
            case GrownChange():
                self._grow(change)

    def _turn(self, number: int, node_state: NodeState, now_us: int) -> None:
        before, state = self._state[number - 1], STATES[node_state]
        self._state[number - 1] = state
        shown = int(state)
        if node_state is NodeState.INACTIVE:
            if before is State.IDLE:
                return  # it goes on to show what it was before that
            shown = FROM + before if before is not State.SKIPPED else shown
        STATUS.pack_into(self._statuses, (number - 1) * STATUS.size, number, shown)
        if self._since_us is not None and state is not before:
            self._transitions.append(transition(now_us - self._since_us, number, state))

    def _grow(self, change: GrownChange) -> None:
        for twig in change.twigs:
            if twig.path not in self._number and twig.above in self._number:
                above = self._number[twig.above] - 1
                self._add(Node(twig.path, twig.word, twig.name, above))

    def _put(self, name: str, value: Value) -> None:
        if name in self._values or len(self._values) < MOST_VALUES:
            self._values[name] = plain(value)[:LONGEST] if isinstance(value, str) else value


def _identity(text: str) -> bytes:
    """As random as a UUID, and the same for the same text."""
    digest = bytearray(hashlib.sha256(text.encode()).digest()[:TREE_BYTES])
    digest[6] = digest[6] & 0x0F | 0x40
    digest[8] = digest[8] & 0x3F | 0x80
    return bytes(digest)

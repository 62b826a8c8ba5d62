"""What a team does not tell, out of the mission's file of who looks on: its text.

The text has the lines that nodes come from, and the places and ways of the map.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from cotree.runtime.messages import Hello, Message, Tree

OTHER = (
    "the mission's file here is not the one that the team runs: no lines, places and ways are shown"
)
NONE = "a team does not tell its mission's text: name the MISSION to see its lines, places and ways"


class Completing:
    """Puts the text where it is missing, if it is of the same tree."""

    def __init__(
        self, own: tuple[Hello, Tree] | None, notice: Callable[[str], None] = lambda text: None
    ) -> None:
        self._own = own
        self._notice = notice

    def completed(self, messages: Sequence[Message]) -> list[Message]:
        """The messages that came at once, of which the first ones come together."""
        tree = next((each for each in messages if isinstance(each, Tree)), None)
        return list(messages) if tree is None else [self._with_text(m, tree) for m in messages]

    def _with_text(self, message: Message, tree: Tree) -> Message:
        if not isinstance(message, Hello) or message.text:
            return message
        if self._own is None:
            self._notice(NONE)
            return message
        hello, own = self._own
        if own.nodes != tree.nodes:
            self._notice(OTHER)
            return message
        return msgspec.structs.replace(message, text=hello.text, included=hello.included)

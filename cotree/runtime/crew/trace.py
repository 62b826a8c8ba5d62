"""What happened in a run, line by line, and one number for all of it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from cotree.core.changes import ClaimChange, NodeChange, NodeState, QuorumChange
from cotree.runtime.messages import Told

SHOWN = (NodeState.RUNNING, NodeState.DONE, NodeState.FAILED, NodeState.SKIPPED)


class Trace:
    """Notes lines with their true time; equal runs have equal digests, whether lines are kept."""

    def __init__(self, now_s: Callable[[], float], *, keep: bool) -> None:
        self.lines: list[str] = []
        self._now_s = now_s
        self._keep = keep
        self._hash = hashlib.blake2b(digest_size=12)

    def note(self, line: str) -> None:
        """One line."""
        text = f"{self._now_s():.6f} {line}"
        self._hash.update(text.encode())
        if self._keep:
            self.lines.append(text)

    def told(self, robot: str, told: Told) -> None:
        """What a robot's tick changed, as far as people want to read it."""
        for change in told.changes:
            if isinstance(change, ClaimChange):
                more = " ".join(word for word in (change.why, change.holder) if word)
                self.note(f"{robot} {change.word} {change.piece} {more}".rstrip())
            elif isinstance(change, QuorumChange):
                self.note(f"{robot} {change.message or 'quorum again'}")
            elif isinstance(change, NodeChange) and change.state in SHOWN:
                why = f": {change.reason.message}" if change.reason else ""
                self.note(f"{robot} {change.state.value} {change.path}{why}")

    @property
    def digest(self) -> str:
        """Of all lines."""
        return self._hash.hexdigest()

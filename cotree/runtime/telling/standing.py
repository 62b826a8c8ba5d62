"""How one robot's things stand, made of its changes: what a viewer that missed some must know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

import msgspec

from cotree.core.changes import (
    Change,
    ClaimChange,
    DisturbanceChange,
    GrownChange,
    JobChange,
    NodeChange,
    NodeState,
    ResourceChange,
    StepChange,
)
from cotree.runtime.views import FINISHED, LEAVES, OVER, upwards

Key: TypeAlias = tuple[str, str]
LASTING = ("won", "seen_done", *LEAVES)
"""What these words say of a claim goes on to be true; the others are steps on the way."""
GROWN, CLAIMS, NODES, RESOURCES, QUORUM, DISTURBED, JOBS, STEPS = (
    "grown", "claim", "node", "resource", "quorum", "disturbed", "job", "step"
)  # fmt: skip
FIRST = (GROWN, CLAIMS)
"""What explains the rest, in this order."""


class Standing:
    """The newest of everything; both ends keep one, and compare them."""

    def __init__(self) -> None:
        self._now: dict[Key, Change] = {}

    def take(self, changes: Iterable[Change]) -> None:
        """These things stand in another way now."""
        for change in changes:
            key = _key(change)
            if key is not None and not (isinstance(change, NodeChange) and self._did(change)):
                self._now[key] = change

    def all(self) -> list[Change]:
        """Everything that has ever changed, as it is now; what explains the rest comes first."""
        parts: dict[str, list[Change]] = {kind: [] for kind in FIRST}
        rest: list[Change] = []
        for (kind, _), change in self._now.items():
            parts.get(kind, rest).append(change)
        return [*(each for part in parts.values() for each in part), *rest]

    def now(self, changes: Iterable[Change]) -> list[Change]:
        """The same things as they are now."""
        keys = filter(None, map(_key, changes))
        return [self._now[key] for key in keys]

    def news(self, changes: Iterable[Change]) -> list[Change]:
        """What of this is different here; it is so from now on."""
        found = [new for each in changes for new in self._new(each)]
        self.take(found)
        return found

    def _new(self, change: Change) -> Iterator[Change]:
        key = _key(change)
        before = None if key is None else self._now.get(key)
        if key is None or before == change:
            return
        if isinstance(change, ClaimChange) and _finished(change) and not _won(before):
            yield msgspec.structs.replace(change, word="won", why="")  # who did it is to be seen
        yield change

    def _did(self, change: NodeChange) -> bool:
        """Whether the tree only lets go what this robot has done for good."""
        before = self._now.get((NODES, change.path))
        if change.state is not NodeState.INACTIVE or not isinstance(before, NodeChange):
            return False
        return before.state in OVER and any(map(self._is_done, upwards(change.path)))

    def _is_done(self, piece: str) -> bool:
        claim = self._now.get((CLAIMS, piece))
        return isinstance(claim, ClaimChange) and _finished(claim)


def _key(change: Change) -> Key | None:
    """What it is about; None: it says nothing of how things stand."""
    match change:
        case NodeChange(path=path):
            return NODES, path
        case ResourceChange(name=name):
            return RESOURCES, name
        case ClaimChange(piece=piece, word=word):
            return (CLAIMS, piece) if word in LASTING else None
        case GrownChange(path=path):
            return GROWN, path
        case DisturbanceChange(path=path):
            return DISTURBED, path
        case JobChange():
            return _key_of_job(change)
        case StepChange():
            return STEPS, _about(change)
    return QUORUM, ""


def _key_of_job(change: JobChange) -> Key | None:
    """How far a job is and what is known of it stand beside what was decided last."""
    if change.word in ("asks", "cannot"):
        return None
    own = change.word if change.word in ("stands", "knows") else ""
    return JOBS, f"{own}:{change.path}"


def _about(change: StepChange) -> str:
    """What is thought of everybody, and whose a step is, stand beside what became of it last."""
    if change.word == "lasts":
        return f"{change.who} {change.to}:{change.path}"
    return f"{change.who if change.word == 'believes' else change.word == 'shared'}:{change.path}"


def _finished(claim: ClaimChange) -> bool:
    return (claim.word, claim.why) == FINISHED


def _won(claim: Change | None) -> bool:
    return isinstance(claim, ClaimChange) and claim.word == "won"

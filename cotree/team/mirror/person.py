"""A person as the robots see them: one mirror per person, merged from what each robot says.

A mirror keeps each robot's newest word on each leaf, so words may come late, twice and in any order
and all robots still hold the same mirror.  Asked by a robot, the surest fresh word counts; its own
word counts alone when nobody else has said anything for a second (spec C.1, choice 11).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from cotree.team.mirror.sightings import ORDER, Sighting, Stage
from cotree.team.mirror.turns import conflict
from cotree.team.outline import Outline

FRESH_S = 1.0
"""A word older than this is no news."""


class Mirror(msgspec.Struct, frozen=True):
    """Everything that was said of one person; a new one each time something new is said."""

    person: str
    words: Mapping[str, Mapping[str, Sighting]] = {}
    """By leaf, by observer: the newest word."""


def _newness(word: Sighting) -> tuple[bool, float, bool, int, float, float, float, str]:
    """Later words of one robot win; of one word that came twice, the copy that came sooner."""
    done = word.stage is Stage.DONE  # nothing that the same robot says later takes it back
    rank, sure = ORDER[word.stage], word.confidence
    said = word.spoken  # what was said counts more than what was seen in the same moment
    return (done, word.stamp_s, said, rank, sure, -word.at_s, word.acted_s, word.why)


def fold(mirror: Mirror, words: Iterable[Sighting]) -> Mirror:
    """The mirror after these words; the same mirror when they say nothing new."""
    leaves = dict(mirror.words)
    for word in words:
        known = leaves.get(word.leaf, {}).get(word.observer)
        if word.person == mirror.person and (known is None or _newness(word) > _newness(known)):
            leaves[word.leaf] = {**leaves.get(word.leaf, {}), word.observer: word}
    return mirror if leaves == mirror.words else Mirror(mirror.person, leaves)


def merge(one: Mirror, other: Mirror) -> Mirror:
    """What both say; the order of merging does not matter."""
    return fold(one, (word for words in other.words.values() for word in words.values()))


def forget(mirror: Mirror, leaf: str) -> Mirror:
    """The mirror without what was said of a leaf: it is undone and begins anew."""
    return Mirror(mirror.person, {key: words for key, words in mirror.words.items() if key != leaf})


def word_on(mirror: Mirror, leaf: str, me: str, now_s: float) -> Sighting | None:
    """What counts for this robot now: done if anybody saw it, else the surest fresh word."""
    words = mirror.words.get(leaf, {})
    done = [word for word in words.values() if word.stage is Stage.DONE]
    if done:
        return max(done, key=_newness)
    fresh = [word for word in words.values() if now_s - word.at_s <= FRESH_S]
    others = [word for word in fresh if word.observer != me]
    if me in words and not others:
        return words[me]
    return max(fresh or words.values(), key=_weight, default=None)


def _weight(word: Sighting) -> tuple[float, float, int, str]:
    """Surest, then newest; of equals the one that leaves more to the person."""
    return (word.confidence, word.at_s, ORDER[word.stage], word.observer)


def active(mirror: Mirror, me: str, now_s: float) -> dict[str, Sighting]:
    """The leaves that are the person's now, in order of their paths."""
    words = {leaf: word_on(mirror, leaf, me, now_s) for leaf in sorted(mirror.words)}
    return {leaf: word for leaf, word in words.items() if word and word.is_active(now_s)}


def done(mirror: Mirror) -> frozenset[str]:
    """The leaves that somebody saw the person finish."""
    return frozenset(
        leaf
        for leaf, words in mirror.words.items()
        if any(word.stage is Stage.DONE for word in words.values())
    )


def holder(outline: Outline, leaf: str, active: Mapping[str, Sighting]) -> Sighting | None:
    """The word by which a leaf is a person's: they are at it, or in a rival branch of an ``or``."""
    if leaf in active:
        return active[leaf]
    return next((word for mine, word in active.items() if conflict(outline, leaf, mine)), None)

"""What is checked of a letter before anything in it is believed.

Sections that a letter does not have cost nothing, so an ordinary heartbeat is checked in no time.
"""

from __future__ import annotations

from collections.abc import Iterable

from cotree.core.actions import FOREVER_S
from cotree.team.messages import MOST_ITEMS, MOST_MARK, Claim, Letter, Recall

_SECTIONS = ("facts", "people", "held", "claims", "votes", "releases", "freed", "unable", "words")


def fault(letter: Letter, leaves: int, buckets: int, things: int = 0) -> str | None:
    """What is wrong inside a well-formed letter, for a task with so many leaves; None: nothing.

    The last ``things`` of the leaves are things, which have no epoch and are never done.
    """
    if letter.digests and len(letter.digests) != buckets:
        return "digests"
    if letter.words and not _own_words(letter):
        return "words"
    if any(seen.observer != letter.sender for seen in letter.people):
        return "people"
    for section in _SECTIONS:
        items = getattr(letter, section)
        if items and len(items) > MOST_ITEMS:
            return "section"
    for leaf in _named(letter):
        if not 0 <= leaf < leaves:
            return "leaf"
    return _wrong_mark(letter, leaves - things) or _wrong_claims(letter.claims, leaves, things)


def _own_words(letter: Letter) -> bool:
    """Whether it says when it left, and tells only what its sender saw and heard."""
    own = all(word.observer == letter.sender for word in letter.words)
    return own and letter.sent_s is not None and abs(letter.sent_s) <= FOREVER_S


def _wrong_mark(letter: Letter, first_thing: int) -> str | None:
    for fact in letter.facts:
        if not 0 <= fact.mark <= MOST_MARK or (fact.mark and fact.leaf >= first_thing):
            return "mark"
    return None


def _wrong_claims(claims: Iterable[Claim], leaves: int, things: int) -> str | None:
    for claim in claims:
        if claim.also and len(claim.also) > leaves:
            return "section"
        if 3 * claim.epoch >= MOST_MARK:
            return "mark"
        if claim.revises and max(claim.leaf, *claim.also, 0) >= leaves - things:
            return "thing"
    return None


def _named(letter: Letter) -> list[int]:
    """Every leaf that a letter names."""
    found = [leaf for leaf, _ in letter.held] if letter.held else []
    for each in (letter.facts, letter.people, letter.unable):
        found += [item.leaf for item in each]
    for piece in (letter.claims, letter.releases):
        for item in piece:
            found += (item.leaf, *item.also)
    if letter.votes:
        found += [max(vote.leaf, vote.instead) for _, vote in letter.votes]
    if letter.freed:
        found += [freed.leaf for _, freed in letter.freed]
    return found + _remembered(letter.recalled) if letter.recalled is not None else found


def _remembered(recall: Recall) -> list[int]:
    found = [leaf for leaf, _ in recall.high]
    for promise in recall.promises:
        found += (promise.leaf, *promise.also)
    return found


def highest_counter(letter: Letter) -> int:
    """The largest ballot counter in a letter, to be checked before anything is believed."""
    highest = max(letter.clock, letter.floor)
    if letter.new_roster is not None:
        highest = max(highest, letter.new_roster.floor)
    for fact in letter.facts:
        highest = max(highest, fact.taint[0], fact.clear[0], fact.part[0])
    for claim in letter.claims:
        highest = max(highest, claim.ballot[0])
    for _, ballot in letter.held:
        highest = max(highest, ballot[0])
    for _, vote in letter.votes:
        highest = max(highest, vote.ballot[0], vote.against[0], vote.taint[0])
    if letter.recalled is not None:
        for _, ballot in letter.recalled.high:
            highest = max(highest, ballot[0])
        for promise in letter.recalled.promises:
            highest = max(highest, promise.ballot[0])
    return highest

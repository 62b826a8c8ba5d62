"""To whom a shared step was given and why, and what people and robots did about it."""

from __future__ import annotations

from collections.abc import Iterable

from cotree.runtime.why.answer import Answer, Shared
from cotree.runtime.why.learnt import Happened

OF_PEOPLE = ("believes", "lasts")
"""What is learnt of members, and not of one step."""


def shared_about(answer: Answer, happened: Iterable[Happened]) -> tuple[Shared, ...]:
    """All that became of the answer's node until then; of what was learnt of members, the newest.

    A step says what was believed of people; the node of all steps says how long they take, too.
    """
    until = [each for each in happened if each.at_s <= answer.at_s]
    about = [
        each
        for each in until
        if each.change.path == answer.node and each.change.word not in OF_PEOPLE
    ]
    newest = {
        (each.change.word, each.change.who, each.change.to): each
        for each in until
        if each.change.word in OF_PEOPLE
        and (each.change.path == answer.node or (about and each.change.word == "believes"))
    }
    return tuple(
        Shared(at_s, change.word, change.who, change.to, change.text)
        for at_s, change in (*about, *newest.values())
    )

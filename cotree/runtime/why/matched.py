"""Who was asked to help with a job, who could not and why, and who does it."""

from __future__ import annotations

from collections.abc import Iterable

from cotree.core.paths import is_in
from cotree.runtime.why.answer import Answer, Matched
from cotree.runtime.why.learnt import Learnt


def matched_about(answer: Answer, learnt: Iterable[Learnt]) -> tuple[Matched, ...]:
    """All that was said about the job of the answer's node until then; of how it stands, the last.

    That a part of a team knows that it is one is said by who leads it.
    """
    about = [
        each for each in learnt if is_in(answer.node, each.change.path) and each.at_s <= answer.at_s
    ]
    stands = [each for each in about if each.change.word == "stands"][-1:]
    said = [each for each in about if each.change.word not in ("stands", "helps", "freed", "knows")]
    return tuple(
        Matched(each.at_s, each.robot, each.change.word, each.change.who, each.change.text)
        for each in (*said, *stands)
    )

"""``allocate: ltl`` beside ways to go: the errands that they stand for."""

from __future__ import annotations

import dataclasses

from cotree.behaviours.move import MoveParams
from cotree.trees.errands.errand import ERRAND, ErrandParams
from cotree.trees.reading.drafts import Draft
from cotree.trees.reading.kinds import Mismatch
from cotree.trees.reading.nodes import quote
from cotree.trees.whole_sentence import LTL


def as_errands(draft: Draft) -> Draft:
    """The same work as errands of the team's plan; ``Mismatch`` if it cannot be that."""
    other = draft.allocation
    if other is not None and other.by != "ltl":
        raise Mismatch(draft.mark, f"'allocate: {other.by}' inside 'allocate: ltl'; leave one out")
    match draft.word:
        case "errand" | "ltl":
            return draft
        case "and":
            return dataclasses.replace(draft, children=tuple(map(as_errands, draft.children)))
        case "move" | "then":
            places = _places(draft)
            formula = f"<>{places[-1]}"
            for place in reversed(places[:-1]):
                formula = f"<>({place} && {formula})"
            label = f"visit {', '.join(places)}"
            return dataclasses.replace(
                draft,
                word=ERRAND,
                label=label,
                params=ErrandParams(formula),
                children=(),
                written=("formula",),
            )
    raise _refused(draft)


def _places(draft: Draft) -> list[str]:
    """Where one robot goes, one place after the other."""
    if draft.word == "then":
        return [place for child in draft.children for place in _places(child)]
    if draft.word != "move":
        raise _refused(draft)
    params: MoveParams = draft.params
    if params.through:
        raise Mismatch(draft.mark, "'through' says nothing to a plan by 'ltl'; leave it out")
    if not params.to.name:
        raise Mismatch(draft.mark, f"a plan by 'ltl' knows places by name, not {params.to}")
    return [params.to.name]


def _refused(draft: Draft) -> Mismatch:
    if draft.word in (ERRAND, LTL):
        text = "write the order into one formula: {errand: <>(a && <>b)}"
        return Mismatch(draft.mark, f"an errand in a 'then' under 'allocate: ltl'; {text}")
    text = "it plans where robots are; put this outside, or write an errand: {errand: <>kitchen}"
    return Mismatch(draft.mark, f"{quote(draft.word)} under 'allocate: ltl'; {text}")

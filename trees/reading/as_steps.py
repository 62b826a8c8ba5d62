"""``allocate: lead_follow`` beside what robots perform: the steps that it stands for."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from cotree.behaviours.perform import PerformParams
from cotree.core.allocation import Allocation
from cotree.core.work_steps import STEP
from cotree.trees.reading.drafts import Draft
from cotree.trees.reading.kinds import Mismatch
from cotree.trees.reading.labels import phrase
from cotree.trees.reading.names import wrong_with_name
from cotree.trees.reading.nodes import quote
from cotree.trees.shared_steps import STEPS

PLAIN = ("then", "and")
"""Nodes that a plan of steps knows."""
HOW = "{by: lead_follow, takes: {ann: 20 s}}"


def as_steps(draft: Draft, allocation: Allocation) -> Draft:
    """The same work as steps that people may do, too; ``Mismatch`` if it cannot be that."""
    found = _as_steps(draft, allocation)
    if allocation.takes and not any(leaf.allocation is allocation for leaf in _leaves(found)):
        text = "'takes' is for what stands below as 'perform', and nothing does; how long people "
        text += "take for 'steps' is written there, so leave 'takes' out"
        raise Mismatch(draft.mark, text)
    return found


def _as_steps(draft: Draft, allocation: Allocation) -> Draft:
    own = draft.allocation or allocation
    if own.by != "lead_follow":
        text = f"'allocate: {own.by}' inside 'allocate: lead_follow'; leave one out"
        raise Mismatch(draft.mark, text)
    if draft.word == STEPS or (draft.word == STEP and not draft.written):  # 'steps' has said it
        return draft
    if draft.word in PLAIN:
        children = tuple(_as_steps(child, own) for child in draft.children)
        return dataclasses.replace(draft, children=children)
    if draft.word in ("perform", STEP):
        return _as_step(draft, own)
    text = "people are given what has a name, in 'then' and 'and'; write it as 'perform', or put "
    text += "it outside"
    raise Mismatch(draft.mark, f"{quote(draft.word)} under 'allocate: lead_follow'; {text}")


def _as_step(draft: Draft, own: Allocation) -> Draft:
    """What robots perform by a name, as the step of that name."""
    params: PerformParams = draft.params
    bad = wrong_with_name(params.what, "a step's name")
    if bad is not None:
        raise Mismatch(draft.mark, f"{bad}; write another 'what'")
    if not own.takes:
        text = f"how long does it take people? 'allocate: {HOW}'"
        raise Mismatch(draft.mark, f"{quote(draft.word)} under 'lead_follow'; {text}")
    return dataclasses.replace(draft, word=STEP, label=phrase(params.what, ()), allocation=own)


def _leaves(draft: Draft) -> Iterator[Draft]:
    if not draft.children:
        yield draft
    for child in draft.children:
        yield from _leaves(child)

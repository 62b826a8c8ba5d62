"""What can be planned now: all but the steps whose turn has not come, and what comes after them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple, TypeVar

import msgspec

from cotree.reallocation.lead_follow.collaboration.table import Table
from cotree.reallocation.lead_follow.problem import Problem, Running, Subtask

Said = TypeVar("Said")
"""What is said of a step."""


class Waiting(NamedTuple):
    """What waits for its turn at one moment."""

    steps: frozenset[str] = frozenset()
    """What nobody can begin yet: closed steps that are not done, and what comes after those."""
    idle: bool = False
    """Whether nothing else is left."""


def waiting(table: Table) -> Waiting:
    """What waits for its turn on this table."""
    if not table.closed:
        return Waiting()
    done = table.done()
    found = set(table.closed - done)
    rest = [each for each in table.subtasks if each.id not in found and each.id not in done]
    more = found
    while more:
        more = {each.id for each in rest if not found.isdisjoint(each.after)}
        found |= more
        rest = [each for each in rest if each.id not in more]
    return Waiting(frozenset(found), idle=not rest)


def in_turn(asked: Problem, waits: Collection[str]) -> Problem:
    """The question without the steps that wait, none of them done; who is at one is only busy."""
    if not waits:
        return asked
    kept = {each.id for each in asked.subtasks if each.id not in waits}
    return msgspec.structs.replace(
        asked,
        subtasks=tuple(_after(each, kept) for each in asked.subtasks if each.id in kept),
        running={
            name: Running(run.remaining_s) if run.subtask in waits else run
            for name, run in asked.running.items()
        },
        assigned=_of(kept, asked.assigned),
        given=_of(kept, asked.given),
        wrong=_of(kept, asked.wrong),
    )


def _after(subtask: Subtask, kept: Collection[str]) -> Subtask:
    """The step without what comes before it and is left out."""
    after = tuple(name for name in subtask.after if name in kept)
    return subtask if after == subtask.after else msgspec.structs.replace(subtask, after=after)


def _of(kept: Collection[str], said: Mapping[str, Said]) -> dict[str, Said]:
    return {step: each for step, each in said.items() if step in kept}

"""Steps in a task that has other work before them: nobody begins them before their turn."""

from __future__ import annotations

from collections.abc import Iterator

from cotree.core.mission import Blueprint
from cotree.core.work_steps import STEP


def before_steps(task: Blueprint) -> dict[str, tuple[str, ...]]:
    """By step: the parts of the task, by path, that have to be done before its turn."""
    found = {}
    for step, before in _walk(task, ()):
        if before:
            found[step] = before
    return found


def _walk(node: Blueprint, before: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    if node.word == STEP:
        yield node.params.what, before
    for child in node.children:
        yield from _walk(child, before)
        if node.word == "then" and _has_other_work(child):
            before = (*before, child.path)


def _has_other_work(node: Blueprint) -> bool:
    """Steps alone know their own order."""
    return any(not each.children and each.word != STEP for each in node.walk())

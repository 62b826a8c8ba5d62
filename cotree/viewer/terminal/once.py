"""Why a mission failed, with what is true of many nodes told once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from cotree.core.reasons import Reason


def once(reasons: Iterable[Reason]) -> list[Reason]:
    """Reasons of the same words are one, at the nearest node that all of them are below."""
    alike: dict[tuple[str, str], list[Reason]] = {}
    for reason in reasons:
        alike.setdefault((reason.code, reason.message), []).append(reason)
    return [reason for group in alike.values() for reason in _at_their_root(group)]


def _at_their_root(group: list[Reason]) -> Iterator[Reason]:
    """One reason; those of different trees stay apart."""
    paths = [reason.path.split("/") for reason in group]
    shared = _shared(paths)
    if shared or [""] in paths or len(group) == 1:
        path = "/".join(shared) if len(group) > 1 else group[0].path
        yield msgspec.structs.replace(group[0], path=path)
    else:
        yield from group


def _shared(paths: list[list[str]]) -> list[str]:
    """The segments with which all of them begin."""
    shared = []
    for segments in zip(*paths, strict=False):
        if len(set(segments)) > 1:
            break
        shared.append(segments[0])
    return shared

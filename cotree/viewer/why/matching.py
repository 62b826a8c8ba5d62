"""Who was asked for help with a job, and what came of it, in lines."""

from __future__ import annotations

from collections.abc import Iterator

from cotree.runtime.why.answer import Matched
from cotree.viewer.learnt import LOST
from cotree.viewer.why.figures import seconds


def matched_lines(said: Matched) -> Iterator[str]:
    """What was said, and what it lists below."""
    first, *more = _said(said).splitlines()
    yield first
    for line in more:
        yield f"  {line.strip()}"


def _said(said: Matched) -> str:
    at, robot, who, text = seconds(said.at_s), said.robot, ", ".join(said.who), said.text
    match said.word:
        case "asks":
            return f"{robot} asked {who} for help at {at}"
        case "cannot":
            return f"{robot} was asked by {who} at {at}, and cannot help: {text}"
        case "team":
            return f"{robot} decided at {at}: {text}"
        case "refused":
            return f"{robot} refused it at {at}: {text}"
        case "lost" if said.who:
            return f"{robot} lost {who} at {at}: {LOST.get(text, text)}"
        case "lost":
            return f"{robot} gave its team up at {at}: {text}"
        case "handed_over":
            return f"{robot} handed it over to {who} at {at}"
    return f"as {robot} saw it at {at}: {text}"

"""What else became of a claim, each in a line."""

from __future__ import annotations

from collections.abc import Mapping

from cotree.runtime.why.answer import Moment
from cotree.viewer.why.figures import seconds
from cotree.viewer.why.refusals import denial, reply

STOPS: Mapping[str, str] = {
    "done": "it was done already",
    "lease": "its lease ran out (no quorum)",
    "person": "a person was at it, and a person comes first",
    "settled": "another alternative was settled",
    "undone": "it was undone",
}
LOOKED: Mapping[str, str] = {
    "done": "it was done",
    "partial": "half done",
    "untouched": "untouched",
}


def moment_line(moment: Moment, doer: str) -> str:
    """What happened and when; ``doer`` is who did it in the end."""
    if moment.word == "asks":
        asked = f"asked {moment.holder} at {seconds(moment.at_s)}"
        return f"{asked} {reply(moment.about, moment.why, moment.until_s)}"
    text = _happened(moment, doer)
    if text and moment.times > 1:
        return f"{text}; {moment.times} times until {seconds(moment.until_s)}"
    return text


def _happened(moment: Moment, doer: str) -> str:
    at = seconds(moment.at_s)
    match moment.word:
        case "halted":
            return f"stopped at {at}: {STOPS.get(moment.why, moment.why)}"
        case "given_up":
            return f"gave it up at {at}: {moment.why}"
        case "verified":
            return f"looked at {at}: {LOOKED.get(moment.why, moment.why)}"
        case "denied":
            return denial(moment.why, moment.at_s, moment.holder or doer)
        case "waited":
            return f"waited from {at}" + (f": {moment.why}" if moment.why else "")
    return ""

"""Why somebody did not do it, rule by rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cotree.runtime.why.answer import Account
from cotree.viewer.why.figures import figure, seconds

DENIALS: Mapping[str, str] = {
    "contended": "asked{at} at the same time, and the votes went to {by}",
    "done": "asked{at}, but it was done already",
    "held": "asked{at}, but {by} had it",
    "joining": "asked{at}, but had not joined the team yet",
    "late": "asked{at}, but the votes came too late",
    "order": "asked{at}, but what comes before it was not done",
    "person": "asked{at}, but a person was at it, and a person comes first",
    "settled": "asked{at}, but another alternative was settled",
    "silence": "asked{at}, but too few answered for a quorum",
    "stale": "asked{at}, but a higher ballot had been voted for",
    "verify": "asked{at}, but another alternative must be looked at first",
}


ASKED: Mapping[str, str] = {
    "done": "whether it is done",
    "helps": "to do it",
    "keeps": "who keeps it",
}
"""What a person can be asked."""


def denial(why: str, asked_s: float | None, by: str) -> str:
    """What the team answered to a claim."""
    at = "" if asked_s is None else f" at {seconds(asked_s)}"
    text = DENIALS.get(why)
    return f"asked{at}, and the team said no: {why}" if text is None else text.format(at=at, by=by)


def reply(about: str, answer: str, at_s: float | None) -> str:
    """What a person was asked, and what came of it in the words of the run's log."""
    if at_s is None:
        return f"{ASKED[about]}: no answer yet"
    return f"{ASKED[about]}; at {seconds(at_s)}: {answer}"


def refusal(account: Account, leaf: str) -> str:
    """Why a teammate did not do it; ``leaf`` is the other node that matters, in short."""
    say = SAYINGS.get(account.rule)
    return account.rule if say is None else say(account, leaf)


def _busy(account: Account, leaf: str) -> str:
    until = "" if account.until_s is None else f" until {seconds(account.until_s)}"
    return f"was busy with {leaf} ({account.resource}){until}"


def _chose(account: Account, leaf: str) -> str:
    other = account.other_potential
    return f"chose {leaf} instead" + ("" if other is None else f" (potential {figure(other)})")


def _cooling(account: Account, leaf: str) -> str:
    return f"waited before it tries again: {account.message or 'an attempt failed'}"


def _gate(account: Account, leaf: str) -> str:
    return f"shut out by the metric: it scores 0 in {' and '.join(account.shut)}"


def _gave_up(account: Account, leaf: str) -> str:
    return account.message.replace("this robot gave up", "gave it up", 1)


def _let_go(account: Account, leaf: str) -> str:
    return f"was at it at {seconds(account.until_s)}, and let {account.by} go on"


def _message(account: Account, leaf: str) -> str:
    return account.message


def _was_asked(account: Account, leaf: str) -> str:
    asked = f"was asked by {account.by} at {seconds(account.asked_s)}"
    return f"{asked} {reply(account.about, account.message, account.until_s)}"


SAYINGS: Mapping[str, Callable[[Account, str], str]] = {
    "abandoned": lambda account, leaf: "the team has given it up",
    "alternative": lambda account, leaf: f"another alternative was chosen: {leaf}",
    "asking": lambda account, leaf: "was asking for it",
    "asks": lambda account, leaf: "stopped, and asks the person who keeps it",
    "at_it": lambda account, leaf: "was seen to reach for it",
    "busy": _busy,
    "chose": _chose,
    "cooling": _cooling,
    "done": lambda account, leaf: "knew that it is done",
    "elsewhere": lambda account, leaf: "what it knew stands in its own record",
    "failed": lambda account, leaf: f"failed: {account.message or 'nobody knows why'}",
    "gate": _gate,
    "gave_up": _gave_up,
    "held": _message,
    "lacks": lambda account, leaf: f"has no {account.resource}",
    "let_go": _let_go,
    "no_quorum": _message,
    "not_ready": _message,
    "not_seen": lambda account, leaf: "not seen at it",
    "order": lambda account, leaf: f"not its turn: {leaf} comes before it",
    "over": lambda account, leaf: f"{leaf or 'it'} was over ({account.message})",
    "person": lambda account, leaf: f"a person comes first: {account.message}",
    "planned_later": lambda account, leaf: "its plan starts it later",
    "queued": lambda account, leaf: f"asked for {leaf or 'something else'} first",
    "silent": lambda account, leaf: f"was not heard after {seconds(account.until_s)}",
    "taken": lambda account, leaf: f"{account.by} had it",
    "unaware": lambda account, leaf: f"had not heard that {leaf} was done",
    "unborn": lambda account, leaf: "had not begun",
    "undecided": lambda account, leaf: account.message or "had not asked for it",
    "unsafe": _message,
    "unsuitable": lambda account, leaf: "not suitable: its potential was 0",
    "was_asked": _was_asked,
    "withheld": _message,
}

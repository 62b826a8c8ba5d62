"""What the controls and decorators of BehaviorTree.CPP are here, where they mean the same.

Read beside the library's sources, version 4: an outcome is the same, and so is what runs, what is
halted and what is begun again.  What one tick does there may take several here, because a leaf
starts when it is granted what it needs, and a branch when the one before it has really stopped.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping

from cotree.trees.btcpp.element import Element
from cotree.trees.btcpp.sprout import Plain

Params = dict[str, Plain]


class Unlike(Exception):
    """An element means something that cannot be said here; the text says what to do."""


@dataclasses.dataclass(frozen=True)
class Rule:
    """One element's word here."""

    word: str
    single: bool = False
    """Whether it contains one node, under ``do``; otherwise several, under ``of``."""
    params: Callable[[Element], Params] = lambda element: {}
    attributes: tuple[str, ...] = ()
    """Those that ``params`` reads."""


def whole(element: Element, name: str, default: str | None = None) -> int:
    """A number that must be written as such, or left out if there is a default."""
    text = element.attributes.get(name, default)
    if text is None:
        raise Unlike(f"<{element.tag}> needs {name}")
    try:
        return int(text)
    except ValueError:
        raise Unlike(
            f'{name}="{text[:40]}": write a whole number; a mission is read once'
        ) from None


def _times(name: str) -> Callable[[Element], Params]:
    def times(element: Element) -> Params:
        number = whole(element, name)
        if number < 1:
            raise Unlike(f'{name}="{number}": cotree counts; write how often, 1 or more')
        return {"times": number}

    return times


def milliseconds(element: Element, name: str) -> str:
    """A duration as YAML says it."""
    number = whole(element, name)
    if number < 1:
        raise Unlike(f'{name}="{number}": write how long, 1 or more')
    return f"{number} ms"


def _parallel(element: Element) -> Params:
    """Only where the two thresholds say one thing: enough succeeded, or enough cannot any more."""
    count = len(element.children)
    old = "success_threshold" in element.attributes or "failure_threshold" in element.attributes
    what = "threshold" if old else "count"
    need = _of(whole(element, f"success_{what}", "-1"), count)
    fails = _of(whole(element, f"failure_{what}", "1"), count)
    if not 1 <= need <= count:
        raise Unlike(f"success_{what} is {need}, of {count} children")
    if fails < count - need + 1:
        raise Unlike(
            f"it fails with {fails} failure{'s' * (fails != 1)} although {need} of {count} can "
            f'still succeed; write failure_{what}="{count - need + 1}", or need all of them'
        )
    return {} if need == count else {"need": need}


def _of(threshold: int, count: int) -> int:
    return threshold if threshold >= 0 else max(count + threshold + 1, 0)


_SEQUENCE, _SELECTOR = Rule("sequence"), Rule("selector")
_RETRY = Rule("retry", True, _times("num_attempts"), ("num_attempts",))
RULES: Mapping[str, Rule] = {
    "Sequence": _SEQUENCE,
    "AsyncSequence": _SEQUENCE,
    "SequenceWithMemory": _SEQUENCE,
    "SequenceStar": _SEQUENCE,
    "ReactiveSequence": Rule("sequence", params=lambda element: {"memory": False}),
    "Fallback": _SELECTOR,
    "AsyncFallback": _SELECTOR,
    "ReactiveFallback": Rule("selector", params=lambda element: {"memory": False}),
    "Parallel": Rule(
        "parallel",
        params=_parallel,
        attributes=("success_count", "failure_count", "success_threshold", "failure_threshold"),
    ),
    "Inverter": Rule("invert", True),
    "ForceSuccess": Rule("always", True),
    "ForceFailure": Rule("always", True, lambda element: {"result": "failure"}),
    "RetryUntilSuccessful": _RETRY,
    "RetryUntilSuccesful": _RETRY,  # as version 3 wrote it
    "Repeat": Rule("repeat", True, _times("num_cycles"), ("num_cycles",)),
    "Timeout": Rule(
        "timeout", True, lambda element: {"after": milliseconds(element, "msec")}, ("msec",)
    ),
}
REMEMBERS = frozenset(("SequenceWithMemory", "SequenceStar"))
"""After a failure they go on where they failed, which is a difference if they are run again."""

_SCRIPT = "missions have no scripts; a fact is told by what sees it, or by a leaf of yours"
_BRANCH = "write a selector of sequences, each with its condition first"
_CHANGES = "nothing here counts how often a value was written; use a reaction to a fact"
REFUSED: Mapping[str, str] = {
    "Script": _SCRIPT,
    "ScriptCondition": "compare a fact instead: <check fact=... equals=...>",
    "Precondition": "compare a fact instead: <guard fact=... equals=...> around it",
    "SetBlackboard": _SCRIPT,
    "UnsetBlackboard": _SCRIPT,
    "IfThenElse": _BRANCH,
    "WhileDoElse": _BRANCH,
    "ManualSelector": "a person chooses by taking part: cotree run --as NAME",
    "KeepRunningUntilFailure": "cotree counts; use Repeat with a number",
    "RunOnce": "a leaf with a goal that lasts is not done twice",
    "TryCatch": "use <finally> with the work and what follows it",
    "ParallelAll": "use Parallel; here it ends as soon as its result is certain",
    "WasEntryUpdated": _CHANGES,
    "SkipUnlessUpdated": _CHANGES,
    "WaitValueUpdate": _CHANGES,
    **{f"Switch{count}": _BRANCH for count in range(2, 7)},
    **{
        f"Loop{kind}": "write the list into the mission, with 'for each'"
        for kind in ("Int", "Bool", "Double", "String")
    },
}

"""The answer to ``why`` in words: a few lines for people, and the same facts for programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from cotree.runtime.why.answer import Answer
from cotree.viewer.why.sayings import Sayings
from cotree.viewer.words import plain


def lines(answer: Answer) -> Iterator[str]:
    """The whole answer, line by line."""
    say = Sayings(answer)
    yield plain(say.title())
    for line in say.body():
        yield plain(f"  {line}")


def data(answer: Answer) -> Any:
    """The same facts for programs; times to the millisecond."""
    return _rounded(msgspec.to_builtins(answer))


def _rounded(value: Any) -> Any:
    match value:
        case float():
            return round(value, 6)
        case dict():
            times = {key: round(v, 3) for key, v in value.items() if _is_time(key, v)}
            return {key: times.get(key, _rounded(v)) for key, v in value.items()}
        case list() | tuple():
            return [_rounded(each) for each in value]
    return value


def _is_time(key: str, value: Any) -> bool:
    return key.endswith("_s") and isinstance(value, float)

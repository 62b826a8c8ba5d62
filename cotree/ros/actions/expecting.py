"""Whether a message says what is expected of it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from cotree.core.words import did_you_mean
from cotree.ros.filling import BadField


def disagreement(found: Any, expected: Mapping[str, Any], where: str = "") -> str | None:
    """The first field that is not as expected, or None; BadField when there is no such field."""
    for word, wanted in expected.items():
        if not isinstance(found, Mapping) or word not in found:
            known = found if isinstance(found, Mapping) else ()
            raise BadField(f"there is no field '{where}{word}'{did_you_mean(word, known)}")
        value = found[word]
        if isinstance(wanted, Mapping):
            why = disagreement(value, wanted, f"{where}{word}.")
            if why is not None:
                return why
        elif not _same(value, wanted):
            return f"{where}{word} is {value!r:.80}, not {wanted!r:.80}"
    return None


def _same(value: Any, wanted: Any) -> bool:
    if isinstance(value, list) and isinstance(wanted, list | tuple):
        return len(value) == len(wanted) and all(map(_same, value, wanted))
    if isinstance(value, bool) or isinstance(wanted, bool):
        return value is wanted
    if isinstance(value, int | float) and isinstance(wanted, int | float):
        return math.isclose(value, wanted, rel_tol=1e-6, abs_tol=1e-9)
    return bool(value == wanted)

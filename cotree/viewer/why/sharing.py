"""What became of a shared step, in lines."""

from __future__ import annotations

from collections.abc import Mapping

from cotree.runtime.why.answer import Shared
from cotree.viewer.why.figures import seconds

SAID: Mapping[str, str] = {
    "shared": "the plan gave it to {0.who} at {1}: {0.text}",
    "asked": "{0.who} told {0.to} at {1} that it is theirs",
    "cancelled": "{0.who} took that back at {1}",
    "refused": "{0.who} refused it at {1}",
    "declined": "{0.who} refused it at {1}",
    "gave": "{0.who} gave it to {0.to} at {1}",
    "took_back": "{0.who} took it back at {1}",
    "began": "{0.who} began at {1}: {0.text}",
    "stopped": "{0.who} left it at {1}",
    "placed": "{0.who} placed it rightly by {1}",
    "misplaced": "{0.who} placed it wrongly by {1}",
    "returned": "{0.who} returned it by {1}",
    "believes": "{0.who} was thought of at {1}: {0.text}",
    "lasts": "{0.who} {0.text}, as was learnt by {1}",
}


def shared_line(shared: Shared) -> str:
    """One line."""
    line = SAID[shared.word].format(shared, seconds(shared.at_s))
    return f"{line}, wrongly" if shared.word == "gave" and shared.text else line

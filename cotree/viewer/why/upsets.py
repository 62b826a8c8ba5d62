"""What went wrong with a robot, each in a line."""

from __future__ import annotations

from collections.abc import Mapping

from cotree.runtime.why.answer import Disturbed
from cotree.viewer.why.figures import seconds

TOLD: Mapping[str, str] = {
    "raised": "disturbed at {at}: {0.text} ({0.path})",
    "changed": "disturbed at {at}: {0.text} ({0.path})",
    "again": "reacted once more at {at}",
    "over": "that was over at {at}",
    "hopeless": "nothing helped, told at {at}: {0.text} ({0.path})",
}


def disturbed_line(disturbed: Disturbed) -> str:
    """What was found, or what became of it; ``disturbed at 30 s: pr2 has fallen``."""
    return TOLD[disturbed.word].format(disturbed, at=seconds(disturbed.at_s))

"""What the robot listens for: yes, no, and everything else as something else."""

from __future__ import annotations

from typing import Literal, TypeAlias

Heard: TypeAlias = Literal["yes", "no", "unclear"]

YES = ("yes", "yeah", "yep", "yes please", "okay")
NO = ("no", "nope", "no thanks", "no thank you")
FILLERS = (
    # Not "know": it sounds like no.
    "the", "what", "maybe", "wait", "where", "hello", "you", "it", "this", "we", "table", "cup",
    "please", "robot", "is", "look", "um", "think", "how", "do", "mean", "later", "over", "there",
)  # fmt: skip
"""What people also say; the grammar takes them, so that they are not taken for an answer."""


def grammar() -> str:
    """The JSGF grammar: one answer, or any string of other words."""
    return "\n".join(
        [
            "#JSGF V1.0;",
            "grammar answer;",
            f"<yes> = {' | '.join(YES)};",
            f"<no> = {' | '.join(NO)};",
            f"<other> = {' | '.join(FILLERS)};",
            "public <answer> = <yes> | <no> | <other>+;",
        ]
    )


def heard_in(words: str) -> Heard:
    """What was answered by these words."""
    if words in YES:
        return "yes"
    # The recogniser may stop inside an answer: "no thank".
    begun = bool(words) and any(f"{answer} ".startswith(f"{words} ") for answer in NO)
    return "no" if begun else "unclear"

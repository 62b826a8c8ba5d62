"""The sentences that a robot says to a person."""

from __future__ import annotations


def short(leaf: str) -> str:
    """What people call a leaf: the last part of its path."""
    return leaf.rsplit("/", 1)[-1].replace("_", " ")


def question(mine: str, theirs: str) -> str:
    """The question, in the paper's polarity: a yes means that the person continues."""
    if mine == theirs:
        return f"We both want to do {short(mine)}. Do you want to continue with it?"
    return (
        f"I am doing {short(mine)}, and only that or {short(theirs)} is needed. "
        f"Do you want to continue with {short(theirs)}?"
    )


def doubt(theirs: str) -> str:
    """Nobody saw whether it is done: a yes means that it is."""
    return f"I could not see it. Have you finished {short(theirs)}?"


def favour(theirs: str) -> str:
    """No robot can do it: a yes means that the person does."""
    return f"Nobody of us can do {short(theirs)}. Can you do it?"


def news(theirs: str) -> str:
    """Nobody knows what became of it: a yes means that it is done."""
    return f"I cannot see it. Was {short(theirs)} done?"


def unclear(mine: str, theirs: str) -> str:
    """The same question again."""
    return again(question(mine, theirs))


def again(text: str) -> str:
    """A question whose answer was not understood, once more."""
    return f"I did not understand. {text}"


def thanks(mine: str) -> str:
    """The person leaves it to the robot."""
    return f"Thank you, I go on with {short(mine)}."


def yours(theirs: str) -> str:
    """The robot leaves it to the person."""
    return f"{_start(theirs)} is yours."


def free(theirs: str) -> str:
    """The person kept it and does not do it."""
    return f"{_start(theirs)} is free again."


def _start(leaf: str) -> str:
    name = short(leaf)
    return name[:1].upper() + name[1:]

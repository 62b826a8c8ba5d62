"""What somebody does to a run from its page, as values: a person takes part, an operator operates.

One act is one JSON object of at most ``LONGEST`` bytes, told apart by ``k``; ``n`` is the page's
own counter, and the answer (``Ack`` or ``No``) repeats it.  A piece of work is named by its path.
Acts wait in a ``Hatch`` for the thread that drives the run; no other thread touches the run.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

LONGEST = 4096
"""Bytes of one act."""
FORETOLD = "the mission"
"""Who did it, in records, if the mission's file says that it happens."""
Name: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Path: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=2000)]
Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, lt=2**53)]
Keeper: TypeAlias = Literal["me", "robot"]
"""Who keeps a task, as the person who answers says it."""
Injury: TypeAlias = Literal["fall", "drop", "block", "unblock", "kill", "restart", "cut", "mend"]


class Doing(
    msgspec.Struct,
    frozen=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    tag_field="k",
    tag=str.lower,
):
    """Anything that a page can do; what it does not know is refused."""

    n: Count = 0
    """The page's own counter; the answer repeats it."""


# -- a person takes part -----------------------------------------------------------------------


class Be(Doing, frozen=True, kw_only=True):
    """I am this person; an older page that was her is told that it no longer is."""

    person: Name


class Answer(Doing, frozen=True, kw_only=True):
    """Answer the open question about a piece; never a bare yes, but who keeps the task.

    To "Is it done?" a person who says ``done`` answers yes, and one who says ``failed`` no.
    """

    piece: Path
    keep: Keeper


class Take(Doing, frozen=True, kw_only=True):
    """I do this piece, and begin now."""

    piece: Path


class Give(Doing, frozen=True, kw_only=True):
    """I want this robot to do this piece; if I was at it, I leave it."""

    piece: Path
    robot: Name


class Refuse(Doing, frozen=True, kw_only=True):
    """I do not do this piece: robots ask me no more to; if I was at it, I leave it."""

    piece: Path


class Done(Doing, frozen=True, kw_only=True):
    """I have done this piece."""

    piece: Path


class Failed(Doing, frozen=True, kw_only=True):
    """I tried this piece and could not do it; whoever can may take it."""

    piece: Path


class Leave(Doing, frozen=True):
    """I stop what I am at, and say nothing more about it."""


# -- an operator operates ----------------------------------------------------------------------


class Arm(Doing, frozen=True, kw_only=True):
    """Operate from now on, or no more; nothing below has an effect on a run that is not armed."""

    on: bool


class Pause(Doing, frozen=True):
    """Let no time pass."""


class Resume(Doing, frozen=True):
    """Go on."""


class Step(Doing, frozen=True):
    """While paused: one tick of every robot, and of the world the time that it takes."""


class Break(Doing, frozen=True, kw_only=True):
    """Stop the run before this node begins, or do so no more."""

    path: Path
    on: bool = True


class Inject(Doing, frozen=True, kw_only=True):
    """Disturb the run."""

    what: Injury
    robot: str = ""
    """Whom; of a way, for whom only (empty: for everybody)."""
    place: str = ""
    """The way that is blocked or free again: ``c3-p3``, from c3 to p3."""


class Override(Doing, frozen=True, kw_only=True):
    """A robot's leaf ends now, with this result."""

    robot: Name
    path: Path
    result: Literal["success", "failure"]


class Remove(Doing, frozen=True, kw_only=True):
    """This robot is switched off for good: its team decides without it from now on."""

    robot: Name


Taking: TypeAlias = Answer | Take | Give | Refuse | Done | Failed | Leave
"""What a person does who takes part."""
Steering: TypeAlias = Break | Override | Remove
"""What one robot has to do about it, in one of its ticks."""
Operating: TypeAlias = Pause | Resume | Step | Inject | Steering
"""What an operator does; ``Arm`` comes before it."""
Act: TypeAlias = Be | Taking | Arm | Operating

_decoder = msgspec.json.Decoder(Act)


def read(text: str | bytes) -> Act:
    """The act that somebody sent; ValueError says what is wrong with it."""
    act: Act = _decoder.decode(text)
    return act

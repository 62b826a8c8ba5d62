"""Favour letters on the team's post: in bounds, and only from who may have said them."""

from __future__ import annotations

import pytest

from cotree.core.jobs import Job, Model, Need, Robot
from cotree.reallocation.capability.favour.messages import (
    Accept,
    Answer,
    Case,
    Grant,
    Letter,
    Message,
    Release,
    Request,
)
from cotree.reallocation.capability.favour.messages import encode as written
from cotree.reallocation.capability.passive import plea
from cotree.runtime.jobs.mail import plausible
from cotree.team import messages as team
from cotree.team.messages import MOST_NOTE, MOST_NOTES

CASE = Case("a", 0, 1, 0)
ROBOTS = frozenset("abcd")


def ask(*trail: str) -> Request:
    return Request(CASE, "exact", 0.2, 3, trail)


@pytest.mark.parametrize(
    ("message", "way", "sender", "me"),
    [
        (ask("a"), (), "a", "b"),
        (ask("a", "b"), (), "b", "c"),
        (Grant(CASE, "c", ("a", "b", "c")), ("b", "a"), "c", "b"),
        (Grant(CASE, "c", ("a", "b", "c")), ("a",), "b", "a"),
        (Accept(CASE, "x", "assembly", ("a", "c"), ("a", "b", "c"), 0.0), ("b", "c"), "a", "b"),
        (Accept(CASE, "x", "assembly", ("a", "c"), ("a", "b", "c"), 0.0), ("c",), "b", "c"),
        (Answer(CASE, "b", ("a", "b"), True, 0.0), ("a",), "b", "a"),
        (Release(CASE), ("b",), "a", "b"),
    ],
)
def test_what_comes_from_the_neighbour_on_its_way_is_believed(
    message: Message, way: tuple[str, ...], sender: str, me: str
) -> None:
    assert plausible(Letter(way, message), sender, me, ROBOTS)


@pytest.mark.parametrize(
    ("message", "way", "sender", "me"),
    [
        (ask("a"), (), "b", "c"),
        (ask(), (), "a", "b"),
        (ask("x", "a"), (), "a", "b"),
        (Grant(CASE, "d", ("a", "b")), ("a",), "b", "a"),
        (Grant(CASE, "b", ("a", "b")), ("a",), "c", "a"),
        (Grant(CASE, "b", ("a", "b")), ("c",), "b", "c"),
        (Accept(CASE, "x", "assembly", ("a", "b"), ("a", "b"), 0.0), ("b",), "c", "b"),
        (Accept(CASE, "x", "assembly", ("a", "z"), ("a", "b"), 0.0), ("b",), "a", "b"),
        (Answer(CASE, "b", ("a", "b"), True, 0.0), ("a",), "d", "a"),
        (Release(Case("z", 0, 1, 0)), ("b",), "a", "b"),
    ],
)
def test_what_its_sender_cannot_have_said_is_not_believed(
    message: Message, way: tuple[str, ...], sender: str, me: str
) -> None:
    assert not plausible(Letter(way, message), sender, me, ROBOTS)


def test_a_letter_with_too_much_in_it_is_no_letter() -> None:
    def letter(*notes: str) -> team.Letter:
        return team.Letter(team.VERSION, "m", "t", "a", 1, 1, 0, favours=notes)

    fine = letter("x" * MOST_NOTE, "y")
    assert team.decode(team.encode(fine)) == fine
    for wrong in (letter("x" * (MOST_NOTE + 1)), letter(*["x"] * (MOST_NOTES + 1))):
        with pytest.raises(ValueError, match="length <="):
            team.decode(team.encode(wrong))


def test_the_largest_job_that_can_be_asked_for_fits() -> None:
    job = Job("j" * 40, tuple(Need("manipulation", 3, 2, 9, (1.0, 8.5, 1.0)) for _ in range(64)))
    robot = Robot("r" * 40, Model("m", 3.0, 2))
    request = Request(CASE, "exact", 0.2, 3, ("a",), plea(robot, job))
    assert len(written(Letter((), request))) <= MOST_NOTE

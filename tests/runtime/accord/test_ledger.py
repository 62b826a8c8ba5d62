"""What one robot holds of the team: tokens, beginnings, and what is to be told."""

from __future__ import annotations

from cotree.core.actions import Permit
from cotree.runtime.accord.ledger import Ledger
from cotree.trees.and_ import And
from tests.kit.acts import SAW, Do
from tests.kit.circle import Circle, Member

TOKEN = (7, "a")


def ledger() -> tuple[Member, Ledger]:
    team = Circle(lambda: And("n", None, [Do("x", SAW)]), "ab", things=("saw",))
    team.sides = ["a"]
    team.go(0.1)
    return team["a"], team["a"].accord._ledger


def test_names_and_numbers_belong_together() -> None:
    _robot, book = ledger()
    assert [book.name(book.number(name)) for name in ("n/x", "saw")] == ["n/x", "saw"]
    assert [book.is_thing(book.number(name)) for name in ("n/x", "saw")] == [False, True]


def test_what_is_won_is_held_with_its_token_until_it_is_lost() -> None:
    _robot, book = ledger()
    assert book.token("n/x") is None
    book.win("n/x", TOKEN, 5.0)
    assert book.token("n/x") == TOKEN
    assert book.right("n/x").held
    book.lose("n/x")
    assert book.token("n/x") is None
    assert not book.right("n/x").held
    assert not book.permits._until_s
    assert not book.permits._tokens


def test_what_is_resumed_had_begun_before_and_forgets_that_with_its_end() -> None:
    _, book = ledger()
    book.win("n/x", TOKEN, 5.0, resumes=True)
    assert book.began("n/x")
    book.lose("n/x")
    book.win("n/x", TOKEN, 5.0)
    assert not book.began("n/x")
    book.right("n/x").began = True
    assert book.began("n/x")


def test_a_win_is_told_with_its_token_and_whether_it_goes_on() -> None:
    _, book = ledger()
    book.win("n/x", TOKEN, 5.0, resumes=True)
    won = book.changes[-1]
    assert (won.piece, won.word, won.why, won.token) == ("n/x", "won", "resumed", TOKEN)


def test_a_win_opens_a_permit_at_once_for_who_waited() -> None:
    robot, book = ledger()
    book.win("n/x", TOKEN, 5.0)
    assert robot.desk.commands == []
    book.win("saw", (8, "a"), 4.0)
    assert robot.desk.commands == [Permit("a", "n/x", TOKEN, 4.0)]

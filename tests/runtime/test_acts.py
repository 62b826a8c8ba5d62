"""What a page may say, and the hatch in which it waits for the run."""

from __future__ import annotations

import contextlib

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotree.runtime import acts
from cotree.runtime.acts import Act, Answer, Break, Leave, Take, read
from cotree.runtime.hatch import MOST, Hatch, Ticket
from cotree.runtime.messages import Acted, Message, decode, encode
from cotree.runtime.mouth import AtPage, Typed
from cotree.runtime.replies import Ack, No, You
from cotree.runtime.replies import encode as reply


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ('{"k":"take","n":4,"piece":"task/cup"}', Take(n=4, piece="task/cup")),
        ('{"k":"answer","n":3,"piece":"a","keep":"me"}', Answer(n=3, piece="a", keep="me")),
        ('{"k":"leave"}', Leave()),
        ('{"k":"break","n":1,"path":"a"}', Break(n=1, path="a", on=True)),
    ],
)
def test_an_act_is_read_as_it_was_meant(text: str, act: Act) -> None:
    assert read(text) == act


@given(st.one_of(st.text(), st.binary()))
def test_nothing_else_can_go_wrong_with_a_message(text: str | bytes) -> None:
    with contextlib.suppress(msgspec.MsgspecError, UnicodeError):
        read(text)


def test_every_act_has_a_word_of_its_own() -> None:
    kinds = [kind for kind in vars(acts).values() if isinstance(kind, type)]
    words = [kind.__struct_config__.tag for kind in kinds if issubclass(kind, acts.Doing)]
    assert len(words) == len(set(words))


def test_an_act_of_a_record_is_the_same_when_it_is_read() -> None:
    acted = Acted(1.5, "ann", Answer(piece="task/cup", keep="robot"), "nobody asks")
    assert decode("acted", encode(acted)) == acted


def test_a_reply_says_everything() -> None:
    assert reply(No(3, "why")) == b'{"k":"no","n":3,"text":"why"}'
    assert b'"requests":[]' in reply(You("ann"))
    assert You("ann", 1.0).same(You("ann", 2.0))
    assert not You("ann", 1.0).same(You("ann", 1.0, "task/cup"))


# -- the hatch -------------------------------------------------------------------------------------


def test_acts_wait_in_order_and_the_answer_goes_to_the_page_that_asked() -> None:
    hatch = Hatch[You]()
    assert hatch.put(Ticket(1, Leave(n=7)))
    assert hatch.put(Ticket(2, Leave(n=8)))
    one, two = hatch.take()
    assert not hatch.waiting
    hatch.answer(two, "no")
    hatch.answer(one)
    assert hatch.news() == [(2, No(8, "no")), (1, Ack(7))]
    assert hatch.news() == []


def test_too_many_acts_are_refused_and_nobody_waits_for_answers_for_nobody() -> None:
    hatch = Hatch[You]()
    assert [hatch.put(Ticket(0, Leave())) for _ in range(MOST + 2)][MOST - 1 :] == [
        True,
        False,
        False,
    ]
    for ticket in hatch.take():
        hatch.answer(ticket)
    assert hatch.news() == []


# -- mouths ----------------------------------------------------------------------------------------


class Lines:
    waiting = True

    def take(self) -> list[str | None]:
        return ["take cup", None]


def test_what_is_done_at_a_page_is_answered_and_kept_also_when_it_was_in_vain() -> None:
    hatch, kept = Hatch[You](), list[Message]()
    page = AtPage("ann", hatch, kept.append)
    hatch.put(Ticket(1, Take(n=5, piece="task/cup")))
    (said,) = page.take()
    assert said is not None
    page.settle(said, "your hand is at something", None, 2.0)
    assert kept == [Acted(2.0, "ann", Take(piece="task/cup"), "your hand is at something")]
    assert hatch.news() == [(1, No(5, "your hand is at something"))]


def test_a_page_is_told_only_what_is_new() -> None:
    hatch = Hatch[You]()
    page = AtPage("ann", hatch)
    page.show(You("ann", 1.0))
    first = hatch.shown
    page.show(You("ann", 2.0))
    assert hatch.shown is first
    page.show(You("ann", 3.0, "task/cup"))
    assert hatch.shown == You("ann", 3.0, "task/cup")


def test_what_is_typed_is_kept_as_what_was_meant_and_a_wrong_line_is_answered() -> None:
    kept, replies = list[Message](), list[str]()
    typed = Typed("ann", Lines(), replies.append, kept.append)
    assert typed.take() == ["take cup", None]
    typed.settle("take cup", None, Take(piece="task/cup"), 1.0)
    typed.settle("fly", "no such thing", None, 2.0)
    assert kept == [Acted(1.0, "ann", Take(piece="task/cup"))]
    assert replies == ["no such thing"]

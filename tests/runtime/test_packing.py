from __future__ import annotations

from collections.abc import Iterable

import msgspec
import pytest

from cotree.core.actions import Begin, Drive, FactSeen, Permit
from cotree.core.changes import ClaimChange
from cotree.core.stopping import Stop
from cotree.runtime.messages import Born, End, Heard, Message, Said, Told, encode
from cotree.runtime.packing import BUNDLE, MOST, Packer, Unpacker, matters, unbundled
from cotree.team.facts import Fact
from cotree.team.messages import Letter


def a_letter(n: int, sender: str = "ann", **sections: object) -> Letter:
    return Letter(1, "tea", "c0ffee", sender, 7, n, 3, **sections)  # type: ignore[arg-type]


FACTS = (Fact(0, 1),)
FIRST, SECOND = a_letter(1, digests=(5,), facts=FACTS), a_letter(2, digests=(5,))
OTHER = a_letter(1, "bob", to=("ann",))
TALK: list[Message] = [
    Born(0.0, "ann", 1, 100.0, True),
    Said(0.1, FIRST),
    Said(0.1, OTHER),
    Heard(0, 0.15, robot="bob", letters=(FIRST,)),
    Said(0.2, SECOND),
    Heard(1, 0.25, (FactSeen("door", "open"),), robot="bob", letters=(SECOND, FIRST)),
    Told(1, 0.25, (ClaimChange("task/a", "asked"),), robot="bob"),
    Heard(2, 0.3, robot="bob"),
    End(0.3, 3, "success"),
]


def packed(messages: Iterable[Message]) -> list[tuple[str, bytes]]:
    packer = Packer()
    return [each for message in messages for each in packer.pack(message)] + [*packer.rest()]


def unpacked(written: Iterable[tuple[str, bytes]]) -> list[Message]:
    unpacker = Unpacker()
    return [message for each in written for message in unpacker.unpack(*each)]


def test_what_is_packed_comes_back_in_its_order() -> None:
    assert unpacked(packed(TALK)) == TALK


def test_a_letter_is_written_once_and_says_only_what_is_new() -> None:
    text = b"".join(data for _, data in packed(TALK))
    assert text.count(b"c0ffee") == 2  # the first letter of each sender
    assert text.count(b'"digests":[5]') == 1
    assert b'"facts":[]' in text  # the second letter has none any more


@pytest.mark.parametrize("sent_s", [2.5, 0.5 - 0.5])
def test_a_letter_that_came_back_is_the_same_bytes(sent_s: float) -> None:
    """A clock shows 0, too, and msgspec leaves out only the very object that is a default."""
    letters = [a_letter(1, sent_s=sent_s, facts=FACTS), a_letter(2)]
    back = unpacked(packed([Said(0.0, letter) for letter in letters]))
    assert [encode(message) for message in back] == [
        encode(Said(0.0, letter)) for letter in letters
    ]


def test_heartbeats_wait_for_what_matters() -> None:
    assert [topic for topic, _ in packed(TALK)] == [
        "born", BUNDLE, "in", "d", BUNDLE, "end",
    ]  # fmt: skip


def test_heartbeats_do_not_wait_for_ever() -> None:
    beats = [Heard(n, n / 20, robot="bob") for n in range(2 * MOST + 1)]
    assert [topic for topic, _ in packed(beats)] == [BUNDLE] * 3
    packer = Packer()
    written = [topic for beat in beats for topic, _ in packer.pack(beat)]
    assert written == [BUNDLE] * 2


def test_a_quiet_tick_costs_next_to_nothing() -> None:
    beats = [Heard(n, n / 20, robot="bob") for n in range(MOST)]
    ((_, data),) = packed(beats)
    assert len(data) < 25 * MOST


def test_permits_that_are_only_renewed_lie_with_their_tick() -> None:
    token = (3, "bob")
    permits = tuple(Permit("bob", piece, token, 5.0) for piece in ("task/a", "task/b"))
    messages: list[Message] = [
        Heard(0, 0.5, robot="bob", letters=()),
        Told(0, 0.5, commands=permits, robot="bob"),
        Heard(1, 0.6, (FactSeen("door", "open"),), robot="bob"),
        Told(1, 0.6, commands=permits, robot="bob"),
    ]
    written = packed(messages)
    assert [topic for topic, _ in written] == [BUNDLE, "in", "d"]
    assert unpacked(written) == messages


def test_a_letter_of_an_older_process_has_its_name_too() -> None:
    newer = msgspec.structs.replace(a_letter(1), boot=8)
    messages: list[Message] = [
        Said(0.0, FIRST),
        Said(0.0, newer),
        Heard(0, 0.1, robot="bob", letters=(newer, FIRST)),
    ]
    assert unpacked(packed(messages)) == messages


def test_only_a_tick_of_a_team_in_which_nothing_happened_does_not_matter() -> None:
    assert matters(Heard(0, 0.0))
    assert not matters(Heard(0, 0.0, robot="bob", letters=(FIRST,)))
    assert matters(Heard(0, 0.0, halt=Stop.CANCEL, robot="bob"))
    assert matters(Heard(0, 0.0, give_up=True, robot="bob"))
    begin = Begin("bob.1", "bob", Drive((0.0, 0.0, 0.0)))
    assert matters(Told(0, 0.0, commands=(begin,), robot="bob"))
    assert matters(Told(0, 0.0))


def test_a_letter_that_nobody_sent_is_damage() -> None:
    written = packed([Heard(0, 0.0, robot="bob", letters=(FIRST,))])
    with pytest.raises(ValueError, match="letter 1 of ann was heard, and never sent"):
        unpacked(written)


def test_a_first_letter_that_is_not_whole_is_damage() -> None:
    data = msgspec.json.encode([{"t": 0.0, "sender": "ann", "n": 2}])
    with pytest.raises(ValueError, match="the first letter of ann is not whole"):
        unpacked([(BUNDLE, data)])


def test_a_bundle_of_an_older_record_is_only_its_list() -> None:
    beats = [Heard(n, n / 20, robot="bob") for n in range(3)]
    ((topic, data),) = packed(beats)
    older = data.removeprefix(b'{"quiet":').removesuffix(b"}")
    assert older.startswith(b"[")
    assert unpacked([(topic, older)]) == unpacked([(topic, data)]) == beats
    assert unbundled(older) == unbundled(data)


def test_what_is_no_bundle_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError):
        unpacked([(BUNDLE, b'[["ann", 1]]')])

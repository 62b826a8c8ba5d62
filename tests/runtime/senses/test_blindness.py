from __future__ import annotations

from cotree.core.actions import FactSeen
from cotree.core.senses import HANDS, OBJECTS
from cotree.runtime.senses.blindness import BLIND_S, WORKS, Blindness
from cotree.runtime.senses.ports import Sensed

COVERED = {HANDS: "the lens is covered"}


def test_one_bad_picture_is_nobodys_concern() -> None:
    blindness = Blindness("ceiling", {HANDS: "stop"})
    assert blindness.hear(Sensed(1.0, blind=COVERED)) == []
    assert blindness.hear(Sensed(1.1)) == []
    assert blindness.hear(Sensed(1.2 + BLIND_S, blind=COVERED)) == []
    assert blindness.messages == []
    assert not blindness.stops
    assert blindness.has(HANDS)
    assert not blindness.has(OBJECTS)


def test_who_goes_on_without_says_so_once_and_says_when_it_sees_again() -> None:
    blindness = Blindness("ceiling", {HANDS: "go_on", OBJECTS: "go_on"})
    news = []
    for t_s in (0.0, 0.3, BLIND_S, 0.9, 2.0):
        news += blindness.hear(Sensed(t_s, blind=COVERED))
    assert news == [FactSeen("senses/hands", "the lens is covered")]
    assert blindness.hear(Sensed(2.2)) == [FactSeen("senses/hands", WORKS)]
    gone, back = blindness.messages
    assert gone == "no hands from ceiling: the lens is covered; the mission goes on without"
    assert back == "hands: ceiling works again"
    assert not blindness.stops


def test_who_must_not_go_on_without_gives_the_reason_to_stop() -> None:
    blindness = Blindness("ceiling", {HANDS: "stop"})
    for t_s in (0.0, BLIND_S):
        blindness.hear(Sensed(t_s, blind=COVERED))
    assert blindness.stops[HANDS].code == "blind"
    assert "hands, ceiling: the lens is covered" in blindness.stops[HANDS].message
    assert blindness.messages[-1].endswith("the mission must not go on without")
    assert not blindness.has(HANDS)
    blindness.hear(Sensed(2.0))
    assert not blindness.stops, "it sees again"

from __future__ import annotations

import msgspec
import pytest

from cotree.core.reasons import Reason, raised


def test_a_reason_reads_as_place_message_and_code() -> None:
    reason = Reason("slipped", "the cup slipped", path="tea/cup/pick")
    assert str(reason) == "tea/cup/pick: the cup slipped [slipped]"


def test_a_reason_without_a_place_reads_without_one() -> None:
    assert str(Reason("slipped", "the cup slipped")) == "the cup slipped [slipped]"


def test_placing_a_reason_keeps_everything_else() -> None:
    reason = Reason("slipped", "the cup slipped", {"force": 3.0})
    assert reason.at("tea/pick") == Reason(
        "slipped", "the cup slipped", {"force": 3.0}, path="tea/pick"
    )
    assert reason.path == ""


def test_a_reason_that_has_its_place_keeps_it() -> None:
    reason = Reason("slipped", "the cup slipped", path="tea/pick")
    assert reason.at("tea") is reason


def test_a_reason_does_not_change() -> None:
    with pytest.raises(AttributeError, match="immutable"):
        Reason("slipped", "the cup slipped").code = "held"  # type: ignore[misc]


def test_a_reason_survives_the_wire() -> None:
    reason = Reason("slipped", "the cup slipped", {"force": 3.0}, "tea/pick")
    assert msgspec.json.decode(msgspec.json.encode(reason), type=Reason) == reason


def test_an_exception_becomes_a_reason_with_its_traceback() -> None:
    def pick() -> None:
        raise ValueError("no such cup")

    with pytest.raises(ValueError, match="no such cup") as caught:
        pick()
    reason = raised(caught.value, "update")
    assert str(reason) == "update raised ValueError: no such cup [exception]"
    assert "in pick" in reason.data["traceback"]

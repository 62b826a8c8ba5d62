from __future__ import annotations

from cotree.simulation.stage.gate import Gate

A = (1, "pr2")
B = (2, "pr2")


def test_a_piece_without_a_permit_may_not_move() -> None:
    gate = Gate()
    assert gate.live("cup", 0.0) is None
    assert gate.refusal("cup").code == "no_permit"


def test_a_permit_opens_a_piece_until_its_deadline() -> None:
    gate = Gate()
    assert gate.permit("cup", A, 2.0, 0.0) == "opened"
    assert gate.live("cup", 1.9) == A
    assert gate.live("cup", 2.0) is None
    assert gate.live("tea", 0.0) is None


def test_the_same_claim_moves_its_deadline_but_only_forward() -> None:
    gate = Gate()
    gate.permit("cup", A, 2.0, 0.0)
    assert gate.permit("cup", A, 3.0, 1.0) == "extended"
    assert gate.permit("cup", A, 2.5, 1.0) == "extended"
    assert gate.next_due_s() == 3.0


def test_a_lower_token_is_fenced_whatever_was_closed_meanwhile() -> None:
    gate = Gate()
    gate.permit("cup", B, 2.0, 0.0)
    assert gate.permit("cup", A, 9.0, 1.0) == "fenced"
    assert gate.live("cup", 1.0) == B
    assert gate.due(2.0) == [("cup", B)]
    assert gate.permit("cup", A, 9.0, 2.0) == "fenced"
    assert gate.refusal("cup").code == "fenced"
    gate.lapsed("cup", B)
    assert gate.permit("cup", A, 9.0, 2.0) == "fenced"


def test_a_higher_token_replaces_a_permit_that_is_open() -> None:
    gate = Gate()
    gate.permit("cup", A, 2.0, 0.0)
    assert gate.permit("cup", B, 3.0, 1.0) == "replaced"
    assert gate.live("cup", 2.5) == B


def test_a_permit_that_comes_after_its_own_deadline_opens_nothing() -> None:
    gate = Gate()
    assert gate.permit("cup", A, 2.0, 2.0) == "late"
    assert gate.live("cup", 2.0) is None
    assert gate.refusal("cup").code == "no_permit"


def test_a_claim_that_was_stopped_at_its_deadline_is_over_for_good() -> None:
    gate = Gate()
    gate.permit("cup", A, 2.0, 0.0)
    assert gate.due(2.0) == [("cup", A)]
    assert gate.permit("cup", A, 4.0, 2.1) == "fenced"
    assert gate.permit("cup", B, 4.0, 2.1) == "opened"


def test_a_claim_that_rested_at_its_deadline_may_go_on() -> None:
    gate = Gate()
    gate.permit("cup", A, 2.0, 0.0)
    gate.due(2.0)
    gate.lapsed("cup", A)
    assert gate.live("cup", 2.1) is None
    assert gate.permit("cup", A, 4.0, 2.1) == "opened"


def test_closing_names_what_was_open_and_uses_up_its_tokens() -> None:
    gate = Gate()
    gate.permit("cup", A, 2.0, 0.0)
    gate.permit("tea", A, 2.0, 0.0)
    assert gate.close() == ["cup", "tea"]
    assert gate.permit("cup", A, 9.0, 0.0) == "fenced"
    assert gate.next_due_s() is None

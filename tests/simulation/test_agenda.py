from __future__ import annotations

from cotree.simulation.agenda import Agenda


def test_what_is_noted_comes_in_the_order_of_time_and_then_of_noting() -> None:
    agenda: Agenda[str] = Agenda()
    for at_s, what in ((2.0, "c"), (1.0, "b"), (2.0, "d"), (0.5, "a")):
        agenda.note(at_s, what)
    seen = []
    while (first := agenda.first()) is not None:
        seen.append(first)
        agenda.cross_out()
    assert seen == [(0.5, "a"), (1.0, "b"), (2.0, "c"), (2.0, "d")]

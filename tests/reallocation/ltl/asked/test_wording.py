"""How a way is cut where errands are done."""

from __future__ import annotations

import pytest

from cotree.core.errands import Course, Leg
from cotree.reallocation.ltl.asked.wording import _courses

AT = ("b", "standby")
THERE, BACK = Leg("move", ("a", "standby"), AT), Leg("move", AT, ("a", "standby"))


@pytest.mark.parametrize(
    ("parts", "courses"),
    [
        ((), [Course("visit b", (THERE, BACK))]),
        (("end at a",), [Course("visit b", (THERE,)), Course("end at a", (BACK,))]),
    ],
)
def test_steps_after_the_last_errand_belong_to_it_or_to_what_all_do_together(
    parts: tuple[str, ...], courses: list[Course]
) -> None:
    assert list(_courses([("visit b", 1)], [THERE, BACK], parts, ())) == courses

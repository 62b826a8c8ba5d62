from __future__ import annotations

import pytest
from py_trees.behaviours import Dummy
from py_trees.common import Status

from cotree.behaviours.desk import Desk
from cotree.behaviours.guard import Fact, Guard, GuardParams
from cotree.core.belief import Belief


def guard(value: Fact | None, equals: Fact = True) -> Guard:
    made = Guard("g", GuardParams("door", equals), Dummy("child"))
    made.desk = Desk("r")
    made.desk.belief = Belief(facts={} if value is None else {"door": value})
    return made


@pytest.mark.parametrize("value", [True, False, 1.0, 0.0, "open"])
def test_a_fact_with_the_value_lets_the_child_run(value: Fact) -> None:
    assert guard(value, value).before() is None


@pytest.mark.parametrize(
    ("value", "equals", "said"),
    [
        (None, True, "door is unknown, not true"),
        (False, True, "door is false, not true"),
        (True, 1.0, "door is true, not 1"),
        (0.0, False, "door is 0, not false"),
        (0.25, 0.5, "door is 0.25, not 0.5"),
        ("ajar", "open", "door is ajar, not open"),
    ],
)
def test_any_other_value_fails_in_the_words_of_the_yaml(
    value: Fact | None, equals: Fact, said: str
) -> None:
    found = guard(value, equals)
    assert found.before() is Status.FAILURE
    assert found.reason is not None
    assert (found.reason.code, found.reason.message) == ("guard", said)
    assert found.reason.data == {"value": value}

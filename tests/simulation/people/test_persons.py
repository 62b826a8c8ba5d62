from __future__ import annotations

from collections import Counter

import pytest

from cotree.reallocation.lead_follow.collaboration import Act
from cotree.simulation.people.persons import Delegator, Drifter, PaperPerson, delegation
from cotree.simulation.people.view import Person, View
from cotree.team.dice import Dice

OFFERED = (Act("ann", "H4", "told"),)
OWN = (Act("ann", "H1", "near"), Act("ann", "H1", "far"))
GIVING = (Act("ann", "H2", "near", to="fetch"), Act("ann", "H2", "far", to="fetch"))
GIVEN = (Act("ann", "H5", "gone"),)
FAR = frozenset(("far",))
ALL = View("ann", OFFERED, OWN, GIVING, GIVEN, FAR)
FREE = View("ann", (), OWN, GIVING, (), FAR)
RUNS = 4000


def counted(person: Person, view: View) -> Counter[tuple[str, str, bool]]:
    """How often each decision comes, as shares."""
    acts = [person.decide(view, Dice(seed)) for seed in range(RUNS)]
    return Counter((act.action, act.subtask, act.right) for act in acts if act is not None)


def share(found: Counter[tuple[str, str, bool]], action: str) -> float:
    return sum(n for key, n in found.items() if key[0] == action) / RUNS


@pytest.mark.parametrize(("p_follow", "gives"), [(0.3, 0.624), (0.6, 0.315), (0.9, 0.072)])
def test_leaders_give_more_away(p_follow: float, gives: float) -> None:
    assert delegation(p_follow) == pytest.approx(gives, abs=1e-3)


def test_the_papers_person_follows_as_often_as_said_and_then_rightly() -> None:
    found = counted(PaperPerson(0.6, 0.8), ALL)
    assert share(found, "H4") == pytest.approx(0.6, abs=0.03)
    assert found["H4", "told", False] == 0


def test_own_choices_err_as_often_as_said_done_or_given() -> None:
    found = counted(PaperPerson(0.3, 0.4), FREE)
    for action in ("H1", "H2"):
        wrong = sum(n for key, n in found.items() if key[0] == action and not key[2])
        assert wrong / RUNS / share(found, action) == pytest.approx(0.4, abs=0.04)
    assert share(found, "H2") == pytest.approx(delegation(0.3), abs=0.03)


def test_far_is_given_and_near_is_done_twice_as_often() -> None:
    found = counted(PaperPerson(0.3, 0.0), FREE)
    assert found["H2", "far", True] / found["H2", "near", True] == pytest.approx(2.0, abs=0.3)
    assert found["H1", "near", True] / found["H1", "far", True] == pytest.approx(2.0, abs=0.3)


def test_what_is_left_is_done_in_order() -> None:
    leader, dice = PaperPerson(0.0, 0.0), Dice(1)
    assert leader.decide(View("ann", OFFERED, given=GIVEN), dice) == OFFERED[0]
    assert leader.decide(View("ann", given=GIVEN), dice) == GIVEN[0]
    assert leader.decide(View("ann"), dice) is None


def test_the_same_dice_make_the_same_decision() -> None:
    for person in (PaperPerson(0.5, 0.5), Drifter(), Delegator()):
        assert person.decide(ALL, Dice(7)) == person.decide(ALL, Dice(7))


def test_a_drifter_changes_slowly_or_at_once() -> None:
    slow, sudden = Drifter(begins=4, lasts=4), Drifter(begins=4, lasts=0)
    assert slow.at(0) == slow.at(3) == (0.3, 0.05)
    assert slow.at(3)[1] < slow.at(5)[1] < slow.at(8)[1] == pytest.approx(0.6)
    assert sudden.at(3) == (0.3, 0.05)
    assert sudden.at(4) == (0.8, 0.6)


def test_a_delegator_gives_away_and_still_follows() -> None:
    found = counted(Delegator(0.5, 0.9, 0.1), ALL)
    assert share(found, "H2") == pytest.approx(0.5, abs=0.03)
    assert share(found, "H4") == pytest.approx(0.45, abs=0.03)
    enough = View("ann", OFFERED, OWN, GIVING, GIVEN * 2, FAR)
    assert share(counted(Delegator(0.5, 0.9, 0.1), enough), "H2") == 0

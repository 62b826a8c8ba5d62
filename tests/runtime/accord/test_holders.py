"""Who has what, as far as the peers say so; only changes are news."""

from __future__ import annotations

from cotree.runtime.accord.holders import Holders
from cotree.trees.and_ import And
from cotree.trees.or_ import Or
from cotree.trees.then import Then
from tests.kit.acts import SAW, Do
from tests.kit.circle import Circle


def held() -> tuple[Holders, dict[int, tuple[str, float]]]:
    """A robot that has heard nothing yet; leaves 0 p1, 1 p2, 2 q are of an or, 3 is alone."""
    tree = lambda: And(  # noqa: E731
        "n", None,
        [Or("o", None, [Then("p", None, [Do("p1"), Do("p2")]), Do("q")]), Do("x", SAW)],
    )  # fmt: skip
    mate = Circle(tree, things=("saw",))["a"].mate
    return Holders(mate), mate.mind.taken


def test_nothing_heard_is_no_news() -> None:
    holders, _ = held()
    assert holders.news(0.0) == {}


def test_what_a_peer_has_is_news_once_and_so_is_that_it_has_let_go() -> None:
    holders, taken = held()
    taken[3] = ("b", 2.0)
    assert holders.news(0.0) == {"n/x": "b"}
    assert holders.news(0.5) == {}
    taken[3] = ("b", 2.5)
    assert holders.news(0.6) == {}, "it has it still"
    del taken[3]
    assert holders.news(0.7) == {"n/x": ""}
    assert holders.news(0.8) == {}


def test_what_nobody_repeats_is_believed_for_a_while_only() -> None:
    holders, taken = held()
    taken[3] = ("b", 2.0)
    holders.news(0.0)
    assert holders.news(1.99) == {}
    assert holders.news(2.0) == {"n/x": ""}


def test_another_holder_is_news() -> None:
    holders, taken = held()
    taken[3] = ("b", 2.0)
    holders.news(0.0)
    taken[3] = ("c", 2.0)
    assert holders.news(0.1) == {"n/x": "c"}


def test_who_has_a_leaf_of_one_branch_has_all_other_branches_but_not_its_own() -> None:
    holders, taken = held()
    taken[0] = ("b", 2.0)
    assert holders.news(0.0) == {"n/o/p/p1": "b", "n/o/q": "b"}
    taken[4] = ("c", 2.0)
    assert holders.news(0.1) == {"saw": "c"}

"""Trees in which taking what is free would block the team for ever, and what keeps them going."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from py_trees.behaviour import Behaviour
from py_trees.common import Status

from cotree.core.mission import ResourceModel
from cotree.core.resources import Need
from cotree.trees.and_ import And
from cotree.trees.controls import AtLeast, ParallelParams
from cotree.trees.or_ import Or
from cotree.trees.then import Then
from tests.kit.rig import ONE_HAND, TWO_HANDS, Act, Rig

RUNNING, SUCCESS = Status.RUNNING, Status.SUCCESS
THREE_HANDS = (*TWO_HANDS, ResourceModel("third", "gripper"))
BASE_AND_HAND = (ResourceModel("base", "base"), ResourceModel("hand", "gripper"))
TWO_KINDS = (ResourceModel("hand", "gripper"), ResourceModel("eye", "camera"))


def take(what: str, type_: str = "gripper", potential: float = 1.0) -> Act:
    return Act(f"take {what}", (Need(type_, takes=what),), potential)


def drop(what: str, type_: str = "gripper") -> Act:
    return Act(f"drop {what}", (Need(type_, holding=what, drops=True),))


def one_by_one(name: str) -> Then:
    """Takes a second hand while it holds the first."""
    return Then(
        name, None, [take(f"{name}1"), take(f"{name}2"), drop(f"{name}1"), drop(f"{name}2")]
    )


def both_in_any_order(name: str, *first: Behaviour) -> Then:
    """The second take is less suitable than another lineage's first."""
    return Then(
        name,
        None,
        [
            *first,
            And(f"{name} take", None, [take(f"{name}1", potential=2.0), take(f"{name}2")]),
            And(f"{name} drop", None, [drop(f"{name}1"), drop(f"{name}2")]),
        ],
    )


def going_there(name: str) -> Then:
    """On the way it keeps a hand, which is for one of those that take something then."""
    return both_in_any_order(name, Act(f"go {name}", (Need("gripper"),)))


def handed_up(name: str) -> Then:
    """The first load is taken in an inner ``then``, the second in the outer one."""
    inner = Then(f"{name} inner", None, [Act(f"look {name}"), take(f"{name}1")])
    return Then(name, None, [inner, take(f"{name}2"), drop(f"{name}1"), drop(f"{name}2")])


def base_and_hand() -> And:
    """One keeps the base from an inner ``then`` and needs the hand; the other has the hand."""
    drive = Then("in a", None, [Act("drive", (Need("base", keep=True),))])
    a = Then("a", None, [drive, Act("grip", (Need("base"), Need("gripper")))])
    b = Then("b", None, [take("b1"), Act("park", (Need("base"),)), drop("b1")])
    return And("all", None, [a, b])


def crossed() -> And:
    """One takes the hand and then the eye, the other the eye and then the hand."""
    a = Then("a", None, [take("a1"), take("a2", "camera"), drop("a1"), drop("a2", "camera")])
    b = Then("b", None, [take("b1", "camera"), take("b2"), drop("b1", "camera"), drop("b2")])
    return And("all", None, [a, b])


def pair(make: Callable[[str], Then]) -> And:
    return And("all", None, [make("a"), make("b")])


Made = tuple[Callable[[], And], tuple[ResourceModel, ...]]
TREES: dict[str, Made] = {
    "two lineages take two hands one by one": (lambda: pair(one_by_one), TWO_HANDS),
    "two lineages take two hands in any order": (lambda: pair(both_in_any_order), TWO_HANDS),
    "three lineages share three hands": (
        lambda: And("all", None, [one_by_one(name) for name in "abc"]),
        THREE_HANDS,
    ),
    "an inner lineage hands its load up": (lambda: pair(handed_up), TWO_HANDS),
    "a base is kept for a leaf that needs a hand": (base_and_hand, BASE_AND_HAND),
    "crossed orders of two types": (crossed, TWO_KINDS),
    "nested ands": (
        lambda: And("all", None, [And(f"in {name}", None, [one_by_one(name)]) for name in "ab"]),
        TWO_HANDS,
    ),
}


@pytest.mark.parametrize("selector", ["greedy", "exact"])
@pytest.mark.parametrize("name", TREES)
def test_a_tree_that_could_deadlock_is_finished(name: str, selector: str) -> None:
    make, hands = TREES[name]
    rig = Rig(make(), hands, selector=selector)
    assert rig.run() is SUCCESS
    assert all(not rig.owners(hand.name) for hand in hands)


@pytest.mark.parametrize("name", TREES)
def test_the_same_tree_deadlocks_when_every_grant_counts_as_safe(name: str) -> None:
    make, hands = TREES[name]
    rig = Rig(make(), hands)
    rig.engine.pool.safe = lambda state: True
    with pytest.raises(AssertionError, match="not over"):
        rig.run(100)
    assert {reason.code for reason in rig.engine.stuck} == {"needs"}


def test_who_waits_for_safety_says_so() -> None:
    rig = Rig(pair(one_by_one), TWO_HANDS)
    rig.ticks(2)
    assert rig.going() == ["take a1"]
    waiting = {asker.path: asker.why for asker in rig.engine.pool.waiting()}
    assert waiting["all/b/take b1"] is not None
    assert waiting["all/b/take b1"].code == "unsafe"


def test_safety_holds_nobody_back_where_there_is_enough() -> None:
    four = (*THREE_HANDS, ResourceModel("fourth", "gripper"))
    rig = Rig(pair(one_by_one), four)
    rig.ticks(2)
    assert rig.going() == ["take a1", "take b1"]


@pytest.mark.parametrize("selector", ["greedy", "exact"])
def test_what_is_unsafe_keeps_nobody_else_from_starting(selector: str) -> None:
    """The largest set may be the unsafe one; then the rest competes again."""
    rig = Rig(pair(one_by_one), TWO_HANDS, selector=selector)
    rig.see(**{"take b1_ready": False})
    rig.tick()
    rig.end("take a1")
    rig.see(**{"take a2_ready": False, "take b1_ready": True, "take b1_potential": 5.0})
    rig.ticks(2)
    assert rig.going() == []
    rig.see(**{"take a2_ready": True})
    rig.tick()
    assert rig.going() == ["take a2"]


def test_a_free_hand_that_nobody_needs_to_finish_is_granted() -> None:
    """The second hand may go to a short job while the first lineage does not need it yet."""
    short = Act("short", (Need("gripper"),))
    rig = Rig(And("all", None, [one_by_one("a"), short]), TWO_HANDS)
    rig.ticks(2)
    assert rig.going() == ["short", "take a1"]
    assert rig.run() is SUCCESS


def test_what_is_kept_for_the_next_counts_for_all_of_the_next() -> None:
    rig = Rig(going_there("a"), TWO_HANDS)
    rig.ticks(2)
    assert rig.going() == ["go a"]
    rig.end("go a")
    rig.ticks(2)
    assert rig.going() == ["take a1", "take a2"], "both hands at once"
    assert rig.run() is SUCCESS


def test_a_load_that_is_kept_is_no_hand_for_the_next() -> None:
    rig = Rig(Then("all", None, [take("it"), And("rest", None, [take("a"), take("b")])]), TWO_HANDS)
    rig.ticks(2)
    rig.end("take it")
    rig.ticks(2)
    assert rig.going() == [], "one hand is too few for both"


# -- random trees -------------------------------------------------------------------------------


def random_task(dice: random.Random, name: str, depth: int) -> Behaviour:
    """A random task that ends with empty hands and takes at most two at a time by itself."""
    kind = dice.choice(["one by one", "any order", "there", "single", "nothing"] + ["tree"] * depth)
    match kind:
        case "one by one":
            return one_by_one(name)
        case "any order":
            return both_in_any_order(name)
        case "there":
            return going_there(name)
        case "single":
            return Then(name, None, [take(name), Act(f"look {name}"), drop(name)])
        case "nothing":
            return Act(name, (Need("gripper"),) * dice.randint(0, 2))
    parts = [random_task(dice, f"{name}.{i}", depth - 1) for i in range(dice.randint(1, 3))]
    made: Behaviour = dice.choice([Then, And, Or])(name, None, parts)
    return made


@pytest.mark.parametrize("first", range(0, 600, 100))
def test_random_trees_of_loads_are_finished_in_any_order_of_endings(first: int) -> None:
    for seed in range(first, first + 100):
        dice = random.Random(seed)
        root = And("all", None, [random_task(dice, f"t{i}", 2) for i in range(3)])
        rig = Rig(root, TWO_HANDS, selector=dice.choice(["greedy", "exact"]))
        for _ in range(2000):
            status = rig.end(dice.choice(rig.going())) if rig.begun else rig.tick()
            if status is not RUNNING:
                break
            assert not rig.engine.stuck, (seed, [str(reason) for reason in rig.engine.stuck])
        assert status is SUCCESS, seed
        assert all(not rig.owners(hand.name) for hand in TWO_HANDS), seed


def keeper_first() -> Behaviour:
    """The keeper comes first in the order of the tree, but must run last."""
    keeps = Then("keeps", None, [Act("take a", (Need("gripper", takes="a"),), 9.0)])
    brings = Then(
        "brings",
        None,
        [
            Act("take b", (Need("gripper", takes="b"),)),
            Act("drop b", (Need("gripper", holding="b", drops=True),)),
        ],
    )
    return And("all", None, [keeps, brings])


def nested_keeper() -> Behaviour:
    """Inside a ``then`` that puts the load down only after its ``and`` is over."""
    last = Act("drop a", (Need("gripper", holding="a", drops=True),))
    return Then("outer", None, [keeper_first(), last])


def keeper_in_parallel() -> Behaviour:
    """The same under a control node."""
    return AtLeast("all", ParallelParams(), keeper_first_children())


def keeper_first_children() -> list[Behaviour]:
    node = keeper_first()
    children = list(node.children)
    for child in children:
        child.parent = None
    return children


@pytest.mark.parametrize("make", [keeper_first, nested_keeper, keeper_in_parallel])
@pytest.mark.parametrize("selector", ["greedy", "exact"])
def test_who_keeps_a_load_for_good_lets_those_go_first_who_need_the_hand(
    make: Callable[[], Behaviour], selector: str
) -> None:
    rig = Rig(make(), ONE_HAND, selector=selector)
    assert rig.run() is SUCCESS
    assert rig.order.index("take b") < rig.order.index("take a")

from __future__ import annotations

from itertools import combinations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotree.core.alike import kinds, most_at_once, plain_types
from cotree.core.requests import (
    Grant,
    Request,
    apply,
    by_potential,
    conflicts_with_branches,
    find_largest,
)
from cotree.core.resources import Channel, Mode, Need, Resource, State, assign
from cotree.reallocation.schedule.choosing import find_compatible

GRIPPER = Need("gripper")
BASE = Need("base", channel=Channel("move"))


def robot(grippers: int = 2) -> dict[str, Resource]:
    names = {f"gripper{i}": "gripper" for i in range(grippers)}
    names |= {"base": "base", "head": "head"}
    return {name: Resource(name, type_) for name, type_ in names.items()}


def names(grants: list[Grant]) -> list[str]:
    return [grant.request.leaf for grant in grants]


def total(grants: list[Grant]) -> float:
    return sum(grant.request.potential for grant in grants)


def accept_all(requests: tuple[Request, ...], state: State) -> list[Grant] | None:
    scratch, chosen = dict(state), dict[str, int]()
    grants = []
    for request in requests:
        resources = assign(request.needs, scratch, request.lineage)
        if conflicts_with_branches(request, chosen) or isinstance(resources, Need):
            return None
        apply(request, resources, scratch)
        chosen.update(request.branches)
        grants.append(Grant(request, resources))
    return grants


def by_trying_every_set(requests: list[Request], state: State) -> float:
    ranked = by_potential([request for request in requests if request.potential > 0])
    best = 0.0
    for size in range(len(ranked) + 1):
        for some in combinations(ranked, size):
            grants = accept_all(some, state)
            if grants is not None:
                best = max(best, total(grants))
    return best


# -- the paper's counter-example (scenarios.yaml, alg1_not_max_sum) ------------------------------

R1 = Request("r1", 10, (GRIPPER, GRIPPER), order=0)
R2 = Request("r2", 6, (GRIPPER,), order=1)
R3 = Request("r3", 6, (GRIPPER,), order=2)


def test_greedy_takes_the_best_single_request_first() -> None:
    assert names(find_compatible([R1, R2, R3], robot())) == ["r1"]


def test_exact_takes_the_two_that_are_worth_more_together() -> None:
    grants = find_largest([R1, R2, R3], robot())
    assert names(grants) == ["r2", "r3"]
    assert [grant.resources for grant in grants] == [("gripper0",), ("gripper1",)]


SELECTORS = pytest.mark.parametrize("select", [find_compatible, find_largest])


@SELECTORS
def test_ties_are_broken_by_the_order_in_the_tree(select) -> None:  # type: ignore[no-untyped-def]
    late = Request("late", 6, (BASE,), order=9)
    early = Request("early", 6, (BASE,), order=2)
    assert names(select([late, early], robot())) == ["early"]


@SELECTORS
def test_a_request_without_potential_is_not_considered(select) -> None:  # type: ignore[no-untyped-def]
    assert select([Request("a", 0.0), Request("b", -1.0)], robot()) == []


@SELECTORS
def test_nothing_is_granted_to_nobody(select) -> None:  # type: ignore[no-untyped-def]
    assert select([], robot()) == []


@SELECTORS
def test_only_one_alternative_is_granted(select) -> None:  # type: ignore[no-untyped-def]
    orange = Request("orange", 2, branches=(("or", 0),), order=0)
    apple = Request("apple", 3, branches=(("or", 1),), order=1)
    pear = Request("pear", 1, branches=(("or", 1),), order=2)
    assert names(select([orange, apple, pear], robot())) == ["apple", "pear"]


@SELECTORS
def test_a_request_that_cannot_be_met_leaves_the_others_alone(select) -> None:  # type: ignore[no-untyped-def]
    impossible = Request("cup", 9, (Need("gripper", holding="cup"),))
    assert names(select([impossible, R2], robot())) == ["r2"]


@SELECTORS
def test_requests_with_one_intention_share(select) -> None:  # type: ignore[no-untyped-def]
    here = Need("base", Mode.SHARED, Channel("hold", (0, 0, 0)))
    near = Need("base", Mode.SHARED, Channel("hold", (0.2, 0, 0)))
    far = Need("base", Mode.SHARED, Channel("hold", (1, 0, 0)))
    requests = [Request("a", 3, (here,)), Request("b", 2, (far,)), Request("c", 1, (near,))]
    assert names(select(requests, robot())) == ["a", "c"]


@SELECTORS
def test_what_is_taken_belongs_to_the_innermost_lineage(select) -> None:  # type: ignore[no-untyped-def]
    state = robot()
    (grant,) = select([Request("then/leaf", 1, (GRIPPER,), ("then", "root"))], state)
    apply(grant.request, grant.resources, state)
    assert state["gripper0"].owners == {"then"}
    assert state["gripper0"].users == {"then/leaf"}


def test_a_request_without_lineage_owns_what_it_takes_itself() -> None:
    state = robot()
    apply(Request("leaf", 1, (GRIPPER,)), ("gripper0",), state)
    assert state["gripper0"].owners == {"leaf"}


def test_selecting_changes_nothing() -> None:
    state = robot()
    before = dict(state)
    find_compatible([R1, R2], state)
    find_largest([R1, R2], state)
    assert state == before


# -- exact against trying everything -------------------------------------------------------------

CHANNELS = [None, Channel("look"), Channel("hold", (0, 0, 0)), Channel("hold", (0.25, 0, 0))]
needs = st.builds(
    Need,
    type=st.sampled_from(["gripper", "gripper", "base", "head", "gripper0"]),
    mode=st.sampled_from(list(Mode)),
    channel=st.sampled_from([*CHANNELS, Channel("hold", (0.5, 0, 0))]),
    holding=st.sampled_from([None, None, None, "cup"]),
)
OWNERS = ["a", "b", "c"]
lineages = st.lists(st.sampled_from(OWNERS), max_size=2, unique=True).map(tuple)
LOOK = Need("head", Mode.SHARED, CHANNELS[1])
plain_needs = st.sampled_from(
    [(GRIPPER,), (GRIPPER, GRIPPER), (BASE,), (BASE, GRIPPER), (LOOK,)],
)


@st.composite
def wild_requests(draw: st.DrawFn, most: int = 7) -> list[Request]:
    found = []
    for i in range(draw(st.integers(0, most))):
        some = draw(st.one_of(plain_needs, st.lists(needs, max_size=2).map(tuple)))
        branch = draw(st.sampled_from([(), (), (("or", 0),), (("or", 1),)]))
        potential = float(draw(st.integers(0, 6)))
        found.append(Request(f"leaf{i}", potential, some, draw(lineages), branch, i))
    return found


@st.composite
def states(draw: st.DrawFn) -> dict[str, Resource]:
    state = robot(draw(st.integers(1, 3)))
    for name in state:
        owners = frozenset(draw(st.lists(st.sampled_from(OWNERS), max_size=1)))
        if owners:
            mode = draw(st.sampled_from(list(Mode)))
            users = draw(st.sampled_from([frozenset(), frozenset({"somebody"})]))
            load = draw(st.sampled_from([None, "cup"]))
            channel = draw(st.sampled_from(CHANNELS))
            state[name] = msgspec.structs.replace(
                state[name], owners=owners, mode=mode, users=users, load=load, channel=channel
            )
    return state


@given(wild_requests(), states())
def test_exact_is_worth_as_much_as_the_best_of_all_sets(
    requests: list[Request], state: dict[str, Resource]
) -> None:
    grants = find_largest(requests, state)
    assert accept_all(tuple(grant.request for grant in grants), state) == grants
    assert total(grants) == by_trying_every_set(requests, state)


@given(st.lists(st.tuples(plain_needs, st.integers(1, 5)), max_size=9), st.integers(1, 3))
def test_alike_requests_do_not_change_what_exact_finds(
    wanted: list[tuple[tuple[Need, ...], int]], grippers: int
) -> None:
    requests = [Request(f"leaf{i}", p, needs, order=i) for i, (needs, p) in enumerate(wanted)]
    state = robot(grippers)
    assert total(find_largest(requests, state)) == by_trying_every_set(requests, state)


@given(wild_requests(), states())
def test_exact_is_never_worth_less_than_greedy(
    requests: list[Request], state: dict[str, Resource]
) -> None:
    assert total(find_largest(requests, state)) >= total(find_compatible(requests, state))


def test_exact_prefers_the_set_that_greedy_meets_first_among_equal_totals() -> None:
    requests = [
        Request("both", 5.0, (GRIPPER, GRIPPER)),
        Request("this", 3.0, (GRIPPER,), branches=(("first", 0),)),
        Request("or that", 2.5, (GRIPPER,), branches=(("first", 1),)),
        Request("then this", 2.0, (GRIPPER,), branches=(("second", 0),)),
        Request("or this", 1.5, (GRIPPER,), branches=(("second", 1),)),
    ]
    assert names(find_largest(requests, robot())) == ["both"]


def test_a_thousand_alike_requests_are_few_choices() -> None:
    picks = [Request(f"pick{i}", 1 + i % 7, (GRIPPER,), (f"then{i}",), (), i) for i in range(1000)]
    assert names(find_largest(picks, robot())) == ["pick6", "pick13"]


def test_a_thousand_requests_that_share_are_all_granted() -> None:
    look = Need("head", Mode.SHARED, Channel("look"))
    looks = [Request(f"look{i}", 1, (look,), (f"then{i}",), (), i) for i in range(1000)]
    assert len(find_largest(looks, robot())) == 1000


# -- what counts as alike ------------------------------------------------------------------------


def test_what_becomes_of_a_resource_later_does_not_make_requests_different() -> None:
    cup, tea = (Request(o, 1, (Need("gripper", takes=o),), (o,)) for o in ("cup", "tea"))
    first, second = kinds([cup, tea], robot())
    assert first == second


def test_a_request_that_owns_something_is_one_of_its_kind() -> None:
    state = robot()
    state["base"] = msgspec.structs.replace(state["base"], owners=frozenset({"then1"}))
    own = Request("one", 1, (GRIPPER,), ("then1",))
    other = Request("two", 1, (GRIPPER,), ("then2",))
    assert kinds([own, other], state)[0] == ("one",)


def test_a_request_whose_lineage_another_one_uses_is_one_of_its_kind() -> None:
    inner = Request("inner", 1, (GRIPPER,), ("inner", "then"))
    outer = Request("outer", 1, (GRIPPER,), ("then",))
    assert kinds([inner, outer], robot())[0] == ("inner",)


def test_types_of_which_one_is_called_by_name_are_not_plain() -> None:
    assert "gripper" in plain_types([R2], robot())
    assert "gripper" not in plain_types([R2, Request("x", 1, (Need("gripper0"),))], robot())


def test_places_that_nearly_agree_are_not_plain() -> None:
    def hold(x: float) -> Request:
        return Request(f"at{x}", 1, (Need("base", Mode.SHARED, Channel("hold", (x, 0, 0))),))

    assert "base" in plain_types([hold(0), hold(1), hold(0)], robot())
    assert "base" not in plain_types([hold(0), hold(0.25)], robot())


def test_as_many_run_at_once_as_there_are_resources_for_them() -> None:
    state = robot(5)
    assert most_at_once((GRIPPER,), state) == 5
    assert most_at_once((GRIPPER, GRIPPER), state) == 2
    assert most_at_once((BASE, GRIPPER), state) == 1
    assert most_at_once((Need("wheel"),), state) == 0
    assert most_at_once((Need("head", Mode.SHARED, Channel("look")),), state) is None
    assert most_at_once((), state) is None

from __future__ import annotations

import msgspec
import pytest

from cotree.core.resources import (
    Channel,
    Mode,
    Need,
    Resource,
    assign,
    disown,
    finish,
    joins,
    release_rest,
    take,
    usable,
    within_reach,
)

HERE, NEAR, FAR = (0.0, 0.0, 0.0), (0.2, 0.0, 0.0), (2.0, 0.0, 0.0)
HOLD_HERE = Channel("hold", HERE)
DRIVE = Need("base", channel=Channel("move"), keep=True, becomes=HOLD_HERE)
STAND = Need("base", Mode.SHARED, HOLD_HERE)
PICK = Need("gripper", takes="cup")
PLACE = Need("gripper", holding="cup", drops=True)


def robot(**changes: dict[str, object]) -> dict[str, Resource]:
    types = {"base": "base", "left": "gripper", "right": "gripper"}
    state = {name: Resource(name, type_) for name, type_ in types.items()}
    for name, fields in changes.items():
        state[name] = msgspec.structs.replace(state[name], **fields)
    return state


def of(*names: str) -> frozenset[str]:
    return frozenset(names)


def owned(*owners: str, **fields: object) -> dict[str, object]:
    return {"owners": frozenset(owners), "mode": Mode.EXCLUSIVE, **fields}


# -- channels and words --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "fit"),
    [
        (Channel("look"), Channel("look"), True),
        (Channel("look"), Channel("move"), False),
        (Channel("look"), None, False),
        (HOLD_HERE, Channel("hold", NEAR), True),
        (HOLD_HERE, Channel("hold", FAR), False),
        (HOLD_HERE, Channel("hold"), False),
        (Channel("hold"), HOLD_HERE, False),
    ],
)
def test_intentions_fit_by_name_and_place(one: Channel, other: Channel | None, fit: bool) -> None:
    assert one.fits(other) is fit


def test_how_near_is_one_place_can_be_said() -> None:
    assert not HOLD_HERE.fits(Channel("hold", NEAR), 0.1)


def test_channels_and_needs_read_like_sentences() -> None:
    assert str(Channel("look")) == "look"
    assert str(STAND) == "base shared for hold(0, 0)"
    assert str(PLACE) == "gripper holding cup"
    assert str(DRIVE) == "base for move"


def test_a_resource_is_locked_while_anybody_owns_it() -> None:
    assert not Resource("base", "base").locked
    assert Resource("base", "base", frozenset({"then"})).locked


# -- usable, assign ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("need", "fields", "fits"),
    [
        (PICK, {}, True),
        (Need("left"), {}, True),
        (Need("right"), {}, False),
        (Need("base"), {}, False),
        (PLACE, {}, False),
        (PLACE, owned("then", load="cup"), True),
        (PLACE, owned("else", load="cup"), False),
        (PICK, owned("then", load="cup"), False),
        (PICK, owned("then"), True),
        (PICK, owned("then", users=frozenset({"leaf"})), False),
        (PICK, owned("then", "else"), False),
    ],
)
def test_a_need_fits_what_is_free_or_the_lineages_own(
    need: Need, fields: dict[str, object], fits: bool
) -> None:
    assert usable(need, robot(left=fields)["left"], ("then", "root")) is fits


@pytest.mark.parametrize(
    ("need", "mode", "channel", "shares"),
    [
        (STAND, Mode.SHARED, Channel("hold", NEAR), True),
        (STAND, Mode.SHARED, Channel("hold", FAR), False),
        (STAND, Mode.EXCLUSIVE, HOLD_HERE, False),
        (Need("base", channel=HOLD_HERE), Mode.SHARED, HOLD_HERE, False),
        (Need("base", Mode.SHARED), Mode.SHARED, HOLD_HERE, False),
    ],
)
def test_others_share_only_for_one_intention(
    need: Need, mode: Mode, channel: Channel, shares: bool
) -> None:
    base = robot(base=owned("else", users=frozenset({"x"}), mode=mode, channel=channel))["base"]
    assert joins(need, base) is shares
    assert usable(need, base, ("then",)) is shares


def test_own_resources_come_first_then_the_declared_order() -> None:
    assert assign([PICK], robot(), ("then",)) == ("left",)
    assert assign([PICK], robot(right=owned("then")), ("then",)) == ("right",)


def test_two_needs_get_two_resources() -> None:
    assert assign([PICK, PICK], robot(), ("then",)) == ("left", "right")


def test_the_first_unmet_need_is_the_answer() -> None:
    assert assign([DRIVE, PLACE, Need("wheel")], robot(), ("then",)) == PLACE


# -- take, finish --------------------------------------------------------------------------------


def test_taking_locks_for_the_owner_and_notes_the_user() -> None:
    state = robot()
    take(state, [DRIVE], ["base"], owner="then", user="then/move")
    base = state["base"]
    assert (base.owners, base.users) == (of("then"), of("then/move"))
    assert (base.mode, base.channel) == (Mode.EXCLUSIVE, Channel("move"))


def test_reserving_takes_without_a_user() -> None:
    state = robot()
    take(state, [PICK], ["left"], owner="then", user=None)
    assert (state["left"].owners, state["left"].users) == (of("then"), frozenset())


def test_who_joins_keeps_the_first_ones_place() -> None:
    state = robot(base=owned("else", mode=Mode.SHARED, channel=HOLD_HERE))
    near = Need("base", Mode.SHARED, Channel("hold", NEAR))
    take(state, [near], ["base"], owner="then", user="then/pick")
    assert state["base"].channel == HOLD_HERE
    assert state["base"].owners == {"then", "else"}


def test_a_move_leaves_the_base_with_its_lineage_at_the_destination() -> None:
    state = robot()
    take(state, [DRIVE], ["base"], owner="then", user="move")
    finish(state, [DRIVE], ["base"], owner="then", user="move", success=True)
    assert state["base"] == Resource(
        "base", "base", frozenset({"then"}), frozenset(), Mode.SHARED, HOLD_HERE
    )


def test_a_pick_keeps_the_gripper_and_a_place_gives_it_back() -> None:
    state = robot()
    take(state, [PICK], ["left"], owner="then", user="pick")
    finish(state, [PICK], ["left"], owner="then", user="pick", success=True)
    assert (state["left"].owners, state["left"].load) == (of("then"), "cup")
    take(state, [PLACE], ["left"], owner="then", user="place")
    finish(state, [PLACE], ["left"], owner="then", user="place", success=True)
    assert state == robot()


def test_a_shared_resource_stays_with_those_who_still_use_it() -> None:
    state = robot()
    for who in ("one", "two"):
        take(state, [STAND], ["base"], owner=who, user=f"{who}/pick")
    finish(state, [STAND], ["base"], owner="one", user="one/pick", success=True)
    assert (state["base"].owners, state["base"].users) == (of("two"), of("two/pick"))
    assert state["base"].channel == HOLD_HERE


def test_failure_gives_back_only_what_was_not_owned_before() -> None:
    state = robot(base=owned("then", mode=Mode.SHARED, channel=HOLD_HERE))
    needs, chosen = [STAND, PICK], ["base", "left"]
    take(state, needs, chosen, owner="then", user="pick")
    had = frozenset({"base"})
    finish(state, needs, chosen, owner="then", user="pick", success=False, had=had)
    assert state["base"].owners == {"then"}
    assert state["left"] == Resource("left", "gripper")


def test_failure_leaves_the_load_where_it_is() -> None:
    state = robot(left=owned("then", load="cup"))
    take(state, [PLACE], ["left"], owner="then", user="place")
    finish(state, [PLACE], ["left"], owner="then", user="place", success=False)
    assert (state["left"].owners, state["left"].load) == (of("then"), "cup")


def test_a_failed_move_does_not_hold_its_destination() -> None:
    state = robot()
    take(state, [DRIVE], ["base"], owner="then", user="move")
    had = frozenset({"base"})
    finish(state, [DRIVE], ["base"], owner="then", user="move", success=False, had=had)
    assert state["base"].channel == Channel("move")


# -- what a lineage leaves behind ----------------------------------------------------------------


def test_loads_pass_to_the_heir_and_the_rest_is_free() -> None:
    state = robot(left=owned("then", load="cup"), right=owned("then"))
    disown(state, "then", "root")
    assert (state["left"].owners, state["left"].load) == (of("root"), "cup")
    assert state["right"] == Resource("right", "gripper")


def test_a_load_without_an_heir_stays_with_its_owner() -> None:
    state = robot(left=owned("root", load="cup"))
    disown(state, "root", None)
    assert state["left"].owners == {"root"}


def test_what_is_kept_passes_to_the_heir_too() -> None:
    state = robot(right=owned("then"))
    disown(state, "then", "root", keep=frozenset({"right"}))
    assert state["right"].owners == {"root"}
    assert state["right"].mode is Mode.EXCLUSIVE


def test_what_others_own_too_stays_as_it_is() -> None:
    state = robot(base=owned("one", "two", mode=Mode.SHARED, channel=HOLD_HERE))
    disown(state, "one", None)
    assert (state["base"].owners, state["base"].channel) == (of("two"), HOLD_HERE)


def test_the_end_of_a_child_frees_what_it_did_not_keep() -> None:
    state = robot(
        base=owned("then", mode=Mode.SHARED, channel=HOLD_HERE),
        left=owned("then", load="cup"),
        right=owned("then"),
    )
    release_rest(state, "then", frozenset({"right"}))
    assert state["base"] == Resource("base", "base")
    assert state["left"].owners == {"then"}
    assert state["right"].owners == {"then"}


def test_the_end_of_a_child_takes_nothing_from_others() -> None:
    state = robot(
        base=owned("then", "else", mode=Mode.SHARED, channel=HOLD_HERE), left=owned("else")
    )
    release_rest(state, "then")
    assert (state["base"].owners, state["base"].channel) == (of("else"), HOLD_HERE)
    assert state["left"].owners == {"else"}


def test_within_reach_are_the_free_ones_and_the_own_ones() -> None:
    state = robot(left=owned("then", load="cup"), right=owned("else"))
    assert within_reach(state, "gripper", ("then", "root")) == 1
    assert within_reach(state, "gripper", ("else",)) == 1
    assert within_reach(state, "gripper", ("third",)) == 0
    assert within_reach(robot(), "gripper", ()) == 2

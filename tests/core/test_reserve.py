from __future__ import annotations

from cotree.core.reserve import largest_of_each, with_reservation
from cotree.core.resources import Channel, Mode, Need

DRIVE = Need("base", channel=Channel("move"), keep=True, becomes=Channel("hold", (0, 0, 0)))
STAND = Need("base", Mode.SHARED, Channel("hold", (0, 0, 0)))
PICK = Need("gripper", takes="cup")
PLACE = Need("gripper", holding="cup", drops=True)


def test_a_move_reserves_the_gripper_of_the_pick_after_it() -> None:
    assert with_reservation((DRIVE,), (STAND, PICK)) == (DRIVE, Need("gripper", keep=True))


def test_a_move_reserves_every_gripper_of_what_follows() -> None:
    gripper = Need("gripper", keep=True)
    assert with_reservation((DRIVE,), (PICK, Need("gripper"))) == (DRIVE, gripper, gripper)


def test_a_loaded_gripper_is_not_reserved_because_the_lineage_has_it() -> None:
    assert with_reservation((DRIVE,), (STAND, PLACE)) == (DRIVE,)


def test_what_is_shared_is_not_reserved() -> None:
    assert with_reservation((DRIVE,), (STAND,)) == (DRIVE,)


def test_a_leaf_that_keeps_nothing_reserves_nothing() -> None:
    assert with_reservation((STAND,), (PICK,)) == (STAND,)


def test_what_is_passed_on_is_not_asked_for_twice() -> None:
    assert with_reservation((DRIVE,), (DRIVE,)) == (DRIVE,)


def test_one_kept_resource_answers_one_need() -> None:
    keep = Need("gripper", keep=True)
    assert with_reservation((keep,), (PICK, PICK)) == (keep, keep)


def test_what_comes_back_empty_is_kept_instead_of_asking_for_another_one() -> None:
    lane = Need("lane")
    assert with_reservation((DRIVE, lane), (lane,)) == (DRIVE, Need("lane", keep=True))
    assert with_reservation((DRIVE, PLACE), (PICK,)) == (
        DRIVE,
        Need("gripper", holding="cup", drops=True, keep=True),
    )


def test_what_comes_back_loaded_serves_nobody_who_needs_an_empty_one() -> None:
    gripper = Need("gripper", keep=True)
    assert with_reservation((DRIVE, PICK), (Need("gripper"),)) == (DRIVE, PICK, gripper)


def test_of_several_successors_the_largest_need_per_type_counts() -> None:
    tool = Need("tool")
    choices = [(STAND, PICK), (PICK, Need("gripper"), tool), (PLACE, Need("tool"))]
    assert largest_of_each(choices) == (PICK, Need("gripper"), tool)


def test_no_successor_needs_nothing() -> None:
    assert largest_of_each([]) == ()

from __future__ import annotations

from cotree.team.mirror.things import Things


def test_an_object_lies_still_from_when_it_last_moved() -> None:
    things = Things()
    for i, x in enumerate((0.0, 0.1, 0.2, 0.2, 0.205, 0.2)):
        thing = things.see(i * 0.2, "cup", (x, 0.0, 0.0))
    assert thing is not None
    assert abs(thing.still_s() - 0.6) < 1e-9


def test_where_it_lay_is_where_it_last_rested() -> None:
    things = Things()
    for i in range(10):
        thing = things.see(i * 0.1, "cup", (0.0, 0.0, 0.0))
    for i in range(1, 10):
        thing = things.see(1.0 + i * 0.1, "cup", (i * 0.03, 0.0, 0.0))
    assert thing is not None
    assert thing.lay == (0.0, 0.0, 0.0)
    for i in range(7):
        thing.see(2.0 + i * 0.1, (0.3, 0.0, 0.0))
    assert thing.lay == (0.3, 0.0, 0.0)


def test_late_and_broken_positions_are_not_taken() -> None:
    things = Things()
    things.see(1.0, "cup", (0.5, 0.0, 0.0))
    things.see(0.5, "cup", (0.9, 0.0, 0.0))
    assert things.see(2.0, "cup", (float("nan"), 0.0, 0.0)) is None
    assert things.see(2.0, "cup", (0.0, 0.0)) is None  # type: ignore[arg-type]
    assert things.free() == {"cup": (0.5, 0.0, 0.0)}


def test_what_a_robot_holds_is_not_free() -> None:
    things = Things()
    things.see(1.0, "cup", (0.5, 0.0, 0.0), held=True)
    assert things.free() == {}
    assert things.get("vase") is None

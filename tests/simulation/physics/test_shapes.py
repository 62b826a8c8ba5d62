from __future__ import annotations

import pytest

from cotree.simulation.physics.shapes import (
    HOUSEHOLD,
    UNKNOWN,
    flat_thing,
    mesh_thing,
    thing_of,
    top_m,
)


def test_an_object_is_known_by_its_name_or_by_a_word_in_it() -> None:
    assert thing_of("cup") is HOUSEHOLD["cup"]
    assert thing_of("red_Cup") is HOUSEHOLD["cup"]
    assert thing_of("apple-2") is HOUSEHOLD["apple"]


def test_what_nobody_knows_is_a_small_box() -> None:
    assert thing_of("gizmo") is UNKNOWN


@pytest.mark.parametrize("name", sorted(HOUSEHOLD))
def test_every_thing_stands_on_the_ground_and_not_in_it(name: str) -> None:
    thing = HOUSEHOLD[name]
    assert 0.01 < top_m(thing) < 0.3
    assert 0.01 <= thing.mass_kg <= 0.5


def test_the_widths_tell_the_grippers_apart() -> None:
    def widest(name: str) -> float:
        solid = HOUSEHOLD[name].solids[0]
        return 2 * (solid.size[0] if solid.kind in ("sphere", "cylinder") else min(solid.size[:2]))

    for too_wide in ("orange", "apple", "sandwich"):
        assert 0.070 < widest(too_wide) < 0.095
    for fits in ("cup", "sugar", "burger"):
        assert widest(fits) < 0.070


def test_places_are_seen_as_what_they_are_called() -> None:
    assert [solid.kind for solid in flat_thing("tray")] == ["box"]
    assert [solid.kind for solid in flat_thing("plate")] == ["cylinder"]
    assert flat_thing("somewhere") == ()


def test_a_mesh_is_a_thing_too() -> None:
    thing = mesh_thing("mug.stl", (1.0, 0.0, 0.0), 0.1)
    assert thing.solids[0].file == "mug.stl"
    assert top_m(thing) > 0

from __future__ import annotations

from cotree.viewer.terminal.robots import STYLES, badges, initials, style_of


def test_every_robot_has_a_letter_of_its_own() -> None:
    assert initials(["pr2", "baxter", "pepper", "pp"]) == {
        "pr2": "p", "baxter": "b", "pepper": "e", "pp": "a",
    }  # fmt: skip


def test_a_letter_is_not_said_twice() -> None:
    assert badges(["a", "bob"]).plain == "  a  b bob"


def test_there_are_always_letters_and_colours() -> None:
    names = [f"r{i}" for i in range(100)]
    assert set(initials(names)) == set(names)
    assert style_of("r0", names) == style_of(f"r{len(STYLES)}", names)

"""Files that are no missions are checked as what they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from cotree.core.errors import InputError
from cotree.core.mission import Mission
from cotree.trees.catalogue import catalogue
from cotree.trees.reading.anything import Part, check, counted

WORDS = catalogue()
CONFIG = Path(__file__).parents[3] / "config"


def checked(folder: Path, text: str) -> Mission | Part:
    path = folder / "f.yaml"
    path.write_text(text, encoding="utf-8")
    return check(str(path), WORDS)


@pytest.mark.parametrize(
    ("text", "contents"),
    [
        ("subtrees: {nap: {do: {wait: 1}}, two: {do: nap}}", ("2 subtrees",)),
        ("places: {a: [0, 0]}\nobjects: {b: [1, 1]}\nfacts: {c: 5, d: x}",
         ("1 place", "1 object", "2 facts")),
        ("facts:", ()),
        ("resources: {base: base}\nspeed: 1 m/s", ("1 resource",)),
    ],
)  # fmt: skip
def test_a_part_says_what_is_in_it(tmp_path: Path, text: str, contents: tuple[str, ...]) -> None:
    assert checked(tmp_path, text) == Part(contents)


def test_included_files_count_too(tmp_path: Path) -> None:
    (tmp_path / "lib.yaml").write_text("subtrees: {nap: {do: {wait: 1}}}")
    assert checked(tmp_path, "include: lib.yaml") == Part(("1 subtree",))
    assert checked(tmp_path, "include: lib.yaml\nsubtrees: {two: {do: nap}}") == Part(
        ("2 subtrees",)
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("subtrees: {nap: {do: {wayt: 1}}}", "1:23: no behaviour 'wayt'; did you mean 'wait'?"),
        ("subtrees: {}\nworld: {}", "2:1: an included file has only 'subtrees' and 'include'"),
        ("include: none.yaml", "1:10: no file 'none.yaml' beside this one"),
        ("subtrees: {a: {do: a}}", "1:20: a subtree cannot contain itself: a -> a"),
        ("places: {a: [0]}", "1:13: 'a': expected a point"),
        ("places: {}\nplaes: {}", "2:1: a world has no 'plaes'; known: places"),
        ("resources: {base: 5}", "1:19: 'resources': 'base': expected a type such as gripper"),
        ("speed: 1 m/s", "1:1: a robot needs 'resources'"),
        ("resources: {a: b}\nsped: 5", "2:1: a robot has no 'sped'; did you mean 'speed'?"),
        ("task: {wait: 1}\nplaces: {}", "1:1: a mission needs 'mission'"),
        ("something: else", "1:1: a mission has no 'something'"),
        ("- 1", "1:1: a mission must be a mapping"),
        ("places: [", ": not valid YAML"),
        ("", "1:1: the file is empty"),
        ("{a: 1, a: 2}", "1:8: duplicate key 'a'"),
    ],
)
def test_a_bad_part_says_what_is_wrong_with_it_as_what_it_is(
    tmp_path: Path, text: str, said: str
) -> None:
    with pytest.raises(InputError) as caught:
        checked(tmp_path, text)
    assert said in str(caught.value)


def test_a_mission_is_a_mission(tmp_path: Path) -> None:
    found = checked(tmp_path, "mission: m\nteam: {r: {robot: pr2}}\ntask: {wait: 1}\n")
    assert isinstance(found, Mission)


@pytest.mark.parametrize(
    "path", sorted(CONFIG.rglob("*.yaml")), ids=lambda path: f"{path.parent.stem}/{path.stem}"
)
def test_everything_that_is_shipped_is_good(path: Path) -> None:
    found = check(str(path), WORDS)
    assert isinstance(found, Mission) == (path.parent.name in ("missions", "experiments"))


def test_one_is_no_plural() -> None:
    assert [counted(n, "leaf", "leaves") for n in (0, 1, 2)] == ["0 leaves", "1 leaf", "2 leaves"]
    assert counted(2, "node") == "2 nodes"

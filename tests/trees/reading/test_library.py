from __future__ import annotations

from importlib import resources
from pathlib import Path

import pytest

from cotree.core.errors import InputError
from cotree.trees.reading import library
from cotree.trees.reading.library import FileLibrary, Library, RecordedLibrary, Source

M = Source("m.yaml", "m.yaml", "")


@pytest.fixture(params=["files", "recorded"])
def shelf(request: pytest.FixtureRequest, tmp_path: Path) -> Library:
    """Both libraries answer alike."""
    texts = {"worlds/moon.yaml": "places: {}\n", "lib/a.yaml": "a\n", "b.yaml": "b\n"}
    if request.param == "recorded":
        return RecordedLibrary(texts)
    for key, text in texts.items():
        (tmp_path / key).parent.mkdir(exist_ok=True)
        (tmp_path / key).write_text(text)
    return FileLibrary(str(tmp_path))


def mission_of(shelf: Library) -> Source:
    folder = shelf.folder if isinstance(shelf, FileLibrary) else ""
    return Source(str(Path(folder, "m.yaml")), "m.yaml", "")


def test_a_world_is_found_by_name(shelf: Library) -> None:
    found = shelf.named("worlds", "moon")
    assert found is not None
    assert (found.key, found.text) == ("worlds/moon.yaml", "places: {}\n")
    assert "moon" in shelf.names("worlds")
    assert shelf.named("worlds", "mars") is None
    assert shelf.named("worlds", "../b") is None


def test_includes_are_relative_to_the_including_file(shelf: Library) -> None:
    a = shelf.included("lib/a.yaml", mission_of(shelf))
    assert a is not None
    assert (a.key, a.text) == ("lib/a.yaml", "a\n")
    b = shelf.included("../b.yaml", a)
    assert b is not None
    assert (b.key, b.text) == ("b.yaml", "b\n")
    assert shelf.included("b.yaml", a) is None
    assert shelf.included("a\0b", mission_of(shelf)) is None


def test_packaged_files_are_found_where_nothing_is_beside_the_mission(tmp_path: Path) -> None:
    found = FileLibrary(str(tmp_path)).named("robots", "pr2")
    assert found is not None
    assert "gripper" in found.text
    assert "pr2" in FileLibrary(str(tmp_path)).names("robots")
    assert FileLibrary(str(tmp_path)).names("nothing") == []


def test_an_unreadable_file_is_an_input_error(tmp_path: Path) -> None:
    (tmp_path / "worlds" / "w.yaml").mkdir(parents=True)
    with pytest.raises(InputError, match="this is a directory"):
        FileLibrary(str(tmp_path)).named("worlds", "w")


def test_a_clone_without_the_link_uses_the_folder_at_its_root(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resources, "files", lambda _: tmp_path)
    library.config.cache_clear()
    try:
        assert library.config().joinpath("robots", "pr2.yaml").is_file()
    finally:
        library.config.cache_clear()

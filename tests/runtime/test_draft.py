from __future__ import annotations

import os
from pathlib import Path

import pytest

from cotree.runtime.draft import Draft, left_behind


def written(path: Path, text: bytes) -> Draft:
    draft = Draft(path)
    draft.stream.write(text)
    draft.put()
    return draft


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_in_its_place_only_when_it_is_complete(tmp_path: Path) -> None:
    draft = Draft(tmp_path / "a.mcap")
    draft.stream.write(b"half")
    assert names(tmp_path) == ["a.unfinished.mcap"]
    draft.put()
    assert names(tmp_path) == ["a.mcap"]
    assert (draft.replaced, draft.displaced) == (False, False)


def test_an_older_file_stays_until_the_new_one_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "a.mcap"
    written(path, b"old")
    draft = Draft(path)
    draft.stream.write(b"new")
    assert path.read_bytes() == b"old"
    draft.put()
    assert (path.read_bytes(), draft.replaced) == (b"new", True)


def test_two_at_once_both_stay(tmp_path: Path) -> None:
    path = tmp_path / "a.mcap"
    one, two = Draft(path), Draft(path)
    one.stream.write(b"one")
    two.stream.write(b"two")
    assert names(tmp_path) == ["a.unfinished-2.mcap", "a.unfinished.mcap"]
    one.put()
    two.put()
    assert (one.path.read_bytes(), two.path.read_bytes()) == (b"one", b"two")
    assert (two.path.name, two.displaced, two.replaced) == ("a-2.mcap", True, False)


def test_two_at_once_over_an_older_file_both_stay(tmp_path: Path) -> None:
    path = tmp_path / "a.mcap"
    written(path, b"old")
    one, two = Draft(path), Draft(path)
    one.stream.write(b"one")
    two.stream.write(b"two")
    two.put()
    one.put()
    assert (path.read_bytes(), one.path.read_bytes()) == (b"two", b"one")
    assert names(tmp_path) == ["a-2.mcap", "a.mcap"]


def test_a_draft_that_nobody_writes_any_more_is_found(tmp_path: Path) -> None:
    path = tmp_path / "a[1].mcap"
    one, two = Draft(path), Draft(path)
    one.stream.write(b"half")
    assert left_behind(path) == []
    one.stream.close()  # what the end of a process does
    assert [draft.name for draft in left_behind(path)] == ["a[1].unfinished.mcap"]
    assert left_behind(tmp_path / "a1.mcap") == []
    two.put()
    three = Draft(path)
    assert three.beside.name == "a[1].unfinished-2.mcap"  # the dead one's is not taken
    three.stream.close()


def test_what_a_link_leads_to_is_replaced_and_the_link_stays(tmp_path: Path) -> None:
    real = tmp_path / "real.mcap"
    real.write_bytes(b"old")
    link = tmp_path / "link.mcap"
    link.symlink_to(real)
    written(link, b"new")
    assert link.is_symlink()
    assert real.read_bytes() == b"new"


def test_a_device_is_written_as_it_is() -> None:
    draft = Draft(Path(os.devnull))
    draft.stream.write(b"gone")
    draft.put()
    assert draft.beside == draft.path
    assert (draft.replaced, draft.displaced) == (False, False)


def test_a_file_that_may_not_be_written_is_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.mcap"
    path.write_bytes(b"precious")
    monkeypatch.setattr("os.access", lambda path, mode: False)  # who is root may write everything
    with pytest.raises(PermissionError):
        Draft(path)
    assert names(tmp_path) == ["a.mcap"]


def test_a_draft_that_was_only_just_begun_is_not_taken_for_dead(tmp_path: Path) -> None:
    (tmp_path / "a.unfinished.mcap").touch()  # created, and about to be locked
    assert left_behind(tmp_path / "a.mcap") == []


def test_a_draft_is_never_without_its_lock_until_it_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.mcap"
    draft = Draft(path)
    draft.stream.write(b"all of it")
    seen: list[list[Path]] = []
    replace = os.replace

    def looked(src: Path, dst: Path) -> None:
        seen.append(left_behind(path))
        replace(src, dst)

    monkeypatch.setattr(os, "replace", looked)
    draft.put()
    assert seen == [[]]
    assert path.read_bytes() == b"all of it"
    assert draft.stream.closed

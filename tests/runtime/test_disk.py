"""Promises on a real disk: nothing that was stored is forgotten, nothing damaged is believed."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cotree.runtime import disk as disk_module
from cotree.runtime.disk import LOG, Disk, StateError
from cotree.runtime.promises import VERSION, Damaged, Identity, content, line, lines, written
from cotree.simulation.shared.keepsake import Keepsake, Kept
from cotree.team.durable import Born, Durable, High, Key, Own, Value, keep
from cotree.team.facts import Fact
from cotree.team.messages import Promised
from cotree.team.roster import Roster

ME = Identity("tea", "abc", "pr2")
BORN = Durable(("born", 0), Born(7, True, True))
ballots = st.tuples(st.integers(0, 9), st.sampled_from(["pr2", "baxter"]))
leaves = st.integers(0, 5)
marks = st.integers(0, 8)
records = st.one_of(
    st.builds(lambda x, b: Durable(("high", x), High(x, b)), leaves, ballots),
    st.builds(lambda x, b: Durable(("own", x), Own(x, b, 3)), leaves, ballots),
    st.builds(lambda x, m, b: Durable(("fact", x), Fact(x, m, b)), leaves, marks, ballots),
    st.builds(lambda x, b: Durable(("promise", x), Promised(x, "pr2", 1, b, 2)), leaves, ballots),
    st.builds(lambda x: Durable(("promise", x), None), leaves),
    st.just(BORN),
    st.just(Durable(("roster", 0), Roster(("pr2", "baxter"), ("pr2",), 2))),
)  # fmt: skip
ticks = st.lists(st.lists(records, min_size=1, max_size=4), max_size=6)


def log_of(batches: list[list[Durable]]) -> bytes:
    import msgspec

    return line(msgspec.json.encode(ME)) + b"".join(written(batch) for batch in batches)


def after(batches: list[list[Durable]]) -> dict[Key, Value]:
    disk: dict[Key, Value] = {}
    for batch in batches:
        keep(disk, batch)
    return disk


@given(ticks)
def test_a_log_says_what_was_written_into_it(batches: list[list[Durable]]) -> None:
    found = content(log_of(batches))
    assert (found.identity, found.disk, found.torn) == (ME, after(batches), False)


@settings(max_examples=30)
@given(ticks)
def test_cut_at_any_byte_it_says_whole_ticks_only(batches: list[list[Durable]]) -> None:
    ends = [len(log_of(batches[:count])) for count in range(len(batches) + 1)]
    data = log_of(batches)
    for cut in range(len(data)):
        found = content(data[:cut])
        whole = sum(end <= cut for end in ends) - 1
        assert found.disk == (after(batches[:whole]) if whole >= 0 else {})
        assert (found.identity is not None) == (whole >= 0)
        assert found.torn == (cut != 0 and cut not in ends)


@settings(max_examples=40)
@given(ticks, st.data())
def test_one_wrong_byte_is_never_believed(
    batches: list[list[Durable]], data: st.DataObject
) -> None:
    log = bytearray(log_of(batches))
    at = data.draw(st.integers(0, len(log) - 1))
    log[at] ^= data.draw(st.integers(1, 255))
    with pytest.raises(Damaged):
        content(bytes(log))


@given(st.binary(max_size=200))
def test_any_bytes_are_a_log_an_unfinished_one_or_damaged(data: bytes) -> None:
    try:
        content(data)
        lines(data)
    except Damaged:
        pass


@settings(max_examples=20, deadline=None)
@given(ticks)
def test_a_restart_remembers_everything_that_was_stored(batches: list[list[Durable]]) -> None:
    with TemporaryDirectory() as folder:
        disk = Disk(Path(folder), ME)
        assert disk.fresh
        for batch in batches:
            disk.store(batch)
        before = disk.memory
        disk.close()
        again = Disk(Path(folder), ME)
        assert again.memory == before
        assert again.fresh == (not batches)
        again.close()


def test_a_long_log_is_compacted_and_says_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(disk_module, "SMALL", 1000)
    monkeypatch.setattr("os.fsync", lambda handle: None)
    disk = Disk(tmp_path, ME)
    for number in range(300):
        disk.store([BORN, Durable(("high", 1), High(1, (number, "pr2")))])
    disk.close()
    assert (tmp_path / LOG).stat().st_size < 3000
    again = Disk(tmp_path, ME)
    assert again.memory is not None
    assert again.memory.high == (High(1, (299, "pr2")),)
    again.close()


def test_what_a_killed_process_has_not_finished_is_dropped(tmp_path: Path) -> None:
    disk = Disk(tmp_path, ME)
    disk.store([BORN])
    disk.store([Durable(("high", 1), High(1, (4, "pr2")))])
    disk.close()
    log = tmp_path / LOG
    log.write_bytes(log.read_bytes()[:-3])
    again = Disk(tmp_path, ME)
    assert (again.fresh, again.note) == (False, "")
    assert again.memory is not None
    assert again.memory.high == ()
    again.store([Durable(("high", 2), High(2, (5, "pr2")))])
    again.close()
    assert content(log.read_bytes()).disk[("high", 2)] == High(2, (5, "pr2"))


def test_damage_in_the_middle_is_told_in_one_line_and_nothing_is_believed(tmp_path: Path) -> None:
    disk = Disk(tmp_path, ME)
    disk.store([BORN])
    disk.store([Durable(("high", 1), High(1, (4, "pr2")))])
    disk.close()
    log = tmp_path / LOG
    data = bytearray(log.read_bytes())
    data[len(data) // 2] ^= 4
    log.write_bytes(bytes(data))
    again = Disk(tmp_path, ME)
    assert again.memory is None
    assert not again.fresh, "it has promised something, it only does not know what"
    assert "damaged (byte" in again.note
    assert "kept as promises.log.damaged" in again.note
    assert "\n" not in again.note
    assert (tmp_path / "promises.log.damaged").read_bytes() == bytes(data)
    again.close()


@pytest.mark.parametrize(
    ("other", "word"),
    [
        (Identity("lunch", "abc", "pr2"), "mission 'lunch', not 'tea'"),
        (Identity("tea", "xyz", "pr2"), "task tree 'xyz', not 'abc'"),
        (Identity("tea", "abc", "baxter"), "robot 'baxter', not 'pr2'"),
        (Identity("tea", "abc", "pr2", version=9), f"version '9', not '{VERSION}'"),
    ],
)
def test_promises_about_something_else_are_refused_with_a_remedy(
    tmp_path: Path, other: Identity, word: str
) -> None:
    disk = Disk(tmp_path, other)
    disk.store([BORN])
    disk.close()
    with pytest.raises(StateError, match="start with --forget") as caught:
        Disk(tmp_path, ME)
    assert word in str(caught.value)
    free = Disk(tmp_path, ME, forget=True)
    assert (free.fresh, free.memory) == (True, None)
    free.close()


def test_a_second_process_of_the_same_robot_is_refused(tmp_path: Path) -> None:
    disk = Disk(tmp_path, ME)
    with pytest.raises(StateError, match="is in use by process"):
        Disk(tmp_path, ME)
    disk.close()
    Disk(tmp_path, ME).close()


def test_after_a_mission_that_is_over_the_next_one_begins_from_nothing(tmp_path: Path) -> None:
    disk = Disk(tmp_path, ME)
    disk.store([BORN])
    disk.close(over=True)
    again = Disk(tmp_path, ME)
    assert (again.fresh, again.memory) == (True, None)
    again.close()


def test_a_disk_that_fails_says_so_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    disk = Disk(tmp_path, ME)
    disk.store([BORN])
    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(StateError, match=r"cannot keep promises: No space left"):
        disk.store([BORN])
    disk.close()
    with pytest.raises(StateError, match="cannot keep promises here"):
        Disk(Path("/proc/nothing/here"), ME)


@pytest.mark.parametrize("link", [os.symlink, os.link])
def test_where_a_planted_link_leads_nothing_is_written(
    tmp_path: Path, link: Callable[[Path, Path], None]
) -> None:
    folder, target = tmp_path / "state", tmp_path / "target"
    folder.mkdir()
    target.write_text("precious")
    link(target, folder / f"{LOG}.new")
    disk = Disk(folder, ME)
    disk.store([BORN])
    disk.close()
    assert (folder / LOG).exists()
    link(target, folder / "other")
    (folder / "other").replace(folder / "lock")
    with pytest.raises(StateError) as caught:
        Disk(folder, ME)
    assert str(caught.value).startswith(f"{folder / 'lock'}: cannot keep promises here: ")
    assert target.read_text() == "precious"


def test_a_keepsake_follows_no_link(tmp_path: Path) -> None:
    (tmp_path / "target").write_text("precious")
    (tmp_path / "world.new").symlink_to(tmp_path / "target")
    Keepsake(tmp_path).write(Kept((), 7.0))
    assert Keepsake(tmp_path).read().lived_s == 7.0
    assert (tmp_path / "target").read_text() == "precious"

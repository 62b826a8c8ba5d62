from __future__ import annotations

import io
from pathlib import Path

import pytest
from mcap.reader import make_reader

from cotree.core.mission import Chance, Policy
from cotree.runtime.chunks import MAGIC
from cotree.runtime.draft import Draft
from cotree.runtime.messages import End, Heard, Hello, Message, Team, Told, Tree
from cotree.runtime.read import read
from cotree.runtime.record import Recorder, RecordError, unfinished

MESSAGES: list[Message] = [
    Hello(1, "0.1.0", "tea", "pr2", "tea.yaml", "", {}, Policy(), Chance()),
    Tree(0, ()),
    Team(()),
    Heard(0, 0.0),
    Told(0, 0.0),
    Heard(1, 2.5),
    End(2.5, 2, "success"),
]


def written(path: Path, messages: list[Message] = MESSAGES) -> Path:
    recorder = Recorder(path)
    for message in messages:
        recorder.write(message)
    recorder.close()
    recorder.close()
    assert recorder.failure == ""
    return path


def test_any_mcap_tool_reads_a_record(tmp_path: Path) -> None:
    reader = make_reader(io.BytesIO(written(tmp_path / "a.mcap").read_bytes()), validate_crcs=True)
    read_back = [
        (channel.topic, message.log_time, message.sequence)
        for _, channel, message in reader.iter_messages(log_time_order=False)
    ]
    assert read_back == [
        ("hello", 0, 0), ("tree", 0, 1), ("team", 0, 2), ("in", 0, 3), ("d", 0, 4),
        ("in", 2_500_000_000, 5), ("end", 2_500_000_000, 6),
    ]  # fmt: skip


def test_the_same_messages_are_the_same_bytes(tmp_path: Path) -> None:
    one, two = written(tmp_path / "a.mcap"), written(tmp_path / "b.mcap")
    assert one.read_bytes() == two.read_bytes()


def test_every_message_is_on_disk_before_the_next_one(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "a.mcap")
    for i, message in enumerate(MESSAGES, 1):
        recorder.write(message)
        if i >= 3:
            assert len(read(tmp_path / "a.unfinished.mcap").messages) == i
    recorder.close()
    assert read(tmp_path / "a.mcap").cut == ""


def test_a_folder_is_not_made_and_how_to_make_it_is_said(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    with pytest.raises(RecordError, match=rf"no folder '{folder}'; make it first: mkdir -p"):
        Recorder(folder / "a.mcap")
    assert not folder.exists()


def test_an_old_record_is_replaced_and_that_is_said(tmp_path: Path) -> None:
    path = tmp_path / "a.mcap"
    written(path)
    recorder = Recorder(path)
    for message in MESSAGES[:3]:
        recorder.write(message)
    assert recorder.note == ""
    recorder.close()
    assert recorder.note == "replaces an older one"
    assert len(read(path).messages) == 3


def test_of_two_at_once_both_records_stay_and_the_second_says_its_name(tmp_path: Path) -> None:
    one, two = Recorder(tmp_path / "a.mcap"), Recorder(tmp_path / "a.mcap")
    for recorder in (one, two, one, two):
        recorder.write(MESSAGES[0])
    one.close()
    two.close()
    assert two.path == tmp_path / "a-2.mcap"
    assert two.note == "another run took the name meanwhile"
    assert one.path.read_bytes() == two.path.read_bytes()


def test_the_record_of_a_killed_run_is_named(tmp_path: Path) -> None:
    path = tmp_path / "a.mcap"
    assert unfinished(path) == ""
    for _ in range(2):
        (tmp_path / "a.unfinished.mcap").write_bytes(b"half")
        with Draft(path).stream as stream:
            stream.write(b"half")
    assert unfinished(path).endswith(
        "a.unfinished.mcap: the unfinished record of a run that was killed (and 2 more)"
    )


def test_a_file_that_is_no_record_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "mission.yaml"
    path.write_text("mission: precious")
    with pytest.raises(RecordError, match="is not a record; I do not replace it"):
        Recorder(path)
    assert path.read_text() == "mission: precious"
    assert MAGIC not in path.read_bytes()


def test_a_place_where_nothing_can_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(RecordError, match="cannot write a record here"):
        Recorder(tmp_path / "file" / "a.mcap")
    with pytest.raises(RecordError, match="cannot write a record here"):
        Recorder(tmp_path)


def test_a_full_disk_ends_the_record_and_not_the_run() -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("no /dev/full here")
    recorder = Recorder(full)
    for message in MESSAGES:
        recorder.write(message)
    assert "the record stops here: No space left on device" in recorder.failure
    recorder.close()

from __future__ import annotations

import io
from pathlib import Path

import pytest
from mcap.reader import make_reader

from cotree.core.mission import Chance, Policy
from cotree.runtime.messages import End, Heard, Hello, Message, Team, Told, Tree
from cotree.runtime.read import read
from cotree.runtime.record import MAGIC, Recorder, RecordError

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
            assert len(read(tmp_path / "a.mcap").messages) == i
    recorder.close()


def test_folders_are_made_and_old_records_are_replaced(tmp_path: Path) -> None:
    path = tmp_path / "new" / "deep" / "a.mcap"
    written(path)
    written(path, MESSAGES[:3])
    assert len(read(path).messages) == 3


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

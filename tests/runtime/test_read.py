from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from mcap.writer import CompressionType, Writer

from cotree.core.mission import Chance, Policy
from cotree.runtime.messages import End, Heard, Hello, Message, Team, Told, Tree, encode
from cotree.runtime.read import read
from cotree.runtime.record import RecordError
from tests.kit.written import written

HELLO = Hello(1, "0.1.0", "tea", "pr2", "tea.yaml", "", {}, Policy(), Chance())
MESSAGES: list[Message] = [HELLO, Tree(0, ()), Team(()), Heard(0, 0.0), Told(0, 0.0)]
END = End(0.0, 1, "success")


def record(path: Path, *messages: Message) -> Path:
    return written(path, *(messages or (*MESSAGES, END)))


def foreign(path: Path, topic: str, data: bytes) -> Path:
    with path.open("wb") as stream:
        writer = Writer(stream, use_chunking=False, compression=CompressionType.NONE)
        writer.start()
        writer.add_message(writer.register_channel(topic, "json", 0), 0, data, 0)
        writer.finish()
    return path


def test_a_record_comes_back_whole(tmp_path: Path) -> None:
    recording = read(record(tmp_path / "a.mcap"))
    assert recording.messages == (*MESSAGES, END)
    assert recording.hello == HELLO
    assert recording.end == END
    assert recording.all(Heard) == [Heard(0, 0.0)]
    assert recording.cut == ""


def test_a_record_can_be_cut_anywhere(tmp_path: Path) -> None:
    whole = record(tmp_path / "a.mcap").read_bytes()
    cut = tmp_path / "cut.mcap"
    counts, lines = set(), set()
    for length in range(0, len(whole), 7):
        cut.write_bytes(whole[:length])
        try:
            recording = read(cut)
        except RecordError as error:
            lines.add(str(error).count("\n"))
            continue
        counts.add(len(recording.messages))
        assert recording.messages == (*MESSAGES, END)[: len(recording.messages)]
        assert "was cut off after" in recording.cut
    assert counts == {3, 4, 5, 6}
    assert lines == {0}


def test_damage_in_the_middle_is_told_and_what_was_before_is_shown(tmp_path: Path) -> None:
    path = record(tmp_path / "a.mcap")
    data = bytearray(path.read_bytes())
    place = data.index(b'{"n":0', data.index(b'{"members"'))
    data[place : place + 6] = b"garbag"
    path.write_bytes(data)
    recording = read(path)
    assert len(recording.messages) == 3
    assert "is damaged after 3 messages" in recording.cut


def test_one_wrong_bit_anywhere_is_noticed(tmp_path: Path) -> None:
    whole = record(tmp_path / "a.mcap").read_bytes()
    bad = tmp_path / "bad.mcap"
    lines, harmless = set(), 0
    for place in range(0, len(whole), 3):
        data = bytearray(whole)
        data[place] ^= 1 << place % 8
        bad.write_bytes(data)
        try:
            recording = read(bad)
        except RecordError as error:
            lines.add(str(error).count("\n"))
            continue
        assert recording.messages == (*MESSAGES, END)[: len(recording.messages)]
        harmless += recording.cut == ""
    assert lines == {0}
    assert harmless < 10  # the footer, which says nothing


def test_a_message_that_is_missing_is_noticed(tmp_path: Path) -> None:
    data = record(tmp_path / "a.mcap").read_bytes()
    size = len(encode(MESSAGES[4])) + len(encode(END)) + 200
    place = data.rindex(b"\x06", 0, len(data) - size)
    (tmp_path / "a.mcap").write_bytes(data[:place] + b"\x86" + data[place + 1 :])
    assert "after 4 messages (message 4 is missing)" in read(tmp_path / "a.mcap").cut


def test_a_record_without_an_end_says_so(tmp_path: Path) -> None:
    assert read(record(tmp_path / "a.mcap", *MESSAGES)).cut.endswith("has no end after 5 messages")


def test_a_missing_record_names_what_a_killed_run_left(tmp_path: Path) -> None:
    (tmp_path / "a.unfinished.mcap").write_bytes(b"half")
    with pytest.raises(RecordError, match=r"No such file.*; there is .*a\.unfinished\.mcap"):
        read(tmp_path / "a.mcap")


def test_what_is_no_mcap_file_is_no_record(tmp_path: Path) -> None:
    path = tmp_path / "mission.yaml"
    for content in (b"", b"mission: tea", b"\x89MCAP"):
        path.write_bytes(content)
        with pytest.raises(RecordError, match="is not a record"):
            read(path)


def test_another_ones_mcap_file_is_no_record(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="is an MCAP file, but not a record of cotree"):
        read(foreign(tmp_path / "a.mcap", "/camera", b"{}"))


def test_a_record_of_another_format_is_refused_with_both_numbers(tmp_path: Path) -> None:
    newer = msgspec.json.encode({"format": 7, "version": "9.0", "shape": "unknown"})
    with pytest.raises(RecordError, match=r"by cotree 9\.0 in format 7; I read format 1"):
        read(foreign(tmp_path / "a.mcap", "hello", newer))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"nothing\.mcap: cannot be read: No such file"):
        read(tmp_path / "nothing.mcap")
    with pytest.raises(RecordError, match="cannot be read"):
        read(tmp_path)


def test_a_record_without_its_beginning_can_not_be_shown(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="without 'tree' there is nothing to show"):
        read(record(tmp_path / "a.mcap", HELLO, Team(())))

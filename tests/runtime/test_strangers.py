"""Records that a stranger wrote, or a fault: every command says in a line what is wrong."""

from __future__ import annotations

import json
import random
import tracemalloc
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from mcap.writer import CompressionType, Writer

from cotree import app, cli
from cotree.runtime.chunks import ChunkWriter
from cotree.runtime.messages import Born, End, Heard, Message, Node, Said, Told, Tree
from cotree.runtime.read import read
from cotree.runtime.reading import Reading
from cotree.runtime.record import Recorder
from cotree.runtime.schemas import schemas

MISSION = """
mission: strangers
team: {pr2: {robot: pr2}, baxter: {robot: pr2, at: [1, 0]}}
world: {places: {table: [2, 2]}, objects: {cup: [1, 1]}}
task:
  and:
    - {then: [{move: cup}, {pick: cup}, {move: table}, {place: {object: cup, at: table}}]}
    - {wait: 2 s}
coordination: {witness: [tablet]}
"""
NAMES = ("pr2", "baxter", "tablet", "task", "task/cup", "nobody", "", "x\x1b[31m", "done", "0")
NUMBERS = (0, 1, -1, 2, 5, 10**6, -(10**6), 0.5, 1e300)
ROOT = Node("t", "then", "t", -1)
Entry = tuple[str, bytes]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("whole")
    file, path = folder / "strangers.yaml", folder / "whole.mcap"
    file.write_text(MISSION)
    assert cli.main(["run", str(file), "--fast", "--quiet", "--record", str(path)]) == 0
    return path


def entries(path: Path) -> list[Entry]:
    return list(Reading(path, lambda topic, data: [(topic, data)]))


def written(path: Path, some: Sequence[Entry]) -> Path:
    with path.open("wb") as file:
        writer = ChunkWriter(file, "cotree", schemas())
        writer.begin()
        for number, (topic, data) in enumerate(some):
            writer.add(topic, number, data)
        writer.finish()
    return path


def other(value: Any, dice: random.Random) -> Any:
    """The same with one thing in it that is different."""
    match value:
        case dict() if value:
            key = dice.choice(list(value))
            rest = {each: value[each] for each in value if each != key}
            return rest if dice.random() < 0.05 else {**value, key: other(value[key], dice)}
        case list() if value:
            at = dice.randrange(len(value))
            new = dice.choice(([], [value[at]] * 2, *[[other(value[at], dice)]] * 18))
            return [*value[:at], *new, *value[at + 1 :]]
        case bool():
            return not value
        case int() | float():
            return dice.choice(NUMBERS)
        case str():
            return dice.choice(NAMES)
    return value


def commands(path: Path) -> Iterator[list[str]]:
    record = str(path)
    for words in (["--plain"], ["--at", "3"], ["--verify"], ["--json"]):
        yield ["replay", record, *words]
    for node in ("task", "cup"):
        yield ["why", record, node]
    yield ["plot", record, "--output", str(path.with_suffix(".svg"))]
    yield ["coverage", record]
    yield ["diff", record, str(path.with_name("whole.mcap"))]


@pytest.mark.parametrize("seed", range(8))
def test_whatever_a_record_says_no_command_falls_over_it(
    whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], seed: int
) -> None:
    dice = random.Random(seed)
    some = entries(whole)
    written(tmp_path / "whole.mcap", some)
    for _ in range(dice.choice((1, 1, 2, 5))):
        at = dice.choice((dice.randrange(len(some)), dice.randrange(4)))
        topic, data = some[at]
        some[at] = topic, json.dumps(other(json.loads(data), dice)).encode()
    path = written(tmp_path / "record.mcap", some)
    for words in commands(path):
        assert cli.main(words) in (0, 1, 2), words
        said = capsys.readouterr()
        assert "\x1b[31m" not in said.out + said.err, words


def changed(path: Path, whole: Path, change: Message) -> Path:
    """The record in which this message stands instead of the first one of its kind."""
    recorder, kind = Recorder(path), type(change)
    for message in read(whole).messages:
        is_first = kind is not None and isinstance(message, kind)
        recorder.write(change if is_first else message)
        kind = type(None) if is_first else kind  # type: ignore[assignment]
    recorder.close()
    return path


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (
            Tree(0, (Node("t", "then", "t", -1), Node("t/x", "wait", "x", 7))),
            "'t/x' lies below one",
        ),
        (Tree(0, (Node("t", "then", "t", 0),)), "'t' lies below one"),
        (Born(0.0, "nobody", 1, 0.0), "a robot 'nobody' begins, which the team does not have"),
        (Born(0.0, "e\x1b]0;x\x07", 1, 0.0), "a robot 'e�]0;x�' begins"),
        (Heard(1, 0.0, robot="nobody"), "a robot 'nobody' ticks, which the team does not have"),
    ],
    ids=["parent", "root", "born", "escape", "tick"],
)
def test_what_can_not_be_is_told_with_its_place(
    whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], change: Message, why: str
) -> None:
    path = changed(tmp_path / "r.mcap", whole, change)
    cli.main(["replay", str(path), "--plain"])
    line = capsys.readouterr().err.splitlines()[0]
    assert why in line
    assert "is damaged after" in line


def test_a_compressed_record_is_refused_before_it_grows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bomb.mcap"
    with path.open("wb") as file:
        writer = Writer(file, compression=CompressionType.ZSTD)
        writer.start()
        schema = writer.register_schema("hello", "jsonschema", b"{}")
        channel = writer.register_channel("hello", "json", schema)
        writer.add_message(channel, 0, b" " * (1 << 26), 0)
        writer.finish()
    assert path.stat().st_size < 1 << 16
    tracemalloc.start()
    assert cli.main(["replay", str(path)]) == 2
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 1 << 24
    (line,) = capsys.readouterr().err.splitlines()
    assert "it is compressed, as no record of cotree is" in line


def test_of_a_long_record_nothing_is_kept(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    short = read(whole)
    monkeypatch.setattr("cotree.runtime.read.SMALL", 0)
    long = read(whole)
    assert not isinstance(long.messages, tuple)
    assert (len(long.messages), list(long.messages)) == (len(short.messages), [*short.messages])
    assert long.messages[5] == short.messages[5]
    assert long.messages[-1] == short.messages[-1]
    assert long.messages[2:9:3] == short.messages[2:9:3]
    assert msgspec.structs.replace(long, messages=short.messages) == short
    assert app.do_again(long) == app.do_again(short)
    assert isinstance(long.end, End)


@pytest.mark.parametrize("megabytes", [8, pytest.param(300, marks=pytest.mark.soak)])
def test_a_long_record_is_read_in_little_memory(
    whole: Path, tmp_path: Path, megabytes: int
) -> None:
    """The same work again and again; its letters are new each time."""
    path = tmp_path / "long.mcap"
    recorder, again = Recorder(path), read(whole).messages
    for message in again[:-1]:
        recorder.write(message)
    body = [each for each in again[:-1] if isinstance(each, Heard | Told | Said)]
    while recorder.beside.stat().st_size < megabytes << 20:
        for message in body:
            recorder.write(message)
    recorder.write(again[-1])
    recorder.close()
    tracemalloc.start()
    recording = read(path)
    assert sum(isinstance(each, Told) for each in recording.messages) > 500 * megabytes
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert recording.cut == ""
    assert most < 64 << 20

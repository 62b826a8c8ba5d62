"""Bags of ROS 2 with pictures in them, written without ROS."""

from __future__ import annotations

import sqlite3
import struct
from collections.abc import Iterable
from pathlib import Path
from typing import TypeAlias

from mcap.writer import CompressionType, Writer

Entry: TypeAlias = tuple[str, str, float, bytes]
"""Topic, type, time in seconds, CDR."""


class Cdr:
    """Writes CDR as ROS does: each number at a multiple of its size."""

    def __init__(self, order: str = "<") -> None:
        self._order, self._body = order, bytearray()

    def put(self, code: str, *values: float) -> Cdr:
        """Numbers of one kind."""
        size = struct.calcsize(code)
        self._body += bytes(-len(self._body) % size)
        self._body += struct.pack(f"{self._order}{len(values)}{code}", *values)
        return self

    def block(self, data: bytes) -> Cdr:
        """A length and its bytes."""
        self.put("I", len(data))
        self._body += data
        return self

    def text(self, text: str) -> Cdr:
        """A string."""
        return self.block(text.encode() + b"\0")

    def header(self, t_s: float, frame: str = "camera") -> Cdr:
        """A stamp and the name of a frame."""
        return self.put("i", int(t_s)).put("I", round(t_s % 1 * 1e9)).text(frame)

    def done(self) -> bytes:
        """The message."""
        return bytes((0, int(self._order == "<"), 0, 0)) + bytes(self._body)


def image(
    t_s: float, width: int, height: int, encoding: str, data: bytes, *, order: str = "<",
    step: int | None = None, big: bool = False,
) -> bytes:  # fmt: skip
    """A ``sensor_msgs/Image``."""
    cdr = Cdr(order).header(t_s).put("I", height, width).text(encoding)
    wide = len(data) // max(height, 1) if step is None else step
    return cdr.put("B", big).put("I", wide).block(data).done()


def compressed(t_s: float, format_: str, data: bytes) -> bytes:
    """A ``sensor_msgs/CompressedImage``."""
    return Cdr().header(t_s).text(format_).block(data).done()


def info(t_s: float, width: int, height: int, focal: float) -> bytes:
    """A ``sensor_msgs/CameraInfo``, as far as the lens."""
    k = (focal, 0.0, (width - 1) / 2, 0.0, focal, (height - 1) / 2, 0.0, 0.0, 1.0)
    cdr = Cdr().header(t_s).put("I", height, width).text("plumb_bob")
    return cdr.put("I", 5).put("d", *(0.0,) * 5).put("d", *k).done()


def mcap(file: Path, entries: Iterable[Entry], encoding: str = "cdr", packed: bool = True) -> Path:
    """A bag as ``ros2 bag record`` writes it since Iron."""
    with file.open("wb") as stream:
        compression = CompressionType.ZSTD if packed else CompressionType.NONE
        writer = Writer(stream, chunk_size=1 << 16, compression=compression)
        writer.start(profile="ros2", library="test")
        channels: dict[str, int] = {}
        for topic, type_, t_s, data in entries:
            if topic not in channels:
                schema = writer.register_schema(type_, "ros2msg", b"")
                channels[topic] = writer.register_channel(topic, encoding, schema)
            ns = round(t_s * 1e9)
            writer.add_message(channels[topic], ns, data, ns)
        writer.finish()
    return file


def sqlite(file: Path, entries: Iterable[Entry]) -> Path:
    """A bag as older ones write it."""
    base = sqlite3.connect(file)
    base.execute(
        "CREATE TABLE topics (id INTEGER, name TEXT, type TEXT, serialization_format TEXT)"
    )
    base.execute(
        "CREATE TABLE messages (id INTEGER, topic_id INTEGER, timestamp INTEGER, data BLOB)"
    )
    topics: dict[str, int] = {}
    for number, (topic, type_, t_s, data) in enumerate(entries):
        if topic not in topics:
            topics[topic] = len(topics)
            base.execute(
                "INSERT INTO topics VALUES (?, ?, ?, 'cdr')", (topics[topic], topic, type_)
            )
        row = (number, topics[topic], round(t_s * 1e9), data)
        base.execute("INSERT INTO messages VALUES (?, ?, ?, ?)", row)
    base.commit()
    base.close()
    return file

"""What comes from outside as JSON becomes a value only after it was checked."""

from __future__ import annotations

from typing import Generic, TypeVar

import msgspec

T = TypeVar("T")


class Checked(Generic[T]):
    """Reads and writes values of one type; whatever is not one is refused in one line."""

    def __init__(self, type_: type[T], what: str, most_bytes: int) -> None:
        self._what = what
        self._most_bytes = most_bytes
        self._encoder = msgspec.json.Encoder(order="deterministic")
        self._decoder = msgspec.json.Decoder(type_)

    def encode(self, value: T) -> bytes:
        """The value as JSON; equal values are equal bytes."""
        return self._encoder.encode(value)

    def decode(self, data: bytes) -> T:
        """The value again; ValueError says in one line what is wrong with it."""
        if len(data) > self._most_bytes:
            raise ValueError(f"{len(data)} bytes; {self._what} has at most {self._most_bytes}")
        try:
            return self._decoder.decode(data)
        except UnicodeDecodeError as error:
            raise ValueError(f"not UTF-8: {error.reason}") from None
        except RecursionError:
            raise ValueError("nested too deeply") from None

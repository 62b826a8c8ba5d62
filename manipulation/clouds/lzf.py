"""LZF, the compression of PCD files: runs of bytes, and copies of bytes that came before."""

from __future__ import annotations

from cotree.manipulation.clouds.values import CloudError

RUN = 32
"""A control byte below this announces one more new bytes than it says."""
LONG = 7
"""A copy of this length has its length continued in the next byte."""


def unpacked(data: bytes, size: int) -> bytes:
    """The ``size`` bytes that were compressed; CloudError when they are not what they were."""
    out = bytearray()
    at, end = 0, len(data)
    try:
        while at < end and len(out) <= size:
            control = data[at]
            at += 1
            if control < RUN:
                out += data[at : at + control + 1]
                at += control + 1
                continue
            length, far = control >> 5, (control & 31) << 8
            if length == LONG:
                length += data[at]
                at += 1
            _copy(out, far + data[at] + 1, length + 2)
            at += 1
    except IndexError:
        raise CloudError("its compressed points are cut off") from None
    if len(out) != size:
        raise CloudError("its compressed points are damaged")
    return bytes(out)


def _copy(out: bytearray, back: int, length: int) -> None:
    """Repeat what stands so far back; it may run into what it writes."""
    start = len(out) - back
    if start < 0:
        raise CloudError("its compressed points are damaged")
    part = out[start : start + length]
    while len(part) < length:
        part += part[: length - len(part)]
    out += part

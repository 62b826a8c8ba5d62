"""What a record tells without the letters of the team, which somebody who only looks can spare.

Whoever reads a long record so keeps nothing of it in memory.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from cotree.runtime.messages import Heard, Message, decode
from cotree.runtime.packing import BUNDLE, HEARD, unbundled

_quiet = msgspec.json.Decoder(tuple[str, int, float, object, object] | dict[str, object])
_heard = msgspec.json.Decoder(dict[str, msgspec.Raw])


def skimmed(topic: str, data: bytes) -> Iterator[Message]:
    """The messages of one entry; ticks have heard no letters, and there are no mere permits."""
    if topic == BUNDLE:
        yield from filter(None, map(quiet, unbundled(data)))
        return
    if topic == HEARD and b'"letters"' in data:
        fields = _heard.decode(data)
        fields.pop("letters", None)
        data = msgspec.json.encode(fields)
    yield decode(topic, data)


def quiet(data: bytes | msgspec.Raw) -> Heard | None:
    """A tick of a bundle; None: it is a letter."""
    each = _quiet.decode(data)
    if isinstance(each, dict):
        return None
    robot, n, t, _, _ = each
    return Heard(n, t, robot=robot)

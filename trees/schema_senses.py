"""The JSON Schema of ``cameras`` and ``senses``, made from the fields that the reader uses."""

from __future__ import annotations

from cotree.trees.reading.cameras import CameraKind
from cotree.trees.reading.entries import schema_of
from cotree.trees.reading.kinds import Schema
from cotree.trees.reading.senses import FIELDS
from cotree.trees.schema_nodes import when


def cameras_schema() -> Schema:
    """What looks at a world."""
    return {
        "type": ["object", "null"],
        "additionalProperties": CameraKind().schema(),
        "description": "what looks at it: {ceiling: {at: [0, 0.4, 1.5], looks_at: [0, 0.4]}}",
    }


def senses_schema() -> Schema:
    """What is sensed in a mission."""
    return {
        "type": ["object", "null"],
        "properties": {word: _sense(word) for word in FIELDS},
        "additionalProperties": False,
        "description": "what is seen and heard, instead of being told by the simulated world",
    }


def _sense(word: str) -> Schema:
    """A mapping, or in short the camera alone."""
    _, fields = FIELDS[word]
    whole = schema_of(fields)
    if "camera" not in fields:
        return whole
    return when({"type": "object"}, whole, fields["camera"].kind.schema())

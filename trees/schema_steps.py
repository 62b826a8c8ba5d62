"""The JSON Schema of ``steps:``."""

from __future__ import annotations

from cotree.trees.reading.binding import Fields
from cotree.trees.reading.kinds import Schema
from cotree.trees.reading.step_fields import FIELDS, KIND, STEP
from cotree.trees.schema_nodes import property_of, when


def steps_schema() -> Schema:
    """Kinds of steps, and steps: each a mapping, or a chain of kinds."""
    chain: Schema = {"type": "array", "items": {"type": "string"}, "minItems": 1}
    return {
        "type": "object",
        "properties": {
            **_properties(FIELDS),
            "kinds": {
                "type": "object",
                "additionalProperties": _mapping(KIND),
                "description": "what steps of each kind take",
            },
            "all": {
                "type": "object",
                "minProperties": 1,
                "additionalProperties": when({"type": "array"}, chain, _mapping(STEP)),
                "description": "the steps, and chains of them",
            },
        },
        "required": ["all"],
        "additionalProperties": False,
        "description": "work that people and robots share out among themselves",
    }


def _properties(fields: Fields) -> Schema:
    return {name: property_of(field) for name, field in fields.items()}


def _mapping(fields: Fields) -> Schema:
    return {
        "type": "object",
        "properties": _properties(fields),
        "additionalProperties": False,
    }

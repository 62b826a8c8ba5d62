"""The part of the schema that describes ``reactions:``."""

from __future__ import annotations

from collections.abc import Mapping

from cotree.behaviours.declare import Declaration
from cotree.trees.reading.catalogue import checkers_of
from cotree.trees.reading.kinds import Schema
from cotree.trees.reading.reactions import ALL, FIELDS
from cotree.trees.schema_nodes import property_of, ref, when


def reactions_schema(words: Mapping[str, Declaration]) -> Schema:
    """``all``, a list of checkers, or a mapping from names to what is done."""
    checkers = checkers_of(words)
    known = {name: {**_known(), "description": each.doc} for name, each in checkers.items()}
    mapping: Schema = {
        "type": "object",
        "properties": known,
        "additionalProperties": _reaction(["if", "do"]),
    }
    names: Schema = {"type": "array", "items": {"enum": list(checkers)}, "uniqueItems": True}
    short = when({"type": "array"}, names, {"enum": [ALL, None]})
    return {
        **when({"type": "object"}, mapping, short),
        "description": "what is looked for beside the task, and what is done then; "
        "what is written first counts most",
    }


def _known() -> Schema:
    """Of a checker: everything may be left out, and its condition must be."""
    whole = _reaction([])
    del whole["properties"]["if"]
    return when({"not": {"type": "null"}}, whole)


def _reaction(required: list[str]) -> Schema:
    properties = {name: property_of(field) for name, field in FIELDS.items()}
    for usual in ("rate", "stops"):
        properties[usual].pop("default", None)
    nodes = ref("open_list")
    properties["do"] = {
        **when({"type": "array"}, nodes, ref("open")),
        "description": "a node; of a list the first that succeeds",
    }
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }

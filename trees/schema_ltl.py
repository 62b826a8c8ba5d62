"""The JSON Schema of ``ltl:``, made from the patterns that there are."""

from __future__ import annotations

from cotree.reallocation.ltl.language.registry import MOST_STEPS, PATTERNS, Pattern
from cotree.trees.reading.kinds import Schema
from cotree.trees.reading.sentence import OBJECTIVES
from cotree.trees.schema_nodes import ref, when

FORMULA: Schema = {"type": "string", "minLength": 1}


def ltl_schema() -> Schema:
    """A formula, a pattern, a list of them, or such a list with what is to be least."""
    part = ref("conjunct")
    several: Schema = {"type": "array", "items": part, "minItems": 1}
    whole: Schema = {
        "type": "object",
        "properties": {
            "all": when({"type": "array"}, several, part),
            "objective": {"enum": list(OBJECTIVES), "description": "what a plan makes least"},
        },
        "required": ["all"],
        "additionalProperties": False,
    }
    one = when({"type": "object", "required": ["all"]}, whole, part)
    return {
        **when({"type": "array"}, several, one),
        "description": "the mission as one sentence of temporal logic, or rules for its errands",
    }


def conjunct_schema() -> Schema:
    """One formula or pattern, with a name if somebody gives it one."""
    words: Schema = {name: _pattern(pattern) for name, pattern in PATTERNS.items()}
    words["formula"] = FORMULA
    named: Schema = {
        "type": "object",
        "properties": {"name": {"type": ["string", "number", "boolean"]}, **words},
        "additionalProperties": False,
        **when({"required": ["name"]}, _so_many(2), _so_many(1)),
    }
    return when({"type": "object"}, named, FORMULA)


def _so_many(keys: int) -> Schema:
    return {"minProperties": keys, "maxProperties": keys}


def _pattern(pattern: Pattern) -> Schema:
    if pattern.listed:
        several = {"type": "array", "items": FORMULA, "minItems": 1, "maxItems": MOST_STEPS}
        return {**when({"type": "array"}, several, FORMULA), "description": pattern.doc}
    needed = [one.name for one in pattern.parameters if one.needed]
    named: Schema = {
        "type": "object",
        "properties": {one.name: {**FORMULA, "description": one.doc} for one in pattern.parameters},
        "required": needed,
        "additionalProperties": False,
    }
    short = when({"type": "string"}, FORMULA, named) if len(needed) == 1 else named
    return {**short, "description": pattern.doc}

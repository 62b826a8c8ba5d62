"""The JSON Schema of a mission, made from the declarations, for editors and for checking early."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cotree.behaviours.declare import Declaration
from cotree.trees.catalogue import RESERVED
from cotree.trees.reading.binding import Fields
from cotree.trees.reading.kinds import Schema
from cotree.trees.reading.robot import FIELDS as ROBOT
from cotree.trees.reading.settings import POLICY, SIMULATION
from cotree.trees.reading.spots import PointKind
from cotree.trees.reading.team import PERSON
from cotree.trees.schema_nodes import IDENTIFIER, node_definitions, property_of, ref

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema(catalogue: Mapping[str, Declaration]) -> Schema:
    """The whole schema, JSON Schema 2020-12."""
    definitions: Schema = {
        "points": {"type": ["object", "null"], "additionalProperties": PointKind().schema()},
        "robot": _mapping(ROBOT),
        "teammate": _teammate(),
        "world": _world(),
        "subtree": _subtree(),
        **node_definitions(catalogue),
    }
    return {
        "$schema": DIALECT,
        "title": "cotree mission",
        "type": "object",
        "properties": _mission(catalogue),
        "required": ["mission", "team", "task"],
        "additionalProperties": False,
        "if": {"anyOf": [{"required": ["subtrees"]}, {"required": ["include"]}]},
        "then": {"properties": {"task": ref("open")}},
        "else": {"properties": {"task": ref("node")}},
        "$defs": definitions,
    }


def _mission(words: Iterable[str]) -> Schema:
    path = {"type": "string", "minLength": 1}
    return {
        "mission": {"type": "string", "minLength": 1, "description": "what the mission is called"},
        "team": {
            "type": "object",
            "minProperties": 1,
            "propertyNames": {"pattern": IDENTIFIER},
            "additionalProperties": ref("teammate"),
            "description": "who takes part",
        },
        "world": {
            "anyOf": [{"type": "string", "pattern": IDENTIFIER}, ref("world")],
            "description": "where everything is: the name of a world, or places and objects",
        },
        "task": {"description": "what is to be done"},
        "subtrees": {
            "type": "object",
            "additionalProperties": ref("subtree"),
            "propertyNames": {"not": {"enum": [*words, *sorted(RESERVED)]}},
            "description": "words of this mission's own",
        },
        "include": {
            "anyOf": [path, {"type": "array", "items": path}],
            "description": "files with further subtrees",
        },
        "policy": {**_mapping(POLICY, empty=True), "description": "how decisions are made"},
        "simulation": {**_mapping(SIMULATION, empty=True), "description": "what is random"},
    }


def _teammate() -> Schema:
    robot = {"anyOf": [{"type": "string", "pattern": IDENTIFIER}, ref("robot")]}
    return {
        "type": "object",
        "properties": {
            "robot": {**robot, "description": "the name of a robot model, or the model itself"},
            "person": _mapping(PERSON, empty=True),
            "at": {**PointKind().schema(), "description": "where it starts"},
        },
        "additionalProperties": False,
        "oneOf": [{"required": ["robot"]}, {"required": ["person"]}],
    }


def _world() -> Schema:
    points = {key: ref("points") for key in ("places", "objects", "robots")}
    return {"type": "object", "properties": points, "additionalProperties": False}


def _subtree() -> Schema:
    parameters = {"type": "array", "items": {"type": "string", "pattern": IDENTIFIER}}
    return {
        "type": "object",
        "properties": {"parameters": {**parameters, "uniqueItems": True}, "do": ref("open")},
        "required": ["do"],
        "additionalProperties": False,
    }


def _mapping(fields: Fields, *, empty: bool = False) -> Schema:
    return {
        "type": ["object", "null"] if empty else "object",
        "properties": {name: property_of(field) for name, field in fields.items()},
        "required": [name for name, field in fields.items() if field.required],
        "additionalProperties": False,
    }

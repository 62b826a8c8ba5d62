"""The JSON Schema of a mission, made from the declarations, for editors and for checking early."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cotree.behaviours.declare import Declaration
from cotree.trees.catalogue import RESERVED
from cotree.trees.reading.binding import Fields
from cotree.trees.reading.compounds import Pairs
from cotree.trees.reading.including import KEYS as LIBRARY
from cotree.trees.reading.kinds import AnyScalar, Schema
from cotree.trees.reading.metric import metric_schema
from cotree.trees.reading.mission import REQUIRED
from cotree.trees.reading.robot import FIELDS as ROBOT
from cotree.trees.reading.robot import HOME
from cotree.trees.reading.settings import COORDINATION, POLICY, SIMULATION
from cotree.trees.reading.spots import PointKind
from cotree.trees.reading.team import PERSON
from cotree.trees.reading.world import KEYS as WORLD
from cotree.trees.reading.world import SCORE
from cotree.trees.schema_nodes import IDENTIFIER, node_definitions, property_of, ref, when

DIALECT = "https://json-schema.org/draft/2020-12/schema"
NAME_OF_FILE: Schema = {"type": "string", "pattern": IDENTIFIER}


def schema(catalogue: Mapping[str, Declaration]) -> Schema:
    """The whole schema, JSON Schema 2020-12, for missions and all files that they mention."""
    definitions: Schema = {
        "points": {"type": ["object", "null"], "additionalProperties": PointKind().schema()},
        "facts": {"type": ["object", "null"], "additionalProperties": AnyScalar().schema()},
        "grasps": {
            "type": ["object", "null"],
            "additionalProperties": Pairs(SCORE).schema(),
            "description": "how well each robot could grasp each object, from 0 to 100",
        },
        "robot": _mapping(ROBOT),
        "teammate": _teammate(),
        "world": _world(),
        "subtree": _subtree(),
        "mission": _mission(catalogue),
        "library": _library(catalogue),
        **node_definitions(catalogue),
    }
    return {
        "$schema": DIALECT,
        "title": "cotree mission",
        "description": "a mission, or a file of subtrees, a world or a robot",
        **when(
            _has(REQUIRED),
            ref("mission"),
            when(
                _has(LIBRARY),
                ref("library"),
                when(_has(WORLD), ref("world"), when(_has(ROBOT), ref("robot"), ref("mission"))),
            ),
        ),
        "$defs": definitions,
    }


def _has(keys: Iterable[str]) -> Schema:
    """By its keys a file is what ``cotree.trees.reading.anything`` takes it for."""
    return {"type": "object", "anyOf": [{"required": [key]} for key in keys]}


def _mission(words: Iterable[str]) -> Schema:
    return {
        "type": "object",
        "properties": {
            "mission": {
                "type": "string",
                "minLength": 1,
                "description": "what the mission is called",
            },
            "team": {
                "type": "object",
                "minProperties": 1,
                "propertyNames": {"pattern": IDENTIFIER},
                "additionalProperties": ref("teammate"),
                "description": "who takes part",
            },
            "world": {
                **when({"type": "object"}, ref("world"), NAME_OF_FILE),
                "description": "where everything is: the name of a world, or places and objects",
            },
            "task": {"description": "what is to be done"},
            **_library(words)["properties"],
            "shared": _shared(),
            "policy": {**_mapping(POLICY, empty=True), "description": "how decisions are made"},
            "metric": metric_schema(),
            "coordination": {
                **_mapping(COORDINATION, empty=True),
                "description": "how the robots of a team agree on who does what",
            },
            "simulation": {
                **_mapping(SIMULATION, empty=True),
                "description": "what happens in simulation",
            },
        },
        "required": list(REQUIRED),
        "additionalProperties": False,
        "if": _has(LIBRARY),
        "then": {"properties": {"task": ref("open")}},
        "else": {"properties": {"task": ref("node")}},
    }


def _shared() -> Schema:
    name: Schema = {"type": "string", "pattern": IDENTIFIER}
    return {
        "type": ["array", "string", "null"],
        "items": name,
        "uniqueItems": True,
        "pattern": IDENTIFIER,
        "description": "what one robot of the team at a time may use, in the order of taking it",
    }


def _library(words: Iterable[str]) -> Schema:
    return {
        "type": "object",
        "properties": {
            "subtrees": {
                "type": "object",
                "additionalProperties": ref("subtree"),
                "propertyNames": {"not": {"enum": [*words, *sorted(RESERVED)]}},
                "description": "words of this mission's own",
            },
            "include": {
                "type": ["string", "array"],
                "minLength": 1,
                "items": {"type": "string", "minLength": 1},
                "description": "files with further subtrees",
            },
        },
        "additionalProperties": False,
    }


def _teammate() -> Schema:
    robot = when({"type": "object"}, ref("robot"), NAME_OF_FILE)
    return {
        "type": "object",
        "properties": {
            "robot": {**robot, "description": "the name of a robot model, or the model itself"},
            "person": _mapping(PERSON, empty=True),
            "at": {**PointKind().schema(), "description": "where it starts"},
            "home": property_of(HOME),
        },
        "additionalProperties": False,
        **when(
            {"type": "object", "required": ["person"]},
            {"not": {"required": ["robot"]}},
            {"required": ["robot"]},
        ),
    }


def _world() -> Schema:
    points: Schema = {key: ref("points") for key in ("places", "objects", "robots")}
    properties = {**points, "facts": ref("facts"), "grasps": ref("grasps")}
    return {"type": "object", "properties": properties, "additionalProperties": False}


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

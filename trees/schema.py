"""The JSON Schema of a mission, made from the declarations, for editors and for checking early."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cotree.behaviours.declare import Declaration
from cotree.trees.catalogue import RESERVED
from cotree.trees.reading.binding import Fields
from cotree.trees.reading.compounds import Pairs
from cotree.trees.reading.disturbances import FIELD
from cotree.trees.reading.including import KEYS as LIBRARY
from cotree.trees.reading.jobs import FIELDS as JOB
from cotree.trees.reading.kinds import AnyScalar, Schema
from cotree.trees.reading.matching import FIELDS as MATCHING
from cotree.trees.reading.metric import metric_schema
from cotree.trees.reading.mission import INSTEAD, REQUIRED
from cotree.trees.reading.operations import FIELDS as OPERATION
from cotree.trees.reading.operations import STATES
from cotree.trees.reading.robot import BATTERY, HOME
from cotree.trees.reading.robot import FIELDS as ROBOT
from cotree.trees.reading.settings import COORDINATION, POLICY, SIMULATION
from cotree.trees.reading.spots import PointKind
from cotree.trees.reading.team import PERSON
from cotree.trees.reading.ways import FIELDS as WAYS
from cotree.trees.reading.world import AREA, SCORE, USE
from cotree.trees.reading.world import TELLING as WORLD
from cotree.trees.schema_ltl import conjunct_schema, ltl_schema
from cotree.trees.schema_nodes import IDENTIFIER, node_definitions, property_of, ref, when
from cotree.trees.schema_reactions import reactions_schema
from cotree.trees.schema_senses import cameras_schema, senses_schema
from cotree.trees.schema_steps import steps_schema

DIALECT = "https://json-schema.org/draft/2020-12/schema"
PHYSICS: Schema = {"type": "boolean", "description": "whether forces decide in simulation"}
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
        "robot": _robot(),
        "ways": _mapping(WAYS, empty=True),
        "teammate": _teammate(),
        "world": _world(),
        "subtree": _subtree(),
        "conjunct": conjunct_schema(),
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


def _mission(words: Mapping[str, Declaration]) -> Schema:
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
                **when({"type": "object"}, _world_used(), NAME_OF_FILE),
                "description": "where everything is: the name of a world, or places and objects",
            },
            "task": {"description": "what is to be done"},
            "ltl": ltl_schema(),
            **_library(words)["properties"],
            "shared": _shared(),
            "policy": {**_mapping(POLICY, empty=True), "description": "how decisions are made"},
            "metric": metric_schema(),
            "coordination": {
                **_mapping(COORDINATION, empty=True),
                "description": "how the robots of a team agree on who does what",
            },
            "simulation": {
                **_mapping({**SIMULATION, FIELD.name: FIELD}, empty=True),
                "description": "what happens in simulation",
            },
            "reactions": reactions_schema(words),
            "jobs": {
                "type": "object",
                "propertyNames": {"pattern": IDENTIFIER},
                "additionalProperties": _mapping(JOB),
                "description": "what robots are asked for by what it needs",
            },
            "matching": {
                **_mapping(MATCHING, empty=True),
                "description": "how it is found who can do the jobs",
            },
            "steps": steps_schema(),
            "senses": senses_schema(),
        },
        "required": [key for key in REQUIRED if key != "task"],
        "allOf": [when(_has(sorted(INSTEAD)), {}, {"required": ["task"]})],
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
            "at": {
                **PointKind().schema(),
                "type": ["array", "string"],
                "description": "where it starts: a place, or a point",
            },
            "state": {"type": "string", "description": "the operating state that it starts in"},
            "home": property_of(HOME),
            "battery": property_of(BATTERY),
        },
        "additionalProperties": False,
        **when(
            {"type": "object", "required": ["person"]},
            {"not": {"required": ["robot"]}},
            {"required": ["robot"]},
        ),
    }


def _robot() -> Schema:
    schema = _mapping(ROBOT)
    operations: Schema = {
        "type": "object",
        "additionalProperties": _mapping(OPERATION),
        "description": "what changes the operating state",
    }
    ways = {**ref("ways"), "description": "ways that cost it something else than others"}
    more = {"states": property_of(STATES), "operations": operations, "ways": ways}
    has = when({"required": ["components"]}, {}, {"required": ["resources"]})
    return {**schema, "properties": {**schema["properties"], **more}, **has}


def _world() -> Schema:
    points: Schema = {key: ref("points") for key in ("places", "objects", "robots")}
    properties = {
        **points,
        "facts": ref("facts"),
        "grasps": ref("grasps"),
        "ways": {**ref("ways"), "description": "which way leads from place to place"},
        "areas": {
            "type": ["object", "null"],
            "additionalProperties": AREA.schema(),
            "description": "names for several places",
        },
        "physics": PHYSICS,
        "cameras": cameras_schema(),
    }
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _world_used() -> Schema:
    """A world written in place, or one that is used by its name, with what may stand beside it."""
    properties = {USE: NAME_OF_FILE, "physics": PHYSICS, "cameras": cameras_schema()}
    used: Schema = {"properties": properties, "additionalProperties": False}
    return when({"required": [USE]}, used, ref("world"))


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

"""The JSON Schema of a mission, made from the declarations, for editors and for checking early.

A schema cannot know a mission's own words or names, so there are three kinds of node: ``node``
(declared words only), ``each`` (the same below ``for each``, where values may be ``$name``) and
``open`` (in missions with subtrees, where further words may stand).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cotree.behaviours.declare import Children, Declaration
from cotree.trees.catalogue import RESERVED
from cotree.trees.reading.binding import Field, Fields, fields_of
from cotree.trees.reading.kinds import Schema
from cotree.trees.reading.robot import FIELDS as ROBOT
from cotree.trees.reading.settings import POLICY, SIMULATION
from cotree.trees.reading.spots import PointKind
from cotree.trees.reading.team import PERSON

DIALECT = "https://json-schema.org/draft/2020-12/schema"
NODES = ("node", "each", "open")
NAME: Schema = {
    "type": ["string", "number", "boolean"],
    "pattern": "^[^/]+$",
    "maxLength": 80,
    "description": "what it is called",
}
IDENTIFIER = "^[A-Za-z][A-Za-z0-9_]{0,63}$"
DOLLAR: Schema = {"type": "string", "pattern": r"\$"}


def schema(catalogue: Mapping[str, Declaration]) -> Schema:
    """The whole schema, JSON Schema 2020-12."""
    definitions: Schema = {
        "points": {"type": ["object", "null"], "additionalProperties": PointKind().schema()},
        "robot": _mapping(ROBOT),
        "teammate": _teammate(),
        "world": _world(),
        "subtree": _subtree(),
        "arguments": {"description": "the subtree's parameters"},
    }
    for kind in NODES:
        definitions[kind] = _node(catalogue, kind)
        definitions[f"{kind}_list"] = _node_list(kind)
    return {
        "$schema": DIALECT,
        "title": "cotree mission",
        "type": "object",
        "properties": _mission(catalogue),
        "required": ["mission", "team", "task"],
        "additionalProperties": False,
        "if": {"anyOf": [{"required": ["subtrees"]}, {"required": ["include"]}]},
        "then": {"properties": {"task": _ref("open")}},
        "else": {"properties": {"task": _ref("node")}},
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
            "additionalProperties": _ref("teammate"),
            "description": "who takes part",
        },
        "world": {
            "anyOf": [{"type": "string", "pattern": IDENTIFIER}, _ref("world")],
            "description": "where everything is: the name of a world, or places and objects",
        },
        "task": {"description": "what is to be done"},
        "subtrees": {
            "type": "object",
            "additionalProperties": _ref("subtree"),
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
    robot = {"anyOf": [{"type": "string", "pattern": IDENTIFIER}, _ref("robot")]}
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
    points = {key: _ref("points") for key in ("places", "objects", "robots")}
    return {"type": "object", "properties": points, "additionalProperties": False}


def _subtree() -> Schema:
    parameters = {"type": "array", "items": {"type": "string", "pattern": IDENTIFIER}}
    return {
        "type": "object",
        "properties": {"parameters": {**parameters, "uniqueItems": True}, "do": _ref("open")},
        "required": ["do"],
        "additionalProperties": False,
    }


def _mapping(fields: Fields, *, empty: bool = False) -> Schema:
    return {
        "type": ["object", "null"] if empty else "object",
        "properties": {name: _property(field) for name, field in fields.items()},
        "required": [name for name, field in fields.items() if field.required],
        "additionalProperties": False,
    }


def _property(field: Field) -> Schema:
    found = dict(field.kind.schema())
    if field.doc:
        found["description"] = field.doc
    if not field.required and isinstance(field.default, str | int | float | bool):
        found["default"] = field.default
    return found


# -- nodes -------------------------------------------------------------------------------------


def _node(catalogue: Mapping[str, Declaration], kind: str) -> Schema:
    plain = [word for word, declaration in catalogue.items() if _stands_alone(declaration)]
    words = {word: _behaviour(declaration, kind) for word, declaration in catalogue.items()}
    scalar: Schema = {"type": "string", "minLength": 1} if kind == "open" else {"enum": plain}
    return {
        "anyOf": [
            scalar,
            {
                "type": "object",
                "properties": {"name": NAME, **words, "for each": False},
                "additionalProperties": _ref("arguments") if kind == "open" else False,
                "anyOf": [
                    {"not": {"required": ["name"]}, "minProperties": 1, "maxProperties": 1},
                    {"required": ["name"], "minProperties": 2, "maxProperties": 2},
                ],
            },
        ]
    }


def _stands_alone(declaration: Declaration) -> bool:
    return declaration.children is Children.NONE and not any(
        field.required for field in _fields(declaration).values()
    )


def _fields(declaration: Declaration) -> Fields:
    return {} if declaration.params is None else fields_of(declaration.params)


def _behaviour(declaration: Declaration, kind: str) -> Schema:
    forms = [_long_form(declaration, kind)]
    if declaration.children is Children.MANY and _only_children(declaration):
        forms.append(_children(declaration, kind))
    if declaration.short is not None:
        forms.append(_value(_fields(declaration)[declaration.short], kind))
    if _stands_alone(declaration):
        forms.append({"type": "null"})
    doc = declaration.doc.replace("``", "`")
    whole = {"anyOf": forms} if len(forms) > 1 else forms[0]
    return {**whole, "description": doc}


def _only_children(declaration: Declaration) -> bool:
    return not any(field.required for field in _fields(declaration).values())


def _long_form(declaration: Declaration, kind: str) -> Schema:
    fields = _fields(declaration)
    properties = {name: _value(field, kind) for name, field in fields.items()}
    required = [name for name, field in fields.items() if field.required]
    if declaration.children is not Children.NONE:
        properties[declaration.child_key] = _children(declaration, kind)
        required.append(declaration.child_key)
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def _children(declaration: Declaration, kind: str) -> Schema:
    if declaration.children is Children.ONE:
        return _ref(kind)
    return _ref(f"{kind}_list")


def _node_list(kind: str) -> Schema:
    inner = "open" if kind == "open" else "each"
    repeated: Schema = {
        "type": "object",
        "properties": {
            "for each": {
                "type": "object",
                "properties": {"do": _ref(inner)},
                "required": ["do"],
                "minProperties": 2,
                "propertyNames": {"pattern": IDENTIFIER},
                "additionalProperties": {"anyOf": [{"type": "array"}, DOLLAR]},
            }
        },
        "required": ["for each"],
        "additionalProperties": False,
    }
    return {"type": "array", "minItems": 1, "items": {"anyOf": [_ref(kind), repeated]}}


def _value(field: Field, kind: str) -> Schema:
    found = _property(field)
    if kind == "node":
        return found
    description = {"description": field.doc} if field.doc else {}
    return {"anyOf": [found, DOLLAR, {"type": "array", "contains": DOLLAR}], **description}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}

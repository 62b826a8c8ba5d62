"""The part of the schema that describes nodes: what may stand under ``task`` and below.

A schema cannot know a mission's own words or names, so there are three kinds of node: ``node``
(declared words only), ``each`` (the same below ``for each``, where values may be ``$name``) and
``open`` (in missions with subtrees, where further words may stand).
"""

from __future__ import annotations

from collections.abc import Mapping

from cotree.behaviours.declare import Children, Declaration
from cotree.trees.reading.binding import Field, Fields, fields_of
from cotree.trees.reading.blueprint import SURE
from cotree.trees.reading.forms import BESIDE
from cotree.trees.reading.kinds import Schema

NODES = ("node", "each", "open")
NAME: Schema = {
    "type": ["string", "number", "boolean"],
    "pattern": "^[^/]+$",
    "maxLength": 80,
    "description": "what it is called",
}
SURE_DOC = {
    "if_unsure": "in a team: what to do when nobody knows whether it was done",
    "repeatable": "in a team: whether doing it twice, also at once, does no harm",
    "allocate": "in a team: how it is found who does it",
}
SURE_SCHEMA = {key: (kind.schema(), SURE_DOC[key]) for key, kind in SURE.items()}
IDENTIFIER = "^[A-Za-z][A-Za-z0-9_]{0,63}$"
DOLLAR: Schema = {"type": "string", "pattern": r"\$"}
LEFT_OPEN: Schema = {"anyOf": [DOLLAR, {"type": "array", "contains": DOLLAR}]}
"""Values that only the use of a subtree, or the round of a ``for each``, decides."""


def node_definitions(catalogue: Mapping[str, Declaration]) -> Schema:
    """The definitions of all kinds of nodes, and of lists of them."""
    definitions: Schema = {
        "arguments": {"description": "the subtree's parameters"},
        "one_word": _one_word(tuple(BESIDE), 1),
    }
    for kind in NODES:
        definitions[kind] = _node(catalogue, kind)
        definitions[f"{kind}_list"] = _node_list(kind)
    return definitions


def _node(catalogue: Mapping[str, Declaration], kind: str) -> Schema:
    plain = [word for word, declaration in catalogue.items() if _stands_alone(declaration)]
    words = {word: _behaviour(declaration, kind) for word, declaration in catalogue.items()}
    mapping: Schema = {
        "type": "object",
        "properties": {**_beside(kind), **words},
        "additionalProperties": ref("arguments") if kind == "open" else False,
        "allOf": [ref("one_word")],
    }
    if kind == "open":
        mapping["propertyNames"] = {"not": {"const": "for each"}}
        return when({"type": "string"}, {"minLength": 1}, mapping)
    return when({"type": "string"}, {"enum": plain}, mapping) if plain else mapping


def _beside(kind: str) -> Schema:
    """What may stand beside the word."""
    found: Schema = {"name": NAME}
    for key, (schema, doc) in SURE_SCHEMA.items():
        whole = schema if kind == "node" else when({"not": DOLLAR}, schema)
        found[key] = {**whole, "description": doc}
    return found


def _one_word(keys: tuple[str, ...], number: int) -> Schema:
    """Exactly one key besides those that may stand beside it."""
    if not keys:
        return {"minProperties": number, "maxProperties": number}
    first, rest = keys[0], keys[1:]
    has: Schema = {"required": [first]}
    return when(has, _one_word(rest, number + 1), _one_word(rest, number))


def _stands_alone(declaration: Declaration) -> bool:
    return declaration.children is Children.NONE and not any(
        field.required for field in _fields(declaration).values()
    )


def _fields(declaration: Declaration) -> Fields:
    return {} if declaration.params is None else fields_of(declaration.params)


def _behaviour(declaration: Declaration, kind: str) -> Schema:
    long = _long_form(declaration, kind)
    short: Schema | None = None
    if declaration.children is Children.MANY and _only_children(declaration):
        short = _children(declaration, kind)
    if declaration.short is not None:
        short = _value(_fields(declaration)[declaration.short], kind)
    if _stands_alone(declaration):
        short = {"type": "null"} if short is None else when({"not": {"type": "null"}}, short)
    whole = long if short is None else when({"type": "object"}, long, short)
    return {**whole, "description": declaration.doc.replace("``", "`")}


def when(condition: Schema, then: Schema, otherwise: Schema | None = None) -> Schema:
    """A choice by what is there, so that a validator speaks of one alternative, not of all."""
    found = {"if": condition, "then": then}
    return found if otherwise is None else {**found, "else": otherwise}


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
        return ref(kind)
    return ref(f"{kind}_list")


def _node_list(kind: str) -> Schema:
    inner = "open" if kind == "open" else "each"
    repeated: Schema = {
        "type": "object",
        "properties": {
            "for each": {
                "type": "object",
                "properties": {"do": ref(inner)},
                "required": ["do"],
                "minProperties": 2,
                "propertyNames": {"pattern": IDENTIFIER},
                "additionalProperties": {"type": ["array", "string"], "pattern": r"\$"},
            }
        },
        "required": ["for each"],
        "additionalProperties": False,
    }
    items = when({"type": "object", "required": ["for each"]}, repeated, ref(kind))
    return {"type": "array", "minItems": 1, "items": items}


def _value(field: Field, kind: str) -> Schema:
    found = property_of(field)
    if kind == "node":
        return found
    description = {"description": field.doc} if field.doc else {}
    return {**when({"not": LEFT_OPEN}, found), **description}


def property_of(field: Field) -> Schema:
    """A field with its meaning and its default."""
    found = dict(field.kind.schema())
    if field.doc:
        found["description"] = field.doc
    if not field.required and isinstance(field.default, str | int | float | bool):
        found["default"] = field.default
    return found


def ref(name: str) -> Schema:
    """A reference to a definition."""
    return {"$ref": f"#/$defs/{name}"}

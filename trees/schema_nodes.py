"""The part of the schema that describes nodes: what may stand under ``task`` and below.

A schema cannot know a mission's own words or names, so there are three kinds of node: ``node``
(declared words only), ``each`` (the same below ``for each``, where values may be ``$name``) and
``open`` (in missions with subtrees, where further words may stand).
"""

from __future__ import annotations

from collections.abc import Mapping

from cotree.behaviours.declare import Children, Declaration
from cotree.trees.reading.binding import Field, Fields, fields_of
from cotree.trees.reading.kinds import Schema

NODES = ("node", "each", "open")
NAME: Schema = {
    "type": ["string", "number", "boolean"],
    "pattern": "^[^/]+$",
    "maxLength": 80,
    "description": "what it is called",
}
IDENTIFIER = "^[A-Za-z][A-Za-z0-9_]{0,63}$"
DOLLAR: Schema = {"type": "string", "pattern": r"\$"}


def node_definitions(catalogue: Mapping[str, Declaration]) -> Schema:
    """The definitions of all kinds of nodes, and of lists of them."""
    definitions: Schema = {"arguments": {"description": "the subtree's parameters"}}
    for kind in NODES:
        definitions[kind] = _node(catalogue, kind)
        definitions[f"{kind}_list"] = _node_list(kind)
    return definitions


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
                "additionalProperties": ref("arguments") if kind == "open" else False,
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
                "additionalProperties": {"anyOf": [{"type": "array"}, DOLLAR]},
            }
        },
        "required": ["for each"],
        "additionalProperties": False,
    }
    return {"type": "array", "minItems": 1, "items": {"anyOf": [ref(kind), repeated]}}


def _value(field: Field, kind: str) -> Schema:
    found = property_of(field)
    if kind == "node":
        return found
    description = {"description": field.doc} if field.doc else {}
    return {"anyOf": [found, DOLLAR, {"type": "array", "contains": DOLLAR}], **description}


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

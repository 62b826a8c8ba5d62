"""What the messages of a record look like, as JSON Schema that is embedded in it.

Foxglove reads a part of JSON Schema: objects with ``properties``, arrays whose items are of one
type, text, numbers and truth.  What fits says all that it can; what does not fit, as a value that
may be text or a number, is left out, and is seen all the same.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import TypeAlias

import msgspec
from msgspec import inspect

from cotree.runtime.messages import TOPICS, Said
from cotree.runtime.packing import BUNDLE, HEARD, Bundle, Packed

Schema: TypeAlias = dict[str, object]
DEEPEST = 8
"""Objects in objects; what is deeper is only said to be an object."""
PLAIN: Mapping[type[inspect.Type], str] = {
    inspect.BoolType: "boolean",
    inspect.IntType: "integer",
    inspect.FloatType: "number",
    inspect.StrType: "string",
}
LISTS = (inspect.ListType, inspect.VarTupleType, inspect.SetType, inspect.FrozenSetType)


@functools.cache
def schemas() -> Mapping[str, bytes]:
    """By topic of a record: its schema; the same bytes each time."""
    types: dict[str, object] = {
        topic: type_ for topic, type_ in TOPICS.items() if type_ is not Said
    }
    types[HEARD] = Packed
    types[BUNDLE] = Bundle
    return {
        topic: msgspec.json.encode(_titled(topic, each), order="sorted")
        for topic, each in zip(types, inspect.multi_type_info(types.values()), strict=True)
    }


def _titled(topic: str, type_: inspect.Type) -> Schema:
    found = _shape(type_, 0)
    assert found is not None
    return {"title": f"cotree.{topic}", **found}


def _shape(type_: inspect.Type, depth: int) -> Schema | None:
    """The schema of a value; None: it cannot be said in this part of JSON Schema."""
    if isinstance(type_, inspect.StructType):
        return None if type_.array_like else _object(type_, depth)
    if isinstance(type_, inspect.DictType):
        return {"type": "object", "properties": {}}
    if isinstance(type_, inspect.LiteralType | inspect.EnumType):
        return _one_of(type_)
    if isinstance(type_, LISTS):
        return _list(_shape(type_.item_type, depth))
    if isinstance(type_, inspect.TupleType):
        shapes = [_shape(each, depth) for each in type_.item_types]
        return _list(shapes[0]) if all(each == shapes[0] for each in shapes) else None
    if isinstance(type_, inspect.UnionType):
        return _any_of(type_, depth)
    word = PLAIN.get(type(type_))
    return None if word is None else {"type": word}


def _list(items: Schema | None) -> Schema | None:
    """Lists in lists are not understood."""
    if items is None or items["type"] == "array":
        return None
    return {"type": "array", "items": items}


def _object(type_: inspect.StructType, depth: int) -> Schema:
    properties = {
        name: shape for name, shape in _properties(type_, depth).items() if shape is not None
    }
    if type_.tag_field is not None:
        properties[type_.tag_field] = {"type": "string"}
    needed = sorted(field.encode_name for field in type_.fields if field.required)
    doc = (type_.cls.__doc__ or "").strip().partition("\n")[0]
    said: Schema = {"description": doc} if doc else {}
    if needed:
        said["required"] = needed
    return {"type": "object", "properties": properties, **said}


def _properties(type_: inspect.StructType, depth: int) -> dict[str, Schema | None]:
    """By field: its schema; None where it has none."""
    if depth >= DEEPEST:
        return {}
    return {field.encode_name: _shape(_there(field, type_), depth + 1) for field in type_.fields}


def _there(field: inspect.Field, of: inspect.StructType) -> inspect.Type:
    """What a field is if it is written; None is not, where defaults are left out."""
    type_ = field.type
    if not isinstance(type_, inspect.UnionType) or field.default is not None:
        return type_
    if not of.cls.__struct_config__.omit_defaults:
        return type_
    rest = tuple(each for each in type_.types if not isinstance(each, inspect.NoneType))
    return rest[0] if len(rest) == 1 else inspect.UnionType(rest)


def _one_of(type_: inspect.LiteralType | inspect.EnumType) -> Schema | None:
    values = type_.values if isinstance(type_, inspect.LiteralType) else _values(type_)
    texts = [each for each in values if isinstance(each, str)]
    numbers = [each for each in values if isinstance(each, int)]
    if len(texts) == len(values):
        return {"type": "string", "enum": sorted(texts)}
    return {"type": "integer", "enum": sorted(numbers)} if len(numbers) == len(values) else None


def _values(type_: inspect.EnumType) -> tuple[object, ...]:
    return tuple(each.value for each in type_.cls)


def _any_of(type_: inspect.UnionType, depth: int) -> Schema | None:
    """One of several objects: told apart by a tag, with what any of them may have."""
    kinds: list[inspect.StructType] = []
    for each in type_.types:
        if not isinstance(each, inspect.StructType) or each.tag_field is None or each.array_like:
            return None
        kinds.append(each)
    tag_fields = {each.tag_field for each in kinds}
    if len(tag_fields) != 1:
        return None
    merged: dict[str, Schema | None] = {}
    for kind in kinds:
        for name, shape in _properties(kind, depth).items():
            merged[name] = _common(merged[name], shape) if name in merged else shape
    tag: Schema = {"type": "string", "enum": sorted(str(each.tag) for each in kinds)}
    known = {name: shape for name, shape in merged.items() if shape is not None}
    return {"type": "object", "properties": {**known, str(tag_fields.pop()): tag}}


def _common(one: Schema | None, other: Schema | None) -> Schema | None:
    """What two values of one name have in common; None: nothing that can be said."""
    if one == other or one is None or other is None:
        return one if one == other else None
    text = one["type"] == other["type"] == "string"
    return {"type": "string"} if text else None

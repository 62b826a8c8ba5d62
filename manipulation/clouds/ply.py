"""PLY, as scanners and meshes use it: text, or binary of either order of bytes."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from cotree.manipulation.clouds.values import Cloud, CloudError, columns, counted, numbers, table

MAGIC = b"ply"
TYPES = {
    "char": "i1", "int8": "i1", "uchar": "u1", "uint8": "u1", "short": "i2", "int16": "i2",
    "ushort": "u2", "uint16": "u2", "int": "i4", "int32": "i4", "uint": "u4", "uint32": "u4",
    "float": "f4", "float32": "f4", "double": "f8", "float64": "f8",
}  # fmt: skip
ORDERS = {"ascii": "", "binary_little_endian": "<", "binary_big_endian": ">"}


@dataclass
class _Element:
    name: str
    count: int
    fields: list[tuple[str, str]] = field(default_factory=list)
    fixed: bool = True
    """Whether each record is as long as the others."""


def read_ply(data: bytes) -> Cloud:
    """The vertices of a PLY; CloudError says why there are none."""
    head, found, body = data.partition(b"end_header")
    if not found:
        raise CloudError("is a PLY without 'end_header'")
    body = body[2:] if body[:2] == b"\r\n" else body[1:]
    order, elements = _described(head.decode("utf-8", "replace").splitlines())
    before, vertices = _vertices(elements)
    names = [name for name, _ in vertices.fields]
    lacks = [name for name in ("x", "y", "z") if name not in names]
    if lacks or len(set(names)) < len(names):
        raise CloudError(f"its vertices need one each of x, y, z; they have {', '.join(names)}")
    if not order:
        lines = body.splitlines(keepends=True)[sum(each.count for each in before) :]
        rows = numbers(b"".join(lines), len(names), vertices.count)
        return Cloud(rows[:, [names.index(name) for name in ("x", "y", "z")]])
    skip = sum(_type(each, order).itemsize * each.count for each in before)
    return Cloud(columns(table(body[skip:], _type(vertices, order), vertices.count)))


def _described(lines: list[str]) -> tuple[str, list[_Element]]:
    """The order of bytes, and what follows the head."""
    order: str | None = None
    elements: list[_Element] = []
    for line in lines[1:]:
        match line.split():
            case ["format", kind, _] if kind in ORDERS:
                order = ORDERS[kind]
            case ["element", name, count]:
                elements.append(_Element(name, counted(count, f"the number of '{name}'")))
            case ["property", "list", *_] if elements:
                elements[-1].fixed = False
            case ["property", kind, name] if elements and kind in TYPES:
                elements[-1].fields.append((name, TYPES[kind]))
            case [] | ["comment" | "obj_info", *_]:
                pass
            case _:
                raise CloudError(f"its head has a line that no PLY has: '{line[:60]}'")
    if order is None:
        raise CloudError(f"its format is none of {', '.join(ORDERS)}")
    return order, elements


def _vertices(elements: list[_Element]) -> tuple[list[_Element], _Element]:
    """What stands before the vertices, and they."""
    for i, each in enumerate(elements):
        if not each.fixed:
            raise CloudError(
                f"its element '{each.name}' has lists; only after the vertices is it right"
            )
        if each.name == "vertex":
            return elements[:i], each
    raise CloudError("has no vertices")


def _type(element: _Element, order: str) -> np.dtype[np.void]:
    return np.dtype([(name, order + type_) for name, type_ in element.fields])

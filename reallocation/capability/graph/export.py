"""The graph for other tools: DOT for Graphviz, JSON-LD for linked data."""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType

from cotree.reallocation.capability.graph.knowledge import Knowledge, Sort

SHAPES: Mapping[Sort, str] = MappingProxyType(
    {"robot": "box", "part": "ellipse", "object": "box3d", "attribute": "note"}
)
DASHED = frozenset({"touches", "observes"})
"""Edges between the layers."""
VOCABULARY = "urn:cotree:capability:"


def dot(known: Knowledge) -> str:
    """A drawing with one cluster per layer; edges between layers are dashed."""
    lines = ["digraph knowledge {"]
    for layer in ("robot", "job"):
        lines.append(f"  subgraph cluster_{layer} {{ label={layer};")
        for name in sorted(known.nodes):
            node = known.nodes[name]
            if node.layer == layer:
                lines.append(f"    {_quoted(name)} [shape={SHAPES[node.sort]}];")
        lines.append("  }")
    for source, verb, target in sorted(known.edges):
        extra = ", dir=none" if verb == "collaborates" else ""
        extra += ", style=dashed" if verb in DASHED else ""
        lines.append(f"  {_quoted(source)} -> {_quoted(target)} [label={_quoted(verb)}{extra}];")
    return "\n".join([*lines, "}", ""])


def json_ld(known: Knowledge) -> str:
    """One document: every node with its sort, its facts, and what it has to do with others."""
    graph = []
    for name in sorted(known.nodes):
        node = known.nodes[name]
        entry: dict[str, object] = {"@id": _urn(name), "@type": node.sort.title(), "name": name}
        entry |= {f"fact:{key}": value for key, value in node.facts}
        for verb in sorted({edge.verb for edge in known.find(name)}):
            entry[f"verb:{verb}"] = [{"@id": _urn(e.target)} for e in known.find(name, verb)]
        graph.append(entry)
    context = {
        "@vocab": VOCABULARY,
        "fact": f"{VOCABULARY}fact:",
        "verb": f"{VOCABULARY}verb:",
    }
    document = {"@context": context, "version": known.version, "@graph": graph}
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _urn(name: str) -> str:
    """A name as an identifier; what a URN may not contain is written as hexadecimal."""
    safe = (c if c.isascii() and (c.isalnum() or c in "._/-") else _hex(c) for c in name)
    return "urn:cotree:thing:" + "".join(safe)


def _hex(letter: str) -> str:
    return "".join(f"%{byte:02X}" for byte in letter.encode("utf-8", "surrogatepass"))

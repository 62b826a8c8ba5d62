"""Strict YAML: from text to nodes, without tags, anchors, aliases, merge keys or duplicate keys.

Built on the parser's events, so nothing is ever constructed, expanded or executed, and every
limit holds while reading.  Plain scalars mean what the YAML 1.2 core schema says: ``no``, ``on``
and ``12:30`` are words.
"""

from __future__ import annotations

import math
import re
from typing import Any

import yaml

from cotree.core.mission import Mark
from cotree.trees.reading.building import Builder
from cotree.trees.reading.findings import Findings
from cotree.trees.reading.nodes import Node, Scalar, Value, quote
from cotree.trees.reading.source import check_text

LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_NOTHING = frozenset(("", "~", "null", "Null", "NULL"))
_TRUTH = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_WHOLE = re.compile(r"[-+]?[0-9]{1,30}")
_WORD = re.compile(r"[A-Za-z_][\w ]*")
_NUMBER = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")


def meaning(text: str) -> Value:
    """What an unquoted scalar means; whatever is no null, truth or finite number is a word."""
    if text in _NOTHING:
        return None
    if text in _TRUTH:
        return _TRUTH[text]
    if _WHOLE.fullmatch(text):
        return int(text)
    if len(text) <= 400 and _NUMBER.fullmatch(text):
        number = float(text)
        return number if math.isfinite(number) else text
    return text


def parse(text: str, file: str, findings: Findings, loader: Any = None) -> Node | None:
    """The document in ``text``, or None when there is none; what is wrong goes to ``findings``.

    A syntax error or a broken limit stops the reading with ``Stopped``.
    """
    check_text(text, file)
    builder = Builder(file, findings)
    try:
        for event in yaml.parse(text, Loader=loader or LOADER):
            _feed(builder, event)
    except yaml.YAMLError as error:
        mark = _mark_of(error, file)
        where, hint = _colon_hint(error, mark, text) or (mark, _hint(error, mark, text))
        findings.stop(where, f"not valid YAML: {_say(error)}{hint}")
    except (ValueError, OverflowError):  # the Python parser on "\UFFFFFFFF"
        findings.stop(Mark(file, 1, 1), "not valid YAML: an escaped character does not exist")
    if builder.root is None or (isinstance(builder.root, Scalar) and builder.root.value is None):
        findings.add(Mark(file, 1, 1), "the file is empty")
        return None
    return builder.root


def _feed(builder: Builder, event: Any) -> None:
    match event:
        case yaml.ScalarEvent():
            builder.refuse_extras(event)
            value = meaning(event.value) if event.implicit[0] else event.value
            builder.scalar(event.start_mark, event.value, value, event.tag is not None)
        case yaml.SequenceStartEvent() | yaml.MappingStartEvent():
            builder.refuse_extras(event)
            is_table = isinstance(event, yaml.MappingStartEvent)
            builder.open(event.start_mark, is_table, event.tag is not None)
        case yaml.SequenceEndEvent() | yaml.MappingEndEvent():
            builder.close()
        case yaml.AliasEvent():
            builder.alias(event.start_mark, event.anchor or "")
        case yaml.DocumentStartEvent():
            builder.document(event.start_mark, bool(event.tags))
        case _:
            pass


def _mark_of(error: yaml.YAMLError, file: str) -> Mark:
    for name in ("problem_mark", "context_mark"):
        mark = getattr(error, name, None)
        if mark is not None:
            return Mark(file, mark.line + 1, mark.column + 1)
    return Mark(file, 1, 1)


def _say(error: yaml.YAMLError) -> str:
    problem = str(getattr(error, "problem", None) or "cannot be read")
    context = getattr(error, "context", None)
    said = f"{problem} {context}" if context else problem
    return "".join(c if c.isprintable() else " " for c in said)


def _colon_hint(error: yaml.YAMLError, mark: Mark, text: str) -> tuple[Mark, str] | None:
    """The line above that should have ended with a colon: ``then`` before a list."""
    lines = text.split("\n")[: mark.line]
    numbers = [n for n, line in enumerate(lines[:-1]) if line.partition("#")[0].strip()]
    if not numbers:
        return None
    above, here = lines[numbers[-1]], lines[-1]
    word = above.partition(" #")[0].strip().removeprefix("- ").strip()
    deeper = len(here) - len(here.lstrip()) > len(above) - len(above.lstrip())
    listed = here.lstrip().startswith("- ")
    joined = "mapping values are not allowed" in str(getattr(error, "problem", ""))
    if not _WORD.fullmatch(word) or not (deeper and (listed or joined)):
        return None
    where = Mark(mark.file, numbers[-1] + 1, above.index(word) + 1)
    return where, f"; is a ':' missing after {quote(word)}?"


def _hint(error: yaml.YAMLError, mark: Mark, text: str) -> str:
    """What the parser could have said more helpfully."""
    lines = text.split("\n")
    line = lines[mark.line - 1] if mark.line <= len(lines) else ""
    if line[: mark.column].strip(" \t") == "" and "\t" in line[: mark.column]:
        return "; indent with spaces, not tabs"
    begin = getattr(error, "context_mark", None)
    if begin is not None and begin.line + 1 != mark.line:
        return f"; it begins on line {begin.line + 1}"
    return ""

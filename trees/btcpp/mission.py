"""A mission's YAML made of translated trees, in which every line knows where it came from."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence

from cotree.behaviours.declare import Declaration
from cotree.core.errors import InputError, Mistake
from cotree.core.mission import Mark
from cotree.trees.btcpp.element import parse
from cotree.trees.btcpp.forest import Forest, forest_of
from cotree.trees.btcpp.frame import Frame, plain_frame
from cotree.trees.btcpp.sprout import Plain, Sprout
from cotree.trees.btcpp.table import Table
from cotree.trees.btcpp.translating import Translator
from cotree.trees.reading import loads
from cotree.trees.reading.findings import Findings, Stopped

Line = tuple[str, Mark]
STEP = "  "


def bring_in(
    text: str,
    file: str,
    words: Mapping[str, Declaration],
    frame: Frame | None = None,
    table: Table | None = None,
    tree: str = "",
) -> str:
    """The mission of a file of trees; ``InputError`` names the lines of what cannot be one."""
    findings = Findings()
    made: tuple[Forest, Translator] | None = None
    lines: list[Line] = []
    try:
        forest = forest_of(parse(text, file, findings), findings, tree)
        made = forest, Translator(forest, table or Table(), words, findings)
        lines = [*_written(*made)]
    except Stopped:
        pass
    if findings or made is None:
        raise findings.error()
    return _checked(lines, frame or plain_frame(forest.main, "pr2"), file, words)


def _checked(
    lines: Sequence[Line], frame: Frame, file: str, words: Mapping[str, Declaration]
) -> str:
    """The whole text, if it is a good mission; what is wrong is told of the trees' own lines."""
    above = frame.text.splitlines()
    text = "\n".join([*above, *(line for line, _ in lines)]) + "\n"
    label = frame.file or file
    try:
        loads(text, label, catalogue=words)
    except InputError as error:
        raise InputError(
            _moved(each, label, len(above), lines) for each in error.mistakes
        ) from None
    return text


def _moved(mistake: Mistake, label: str, above: int, lines: Sequence[Line]) -> Mistake:
    line = mistake.mark.line - above - 1
    if mistake.mark.file != label or not 0 <= line < len(lines):
        return mistake
    return Mistake(lines[line][1], mistake.message)


def _written(forest: Forest, translator: Translator) -> Iterator[Line]:
    main = forest.trees[forest.main]
    others = [name for name in forest.trees if name != forest.main]
    if others:
        yield "subtrees:", main.mark
    for name in others:
        yield from _subtree(name, forest, translator)
    task = translator.tree(forest.main)
    if task is not None:
        yield "task:", main.mark
        yield from _node(task, STEP, STEP)


def _subtree(name: str, forest: Forest, translator: Translator) -> Iterator[Line]:
    mark = forest.trees[name].mark
    sprout = translator.tree(name)
    if sprout is None:
        return
    yield f"{STEP}{_said(translator.word_of(name))}:", mark
    parameters: list[Plain] = [*translator.parameters.of(name)]
    if parameters:
        yield f"{2 * STEP}parameters: {_said(parameters)}", mark
    yield f"{2 * STEP}do:", mark
    yield from _node(sprout, 3 * STEP, 3 * STEP)


def _node(sprout: Sprout, first: str, margin: str) -> Iterator[Line]:
    """The lines of one node; the first begins with ``first``, the others with ``margin``."""
    mark = sprout.mark
    for key, value in sprout.beside.items():
        yield f"{first}{key}: {_said(value)}", mark
        first = margin
    if sprout.whole is not None:
        yield from _given(sprout.whole, mark, first, margin)
        return
    word = _said(sprout.word)
    if not sprout.children:
        yield f"{first}{word}: {_said(dict(sprout.params))}", mark
        return
    yield f"{first}{word}:", mark
    inner = margin + STEP
    for key, value in sprout.params.items():
        yield f"{inner}{key}: {_said(value)}", mark
    if sprout.params or sprout.key == "do":
        yield f"{inner}{sprout.key}:", mark
        inner += STEP
    if sprout.key == "do":
        yield from _node(sprout.children[0], inner, inner)
        return
    for child in sprout.children:
        yield from _node(child, f"{inner}- ", inner + STEP)


def _given(whole: Plain, mark: Mark, first: str, margin: str) -> Iterator[Line]:
    """A node as the table has it."""
    entries = whole if isinstance(whole, dict) else {str(whole): None}
    for key, value in entries.items():
        yield f"{first}{_said(key)}: {_said(value)}", mark
        first = margin


def _said(value: Plain) -> str:
    """In one line; plain words need no quotes, and JSON is YAML."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_said(key)}: {_said(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_said, value)) + "]"
    if isinstance(value, str) and _is_word(value):
        return value
    return json.dumps(value, ensure_ascii=False)


def _is_word(text: str) -> bool:
    return bool(_WORD.fullmatch(text)) and text.lower() not in _MEANT


_MEANT = ("true", "false", "null")
_WORD = re.compile(r"[A-Za-z]\w*( \w+)*")

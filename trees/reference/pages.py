"""The page of one word: its promise, an example, its parameters and what it contains."""

from __future__ import annotations

import textwrap

from cotree.behaviours.declare import Children, Declaration
from cotree.trees.reading.binding import fields_of
from cotree.trees.reference.tables import Row, markdown, plain, rows_of

NODE, NODES = "a node", "a list of nodes"


def first_sentence(declaration: Declaration) -> str:
    """What it does, in one line."""
    return " ".join(declaration.doc.replace("``", "").partition("\n\n")[0].split())


def rows(declaration: Declaration) -> list[Row]:
    """Its parameters, and the key of what it contains."""
    found = [] if declaration.params is None else list(rows_of(fields_of(declaration.params)))
    if declaration.children is Children.ONE:
        found.append(Row(declaration.child_key, NODE, None, "what is done so"))
    elif declaration.children is Children.MANY:
        found.append(Row(declaration.child_key, NODES, None, "its children, in order"))
    return found


def forms(declaration: Declaration) -> str:
    """Its short forms, in a sentence; empty when there is none."""
    word, said = declaration.word, []
    if declaration.short is not None:
        said.append(f"`{word}: x` is short for `{word}: {{{declaration.short}: x}}`.")
    needs = [row.name for row in rows(declaration) if row.default is None]
    if declaration.children is Children.MANY and needs == [declaration.child_key]:
        said.append(f"`{word}: [...]` is short for `{word}: {{{declaration.child_key}: [...]}}`.")
    return " ".join(said)


def in_markdown(declaration: Declaration) -> str:
    """The page as a section of the reference."""
    parts = [
        f"### `{declaration.word}`",
        _doc(declaration).replace("``", "`"),
        f"```yaml\n{_example(declaration)}\n```",
        forms(declaration),
        markdown(rows(declaration)) if rows(declaration) else "It has no parameters.",
    ]
    return "\n\n".join(part for part in parts if part)


def in_terminal(declaration: Declaration) -> str:
    """The page as plain text."""
    parts = [
        declaration.word,
        textwrap.indent(_doc(declaration), "  "),
        textwrap.indent(_example(declaration), "      "),
        textwrap.indent(forms(declaration), "  "),
        plain(rows(declaration)) or "  It has no parameters.",
    ]
    return "\n\n".join(part for part in parts if part).replace("`", "")


def _doc(declaration: Declaration) -> str:
    head, _, rest = declaration.doc.partition("\n")
    return f"{head}\n{textwrap.dedent(rest)}".strip()


def _example(declaration: Declaration) -> str:
    return textwrap.dedent(declaration.example).strip()

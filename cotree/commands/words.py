"""``cotree words``: what can be written in a mission."""

from __future__ import annotations

import argparse
from typing import Any


def add(subparsers: Any) -> None:
    """Declare the command."""
    parser = subparsers.add_parser(
        "words",
        help="explain what can be written in a mission",
        description="List the words of missions, or explain one: 'cotree words retry', "
        "'cotree words for each', 'cotree words policy'. Words of installed packages are included. "
        "Of a robot or a world that came with cotree its file is printed: 'cotree words pr2'.",
    )
    parser.add_argument(
        "word",
        metavar="WORD",
        nargs="*",
        help="a behaviour, a part of missions, a robot or a world",
    )
    parser.add_argument("--markdown", action="store_true", help="print the whole reference")


def run(args: argparse.Namespace) -> int:
    """List, explain, or print all."""
    import sys

    from cotree.trees.catalogue import catalogue
    from cotree.trees.reading.vocabulary import Words
    from cotree.trees.reference.book import book, page, summary

    words = catalogue()
    if args.markdown:
        print(book(words), end="")
        return 0
    if not args.word:
        print(summary(words))
        return 0
    asked = " ".join(args.word)
    found = page(asked, words) or _file(asked)
    if found is None:
        print(Words(words).missing(asked), file=sys.stderr)
        return 2
    print(found)
    return 0


def _file(name: str) -> str | None:
    """The robot or the world of this name, beside us or of the package; both, if there are both."""
    from cotree.trees.reading.library import FileLibrary

    library = FileLibrary()
    found = [(folder[:-1], library.named(folder, name)) for folder in ("robots", "worlds")]
    told = [f"{kind} {name}\n\n{source.text.rstrip()}" for kind, source in found if source]
    return "\n\n".join(told) or None

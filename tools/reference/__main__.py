"""Write docs/reference: ``python -m tools.reference``; ``--check`` only compares."""

from __future__ import annotations

import sys
from pathlib import Path

from cotree.trees.catalogue import catalogue
from cotree.trees.reference.book import book
from tools.reference import commands, messages

FOLDER = Path(__file__).parents[2] / "docs" / "reference"


def pages() -> dict[str, str]:
    """Each page by the name of its file."""
    return {
        "words.md": book(catalogue(offers=[])),
        "commands.md": commands.page(),
        "messages.md": messages.page(),
    }


def main() -> int:
    """Write what is different, and say which; 1: there was something."""
    different = [
        name
        for name, text in pages().items()
        if not (FOLDER / name).exists() or (FOLDER / name).read_text(encoding="utf-8") != text
    ]
    for name in different:
        print(f"docs/reference/{name} {'is old' if '--check' in sys.argv else 'written'}")
        if "--check" not in sys.argv:
            (FOLDER / name).write_text(pages()[name], encoding="utf-8")
    return int(bool(different) and "--check" in sys.argv)


if __name__ == "__main__":
    sys.exit(main())

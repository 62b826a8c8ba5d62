"""Makes a new package: checks what it is to be called, and writes its files."""

from __future__ import annotations

import importlib.util
import keyword
import re
import sys
from collections.abc import Collection
from pathlib import Path

from cotree.commands._new.templates import FILES

NAME = re.compile(r"[a-z](?:_?[a-z0-9])+")
"""As ROS wants packages to be called: also a module of Python, and a name on the package index."""
LONGEST = 60


def wrong_with_package(name: str) -> str | None:
    """Why a package cannot be called so; None when it can."""
    if not NAME.fullmatch(name) or len(name) > LONGEST:
        return (
            f"'{name[:80]}' is no name of a package; begin with a small letter, then small "
            f"letters, digits and single _, from 2 to {LONGEST}: tea_tools"
        )
    if keyword.iskeyword(name) or name in sys.stdlib_module_names:
        return f"'{name}' means something in Python; call it {name}_tools"
    if importlib.util.find_spec(name) is not None:
        return f"a module '{name}' is installed here already; choose another name"
    return None


def wrong_with_leaf(word: str, words: Collection[str]) -> str | None:
    """Why a leaf cannot be called so; None when it can."""
    if not NAME.fullmatch(word) or len(word) > LONGEST or keyword.iskeyword(word):
        return (
            f"'{word[:80]}' is no word for a leaf; begin with a small letter, then small letters, "
            "digits and single _: pour"
        )
    if word in words:
        return f"'{word}' is a word of missions already; choose another one with --leaf"
    return None


def make(folder: Path, name: str, leaf: str) -> list[Path]:
    """Write the files into a new folder; their paths, in order."""
    folder.mkdir()
    written = []
    for path, text in FILES.items():
        file = folder / _filled(path, name, leaf)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(_filled(text, name, leaf), encoding="utf-8")
        written.append(file)
    return written


def _filled(text: str, name: str, leaf: str) -> str:
    title = "".join(part.capitalize() for part in leaf.split("_"))
    return text.replace("@NAME@", name).replace("@LEAF@", leaf).replace("@Leaf@", title)

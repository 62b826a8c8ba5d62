"""``include:``, the subtrees of other files, which may include further ones."""

from __future__ import annotations

import os.path
from collections.abc import Collection

from cotree.core.errors import InputError
from cotree.trees.reading.findings import Findings, Stopped
from cotree.trees.reading.library import Library, Source
from cotree.trees.reading.nodes import Items, Node, Scalar, Table, describe, quote
from cotree.trees.reading.subtrees import Subtree, read_subtrees
from cotree.trees.reading.yaml_text import parse

MOST_FILES = 64
KEYS = ("subtrees", "include")
SUFFIXES = (".yaml", ".yml")


class Gatherer:
    """Collects the subtrees of a file and of all files that it includes."""

    def __init__(self, library: Library, findings: Findings, words: Collection[str]) -> None:
        self.library = library
        self.findings = findings
        self.words = words
        self.subtrees: dict[str, Subtree] = {}
        self.texts: dict[str, str] = {}
        self.complete = True
        """False when a file could not be read."""

    def gather(self, root: Table, source: Source, above: tuple[Source, ...]) -> None:
        """The subtrees of one file that has been parsed; ``above`` are those that include it."""
        if "subtrees" in root.entries:
            read_subtrees(root.entries["subtrees"].value, self.findings, self.words, self.subtrees)
        if "include" not in root.entries:
            return
        node = root.entries["include"].value
        for item in node.items if isinstance(node, Items) else (node,):
            if isinstance(item, Scalar) and isinstance(item.value, str) and item.text:
                self._include(item, source, (*above, source))
            else:
                self.complete = False
                self.findings.add(
                    item.mark, f"'include' needs paths of files, found {describe(item)}"
                )

    def _include(self, item: Scalar, beside: Source, above: tuple[Source, ...]) -> None:
        source = self._find(item, beside)
        if source is None:
            self.complete = False
            return
        keys = [other.key for other in above]
        if source.key in keys:
            circle = " -> ".join((*keys[keys.index(source.key) :], source.key))
            self.findings.add(item.mark, f"files cannot include each other in a circle: {circle}")
            return
        if source.key in self.texts:
            return
        if len(self.texts) == MOST_FILES:
            self.findings.stop(item.mark, f"more than {MOST_FILES} files are included")
        self.texts[source.key] = source.text
        root = self._parse(source)
        if isinstance(root, Table):
            self.check_keys(root)
            self.gather(root, source, above)
        else:
            self.complete = False
            if root is not None:
                self.findings.add(
                    root.mark, f"an included file must be a mapping, found {describe(root)}"
                )

    def _find(self, item: Scalar, beside: Source) -> Source | None:
        if os.path.isabs(item.text) or not item.text.lower().endswith(SUFFIXES):
            self.findings.add(
                item.mark,
                "an included file is named by its path from this one and ends in .yaml, "
                f"found {quote(item.text)}",
            )
            return None
        try:
            source = self.library.included(item.text, beside)
        except InputError as error:
            self.findings.extend(error)
            return None
        if source is None:
            self.findings.add(item.mark, f"no file {quote(item.text)} beside this one")
        return source

    def _parse(self, source: Source) -> Node | None:
        try:
            return parse(source.text, source.label, self.findings)
        except InputError as error:
            self.findings.extend(error)
        except Stopped:
            pass
        return None

    def check_keys(self, root: Table) -> None:
        """Report what has no place in a file that holds only subtrees."""
        for key, entry in root.entries.items():
            if key not in KEYS:
                self.findings.add(
                    entry.key.mark,
                    f"an included file has only 'subtrees' and 'include', found {quote(key)}",
                )

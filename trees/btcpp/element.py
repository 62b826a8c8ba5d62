"""XML as values that know their lines; no document types, no entities, nothing from elsewhere."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from xml.parsers import expat

from cotree.core.mission import Mark
from cotree.trees.reading.findings import Findings

DEEPEST = 100
MOST_ELEMENTS = 10_000
LONGEST = 4096
"""Of one attribute."""
DOCTYPE = "a document type is not allowed here: it can name files, and text that expands for ever"


@dataclasses.dataclass(frozen=True)
class Element:
    """One element with what is in it."""

    tag: str
    attributes: Mapping[str, str] = dataclasses.field(default_factory=dict)
    children: tuple[Element, ...] = ()
    mark: Mark = dataclasses.field(default=Mark("", 0, 0), compare=False)

    def walk(self) -> Iterator[Element]:
        """This element and all below it, in order."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclasses.dataclass
class _Open:
    tag: str
    attributes: dict[str, str]
    mark: Mark
    children: list[Element] = dataclasses.field(default_factory=list)


def parse(text: str, file: str, findings: Findings) -> Element:
    """The root of a text; whatever is wrong with it ends the reading with ``Stopped``."""
    return _Reader(file, findings).read(text)


class _Reader:
    def __init__(self, file: str, findings: Findings) -> None:
        self._file = file
        self._findings = findings
        self._open: list[_Open] = []
        self._count = 0
        self._root: Element | None = None
        self._parser = expat.ParserCreate("UTF-8")  # whatever the text says of itself
        self._parser.StartDoctypeDeclHandler = lambda *_: self._stop(DOCTYPE)
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._characters

    def read(self, text: str) -> Element:
        try:
            self._parser.Parse(text.encode(), True)
        except expat.ExpatError as error:
            place = Mark(self._file, error.lineno, error.offset + 1)
            self._findings.stop(place, f"not valid XML: {expat.ErrorString(error.code)}")
        assert self._root is not None, "XML has a root"
        return self._root

    def _here(self) -> Mark:
        return Mark(
            self._file, self._parser.CurrentLineNumber, self._parser.CurrentColumnNumber + 1
        )

    def _stop(self, message: str) -> None:
        self._findings.stop(self._here(), message)

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self._count += 1
        if self._count > MOST_ELEMENTS:
            self._stop(f"more than {MOST_ELEMENTS} elements")
        if len(self._open) >= DEEPEST:
            self._stop(f"more than {DEEPEST} levels deep")
        if any(len(each) > LONGEST for each in (tag, *attributes, *attributes.values())):
            self._stop(f"a name or value of more than {LONGEST} characters")
        self._open.append(_Open(tag, attributes, self._here()))

    def _end(self, tag: str) -> None:
        done = self._open.pop()
        element = Element(done.tag, done.attributes, tuple(done.children), done.mark)
        if self._open:
            self._open[-1].children.append(element)
        else:
            self._root = element

    def _characters(self, text: str) -> None:
        if text.strip():
            self._stop("text between elements; a tree has only elements and attributes")

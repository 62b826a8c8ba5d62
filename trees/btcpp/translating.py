"""From the trees of a file to the nodes of a mission; what does not map is a mistake by line."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

from cotree.behaviours.declare import Children, Declaration
from cotree.core.words import did_you_mean
from cotree.trees.btcpp.attributes import kind_of, name_of, ports_of
from cotree.trees.btcpp.element import Element
from cotree.trees.btcpp.forest import AGAIN, SUBTREES, Forest
from cotree.trees.btcpp.parameters import Parameters
from cotree.trees.btcpp.ports import value_of
from cotree.trees.btcpp.rules import REFUSED, REMEMBERS, RULES, Unlike
from cotree.trees.btcpp.special import SPECIAL, check_number
from cotree.trees.btcpp.sprout import Plain, Sprout
from cotree.trees.btcpp.table import Table
from cotree.trees.btcpp.writing import tag_of
from cotree.trees.reading.binding import fields_of
from cotree.trees.reading.findings import Findings
from cotree.trees.reading.kinds import Kind

BESIDE = ("if_unsure", "repeatable")


class Translator:
    """Translates one file's trees, each once."""

    def __init__(
        self, forest: Forest, table: Table, words: Mapping[str, Declaration], findings: Findings
    ) -> None:
        self._forest = forest
        self._table = table
        self._words = words
        self._findings = findings
        self._by_tag = {tag_of(word): word for word in words}
        self.parameters = Parameters(forest, table)

    def tree(self, name: str) -> Sprout | None:
        """What a tree of the file becomes; None: something in it does not map."""
        given = self.parameters.of(name) if name != self._forest.main else ()
        return _Tree(self, given).node(self._forest.trees[name], again=name in self._forest.again)

    def word_of(self, name: str) -> str:
        """What a subtree is called in the mission, where its own name may be a word already."""
        return f"{name} tree" if name in self._words else name

    # -- one element, apart from where it stands -----------------------------------------------

    def refuse(self, element: Element, why: str) -> None:
        """Note a mistake."""
        kind = kind_of(element) or element.tag
        self._findings.add(element.mark, f"<{kind}> cannot be brought in: {why}")

    def declaration(self, kind: str) -> Declaration | None:
        """The word of ours that an element names."""
        word = self._by_tag.get(kind)
        return None if word is None else self._words[word]

    def unknown(self, kind: str) -> Unlike:
        """What to say of an action that is no word here and stands in no table."""
        if kind in REFUSED:
            return Unlike(REFUSED[kind])
        hint = did_you_mean(kind[:80], (*RULES, *self._table.actions), most=0)
        return Unlike(f"no leaf for it{hint}; say what it is in a table: {kind}: {{perform: ...}}")

    def known(self, kind: str) -> bool:
        """Whether the table says what it is."""
        return kind in self._table.actions

    def from_table(self, kind: str, element: Element, ports: Mapping[str, Plain]) -> Plain:
        """The node that the table has for it."""
        return self._table.node(kind, element, ports)

    def value(self, text: str, at: Element, given: Sequence[str], kind: Kind | None) -> Plain:
        """What an attribute says."""
        return value_of(text, at.mark, given, self._table.values, kind)

    def is_main(self, tree: str) -> bool:
        """Whether a tree is the task."""
        return tree == self._forest.main

    def has(self, tree: str) -> bool:
        """Whether there is a tree of this name."""
        return tree in self._forest.trees


class _Tree:
    """The nodes of one tree."""

    def __init__(self, outer: Translator, given: Sequence[str]) -> None:
        self._outer = outer
        self._given = given

    def node(self, element: Element, *, again: bool) -> Sprout | None:
        """One element and all in it; ``again``: it may be run again after it failed."""
        children = self._children(element, again=again or element.tag in AGAIN)
        if children is None:
            return None
        try:
            made = self._made(element, children, again)
        except Unlike as why:
            self._outer.refuse(element, str(why))
            return None
        name = name_of(element)
        return dataclasses.replace(made, beside={"name": name, **made.beside}) if name else made

    def _children(self, element: Element, *, again: bool) -> tuple[Sprout, ...] | None:
        made = [self.node(child, again=again) for child in element.children]
        whole = [child for child in made if child is not None]
        return _apart(whole) if len(whole) == len(made) else None

    def _made(self, element: Element, children: tuple[Sprout, ...], again: bool) -> Sprout:
        kind = kind_of(element)
        if kind in SUBTREES or element.tag in SUBTREES:
            return self._call(element)
        if kind in RULES:
            return self._ruled(element, children, again)
        if kind in SPECIAL:
            return SPECIAL[kind](element, children)
        if kind in REFUSED:
            raise self._outer.unknown(kind)
        if self._outer.known(kind):
            return self._tabled(kind, element, children)
        declaration = self._outer.declaration(kind)
        if declaration is None:
            raise self._outer.unknown(kind)
        return self._worded(element, declaration, children)

    def _ruled(self, element: Element, children: tuple[Sprout, ...], again: bool) -> Sprout:
        kind = kind_of(element)
        rule = RULES[kind]
        if kind in REMEMBERS and again:
            raise Unlike(
                "it would go on where it failed when it is run again, and nothing here does; "
                "put the retry around each child"
            )
        for port in ports_of(element):
            if port not in rule.attributes:
                raise Unlike(f"it has no attribute '{port}' here")
        check_number(rule.single, children)
        params = rule.params(element)
        return Sprout(rule.word, element.mark, params, children, "do" if rule.single else "of")

    def _tabled(self, kind: str, element: Element, children: tuple[Sprout, ...]) -> Sprout:
        if children:
            raise Unlike("the table says what it is, so nothing can be in it")
        ports = {
            port: self._outer.value(text, element, self._given, None)
            for port, text in self._outer.parameters.counting(element).items()
        }
        return Sprout(kind, element.mark, whole=self._outer.from_table(kind, element, ports))

    def _worded(
        self, element: Element, declaration: Declaration, children: tuple[Sprout, ...]
    ) -> Sprout:
        fields = {} if declaration.params is None else fields_of(declaration.params)
        params: dict[str, Plain] = {}
        beside: dict[str, Plain] = {}
        for port, text in ports_of(element).items():
            kind = fields[port].kind if port in fields else None
            value = self._outer.value(text, element, self._given, kind)
            (beside if port in BESIDE and port not in fields else params)[port] = value
        if declaration.children is Children.NONE and children:
            raise Unlike("it is a leaf, so nothing can be in it")
        if declaration.children is not Children.NONE:
            check_number(declaration.children is Children.ONE, children)
        key = declaration.child_key if children else ""
        return Sprout(declaration.word, element.mark, params, children, key, beside)

    def _call(self, element: Element) -> Sprout:
        name = element.attributes.get("ID", "")
        if not self._outer.has(name):
            raise Unlike(f"there is no tree '{name}' in this file")
        if self._outer.is_main(name):
            raise Unlike(f"'{name}' is the task, which stands in nothing else; copy it")
        if element.children:
            raise Unlike("a subtree stands alone")
        ports, wanted = ports_of(element), self._outer.parameters.of(name)
        missing = [each for each in wanted if each not in ports]
        if missing:
            raise Unlike(f"its tree reads {{{missing[0]}}}, which is not given here")
        params = {
            each: self._outer.value(ports[each], element, self._given, None) for each in wanted
        }
        return Sprout(self._outer.word_of(name), element.mark, params)


def _apart(children: Sequence[Sprout]) -> tuple[Sprout, ...]:
    """With names that differ, as siblings must."""
    taken: set[Plain] = set()
    found = []
    for child in children:
        name = child.beside.get("name")
        unique, number = name, 1
        while name is not None and unique in taken:
            number += 1
            unique = f"{name} #{number}"
        taken.add(unique)
        found.append(
            child
            if unique == name
            else dataclasses.replace(child, beside={**child.beside, "name": unique})
        )
    return tuple(found)

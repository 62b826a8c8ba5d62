from __future__ import annotations

import sys
from importlib import import_module
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from py_trees.behaviour import Behaviour

from cotree import trees
from cotree.behaviours.declare import Declaration, behaviour
from cotree.core.errors import InputError
from cotree.trees.catalogue import RESERVED, catalogue, declared_in
from cotree.trees.reading.catalogue import checkers_in, modules_in

SOURCE = '''
from py_trees.behaviour import Behaviour
from cotree.behaviours.declare import behaviour


@behaviour("{word}")
class {name}(Behaviour):
    """Something.

    ```yaml
    - {word}
    ```
    """
'''


class Package:
    """A package on disk that can be imported while a test runs."""

    def __init__(self, folder: Path) -> None:
        self.name = "made_" + folder.name.replace("-", "_")
        self.folder = folder / self.name
        self.folder.mkdir()
        self.write("__init__", "")

    def write(self, module: str, text: str) -> None:
        (self.folder / f"{module}.py").write_text(text, encoding="utf-8")

    def behaviour(self, module: str, word: str) -> None:
        self.write(module, SOURCE.format(word=word, name=module.title()))


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    made = Package(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield made
    for name in [name for name in sys.modules if name.startswith(made.name)]:
        del sys.modules[name]


def test_trees_say_exactly_which_of_their_modules_declare_words() -> None:
    modules = {name: import_module(f"{trees.__name__}.{name}") for name in modules_in(trees)}
    declaring = {name for name, each in modules.items() if any(declared_in(each))}
    checking = {name for name, each in modules.items() if any(checkers_in(each))}
    assert tuple(sorted(declaring | checking)) == trees.WORDS_IN


def test_the_words_of_cotree_are_found_without_registration() -> None:
    words = catalogue()
    assert {"then", "and", "or", "move", "pick", "place", "wait", "retry", "parallel"} <= set(words)
    assert list(words) == sorted(words)
    assert all(isinstance(declaration, Declaration) for declaration in words.values())


def test_each_call_gives_a_fresh_value() -> None:
    first, second = catalogue(), catalogue()
    assert first == second
    assert first is not second


def test_a_new_file_is_a_new_word(package: Package) -> None:
    package.behaviour("dance", "dance")
    assert list(catalogue([package.name], [])) == ["dance"]


def test_a_class_imported_elsewhere_counts_once(package: Package) -> None:
    package.behaviour("dance", "dance")
    package.write("more", f"from {package.name}.dance import Dance\nclass Twist(Dance): pass\n")
    assert list(catalogue([package.name], [])) == ["dance"]


def test_two_behaviours_with_one_word_are_an_error_with_a_place(package: Package) -> None:
    package.behaviour("dance", "dance")
    package.behaviour("jump", "dance")
    with pytest.raises(InputError, match=r"jump\.py:6:1: 'dance' is already a behaviour: <class"):
        catalogue([package.name], [])


@pytest.mark.parametrize("word", sorted(RESERVED))
def test_words_of_the_language_cannot_be_behaviours(package: Package, word: str) -> None:
    package.behaviour("dance", word)
    with pytest.raises(InputError, match=f"a behaviour cannot be called '{word}'"):
        catalogue([package.name], [])


def test_a_module_whose_library_is_missing_is_left_out(package: Package) -> None:
    package.behaviour("dance", "dance")
    package.write("heavy", "import a_library_that_nobody_has\n")
    assert list(catalogue([package.name], [])) == ["dance"]


def test_a_broken_import_of_our_own_is_not_hidden(package: Package) -> None:
    package.write("broken", "import cotree.no_such_room\n")
    with pytest.raises(ModuleNotFoundError, match="no_such_room"):
        catalogue([package.name], [])


def test_installed_packages_offer_behaviours(package: Package) -> None:
    package.behaviour("dance", "dance")
    offer = EntryPoint("x", f"{package.name}.dance:Dance", "cotree.leaves")
    words = catalogue([], [offer])
    assert list(words) == ["dance"]
    assert words.broken == ()


def test_a_module_can_list_declarations_of_classes_that_are_not_its_own() -> None:
    @behaviour("dance")
    class Dance(Behaviour):
        """Dance.

        ```yaml
        - dance
        ```
        """

    module = ModuleType("made")
    module.DECLARED = (Dance.declaration,)  # type: ignore[attr-defined]
    assert [found.word for found in declared_in(module)] == ["dance"]

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from cotree.core.errors import InputError
from cotree.trees.catalogue import Catalogue, catalogue
from cotree.trees.reading import loads
from cotree.trees.reading.offers import BrokenOffer

HEAD = "from py_trees.behaviour import Behaviour\nfrom cotree.behaviours.declare import *\n"
DOC = '    """Dance.\n\n    ```yaml\n    - dance\n    ```\n    """\n'
GOOD = HEAD + '@behaviour("dance")\nclass Dance(Behaviour):\n' + DOC
Offered = Callable[[str], Catalogue]


@pytest.fixture
def offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Offered]:
    """The catalogue when a package with this text offers ``dance``."""
    name = "made_" + tmp_path.name.replace("-", "_")
    monkeypatch.syspath_prepend(str(tmp_path))

    def words(text: str) -> Catalogue:
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
        return catalogue(offers=[EntryPoint("dance", f"{name}:Dance", "cotree.leaves")])

    yield words
    sys.modules.pop(name, None)


PARAMS = "import dataclasses\n@dataclasses.dataclass\nclass P:\n    {field}\n"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (GOOD.replace("```yaml", "```"), "TypeError: Dance: the docstring shows no ```yaml"),
        ("class Dance: pass\n", "it is not declared with @behaviour(...)"),
        ("x = 1\n", "AttributeError: module 'made_"),
        ("def (:\n", "SyntaxError: "),
        ("import no_such_library\n", "ModuleNotFoundError: No module named 'no_such_library'"),
        ("import sys\nsys.exit(3)\n", "SystemExit: 3"),
        ("raise ValueError('one\\ntwo\\x1b')\n", "ValueError: one two)"),
        (GOOD.replace('"dance"', '"wait"', 1), "'wait' is already a behaviour"),
        (GOOD.replace('"dance"', '"name"', 1), "a behaviour cannot be called 'name'"),
        (GOOD.replace('"dance"', '" "', 1), "its word must not be empty"),
        (GOOD.replace('"dance")', '"dance", short="to")'), "short='to' is none of its parameters"),
        (
            HEAD + PARAMS.format(field="x: set") + GOOD.replace('"dance")', '"dance", params=P)'),
            "TypeError: a parameter cannot be <class 'set'>",
        ),
        (
            HEAD
            + PARAMS.format(field="do: str")
            + GOOD.replace('"dance")', '"dance", params=P, children=Children.ONE)'),
            "'do' is a parameter and the key of its children",
        ),
    ],
    ids=lambda value: value[-30:],
)
def test_a_broken_package_takes_away_only_its_own_word(
    offered: Offered, text: str, reason: str
) -> None:
    with pytest.warns(BrokenOffer) as told:
        words = offered(text)
    (line,) = [str(warning.message) for warning in told]
    assert line.startswith("package 'made_")
    assert "is broken: its entry point 'dance = made_" in line
    assert reason in line
    assert "update or uninstall it; all other words work" in line
    assert line.isprintable()
    assert {"wait", "move"} <= set(words)
    assert "dance" not in words
    assert [broken.word for broken in words.broken] == ["dance"]


def test_a_whole_package_is_not_warned_of(offered: Offered) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert "dance" in offered(GOOD)


def test_a_mission_that_wants_the_word_hears_why_there_is_none(offered: Offered) -> None:
    with pytest.warns(BrokenOffer):
        words = offered("import no_such_library\n")
    text = "mission: m\nteam: {pr2: {robot: pr2}}\ntask: {TASK}\n"
    assert loads(text.replace("TASK", "wait: 1"), catalogue=words).task.word == "wait"
    with pytest.raises(InputError, match=r"no behaviour 'dance': package 'made_.* offers it as"):
        loads(text.replace("TASK", "dance: 1"), catalogue=words)
    said = r"no behaviour 'zzz'; 'cotree words' lists all; or is it a word of the "
    with pytest.raises(InputError, match=said):
        loads(text.replace("TASK", "zzz: 1"), catalogue=words)

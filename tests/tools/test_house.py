from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from tools.house import __main__ as house
from tools.house.complexity import ALLOWED, Found, too_complex
from tools.house.covered import percent_by_room
from tools.house.cycles import cycles, imports_of
from tools.house.docstrings import Promises, promises
from tools.house.lengths import Lengths, lengths
from tools.house.measures import House, faults, measure
from tools.house.report import report
from tools.house.rooms import room_of, room_of_test, sources
from tools.house.times import seconds_by_room

GOOD = House((), (), Lengths(3, 80.0, 1.0, "a.py", 90), {}, Promises(2, ()))


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    """A house with a linked room; two modules import each other, one of them inside a function."""
    files = {
        "cotree/__init__.py": '"""All."""\n',
        "cotree/core/__init__.py": "",
        "cotree/core/one.py": '"""One."""\nimport cotree.core.two\n',
        "cotree/core/two.py": '"""Two."""\ndef f():\n    """F."""\n    import cotree.core.one\n',
        "trees/__init__.py": '"""Trees."""\n',
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "cotree" / "trees").symlink_to("../trees")
    return tmp_path


def test_a_linked_room_is_measured_once(toy: Path) -> None:
    assert [str(path) for path in sources(toy)] == [
        "trees/__init__.py",
        "cotree/__init__.py",
        "cotree/core/__init__.py",
        "cotree/core/one.py",
        "cotree/core/two.py",
    ]


@pytest.mark.parametrize(
    ("file", "room"),
    [
        ("trees/errands/agenda.py", "trees"),
        ("cotree/core/fold.py", "cotree/core"),
        ("cotree/cli.py", "cotree"),
        ("tools/mutants.py", "tools"),
    ],
)
def test_a_file_belongs_to_the_room_it_stands_in(file: str, room: str) -> None:
    assert room_of(Path(file)) == room


@pytest.mark.parametrize(
    ("classname", "room"),
    [
        ("tests.core.test_fold", "core"),
        ("tests.team.mirror.test_watch.TestIt", "team"),
        ("tests.test_ward", "tests of the whole"),
        ("", "tests of the whole"),
    ],
)
def test_a_test_belongs_to_the_room_it_tests(classname: str, room: str) -> None:
    assert room_of_test(classname) == room


def test_an_import_inside_a_function_closes_a_cycle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "round_and_round"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "one.py").write_text("import round_and_round.two\n")
    (folder / "two.py").write_text("def f():\n    import round_and_round.one\n")
    (folder / "three.py").write_text("import round_and_round.one\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    (found,) = cycles(imports_of("round_and_round"))
    names = found.split(" -> ")
    assert names[0] == names[-1]
    assert set(names) == {"round_and_round.one", "round_and_round.two"}


def test_each_cycle_is_told_and_without_any_there_is_nothing_to_tell() -> None:
    assert len(cycles({"a": {"b"}, "b": {"a", "c"}, "c": {"d"}, "d": {"c"}})) == 2
    assert cycles({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == ()


@pytest.mark.real
def test_a_comment_hides_no_complex_function(tmp_path: Path) -> None:
    branches = "".join(f"    if a == {n}:\n        return {n}\n" for n in range(4))
    (tmp_path / "deep.py").write_text(f"def deep(a):  # noqa: C901\n{branches}")
    (tmp_path / "flat.py").write_text("def flat(a):\n    return a\n")
    assert too_complex(tmp_path, most=3) == (Found("deep.py:deep", 5),)
    assert too_complex(tmp_path, most=5) == ()


def test_lengths_are_a_median_a_share_and_the_longest() -> None:
    lines = {Path("a.py"): 10, Path("b.py"): 100, Path("c.py"): 201, Path("d.py"): 200}
    assert lengths(lines) == Lengths(4, 150.0, 0.75, "c.py", 201)


SAID = '''
"""Module."""
class Public:
    """Class."""
    def __init__(self): ...
    def _private(self): ...
    def silent(self):
        def inner(): ...
    def test_a_name_is_a_sentence(self): ...
    @property
    def part(self):
        """Part."""
    @part.setter
    def part(self, value): ...
class _Private:
    def hidden(self): ...
try:
    def tried(): ...
except ImportError:
    pass
'''


def test_what_is_public_and_says_nothing_is_named() -> None:
    told = promises({Path("a.py"): ast.parse(SAID), Path("empty.py"): ast.parse("")})
    assert told.silent == ("a.py:Public:silent", "a.py:tried")
    assert told.things == 6
    assert told.percent == pytest.approx(66.67, abs=0.01)


def test_a_module_needs_a_promise_too() -> None:
    assert promises({Path("a.py"): ast.parse("x = 1")}).silent == ("a.py",)


def test_seconds_are_added_up_by_room_the_longest_first(tmp_path: Path) -> None:
    cases = [("tests.core.test_a", 1), ("tests.team.test_b", 5), ("tests.core.test_c", 2)]
    body = "".join(f'<testcase classname="{name}" name="t" time="{s}"/>' for name, s in cases)
    (tmp_path / "junit.xml").write_text(f"<testsuites><testsuite>{body}</testsuite></testsuites>")
    took = seconds_by_room([tmp_path / "junit.xml", tmp_path / "junit.xml"])
    assert list(took.items()) == [("team", 10.0), ("core", 6.0)]


@pytest.mark.real
def test_coverage_is_told_by_room(tmp_path: Path) -> None:
    coverage = pytest.importorskip("coverage")
    (tmp_path / "trees").mkdir()
    file = tmp_path / "trees" / "a.py"
    file.write_text("x = 1\ny = 2\nz = 3\nw = 4\n")
    data = coverage.CoverageData(str(tmp_path / ".coverage"))
    data.add_lines({str(file): [1, 2, 3]})
    data.write()
    assert percent_by_room(tmp_path / ".coverage", tmp_path) == {"trees": 75.0}


def test_a_house_in_order_has_no_faults() -> None:
    assert list(faults(GOOD)) == []


@pytest.mark.parametrize(
    ("bad", "complaint"),
    [
        (replace(GOOD, cycles=("a -> b -> a",)), "import cycle: a -> b -> a"),
        (replace(GOOD, complex=(Found("a.py:f", 12),)), "a.py:f has complexity 12; at most 10"),
        (
            replace(GOOD, whole=replace(GOOD.whole, median=30.0)),
            "the median file has 30 lines; expected 60 to 150",
        ),
        (replace(GOOD, promises=Promises(2, ("a.py:f",))), "a.py:f has no docstring"),
    ],
)
def test_each_fault_is_named_with_its_place(bad: House, complaint: str) -> None:
    assert list(faults(bad)) == [complaint]


def test_an_allowed_parser_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ALLOWED, "a.py:parse", "one case for each word")
    parser = replace(GOOD, complex=(Found("a.py:parse", 12),))
    assert list(faults(parser)) == []
    assert "functions over complexity 10: 0, and 1 allowed" in report(parser)


def test_the_report_shows_rooms_times_and_coverage_side_by_side() -> None:
    told = replace(GOOD, rooms={"a": GOOD.whole}, tests_s={"core": 2.0}, covered={"trees": 96.25})
    assert report(told).splitlines()[4:] == [
        "lines  files  median  to 200  longest",
        "all        3      80   100 %       90  a.py",
        "a          3      80   100 %       90  a.py",
        "",
        "tests  2.0 s",
        "core   2.0 s",
        "",
        "coverage",
        "trees     96.2 %",
    ]


def test_check_fails_when_something_is_wrong_and_says_what(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(house, "measure", lambda _: replace(GOOD, cycles=("a -> b -> a",)))
    assert house.main([]) == 0
    assert house.main(["--check", "--json"]) == 1
    captured = capsys.readouterr()
    assert captured.err.endswith("\nimport cycle: a -> b -> a\n")
    assert json.loads(captured.out[captured.out.index("{") :])["cycles"] == ["a -> b -> a"]


def test_a_file_that_is_not_there_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        house.main(["--junit", str(tmp_path / "gone.xml")])
    assert left.value.code == 2
    assert "there is no " in capsys.readouterr().err


@pytest.mark.real
def test_a_whole_house_is_measured(toy: Path) -> None:
    found = measure(toy, package="tools")
    assert (found.whole.files, found.promises.silent) == (4, ())
    assert set(found.rooms) == {"cotree", "cotree/core", "trees"}

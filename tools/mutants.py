"""Break one rule at a time on purpose; a test must notice each break.

Mutants are written by hand in ``tests/mutants/*.toml``::

    [[mutant]]
    name = "an exclusive resource has one user"
    file = "cotree/core/resources.py"
    old = "not resource.users and"
    new = ""
    tests = ["tests/core/test_resources.py"]
    venv = ".venv-senses"  # only where these tests need more packages than .venv has

For each one the tree is copied, ``old`` (which must occur exactly once) becomes ``new``, and the
named tests run.  Failing tests caught it.  Exit code: 0 when each was caught, 1 when one survived
or could not be judged, 2 when the tests fail without any mutant or a TOML file is wrong.  Mutants
whose venv is not there are left out, and counted.
"""

from __future__ import annotations

import argparse
import json
import os
import queue
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv*", "__pycache__", ".*_cache", ".hypothesis", "node_modules", ".photos", "out"
)
TEXTS = ("name", "file", "old", "new")
FIELDS = (*TEXTS, "tests")
VENV = "venv"
SLOW = 4
"""Tests that pass may take so many times longer than a mutant's: nothing is wrong with waiting."""


@dataclass(frozen=True)
class Mutant:
    """One deliberate break, and the tests that must notice it."""

    name: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]
    venv: str = ""
    """The folder whose Python runs the tests; empty: the one that runs this."""

    def python(self, root: Path) -> str:
        """The Python that runs its tests."""
        return str(root.absolute() / self.venv / "bin" / "python") if self.venv else sys.executable


@dataclass(frozen=True)
class Verdict:
    """What became of a mutant: caught, survived, stale (no longer fits the text), or broken."""

    mutant: str
    file: str
    word: str
    detail: str = ""


class Wrong(Exception):
    """The runner cannot start; the message says where and why."""


def read_mutants(files: Sequence[Path]) -> list[Mutant]:
    """The mutants of these TOML files, in order."""
    return [_mutant(entry, file) for file in files for entry in _entries(file)]


def _entries(file: Path) -> Iterator[dict[str, object]]:
    try:
        table = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise Wrong(f"{file}: {error}") from None
    entries = table.get("mutant")
    if not isinstance(entries, list) or not entries or set(table) != {"mutant"}:
        raise Wrong(f"{file}: expected [[mutant]] tables and nothing else")
    yield from entries


def _mutant(entry: dict[str, object], file: Path) -> Mutant:
    name = entry.get("name", "a mutant without a name")
    if set(entry) - {VENV} != set(FIELDS):
        odd = sorted((set(entry) - {VENV}) ^ set(FIELDS))
        raise Wrong(f"{file}: {name}: expected {', '.join(FIELDS)}; look at {', '.join(odd)}")
    tests = entry["tests"]
    if not isinstance(tests, list) or not tests or not all(isinstance(test, str) for test in tests):
        raise Wrong(f"{file}: {name}: tests is a list of at least one pytest path")
    texts = {field: text for field in TEXTS if isinstance(text := entry[field], str)}
    venv = entry.get(VENV, "")
    if not isinstance(venv, str) or Path(venv).is_absolute() or ".." in venv:
        raise Wrong(f"{file}: {name}: venv is a folder below the root, such as .venv-senses")
    if len(texts) < len(TEXTS) or texts["old"] in ("", texts["new"]):
        raise Wrong(f"{file}: {name}: old must be a text that new changes")
    return Mutant(**texts, tests=tuple(tests), venv=venv)


def copy_tree(root: Path, to: Path) -> Path:
    """A copy of the tree without what can be made again; links stay links."""
    shutil.copytree(root, to, symlinks=True, ignore=LEFT_OUT)
    return to


def run_tests(
    tree: Path, tests: Sequence[str], timeout_s: float, python: str = sys.executable
) -> int | None:
    """The exit code of pytest in this tree, or None when it took too long."""
    command = [python, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    # No bytecode: a change of the same length within one second would go unnoticed.
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(tree)}
    try:
        return subprocess.run(
            command, cwd=tree, env=env, timeout=timeout_s, capture_output=True, check=False
        ).returncode
    except subprocess.TimeoutExpired:
        return None


def judge(mutant: Mutant, tree: Path, timeout_s: float, python: str = sys.executable) -> Verdict:
    """Apply the mutant in this tree, run its tests, and take it back."""
    path = tree / mutant.file
    try:
        text = path.read_text(encoding="utf-8")
    except OSError:
        return Verdict(mutant.name, mutant.file, "stale", "the file does not exist")
    count = text.count(mutant.old)
    if count != 1:
        return Verdict(mutant.name, mutant.file, "stale", f"old occurs {count} times, not once")
    path.write_text(text.replace(mutant.old, mutant.new), encoding="utf-8")
    try:
        return _verdict(mutant, run_tests(tree, mutant.tests, timeout_s, python))
    finally:
        path.write_text(text, encoding="utf-8")


def _verdict(mutant: Mutant, code: int | None) -> Verdict:
    match code:
        case 0:
            return Verdict(mutant.name, mutant.file, "survived")
        case 1:
            return Verdict(mutant.name, mutant.file, "caught")
        case None:
            return Verdict(mutant.name, mutant.file, "caught", "the tests never ended")
        case _:  # the break keeps the tests from running at all, so it proves nothing about them
            return Verdict(mutant.name, mutant.file, "broken", f"pytest ended with {code}")


def judge_all(root: Path, mutants: Sequence[Mutant], jobs: int, timeout_s: float) -> list[Verdict]:
    """A verdict for each mutant, in order; ``jobs`` at a time, each in a tree of its own."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        trees: queue.SimpleQueue[Path] = queue.SimpleQueue()
        for job in range(jobs):
            trees.put(copy_tree(root, Path(folder, str(job))))

        def in_a_tree(mutant: Mutant) -> Verdict:
            tree = trees.get()
            try:
                return judge(mutant, tree, timeout_s, mutant.python(root))
            finally:
                trees.put(tree)

        for python in sorted({mutant.python(root) for mutant in mutants}):
            some = [mutant for mutant in mutants if mutant.python(root) == python]
            _require_green(trees, some, timeout_s, python)
        with ThreadPoolExecutor(jobs) as workers:
            return list(workers.map(in_a_tree, mutants))


def _require_green(
    trees: queue.SimpleQueue[Path], mutants: Sequence[Mutant], timeout_s: float, python: str
) -> None:
    tests = sorted({test for mutant in mutants for test in mutant.tests})
    tree = trees.get()
    if run_tests(tree, tests, SLOW * timeout_s * len(tests), python) != 0:
        raise Wrong(f"without any mutant these tests do not pass: pytest {' '.join(tests)}")
    trees.put(tree)


def report(verdicts: Sequence[Verdict], *, as_json: bool) -> str:
    """What to print: each mutant that was not caught, then the count."""
    if as_json:
        return json.dumps([asdict(verdict) for verdict in verdicts], indent=2)
    lines = [
        f"{verdict.word:8} {verdict.file}: {verdict.mutant}"
        + (f" ({verdict.detail})" if verdict.detail else "")
        for verdict in verdicts
        if verdict.word != "caught"
    ]
    caught = len(verdicts) - len(lines)
    return "\n".join([*lines, f"{caught} of {len(verdicts)} mutants caught"])


def part_of(text: str) -> slice:
    """Every so many-th mutant, so that each part has some of every file."""
    number, _, parts = text.partition("/")
    if not (number.isdecimal() and parts.isdecimal() and int(number) < int(parts)):
        raise Wrong(f"--part {text}: write 0/3, 1/3 or 2/3")
    return slice(int(number), None, int(parts))


def main(argv: Sequence[str] | None = None) -> int:
    """Judge the mutants and return the exit code."""
    parser = argparse.ArgumentParser(description="Break one rule at a time; tests must notice.")
    parser.add_argument("files", nargs="*", type=Path, help="TOML files (tests/mutants/*.toml)")
    parser.add_argument("-j", "--jobs", type=int, default=1, help="how many at a time")
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parent.parent)
    parser.add_argument("--only", default="", help="only mutants whose name contains this")
    parser.add_argument("--part", default="0/1", help="I/N: of N parts only this one, from 0")
    parser.add_argument("--timeout-s", type=float, default=120.0, help="for one mutant's tests")
    parser.add_argument("--json", action="store_true", help="every verdict as JSON")
    args = parser.parse_args(argv)
    try:
        files = args.files or sorted(args.root.glob("tests/mutants/*.toml"))
        mutants = [mutant for mutant in read_mutants(files) if args.only in mutant.name]
        mutants = mutants[part_of(args.part)]
        if not mutants:
            raise Wrong(f"no mutants in {args.root / 'tests' / 'mutants'}")
        here = [each for each in mutants if Path(each.python(args.root)).exists()]
        verdicts = judge_all(args.root, here, max(1, args.jobs), args.timeout_s)
    except Wrong as error:
        print(f"mutants: {error}", file=sys.stderr)
        return 2
    print(report(verdicts, as_json=args.json))
    if len(here) < len(mutants):
        print(f"{len(mutants) - len(here)} left out: their venv is not here", file=sys.stderr)
    return 0 if all(verdict.word == "caught" for verdict in verdicts) else 1


if __name__ == "__main__":
    sys.exit(main())

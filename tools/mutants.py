"""Break one rule at a time on purpose; a test must notice each break.

Mutants are written by hand in ``tests/mutants/*.toml``::

    [[mutant]]
    name = "an exclusive resource has one user"
    file = "cotree/core/resources.py"
    within = "Resource.free"  # only where old stands elsewhere in the file, too
    old = "not resource.users and"
    new = ""
    tests = ["tests/core/test_resources.py"]
    venv = ".venv-real"  # only where these tests need more packages than .venv has

For each one the tree is copied, ``old`` (which must occur exactly once in its function, or in the
file) becomes ``new``, and the named tests run.  Failing tests caught it.  What was caught is kept
in ``tests/mutants/judged.json`` by a hash of the mutant, its file and its tests, and is judged
again only when one of them has changed; ``--all`` judges everything.

Exit code: 0 when each was caught, 1 when one survived or could not be judged, 2 when the tests fail
without any mutant or a TOML file is wrong.  Mutants whose venv is not there are left out, counted.
``--fits`` judges nothing: it says in a second which mutants do not fit their text any more.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import hashlib
import json
import os
import queue
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

TEXTS = ("name", "file", "old", "new")
FIELDS = (*TEXTS, "tests")
OPTIONAL = ("venv", "within")
HANGING = "--timeout=40"
"""A test that a mutant makes hang has noticed it; without a mutant none takes so long."""
JUDGED = Path("tests/mutants/judged.json")
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
    within: str = ""
    """The class or function that ``old`` stands in, such as ``Voter.promise``; empty: the file."""

    def broken(self, text: str) -> str:
        """The text of its file with the break in it; ``Stale`` says why there is none."""
        start, end = _part(text, self.within)
        count = text[start:end].count(self.old)
        if count != 1:
            raise Stale(f"old occurs {count} times, not once" + _nearest(self.old, text[start:end]))
        changed = text[:start] + text[start:end].replace(self.old, self.new) + text[end:]
        try:
            ast.parse(changed)
        except SyntaxError as error:
            raise Stale(f"with new it is no Python: {error.msg}, line {error.lineno}") from None
        return changed

    def hash(self, root: Path) -> str:
        """Changes with the mutant, its file and its tests."""
        found = hashlib.sha256(repr((self.within, self.old, self.new, self.tests)).encode())
        for file in (self.file, *(test.partition("::")[0] for test in self.tests)):
            path = root / file
            for each in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
                found.update(each.read_bytes() if each.exists() else b"")
        return found.hexdigest()[:16]

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


class Stale(Exception):
    """A mutant does not fit the text any more; the message says why."""


def _part(text: str, within: str) -> tuple[int, int]:
    """From where to where a class or function goes; the whole text without a name."""
    if not within:
        return 0, len(text)
    body: Sequence[ast.stmt] = ast.parse(text).body
    found: ast.stmt | None = None
    for name in within.split("."):
        found = next((each for each in body if getattr(each, "name", "") == name), None)
        if found is None:
            raise Stale(f"there is no {within}")
        body = getattr(found, "body", [])
    assert found is not None
    assert found.end_lineno is not None
    lines = text.splitlines(keepends=True)
    return len("".join(lines[: found.lineno - 1])), len("".join(lines[: found.end_lineno]))


def _nearest(old: str, text: str) -> str:
    """The line that is most like the first one of a text that is not there."""
    first = old.strip().partition("\n")[0]
    near = difflib.get_close_matches(first, [line.strip() for line in text.splitlines()], 1, 0.5)
    return f"; nearest: {near[0]}" if near and first not in text else ""


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
    if set(entry) - set(OPTIONAL) != set(FIELDS):
        odd = sorted((set(entry) - set(OPTIONAL)) ^ set(FIELDS))
        raise Wrong(f"{file}: {name}: expected {', '.join(FIELDS)}; look at {', '.join(odd)}")
    tests = entry["tests"]
    if not isinstance(tests, list) or not tests or not all(isinstance(test, str) for test in tests):
        raise Wrong(f"{file}: {name}: tests is a list of at least one pytest path")
    texts = {field: text for field in TEXTS if isinstance(text := entry[field], str)}
    venv, within = entry.get("venv", ""), entry.get("within", "")
    if not isinstance(within, str):
        raise Wrong(f"{file}: {name}: within is a class or a function, such as Voter.promise")
    if not isinstance(venv, str) or Path(venv).is_absolute() or ".." in venv:
        raise Wrong(f"{file}: {name}: venv is a folder below the root, such as .venv-real")
    if len(texts) < len(TEXTS) or texts["old"] in ("", texts["new"]):
        raise Wrong(f"{file}: {name}: old must be a text that new changes")
    return Mutant(**texts, tests=tuple(tests), venv=venv, within=within)


def misfits(root: Path, mutants: Sequence[Mutant]) -> list[Verdict]:
    """Those that cannot be judged, all at once, and why."""
    found = []
    for mutant in mutants:
        try:
            mutant.broken((root / mutant.file).read_text(encoding="utf-8"))
            for test in mutant.tests:
                _require_test(root, *test.partition("::")[::2])
        except OSError as error:
            found.append(Verdict(mutant.name, mutant.file, "stale", f"{error}"))
        except Stale as stale:
            found.append(Verdict(mutant.name, mutant.file, "stale", f"{stale}"))
    return found


def _require_test(root: Path, file: str, name: str) -> None:
    path = root / file
    if not path.exists():
        raise Stale(f"there is no test {file}")
    last = name.rpartition("::")[2].partition("[")[0]
    if name and last not in path.read_text(encoding="utf-8"):
        raise Stale(f"there is no test {last} in {file}")


def copy_tree(root: Path, to: Path) -> Path:
    """A copy of what git knows of the tree; links stay links."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=root, capture_output=True, check=True, text=True,
    )  # fmt: skip
    for name in filter(None, listed.stdout.split("\0")):
        file = to / name
        file.parent.mkdir(parents=True, exist_ok=True)
        if (root / name).exists():
            shutil.copy2(root / name, file, follow_symlinks=False)
    return to


def run_tests(
    tree: Path, tests: Sequence[str], timeout_s: float, python: str = sys.executable
) -> int | None:
    """The exit code of pytest in this tree, or None when it took too long."""
    command = [python, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", HANGING, *tests]
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
        path.write_text(mutant.broken(text), encoding="utf-8")
    except (OSError, Stale) as why:
        return Verdict(mutant.name, mutant.file, "stale", f"{why}")
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


def judge_all(
    root: Path,
    mutants: Sequence[Mutant],
    jobs: int,
    timeout_s: float,
    tell: Callable[[Mutant, Verdict], None],
) -> list[Verdict]:
    """A verdict for each mutant, in order; ``jobs`` at a time, each in a tree of its own.

    ``tell`` is told each as soon as it falls, by one thread at a time.
    """
    telling = threading.Lock()
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        trees: queue.SimpleQueue[Path] = queue.SimpleQueue()
        for job in range(jobs):
            trees.put(copy_tree(root, Path(folder, str(job))))

        def in_a_tree(mutant: Mutant) -> Verdict:
            tree = trees.get()
            try:
                verdict = judge(mutant, tree, timeout_s, mutant.python(root))
            finally:
                trees.put(tree)
            with telling:
                tell(mutant, verdict)
            return verdict

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


def line_of(verdict: Verdict) -> str:
    """What a person reads of it."""
    line = f"{verdict.word:8} {verdict.file}: {verdict.mutant}"
    return f"{line} ({verdict.detail})" if verdict.detail else line


def report(verdicts: Sequence[Verdict], *, as_json: bool) -> str:
    """What to print: each mutant that was not caught, then the count."""
    if as_json:
        return json.dumps([asdict(verdict) for verdict in verdicts], indent=2)
    lines = [line_of(verdict) for verdict in verdicts if verdict.word != "caught"]
    caught = len(verdicts) - len(lines)
    return "\n".join([*lines, f"{caught} of {len(verdicts)} mutants caught"])


class Judged:
    """What was caught already, by hash; what nobody asks for any more is forgotten."""

    def __init__(self, root: Path, mutants: Sequence[Mutant]) -> None:
        self._file = root / JUDGED
        self._hashes = {mutant: mutant.hash(root) for mutant in mutants}
        known = json.loads(self._file.read_text(encoding="utf-8")) if self._file.exists() else {}
        self._caught = {each: known[each] for each in self._hashes.values() if each in known}

    def open(self, mutant: Mutant) -> bool:
        """Whether it has not been judged as it stands."""
        return self._hashes[mutant] not in self._caught

    def keep(self, mutant: Mutant, verdict: Verdict) -> None:
        """Write down what was caught, one line for each."""
        if verdict.word == "caught":
            self._caught[self._hashes[mutant]] = f"{mutant.file}: {mutant.name}"
        text = json.dumps(dict(sorted(self._caught.items(), key=lambda each: each[::-1])), indent=0)
        self._file.write_text(f"{text}\n", encoding="utf-8")


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
    parser.add_argument("--fits", action="store_true", help="only see whether they fit their text")
    parser.add_argument(
        "--all", action="store_true", help="also those that were judged as they are"
    )
    args = parser.parse_args(argv)
    try:
        files = args.files or sorted(args.root.glob("tests/mutants/*.toml"))
        every = read_mutants(files)
        mutants = [mutant for mutant in every if args.only in mutant.name]
        if not mutants:
            raise Wrong(f"no mutants in {args.root / 'tests' / 'mutants'}")
        if args.fits:
            stale = misfits(args.root, mutants)
            words = f"{len(mutants) - len(stale)} of {len(mutants)} mutants fit their text"
            print(
                report(stale, as_json=True)
                if args.json
                else "\n".join([*map(line_of, stale), words])
            )
            return 1 if stale else 0
        return _judge_and_keep(args, mutants[part_of(args.part)], every)
    except Wrong as error:
        print(f"mutants: {error}", file=sys.stderr)
        return 2


def _judge_and_keep(
    args: argparse.Namespace, mutants: Sequence[Mutant], every: Sequence[Mutant]
) -> int:
    judged = Judged(args.root, every)
    wanted = [each for each in mutants if args.all or judged.open(each)]
    here = [each for each in wanted if Path(each.python(args.root)).exists()]

    def tell(mutant: Mutant, verdict: Verdict) -> None:
        print(line_of(verdict), file=sys.stderr, flush=True)
        if not args.files:
            judged.keep(mutant, verdict)

    verdicts = judge_all(args.root, here, max(1, args.jobs), args.timeout_s, tell) if here else []
    print(report(verdicts, as_json=args.json))
    if len(wanted) < len(mutants):
        print(f"{len(mutants) - len(wanted)} were caught before, as they are", file=sys.stderr)
    if len(here) < len(wanted):
        print(f"{len(wanted) - len(here)} left out: their venv is not here", file=sys.stderr)
    return 0 if all(verdict.word == "caught" for verdict in verdicts) else 1


if __name__ == "__main__":
    sys.exit(main())

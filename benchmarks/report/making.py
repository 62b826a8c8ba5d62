"""Making the report: run what is there, write ``bench.json``, ``bench.md`` and the pictures."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec

from benchmarks.report.drawing import drawn
from benchmarks.report.entries import ENTRIES, Entry
from benchmarks.report.machine import commit, machine, versions
from benchmarks.report.markdown import Report, markdown
from benchmarks.report.running import Outcome, outcome
from benchmarks.report.venvs import ROOT, Pythons
from cotree.commands._output import complain

VENVS = ("peers", "real")


def main(
    argv: Sequence[str], entries: Sequence[Entry] = ENTRIES, folder: Path | None = None
) -> int:
    """Exit code 1 if a benchmark failed or missed a gate; what is not installed is left out."""
    args = _words(argv, entries)
    chosen = [each for each in entries if not args.only or each.name in args.only]
    pythons = Pythons(dict(args.python))
    on = machine()
    found = []
    for entry in chosen:
        complain(f"bench: {entry.name} …")
        one = outcome(entry, args.quick, pythons, folder or ROOT / "benchmarks")
        complain(f"bench: {entry.name}: {one.status} after {one.seconds:.0f} s {one.said}".rstrip())
        found.append(one)
    args.out.mkdir(parents=True, exist_ok=True)
    curves = [curve for one in found for curve in one.reading.curves]
    report = Report(
        time.strftime("%Y-%m-%d"),
        commit(ROOT),
        args.quick,
        on,
        versions(pythons.known),
        tuple(found),
        drawn(curves, args.out / "bench"),
    )
    return _written(report, args.out)


def _written(report: Report, out: Path) -> int:
    data = msgspec.to_builtins(report) | {"good": report.good}
    (out / "bench.json").write_bytes(msgspec.json.format(msgspec.json.encode(data), indent=2))
    (out / "bench.md").write_text(markdown(report))
    against: list[Outcome] = [each for each in report.benchmarks if not each.good]
    for each in against:
        complain(f"bench: {each.name}: {each.status}: {each.said}")
    complain(f"bench: {out / 'bench.md'}")
    return 1 if against else 0


def _words(argv: Sequence[str], entries: Sequence[Entry]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.report", description="Run every benchmark; write one report."
    )
    names = [each.name for each in entries]
    parser.add_argument("--quick", action="store_true", help="small sizes: in a few minutes")
    parser.add_argument("--only", nargs="+", choices=names, metavar="NAME", help=", ".join(names))
    parser.add_argument("--out", type=Path, default=Path("out"), help="folder (default: out)")
    parser.add_argument(
        "--python",
        action="append",
        type=_python,
        default=[],
        metavar="VENV=FILE",
        help=f"the interpreter of {' or '.join(VENVS)}, instead of making that environment",
    )
    return parser.parse_args(argv)


def _python(text: str) -> tuple[str, str]:
    """A virtual environment and its interpreter."""
    venv, _, file = text.partition("=")
    if venv not in VENVS or not file:
        raise argparse.ArgumentTypeError(f"'{text}' is not like real=.venv-real/bin/python")
    return venv, file

"""The report as a page of Markdown, written from the same document that becomes JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from benchmarks.report.running import Outcome
from benchmarks.report.values import Beside, Curve, Figure, Gate, number

SIGNS = {"": "", "kept": "✓", "in slack": "≈", "missed": "✗"}


class Report(msgspec.Struct, frozen=True):
    """Everything that was found."""

    when: str
    commit: str
    quick: bool
    machine: dict[str, str]
    versions: dict[str, dict[str, str]]
    benchmarks: tuple[Outcome, ...]
    pictures: dict[str, str] = {}
    """By curve the file, as the report finds it."""

    @property
    def good(self) -> bool:
        """Whether all that could run did, and within its gates."""
        return all(each.good for each in self.benchmarks)


def markdown(report: Report) -> str:
    """The whole page."""
    parts = [
        *_head(report),
        *_summary(report),
        *_beside(report),
        *_growth(report),
        *_each(report),
    ]
    return "\n".join(parts).rstrip() + "\n"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Rows of a table; the first column to the left, the others as they come."""
    lines = [_row(head), _row(["---"] * len(head)), *map(_row, rows)]
    return [*lines, ""]


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |"


def _head(report: Report) -> Iterator[str]:
    yield "# Benchmarks"
    yield ""
    effort = "Quick: small sizes and few rounds." if report.quick else "Full sizes."
    state = f"Commit {report.commit}. " if report.commit else ""
    yield f"Made on {report.when}. {state}{effort}"
    yield ""
    yield "✓ kept, ≈ worse than promised but within the slack of the check, ✗ missed. "
    yield "How to read it: `docs/how-to/bench.md`."
    yield ""
    yield "## Machine and versions"
    yield ""
    yield from table(("machine", ""), report.machine.items())
    rows = [
        (venv, ", ".join(f"{name} {version}" for name, version in found.items() if version))
        for venv, found in report.versions.items()
    ]
    yield from table(("environment", "versions"), rows)


def _summary(report: Report) -> Iterator[str]:
    yield "## Summary"
    yield ""
    rows = []
    for each in report.benchmarks:
        gated = [figure for figure in each.reading.figures if figure.gate is not None]
        kept = sum(figure.verdict != "missed" for figure in gated)
        gates = f"{kept} of {len(gated)}" if gated else ""
        said = each.said.replace("\n", " / ")
        rows.append(
            (f"[{each.name}](#{each.name})", each.status, gates, f"{each.seconds:.0f}", said)
        )
    yield from table(("benchmark", "result", "gates kept", "seconds", "remarks"), rows)


def _beside(report: Report) -> Iterator[str]:
    yield "## Side by side"
    yield ""
    yield "The ratio is the peer's figure by ours. *Elsewhere*: published, or on another machine."
    yield ""
    rows = [
        (each.name, figure.what, _value(figure), *_peer(figure, peer))
        for each in report.benchmarks
        for figure in each.reading.figures
        for peer in figure.peers
    ]
    yield from table(("benchmark", "figure", "cotree", "peer", "peer's", "ratio"), rows)


def _peer(figure: Figure, peer: Beside) -> tuple[str, str, str]:
    who = peer.who if peer.measured else f"{peer.who} (elsewhere)"
    ratio = f"{number(peer.value / figure.value)}" if figure.value else ""
    return who, f"{number(peer.value)} {figure.unit}".strip(), ratio


def _growth(report: Report) -> Iterator[str]:
    yield "## Growth"
    yield ""
    if not report.pictures:
        yield "No pictures: matplotlib is not installed (extra `plot`)."
        yield ""
    for each in report.benchmarks:
        for curve in each.reading.curves:
            yield from _curve(curve, report.pictures.get(curve.id, ""))


def _curve(curve: Curve, picture: str) -> Iterator[str]:
    yield f"### {curve.title}"
    yield ""
    if picture:
        yield f"![{curve.title}]({picture})"
        yield ""
    if curve.note:
        yield curve.note
        yield ""
    xs = sorted({x for line in curve.lines for x, _ in line.points})
    lines = [dict(line.points) for line in curve.lines]
    rows = [
        (number(x), *(number(points[x]) if x in points else "" for points in lines)) for x in xs
    ]
    yield from table((curve.x, *(line.name or curve.y for line in curve.lines)), rows)
    yield f"In {curve.y}."
    yield ""


def _each(report: Report) -> Iterator[str]:
    for each in report.benchmarks:
        yield f"## {each.name}"
        yield ""
        yield each.about
        yield ""
        yield f"`{each.command}`"
        yield ""
        if each.said:
            yield f"{each.status.capitalize()}: {each.said}"
            yield ""
        rows = [
            (figure.what, _value(figure), _gate(figure.gate), SIGNS[figure.verdict])
            for figure in each.reading.figures
        ]
        if rows:
            yield from table(("figure", "value", "gate", ""), rows)


def _value(figure: Figure) -> str:
    return f"{number(figure.value)} {figure.unit}".strip()


def _gate(gate: Gate | None) -> str:
    if gate is None:
        return ""
    least = [f"at least {number(gate.at_least)}"] if gate.at_least is not None else []
    most = [f"at most {number(gate.at_most)}"] if gate.at_most is not None else []
    slack = [f"(check: {number(gate.slack)} times)"] if gate.slack != 1.0 else []
    return " ".join([*least, *most, *slack])

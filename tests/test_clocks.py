"""No test says how long something may take: figures of time belong to ``benchmarks/``.

Tests wait in one way, ``tests.kit.waiting.until``, and read no clock.  So a slow machine makes them
late, and not wrong.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
CLOCKS = {"monotonic", "perf_counter", "process_time", "thread_time", "time"}
FORBIDDEN = {*CLOCKS, *(f"{name}_ns" for name in CLOCKS), "sleep"}
WAITS = {"communicate", "wait", "join", "run", "check_output", "check_call", "get", "result"}
BOUND = {"timeout", "timeout_s", "within_s"}


def found_in(text: str) -> Iterator[tuple[int, str]]:
    """Where a test reads a clock, sleeps, or says how long it waits for somebody."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.value.id == "time" and node.attr in FORBIDDEN:
                yield node.lineno, f"time.{node.attr}"
        elif isinstance(node, ast.ImportFrom) and node.module in ("time", "cotree.runtime.clock"):
            wrong = FORBIDDEN | {"stopwatch", "nap", "read_s"}
            yield from ((node.lineno, each.name) for each in node.names if each.name in wrong)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield from _bounds(node, node.func.attr)


def _bounds(call: ast.Call, name: str) -> Iterator[tuple[int, str]]:
    for keyword in call.keywords:
        if name in WAITS and keyword.arg in BOUND:
            yield call.lineno, f"{name}({keyword.arg}=...)"
    first = call.args[0] if call.args else None
    number = first.value if isinstance(first, ast.Constant) else None
    if name in ("wait", "join") and isinstance(number, int | float):
        yield call.lineno, f"{name}({number})"


def test_no_test_reads_a_clock_sleeps_or_bounds_a_wait() -> None:
    files = [each for each in TESTS.rglob("*.py") if each.name != "test_clock.py"]  # of our clock
    assert len(files) > 400
    wrong = [
        f"{path.relative_to(TESTS.parent)}:{line}: {what}"
        for path in sorted(files)
        for line, what in found_in(path.read_text(encoding="utf-8"))
    ]
    assert wrong == [], "use tests.kit.waiting.until; how long it takes is a figure of benchmarks/"


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("import time\nassert time.monotonic() < 3", "time.monotonic"),
        ("time.sleep(0.1)", "time.sleep"),
        ("from time import perf_counter", "perf_counter"),
        ("from cotree.runtime.clock import stopwatch", "stopwatch"),
        ("process.communicate(timeout=60)", "communicate(timeout=...)"),
        ("subprocess.run(['a'], timeout=60)", "run(timeout=...)"),
        ("event.wait(10.0)", "wait(10.0)"),
        ("thread.join(5)", "join(5)"),
    ],
)
def test_what_leans_on_the_clock_is_found(text: str, what: str) -> None:
    assert [each for _, each in found_in(text)] == [what]


@pytest.mark.parametrize(
    "text", ["event.wait()", "', '.join(names)", "run.time.sleep(3)", "', '.join('ab')"]
)
def test_what_does_not_is_left_alone(text: str) -> None:
    assert list(found_in(text)) == []

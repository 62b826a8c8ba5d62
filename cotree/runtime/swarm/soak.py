"""Hundreds of thousands of runs: in parallel, in blocks, and going on where they were stopped."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import msgspec

from cotree.runtime.swarm.table import Row, run_many

BLOCK = 250
"""Runs per block: what is lost when a soak is interrupted."""


class Block(msgspec.Struct, frozen=True):
    """Some seeds of one profile under one rule."""

    name: str
    rule: str
    first: int
    count: int
    of: str = ""
    """What is run, when that is not the claim protocol by itself: the digest of a mission."""


class Stopped(Exception):
    """Ctrl-C: these are the rows of what was done."""

    def __init__(self, rows: list[Row]) -> None:
        super().__init__("stopped")
        self.rows = rows


class Done(msgspec.Struct, frozen=True):
    """A block and what came of it: one line of the file that a soak goes on from."""

    block: Block
    row: Row


def blocks(
    names: list[str],
    rules: list[str],
    first: int,
    runs: int,
    *,
    size: int = BLOCK,
    of: str = "",
) -> list[Block]:
    """All blocks of a soak."""
    return [
        Block(name, rule, start, min(size, first + runs - start), of)
        for rule in rules
        for name in names
        for start in range(first, first + runs, size)
    ]


def read(file: Path) -> dict[Block, Row]:
    """What was done before; a line that was cut off is done again."""
    found: dict[Block, Row] = {}
    if file.is_file():
        for line in file.read_bytes().splitlines():
            try:
                done = msgspec.json.decode(line, type=Done)
            except msgspec.DecodeError:
                continue
            found[done.block] = done.row
    return found


def work(block: Block) -> Done:
    """Run one block."""
    seeds = range(block.first, block.first + block.count)
    return Done(block, run_many(block.name, seeds, block.rule))


def soak(
    todo: list[Block],
    jobs: int,
    file: Path | None,
    tell: Callable[[str], None] = lambda _: None,
    work: Callable[[Block], Done] = work,
) -> list[Row]:
    """Run what is not in the file yet, add it there, and return a row per profile and rule.

    With several jobs ``work`` goes to other processes, so it must be picklable.  Ctrl-C raises
    ``Stopped`` with what is done.
    """
    before = read(file) if file is not None else {}
    rows = {(block.name, block.rule): Row(block.name, block.rule) for block in todo}

    def count(block: Block, row: Row) -> None:
        rows[block.name, block.rule].merge(row)

    rest = []
    for block in todo:
        if block in before:
            count(block, before[block])
        else:
            rest.append(block)
    try:
        for done in _results(rest, jobs, work):
            if file is not None:
                with file.open("ab") as stream:
                    stream.write(msgspec.json.encode(done) + b"\n")
            count(done.block, done.row)
            tell(f"{done.block.name} {done.block.rule} from {done.block.first}: {done.row.failed}")
    except KeyboardInterrupt:
        raise Stopped([row for row in rows.values() if row.runs]) from None
    return list(rows.values())


def _results(todo: list[Block], jobs: int, work: Callable[[Block], Done]) -> Iterator[Done]:
    if jobs <= 1:
        yield from map(work, todo)
        return
    with ProcessPoolExecutor(jobs, initializer=_deaf) as pool:
        try:
            yield from pool.map(work, todo)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _deaf() -> None:
    """Ctrl-C is for whoever started the workers, who then lets them end their blocks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

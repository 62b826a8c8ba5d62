"""An operator at a keyboard: lines in, and in one line each what is wrong and where it stopped."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cotree.runtime.acts import Act, Arm, Break, Resume
from cotree.runtime.hatch import Ticket
from cotree.runtime.mouth import Lines
from cotree.runtime.operating.lines import Reader, Unclear
from cotree.runtime.replies import Standing

KEYBOARD = 1
"""What would be the number of a page."""


class TypedOperator:
    """Implements ``Door``.  When the lines end, the run goes on, and stops nowhere any more."""

    def __init__(self, lines: Lines, paths: Sequence[str], reply: Callable[[str], None]) -> None:
        self._lines = lines
        self._reader = Reader(paths)
        self._reply = reply
        self._standing = Standing()

    @property
    def waiting(self) -> bool:
        """Whether there is a line, or the end of all."""
        return self._lines.waiting

    def take(self) -> list[Ticket]:
        """The acts since the last call; other lines are answered at once."""
        found: list[Ticket] = []
        for line in self._lines.take():
            if line is None:
                found += self._ends()
            elif line.strip():
                found += self._read(line)
        return found

    def answer(self, ticket: Ticket, wrong: str | None = None) -> None:
        """Say what is wrong."""
        if wrong is not None:
            self._reply(wrong)

    def show(self, view: Standing) -> None:
        """Say when the run rests, and where it stopped."""
        before, self._standing = self._standing, view
        if view.stopped_at and view.stopped_at != before.stopped_at:
            self._reply(f"stopped before {', '.join(view.stopped_at)}; resume or step goes on")
        elif view.paused and not before.paused:
            self._reply("paused; resume or step goes on")

    def _read(self, line: str) -> list[Ticket]:
        try:
            return [Ticket(KEYBOARD, self._reader.read(line))]
        except Unclear as unclear:
            self._reply(str(unclear))
            return []

    def _ends(self) -> list[Ticket]:
        """Nobody is there any more who could let it go on."""
        standing = self._standing
        acts: list[Act] = [Arm(on=True)]
        acts += [Break(path=path, on=False) for path in standing.breakpoints]
        acts += [Resume()] if standing.paused else []
        return [Ticket(KEYBOARD, act) for act in (*acts, Arm(on=False))]

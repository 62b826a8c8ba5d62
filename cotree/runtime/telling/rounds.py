"""Telling everything again, page by page, and not too often."""

from __future__ import annotations

from collections.abc import Callable, Iterator

PACE_S = 2.0
"""Between two pages of what is long and was told before: it costs no more than what is short."""


class Round:
    """Pages that are told one after the other, and from the beginning again after a while."""

    def __init__(self, period_s: float, pages: Callable[[], Iterator[bytes]]) -> None:
        self._period_s = period_s
        self._make = pages
        self._pages: Iterator[bytes] | None = None
        self._count = 0
        self._pace_s = 0.0
        self._due_s = 0.0

    def hurry(self) -> None:
        """There is much that is new: tell everything as soon as possible, without pauses."""
        self._pages, self._pace_s, self._due_s = None, 0.0, 0.0

    def page(self, now_s: float) -> bytes | None:
        """The next page, if it is time for one."""
        if now_s < self._due_s:
            return None
        if self._pages is None:
            self._pages, self._count = self._make(), 0
        page = next(self._pages, None)
        if page is None:
            self._pages = None
            self._pace_s = PACE_S if self._count * PACE_S > self._period_s else 0.0
            self._due_s = now_s + (self._pace_s or self._period_s)
        else:
            self._count += 1
            self._due_s = now_s + self._pace_s
        return page

"""The operator of a run: acts come in through a hatch, and are done between two ticks.

The thread that drives the run asks ``may_go`` before each step of it; nothing else of this costs
anything while nobody operates.  Every act, also one that is refused, is written into the record.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec

from cotree.core.words import did_you_mean
from cotree.runtime import acts
from cotree.runtime.hatch import Ticket
from cotree.runtime.messages import Acted
from cotree.runtime.operating.console import Console
from cotree.runtime.operating.ground import Ground
from cotree.runtime.replies import Standing

NAME = "operator"
"""Who did it, in records."""


class Site(Protocol):
    """A run, as far as somebody can operate it; what is refused says why."""

    ground: Ground
    """Its trees, its world and its time."""

    @property
    def removable(self) -> tuple[str, ...]:
        """The robots that are switched off, and can be removed for good."""

    def break_at(self, act: acts.Break) -> None:
        """Every robot hears of a breakpoint."""

    def go_on(self, paths: tuple[str, ...]) -> None:
        """Every robot may begin what is held at these."""

    def override(self, act: acts.Override) -> str | None:
        """The robot stops its leaf, which has this result then."""

    def inject(self, act: acts.Inject, now_s: float) -> str | None:
        """Disturb the run."""

    def remove(self, act: acts.Remove) -> str | None:
        """The team decides without a robot that is switched off."""


class Door(Protocol):
    """Where acts come from, and where it is told what became of them; a ``Hatch`` is one."""

    @property
    def waiting(self) -> bool:
        """Whether there is an act."""

    def take(self) -> list[Ticket]:
        """The acts since the last call."""

    def answer(self, ticket: Ticket, wrong: str | None = None) -> None:
        """Say that it was done, or what is wrong with it and what would be right."""

    def show(self, view: Standing) -> None:
        """This is how the run stands from now on."""


class Operator:
    """Does what comes through the hatch, and holds the run where it must stop."""

    def __init__(
        self,
        door: Door,
        site: Site,
        write: Callable[[Acted], None],
        nap: Callable[[], None],
        breaks: Sequence[str] = (),
    ) -> None:
        self.console = Console(site.ground.scene.injections())
        self._door = door
        self._site = site
        self._write = write
        self._nap = nap
        self._stirs = False
        self._breaks = list(breaks)
        """Breakpoints that are there from the beginning."""
        self._tickets: deque[Ticket] = deque()
        """What is to be done; while a step goes on it waits."""
        self._show()

    # -- for who drives the run ----------------------------------------------------------------

    def may_go(self, now_s: float, *, must: bool) -> bool:
        """Do what is wanted; whether the run may go on.  ``must``: it cannot rest now."""
        while self._breaks:
            self.do(acts.Break(path=self._breaks.pop(0)), now_s)
        if self._door.waiting:
            self._tickets.extend(self._door.take())
        if self._tickets:
            while self._tickets and not self.console.stepping:
                self._take(self._tickets.popleft(), now_s)
            self._show()
        if not self.console.rests or must:
            return True
        self._nap()
        return False

    def take_stir(self) -> bool:
        """Whether anything was done since the last call: then every robot ticks soon."""
        stirs, self._stirs = self._stirs, False
        return stirs

    def turned(self, stopped_at: tuple[str, ...] = ()) -> None:
        """A tick is over, and held something at these breakpoints."""
        if stopped_at:
            self.console.stop(stopped_at)
            self._show()

    def stepped(self) -> None:
        """What one step takes is over."""
        if self.console.stepping:
            self.console.stepped()
            self._show()

    # -- how -----------------------------------------------------------------------------------

    def do(self, act: acts.Act, now_s: float) -> str | None:
        """One act of somebody who is armed; what is wrong with it."""
        wrong = self._do(act, now_s)
        self._write(Acted(now_s, NAME, msgspec.structs.replace(act, n=0), wrong or ""))
        self._stirs = self._stirs or wrong is None
        self._show()
        return wrong

    def _take(self, ticket: Ticket, now_s: float) -> None:
        act = ticket.act
        if isinstance(act, acts.Arm):
            wrong = self.console.arm(ticket.page, on=act.on)
            self._write(Acted(now_s, NAME, acts.Arm(on=act.on), wrong or ""))
        else:
            wrong = self.console.refuses(ticket.page) or self.do(act, now_s)
        self._door.answer(ticket, wrong)

    def _do(self, act: acts.Act, now_s: float) -> str | None:
        match act:
            case acts.Pause():
                return self.console.pause()
            case acts.Resume():
                return self._go_on(self.console.resume(), now_s)
            case acts.Step():
                return self._go_on(self.console.step(), now_s)
            case acts.Break():
                return self._break(act)
            case acts.Override():
                return self._site.override(act)
            case acts.Inject():
                return self._inject(act, now_s)
            case acts.Remove():
                return self._site.remove(act)
        return "this is no act of an operator"

    def _go_on(self, left: tuple[str, ...] | str, now_s: float) -> str | None:
        if isinstance(left, str):
            return left
        self._site.ground.time_again(now_s)
        if left:
            self._site.go_on(left)
        return None

    def _break(self, act: acts.Break) -> str | None:
        paths = self._site.ground.paths
        if act.path not in paths:
            return f"no node '{act.path}'{did_you_mean(act.path, paths)}"
        wrong = self.console.break_at(act.path, on=act.on)
        if wrong is None:
            self._site.break_at(act)
        return wrong

    def _inject(self, act: acts.Inject, now_s: float) -> str | None:
        injections = self._site.ground.scene.injections()
        if act.what not in injections:
            return f"'{act.what}' cannot be injected here; {', '.join(injections)} can"
        return self._site.inject(act, now_s)

    def _show(self) -> None:
        standing = self.console.standing
        self._door.show(msgspec.structs.replace(standing, removable=self._site.removable))

"""The page of a process of a team shows the whole team, as whoever looks on sees it."""

from __future__ import annotations

import argparse
import contextlib
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cotree.commands._page import Shown
    from cotree.core.mission import Mission
    from cotree.runtime.telling.completing import Completing
    from cotree.runtime.telling.onlooker import Onlooker
    from cotree.viewer.web.server import Page

LOOK_S = 0.05
PATIENCE_S = 2.0


@contextlib.contextmanager
def team_on(page: Shown, args: argparse.Namespace, mission: Mission) -> Iterator[None]:
    """While this lasts the page is told what the team tells, if there is a page."""
    if page.page is None:
        yield
        return
    from cotree import __version__
    from cotree.app.buses import usual_bus
    from cotree.app.viewing import onlooker
    from cotree.commands._joining import lan_of
    from cotree.runtime.describe import describe
    from cotree.runtime.telling.completing import Completing

    over = threading.Event()
    completing = Completing(describe(mission, "", __version__)[:2])
    team, word = args.team or mission.name, args.bus or usual_bus()
    with onlooker(
        word,
        team,
        mission=mission.name,
        lan=lan_of(args),
        speed=args.real_time,
        leaves=args.last.do,
    ) as live:
        work = (page.page, live, completing, over)
        thread = threading.Thread(target=_follow, args=work, name="cotree looks on", daemon=True)
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join(PATIENCE_S)


def _follow(page: Page, live: Onlooker, completing: Completing, over: threading.Event) -> None:
    last = False
    while not last:
        last = over.wait(LOOK_S)  # what was told at the very end is shown, too
        for message in completing.completed(live.receive()):
            page.write(message)
        page.now(live.time_s)

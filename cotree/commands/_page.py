"""``--view``: a run, or a record, on a page in any browser."""

from __future__ import annotations

import argparse
import contextlib
import threading
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from cotree.commands._browser import open_in_browser
from cotree.commands._numbers import port
from cotree.commands._output import complain
from cotree.commands._start import heeding_ctrl_c

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cotree.core.mission import Mission
    from cotree.runtime.gauge import Measured
    from cotree.runtime.hatch import Hatch
    from cotree.runtime.messages import Message
    from cotree.runtime.metronome import Metronome
    from cotree.runtime.replies import Standing, You
    from cotree.runtime.senses.pictures import Pictures
    from cotree.viewer.web.asking import Asking
    from cotree.viewer.web.offer import Offer
    from cotree.viewer.web.server import Page

    Write: TypeAlias = Callable[[Message], None]
    Watch: TypeAlias = Callable[[float], None]


HERE = "127.0.0.1"


def add_page(parser: argparse.ArgumentParser) -> None:
    """Declare the page."""
    page = parser.add_argument_group("page")
    page.add_argument(
        "--view", action="store_true",
        help="show it on a page in a browser, and keep that until Ctrl-C, also after the end",
    )  # fmt: skip
    add_address(page)


def add_address(page: argparse._ActionsContainer) -> None:
    """Declare where the page is."""
    page.add_argument(
        "--host", default=HERE,
        help="serve the page at this address, to whoever has the whole link (default: to this "
        "machine only)",
    )  # fmt: skip
    page.add_argument(
        "--port", type=port, default=0, help="serve the page at this port (default: a free one)"
    )
    page.add_argument(
        "--open", action="store_true", help="open the page in a browser, if there is a screen"
    )


SILENT_S, FAR_S = 2.5, 12.0
"""How long a robot may be silent where all its ticks are seen, and where others tell of it."""


class Shown:
    """A page, or none."""

    def __init__(
        self,
        page: Page | None = None,
        offer: Offer | None = None,
        pictures: Pictures | None = None,
    ) -> None:
        self.page = page
        self.pictures = pictures
        """Where the page takes what cameras see from; None: nobody looks."""
        self.people: Mapping[str, Hatch[You]] = {} if offer is None else offer.people
        """By name: who can take part at the page, and where what she does comes from."""
        self.operator: Hatch[Standing] | None = None if offer is None else offer.operator
        """Where what an operator does comes from; None: nobody operates at the page."""

    def both(self, write: Write) -> Write:
        """Where to write what the page shows, too."""
        if self.page is None:
            return write
        also = self.page.write

        def written(message: Message) -> None:
            also(message)
            write(message)

        return written

    def keeps(self, record: Callable[[], Path | None]) -> None:
        """Where the record is in which the page looks up why."""
        if self.page is not None and self.page.asking is not None:
            self.page.asking.record = record

    def measure(self, gauges: Mapping[str, Measured]) -> None:
        """Where to look how well each robot keeps up."""
        if self.page is not None:
            self.page.gauges = gauges

    def timed(self, robot: str, beat: Callable[[Metronome], None]) -> Callable[[Metronome], None]:
        """Whom to tell what keeps a robot's beat, so that the page can look at it, too."""

        def told(metronome: Metronome) -> None:
            self.measure({robot: metronome})
            beat(metronome)

        return told

    def beside(self, watch: Watch) -> Watch:
        """Whom to tell what time it is, so that the page knows it, too."""
        if self.page is None:
            return watch
        also = self.page.now

        def told(now_s: float) -> None:
            also(now_s)
            watch(now_s)

        return told

    def stay(self) -> None:
        """Until Ctrl-C, if there is a page."""
        if self.page is None:
            return
        with contextlib.suppress(KeyboardInterrupt):  # who reads the line may be quick
            heeding_ctrl_c()
            complain(f"the page stays until Ctrl-C: {self.page.address.url}")
            threading.Event().wait()


def no_page(args: argparse.Namespace) -> str | None:
    """Why what is said about the page makes no sense; None: it does."""
    said = {"--host": args.host != HERE, "--port": args.port != 0, "--open": args.open}
    lost = [option for option, there in said.items() if there and not args.view]
    return f"{lost[0]} is for the page; say --view, too" if lost else None


def asked(args: argparse.Namespace, record: Path | None = None) -> Asking | None:
    """Who answers the page's whys out of a record; None: nobody has to."""
    if not args.view or (record is None and args.no_record):
        return None
    from cotree.viewer.web.asking import Asking

    return Asking(lambda: record)


def offered(people: Iterable[str], *, operate: bool = False) -> Offer:
    """What can be done at the page of a run: be one of these people, operate it."""
    from cotree.runtime.hatch import Hatch
    from cotree.viewer.web.offer import Offer

    return Offer(people={name: Hatch() for name in people}, operator=Hatch() if operate else None)


def pictured(args: argparse.Namespace, mission: Mission) -> Pictures | None:
    """Where the page gets pictures; None: there are no cameras, or no page."""
    if not args.view or not mission.world.cameras:
        return None
    from cotree.runtime.senses.pictures import Pictures

    return Pictures()


@contextlib.contextmanager
def paged(
    args: argparse.Namespace,
    shown: Iterable[Message] | None = None,
    offer: Offer | None = None,
    asking: Asking | None = None,
    pictures: Pictures | None = None,
    silent_s: float = SILENT_S,
) -> Iterator[Shown]:
    """The page that is asked for; ``shown`` is a record that is already complete.

    ``silent_s``: a robot of which nothing is told for longer may be dead.
    """
    if not args.view:
        yield Shown()
        return
    page_of = _server()
    with page_of(
        args.host,
        args.port,
        shown=shown or (),
        live=shown is None,
        offer=offer,
        asking=asking,
        pictures=pictures,
        silent_s=silent_s,
        complain=complain,
    ) as page:
        complain(f"page: {page.address.url}")
        if args.open:
            open_in_browser(page.address.url)
        yield Shown(page, offer, pictures)


def _server() -> type[Page]:
    from cotree.viewer.web.no_page import NoPage

    try:
        from cotree.viewer.web.server import Page
    except ImportError as error:
        raise NoPage(f"a page needs more packages: pip install 'cotree[view]' ({error})") from None
    return Page

"""What this robot gave up, and when the whole team should.

A failure here is no failure of the team: the peers may do it, and if nobody can, another branch of
an ``or`` may be left, or a person.  What then nobody can do is given up by all.
"""

from __future__ import annotations

from cotree.core.reasons import Reason
from cotree.runtime.accord.doubtful import VAIN, Doubtful
from cotree.runtime.accord.gates import FAILED
from cotree.runtime.accord.ledger import Ledger
from cotree.runtime.accord.manners import Manners
from cotree.runtime.accord.others import another_branch, first_alive
from cotree.runtime.accord.sight import look
from cotree.team.effects import Outcome
from cotree.team.mirror.favour import Favour, Phase, Wish

ASKED = "asks_help"
HELPS = "helps"


class Hopes:
    """Tells the peers what this robot cannot do, and proposes to give up what nobody can."""

    def __init__(self, ledger: Ledger, manners: Manners | None = None) -> None:
        self._ledger = ledger
        self._mate = ledger.mate
        self._manners = manners
        self._doubtful = None if manners is None else Doubtful(ledger, manners)
        self._failed: dict[int, float] = {}
        """By leaf: from when on this robot may propose that nobody does it."""
        self._reasons: dict[int, Reason] = {}
        """By leaf for which a person is asked: why this robot does not do it."""

    def gave_up(self, leaf: int, now_s: float, word: str = FAILED) -> None:
        """This robot tried, or asked in vain, and will not again."""
        self._failed.setdefault(leaf, now_s)
        self._mate.cannot(leaf, word, now_s)

    def unsure(self, leaf: int, now_s: float) -> None:
        """Nobody can see what became of it: a person must say, or it is as if it had failed."""
        if self._doubtful is None:
            self.gave_up(leaf, now_s)
        else:
            self._doubtful.begins(leaf, now_s)

    def is_untouched(self, leaf: int) -> bool:
        """Whether a person said that it is not done, and nobody was at it since."""
        return self._doubtful is not None and self._doubtful.is_untouched(leaf)

    def look(self, now_s: float) -> None:
        """Ask people for what no robot of the team can do, or propose to give it up."""
        for leaf in self._doubtful.look(now_s) if self._doubtful is not None else ():
            self.gave_up(leaf, now_s, VAIN)
        for leaf, from_s in list(self._failed.items()):
            if self._mate.knows_done(leaf):
                del self._failed[leaf]
                self._asks_no_more(leaf, now_s, forgets=True)
                self._mate.cannot(leaf, None, now_s)  # if it is taken back, everybody tries anew
            elif not self._is_mine(leaf, now_s):
                self._asks_no_more(leaf, now_s)
            elif self._is_there(leaf):
                self._is_done(leaf, now_s)
            elif not self._hopes_for_people(leaf, now_s) and now_s >= from_s:
                self._failed[leaf] = now_s + self._mate.mind.timing.hold_s
                self._mate.abandon((leaf,), now_s)

    def __bool__(self) -> bool:
        return bool(self._failed) or bool(self._doubtful)

    @property
    def asks(self) -> bool:
        """Whether something is asked of people that they have not settled yet."""
        return bool(self._reasons) or (self._doubtful is not None and self._doubtful.asks)

    # -- robots --------------------------------------------------------------------------------

    def _is_there(self, leaf: int) -> bool:
        """Whether it can be seen to be done, although whoever did it has failed."""
        piece = self._ledger.rights.pieces[self._ledger.name(leaf)]
        return look(piece, self._ledger.desk) is Outcome.DONE

    def _is_mine(self, leaf: int, now_s: float) -> bool:
        """Whether it is for this robot to say what becomes of what no robot can do."""
        mate = self._mate
        return first_alive(mate, now_s) == mate.mind.name and self._nobody_can(leaf, now_s)

    def _nobody_can(self, leaf: int, now_s: float) -> bool:
        """Whether everybody who lives has tried and failed; for whom it is shut may still try."""
        unable = self._mate.unable(leaf)
        return all(
            unable.get(robot) in (FAILED, VAIN) or not self._mate.alive(robot, now_s)
            for robot in self._mate.mind.roster.robots
        )

    # -- people --------------------------------------------------------------------------------

    def _hopes_for_people(self, leaf: int, now_s: float) -> bool:
        """Whether a person is at it, or is asked; not while there is another branch to try."""
        if self._manners is None:
            return False
        path = self._ledger.name(leaf)
        asks = not another_branch(self._mate, leaf)
        favour = self._manners.wish(path, Wish.HELP, now_s, asks=asks)
        self._show(leaf, favour)
        return favour is not None

    def _is_done(self, leaf: int, now_s: float) -> None:
        if self._manners is not None:
            self._manners.credit(self._ledger.name(leaf), now_s)
        self._mate.saw_done(leaf, now_s)

    def _asks_no_more(self, leaf: int, now_s: float, *, forgets: bool = False) -> None:
        if self._manners is not None:
            self._manners.unwish(self._ledger.name(leaf), now_s, forgets=forgets)
            self._show(leaf, None)

    def _show(self, leaf: int, favour: Favour | None) -> None:
        """Let the piece say what it waits for."""
        piece = self._ledger.rights.pieces[self._ledger.name(leaf)]
        if favour is None:
            why = self._reasons.pop(leaf, None)
        else:
            if piece.withheld is not None:
                self._reasons.setdefault(leaf, piece.withheld)
            why = _of(favour)
        if why is not None and piece.withheld is not None and why != piece.withheld:
            piece.withhold(why)


def _of(favour: Favour) -> Reason:
    if favour.phase is Phase.PROMISED:
        return Reason(HELPS, f"{favour.person} does it")
    return Reason(ASKED, f"asks {favour.person} to do it")

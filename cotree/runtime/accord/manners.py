"""How one robot behaves towards people: stops, asks, resumes, gives up, stays away.

The dialogues say what is to be done; this carries it out on the tree, the protocol and the body.
"""

from __future__ import annotations

from collections.abc import Iterable

from cotree.core.actions import Ask, Say, Unask
from cotree.core.reasons import Reason
from cotree.core.stopping import Stop
from cotree.runtime.accord.company import Company
from cotree.runtime.accord.gifts import Gifts
from cotree.runtime.accord.ledger import Ledger
from cotree.team.ballots import Ballot
from cotree.team.mirror import effects
from cotree.team.mirror.effects import Effect
from cotree.team.mirror.favour import Favour, Phase, Wish
from cotree.team.mirror.sightings import Stage

AGAIN_S = 0.5
"""How often it is repeated that a person is at a leaf."""


class Manners:
    """Carries out what the dialogues with people ask for."""

    def __init__(self, company: Company, ledger: Ledger) -> None:
        self.company = company
        self.kept: dict[str, Ballot] = {}
        """Pieces that stand still while a person is asked, under a lease that goes on."""
        self._ledger = ledger
        self._rights = ledger.rights
        self._mate = ledger.mate
        self._desk = ledger.desk
        self._number = ledger.mate.mind.task.number
        self._seen_s: dict[str, float] = {}
        """When it was said last that a person is at this piece."""
        self._looked_s = 0.0
        self._resuming: dict[str, None] = {}
        """Pieces that the robot keeps, and may go on with."""
        self._gifts = Gifts(company.wishes, ledger)

    # -- a tick --------------------------------------------------------------------------------

    def look(self, now_s: float) -> None:
        """Do what this moment asks for."""
        company = self.company
        if not company.news and now_s < self.due_s:
            return
        self._looked_s = now_s
        self.carry_out(company.look(self._running(), now_s), now_s)
        self._tell(now_s)
        self._see(now_s)
        self._go_on_resuming(now_s)
        for path in self._gifts.look(now_s, company.onlooker.known_done):
            self._cancel(path, now_s)
        for path, person in sorted(company.onlooker.finished().items()):
            self._ledger.note(path, "seen_done", holder=person)
            self._mate.saw_done(self._number[path], now_s)

    @property
    def due_s(self) -> float:
        """When to look again, if nothing happens."""
        return self.company.due_s(self._looked_s)

    def _running(self) -> list[str]:
        held = [right.name for right in self._rights.held.values() if right.piece and right.began]
        return [*held, *self.kept]

    def _tell(self, now_s: float) -> None:
        for word in self.company.onlooker.take_words():
            self._mate.say(word, now_s)

    def _see(self, now_s: float) -> None:
        """Say where people are, as long as they are there, so that nobody is let in."""
        active = self.company.active(now_s)
        for path in active:
            if now_s >= self._seen_s.get(path, -AGAIN_S) + AGAIN_S:
                self._seen_s[path] = now_s
                self._mate.see(self._number[path], True, now_s)
        for path in [path for path in self._seen_s if path not in active]:
            del self._seen_s[path]
            self._mate.see(self._number[path], False, now_s)

    def credit(self, path: str, now_s: float) -> None:
        """A piece is done, and not by this robot: if a person was at it, by that person."""
        word = self.company.active(now_s).get(path)
        favour = self.company.favours.open.get(path)
        if word is not None and word.stage is Stage.WORKING:
            self._ledger.note(path, "seen_done", holder=word.person)
        elif favour is not None and favour.phase is Phase.PROMISED:
            self._ledger.note(path, "seen_done", holder=favour.person)

    # -- what is to be done --------------------------------------------------------------------

    def free(self, path: str, now_s: float) -> bool:
        """Whether no person is at a piece that this robot would claim."""
        self.carry_out(self.company.wants(path, now_s), now_s)
        piece = self._rights.pieces.get(path)
        return piece is None or piece.withheld is None

    def carry_out(self, wanted: Iterable[Effect], now_s: float) -> None:
        """Do what dialogues ask for."""
        say = self._desk.commands.append
        robot = self._desk.robot
        for effect in wanted:
            match effect:
                case effects.StopLeaf(leaf=path):
                    self._rights.pieces[path].cease(Stop.INTERRUPT)
                case effects.ResumeLeaf(leaf=path):
                    self._resume(path, now_s)
                case effects.CancelLeaf(leaf=path):
                    self._cancel(path, now_s)
                case effects.Suppress(leaf=path, person=person):
                    self._rights.pieces[path].withhold(Reason("person", f"{person} does it"))
                case effects.Allow(leaf=path):
                    self._allow(path)
                case effects.AskPerson(question=question):
                    say(
                        Ask(
                            robot,
                            question.person,
                            question.id,
                            question.leaf,
                            question.text,
                            question.yes,
                            question.about_done,
                            question.helps,
                        )
                    )
                case effects.Retract(person=person, question=id_):
                    say(Unask(robot, person, id_))
                case effects.Say(person=person, text=text):
                    say(Say(robot, person, text))

    def _resume(self, path: str, now_s: float) -> None:
        if path in self.kept:
            self._resuming[path] = None

    def _go_on_resuming(self, now_s: float) -> None:
        """Ask the team for what a person has let go, once nobody says that a person is there."""
        for path in list(self._resuming):
            leaf = self._number[path]
            if path not in self.kept or not self._mate.knows_person(leaf, now_s):
                del self._resuming[path]
                self._mate.resume(leaf, now_s)

    def _cancel(self, path: str, now_s: float) -> None:
        if self.kept.pop(path, None) is not None:
            self._mate.withdraw(self._number[path], now_s)
        elif self._rights.all[path].held:
            self._rights.pieces[path].cease(Stop.CANCEL)

    def _allow(self, path: str) -> None:
        piece = self._rights.pieces[path]
        if piece.withheld is not None and piece.withheld.code in ("person", "asks"):
            piece.allow()

    # -- what no robot can do ------------------------------------------------------------------

    def wish(self, path: str, wish: Wish, now_s: float, *, asks: bool) -> Favour | None:
        """What people are asked about a piece that no robot can go on with; None: nothing more."""
        self.carry_out(self.company.wish(path, wish, now_s, asks=asks), now_s)
        self._tell(now_s)
        return self.company.favours.open.get(path)

    def unwish(self, path: str, now_s: float, *, forgets: bool = False) -> None:
        """People need not be asked about it now; ``forgets``: it is over."""
        favours = self.company.favours
        effects = favours.forget(path) if forgets else favours.withdraw(path)
        self.carry_out(effects, now_s)

    @property
    def waits(self) -> bool:
        """Whether something is left to another robot because a person wants that."""
        return bool(self._gifts)

    def is_undone(self, path: str) -> bool:
        """Whether a person said that it is not done."""
        return path in self.company.favours.undone

    # -- what became of it ---------------------------------------------------------------------

    def keep(self, path: str, token: Ballot, now_s: float) -> bool:
        """A piece stands still: whether its lease is kept, because a person is asked about it."""
        if not self.company.talks_about(path):
            return False
        self._mate.stopped(self._number[path], token, now_s, keep=True)
        self.kept[path] = token
        self._rights.pieces[path].withhold(Reason("asks", "asks the person who keeps it"))
        self.carry_out(self.company.stopped(path, now_s), now_s)
        return True

    def goes_on(self, path: str, now_s: float) -> None:
        """After a dialogue, the piece may run again, even if the team said no to it at first."""
        if self.kept.pop(path, None) is not None or self.company.talks_about(path):
            self._allow(path)
            self.carry_out(self.company.resumed(path, now_s), now_s)

    def refused(self, path: str) -> None:
        """The team does not let it go on, or not any more: it asks like everybody else."""
        if self.kept.pop(path, None) is not None:
            self._allow(path)

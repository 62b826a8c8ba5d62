"""One robot's simulated body in a world that several processes share, with its guard."""

from __future__ import annotations

from cotree.core.actions import Answered, Ask, Command, Event, Posed, Say, Unask
from cotree.core.mission import Mission
from cotree.runtime.process.telegrams import Seen, Spoken, Telegram
from cotree.simulation.shared.asking import Asking
from cotree.simulation.shared.keepsake import Diary, Keepsake
from cotree.simulation.shared.stage import SharedStage
from cotree.simulation.stage.times import Later


class RobotBody:
    """Implements ``SharedBody``: the part of one robot on a shared stage.

    The guard of a real body lives outside the robot's process and stops it while that sleeps.  This
    one sleeps with it; so on waking, before anything else, it stops what has outlived its permit,
    as of the moment when it fell asleep: nothing of it moves on in the time that nobody simulated.
    """

    def __init__(self, mission: Mission, robot: str, keepsake: Keepsake, since: int = 0) -> None:
        self._robot = robot
        self._diary = Diary(keepsake)
        kept = self._diary.kept
        self.stage = SharedStage(mission, robot, kept, since)
        self._part = self.stage.part(robot, Later(kept.lived_s))
        self._asking = Asking()

    # -- the body ------------------------------------------------------------------------------

    def command(self, command: Command, now_s: float) -> None:
        """Take an order; questions to people go to their processes."""
        if isinstance(command, Ask | Unask | Say):
            self._asking.says(command, now_s)
        else:
            self._part.command(command, now_s)

    def advance(self, to_s: float) -> list[Event]:
        """What the robot saw and what ended until now, in order."""
        return self._part.advance(to_s)

    def next_event_s(self) -> float | None:
        """When something will happen by itself here."""
        return self._part.next_event_s()

    # -- the others ----------------------------------------------------------------------------

    def wake(self, now_s: float) -> None:
        """First the guard, then the world."""
        self._part.oversleeps(now_s)
        self.stage.advance(self._part.clock.true(now_s))

    def hear(self, sender: str, telegram: Telegram, now_s: float) -> None:
        """What somebody sees, or says to this robot."""
        match telegram:
            case Seen():
                self.stage.seen(telegram, self._part.clock.true(now_s), sender)
            case Spoken(to=self._robot, what=Posed() | Answered() as what):
                self._asking.hears(what)
                self._part.hear([what])

    def telegrams(self, now_s: float) -> list[Telegram]:
        """What is new here, or all of it now and then; what is said."""
        true_s = self._part.clock.true(now_s)
        self._diary.note(self.stage.sights.all(), true_s)
        return [*self.stage.sights.telling(true_s), *self._asking.telling(now_s)]

"""One robot's process: on the beat of its own clock, storing before it speaks, with lives."""

from __future__ import annotations

import pytest

from cotree.core.actions import Begin, Halt, Permit
from cotree.core.stopping import Stop
from cotree.runtime.crew.seat import MOST_LETTERS, Seat
from cotree.runtime.executor import Executor
from cotree.runtime.messages import Message, Told
from cotree.runtime.swarm.queue import Queue
from cotree.team.durable import Durable, Memory
from cotree.team.messages import Letter
from cotree.trees.and_ import And
from tests.kit.acts import Do
from tests.kit.circle import Circle
from tests.kit.hosts import Desktop, Post, Shifted, run
from tests.runtime.fakes import FakeEngine

RATE_HZ = 20.0


class Scene:
    """A seat with a real robot of a team of one, or with a fake engine."""

    def __init__(self, clock: Shifted | None = None, *, names: str = "a", alone: bool = False):
        self.queue = Queue()
        self.post = Post(self.queue)
        self.body = Desktop()
        self.clock = clock or Shifted()
        self.born: list[tuple[int, bool, bool, float]] = []
        self.alone = alone
        self.team = Circle(lambda: And("n", None, [Do("x"), Do("y")]), names)
        self.told: list[Told] = []
        self.seat = Seat(
            "a", self.clock, self.body, RATE_HZ, self._boots, self.queue.at, self.post.send
        )
        self.seat.told = lambda seat, told, true_s: self.told.append(told)

    def _boots(
        self, robot: str, life: int, memory: Memory | None, now_s: float, *, first: bool
    ) -> Executor:
        self.born.append((life, memory is not None, first, now_s))
        if self.alone:
            return Executor(FakeEngine(), _forgotten)
        if not first:
            self.team.disks["a"] = dict(self.seat.disk)
        member = self.team.boot("a", first=first, disk=memory is not None)
        return Executor(member.engine, _forgotten, None, member.accord)

    @property
    def executor(self) -> Executor:
        assert self.seat.executor is not None
        return self.seat.executor


def _forgotten(message: Message) -> None:
    pass


LETTER = Letter(1, "another", "tree", "b", 1, 1, 1)


@pytest.mark.parametrize("clock", [Shifted(), Shifted(100.01, 1.0005), Shifted(-7.77, 0.9995)])
def test_it_ticks_on_the_beats_of_its_own_clock(clock: Shifted) -> None:
    scene = Scene(clock)
    scene.seat.boot(0.013)
    for at_s in (0.5, 0.51, 0.87):
        scene.queue.at(at_s, lambda at_s=at_s: scene.seat.wake(at_s))  # type: ignore[misc]
    run(scene.queue, 1.0)
    beats = [now_s * RATE_HZ for now_s in scene.body.now_s]
    assert beats == pytest.approx([round(beat) for beat in beats], abs=1e-4)
    assert len(set(map(round, beats))) == len(beats), "never twice on one beat"


def test_a_letter_wakes_it_and_is_read_on_the_next_beat() -> None:
    scene = Scene()
    scene.seat.boot(0.0)
    run(scene.queue, 0.31)
    count = len(scene.body.now_s)
    scene.seat.hear(LETTER, 0.31)
    run(scene.queue, 0.36)
    assert scene.body.now_s[count:] == pytest.approx([0.35])
    assert scene.executor.letters == []


def test_it_sleeps_while_nothing_is_due() -> None:
    scene = Scene()
    scene.seat.boot(0.0)
    run(scene.queue, 10.0)
    assert len(scene.body.now_s) < 80, "of two hundred beats"


def test_a_slow_process_ticks_on_every_tenth_beat() -> None:
    scene = Scene()
    scene.seat.boot(0.0)
    scene.seat.stride = 10
    for n in range(100):
        scene.queue.at(n / 50, lambda n=n: scene.seat.wake(n / 50))  # type: ignore[misc]
    run(scene.queue, 2.0)
    assert [round(now_s * 2, 6) for now_s in scene.body.now_s] == [0, 1, 2, 3, 4]


# -- in which order --------------------------------------------------------------------------------


def test_what_is_stored_comes_before_what_is_sent_and_before_what_moves() -> None:
    scene = Scene(names="ab")
    log: list[str] = []

    def acts(seat: Seat, told: Told, records: list[Durable], true_s: float) -> None:
        log.append("stored" if records and seat.disk else "nothing")
        assert not scene.body.commands

    scene.seat.acts = acts
    scene.post.before = lambda: log.append("sent")
    scene.seat.boot(0.0)
    run(scene.queue, 0.06)
    assert log.index("stored") < log.index("sent")


def test_the_permit_reaches_the_body_before_the_motion() -> None:
    scene = Scene()
    scene.seat.boot(0.0)
    run(scene.queue, 0.3)
    first = [command for command, _ in scene.body.commands[:2]]
    assert isinstance(first[0], Permit)
    assert isinstance(first[1], Begin)


def test_who_dies_while_it_speaks_says_nothing_more_but_has_stored_everything() -> None:
    scene = Scene(names="ab")
    scene.post.before = lambda: scene.seat.die(disk=True)
    scene.seat.boot(0.0)
    run(scene.queue, 3.0)
    assert len(scene.post.letters) == 1
    assert scene.seat.disk


def test_a_robot_alone_speaks_with_nobody() -> None:
    scene = Scene(alone=True)
    scene.seat.boot(0.0)
    run(scene.queue, 1.0)
    assert scene.post.letters == []
    assert scene.told
    assert scene.seat.at_work() == []
    assert scene.seat.gave_up() == []


# -- life and death --------------------------------------------------------------------------------


def test_a_new_process_remembers_what_is_on_the_disk_and_is_never_first_again() -> None:
    scene = Scene(Shifted(50.0))
    scene.seat.boot(0.0)
    run(scene.queue, 1.0)
    scene.seat.die(disk=True)
    assert scene.seat.status is None
    scene.seat.boot(2.0)
    scene.seat.die(disk=False)
    assert scene.seat.disk == {}
    scene.seat.boot(3.0)
    assert scene.born == [(1, False, True, 50.0), (2, True, False, 52.0), (3, False, False, 53.0)]


def test_the_dead_neither_hear_nor_tick_nor_move() -> None:
    scene = Scene()
    scene.seat.boot(0.0)
    scene.seat.die(disk=True)
    scene.seat.hear(LETTER, 0.1)
    scene.seat.wake(0.1)
    scene.seat.kill(0.1)
    run(scene.queue, 5.0)
    assert scene.body.now_s == []
    assert not scene.seat.busy
    assert not scene.seat.expects(0.0)
    assert scene.seat.stuck() == ()
    assert scene.seat.gave_up() == []
    assert scene.seat.at_work() == []


def test_a_pause_lets_letters_wait_and_a_wake_reads_them() -> None:
    scene = Scene()
    scene.seat.boot(0.0)
    run(scene.queue, 0.2)
    count = len(scene.body.now_s)
    scene.seat.paused = True
    scene.seat.hear(LETTER, 0.2)
    run(scene.queue, 2.0)
    assert len(scene.body.now_s) == count
    assert scene.executor.letters == [LETTER]
    scene.seat.paused = False
    scene.seat.wake(2.0)
    run(scene.queue, 2.05)
    assert scene.executor.letters == []


def test_a_death_ends_a_pause() -> None:
    scene = Scene()
    scene.seat.boot(0.0)
    scene.seat.paused = True
    scene.seat.die(disk=True)
    assert not scene.seat.paused


def test_letters_beyond_what_fits_push_the_oldest_out() -> None:
    scene = Scene()
    scene.seat.boot(0.0)
    scene.seat.paused = True
    for n in range(MOST_LETTERS + 3):
        scene.seat.hear(Letter(1, "m", "t", "b", 1, n, 1), 0.0)
    letters = scene.executor.letters
    assert (len(letters), letters[0].n, letters[-1].n) == (MOST_LETTERS, 3, MOST_LETTERS + 2)
    assert scene.seat.dropped == 3


# -- words and questions ---------------------------------------------------------------------------


def test_a_word_to_stop_reaches_the_tree() -> None:
    scene = Scene()
    scene.seat.boot(0.0)
    run(scene.queue, 0.3)
    scene.seat.word = lambda true_s: Stop.CANCEL
    scene.seat.wake(0.3)
    run(scene.queue, 0.35)
    assert isinstance(scene.body.commands[-1][0], Halt)


def test_to_give_up_is_passed_on_once() -> None:
    scene = Scene(alone=True)
    scene.seat.boot(0.0)
    scene.seat.give_up = True
    scene.seat.wake(0.0)
    run(scene.queue, 0.0)
    assert not scene.seat.give_up
    assert scene.executor.engine.gave_up == [0.0]  # type: ignore[attr-defined]


def test_it_is_busy_while_something_moves_or_is_asked() -> None:
    scene = Scene()
    scene.seat.boot(0.0)
    assert not scene.seat.busy
    run(scene.queue, 0.3)
    assert scene.seat.busy
    assert scene.seat.at_work() == ["n/x", "n/y"]


def test_an_emergency_stops_what_moves_past_the_tree() -> None:
    scene = Scene(Shifted(9.0))
    scene.seat.boot(0.0)
    run(scene.queue, 0.3)
    running = set(scene.executor.running)
    scene.body.commands.clear()
    scene.seat.kill(0.3)
    assert {(command.id, command.how, now_s) for command, now_s in scene.body.commands} == {  # type: ignore[union-attr]
        (id_, Stop.KILL, 9.3) for id_ in running
    }


def test_an_action_of_an_old_life_is_not_running_in_a_new_one() -> None:
    scene = Scene()
    scene.seat.boot(0.0)
    run(scene.queue, 0.3)
    scene.seat.die(disk=True)
    scene.seat.boot(0.4)
    assert scene.executor.running == {}

"""A witness votes at once, looks when something is due, and may die, pause and live again."""

from __future__ import annotations

import pytest

from cotree.runtime.crew.bystander import Bystander
from cotree.runtime.swarm.queue import Queue
from cotree.team.dice import Dice
from cotree.team.durable import Memory
from cotree.team.messages import Letter
from cotree.team.mind import Plot
from cotree.team.outline import Task
from cotree.team.roster import Roster
from cotree.team.teammate import Setting, Teammate
from tests.kit.claims import PAIR, TIMING
from tests.kit.hosts import Post, Shifted, run

PLOT = Plot(Task(PAIR))
SETTING = Setting("test", Roster(("a", "w"), ("a", "w"), 0, ("w",)), TIMING)


class Scene:
    def __init__(self, clock: Shifted | None = None) -> None:
        self.queue = Queue()
        self.post = Post(self.queue)
        self.born: list[tuple[int, bool, bool, float]] = []
        self.clock = clock or Shifted()
        self.witness = Bystander("w", self.clock, self._wakes, self.queue.at, self.post.send)
        self.asker = Teammate("a", PLOT, SETTING, Dice(1), 0.0, boot=1, first=True)

    def _wakes(
        self, name: str, life: int, memory: Memory | None, now_s: float, *, first: bool
    ) -> Teammate:
        self.born.append((life, memory is not None, first, now_s))
        return Teammate(
            name, PLOT, SETTING, Dice(life), now_s, boot=life, memory=memory, first=first
        )

    def claim(self, leaf: int = 0) -> Letter:
        self.asker.claim(leaf, 0.0)
        return next(letter for letter in self.asker.drain().letters if letter.claims)

    def hear(self, letter: Letter) -> None:
        self.witness.hear(letter, self.queue.now_s)

    def votes(self) -> list[bool]:
        return [vote.granted for _, letter, _ in self.post.letters for _, vote in letter.votes]


def test_it_answers_a_claim_at_once_and_stores_its_promise_first() -> None:
    scene = Scene()
    scene.witness.boot(0.0)
    stored: list[bool] = []
    scene.post.before = lambda: stored.append(("promise", 0) in scene.witness.disk)
    scene.hear(scene.claim())
    assert scene.votes() == [True]
    assert all(stored)


def test_it_beats_on_its_own_clock_although_nobody_speaks() -> None:
    for clock in (Shifted(), Shifted(500.0, 1.001), Shifted(-3.0, 0.999)):
        scene = Scene(clock)
        scene.witness.boot(0.0)
        run(scene.queue, 10.0)
        assert 8 <= len(scene.post.letters) <= 16
        assert scene.queue.events < 60, "a look for each beat, and hardly more"


def test_only_the_first_life_knows_that_nobody_promised_anything() -> None:
    scene = Scene()
    witness = scene.witness
    witness.boot(0.0)
    scene.hear(scene.claim())
    witness.die(disk=True)
    assert witness.mate is None
    witness.boot(1.0)
    witness.die(disk=False)
    assert witness.disk == {}
    witness.boot(2.0)
    assert [each[:3] for each in scene.born] == [
        (1, False, True), (2, True, False), (3, False, False),
    ]  # fmt: skip


def test_the_dead_hear_nothing_and_look_at_nothing() -> None:
    scene = Scene()
    scene.witness.boot(0.0)
    scene.witness.die(disk=True)
    scene.hear(scene.claim())
    count = len(scene.post.letters)
    run(scene.queue, 20.0)
    assert len(scene.post.letters) == count
    assert scene.queue.due_s is None


def test_a_pause_keeps_letters_until_it_is_over() -> None:
    scene = Scene()
    scene.witness.boot(0.0)
    scene.witness.paused = True
    scene.hear(scene.claim())
    run(scene.queue, 3.0)
    assert scene.votes() == []
    assert scene.witness.mate is not None
    assert scene.witness.mate.voter.promises == {}, "it has not even read them"
    scene.witness.resume(3.0)
    assert scene.votes() == [True]
    run(scene.queue, 8.0)
    assert len(scene.post.letters) > 3, "and it beats again"


def test_a_death_during_a_pause_ends_the_pause_and_loses_the_letters() -> None:
    scene = Scene()
    scene.witness.boot(0.0)
    scene.witness.paused = True
    scene.hear(scene.claim())
    scene.witness.die(disk=True)
    assert not scene.witness.paused
    scene.witness.boot(1.0)
    scene.witness.resume(1.5)
    assert scene.votes() == []


def test_who_dies_while_it_speaks_says_nothing_more() -> None:
    scene = Scene()
    scene.witness.boot(0.0)
    run(scene.queue, 1.5)
    scene.post.letters.clear()
    scene.post.before = lambda: scene.witness.die(disk=True)
    mate = scene.witness.mate
    assert mate is not None
    first, second = scene.claim(), scene.claim(1)
    mate.receive(first, 1.5)
    mate.receive(second, 1.5)
    mate.see(0, True, 1.5)
    scene.witness.act(1.5)
    assert len(scene.post.letters) <= 1


@pytest.mark.parametrize("lives_s", [0.3, 1.7])
def test_an_old_appointment_does_not_disturb_a_new_life(lives_s: float) -> None:
    scene = Scene()
    scene.witness.boot(0.0)
    run(scene.queue, 1.0)
    scene.witness.die(disk=True)
    run(scene.queue, 1.0 + lives_s)
    scene.witness.boot(1.0 + lives_s)
    before = scene.queue.events
    run(scene.queue, 11.0 + lives_s)
    assert scene.queue.events - before < 60

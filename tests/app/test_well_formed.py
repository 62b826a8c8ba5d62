"""Whatever teammates say in the right form, no process of the team ends of it."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from cotree.core.mission import Mission
from cotree.runtime.bus import Bus
from cotree.runtime.process import telegrams
from cotree.runtime.process.telegrams import TOPIC_OF, Envelope, Telegram
from cotree.team import messages
from cotree.team.messages import Letter
from cotree.trees.reading import loads
from tests.kit.lockstep import RATE_HZ, Lockstep
from tests.kit.lossy import Weather
from tests.kit.wellformed import Maker

MISSION = """
mission: anything
team:
  pr2:    {robot: {resources: {base: base, left: gripper, head: head}}, at: [0, 0]}
  baxter: {robot: {resources: {base: base, right: gripper, head: head}}, at: [9, 0]}
  ann:    {person: {watched_by: [pr2, baxter]}, at: [2, 0]}
world: {places: {table: [4, 2]}, objects: {cup: [3, 0], plate: [1, 1]}, facts: {open: true}}
task:
  and:
    - {name: b, then: [{move: cup}, {pick: cup}, {move: table}, {place: {object: cup, at: table}}]}
    - {perform: {what: hum, duration: 5 s}}
    - {or: [{move: {to: table, through: door}}, {perform: polish}], name: e}
shared: [door]
coordination: {witness: [tablet, ann]}
"""
KNOWN = (
    "pr2", "baxter", "ann", "tablet", "cup", "plate", "door", "open", "base", "left", "right",
    "task", "task/b", "task/e", "human", "blocked/x-y",
)  # fmt: skip
NAMES = (
    *KNOWN * 5, "b", "nobody", "", "zz", "ann/word", "pr2/fallen", "pr2/docked",
    "\x1b]0;x\x07", "x" * 300, "anything",
)  # fmt: skip
ROUNDS = 300


class Babbler:
    """Speaks as teammates who are not there."""

    def __init__(self, team: Lockstep, seed: int, tree: str) -> None:
        self.maker = Maker(seed, NAMES)
        self._buses: list[Bus] = [team.joins(name) for name in ("baxter", "tablet")]
        self._n = 0
        self._tree = tree

    def babbles(self) -> None:
        """A few messages."""
        for _ in range(self.maker.dice.randint(1, 12)):
            bus = self.maker.dice.choice(self._buses)
            if self.maker.dice.random() < 0.5:
                bus.send("letters", self._letter(bus.name))
            else:
                told: Telegram = self.maker.make(Envelope).inside
                envelope = Envelope(telegrams.VERSION, "anything", self._tree, bus.name, told)
                bus.send(TOPIC_OF[type(told)], telegrams.encode(envelope))

    def _letter(self, sender: str) -> bytes:
        self._n += 1
        letter: Letter = self.maker.make(Letter)
        known = {
            "v": messages.VERSION, "mission": "anything", "tree": self._tree, "sender": sender,
            "clock": self.maker.dice.choice((0, 5, self._n)),
            "n": self._n, "roster": self.maker.dice.choice((0, 0, 0, 1)), "to": (), "digests": (),
        }  # fmt: skip
        if self.maker.dice.random() < 0.9:  # most of it is its own to tell
            own = msgspec.structs.replace
            known["people"] = tuple(own(each, observer=sender) for each in letter.people)
            known["words"] = tuple(own(each, observer=sender) for each in letter.words)
            known["sent_s"] = 0.5
        return messages.encode(msgspec.structs.replace(letter, **known))


def talked_to(folder: Path, mission: Mission, seed: int, rounds: int) -> Lockstep:
    """A robot and a person among teammates who say anything."""
    team = Lockstep(folder, mission, Weather(loss=0.0, doubles=0.0, delays=0.0), seed)
    for name in ("pr2", "ann"):
        team.start(name, first=True)
    babbler = Babbler(team, seed, team.tree)
    for _ in range(rounds):
        babbler.babbles()
        team.run(team.now_s + 1 / RATE_HZ)
    return team


@pytest.mark.parametrize("seed", range(4))
def test_no_process_ends_of_what_teammates_say(tmp_path: Path, seed: int) -> None:
    team = talked_to(tmp_path, loads(MISSION, "anything.yaml"), seed, ROUNDS)
    team.close()
    said = " ".join(team.notices)
    assert "a fault of cotree's" not in said
    assert "which is no" in said
    assert set(team.ends.values()) <= {"success", "failure"}
    assert said.isprintable()

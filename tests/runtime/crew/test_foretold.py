"""Crashes that a mission foretells are told, since the dead do not tell them."""

from __future__ import annotations

from cotree.app.team import crew_of
from cotree.runtime.acts import FORETOLD, Inject
from cotree.runtime.messages import Acted, Born, Message
from cotree.trees.reading import loads
from tests.teams import DUO

CRASH = """
simulation:
  disturbances:
    - {at: 4 s, robot: b, crashes: true}
    - {at: 4.5 s, robot: b, crashes: true}
    - {at: 6 s, robot: b, restarts: true}
"""


def test_the_record_says_once_and_at_its_time_that_a_program_crashes() -> None:
    messages: list[Message] = []
    crew, _ = crew_of(loads(DUO + CRASH, "m.yaml"), messages.append, until_s=300.0)
    assert crew.run().result == "success"
    told = [each for each in messages if isinstance(each, Acted)]
    assert told == [Acted(4.0, FORETOLD, Inject(what="kill", robot="b"))]
    born = next(each for each in messages if isinstance(each, Born) and each.life == 2)
    assert messages.index(told[0]) < messages.index(born)

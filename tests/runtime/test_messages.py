from __future__ import annotations

import msgspec
import pytest

from cotree.core.actions import Begin, Drive, Ended, FactSeen, Halt
from cotree.core.changes import NodeChange, NodeState, ResourceChange
from cotree.core.mission import Chance, Policy, ResourceModel
from cotree.core.reasons import Reason
from cotree.core.steps import NoPlan, Plan
from cotree.core.stopping import Stop
from cotree.runtime.messages import (
    TOPIC_OF,
    Born,
    End,
    Heard,
    Hello,
    Member,
    Message,
    Node,
    Said,
    Team,
    Told,
    Tree,
    decode,
    encode,
    time_s,
)
from cotree.team.durable import High, Memory
from cotree.team.facts import Fact
from cotree.team.messages import Letter

HERE = (1.0, 2.5, 0.0)
SLIPPED = Reason("slipped", "the cup slipped", {"object": "cup", "times": 2})
MESSAGES: list[Message] = [
    Hello(1, "0.1.0", "tea", "pr2", "tea.yaml", "a: b", {"x.yaml": "y"}, Policy(), Chance(seed=3)),
    Tree(0, (Node("task", "then", "task", -1), Node("task/a", "move", "a", 0, "x.yaml", 7))),
    Team((Member("pr2", "pr2", HERE, (ResourceModel("base", "base"),)), Member("ann", None, HERE))),
    Heard(3, 1.25, (FactSeen("door", "open"), Ended("pr2.1", SLIPPED))),
    Heard(4, 1.3, plan=Plan((("task/a",),), 3.0, "optimal", "exact")),
    Heard(5, 1.35, no_plan=NoPlan("impossible", "no"), halt=Stop.KILL, give_up=True),
    Told(
        3,
        1.25,
        (NodeChange("task", NodeState.FAILED, reason=SLIPPED), ResourceChange("base")),
        (Begin("pr2.2", "pr2", Drive(HERE), ("base",)), Halt("pr2.2", "pr2", Stop.CANCEL)),
    ),
    End(1.35, 6, "failure", (SLIPPED,)),
    Born(4.0, "pr2", 2, 104.0, memory=Memory(facts=(Fact(0, 1),), high=(High(0, (3, "pr2")),))),
    Said(4.5, Letter(1, "tea", "c0ffee", "pr2", 7, 1, 3)),
]


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: type(message).__name__)
def test_a_message_comes_back_as_it_was(message: Message) -> None:
    assert decode(TOPIC_OF[type(message)], encode(message)) == message


def test_the_order_of_a_mapping_does_not_show() -> None:
    one = End(0.0, 0, "failure", (Reason("c", "m", {"a": 1, "b": {"x", "y", "z"}}),))
    two = End(0.0, 0, "failure", (Reason("c", "m", {"b": {"z", "y", "x"}, "a": 1}),))
    assert encode(one) == encode(two)


def test_data_that_json_does_not_know_is_written_as_text() -> None:
    assert b"HERE" in encode(
        End(0.0, 0, "failure", (Reason("c", "m", {"a": type("HERE", (), {})}),))
    )


def test_what_is_not_a_message_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError):
        decode("end", b'{"t": "late"}')


def test_descriptions_belong_to_the_start() -> None:
    assert [time_s(message) for message in MESSAGES[:4]] == [0.0, 0.0, 0.0, 1.25]

"""Whatever stands around a step that needs a shared thing: who may begin it comes to its end."""

from __future__ import annotations

from itertools import product

import pytest

from cotree import app
from cotree.core.errors import InputError
from cotree.runtime.messages import Message
from cotree.trees.reading import loads
from tests.kit.evidence import Life

STEPS = {
    "perform": "{perform: {what: bow, duration: 1 s, needs: [corridor]}}",
    "move": "{move: {to: q, through: corridor}}",
    "wait": "{wait: 1 s}",
    "holding": "{holding: {what: corridor, do: {wait: 1 s}}}",
}
AROUND = {
    "nothing": "STEP",
    "repeat": "{repeat: {times: 2, do: STEP}}",
    "retry": "{retry: {times: 3, do: STEP}}",
    "timeout": "{timeout: {after: 10 min, do: STEP}}",
    "guard": "{guard: {fact: open, do: STEP}}",
    "at rate": "{at rate: {rate: 10 Hz, do: STEP}}",
    "invert twice": "{invert: {do: {invert: {do: STEP}}}}",
    "always": "{always: {result: success, do: STEP}}",
    "repeat of retry": "{repeat: {times: 2, do: {retry: {times: 2, do: STEP}}}}",
    "repeats at once": ("{and: [{repeat: {times: 3, do: STEP}}, {repeat: {times: 3, do: STEP}}]}"),
    "sequence": "{sequence: [STEP, {wait: 0.1 s}]}",
    "selector": "{selector: [STEP, {wait: 0.1 s}]}",
    "parallel": "{parallel: [STEP, {wait: 0.1 s}]}",
    "finally": "{finally: [STEP, {wait: 0.1 s}]}",
    "then": "{then: [STEP, STEP]}",
    "and": "{and: [STEP, STEP]}",
    "or": "{or: [STEP, {move: p}]}",
    "held": "{holding: {what: corridor, do: {repeat: {times: 2, do: {wait: 1 s}}}}}",
    "sequence held": "{holding: {what: corridor, do: {sequence: [{wait: 1 s}, {move: q}]}}}",
}


def mission(robots: int, step: str, *, around: str, held: bool = False) -> str:
    names = "abcd"[:robots]
    team = ", ".join(f"{name}: {{robot: pr2, at: [0, {n}]}}" for n, name in enumerate(names))
    witness = "coordination: {witness: [tablet]}\n" if robots == 2 else ""
    body = AROUND[around].replace("STEP", STEPS[step])
    if held:
        body = f"{{holding: {{what: corridor, do: {body}}}}}"
    return f"""
mission: shared
team: {{{team}}}
world: {{places: {{p: [0, 3], q: [3, 2]}}, facts: {{open: true}}}}
shared: [corridor]
task: {{and: [{body}, {{wait: 1 s}}]}}
{witness}"""


CASES = list(product((1, 2, 3, 4), ("perform", "move", "holding"), AROUND))
WHOLE = ("sequence", "selector", "parallel", "finally")
TURNED = ("invert twice", "always")
"""What one robot does as a whole asks for nothing that is shared inside it."""


@pytest.mark.parametrize(("robots", "step", "around"), CASES)
def test_it_comes_to_its_end(robots: int, step: str, around: str) -> None:
    text = mission(robots, step, around=around)
    if around in WHOLE or (around in TURNED and step != "holding"):
        with pytest.raises(InputError, match=r"put 'holding.* around"):
            loads(text)
        text = mission(robots, "wait" if step == "holding" else step, around=around, held=True)
    told: list[Message] = []
    run = app.run_virtual if robots == 1 else app.run_team
    end = run(loads(text), told.append, until_s=120.0)
    assert end.result == "success", end.reasons
    assert all(deed.done for deed in Life(told).deeds), "nothing was stopped or failed"


@pytest.mark.parametrize("seed", range(10))
def test_what_fails_is_tried_again_with_the_thing(seed: int) -> None:
    text = mission(2, "perform", around="retry").replace("times: 3", "times: 9")
    text += f"simulation: {{failures: {{perform: 0.6}}, seed: {seed}}}\n"
    end = app.run_team(loads(text), lambda message: None, until_s=300.0)
    assert end.result == "success", end.reasons

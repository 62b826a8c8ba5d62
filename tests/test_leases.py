"""The shortest lease that a mission may have can be kept by a team that ticks as slowly."""

from __future__ import annotations

import pytest

from cotree import app
from cotree.core.errors import InputError
from cotree.core.mission import Mission
from cotree.runtime.messages import Message
from cotree.trees.reading import loads
from tests.kit.evidence import Life

LEASES = {100: 1.39, 20: 1.55, 5: 2.15, 3: 2.69, 2: 3.35, 1: 5.35, 0.5: 9.35}


def waving(rate_hz: float, lease_s: float, seed: int = 1) -> Mission:
    return loads(f"""
mission: waving
team: {{a: {{robot: pr2}}, b: {{robot: pr2, at: [1, 0]}}}}
task: {{and: [{{perform: {{what: wave, duration: 5 s}}}}, {{wait: 5 s}}]}}
policy: {{rate: {rate_hz} Hz}}
coordination: {{witness: [tablet], lease: {lease_s:.2f} s}}
simulation: {{seed: {seed}}}
""")


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("rate_hz", LEASES)
def test_everything_is_done_once_and_at_once(rate_hz: float, seed: int) -> None:
    with pytest.raises(InputError, match="cannot be renewed in time"):
        waving(rate_hz, LEASES[rate_hz] - 0.01)
    messages: list[Message] = []
    end = app.run_team(waving(rate_hz, LEASES[rate_hz], seed), messages.append, until_s=60.0)
    assert end.result == "success", end.reasons
    assert len(Life(messages).deeds) == 2, "no lease was ever over"

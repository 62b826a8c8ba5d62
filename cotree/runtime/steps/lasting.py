"""How long steps really take here: learnt while they are done, and told in words.

Per agent and kind of step, from how long it was between *began* and *placed*, as robots hear both.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import msgspec

from cotree.reallocation.lead_follow.planning.learn import (
    SHORTEST,
    Durations,
    Observed,
    Share,
    expected,
    learn,
)
from cotree.reallocation.lead_follow.problem import Problem
from cotree.runtime.steps.news import At

AT_LEAST_S = 0.5
"""What has not ended yet takes at least so long."""
SLOWER = 3.0
"""Who takes so many times as long as expected, and ``PRESENT_S`` more, is not counted on."""
PRESENT_S = 30.0
"""Who could do something and says nothing for so long is not, either."""
MOST = 10.0
"""One step teaches at most that it takes so many times as long as was thought."""
AS_WRITTEN = 0.05
"""Nobody need be told of less than that."""
_decoder = msgspec.json.Decoder(Durations)


class Lasting:
    """What is known of how long each agent takes for each kind of step."""

    def __init__(self, problem: Problem) -> None:
        self.durations = Durations()
        self._is_own = False
        """Whether anything of it was seen by this robot itself, in this life."""
        self._kinds = {each.id: each.kind for each in problem.subtasks}

    def learn(self, took: Iterable[Observed]) -> list[tuple[str, str]]:
        """Take notice of what is done; of which agents and kinds more is known now."""
        seen = [self._capped(each) for each in took if each.expected_s > 0]
        if not seen:
            return []
        self._is_own = True
        self.durations = learn(self.durations, seen)
        return sorted({(each.agent, each.kind) for each in seen})

    def expected(self, problem: Problem) -> Problem:
        """The problem with durations as they are expected now."""
        return expected(problem, self.durations)

    def factor(self, agent: str, step: str) -> float:
        """So many times as long as is written an agent is expected to take for a step."""
        share = self._share(agent, step)
        return 1.0 if share is None else share.factor()

    def waits_s(self, agent: str, at: At) -> float:
        """How long anybody waits for what an agent is at, from its beginning."""
        return SLOWER * self.factor(agent, at.step) * at.takes_s + PRESENT_S

    def left_s(self, agent: str, at: At, now_s: float) -> float:
        """How long an agent is expected to go on with what it is at.

        What is late already takes as much longer as a lognormal says that has come so far.
        """
        gone_s, whole_s = now_s - at.since_s, self.factor(agent, at.step) * at.takes_s
        if at.step and gone_s > whole_s > 0.0:
            share = self._share(agent, at.step) or Share()
            whole_s = at.takes_s * _beyond(share, gone_s / at.takes_s)
        return max(AT_LEAST_S, whole_s - gone_s)

    def says(self, agent: str, kind: str) -> str:
        """What is known of an agent and a kind of step, in words."""
        share = self.durations.of(agent, kind)
        if share is None:
            return ""
        for_ = f" for {kind}" if kind else ""
        times = f"takes {share.factor():.2f} times as long as written{for_}"
        return f"{times} (± {math.expm1(share.deviation):.0%}, {_seen(share)} seen)"

    def expects(self, agent: str, step: str, written_s: float) -> str:
        """How long an agent is expected to take for a step, in words; empty: as is written."""
        factor = self.factor(agent, step)
        if abs(factor - 1.0) < AS_WRITTEN:
            return ""
        return f"{agent} takes about {written_s * factor:.1f} s, {written_s:.1f} s written"

    # -- across processes ----------------------------------------------------------------------

    def told(self) -> str:
        """All of it as the value of a fact."""
        return msgspec.json.encode(self.durations, order="deterministic").decode()

    def hear(self, value: object) -> None:
        """What a robot has learnt before: whoever comes back goes on from there."""
        if not isinstance(value, str):
            return
        try:
            heard = _decoder.decode(value)
        except msgspec.MsgspecError:
            return
        shares = _shares(heard)
        more = sum(map(_seen, shares)) > sum(map(_seen, _shares(self.durations)))
        if more and not self._is_own and all(map(_sound, shares)):
            self.durations = heard

    # -- how -----------------------------------------------------------------------------------

    def _share(self, agent: str, step: str) -> Share | None:
        return self.durations.of(agent, self._kinds[step]) if step in self._kinds else None

    def _capped(self, seen: Observed) -> Observed:
        """Who takes longer than anybody waits has been away: that counts as long as the wait."""
        share = self.durations.of(seen.agent, seen.kind)
        now_s = seen.expected_s * (1.0 if share is None else share.factor())
        most_s = min(SLOWER * now_s + PRESENT_S, MOST * now_s)
        return seen._replace(took_s=min(seen.took_s, most_s))


def _seen(share: Share) -> int:
    """How many steps it was learnt from."""
    return round(share.weight - Share().weight)


def _shares(durations: Durations) -> list[Share]:
    return [share for mine in durations.shares.values() for share in mine.values()]


def _sound(share: Share) -> bool:
    """Whether this can have been learnt."""
    least, grown = Share(), share.weight - Share().weight
    within = abs(share.mean) <= -math.log(SHORTEST) + 1 and share.scale <= 1e6
    return within and 0 <= grown <= 1e6 and least.shape <= share.shape <= 1e6 and share.scale > 0


FAINT = 1e-290
"""Less than that of a bell curve cannot be divided by."""


def _beyond(share: Share, gone: float) -> float:
    """The mean of a lognormal that is known to be more than this."""
    deviation = share.deviation
    off = (share.mean - math.log(gone)) / deviation
    above = _tail(off)
    if above < FAINT:  # so late that the two tails differ by their slopes only
        return gone * off / (off + deviation)
    return math.exp(share.mean + deviation**2 / 2) * _tail(off + deviation) / above


def _tail(off: float) -> float:
    """How much of the bell curve lies below; exact far out, too."""
    return math.erfc(-off / math.sqrt(2)) / 2

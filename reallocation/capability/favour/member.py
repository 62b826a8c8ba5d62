"""One helper as its agent sees it: the way to it, and how long the agent may count on it."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable

from cotree.reallocation.capability.favour.messages import Letter, Message
from cotree.reallocation.capability.favour.terms import NOTHING, Out, Terms


@dataclasses.dataclass
class Member:
    """A helper the agent binds or has bound."""

    trail: tuple[str, ...]
    """The way on which its offer came, from the agent on."""
    asked_s: float
    said_s: float
    """When the agent last said that it wants it."""
    counted_on_until_s: float = -math.inf
    """The agent counts on it only before this, which is before the helper feels free.

    Clocks may begin anywhere, also below 0."""

    def hoped_for_until_s(self, terms: Terms) -> float:
        """How long it is not taken for lost."""
        never = math.isinf(self.counted_on_until_s)
        return self.asked_s + terms.answer_s if never else self.counted_on_until_s

    def again_s(self, terms: Terms, *, binding: bool) -> float:
        """When to say it again; sooner where the last time was not answered."""
        if binding:
            return self.said_s + terms.retry_s
        answered = self.counted_on_until_s >= self.said_s + terms.lease_s
        return self.said_s + terms.lease_s / (4 if answered else 16)


def back(trail: tuple[str, ...], message: Message) -> Out:
    """A message along the way on which an offer came."""
    return Out((Letter(trail[1:], message),))


def back_to_all(trails: Iterable[tuple[str, ...]], message: Message) -> Out:
    """The same message to several."""
    return sum((back(trail, message) for trail in trails), NOTHING)

"""``holding``: have something that the team shares to oneself, from the first step to the last."""

from __future__ import annotations

from dataclasses import dataclass

from cotree.behaviours.declare import Children, Names, behaviour, parameter
from cotree.behaviours.wrapper import Wrapper


@dataclass(frozen=True)
class HoldingParams:
    """Parameters of ``holding``."""

    what: Names = parameter("names of things that the team shares, as in 'shared'")

    def __post_init__(self) -> None:
        if not self.what:
            raise ValueError("'what' is empty; it needs the name of a shared thing")


@behaviour("holding", params=HoldingParams, children=Children.ONE)
class Holding(Wrapper):
    """Have things that the team shares to oneself while something is done.

    They are taken before the first step inside and given back after the last one; what is inside is
    one robot's work.  A leaf that is done again (``retry``, ``repeat``) takes them for each round.
    Inside nobody need ask for them again.

    ```yaml
    - holding: {what: corridor, do: {sequence: [{move: kitchen}, {move: table}]}}
    - holding: {what: [corridor, screwdriver], do: {wait: 5 s}}
    ```
    """

    params: HoldingParams

"""Where everybody starts, which places and states there are, and what operations take."""

from __future__ import annotations

from cotree.core.errands import Spot
from cotree.core.mission import Mission, Operation
from cotree.core.spots import first_spots, robots_in, states_of


class Start:
    """What of a mission does not change while it runs."""

    def __init__(self, mission: Mission) -> None:
        self.spots = first_spots(mission)
        """By robot, in the order of the team."""
        models = [model for _, model in robots_in(mission)]
        own = [(way.source, way.target) for model in models for way in model.ways]
        self.ways = dict.fromkeys([*((w.source, w.target) for w in mission.world.ways), *own])
        self.facts = () if mission.sentence is None else mission.sentence.facts
        """Facts that the sentence speaks of."""
        self._places = frozenset(mission.world.places)
        self.crossings = dict.fromkeys(place for way in self.ways for place in way)
        """Places that ways lead to."""
        self._states = frozenset(state for model in models for state in states_of(model))
        self._operations: dict[str, Operation] = {
            operation.name: operation for model in models for operation in model.operations
        }

    def knows(self, spot: Spot) -> bool:
        """Whether there is such a place and such a state."""
        return spot[0] in self._places and spot[1] in self._states

    def operation(self, name: str) -> Operation | None:
        """An operation by its name."""
        return self._operations.get(name)

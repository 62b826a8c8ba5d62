"""The robots of a team as matching sees them, from their models and from what is known now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cotree.core.disturbances import healthy
from cotree.core.jobs import Model, Robot
from cotree.core.mission import RobotModel
from cotree.runtime.jobs.names import Facts, battery, sees, works


class Roll:
    """All robots of a team, in its order."""

    def __init__(self, models: Mapping[str, RobotModel]) -> None:
        self.names = tuple(models)
        self._models = {name: _capability(model) for name, model in models.items()}
        self._full = {name: model.battery for name, model in models.items()}

    def robot(self, name: str, facts: Facts) -> Robot:
        """One of them as it is now."""
        model = self._models[name]
        charge = facts.get(battery(name))
        known = isinstance(charge, int | float) and not isinstance(charge, bool)
        broken = facts.get(healthy(name)) is False
        failed = (
            part.name
            for part in model.parts
            if broken or facts.get(works(name, part.name)) is False
        )
        return Robot(
            name, model, float(charge or 0) if known else self._full[name], failed=tuple(failed)
        )

    def robots(self, names: Iterable[str], facts: Facts) -> tuple[Robot, ...]:
        """Some of them."""
        return tuple(self.robot(name, facts) for name in names)

    def covered(self, names: Iterable[str], facts: Facts) -> frozenset[str]:
        """Parts of some of them that work, and see nothing: ``M1/P1``."""
        return frozenset(
            f"{name}/{part.name}"
            for name in names
            for part in self._models[name].parts
            if facts.get(sees(name, part.name)) is False
        )

    def standing(self, facts: Facts) -> tuple[object, ...]:
        """All that may change who can do what; equal while nothing of it has changed."""
        return (self.robots(self.names, facts), self.covered(self.names, facts))


def _capability(model: RobotModel) -> Model:
    return model.capability or Model(model.name, 1.0)

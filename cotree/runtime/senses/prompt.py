"""Looking at once: in virtual time, where the mission's clock stands still meanwhile."""

from __future__ import annotations

from cotree.runtime.senses.ports import Eye, Moment, Sensed


class PromptLooker:
    """Implements ``Looker``: every look is done when it is asked for, so every run is the same."""

    def __init__(self, eye: Eye) -> None:
        self._eye = eye
        self._told: list[Sensed] = []

    def ask(self, moment: Moment) -> bool:
        """Look now."""
        self._told.append(self._eye.look(moment))
        return True

    def answers(self) -> list[Sensed]:
        """What was told since the last call."""
        told, self._told = self._told, []
        return told

    def close(self) -> None:
        """Let go of cameras and models."""
        self._eye.close()

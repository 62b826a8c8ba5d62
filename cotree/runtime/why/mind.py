"""What one robot thinks of one piece of work, asked of its living tree while it stands still."""

from __future__ import annotations

import math

import msgspec

from cotree.core.belief import View
from cotree.core.changes import NodeState
from cotree.core.reasons import Reason
from cotree.core.resources import State
from cotree.runtime.executor import Executor
from cotree.runtime.why.answer import Wish
from cotree.runtime.why.lacking import Lacking
from cotree.runtime.why.units import its_turn, units_of
from cotree.runtime.why.wish import wish_of
from cotree.team.metric import Score
from cotree.team.mirror.sightings import Sighting
from cotree.trees.engine import Engine
from cotree.trees.or_ import Or
from cotree.trees.part import Part
from cotree.trees.pool import release
from cotree.trees.then import Then
from cotree.trees.unit import Unit


class Mind:
    """One robot's tree as it stands at a time of its own clock; its last tick may be earlier."""

    def __init__(self, executor: Executor, now_s: float = 0.0) -> None:
        engine = executor.engine
        assert isinstance(engine, Engine)
        self.engine = engine
        self.now_s = max(now_s, engine.desk.now_s)
        self.accord = executor.accord
        self.begun = executor.ticks > 0
        self.parts = {part.path: part for part in engine.parts.values()}
        self.askers = {
            part.asker.path: part for part in engine.parts.values() if isinstance(part, Unit)
        }
        self._lacking = Lacking(self)

    def wish(self, path: str) -> Wish:
        """What it thinks of a piece (alone: of a unit)."""
        root = self.parts.get(path)
        if root is None:  # deep inside a unit of stock nodes
            return Wish("undecided")
        unit = its_turn(root)
        if unit is None:
            return Wish("over", root.state.value)
        if not self.begun:
            return Wish("unborn")
        said = (
            self._decided(root)
            or self._turn(root)
            or self._barred(unit)
            or self._lacking.of_unit(unit)
        )
        if said.rule == "done":
            return said
        chosen = self.parts.get(said.leaf) if said.rule == "chose" else None
        return self._weighed(said, unit, its_turn(chosen) if chosen is not None else None)

    def person_at(self, path: str) -> Sighting | None:
        """The word by which a person is at a piece, as this robot believes."""
        company = None if self.accord is None else self.accord.company
        if company is None:
            return None
        return company.active(self.now_s).get(path)

    def alternative(self, path: str, chosen: str) -> Wish:
        """What it thinks of one branch of an ``or``, as if the chosen one had taken nothing yet."""
        unit = its_turn(self.parts[path])
        if unit is None:
            return Wish("over")
        rival = None if path == chosen else its_turn(self.parts[chosen])
        return self._weighed(self._lacking.hindered(unit), unit, rival)

    # -- how suitable --------------------------------------------------------------------------

    def _weighed(self, wish: Wish, unit: Unit, rival: Unit | None = None) -> Wish:
        """The wish with the robot's potential and what it is made of."""
        score, potential = self.weigh(unit, rival)
        if score is None:
            return msgspec.structs.replace(wish, potential=potential)
        return msgspec.structs.replace(
            wish, potential=potential, parts=score.parts, shut=score.shut, risk=score.risk
        )

    def weigh(self, unit: Unit, rival: Unit | None = None) -> tuple[Score | None, float | None]:
        """How suitable it is for a unit now, and why; without a rival, if one was granted."""
        asker, view = unit.asker, self.view(unit, rival)
        score = _scored(unit, view)
        if asker.granted:  # it was asked when it was chosen
            same = score is not None and math.isclose(score.potential, asker.potential)
            return (score if same else None), asker.potential
        if score is not None:
            return score, score.potential
        try:
            return None, asker.suitability(view)
        except Exception:  # a leaf that raises says nothing
            return None, None

    def state(self) -> State:
        """The resources as they are."""
        return self.engine.registry.state()

    def view(self, unit: Unit, rival: Unit | None = None) -> View:
        """As the unit sees the world, or saw it before it or a rival was granted anything."""
        state = dict(self.state())
        for each in (unit, rival):
            if each is not None and each.asker.granted:
                release(state, each.asker, success=False)
        return self.engine.pool.questions.view(unit.asker, state)

    # -- why not -------------------------------------------------------------------------------

    def _decided(self, root: Part) -> Wish | None:
        """What the team, or this robot once and for all, says of a piece."""
        piece = root.piece
        if root.state in (NodeState.DONE, NodeState.SKIPPED):
            return Wish("done")
        lost = getattr(piece, "lost", None)
        withheld = getattr(piece, "withheld", None)
        reason: Reason | None = lost or withheld
        if reason is None and root.state is NodeState.FAILED:
            reason = root.reason
            return Wish("failed", "" if reason is None else reason.message)
        if reason is None:
            return None
        return wish_of(reason, "withheld")

    def _turn(self, root: Part) -> Wish | None:
        """Whether a node above keeps it from having its turn."""
        part: Part = root
        while part.above is not None:
            above = part.above
            if isinstance(above, Or) and above.committed not in (None, part.index):
                return self._chosen(above.parts[above.committed])
            if isinstance(above, Then):
                before = [each for each in above.parts[: part.index] if not each.is_reached()]
                if before and root.state is NodeState.INACTIVE:
                    return Wish("order", leaf=before[0].path)
            if above.is_over():
                return Wish("over", above.state.value, leaf=above.path)
            part = above
        return None

    def _barred(self, unit: Unit) -> Wish | None:
        """Whether too few voters are there to be asked."""
        quorum = None if self.accord is None else self.accord.quorum
        if quorum is None or not quorum.lost or unit.busy():
            return None
        return Wish("no_quorum", quorum.reason(quorum.present(self.now_s)).message)

    def _chosen(self, branch: Part) -> Wish:
        """Another alternative: this robot's own choice, or the team's."""
        for unit in units_of(branch):
            if unit.state in (NodeState.CLAIMING, NodeState.RUNNING):
                potential = unit.asker.potential
                return Wish("chose", leaf=unit.path, other_potential=potential)
        return Wish("alternative", leaf=branch.path)


def _scored(unit: Unit, view: View) -> Score | None:
    leaf = unit.asker.leaf
    try:
        return None if leaf is None else leaf.score(view)
    except Exception:  # a leaf that raises says nothing
        return None

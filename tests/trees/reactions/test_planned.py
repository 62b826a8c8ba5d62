"""A plan is about the task; it holds no reaction back."""

from __future__ import annotations

from cotree.core.steps import Plan
from cotree.trees.and_ import And
from tests.kit.disturbed import ARM, BASE, disturbed, goes_wrong, reaction
from tests.kit.rig import Act


def test_a_reaction_starts_although_no_plan_has_it() -> None:
    task = And("task", None, [Act("walk", BASE), Act("stroll", BASE)])
    rig = disturbed(task, reaction("low", Act("charge", ARM), stops="nothing"))
    plan = Plan((("task/walk",), ("task/stroll",)), 2.0, "optimal", "a test")
    rig.engine.prefer(plan)
    rig.engine.preference.passed("task/walk")
    goes_wrong(rig, "low")
    rig.tick()
    assert rig.going() == ["charge", "walk"]
    rig.end("charge")
    assert rig.engine.preference.plan is plan, "what a reaction does ends no plan"

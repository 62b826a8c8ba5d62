from __future__ import annotations

from cotree.reallocation.lead_follow.collaboration import Act, Began, Changed, Did, after, laid
from cotree.reallocation.lead_follow.collaboration.asking import problem_of
from cotree.reallocation.lead_follow.problem import Agent, Means, Running, Subtask

AGENTS = (Agent("ann", "person"), Agent("fetch", "robot"))
EVENTS = (
    Did(Act("ann", "H1", "done")),
    Did(Act("ann", "H1", "bad", right=False)),
    Did(Act("ann", "H2", "given", to="fetch")),
    Did(Act("ann", "H2", "no", right=False, to="fetch")),
    Did(Act("fetch", "R2", "told", to="ann")),
    Began(Act("fetch", "R1", "now")),
    Began(Act("ann", "H3", "bad")),
)


def test_the_question_says_how_the_table_stands() -> None:
    names = ("done", "bad", "given", "no", "told", "now", "open")
    table = laid(tuple(Subtask(id_, {"ann": 6.0, "fetch": 9.0}) for id_ in names), AGENTS)
    for event in EVENTS:
        changed = after(table, event)
        assert isinstance(changed, Changed), changed
        table = changed.table
    means = {"ann": Means(0.4, 0.2)}
    asked = problem_of(
        table, {"fetch": 3.0, "ann": 1.0}, means, {"bad": {"fetch": 9.0}}, refuse_s=2.0
    )
    assert asked.done == {"done"}
    assert asked.wrong == {"bad": {"fetch": 9.0}, "no": {"fetch": 2.0}}
    assert asked.given == {"given": "fetch"}
    assert asked.assigned == {"told": "ann"}
    assert asked.running == {"fetch": Running(3.0, "now"), "ann": Running(1.0, "bad", "correct")}
    assert asked.means == means
    assert [each.id for each in asked.open()] == ["bad", "given", "no", "told", "now", "open"]


def test_words_on_the_tablet_keep_somebody_busy_with_no_subtask() -> None:
    table = laid((Subtask("a", {"ann": 6.0, "fetch": 9.0}),), AGENTS)
    begun = after(table, Began(Act("ann", "H2", "a", to="fetch")))
    assert isinstance(begun, Changed)
    assert problem_of(begun.table, {"ann": 1.0}, {}, {}).running == {"ann": Running(1.0)}

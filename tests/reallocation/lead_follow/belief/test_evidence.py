from __future__ import annotations

from cotree.reallocation.lead_follow.belief import Evidence, belief_of, learnt, means_of, noticed
from cotree.reallocation.lead_follow.problem import Means

GAVE, BACK = Evidence("a", "gave"), Evidence("a", "took_back")


def test_what_was_undone_before_the_robot_looked_did_not_happen() -> None:
    other = Evidence("b", "chose")
    assert noticed([GAVE, other, BACK]) == (other,)


def test_each_undoing_undoes_one_giving_of_its_own_subtask() -> None:
    elsewhere = Evidence("b", "took_back")
    assert noticed([GAVE, elsewhere]) == (GAVE, elsewhere)
    assert noticed([GAVE, BACK, GAVE, BACK, BACK]) == (BACK,)
    assert noticed([BACK, GAVE]) == (BACK, GAVE)


def test_a_batch_is_believed_in_order_of_time() -> None:
    batch = [GAVE, Evidence("b", "chose", right=False), Evidence("c", "gave")]
    step_by_step = belief_of("robust")
    for seen in batch:
        step_by_step = step_by_step.after(seen)
    assert learnt(belief_of("robust"), batch) == step_by_step


def test_a_fixed_belief_stays() -> None:
    belief = belief_of("fixed", p_follow=1.0, p_error=0.35)
    assert learnt(belief, [GAVE]).means == Means(1.0, 0.35)


def test_the_planner_gets_means_per_person() -> None:
    beliefs = {"ann": belief_of("paper"), "bob": belief_of("fixed", p_follow=0.2)}
    means = means_of(beliefs)
    assert list(means) == ["ann", "bob"]
    assert means["bob"].p_follow == 0.2

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotree.reallocation.lead_follow.belief.evidence import Evidence
from cotree.reallocation.lead_follow.belief.paper import (
    Coded,
    PaperError,
    PaperLead,
    _skew_normal,
    _transition,
    paper_belief,
)

CODED: tuple[Coded, ...] = ("F1", "F2", "F3")
CODES = st.lists(st.sampled_from(CODED), max_size=25)


def errors(*actions: bool) -> PaperError:
    belief = PaperError()
    for error in actions:
        belief = belief.after(error)
    return belief


def lead(*codes: Coded, values: int = 6) -> PaperLead:
    belief = paper_belief(values).lead
    for code in codes:
        belief = belief.after(code)
    return belief


def test_the_mean_of_errors_sinks_as_recorded() -> None:
    means = [errors(*[False] * n).mean for n in (1, 2, 3, 80)]
    assert [round(mean, 4) for mean in means] == [0.0764, 0.0559, 0.0443, 0.0306]


def test_the_first_error_weighs_as_recorded() -> None:
    assert errors(True).mean == pytest.approx(0.174, abs=5e-4)


def test_errors_after_five_right_actions_weigh_as_recorded() -> None:
    means = [errors(*[False] * 5, *[True] * n).mean for n in (1, 2, 3)]
    assert [round(mean, 3) for mean in means] == [0.118, 0.277, 0.418]


def test_two_errors_are_forgotten_after_about_six_right_actions() -> None:
    before = errors(*[False] * 5).mean
    after = [errors(*[False] * 5, True, True, *[False] * n).mean for n in range(1, 9)]
    assert next(n for n, mean in enumerate(after, start=1) if mean < before + 0.01) in (5, 6, 7)


def test_the_transition_leaks_as_recorded_and_correct_is_its_mirror_image() -> None:
    up = _transition(True)
    sums = [round(math.fsum(row), 3) for row in up]
    assert sums == [0.861, 0.982, 0.999, 1, 1, 1, 1, 1, 1, 1, 1]
    assert _transition(False)[3] == tuple(reversed(up[7]))


def test_without_skew_half_lies_below_the_middle() -> None:
    # Phi(0) - 2 T(0, 0.1), and T(0, a) = atan(a) / 2 pi
    assert _skew_normal(0.0) == pytest.approx(0.5 - math.atan(0.1) / math.pi, abs=1e-12)


def test_the_prior_has_six_values_or_the_printed_eleven() -> None:
    assert paper_belief().means.p_follow == pytest.approx(0.7)
    assert paper_belief(11).means.p_follow == pytest.approx(0.7)
    assert len(paper_belief(11).lead.odds) == 11
    with pytest.raises(ValueError, match="at least 2 are needed"):
        paper_belief(1)


@given(CODES)
def test_history_acts_only_through_the_floor(codes: list[Coded]) -> None:
    """Inside the grid the belief is y^a (1-y)^b, times the prior (1122 recorded steps)."""
    belief, a, b = paper_belief().lead, 0, 0
    for code in codes:
        seen = code in belief.history or not belief.history
        kind = {"F1", "F3"} & set(belief.history) if code != "F2" else seen
        a, b = (a + bool(kind), b) if code == "F2" else (a, b + bool(kind or not belief.history))
        belief = belief.after(code)
    prior = paper_belief().lead.odds
    # 0.2 and 0.4 stay above the floor with every history of three
    wanted = (0.2 / 0.4) ** a * (0.8 / 0.6) ** b * prior[1] / prior[2]
    if all(_above_floor(codes, n) for n in range(len(codes))):
        assert belief.odds[1] / belief.odds[2] == pytest.approx(wanted, rel=1e-9)


def _above_floor(codes: list[Coded], n: int) -> bool:
    past = codes[max(0, n - 3) : n]
    lead_weight = 10 * past.count("F1") + past.count("F3")
    share = past.count("F2") if codes[n] == "F2" else lead_weight
    return not past or not share or 0.2 * share / (lead_weight + past.count("F2")) > 0.001


def test_giving_weighs_ten_times_in_the_history() -> None:
    """Following after giving twice has the share 1/21, so the floor makes "never" 2 % as likely."""
    before = lead("F1", "F1", "F2")
    after = before.after("F2")
    never, always = (after.odds[i] / before.odds[i] for i in (0, -1))
    assert never / always == pytest.approx(0.001 * 21)
    led = lead("F3", "F3", "F2")
    after = led.after("F2")
    never, always = (after.odds[i] / led.odds[i] for i in (0, -1))
    assert never / always == pytest.approx(0.001 * 3)


@pytest.mark.parametrize(("leads", "follows"), [(5, 5), (10, 9), (20, 19)])
def test_it_takes_as_long_to_come_back_as_it_took_to_go(leads: int, follows: int) -> None:
    led: list[Coded] = ["F3"] * leads
    belief, n = lead(*led), 0
    while belief.mean <= 0.5:
        belief, n = belief.after("F2"), n + 1
    assert abs(n - follows) <= 1


@given(CODES)
def test_following_raises_and_leading_lowers_the_mean(codes: list[Coded]) -> None:
    belief = lead(*codes)
    assert belief.after("F2").mean >= belief.mean - 1e-12
    assert belief.after("F3").mean <= belief.mean + 1e-12
    assert belief.after("F1").mean <= belief.mean + 1e-12
    assert math.fsum(belief.odds) == pytest.approx(1.0, abs=1e-12)


def test_an_own_choice_is_leading_only_while_something_waits() -> None:
    free = Evidence("a", "chose")
    waited = Evidence("a", "chose", robot_waits=True)
    belief = paper_belief()
    assert belief.after(free).lead == belief.lead
    assert belief.after(waited).means.p_follow < belief.means.p_follow


def test_following_without_an_alternative_is_no_news() -> None:
    belief = paper_belief()
    assert belief.after(Evidence("a", "followed", could_follow=True)) == belief
    assert belief.after(Evidence("a", "followed", could_choose=True)).means.p_follow > 0.7


def test_giving_leads_refusing_leads_and_errs() -> None:
    belief = paper_belief()
    assert belief.after(Evidence("a", "gave")).lead.history == ("F1",)
    assert belief.after(Evidence("a", "refused")).lead.history == ("F3",)
    assert belief.after(Evidence("a", "refused")).error.history == (True,)
    assert belief.after(Evidence("a", "returned", right=False)).error.history == (True,)
    assert belief.after(Evidence("a", "took_back")).error.history == (False,)

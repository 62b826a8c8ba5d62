from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotree.core.mission import Metric
from cotree.team import terms as stock
from cotree.team.metric import Wrong, prefer, rank, read, score
from cotree.team.terms import Case, declared_in, term

TERMS = declared_in([stock])
PAPER = Metric({"distance": 1.0, "grasp": 0.1}, gate="soft")
HARD = Metric({"distance": 1.0, "grasp": 0.1}, gate="hard")
NEAR = Metric({"distance": 1.0})

lengths_cm = st.floats(1.0, 300.0)
points = st.floats(0.0, 100.0)


@given(lengths_cm, points)
def test_weights_per_metre_are_the_papers_weights_per_centimetre_times_100(
    far_cm: float, grasp: float
) -> None:
    in_cm = 1.0 / far_cm + 0.001 * grasp
    ours = score(PAPER, TERMS, Case(distance_m=far_cm / 100.0, grasp=grasp)).potential
    assert ours == pytest.approx(100.0 * in_cm)


@given(lengths_cm, points, lengths_cm, points)
def test_metres_and_centimetres_decide_alike(a_cm: float, a: float, b_cm: float, b: float) -> None:
    in_cm = [1.0 / d + 0.001 * g for d, g in ((a_cm, a), (b_cm, b))]
    ours = [
        score(PAPER, TERMS, Case(distance_m=d / 100.0, grasp=g)).potential
        for d, g in ((a_cm, a), (b_cm, b))
    ]
    if abs(in_cm[0] - in_cm[1]) > 1e-9:
        assert (ours[0] > ours[1]) is (in_cm[0] > in_cm[1])


def test_the_burger_of_scenario_2_goes_to_the_one_who_grasps_better() -> None:
    pr2, baxter = Case(distance_m=0.344, grasp=91.0), Case(distance_m=0.342, grasp=13.0)
    assert score(NEAR, TERMS, baxter).potential > score(NEAR, TERMS, pr2).potential
    assert score(PAPER, TERMS, pr2).potential > score(PAPER, TERMS, baxter).potential


def test_nearer_than_a_centimetre_is_a_centimetre() -> None:
    assert score(NEAR, TERMS, Case(distance_m=0.0)).potential == pytest.approx(100.0)
    assert score(NEAR, TERMS, Case(distance_m=0.01)).potential == pytest.approx(100.0)
    assert score(NEAR, TERMS, Case(distance_m=0.02)).potential == pytest.approx(50.0)


def test_what_nobody_knows_adds_nothing() -> None:
    assert score(PAPER, TERMS, Case()).potential == 0.0
    assert score(PAPER, TERMS, Case(grasp=30.0)).potential == pytest.approx(3.0)
    assert score(PAPER, TERMS, Case(distance_m=0.5)).parts == {"distance": pytest.approx(2.0)}


def test_a_soft_gate_lets_a_grasp_of_0_pass() -> None:
    assert score(PAPER, TERMS, Case(distance_m=0.5, grasp=0.0)).potential == pytest.approx(2.0)


def test_a_hard_gate_does_not_consider_a_grasp_of_0() -> None:
    found = score(HARD, TERMS, Case(distance_m=0.5, grasp=0.0))
    assert (found.potential, found.shut, found.risk) == (0.0, ("grasp",), "")


def test_a_hard_gate_lets_pass_who_never_looked() -> None:
    assert score(HARD, TERMS, Case(distance_m=0.5)).potential == pytest.approx(2.0)


def test_a_hard_gate_shuts_nobody_out_of_a_term_without_weight() -> None:
    metric = Metric({"distance": 1.0, "grasp": 0.0}, gate="hard")
    assert score(metric, TERMS, Case(distance_m=0.5, grasp=0.0)).potential == pytest.approx(2.0)


def test_when_nobody_passes_the_hard_gate_it_is_soft_and_says_so() -> None:
    ranked = rank(
        HARD,
        TERMS,
        {"pr2": Case(distance_m=0.5, grasp=0.0), "baxter": Case(distance_m=0.4, grasp=0.0)},
    )
    assert ranked["baxter"].potential > ranked["pr2"].potential > 0.0
    assert ranked["pr2"].risk == (
        "no robot scores above 0 in grasp, so who is best otherwise may try"
    )


def test_when_one_passes_the_hard_gate_the_others_are_not_considered() -> None:
    ranked = rank(
        HARD,
        TERMS,
        {"pr2": Case(distance_m=0.1, grasp=0.0), "baxter": Case(distance_m=0.9, grasp=2.0)},
    )
    assert ranked["pr2"].potential == 0.0
    assert ranked["baxter"].potential > 0.0
    assert ranked["baxter"].risk == ""


def test_a_score_fades_within_5_s_and_seeing_it_again_renews_it() -> None:
    def at(now_s: float, seen_s: float = 10.0) -> float:
        case = Case(grasp=40.0, grasp_seen_s=seen_s, now_s=now_s)
        return score(PAPER, TERMS, case).potential

    assert at(10.0) == pytest.approx(4.0)
    assert at(12.5) == pytest.approx(2.0)
    assert at(15.0) == at(60.0) == 0.0
    assert at(60.0, seen_s=60.0) == pytest.approx(4.0)


def test_an_old_look_still_decides_who_passes_the_gate() -> None:
    can, cannot = (Case(distance_m=0.5, grasp=g, now_s=60.0) for g in (40.0, 0.0))
    assert score(HARD, TERMS, can).potential == pytest.approx(2.0)
    assert score(HARD, TERMS, cannot).potential == 0.0


def test_a_score_from_the_future_is_not_more_than_fresh() -> None:
    case = Case(grasp=40.0, grasp_seen_s=99.0, now_s=1.0)
    assert score(PAPER, TERMS, case).potential == pytest.approx(4.0)


def test_a_value_that_is_no_number_adds_nothing() -> None:
    case = Case(distance_m=0.5, facts={"tries": float("nan")})
    metric = Metric({"distance": 1.0, "success": 1.0})
    assert score(metric, TERMS, case).potential == pytest.approx(2.0)


@pytest.mark.parametrize(
    ("name", "facts", "value"),
    [
        ("battery", {"battery": 0.4}, 0.4),
        ("battery", {"battery": 1.7}, 1.0),
        ("load", {"load": 0.25}, 0.75),
        ("success", {"tries": 0.0}, 0.5),
        ("success", {"tries": 8.0, "successes": 8.0}, 0.9),
        ("success", {"tries": 8.0, "successes": 0.0}, 0.1),
    ],
)
def test_further_terms_read_facts(name: str, facts: dict[str, float], value: float) -> None:
    assert TERMS[name](Case(facts=facts)) == pytest.approx(value)
    assert TERMS[name](Case()) is None


def test_a_new_term_is_one_function_and_its_name_in_the_mission() -> None:
    @term("quiet", unit="per decibel below 60")
    def quiet(case: Case) -> float | None:
        """How quiet the robot is."""
        noise = case.fact("noise")
        return None if noise is None else 60.0 - noise

    terms = {**TERMS, "quiet": quiet}
    metric = read({"distance": 1.0, "quiet": 0.5}, terms)
    assert isinstance(metric, Metric)
    case = Case(distance_m=1.0, facts={"noise": 50.0})
    assert score(metric, terms, case).parts == {"distance": 1.0, "quiet": 5.0}


def test_a_term_must_say_what_it_means() -> None:
    with pytest.raises(TypeError, match="term 'mute': the function has no docstring"):

        @term("mute", unit="-")
        def mute(case: Case) -> float | None:
            return 0.0


def test_the_same_module_twice_declares_each_term_once() -> None:
    assert declared_in([stock, stock]) == TERMS


def test_two_terms_of_one_name_are_a_mistake() -> None:
    from types import ModuleType

    @term("grasp", unit="-")
    def other(case: Case) -> float | None:
        """Another grasp."""
        return 1.0

    rival = ModuleType("rival")
    rival.other = other  # type: ignore[attr-defined]
    with pytest.raises(TypeError, match="rival: the term 'grasp' is declared twice"):
        declared_in([stock, rival])


def test_a_mind_changes_only_for_what_is_5_percent_better() -> None:
    assert prefer({"cup": 1.00, "sugar": 1.04}, "cup", 0.05) == "cup"
    assert prefer({"cup": 1.00, "sugar": 1.06}, "cup", 0.05) == "sugar"
    assert prefer({"cup": 1.00, "sugar": 1.04}, None, 0.05) == "sugar"
    assert prefer({"cup": 0.00, "sugar": 0.01}, "cup", 0.05) == "sugar"
    assert prefer({"sugar": 0.01}, "cup", 0.05) == "sugar"


def test_nothing_suitable_is_nothing_and_equals_keep_their_order() -> None:
    assert prefer({"cup": 0.0}, "cup", 0.05) is None
    assert prefer({}, None, 0.05) is None
    assert prefer({"cup": 1.0, "sugar": 1.0}, None, 0.05) == "cup"


def test_a_written_metric_is_read() -> None:
    assert read({"distance": 1, "grasp": 0.1, "gate": "soft", "hysteresis": 0.1}, TERMS) == Metric(
        {"distance": 1, "grasp": 0.1}, "soft", 0.1
    )
    assert read({"distance": 1.0}, TERMS) == Metric({"distance": 1.0})


@pytest.mark.parametrize(
    ("written", "key", "message"),
    [
        ({"distnace": 1}, "distnace", "no term 'distnace' of the metric; did you mean 'distance'?"),
        ({"distance": "far"}, "distance", "'distance' must be a number of at least 0, found 'far'"),
        ({"distance": True}, "distance", "'distance' must be a number of at least 0, found True"),
        ({"grasp": -1}, "grasp", "'grasp' must be a number of at least 0, found -1"),
        ({"grasp": float("inf")}, "grasp", "'grasp' must be a number of at least 0, found inf"),
        ({"grasp": 1, "gate": "firm"}, "gate", "'gate' must be soft or hard, found 'firm'"),
        ({"grasp": 1, "gate": []}, "gate", "'gate' must be soft or hard, found []"),
        ({"gate": "soft"}, "", "a metric weighs at least one term; known: distance, grasp,"),
    ],
)
def test_a_mistake_in_a_metric_says_what_would_be_right(
    written: dict[str, object], key: str, message: str
) -> None:
    wrong = read(written, TERMS)
    assert isinstance(wrong, tuple)
    assert wrong[0].key == key
    assert wrong[0].message.startswith(message)


def test_every_mistake_in_a_metric_is_named() -> None:
    wrong = read({"distnace": 1, "grasp": -1, "gate": "x"}, TERMS)
    assert isinstance(wrong, tuple)
    assert [type(one) for one in wrong] == [Wrong] * 3

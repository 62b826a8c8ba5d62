"""Random missions of small teams: what is read runs, and whatever a judge is sure of succeeds."""

from __future__ import annotations

import pytest

from cotree import app
from cotree.app.missions import is_team
from cotree.core.errors import InputError
from cotree.core.mission import Mission
from cotree.trees.reading import loads
from tests.kit.anymission import Author

FEW, MANY, ALL = 25, 1000, 100_000
BUILD = 12 * FEW
UNTIL_S = 600.0


def read(text: str) -> Mission | None:
    try:
        return loads(text, "any.yaml")
    except InputError:  # a branch that no single robot could do all of
        return None


@pytest.mark.parametrize(
    "seeds",
    [
        *(range(first, first + FEW) for first in range(0, BUILD, FEW)),
        *(
            pytest.param(range(first, first + MANY), marks=pytest.mark.soak)
            for first in range(BUILD, ALL, MANY)
        ),
    ],
    ids=str,
)
def test_what_a_team_can_do_it_does(seeds: range) -> None:
    judged = 0
    for seed in seeds:
        text, sure = Author(seed).mission()
        mission = read(text)
        if mission is None:
            continue
        run = app.run_team if is_team(mission) else app.run_virtual
        end = run(mission, lambda message: None, until_s=UNTIL_S)
        assert end.result == "success" or not sure, (seed, [str(each) for each in end.reasons])
        judged += sure
    assert judged > len(seeds) // 2

"""What is wrong with ``steps:`` is said once, where it is written, with what would be right."""

from __future__ import annotations

import pytest

from cotree.core.errors import InputError
from cotree.trees.reading import loads

TEXT = """\
mission: m
team:
  fetch: {robot: pr2_right_arm, at: [0, 0]}
  ann:   {person: {}, at: [4, 0]}
steps:
  kinds:
    near: {takes: {ann: 6 s, fetch: 10 s}}
  all:
    W1: [near, near]
    lid: {kind: near, after: W1}
"""


def wrong(old: str, new: str) -> str:
    assert old in TEXT
    with pytest.raises(InputError) as caught:
        loads(TEXT.replace(old, new, 1), "m.yaml")
    return str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("after: W1}", "after: lid}", "10:30: 'lid' waits for itself; take one out of an 'after'"),
        (
            "after: W1}",
            "after: box}\n    box: {kind: near, after: lid}",
            "10:30: 'lid', 'box' wait for each other; take one out of an 'after' here",
        ),
        ("after: W1}", "after: W9}", "10:30: no step 'W9'; did you mean 'W1'?"),
        ("[near, near]", "[near, naer]", "9:16: no kind of step 'naer'; did you mean 'near'?"),
        ("[near, near]", "[near, [near]]", "9:16: expected a kind of step, found a list"),
        ("{ann: 6 s, fetch: 10 s}", "{}", "9:10: nobody can do 'W1.1'; say how long members take"),
        ("kind: near, after: W1", "after: W1", "10:5: nobody can do 'lid'"),
        ("ann: 6 s", "ann: -6 s", "7:25: 'takes': 'ann': must be at least 0, found '-6 s'"),
        ("ann: 6 s", "ann: .nan", "7:25: 'takes': 'ann': expected a duration such as '10 s'"),
        ("ann: 6 s", "ann: .inf", "7:25: 'takes': 'ann': expected a duration such as '10 s'"),
        ("ann: 6 s", "anna: 6 s", "7:20: no teammate 'anna'; did you mean 'ann'?"),
        ("kind: near, after", "kind: near, needs: [welding], after", "step 'lid' has no 'needs'"),
        ("  kinds:", "  alone_at: [nowhere]\n  kinds:", "6:13: no step is at 'nowhere'; known: W1"),
    ],
)
def test_one_line_says_what_is_wrong_and_where(old: str, new: str, message: str) -> None:
    lines = wrong(old, new).splitlines()
    assert len(lines) == 1
    assert lines[0].startswith("m.yaml:")
    assert message in lines[0]


def test_only_those_in_the_circle_are_named() -> None:
    text = wrong("after: W1}", "after: lid}\n    box: {kind: near, after: lid}")
    assert "box" not in text

from __future__ import annotations

from cotree.viewer.differences import differences, marked


def test_equal_texts_do_not_differ() -> None:
    assert differences('{"a":[1,{"b":2}]}', '{"a": [1, {"b": 2}]}') == []


def test_each_place_that_differs_is_named() -> None:
    one = '{"t":1.5,"changes":[{"state":"done"},{"state":"running","path":"a"}]}'
    other = '{"t":1.5,"changes":[{"state":"done"},{"state":"failed"}]}'
    assert differences(one, other) == [
        ("changes[1].path", '"a"', "nothing"),
        ("changes[1].state", '"running"', '"failed"'),
    ]


def test_what_is_missing_or_too_much_is_nothing_on_one_side() -> None:
    assert differences("[1]", "[1,null]") == [("[1]", "nothing", "null")]
    assert differences("", '{"n":1}') == [("all", "nothing", '{"n": 1}')]
    assert differences('{"n":1}', '{"n":true}') == [("n", "1", "true")]


def test_many_differences_are_counted() -> None:
    lines = list(marked("[1,2,3,4]", "[5,6,7,8]", most=2))
    assert lines == [
        "[0]: recorded 1, replayed 5", "[1]: recorded 2, replayed 6", "… and 2 more",
    ]  # fmt: skip

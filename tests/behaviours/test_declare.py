"""Declarations: what the loader, the schema and the reference are made from."""

from __future__ import annotations

from dataclasses import dataclass, fields

import pytest
from py_trees.behaviour import Behaviour

from cotree.behaviours.declare import Children, behaviour, parameter


@dataclass(frozen=True)
class Params:
    much: float = parameter("how much", low=0.0, high=9.0)
    often: int = parameter("how often", default=2)


def test_a_declaration_is_made_of_the_docstring_and_its_example() -> None:
    @behaviour("try it", params=Params, children=Children.ONE, short="much")
    class Some(Behaviour):
        """Do it.

        ```yaml
        - try it: 3
        ```
        """

    declared = Some.declaration  # type: ignore[attr-defined]
    assert (declared.word, declared.doc, declared.example.strip()) == (
        "try it", "Do it.", "- try it: 3",
    )  # fmt: skip
    assert (declared.short, declared.child_key, declared.make) == ("much", "do", Some)


def test_a_behaviour_without_an_example_cannot_be_declared() -> None:
    with pytest.raises(TypeError, match="the docstring shows no ```yaml example"):

        @behaviour("x")
        class Bare(Behaviour):
            """Nothing."""


def test_a_parameter_keeps_its_meaning_and_limits() -> None:
    much, often = fields(Params)
    assert dict(much.metadata) == {"doc": "how much", "low": 0.0, "high": 9.0}
    assert often.default == 2

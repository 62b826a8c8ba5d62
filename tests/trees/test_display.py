from __future__ import annotations

from cotree.core.mission import Blueprint
from cotree.trees.catalogue import catalogue
from cotree.trees.display import caption_of, outline
from cotree.trees.reading import loads

WORDS = catalogue()
HEAD = "mission: m\nteam: {pr2: {robot: pr2}}\nworld: kitchen\n"
TASK = """\
task:
  and:
    - then:
        - retry: {times: 2, pause: 1 s, do: {move: cup}}
        - pick: {object: cup, at: shelf}
        - {perform: wave, name: greet}
      name: fetch
    - or:
        - wait: 1
        - wait: 1
        - parallel: {need: 1, of: [{wait: 2}]}
"""


def task(text: str = TASK) -> Blueprint:
    return loads(HEAD + text, catalogue=WORDS).task


def test_a_task_is_drawn_with_signs_names_and_what_they_do_not_tell() -> None:
    assert outline(task(), WORDS).splitlines() == [
        "∧ task",
        "├── → fetch",
        "│   ├── ↻ retry  (times: 2, pause: 1 s)",
        "│   │   └── move to cup",
        "│   ├── pick cup  (at: shelf)",
        "│   └── greet  (perform what: wave)",
        "└── ∨ or",  # noqa: RUF001
        "    ├── wait 1 s",
        "    ├── wait 1 s #2",
        "    └── ∧ parallel  (need: 1)",
        "        └── wait 2 s",
    ]


def test_plain_ascii_has_the_same_shape() -> None:
    text = outline(task(TASK.replace("greet", "grüß")), WORDS, ascii_only=True)
    assert text.isascii()
    assert text.splitlines()[:6] == [
        "& task",
        "|-- -> fetch",
        "|   |-- * retry  (times: 2, pause: 1 s)",
        "|   |   `-- move to cup",
        "|   |-- pick cup  (at: shelf)",
        "|   `-- gr\\xfc\\xdf  (perform what: wave)",
    ]
    assert text.splitlines()[6] == "`-- or or"


def test_a_caption_of_a_named_wrapper_says_what_it_is() -> None:
    node = task("task: {repeat: {times: 3, do: {wait: 1}}, name: again}")
    assert caption_of(node, WORDS).details == "repeat times: 3"


def test_what_is_written_is_shown_even_if_it_is_the_default() -> None:
    text = outline(
        task("task: {retry: {times: 3, do: {perform: {what: x, duration: 1 s}}}}"), WORDS
    )
    assert text.splitlines() == ["↻ task  (retry times: 3)", "└── perform x  (duration: 1 s)"]
    short = outline(task("task: {retry: {do: {perform: x}}}"), WORDS)
    assert short.splitlines() == ["↻ task  (retry)", "└── perform x"]

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from cotree.viewer.web.asking import Asking, NoAnswer, Question, question_of

ECHO = (sys.executable, "-c", "import sys; print('\\n'.join(sys.argv[1:]))")
REFUSES = (sys.executable, "-c", "import sys; sys.exit('cotree: no node of this name')")
QUESTION = Question("task/cup", 1.5)


def answer(asking: Asking) -> list[str]:
    return asyncio.run(asking.answer(QUESTION))


def test_the_record_is_asked_about_the_node_at_that_moment() -> None:
    asking = Asking(lambda: Path("run.mcap"), ECHO)
    assert answer(asking) == ["--at", "1.500000", "--", "run.mcap", "task/cup"]


def test_a_node_whose_name_looks_like_an_option_is_a_node() -> None:
    asking = Asking(lambda: Path("run.mcap"), ECHO)
    found = asyncio.run(asking.answer(Question("--json", 0.0)))
    assert found[2:] == ["--", "run.mcap", "--json"]


def test_what_is_wrong_is_said_in_its_last_line() -> None:
    with pytest.raises(NoAnswer, match=r"^cotree: no node of this name$"):
        answer(Asking(lambda: Path("run.mcap"), REFUSES))


def test_without_a_record_there_is_no_answer() -> None:
    with pytest.raises(NoAnswer, match="keeps no record"):
        answer(Asking())


def test_one_question_at_a_time() -> None:
    asking = Asking(lambda: Path("run.mcap"), ECHO)

    async def two() -> list[object]:
        both = (asking.answer(QUESTION), asking.answer(QUESTION))
        return list(await asyncio.gather(*both, return_exceptions=True))

    first, second = asyncio.run(two())
    assert isinstance(first, list)
    assert isinstance(second, NoAnswer)
    assert answer(asking) == first


def test_who_takes_too_long_is_stopped() -> None:
    never = (sys.executable, "-c", "import threading; threading.Event().wait()")
    with pytest.raises(NoAnswer, match=r"no answer within 0.1 s; ask 'cotree why run.mcap'"):
        answer(Asking(lambda: Path("run.mcap"), never, patience_s=0.1))


def test_an_answer_is_not_longer_than_a_page_shows() -> None:
    long = (sys.executable, "-c", "print('x' * 10_000_000)")
    (line,) = answer(Asking(lambda: Path("run.mcap"), long))
    assert len(line) == 64 << 10


@pytest.mark.parametrize(
    "data", [b"", b"{}", b"[]", b'{"path": "", "t": 1}', b'{"path": "a", "t": -1}', b"\xff",
             b'{"path": "a", "t": 1e99}', b'{"path": "a", "t": 1, "x": 1}'],
)  # fmt: skip
def test_what_is_no_question_is_refused(data: bytes) -> None:
    with pytest.raises(NoAnswer, match="no question"):
        question_of(data)

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from cotree.commands._start import dying_of_ctrl_c, heeding_ctrl_c


@pytest.fixture(autouse=True)
def as_python_starts() -> Iterator[None]:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def handler() -> object:
    return signal.getsignal(signal.SIGINT)


def test_ctrl_c_kills_until_there_is_something_to_put_in_order() -> None:
    with dying_of_ctrl_c():
        assert handler() is signal.SIG_DFL
        heeding_ctrl_c()
        assert handler() is signal.default_int_handler
        heeding_ctrl_c()
        assert handler() is signal.default_int_handler
    assert handler() is signal.default_int_handler


def test_afterwards_all_is_as_before_also_after_an_error() -> None:
    with pytest.raises(ValueError, match="anything"), dying_of_ctrl_c():
        raise ValueError("anything")
    assert handler() is signal.default_int_handler


def test_who_ignores_ctrl_c_goes_on_ignoring_it() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # as with nohup, or in a background job
    with dying_of_ctrl_c():
        heeding_ctrl_c()
        assert handler() is signal.SIG_IGN
    assert handler() is signal.SIG_IGN

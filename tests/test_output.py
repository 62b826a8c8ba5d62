from __future__ import annotations

import io

import pytest

from cotree.commands._output import Output, complain, unwritable

Streams = pytest.CaptureFixture[str]


class Broken(io.StringIO):
    def __init__(self, error: OSError) -> None:
        super().__init__()
        self.error = error
        self.asked = 0

    def write(self, text: str) -> int:
        self.asked += 1
        raise self.error


def test_lines_are_written_while_somebody_reads(capsys: Streams) -> None:
    output = Output()
    output.line("one")
    output.line("two")
    assert capsys.readouterr().out == "one\ntwo\n"
    assert (output.failure, output.unread) == (None, False)


@pytest.mark.parametrize(
    ("error", "unread"), [(BrokenPipeError(32, "Broken pipe"), True), (OSError(28, "full"), False)]
)
def test_after_a_failure_nothing_is_tried_any_more(
    monkeypatch: pytest.MonkeyPatch, error: OSError, unread: bool
) -> None:
    broken = Broken(error)
    monkeypatch.setattr("sys.stdout", broken)
    output = Output()
    output.line("one")
    output.line("two")
    assert (output.failure, output.unread, broken.asked) == (error, unread, 1)


def test_a_complaint_that_nobody_can_read_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = Broken(BrokenPipeError())
    monkeypatch.setattr("sys.stderr", broken)
    complain("nobody hears this")
    assert broken.asked == 1


def test_what_can_not_be_written_is_named() -> None:
    assert unwritable(OSError(28, "No space left")) == "standard output: No space left"
    assert unwritable(OSError(13, "Permission denied", "a.svg")) == "a.svg: Permission denied"

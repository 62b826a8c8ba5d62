"""Where arms think: at once in virtual time, in a process of their own in real time."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import TypeAlias

from cotree.core.reasons import Reason
from cotree.runtime.child import Child, deaf_to_ctrl_c

Question: TypeAlias = Callable[[], object]
Asked: TypeAlias = "tuple[Question, Future[object]] | None"
"""What is to be thought over, and where the answer goes; None: nobody asks any more."""
DIED = "whoever plans has died of it, twice"


class Beside:
    """Thinks in a process of its own, one question after the other; asking takes no time.

    A process, because planning holds the interpreter's lock for as long as it calls numpy.  Here a
    thread packs the questions and waits for answers, which holds it for about a millisecond.
    """

    def __init__(self) -> None:
        self._questions: SimpleQueue[Asked] = SimpleQueue()
        args = (self._questions, threading.Event())
        threading.Thread(target=_relay, args=args, name="arms", daemon=True).start()
        weakref.finalize(self, _over, *args)

    def __call__(self, question: Question) -> Question:
        """The answer, when it is there; None until then.  A question must be picklable."""
        future: Future[object] = Future()
        self._questions.put((question, future))
        return partial(self._answer, future)

    def _answer(self, future: Future[object]) -> object:
        """What came of it; who waits for an answer is somebody who asks."""
        return future.result() if future.done() else None


class Mind:
    """Who thinks, in the other process; one that dies is replaced."""

    def __init__(self, over: threading.Event) -> None:
        """``over``: nobody wants an answer any more."""
        self._over = over
        self._child: Child | None = None

    def answer(self, question: Question) -> object:
        """What it thinks of this, waited for; what breaks is an answer, too."""
        for _ in range(2):
            if self._over.is_set():
                break
            if self._child is None:
                self._child = Child(serve, _thinker, "arms")
            try:
                self._child.pipe.send(question)
                return self._child.pipe.recv()
            except (EOFError, OSError):
                self.close()
            except Exception as error:  # whatever cannot be packed
                return _broke(error)
        return Reason("no_plan", DIED)

    def close(self) -> None:
        """End it, whatever it thinks of."""
        if self._child is not None:
            self._child.close()
        self._child = None


def serve(pipe: Connection, make: Callable[[], Callable[[Question], object]]) -> None:
    """Answer what is asked until the pipe closes."""
    deaf_to_ctrl_c()
    answered = make()
    while True:
        try:
            pipe.send(answered(pipe.recv()))
        except (EOFError, OSError):  # whoever asked has gone, however it went
            return
        except Exception as error:  # whatever cannot be packed or unpacked
            pipe.send(_broke(error))


def _thinker() -> Callable[[Question], object]:
    return _answered


def _over(questions: SimpleQueue[Asked], over: threading.Event) -> None:
    over.set()
    questions.put(None)


def _relay(questions: SimpleQueue[Asked], over: threading.Event) -> None:
    mind = Mind(over)
    while (asked := questions.get()) is not None and not over.is_set():
        question, future = asked
        future.set_result(mind.answer(question))
    mind.close()


def _answered(question: Question) -> object:
    """What breaks while thinking is an answer, too: one arm gives up, the others go on."""
    try:
        return question()
    except Exception as error:  # whatever arithmetic throws
        return _broke(error)


def _broke(error: Exception) -> Reason:
    return Reason("no_plan", f"{type(error).__name__} while thinking: {error}")

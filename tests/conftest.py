"""How random tests draw: the same cases on every machine, and many new ones in `make soak`."""

from __future__ import annotations

import signal

from hypothesis import settings

# No deadline: a test that looks at the clock fails on a busy machine.
settings.register_profile("cotree", deadline=None, derandomize=True)
settings.register_profile("soak", deadline=None, max_examples=2000)
settings.load_profile("cotree")

# A shell starts what runs in its background deaf to Ctrl-C; so would be all that a test starts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

"""Asking for a favour: request, relay, grant, accept, acknowledge; leases and losses.

A machine that hears messages and the time, and answers with letters and news: no clock, no wire.
The promise: at no moment do two agents count on one helper, whatever is lost, doubled, delayed or
restarted, as long as clocks run equally fast (within ``Terms.slack``).
"""

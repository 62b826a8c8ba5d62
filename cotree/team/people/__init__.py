"""People as teammates: what they reach for, what they are believed to do, and how they are asked.

From hand samples to intent (``hand``, ``aim``), from intent to what a person does (``watch``), from
several watchers to one mirror (``mirror``), from a conflict to a question with an answer
(``dialogue``, ``attention``), and people that a script or a keyboard plays (``script``).
Samples and times go in, values come out: no clock, no dice, no wire.
"""

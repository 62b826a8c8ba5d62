"""People as teammates: what they reach for, what they are believed to do, and how they are asked.

From hand samples (``hand``) to intent (``aim``), from intent to what a person does with which leaf
(``watch``, ``outcome``), from the words of several robots to one mirror (``person``), from a
conflict to a question and its answer (``talk``, ``dialogues``, ``attention``), from what no robot
can do to a person who helps (``favours``), and a person that plays a script (``script``). Samples,
words and times go in, values come out: no clock, no dice, no wire.
"""

"""The values every room speaks in: what is believed, needed, asked, granted, commanded.

Pure: no clock, no dice, no file, no thread, no py_trees.  Time and randomness are arguments.
"""

"""Task trees: then/and/or composites, resources, the tick engine, YAML to trees, displays."""

WORDS_IN = (
    "and_",
    "controls",
    "errands.errand",
    "job",
    "or_",
    "shared_steps",
    "then",
    "whole_sentence",
)
"""The modules that declare words: to read a mission, nothing else in here has to be loaded."""

"""Trees of BehaviorTree.CPP, versions 3 and 4, in and out: what maps, maps; the rest is refused.

``element`` reads XML with nothing in it that could expand or fetch; ``forest`` finds the trees of a
file; ``rules``, ``special`` and ``table`` say what each element is in a mission; ``mission``
writes that as YAML.  ``exporting`` is the way back, and ``writing`` is shared with whoever else
shows trees in this XML.
"""

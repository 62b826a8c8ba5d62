"""The YAML file that says what moves a robot."""

from __future__ import annotations

import msgspec

from cotree.core.errors import InputError, Mistake
from cotree.core.mission import Mark
from cotree.ros.actions.means import Means
from cotree.trees.reading.findings import Findings
from cotree.trees.reading.nodes import plain
from cotree.trees.reading.source import read_text
from cotree.trees.reading.yaml_text import parse


def read_means(path: str) -> Means:
    """The means of a file; InputError says what is wrong with it."""
    findings = Findings()
    node = parse(read_text(path), path, findings)
    if findings:
        raise findings.error()
    try:
        return msgspec.convert(plain(node) if node is not None else {}, Means, strict=False)
    except msgspec.ValidationError as error:
        raise InputError([Mistake(Mark(path, 1, 1), str(error))]) from None

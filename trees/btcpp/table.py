"""The table that says what a tree's own actions are here.

```yaml
actions:
  OpenDoor: {perform: open door}
  GoTo: {move: $goal}          # $goal: the value of the port 'goal'
ignore: {GoTo: [speed]}        # ports that have no meaning here
values: {room: kitchen}        # what stands on the blackboard from the beginning
```
"""

from __future__ import annotations

import contextlib
import dataclasses
import re
from collections.abc import Collection, Mapping

from cotree.trees.btcpp.element import Element
from cotree.trees.btcpp.ports import plain_of
from cotree.trees.btcpp.rules import Unlike
from cotree.trees.btcpp.sprout import Plain
from cotree.trees.reading.findings import Findings, Stopped
from cotree.trees.reading.nodes import Table as Mapped
from cotree.trees.reading.source import read_text
from cotree.trees.reading.yaml_text import parse

KEYS = ("actions", "conditions", "ignore", "values")
_PORT = re.compile(r"\$([A-Za-z_]\w*)")


@dataclasses.dataclass(frozen=True)
class Table:
    """What actions and conditions are here, and what stands on the blackboard."""

    actions: Mapping[str, Plain] = dataclasses.field(default_factory=dict)
    ignore: Mapping[str, Collection[str]] = dataclasses.field(default_factory=dict)
    values: Mapping[str, Plain] = dataclasses.field(default_factory=dict)

    def node(self, name: str, element: Element, ports: Mapping[str, Plain]) -> Plain:
        """The node that an action is, with the values of its ports; ``Unlike`` if they differ."""
        entry = self.actions[name]
        wanted = set(_wanted(entry))
        for port in sorted(wanted - set(ports)):
            raise Unlike(f"the table wants the port '{port}' of {name}, which is not written here")
        unused = set(ports) - wanted - set(self.ignore.get(name, ()))
        for port in sorted(unused):
            raise Unlike(
                f"the table's {name} uses no port '{port}'; write ${port} into it, or "
                f"ignore: {{{name}: [{port}]}}"
            )
        return _filled(entry, ports)


def table_of(path: str) -> Table:
    """The table of a file; ``InputError`` says all that is wrong with it."""
    findings = Findings()
    table = Table()
    with contextlib.suppress(Stopped):
        table = _read(path, findings)
    if findings:
        raise findings.error()
    return table


def _read(path: str, findings: Findings) -> Table:
    root = parse(read_text(path), path, findings)
    if root is None:
        return Table()
    if not isinstance(root, Mapped):
        findings.stop(root.mark, f"a table is a mapping with {', '.join(KEYS)}")
    parts: dict[str, dict[str, Plain]] = {}
    for key, entry in root.entries.items():
        if key not in KEYS:
            findings.add(entry.key.mark, f"no '{key}' in a table; known: {', '.join(KEYS)}")
        elif not isinstance(entry.value, Mapped):
            findings.add(entry.value.mark, f"'{key}' is a mapping from names")
        else:
            parts[key] = {name: plain_of(each.value) for name, each in entry.value.entries.items()}
    ignore = {
        name: [str(each) for each in ports] if isinstance(ports, list) else [str(ports)]
        for name, ports in parts.get("ignore", {}).items()
    }
    actions = {**parts.get("actions", {}), **parts.get("conditions", {})}
    return Table(actions, ignore, parts.get("values", {}))


def _wanted(entry: Plain) -> list[str]:
    if isinstance(entry, str):
        return _PORT.findall(entry)
    if isinstance(entry, list):
        return [name for each in entry for name in _wanted(each)]
    if isinstance(entry, dict):
        return [name for each in entry.values() for name in _wanted(each)]
    return []


def _filled(entry: Plain, ports: Mapping[str, Plain]) -> Plain:
    if isinstance(entry, str):
        alone = _PORT.fullmatch(entry)
        if alone is not None:
            return ports[alone[1]]
        return _PORT.sub(lambda found: str(ports[found[1]]), entry)
    if isinstance(entry, list):
        return [_filled(each, ports) for each in entry]
    if isinstance(entry, dict):
        return {key: _filled(each, ports) for key, each in entry.items()}
    return entry

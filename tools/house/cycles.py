"""Import cycles among modules, those inside functions and for type checkers included.

Import-linter looks at rooms and their siblings; here every module counts by itself.
"""

from __future__ import annotations

import graphlib
from collections.abc import Iterator, Mapping

import grimp


def imports_of(package: str) -> dict[str, set[str]]:
    """What each module of the package imports, wherever in the file."""
    graph = grimp.build_graph(package, cache_dir=None)
    return {name: graph.find_modules_directly_imported_by(name) for name in sorted(graph.modules)}


def cycles(imports: Mapping[str, set[str]]) -> tuple[str, ...]:
    """One line for each cycle; when one import of each is gone, there are none."""
    return tuple(_each({name: set(known) for name, known in imports.items()}))


def _each(imports: dict[str, set[str]]) -> Iterator[str]:
    while True:
        try:
            graphlib.TopologicalSorter(imports).prepare()
        except graphlib.CycleError as error:
            names: list[str] = error.args[1]  # each is imported by the next one
            imports[names[1]].discard(names[0])
            yield " -> ".join(reversed(names))
        else:
            return

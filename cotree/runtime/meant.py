"""Which nodes a name can mean: a path, as much of its end as is needed, or words of its name."""

from __future__ import annotations

from collections.abc import Sequence


def meant(paths: Sequence[str], name: str) -> list[str]:
    """The one node of this path; otherwise all whose path ends like that, else has these words."""
    wanted = name.strip().strip("/")
    if wanted in paths or not wanted:
        return [wanted] if wanted else []
    ending = [path for path in paths if path.endswith(f"/{wanted}")]
    return ending or [path for path in paths if f" {wanted} " in f" {path.rsplit('/', 1)[-1]} "]


def several(name: str, found: Sequence[str]) -> str:
    """That a name means more than one node."""
    more = f" and {len(found) - 4} more" if len(found) > 4 else ""
    return f"'{name}' means several nodes: {', '.join(found[:4])}{more}"

"""How a behaviour says what it is called in YAML, which parameters it takes, and what it contains.

The loader, the JSON Schema, ``cotree show`` and the reference are all made from these
declarations, so a new behaviour is one file and nothing else::

    @dataclass(frozen=True)
    class WaitParams:
        \"\"\"Parameters of ``wait``.\"\"\"

        duration: Seconds = parameter("how long")

    @behaviour("wait", params=WaitParams, short="duration")
    class Wait(ActionLeaf):
        \"\"\"Let time pass.

        ```yaml
        - wait: 5 s
        ```
        \"\"\"

Nothing registers itself anywhere: ``cotree.trees.catalogue`` finds the declared classes.
"""

from __future__ import annotations

import dataclasses
import enum
import re
from collections.abc import Callable
from typing import Annotated, Any, TypeAlias, TypeVar

from py_trees.behaviour import Behaviour

Seconds: TypeAlias = Annotated[float, "s"]
"""A duration; YAML may say ``10``, ``10 s``, ``500 ms``, ``2 min``."""
Metres: TypeAlias = Annotated[float, "m"]
"""A length; YAML may say ``0.3``, ``0.3 m``, ``30 cm``."""
Hertz: TypeAlias = Annotated[float, "Hz"]
"""A rate; YAML may say ``5``, ``5 Hz``."""
ObjectName: TypeAlias = Annotated[str, "object"]
"""The name of an object of the mission's world; checked on loading."""
Names: TypeAlias = Annotated[tuple[str, ...], "names"]
"""One name or several; YAML may say ``corridor`` or ``[corridor, lift]``."""
Fields: TypeAlias = Annotated[dict[str, Any], "fields"]
"""Fields of a message of another program, as deep as they go; it says which there are."""

T = TypeVar("T", bound=type[Behaviour])


class Children(enum.Enum):
    """What a behaviour contains."""

    NONE = "none"
    ONE = "one"
    """``retry: {times: 3, do: <node>}``: the child stands under ``do``."""
    MANY = "many"
    """``then: [<node>, ...]``; with parameters ``parallel: {need: 2, of: [<node>, ...]}``."""


@dataclasses.dataclass(frozen=True)
class Declaration:
    """What the YAML of one behaviour looks like and how it is made."""

    word: str
    make: Callable[..., Behaviour]
    """Called as ``make(name, params)``, with the child or the list of children as third argument
    when it contains any; ``params`` is an instance of ``params``, or None."""
    params: type | None
    children: Children
    short: str | None
    """The parameter that a plain value stands for: ``wait: 5 s``."""
    child_key: str
    """The key under which children stand when parameters are written too."""
    doc: str
    example: str
    """The YAML of the docstring."""


def parameter(
    doc: str,
    *,
    default: Any = dataclasses.MISSING,
    low: float | None = None,
    high: float | None = None,
) -> Any:
    """A parameter: what it means, its default if it may be left out, and its inclusive limits."""
    metadata = {"doc": doc, "low": low, "high": high}
    if default is dataclasses.MISSING:
        return dataclasses.field(metadata=metadata)
    return dataclasses.field(default=default, metadata=metadata)


def behaviour(
    word: str,
    *,
    params: type | None = None,
    children: Children = Children.NONE,
    short: str | None = None,
    child_key: str | None = None,
) -> Callable[[T], T]:
    """Declare a class as the behaviour ``word`` of the YAML."""

    def declare(cls: T) -> T:
        doc = (cls.__doc__ or "").strip()
        found = re.search(r"```yaml\n(.*?)```", doc, re.DOTALL)
        if found is None:
            raise TypeError(f"{cls.__qualname__}: the docstring shows no ```yaml example")
        cls.declaration = Declaration(  # type: ignore[attr-defined]
            word=word,
            make=cls,
            params=params,
            children=children,
            short=short,
            child_key=child_key or ("do" if children is Children.ONE else "of"),
            doc=doc[: found.start()].strip(),
            example=found.group(1),
        )
        return cls

    return declare

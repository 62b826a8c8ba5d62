"""Where the URDF of a robot is, when the package ``example-robot-data`` is installed."""

from __future__ import annotations

import pathlib
from importlib import metadata

from cotree.manipulation.reach.urdf import Description, UrdfError, read

PACKAGE = "example-robot-data"
FILES = {
    "pr2": "pr2_description/urdf/pr2.urdf",
    "baxter": "baxter_description/urdf/baxter.urdf",
    "tiago": "tiago_description/robots/tiago.urdf",
}


def installed(robot: str) -> Description:
    """The description of a robot from the installed package; UrdfError says what is missing."""
    if robot not in FILES:
        raise UrdfError(f"no model of {robot!r}; {PACKAGE} has {', '.join(sorted(FILES))}")
    return from_file(where(robot))


def where(robot: str) -> pathlib.Path:
    """The file itself."""
    try:
        files = metadata.files(PACKAGE) or []
    except metadata.PackageNotFoundError:
        raise UrdfError(f"{robot}: needs its model; pip install {PACKAGE}") from None
    for file in files:
        if file.as_posix().endswith("/" + FILES[robot]):
            return pathlib.Path(str(file.locate())).resolve()
    raise UrdfError(f"{robot}: the installed {PACKAGE} has no {FILES[robot]}")


def from_file(path: pathlib.Path) -> Description:
    """The description in a file; UrdfError says in one line why it cannot be used."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UrdfError(f"{path}: {getattr(error, 'strerror', None) or 'not UTF-8'}") from None
    return read(text, str(path.name))

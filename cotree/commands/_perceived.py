"""What ``cotree perceive`` writes: lines or one document, and the drawing."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cotree.perception.footage import Footage
    from cotree.perception.frame import Frame
    from cotree.perception.glance import Glance


class Report:
    """Prints each picture's findings, or keeps them for one document, and draws them."""

    def __init__(self, args: argparse.Namespace, place: Path, footage: Footage) -> None:
        from pathlib import Path

        from cotree.perception.footage.shots import opencv
        from cotree.perception.glance.album import Album

        self._args, self._footage, self._cv2 = args, footage, opencv()
        name = place.resolve().stem or "bag"
        self._album = Album(Path(args.out), name, footage.kind, footage.rate_hz, self._cv2)
        self._frames: list[dict[str, object]] = []
        self._count, self._found = 0, 0

    def take(self, frame: Frame, glance: Glance) -> None:
        """The next picture."""
        from cotree.perception.glance import drawn
        from cotree.perception.glance.telling import lines, values

        self._album.add(drawn(frame, glance, self._cv2))
        self._count, self._found = self._count + 1, self._found + len(glance)
        if self._args.json:
            self._frames.append(values(glance))
            return
        when = "" if self._footage.kind == "image" else f"{glance.t_s:8.2f} s  "
        for line in lines(glance):
            print(f"{when}{line}")

    def end(self, cut: str) -> None:
        """Say where the drawing is."""
        file = self._album.close()
        if not self._args.json:
            pictures = "1 picture" if self._count == 1 else f"{self._count} pictures"
            if file is not None:
                print(f"{self._found or 'nothing'} found in {pictures}; drawn: {file}")
            return
        import msgspec

        told = {
            "file": self._args.file,
            "kind": self._footage.kind,
            "frames": self._frames,
            "drawn": None if file is None else str(file),
            "notes": self._footage.notes,
            "cut": cut,
        }
        print(msgspec.json.encode(told).decode())

"""Where drawn pictures go: one PNG for an image, one MP4 for a video or a bag."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Protocol

from cotree.perception.footage.shots import FootageError, Kind
from cotree.perception.frame import Image


class _Writer(Protocol):
    def write(self, image: object) -> None: ...

    def release(self) -> None: ...


class Album:
    """Takes drawn pictures in order; ``close`` ends the file and says where it is."""

    def __init__(
        self, folder: Path, name: str, kind: Kind, rate_hz: float, cv2: ModuleType
    ) -> None:
        self.file = folder / f"{name}.seen{'.png' if kind == 'image' else '.mp4'}"
        self._folder, self._kind, self._rate_hz, self._cv2 = folder, kind, rate_hz, cv2
        self._writer: _Writer | None = None
        self._size = (0, 0)
        self._count = 0

    def add(self, image: Image) -> None:
        """The next picture; FootageError when it cannot be written."""
        if not self._count:
            self._begin(image)
        self._count += 1
        height, width = image.shape[:2]
        bgr = self._cv2.cvtColor(image, self._cv2.COLOR_RGB2BGR)
        if self._kind == "image":
            self._write(self._cv2.imencode(".png", bgr)[1].tobytes())
            return
        if (width, height) != self._size:
            bgr = self._cv2.resize(bgr, self._size)
        if self._writer is not None:
            self._writer.write(bgr)

    def close(self) -> Path | None:
        """The file, if anything is in it."""
        if self._writer is not None:
            self._writer.release()
        return self.file if self._count else None

    def _begin(self, image: Image) -> None:
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise FootageError(f"{self._folder}: cannot be made: {error.strerror}") from None
        if self._kind == "image":
            return
        self._size = (image.shape[1], image.shape[0])
        code = self._cv2.VideoWriter_fourcc(*"mp4v")
        writer = self._cv2.VideoWriter(str(self.file), code, self._rate_hz, self._size)
        if not writer.isOpened():
            raise FootageError(f"{self.file}: cannot be written")
        self._writer = writer

    def _write(self, data: bytes) -> None:
        try:
            self.file.write_bytes(data)
        except OSError as error:
            raise FootageError(f"{self.file}: cannot be written: {error.strerror}") from None

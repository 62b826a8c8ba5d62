"""``cotree perceive``: what cameras see in an image, a video or a bag, drawn and told."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cotree.perception.camera import Camera
    from cotree.perception.footage import Footage, Shot
    from cotree.perception.frame import Frame
    from cotree.perception.glance import Glance, Senses

FOCAL = 0.9
"""Of the picture's width: the focal length of a usual camera, where nobody says it."""
CHATTER = {"OPENCV_LOG_LEVEL": "OFF", "OPENCV_FFMPEG_LOGLEVEL": "-8"}
"""How quiet OpenCV is, which reads this once, when it loads."""


def add(subparsers: Any) -> None:
    """Declare the command."""
    parser = subparsers.add_parser(
        "perceive",
        help="what is seen in an image, a video or a bag: hands, markers, things",
        description="Find hands with their landmarks, ArUco markers, and, where there is depth, "
        "the things on a table; print one line for each, and draw all of it. A bag is an MCAP or "
        "SQLite file of ROS 2, or its folder; its depth images and lens are used. Nothing asks the "
        "network. Exit code: 0 all was looked at, 2 bad input. Needs cotree[perception].",
    )
    parser.add_argument("file", metavar="FILE", help="an image, a video, or a bag of ROS 2")
    parser.add_argument("--json", action="store_true", help="everything as one JSON document")
    parser.add_argument(
        "--out", metavar="DIR", default="out", help="where the drawing goes (default: out)"
    )
    parser.add_argument(
        "--depth",
        metavar="FILE",
        help="an image's depth: .npy in metres, or a 16-bit PNG in millimetres",
    )
    parser.add_argument("--topic", metavar="NAME", help="of a bag (default: its first pictures)")
    for name, what in (("from", "where the camera is"), ("at", "a point that it looks at")):
        parser.add_argument(
            f"--{name}",
            dest=f"{name}_m",
            nargs=3,
            type=float,
            metavar=("X", "Y", "Z"),
            help=f"{what}, in metres; needed for things, which stand on a level table",
        )
    parser.add_argument(
        "--focal",
        type=float,
        metavar="PX",
        help=f"focal length in pixels (default: the bag's, or {FOCAL:g} of the width)",
    )
    parser.add_argument(
        "--marker", type=float, default=0.05, metavar="M", help="side of the markers (0.05)"
    )
    parser.add_argument("--dictionary", default="4X4_50", help="of the markers (4X4_50)")


def run(args: argparse.Namespace) -> int:
    """Look, tell and draw."""
    import os

    from cotree.commands._output import complain
    from cotree.perception.hushed import hushed

    wrong = _wrong(args)
    if wrong:
        complain(wrong)
        return 2
    for name, value in CHATTER.items():
        os.environ.setdefault(name, value)
    with hushed():
        return _looked(args)


def _wrong(args: argparse.Namespace) -> str:
    if (args.from_m is None) != (args.at_m is None):
        return "--from and --at go together: where the camera is, and a point that it looks at"
    if args.from_m is not None and args.from_m == args.at_m:
        return "--from and --at are the same point; the camera looks at another one"
    if args.focal is not None and not 0.0 < args.focal < 1e5:
        return f"--focal {args.focal:g}: pixels, more than 0"
    return ""


def _looked(args: argparse.Namespace) -> int:
    from pathlib import Path

    from cotree.commands._output import complain
    from cotree.commands._perceived import Report
    from cotree.perception.blind import Blind
    from cotree.perception.footage import FootageError, Wish, open_footage
    from cotree.perception.glance import Wanted, open_senses

    place = Path(args.file)
    depth = None if args.depth is None else Path(args.depth)
    footage = open_footage(place, Wish(depth, args.topic))
    opened = open_senses(Wanted(marker_m=args.marker, dictionary=args.dictionary))
    if isinstance(opened, Blind):
        raise FootageError(str(opened))
    with opened as senses:
        report = Report(args, place, footage)
        cut = ""
        try:
            for frame, glance in _glances(args, footage, senses):
                report.take(frame, glance)
        except FootageError as error:
            cut = str(error)
        report.end(cut)
    for note in footage.notes:
        complain(note)
    if cut:
        complain(cut)
    return 2 if cut else 0


def _glances(
    args: argparse.Namespace, footage: Footage, senses: Senses
) -> Iterator[tuple[Frame, Glance]]:
    """Each picture with what is seen in it; what cannot be looked at is noted once."""
    from cotree.perception.blind import Blind
    from cotree.perception.footage import FootageError
    from cotree.perception.frame import frame_of

    for shot in footage.shots:
        camera = _camera(args, shot)
        frame = frame_of(shot.t_s, shot.rgb, shot.depth, camera)
        if isinstance(frame, Blind) and footage.kind != "image" and shot.depth is not None:
            _note(footage, str(frame))
            frame = frame_of(shot.t_s, shot.rgb, None, camera)
        if isinstance(frame, Blind):
            raise FootageError(f"{args.file}: {frame}")
        level = args.from_m is not None
        if frame.depth_m is not None and not level:
            _note(footage, "things are found on a level table: say where the camera is, "
                  "such as --from 0 -0.8 1.5 --at 0 0 0.8")  # fmt: skip
        glance = senses.look(frame, things=level and frame.depth_m is not None)
        for sense, reason in glance.blind.items():
            _note(footage, f"{sense}: {reason}")
        yield frame, glance


def _note(footage: Footage, text: str) -> None:
    if text not in footage.notes:
        footage.notes.append(text)


def _camera(args: argparse.Namespace, shot: Shot) -> Camera:
    from dataclasses import replace

    from cotree.perception.camera import Camera, looking

    height, width = shot.rgb.shape[:2]
    focal = args.focal or FOCAL * width
    lens = (focal, focal, (width - 1) / 2, (height - 1) / 2)
    fx, fy, cx, cy = shot.lens if shot.lens is not None and args.focal is None else lens
    if args.from_m is None:
        return Camera(fx, fy, cx, cy)
    return replace(looking(tuple(args.from_m), tuple(args.at_m)), fx=fx, fy=fy, cx=cx, cy=cy)

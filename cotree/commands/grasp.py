"""``cotree grasp``: how grippers could take the thing of a cloud, scored and drawn."""

from __future__ import annotations

import argparse
import contextlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from cotree.manipulation.clouds import Cloud
    from cotree.manipulation.frames import Array
    from cotree.manipulation.grasps import Found, GraspServer, Gripper
    from cotree.runtime.last import Last

USELESS = {"bad_cloud", "empty_cloud", "no_depth", "few_points", "too_large", "bad_camera"}
"""Reasons that say something about the cloud and not about a gripper."""
SHOWN = 5
"""So many grasps are told and drawn."""
AWAY_M, ABOVE_M = 0.6, 0.6
"""Where the camera is believed to be when nobody says it."""


def add(subparsers: Any) -> None:
    """Declare the command."""
    parser = subparsers.add_parser(
        "grasp",
        help="how well grippers could take the thing of a cloud of points",
        description="Sample grasps of one thing, cut out of what a depth camera saw, with z up and "
        "in metres; print the best of each gripper with their scores from 0 to 100, and draw them. "
        "PLY, PCD and NPY files, and text with x y z in a line. Exit code: 0 it can be grasped, "
        "1 by no gripper asked for, 2 bad input.",
    )
    parser.add_argument("cloud", metavar="CLOUD", help="a file of points of one thing")
    parser.add_argument(
        "--gripper",
        action="append",
        choices=("pr2", "baxter", "fetch"),
        help="whose gripper; may be given more than once (default: all)",
    )
    parser.add_argument(
        "--eye",
        nargs=3,
        type=float,
        metavar=("X", "Y", "Z"),
        help="where the camera was (default: as a PCD says it, or else between the thing and the "
        f"origin, {AWAY_M:g} m away and {ABOVE_M:g} m above)",
    )
    parser.add_argument(
        "--table", type=float, metavar="Z", help="height of the table (default: the lowest point)"
    )
    parser.add_argument(
        "--any",
        action="store_true",
        help="from all sides, also for the PR2 (else sideways) and Baxter (else from above)",
    )
    parser.add_argument(
        "--gpd",
        nargs="?",
        const="",
        metavar="SERVICE",
        help="ask GPD over ROS instead of our own sampler: this service of gpd_ros (default: "
        "/detect_grasps), or plain:NAME for its two topics of std_msgs",
    )
    parser.add_argument("--json", action="store_true", help="everything as JSON")
    parser.add_argument(
        "--out", metavar="PNG", help="where the drawing goes (default: out/CLOUD.grasps.png)"
    )


def run(args: argparse.Namespace) -> int:
    """Sample, tell and draw."""
    from pathlib import Path

    from cotree.commands._output import complain
    from cotree.manipulation.clouds import CloudError, read_cloud
    from cotree.manipulation.grasps import ANY, GRIPPERS, RANGES, Question

    file = Path(args.cloud)
    out = Path(args.out) if args.out else Path("out") / f"{file.stem}.grasps.png"
    if out.suffix.lower() != ".png":
        raise CloudError(f"{out}: the drawing is a .png")
    cloud = read_cloud(file)
    eye, table_z = _seen_from(args, cloud)
    found: dict[str, Found] = {}
    with _server(args.gpd, args.last) as server:
        for name in dict.fromkeys(args.gripper or GRIPPERS):
            allowed = ANY if args.any else RANGES.get(name, ANY)
            answer = server.ask(Question(cloud.points, eye, GRIPPERS[name], table_z, allowed))
            if answer.reason is not None and answer.reason.code in USELESS:
                raise CloudError(f"{file}: {answer.reason.message}")
            found[name] = answer
    if not args.json:
        _tell(found)
    drawn = _draw(cloud, eye, found, out)
    if args.json:
        _tell_json(args, found, eye, table_z, drawn)
    elif drawn is not None:
        print(f"drawn: {drawn}")
    if args.eye is None and cloud.eye is None:
        where = " ".join(f"{value:.2f}" for value in eye)
        complain(f"the camera is believed to be at {where}; --eye X Y Z says where it was")
    return 0 if any(each.best is not None for each in found.values()) else 1


@contextlib.contextmanager
def _server(gpd: str | None, last: Last) -> Iterator[GraspServer]:
    """Who is asked for grasps."""
    if gpd is None:
        from cotree.manipulation.grasps import Sampler

        yield Sampler()
        return
    from cotree.app.grasp_servers import server_named
    from cotree.commands._output import complain

    with server_named(gpd, complain, last.do) as server:
        yield server


def _seen_from(args: argparse.Namespace, cloud: Cloud) -> tuple[Array, float]:
    """Where the camera was, and how high the table is."""
    import numpy as np

    from cotree.core.frames import unit

    points = cloud.points[np.isfinite(cloud.points).all(axis=1)]
    table_z = float(points[:, 2].min()) if args.table is None else float(args.table)
    said = args.eye if args.eye is not None else cloud.eye
    if said is not None:
        return np.array(said, dtype=float), table_z
    middle = np.median(points, axis=0)
    back = np.array((-middle[0], -middle[1], 0.0))
    side = unit(back) if np.linalg.norm(back) > 0.05 else np.array((-1.0, 0.0, 0.0))
    return middle + AWAY_M * side + (0.0, 0.0, ABOVE_M), table_z


def _tell(found: dict[str, Found]) -> None:
    for name, each in found.items():
        if each.best is None:
            print(f"{name:8}   0  {each.reason}")
        for i, grasp in enumerate(each.grasps[:SHOWN]):
            at, come = (
                " ".join(f"{round(value, 3) + 0.0:.3f}" for value in values)
                for values in (grasp.at, grasp.approach)
            )
            print(
                f"{name if not i else '':8} {grasp.score:3.0f}  at {at} m, coming along {come}, "
                f"{grasp.width_m * 1000:.0f} mm between the fingers"
            )


def _tell_json(
    args: argparse.Namespace,
    found: dict[str, Found],
    eye: Array,
    table_z: float,
    drawn: Path | None,
) -> None:
    import dataclasses

    import msgspec

    grippers = {
        name: {
            "score": each.score,
            "grasps": [dataclasses.asdict(grasp) for grasp in each.grasps],
            "reason": None if each.reason is None else str(each.reason),
        }
        for name, each in found.items()
    }
    told = {
        "cloud": args.cloud,
        "eye": eye.tolist(),
        "table_z": table_z,
        "grippers": grippers,
        "drawn": None if drawn is None else str(drawn),
    }
    print(msgspec.json.format(msgspec.json.encode(told), indent=2).decode())


def _draw(cloud: Cloud, eye: Array, found: dict[str, Found], out: Path) -> Path | None:
    """All grippers below each other; None, with a line, where there is no OpenCV to draw with."""
    import numpy as np

    from cotree.commands._output import complain
    from cotree.manipulation.clouds import CloudError
    from cotree.manipulation.grasps import GRIPPERS
    from cotree.manipulation.picture import picture
    from cotree.perception.blind import Blind, library

    cv2 = library("cv2", "perception")
    if isinstance(cv2, Blind):
        complain(f"nothing is drawn: {cv2}")
        return None

    def one(gripper: Gripper, each: Found) -> Any:
        why = "" if each.reason is None else each.reason.code.replace("_", " ")
        return picture(cloud.points, eye, gripper, each.grasps[:SHOWN], why, cv2)

    rows = [one(GRIPPERS[name], each) for name, each in found.items()]
    data = cv2.imencode(".png", np.concatenate(rows)[..., ::-1])[1].tobytes()
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_bytes(data)
    except OSError as error:
        raise CloudError(f"{out}: cannot be written: {error.strerror}") from None
    return out

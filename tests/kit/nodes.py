"""A team whose robots are lifecycle nodes of ROS, and whose others speak over ROS, too."""

from __future__ import annotations

from pathlib import Path

from tests.kit.processes import Process, Surroundings, Team


class Nodes(Team):
    """The processes of one mission in one domain."""

    def __init__(self, folder: Path, mission: str, domain: int, name: str = "") -> None:
        super().__init__(folder, mission, "ros", name)
        log = str(folder / "log")
        self.around = Surroundings({"ROS_DOMAIN_ID": str(domain), "ROS_LOG_DIR": log})

    def robot(self, name: str, *more: str, record: str = "") -> Process:
        where = ("--record", f"{record or name}.mcap")
        ours = (*where, *self.quick, *more)
        return self.node(name, f"name:={name}", "mission:=mission.yaml", ours=ours)

    def node(
        self, name: str, *parameters: str, ours: tuple[str, ...] = (), ros: tuple[str, ...] = ()
    ) -> Process:
        """A robot with these parameters, options of our own, and arguments for ROS."""
        given = [word for parameter in parameters for word in ("-p", parameter)]
        return self.lives(name, "robot", *ours, "--ros-args", *given, *ros)

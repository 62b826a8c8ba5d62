"""The files of a new package; ``@NAME@``, ``@LEAF@`` and ``@Leaf@`` stand for its names."""

from __future__ import annotations

from collections.abc import Mapping

PACKAGE_XML = """\
<?xml version="1.0"?>
<?xml-model href="http://download.ros.org/schema/package_format3.xsd" schematypens="http://www.w3.org/2001/XMLSchema"?>
<package format="3">
  <name>@NAME@</name>
  <version>0.1.0</version>
  <description>A leaf for cotree: @LEAF@</description>
  <!-- Without a valid e-mail address colcon silently drops the ament type. -->
  <maintainer email="maintainer@example.org">The maintainers of @NAME@</maintainer>
  <license>Apache-2.0</license>

  <exec_depend>cotree</exec_depend>
  <exec_depend>launch</exec_depend>
  <exec_depend>launch_ros</exec_depend>
  <test_depend>python3-pytest</test_depend>

  <export>
    <build_type>ament_python</build_type>
  </export>
</package>
"""

SETUP_PY = '''\
"""Installs with pip and builds with colcon; cotree finds the leaf by its entry point."""

from glob import glob

from setuptools import find_packages, setup

NAME = "@NAME@"

setup(
    name=NAME,
    version="0.1.0",
    description="A leaf for cotree: @LEAF@",
    license="Apache-2.0",
    maintainer="The maintainers of @NAME@",
    maintainer_email="maintainer@example.org",
    packages=find_packages(include=[NAME, f"{NAME}.*"]),
    data_files=[
        ("share/ament_index/resource_index/packages", [f"resource/{NAME}"]),
        (f"share/{NAME}", ["package.xml"]),
        (f"share/{NAME}/launch", glob("launch/*.launch.py")),
        (f"share/{NAME}/missions", glob("missions/*.yaml")),
    ],
    install_requires=["cotree"],
    extras_require={"test": ["pytest"]},  # colcon runs pytest when an extra is called "test"
    entry_points={"cotree.leaves": ["@LEAF@ = @NAME@.@LEAF@:@Leaf@"]},
    zip_safe=False,
)
'''

SETUP_CFG = """\
[develop]
script_dir=$base/lib/@NAME@
[install]
install_scripts=$base/lib/@NAME@
"""

LEAF_PY = '''\
"""``@LEAF@``: what this package adds to cotree."""

from __future__ import annotations

from dataclasses import dataclass

from cotree.behaviours.declare import behaviour, parameter
from cotree.behaviours.leaf import ActionLeaf
from cotree.core.actions import Action, Perform
from cotree.core.belief import View
from cotree.core.resources import Need
from cotree.core.steps import Step


@dataclass(frozen=True)
class @Leaf@Params:
    """Parameters of ``@LEAF@``."""

    times: int = parameter("how often", default=1, low=1)


@behaviour("@LEAF@", params=@Leaf@Params, short="times")
class @Leaf@(ActionLeaf):
    """Do it so many times, with the head.

    ```yaml
    - @LEAF@
    - @LEAF@: 2
    ```
    """

    params: @Leaf@Params
    if_unsure = "redo"  # nobody knows whether it was done: do it again

    def needs(self, view: View) -> tuple[Need, ...]:
        """The head, alone."""
        return (Need("head"),)

    def step(self, view: View) -> Step | None:
        """What look-ahead should know."""
        return Step(self.needs(view), duration_s=float(self.params.times))

    def action(self) -> Action:
        """What the body does: it knows this by name, and in simulation it only takes time."""
        return Perform("@LEAF@", float(self.params.times), {"times": float(self.params.times)})
'''

TEST_PY = '''\
"""The leaf does what every leaf of cotree must, and what it is for."""

from __future__ import annotations

from pathlib import Path

from cotree.behaviours.leaf import Leaf
from cotree.conformance.leaf import LeafConformance
from cotree.core.actions import Begin, Perform
from cotree.core.mission import ResourceModel
from cotree.trees.reading import load

from @NAME@.@LEAF@ import @Leaf@, @Leaf@Params

MISSION = Path(__file__).resolve().parent.parent / "missions" / "@NAME@.yaml"


class Test@Leaf@(LeafConformance):
    resources = (ResourceModel("head", "head"),)

    def leaf(self) -> Leaf:
        return @Leaf@("@LEAF@", @Leaf@Params(times=2))

    def test_it_asks_the_body_for_so_many_times(self) -> None:
        (begin,) = [each for each in self.started().commands if isinstance(each, Begin)]
        assert begin.action == Perform("@LEAF@", 2.0, {"times": 2.0})


def test_the_mission_knows_the_word() -> None:
    assert {node.word for node in load(str(MISSION)).task.walk()} == {"then", "@LEAF@", "wait"}
'''

MISSION_YAML = """\
# cotree run missions/@NAME@.yaml
mission: try @LEAF@
team: {pr2: {robot: pr2}}
task:
  then:
    - @LEAF@: 2
    - wait: 1 s
    - @LEAF@
"""

LAUNCH_PY = '''\
"""Start the robot of the mission: ``ros2 launch @NAME@ @NAME@.launch.py``."""


def generate_launch_description():
    """One process, the executor of the mission's robot."""
    from ament_index_python.packages import get_package_share_directory
    from launch import LaunchDescription
    from launch.actions import DeclareLaunchArgument
    from launch.substitutions import LaunchConfiguration
    from launch_ros.actions import Node

    mission = f"{get_package_share_directory('@NAME@')}/missions/@NAME@.yaml"
    arguments = ["--mission", LaunchConfiguration("mission"), "--name", LaunchConfiguration("name")]
    return LaunchDescription(
        [
            DeclareLaunchArgument("mission", default_value=mission),
            DeclareLaunchArgument("name", default_value="pr2"),
            Node(package="cotree", executable="robot", arguments=arguments, output="screen"),
        ]
    )
'''

README_MD = """\
# @NAME@

A leaf for cotree: `@LEAF@`.

    pip install -e .             # or: colcon build, in a workspace with cotree
    pytest                       # the leaf keeps every promise of a leaf
    cotree words @LEAF@          # what can be written
    cotree run missions/@NAME@.yaml

`@NAME@/@LEAF@.py` is the leaf, `test/test_@LEAF@.py` its test, `setup.py` tells cotree of it.
"""

FILES: Mapping[str, str] = {
    "package.xml": PACKAGE_XML,
    "setup.py": SETUP_PY,
    "setup.cfg": SETUP_CFG,
    "README.md": README_MD,
    "resource/@NAME@": "",
    "@NAME@/__init__.py": '"""A leaf for cotree: ``@LEAF@``."""\n',
    "@NAME@/@LEAF@.py": LEAF_PY,
    "test/test_@LEAF@.py": TEST_PY,
    "missions/@NAME@.yaml": MISSION_YAML,
    "launch/@NAME@.launch.py": LAUNCH_PY,
}
"""By path."""

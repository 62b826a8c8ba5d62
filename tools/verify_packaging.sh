#!/usr/bin/env bash
# Prove that cotree installs: pip (plain, editable, wheel from sdist, zip without links) and
# colcon (plain, --merge-install, --symlink-install).  Works on a copy, in throw-away folders;
# needs git, pip with an index, and the .venv of tools/setup.sh (or PYTHON=...).
set -uo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
[ "$(df --output=avail /dev/shm 2>/dev/null | tail -1)" -gt 4000000 ] 2>/dev/null && disk=/dev/shm # never waits
work=$(mktemp -d -p "${disk:-${TMPDIR:-/tmp}}")
trap 'rm -rf "$work"' EXIT
python=${PYTHON:-$here/.venv/bin/python}
unset PYTHONDONTWRITEBYTECODE # many processes start from each install
export PIP_QUIET=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_COMPILE=1 PYTHONPATH=
failed=$work/failed # a line for each failure, of all lanes

check() { # name, command...
    local name=$1 output
    shift
    if output=$("$@" 2>&1 </dev/null); then
        printf 'pass  %s\n' "$name"
    else
        printf 'FAIL  %s\n%s\n' "$name" "$(tail -8 <<<"$output" | sed 's/^/      /')"
        echo "$name" >>"$failed"
    fi
}

copy_sources() { # everything that is, or could be, committed; as a repository of its own
    git -c safe.directory='*' -C "$here" ls-files -z --cached --others --exclude-standard >"$work/files" || exit 1
    mkdir "$work/origin" && cd "$work/origin" || exit 1
    tar -C "$here" --null --ignore-failed-read -cf - -T "$work/files" 2>/dev/null | tar -xf -
    git init -q && git add -A && git -c user.name=v -c user.email=v@v.v commit -qm v
    cp -r config/missions "$work/missions" && cd "$work" || exit 1
}
clone() { git clone -q "${@:2}" "$work/origin" "$work/$1"; }
venv() { "$python" -m venv --without-pip "$work/$1"; }
pip() { "$python" -m pip --python "$work/$1/bin/python" "${@:2}"; } # environment, command...

finds='
import pathlib
from importlib import resources
import cotree.cli, cotree.core.belief, cotree.trees, cotree.behaviours, cotree.reallocation
config = resources.files("cotree") / "config"
if not config.is_dir():  # an editable install of a clone without links
    config = pathlib.Path(str(resources.files("cotree"))).parent / "config"
missions = [f for f in (config / "experiments").iterdir() if f.name.endswith(".yaml")]
assert missions and all(f.read_text(encoding="utf-8") for f in missions), "no config/experiments"
'
alone='
import importlib.util
for folder in ("trees", "behaviours", "reallocation", "perception", "manipulation", "config"):
    assert importlib.util.find_spec(folder) is None, folder + " pollutes sys.path"
'

# Run a robot as ROS would, look for its node, and stop it when it waits for its team.
node='
import os, signal, subprocess, sys, threading, time
import cotree, rclpy
prefix = os.environ["COLCON_PREFIX_PATH"]
assert cotree.__file__.startswith(prefix), cotree.__file__ + " is not what colcon has installed"
mission, names = sys.argv[2], ("-r", "__ns:=/robot1", "-r", "__node:=mission")
given = ("-p", "name:=pr2", "-p", "mission:=" + mission, *names)
signal.signal(signal.SIGINT, signal.default_int_handler) # what runs in the background ignores it
robot = subprocess.Popen(
    [sys.argv[1], "--ros-args", *given],
    stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", errors="replace",
)
said, waits = [], threading.Event()
def hear():
    for line in robot.stdout:
        said.append(line)
        if "waiting for" in line:
            waits.set()
threading.Thread(target=hear, daemon=True).start()
try:
    rclpy.init()
    looker = rclpy.create_node("looker")
    late_s = time.monotonic() + 120
    while ("mission", "/robot1") not in (seen := looker.get_node_names_and_namespaces()):
        assert robot.poll() is None and time.monotonic() < late_s, (seen, said)
        time.sleep(0.1)
    assert waits.wait(max(0, late_s - time.monotonic())), said
    robot.send_signal(signal.SIGINT)
    assert robot.wait(120) == 130, said
finally:
    robot.kill() # whoever waits for its output would wait for ever
'

imports() { # venv: what every pip install owes
    check "  imports, finds config" "$work/$1/bin/python" -c "$finds"
    check "  pollutes nothing" "$work/$1/bin/python" -c "$alone"
    check "  a mission elsewhere finds the packaged world and robots" \
        "$work/$1/bin/cotree" validate "$work/missions/tea_table.yaml"
    check "  no robot on PATH" test ! -e "$work/$1/bin/robot"
}
shares() { # venv: what every install that is not editable owes besides
    check "  lib/cotree/robot starts" "$work/$1/lib/cotree/robot" --help
    check "  share/cotree" bash -c \
        "ls $work/$1/share/cotree/{package.xml,config/experiments/*.yaml,launch/cotree.launch.py}"
}

copy_sources
cd / || exit 1
# setuptools 80 dropped what --symlink-install calls; ROS 2 distributions ship older ones.
{ venv colcon.env && pip colcon.env install colcon-common-extensions "setuptools<80" pytest; } &
colcon=$!

echo "== pip install . (with its dependencies, from the index)"
clone a && venv a.env && check "installs" pip a.env install "$work/a"
imports a.env
shares a.env
# From here on dependencies come from this environment; only cotree itself is installed anew.
pip a.env uninstall -y cotree
PYTHONPATH=$("$work/a.env/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')

pips() {
    echo "== pip install -e . (lenient)"
    clone b && venv b.env && check "installs" pip b.env install --no-deps -e "$work/b"
    imports b.env
    echo "X = 1" >"$work/b/trees/fresh.py"
    check "  a new file is live" "$work/b.env/bin/python" -c "import cotree.trees.fresh"

    echo "== pip install -e . (strict)"
    clone c && venv c.env &&
        check "installs" pip c.env install --no-deps -e "$work/c" --config-settings editable_mode=strict
    imports c.env

    echo "== pip install -e . in a clone without links"
    clone f -c core.symlinks=false && venv f.env &&
        check "installs" pip f.env install --no-deps -e "$work/f"
    imports f.env

    echo "== a zip without links, as GitHub serves it"
    git -C "$work/origin" archive --format=zip --prefix=cotree-main/ -o "$work/main.zip" HEAD
    venv e.env && check "installs" pip e.env install --no-deps "$work/main.zip"
    imports e.env
    shares e.env
}

built() {
    echo "== sdist, wheel from it"
    clone d && venv d.env && pip d.env install build
    check "builds" env PYTHONPATH= "$work/d.env/bin/python" -m build "$work/d"
    check "installs" pip d.env install --no-deps "$work"/d/dist/*.whl
    imports d.env
    shares d.env
    check "  the wheel has only cotree/ and its data" bash -c \
        "! $python -m zipfile -l $work/d/dist/*.whl | awk 'NR>1{print \$1}' | grep -v '^cotree[-/]'"
}
pips >"$work/pips" 2>&1 &
built >"$work/built" 2>&1 &

echo "== colcon"
wait $colcon || echo "no colcon" >>"$failed"
if "$here/tools/setup_real.sh"; then
    ros=$(echo "$here"/.venv-real/lib/python*/site-packages)
    for packages in "$work"/colcon.env/lib/python*/site-packages; do
        echo "import site; site.addsitedir('$ros')" >"$packages/ros.pth"
    done
    # The wheels start Python anew with this path, if nobody has set it.
    libraries=$("$here/.venv-real/bin/python" -c 'import os; print(os.environ["LD_LIBRARY_PATH"])')
elif [ -n "${CI-}" ]; then
    echo "no environment with ROS" >>"$failed"
else
    ros=
fi
for mode in "" --merge-install --symlink-install; do
    ws=$work/ws && rm -rf "$ws" && mkdir -p "$ws/src" && git clone -q "$work/origin" "$ws/src/cotree"
    prefix=$ws/install/cotree && [ "$mode" = --merge-install ] && prefix=$ws/install
    in_ws() { (cd "$ws" && PATH=$work/colcon.env/bin:$PATH bash -c "$1"); }
    [ -z "$mode" ] && check "colcon list says ros.ament_python" \
        in_ws "colcon list | tee /dev/stderr | grep -q 'cotree.*(ros.ament_python)'"
    check "colcon build $mode" in_ws "colcon build $mode"
    for program in cotree robot person view witness; do
        check "  lib/cotree/$program starts" \
            in_ws "source install/setup.bash; cd /; $prefix/lib/cotree/$program --help"
    done
    [ -z "$mode" ] && [ -n "${ros-}" ] && echo "$node" >"$work/node.py" &&
        check "  lib/cotree/robot is a node of the name and namespace that it is given" in_ws \
            "source install/setup.bash; export ROS_DOMAIN_ID=$((RANDOM % 100 + 1))
            export ROS_AUTOMATIC_DISCOVERY_RANGE=LOCALHOST
            export LD_LIBRARY_PATH=$libraries _ROS_WHEELS_BOOTSTRAP_COMPLETE=1
            python $work/node.py $prefix/lib/cotree/robot \
                $prefix/share/cotree/config/experiments/tea_table_1.yaml"
    check "  imports, finds config" \
        in_ws "source install/setup.bash; cd /; python -c '$finds'"
    check "  a mission elsewhere finds the packaged world and robots" in_ws \
        "source install/setup.bash; cd /; $prefix/lib/cotree/cotree validate $work/missions/tea_table.yaml"
    check "  ament index and share" in_ws "ls $prefix/share/ament_index/resource_index/packages/cotree \
        $prefix/share/cotree/{package.xml,config/experiments/*.yaml,launch/cotree.launch.py}"
done

wait # for the other lanes
cat "$work/pips" "$work/built"
failures=$(cat "$failed" 2>/dev/null | wc -l)
echo "$failures failed"
exit $((failures > 0))

"""``python -m cotree.runtime.swarm``: run many seeds, print the table, explain a failure."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from cotree.core.words import did_you_mean
from cotree.runtime.swarm.directed import FAMILIES
from cotree.runtime.swarm.faults import PROFILES
from cotree.runtime.swarm.soak import Stopped, blocks, soak
from cotree.runtime.swarm.table import Row, lines, run_scene, scene_of, shrink

RULES = ("quorum", "paper", "paper_all")
GROUPS = {"all": [*PROFILES], "directed": [*FAMILIES]}


def names_of(text: str) -> list[str] | str:
    """The profiles and families that a word or a list of words means, or what is wrong."""
    found: list[str] = []
    for word in text.split(","):
        if word in GROUPS:
            found += GROUPS[word]
        elif word in PROFILES or word in FAMILIES:
            found.append(word)
        else:
            known = [*GROUPS, *PROFILES, *FAMILIES]
            return f"no faults are called '{word}'{did_you_mean(word, known)}"
    return found


def explain(row: Row) -> None:
    """The smallest failing run of a row, with its trace."""
    seed = row.failed[0]
    scene = shrink(scene_of(row.name, seed, row.rule))
    result = run_scene(scene, trace=True)
    print(f"\n{row.name} {row.rule} seed {seed}, with as few faults as still fail:")
    for fault in scene.weather.faults:
        print(f"  {fault}")
    print("\n".join(f"  {line}" for line in result.trace[-60:]))
    print("\n".join(f"  {violation}" for violation in result.violations) or "  stuck")


def main(argv: Sequence[str] | None = None) -> int:
    """Run; 0: nothing broke under the protocol, 1: something did, 2: the question is wrong."""
    parser = argparse.ArgumentParser(prog="python -m cotree.runtime.swarm", description=__doc__)
    parser.add_argument("--faults", default="all", help="profiles, families, 'all', 'directed'")
    parser.add_argument("--rules", default="quorum", help=f"of {', '.join(RULES)}")
    parser.add_argument("--seeds", type=int, default=100, help="runs of each")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--file", type=Path, help="keep results here, and go on from them")
    args = parser.parse_args(argv)
    names, rules = names_of(args.faults), args.rules.split(",")
    strange = sorted(set(rules) - set(RULES))
    if isinstance(names, str) or strange:
        wrong = names if isinstance(names, str) else f"no rule is called '{strange[0]}'"
        print(f"swarm: {wrong}", file=sys.stderr)
        return 2
    todo = blocks(names, rules, args.first, args.seeds)
    try:
        rows = soak(todo, args.jobs, args.file, lambda line: print(line, file=sys.stderr))
    except Stopped as stopped:
        print("\n".join(lines(stopped.rows)))
        return 130
    except OSError as error:
        print(f"swarm: {args.file}: cannot keep results here: {error.strerror}", file=sys.stderr)
        return 2
    print("\n".join(lines(rows)))
    failed = [row for row in rows if row.failed and row.rule == "quorum"]
    for row in failed[:1]:
        explain(row)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

"""The commands of ``cotree``, one file each; ``cotree.cli`` finds them by their file names.

Each has ``add(subparsers)`` and ``run(args) -> int``.  Importing one must be quick: whatever is
heavy is imported when it runs.
"""

"""A task as a picture: an SVG made without any other program, laid out from left to right.

Leaves stand in one row each, in the order of the task; every inner node stands in the middle of
its children.  All text is escaped, so names can be anything.
"""

from __future__ import annotations

import dataclasses
import unicodedata
from collections.abc import Iterator, Mapping
from xml.sax.saxutils import escape, quoteattr

from cotree.behaviours.declare import Declaration
from cotree.core.mission import Blueprint
from cotree.trees.display import ALL, IN_ORDER, LEAF, ONE_OF, WRAPS, Caption, caption_of
from cotree.trees.display_graph import COLOURS, LINES

ROW, GROUP, GAP, MARGIN, TITLE, LEGEND = 8.0, 8.0, 44.0, 24.0, 44.0, 40.0
NAME_PX, DETAIL_PX = 13.0, 10.5
LEGEND_WORDS = {
    IN_ORDER: "in this order",
    ALL: "all, in any order",
    ONE_OF: "one of these",
    WRAPS: "changes how it runs",
    LEAF: "leaf",
}


@dataclasses.dataclass(frozen=True)
class Box:
    """One node as it is drawn: upper left corner and size."""

    caption: Caption
    path: str
    x: float
    y: float
    width: float
    height: float
    children: tuple[Box, ...]

    @property
    def middle(self) -> float:
        """The height at which edges meet it."""
        return self.y + self.height / 2

    def walk(self) -> Iterator[Box]:
        """This box and all to its right."""
        yield self
        for child in self.children:
            yield from child.walk()


def svg(root: Blueprint, catalogue: Mapping[str, Declaration], title: str = "") -> str:
    """The picture as a text in SVG."""
    top = MARGIN + (TITLE if title else 0)
    box = Layout(root, catalogue, top).box
    boxes = list(box.walk())
    legend = _legend(sorted({b.caption.sign for b in boxes}, key=list(LEGEND_WORDS).index))
    right = max(b.x + b.width for b in boxes) + MARGIN
    right = max(right, width_of(title, 18) + 2 * MARGIN, _legend_width(boxes) + 2 * MARGIN)
    bottom = max(b.y + b.height for b in boxes) + MARGIN + LEGEND
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{right:.0f}" height="{bottom:.0f}" '
        f'viewBox="0 0 {right:.0f} {bottom:.0f}" font-family="Helvetica, Arial, sans-serif">',
        f"<title>{escape(title or root.name)}</title>",
        '<rect width="100%" height="100%" fill="#f8fafc"/>',
    ]
    if title:
        parts.append(
            f'<text x="{MARGIN:g}" y="{MARGIN + 16:g}" font-size="18" font-weight="bold" '
            f'fill="#0f172a">{escape(title)}</text>'
        )
    parts += [_edge(b, child) for b in boxes for child in b.children]
    parts += [_drawn(b) for b in boxes]
    parts.append(f'<g transform="translate({MARGIN:g},{bottom - MARGIN:.1f})">{legend}</g>')
    return "\n".join([*parts, "</svg>"])


class Layout:
    """Places every node; columns are as wide as their widest box."""

    def __init__(self, root: Blueprint, catalogue: Mapping[str, Declaration], top: float) -> None:
        self._captions = {node.path: caption_of(node, catalogue) for node in root.walk()}
        widths: dict[int, float] = {}
        for node in root.walk():
            depth = _depth(node, root)
            widths[depth] = max(widths.get(depth, 0), _width(self._captions[node.path]))
        self._columns = [MARGIN]
        for depth in range(len(widths)):
            self._columns.append(self._columns[-1] + widths[depth] + GAP)
        self._next = top
        self.box = self._place(root, 0)

    def _place(self, node: Blueprint, depth: int) -> Box:
        caption = self._captions[node.path]
        height = self._height(node)
        before = self._next
        if len(node.children) == 1:  # a short child of a tall parent stands beside its middle
            self._next += max(0.0, (height - self._height(node.children[0])) / 2)
        children = tuple(self._place(child, depth + 1) for child in node.children)
        if children:
            y = (children[0].middle + children[-1].middle - height) / 2
            y = max(y, before)
            self._next = max(self._next, y + height + ROW) + GROUP
        else:
            y = self._next
            self._next += height + ROW
        x = self._columns[depth]
        return Box(caption, node.path, x, y, _width(caption), height, children)

    def _height(self, node: Blueprint) -> float:
        return 40.0 if self._captions[node.path].details else 28.0


def width_of(text: str, size: float) -> float:
    """About how wide a text is in a sans-serif font."""
    return sum(map(_em, text)) * size


def _em(char: str) -> float:
    if unicodedata.combining(char):
        return 0.0
    if unicodedata.east_asian_width(char) in "WF":
        return 1.05
    if char in "ijlI.,:;'|!()[]{} f":
        return 0.36
    if char in "tr-":
        return 0.42
    return 0.92 if char in "mwMWQ@%&…" or char.isupper() else 0.62


def _width(caption: Caption) -> float:
    sign, bold = (22, 1.18) if caption.sign else (0, 1.0)
    name, details = width_of(caption.name, NAME_PX) * bold, width_of(caption.details, DETAIL_PX)
    return sign + max(name, details, 24) + 22


def _depth(node: Blueprint, root: Blueprint) -> int:
    return node.path.count("/") - root.path.count("/")


def _edge(parent: Box, child: Box) -> str:
    start, end = parent.x + parent.width, child.x
    half = (start + end) / 2
    return (
        f'<path d="M{start:.1f} {parent.middle:.1f} C{half:.1f} {parent.middle:.1f} '
        f'{half:.1f} {child.middle:.1f} {end:.1f} {child.middle:.1f}" fill="none" '
        f'stroke="{LINES[parent.caption.sign]}" stroke-opacity="0.55" stroke-width="1.5"/>'
    )


def _drawn(box: Box) -> str:
    caption = box.caption
    left = box.x + 11
    parts = [
        f"<g><title>{escape(box.path)}</title>",
        f'<rect x="{box.x:.1f}" y="{box.y:.1f}" width="{box.width:.1f}" height="{box.height:.1f}" '
        f'rx="8" fill="{COLOURS[caption.sign]}" stroke="{LINES[caption.sign]}"/>',
    ]
    if caption.sign:
        parts.append(
            f'<text x="{left:.1f}" y="{box.middle + 5:.1f}" font-size="15" font-weight="bold" '
            f'fill="{LINES[caption.sign]}">{caption.sign}</text>'
        )
        left += 22
    y = box.middle - 2 if caption.details else box.middle + 4.5
    weight = ' font-weight="600"' if caption.sign else ""
    parts.append(
        f'<text x="{left:.1f}" y="{y:.1f}" font-size="{NAME_PX:g}" fill="#0f172a"{weight}>'
        f"{escape(caption.name)}</text>"
    )
    if caption.details:
        parts.append(
            f'<text x="{left:.1f}" y="{y + 14:.1f}" font-size="{DETAIL_PX:g}" fill="#64748b">'
            f"{escape(caption.details)}</text>"
        )
    return "".join([*parts, "</g>"])


def _legend(signs: list[str]) -> str:
    parts = []
    x = 0.0
    for sign in signs:
        words = LEGEND_WORDS[sign]
        parts.append(
            f'<rect x="{x:.1f}" y="-11" width="16" height="14" rx="4" '
            f"fill={quoteattr(COLOURS[sign])} stroke={quoteattr(LINES[sign])}/>"
            f'<text x="{x + 8:.1f}" y="0" font-size="10" text-anchor="middle" '
            f"fill={quoteattr(LINES[sign])}>{sign}</text>"
            f'<text x="{x + 22:.1f}" y="0" font-size="11" fill="#475569">{words}</text>'
        )
        x += 44 + width_of(words, 11)
    return "".join(parts)


def _legend_width(boxes: list[Box]) -> float:
    signs = {box.caption.sign for box in boxes}
    return sum(44 + width_of(LEGEND_WORDS[sign], 11) for sign in signs)

// Where the boxes of a tree stand: parents left of children, nothing overlaps.

import { flextree } from "d3-flextree";
import type { History } from "../history";
import { width } from "../texts";

export const TALL = 40, GAP = 8, STEP = 34, NARROW = 96, WIDE = 216;

export interface Box {
  i: number; x: number; y: number; w: number; from: Box | null; hides: number; // hides: so many
}

export interface Layout {
  boxes: Box[]; at: Map<number, Box>; left: number; top: number; right: number; bottom: number;
}

interface Datum { i: number; children: Datum[] }

const BADGE = 76; // the longest badge

function widthOf(all: History): (i: number) => number {
  const { robots, people } = all.hello;
  const longest = Math.max(0, ...[...robots, ...(people ?? [])].map((each) => width(each, 6.2) + 16));
  const badge = robots.length > 1 ? Math.min(longest, BADGE) : 0;
  return (i) => Math.min(WIDE + badge, Math.max(NARROW, width(all.nodes[i]!.name, 7.4) + 40) + badge);
}

export function layout(all: History, count: number, folded: ReadonlySet<number>): Layout {
  const hidden = (i: number): number =>
    all.below[i]!.reduce((sum, each) => sum + (each < count ? 1 + hidden(each) : 0), 0);
  const datum = (i: number): Datum => ({
    i,
    children: folded.has(i) ? [] : all.below[i]!.filter((each) => each < count).map(datum),
  });
  const wide = widthOf(all);
  const flow = flextree<Datum>({
    children: (each) => each.children,
    nodeSize: (each) => [TALL + GAP, wide(each.data.i) + STEP],
  });
  const root = flow.hierarchy(datum(0));
  flow(root);
  const made: Layout = { boxes: [], at: new Map(), left: 0, top: Infinity, right: 0, bottom: -Infinity };
  root.each((each) => {
    const { i } = each.data, w = wide(i);
    const from = each.parent ? made.at.get(each.parent.data.i)! : null;
    const box = { i, x: each.y, y: each.x, w, from, hides: folded.has(i) ? hidden(i) : 0 };
    made.boxes.push(box);
    made.at.set(i, box);
    made.top = Math.min(made.top, box.y - TALL / 2);
    made.bottom = Math.max(made.bottom, box.y + TALL / 2);
    made.right = Math.max(made.right, box.x + w);
  });
  return made;
}
